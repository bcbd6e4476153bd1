"""Every command that writes, and what is no file; every command that takes long, and Ctrl-C; outputs nobody reads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from cgt.apps.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files and signals of POSIX")

WRITERS = {
    "solve": ("json", ["solve", "nim", "3,5", "-o"]),
    "values": ("csv", ["values", "nim", "--stop", "5", "-o"]),
    "values kept": ("npz", ["values", "kayles", "--stop", "5", "-o"]),
    "table": ("npy", ["table", "wythoff", "3", "3", "-o"]),
    "p-positions": ("txt", ["p-positions", "fibonacci-nim", "--stop", "5", "-o"]),
    "genus": ("csv", ["genus", "kayles", "--stop", "5", "-o"]),
    "quotient": ("json", ["quotient", "0.123", "--certificate"]),
    "recognise": ("json", ["recognise", "bounded-nim(2)", "--level", "1", "--certificate"]),
    "period": ("json", ["period", "0.7", "--certificate"]),
    "sweep": ("csv", ["sweep", "0.0?", "--stop", "60", "--workers", "1", "-o"]),
    "ledger": ("ledger", ["sweep", "0.0?", "--stop", "60", "--workers", "1", "--ledger"]),
    "lesson": ("html", ["lesson", "nim", "-o"]),
    "plot": ("svg", ["plot", "sequence", "nim", "-o"]),
    "play": ("txt", ["play", "nim", "3,5", "--save"]),
    "web": ("html", ["web", "-o"]),
    "check": ("json", ["check", "nim", "--stop", "4", "-o"]),
}


KINDS = ["pipe", "device", "folder", "absent", "nul", "surrogate", "loop", "long"]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        # By default every command meets three kinds, and every kind some commands.
        pytest.param(command, kind, marks=() if (3 * place - number) % 8 < 3 else pytest.mark.full)
        for place, command in enumerate(WRITERS)
        for number, kind in enumerate(KINDS)
    ],
)
def test_what_is_no_file_is_refused_before_the_work(command, kind, terminal, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suffix, arguments = WRITERS[command]
    path = tmp_path / f"target.{suffix}"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to(terminal)
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    named = {"absent": f"no/such/{path.name}", "nul": f"a\0b.{suffix}", "surrogate": f"\ud800.{suffix}"}.get(kind, path)
    named = "a" * 300 + f".{suffix}" if kind == "long" else named
    before = sorted(tmp_path.iterdir())
    code = main([*arguments, str(named)])
    captured = capsys.readouterr()
    assert code in {2, 4}, captured.err
    assert captured.err.startswith("cgt: ")
    assert captured.err.count("\n") == 1
    assert captured.err[:-1].isprintable()
    assert sorted(tmp_path.iterdir()) == before


LONG = {
    "genus": ["genus", "0.4", "--stop", "100000"],
    "quotient": ["quotient", "0.07", "--max-seconds", "1000"],
    "recognise": ["recognise", "fibonacci-nim", "--level", "9"],
    "sweep": ["sweep", "0.?????", "--stop", "5000", "--workers", "2", "-o", "census.csv"],
    "discover": ["discover", "grundy", "--stop", "10000000"],
    "values": ["values", "grundy", "--stop", "1900000"],
    "p-positions": ["p-positions", "0.[3]", "--misere", "--stop", "100000"],
    "web": ["web"],
}


@pytest.mark.full
@pytest.mark.parametrize("command", LONG)
def test_ctrl_c_ends_a_command_in_one_line(command, tmp_path):
    # What a shell has started behind `&` ignores it, and so would the command.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [sys.executable, "-m", "cgt", *LONG[command]],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"HOME": str(tmp_path)},
    ) as process:
        latest = time.monotonic() + 60  # who only waits for others spends nothing
        while command != "web" and process.poll() is None and spent(process.pid) < 1.2 and time.monotonic() < latest:
            time.sleep(0.05)
        if command == "web":
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=120)
    assert process.returncode == (0 if command == "web" else 130), err
    assert "Traceback" not in err
    assert err.count("\n") == (0 if command == "web" else 1)
    assert not list(tmp_path.rglob("*.part"))


def spent(pid):
    """The processor seconds of a process, as Linux tells them; elsewhere time passes."""
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - no file of ours
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        time.sleep(2)
        return 9.0


@pytest.mark.full
@pytest.mark.parametrize(
    "arguments",
    [
        ["values", "nim", "--stop", "300000"],
        ["genus", "nim", "--stop", "600"],
        ["games"],
        ["p-positions", "wythoff", "--stop", "900"],
        ["sweep", "0.??", "--stop", "60", "--workers", "1", "--json"],
        ["solve", "moore-nim(2)", "300,400,500", "--json"],
    ],
)
def test_a_reader_that_leaves_ends_a_command_quietly(arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "cgt", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.read(1)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=120) in {0, 141}
    assert err == b""
