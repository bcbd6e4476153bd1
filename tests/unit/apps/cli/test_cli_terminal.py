"""The command line as a process: interruption, colours, progress, completion, and what is installed."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cgt.apps.cli import main, screen


def test_ctrl_c_ends_cleanly():
    # Whoever runs the tests in the background may have Ctrl-C ignored, which a child inherits.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from cgt.apps.cli import main; print('ready', flush=True); "
        "sys.exit(main(['solve', 'wythoff', '400,500,600', '--max-positions', '100000000']))"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.4)  # into the search
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, "", "cgt: interrupted\n")


ENDED_TWICE = """
import atexit, os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from cgt.apps import cli
def stopped(_arguments):
    try:
        os.kill(os.getpid(), signal.Signals[sys.argv[1]])
        time.sleep(60)
    finally:
        os.kill(os.getpid(), signal.SIGINT)
        sys.stderr.write("put in order\\n")
cli._main = stopped
atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.exit(cli.main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("first", ["SIGINT", "SIGTERM"])
def test_a_second_ctrl_c_does_not_break_off_the_ending(first):
    """It met a lock half released, or Python's own exit, and printed what only we can read."""
    done = subprocess.run(
        [sys.executable, "-c", ENDED_TWICE, first], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (130, "put in order\ncgt: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_sweep_that_is_terminated_leaves_its_ledger_alone(tmp_path):
    """Schedulers of clusters end a job so; an empty lock, and the log of the ledger, stayed beside it."""
    command = [sys.executable, "-m", "cgt", "sweep", "0.?????", "--workers", "2", "--ledger", "a.ledger"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "a.ledger-wal").exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        try:
            _out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err.startswith("cgt: interrupted: ")
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.ledger"]


def test_the_module_is_the_command():
    done = subprocess.run([sys.executable, "-m", "cgt", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("cgt ")


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
)
@pytest.mark.parametrize("arguments", [("solve", "nim", "3"), ("table", "nim", "3", "3")], ids=lambda args: args[0])
def test_colours_are_for_terminals_and_for_who_wants_them(capsys, monkeypatch, variables, coloured, arguments):
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(arguments) == 0
    assert (re.search(r"\x1b\[[\d;]*3[0-7]m", capsys.readouterr().out) is not None) == coloured


class Terminal(io.StringIO):
    def isatty(self):
        return True


def use_terminal(monkeypatch):
    """Make stderr a terminal; within the test, for pytest sets its own stderr after the fixtures."""
    stderr = Terminal()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setenv("TERM", "xterm")
    return stderr


def test_progress_shows_on_a_terminal_once_the_work_takes_long(monkeypatch):
    terminal = use_terminal(monkeypatch)
    monkeypatch.setattr("cgt.core.progress.BAR_AFTER_SECONDS", 0.0)
    with screen.progress_bar("heaps") as report:
        report(3, 4)
        time.sleep(0.05)
    shown = terminal.getvalue()
    assert "heaps" in shown
    assert "/4" in shown


def test_a_bar_shows_before_the_first_part_of_the_work_is_done(monkeypatch):
    terminal = use_terminal(monkeypatch)
    monkeypatch.setattr("cgt.core.progress.BAR_AFTER_SECONDS", 0.0)
    with screen.progress_bar("heaps"):
        time.sleep(0.05)
    assert "heaps" in terminal.getvalue()


def test_short_work_shows_no_progress(monkeypatch):
    terminal = use_terminal(monkeypatch)
    with screen.progress_bar("heaps") as report:
        report(1, 2)
    assert terminal.getvalue() == ""


def test_nobody_is_told_of_progress_where_nobody_looks(capsys):
    with screen.progress_bar("heaps") as report:
        assert report is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("patience", "shows"), [(0.0, True), (60.0, False)])
def test_work_of_unknown_length_shows_that_it_goes_on(monkeypatch, patience, shows):
    terminal = use_terminal(monkeypatch)
    monkeypatch.setattr("cgt.core.progress.BAR_AFTER_SECONDS", patience)
    with screen.waiting("searching"):
        time.sleep(0.1)
    assert ("searching" in terminal.getvalue()) == shows


@pytest.mark.parametrize(("option", "shown"), [([], b"3 ? 5"), (["--json"], rb"3 \u2295 5")])
def test_a_terminal_without_the_signs_gets_question_marks_and_escapes(monkeypatch, option, shown):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["solve", "nim", "3,5", *option]) == 0
    assert shown in sys.stdout.buffer.getvalue()


def test_doctor(capsys):
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "numpy" in text
    assert main(["doctor", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert list(record) == [
        "schema",
        "version",
        "python",
        "packages",
        "extras",
        "compiled",
        "crossovers",
        "memory_limit",
        "caches",
        "games",
        "broken",
        "languages",
    ]
    assert record["extras"]["core"] is True
    assert record["extras"]["cli"] is True
    assert record["games"] > 10


def test_doctor_without_compilation(capsys, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert main(["doctor", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["compiled"].startswith("no")
    assert record["crossovers"] == {}


def test_doctor_looks_where_it_is_told(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert main(["doctor", "--json"]) == 0
    (cache,) = json.loads(capsys.readouterr().out)["caches"]
    place = Path(cache["place"])
    assert (place.parent, cache["files"]) == (tmp_path, 0)
    place.mkdir(exist_ok=True)
    (place / "loop.nbi").write_bytes(b"12345")
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["caches"] == [{"place": str(place), "files": 1, "bytes": 5}]


@pytest.mark.full  # by default that of Bash, below
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_installed(shell, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ZSH", "ZSH_CUSTOM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["--install-completion", "--shell", shell]) == 0
    scripts = [path for path in tmp_path.rglob("*") if path.is_file() and "p-positions" in path.read_text()]
    assert len(scripts) == 1
    assert str(scripts[0]) in capsys.readouterr().out.replace(os.linesep, "")


def test_no_start_file_is_edited_unless_it_is_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    start = tmp_path / ".bashrc"
    start.write_text("# mine\n")
    assert main(["--install-completion", "--shell", "bash"]) == 0
    (script,) = [path for path in tmp_path.rglob("*") if path.is_file() and "p-positions" in path.read_text()]
    assert str(script) in capsys.readouterr().out.replace(os.linesep, "")
    assert start.read_text() == "# mine\n"
    assert main(["--install-completion", "--shell", "bash", "--startup"]) == 0
    assert start.read_text() != "# mine\n"
    capsys.readouterr()


def test_signs_that_a_terminal_has_not_are_plainer_ones(monkeypatch):
    """A minus and the blanks at which no line is broken were question marks: `x ? t`."""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["games", "moves"]) == 0
    sys.stdout.flush()
    shown = sys.stdout.buffer.getvalue().decode("ascii")
    assert "choose t such that t >= 1, and replace x by x - t;" in shown
    assert "?" not in shown
