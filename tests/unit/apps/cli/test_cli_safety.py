"""Nothing that is echoed moves a terminal's cursor, and odd surroundings end in a documented exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import cgt
from cgt.apps.cli import main
from cgt.apps.cli.doctor_commands import EXTRAS

RED, TURN = "\x1b[31m", "\u202e"


def run(capsys, *arguments):
    code = main(list(arguments))
    return code, *capsys.readouterr()


def is_tame(text):
    return all(line.isprintable() for line in text.splitlines())


def process(*arguments, **surroundings):
    return subprocess.run(
        [sys.executable, "-m", "cgt", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **surroundings,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        [f"so{RED}lve"],
        ["solve", "nim", "3,5", f"--mi{RED}sere"],
        ["solve", f"nim{TURN}", "3,5"],
        ["solve", "nim", f"3{RED},5"],
        ["solve", f"0.7{RED}7", "3"],
        ["games", f"ni{RED}m"],
        ["verify", f"/absent/{RED}{TURN}"],
        ["compare", "nim", f"/absent/{RED}"],
        ["solve", "nim", "3", "-o", f"/absent/{RED}.json"],
        ["values", "nim", "--stop", f"1{RED}0"],
        ["play", "nim", "3", "--level", f"p{RED}erfect"],
        ["play", "--resume", f"/absent{RED}"],
        ["claims", f"0{RED}00"],
        ["--lang", f"f{RED}r", "games"],
        ["plot", f"se{RED}quence", "nim"],
    ],
)
def test_what_is_refused_is_echoed_as_text(capsys, arguments):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert is_tame(out + err)
    assert err.startswith("cgt: ")


def test_a_certificate_cannot_colour_the_screen(capsys, tmp_path):
    certificate = cgt.parse_ruleset("kayles").period().certificate
    record = json.loads(certificate.to_json())
    for key in ("theorem", "code", "sha256", "format"):
        (tmp_path / "c.json").write_text(json.dumps(record | {key: f"{record[key]}{RED}{TURN}"}))
        for arguments in (
            ["verify", str(tmp_path / "c.json")],
            ["solve", "kayles", "5", "--certificate", str(tmp_path / "c.json")],
        ):
            code, out, err = run(capsys, *arguments)
            assert code == 2
            assert is_tame(out + err)


@pytest.mark.parametrize("line", ["ruleset", "convention", "position", "first", "second", "seed", "1."])
def test_a_record_cannot_colour_the_screen(capsys, tmp_path, line):
    lines = {
        "ruleset": "nim",
        "convention": "normal",
        "position": "3,5",
        "first": "person",
        "second": "person",
        "seed": "7",
    }
    text = "cgt game\n" + "".join(f"{name}: {value}{RED if name == line else ''}\n" for name, value in lines.items())
    (tmp_path / "record").write_text(text + (f"1. 2 from{RED} 1\n" if line == "1." else "1. 2 from 1\n"))
    code, out, err = run(capsys, "play", "--resume", str(tmp_path / "record"))
    assert code == 2
    assert is_tame(out + err)


def test_a_file_name_with_an_escape_is_shown_as_text(capsys, tmp_path):
    path = tmp_path / f"a{RED}.json"
    cgt.parse_ruleset("kayles").period().certificate.save(path)
    code, out, err = run(capsys, "solve", "kayles", "5", "--certificate", str(path))
    assert code == 0
    assert is_tame(out + err)
    assert r"\x1b[31m" in out
    code, out, err = run(capsys, "solve", "kayles", "5", "--certificate", str(path), "--json")
    assert is_tame(out + err)
    assert RED in json.loads(out)["reference"]


@pytest.mark.parametrize("columns", ["0", "1", "-3", "x", "99999999999"])
def test_any_number_of_columns_shows_the_games(capsys, monkeypatch, columns):
    with monkeypatch.context() as surroundings:  # pytest itself asks for the columns when a test has ended
        surroundings.setenv("COLUMNS", columns)
        code, out, _err = run(capsys, "games")
    assert code == 0
    assert "nim" in out


@pytest.mark.parametrize("columns", ["1", "9999999", "9" * 25])
def test_help_on_a_screen_of_any_width_has_a_bound(capsys, monkeypatch, columns):
    with monkeypatch.context() as surroundings:
        surroundings.setenv("COLUMNS", columns)
        code, out, err = run(capsys, "solve", "--help")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 1_000


def test_doctor_without_a_home(capsys, monkeypatch):
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    code, _out, err = run(capsys, "doctor")
    assert (code, err) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="a place where nobody may write, whoever runs the test")
@pytest.mark.parametrize(
    ("home", "arguments"),
    [
        ("/dev/null", ["solve", "nim", "3,5"]),
        pytest.param("/proc", ["doctor"], marks=pytest.mark.full),
        pytest.param("/proc", ["values", "kayles", "--stop=30", "--backend=compiled"], marks=pytest.mark.full),
        pytest.param("/dev/null", ["plot", "nim", "-o", "figure.svg"], marks=pytest.mark.full),
        pytest.param("/dev/null", ["values", "kayles", "--stop=30", "--backend=compiled"], marks=pytest.mark.full),
        pytest.param("/proc", ["solve", "nim", "3,5", "-o", "position.png"], marks=pytest.mark.full),
        pytest.param("/dev/null", ["discover", "kayles", "-o", "report.html"], marks=pytest.mark.full),
    ],
)
def test_a_home_that_cannot_be_written(home, arguments, tmp_path):
    """What would be kept there is done without, and nothing is said of it."""
    environment = {"HOME": home, "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
    if "compiled" in arguments[-1]:
        pytest.importorskip("numba")
    ended = subprocess.run(
        [sys.executable, "-m", "cgt", *arguments],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_doctor_where_the_system_knows_no_home(capsys, monkeypatch):
    def unknown():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("pathlib.Path.home", unknown)
    assert run(capsys, "doctor")[0] == 0


def test_doctor_knows_every_extra():
    """And what each of them brings on this system, as pyproject.toml says it."""
    file = Path(__file__).resolve().parents[4] / "pyproject.toml"
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    wanted = {"core": project["dependencies"], **project["optional-dependencies"]}
    del wanted["all"]
    for extra, lines in wanted.items():
        system = {"sys_platform": sys.platform}
        needed = [one for one in map(Requirement, lines) if one.marker is None or one.marker.evaluate(system)]
        assert {one.name for one in needed} == set(EXTRAS[extra]) - {"llvmlite"}  # which numba brings
    assert set(EXTRAS) == set(wanted)


def test_figures_without_numpy_name_the_extra_that_is_enough(capsys, monkeypatch, tmp_path):
    """Not numpy's own, after which matplotlib would be missing."""
    for missing in ("numpy", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, missing, None)
    for loaded in [name for name in sys.modules if name.startswith(("cgt.apps.show.plot", "cgt.core.arrays"))]:
        monkeypatch.delitem(sys.modules, loaded)
    code, _out, err = run(capsys, "plot", "wythoff", "-o", str(tmp_path / "a.svg"))
    assert (code, err) == (2, "cgt: figures need matplotlib: pip install 'cgt-impartial[plot]'\n")


def test_doctor_names_the_extras_to_install(capsys, monkeypatch):
    monkeypatch.setattr("cgt.apps.cli.doctor_commands._version", lambda package: None)
    assert "cgt-impartial[fast]" in run(capsys, "doctor")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
@pytest.mark.parametrize(
    ("stream", "arguments"),
    [
        ("stdout", ["solve", "nim", "3,5"]),
        pytest.param("stderr", ["solve", "nim", "x"], marks=pytest.mark.full),
        pytest.param("stderr", ["solve", "nim", "3,5"], marks=pytest.mark.full),
        pytest.param("stdout", ["solve", "nim", "x"], marks=pytest.mark.full),
    ],
)
def test_a_full_disk_behind_a_stream(tmp_path, stream, arguments):
    """The file may not grow by a byte; what the exit code says stays true."""
    import resource

    def no_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with (tmp_path / "full").open("w") as full:
        streams[stream] = full
        found = subprocess.run(
            [sys.executable, "-m", "cgt", *arguments], **streams, text=True, timeout=60, check=False, preexec_fn=no_room
        )
    fine = 0 if stream == "stderr" else 2
    assert found.returncode == (fine if arguments[-1] == "3,5" else 2)
    assert "Traceback" not in (found.stderr or "")


@pytest.mark.full  # by default tests/unit/apps/cli/test_cli_terminal.py looks after the start file
def test_completion_is_not_installed_by_the_way(tmp_path, capsys, monkeypatch):
    """`--install-completion` names a start file of the shell; `--output` asks for a file instead, and gets it."""
    shell = tmp_path / ".bashrc"
    shell.write_text("# mine\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    code, _out, err = run(capsys, "--install-completion", "--shell", "bash", "--output", str(tmp_path / "complete"))
    assert code == 0, err
    assert (tmp_path / "complete").exists()
    assert shell.read_text() == "# mine\n"
