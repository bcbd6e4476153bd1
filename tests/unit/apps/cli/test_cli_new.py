"""`cgt new`: the package that it writes is installed, passes its own tests, and is served by every command."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from zipfile import ZipFile

import pytest

from cgt.apps.cli import game_commands, main

SERVED = """
import contextlib, io, json, sys
from cgt.apps.cli import main

for line in sys.stdin:
    command = json.loads(line)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        sys.stdin = io.StringIO(command["typed"])
        code = main(command["arguments"])
    print(json.dumps({"code": code, "told": told.getvalue()}), flush=True)
    sys.stdin = sys.__stdin__
"""
"""A program that runs command lines, one after the other: it starts once."""


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def python(*arguments, path, cwd, given=None):
    """Run Python with what is installed at `path`."""
    places = os.pathsep.join(filter(None, [str(path), os.environ.get("PYTHONPATH")]))
    variables = {**os.environ, "PYTHONPATH": places, "PYTHONUTF8": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, input=given, env=variables, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.fixture(scope="module")
def package(tmp_path_factory, upto):
    """A new package, installed in a place of its own: where it is, and its source.

    By default its wheel is built and unpacked in this process, as pip would do in two.
    """
    for tool in ("hatchling", "pip"):
        if importlib.util.find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed")
    work = tmp_path_factory.mktemp("new")
    place, source = work / "installed", work / "my_game"
    with chdir(work):
        assert main(["new", "my_game"]) == 0
    if upto(False, full=True):
        options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(place)]
        done = python("-m", "pip", "install", *options, str(source), path="", cwd=work)
        assert done.returncode == 0, done.stderr
    else:
        from hatchling.build import build_wheel

        with chdir(source):
            wheel = build_wheel(str(work))
        with ZipFile(work / wheel) as packed:
            packed.extractall(place)
    return place, source


@pytest.mark.full  # they take seconds
def test_its_own_tests_pass(package):
    place, source = package
    done = python("-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider", path=place, cwd=source)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "14 passed" in done.stdout


def test_every_command_serves_it(package, tmp_path):
    place, _source = package
    commands = {
        ("games", "my_game"): "Take from 1 to 3 matches",
        ("games",): "my_game-board",
        ("solve", "my_game(3)", "13,6"): "13 leaves 1 when divided by 4",
        ("solve", "my_game(3)", "13,6", "--misere", "--json"): '"closed form"',
        ("values", "my_game(3)", "6"): "0 1 2 3 0 1",
        ("table", "my_game(2)", "3", "3"): "2",
        ("p-positions", "my_game(3)", "9"): "4",
        ("check", "my_game(5)"): "agree",
        ("period", "my_game(3)"): "period 4",
        ("play", "my_game(3)", "3"): "You win!",
        ("solve", "my_game-board", "..../####/####/####"): "nim-value 0",
        ("play", "my_game-board", "####/####/####/###."): "You win!",
        ("discover", "my_game-board"): "P-positions",
        ("lesson", "my_game(3)", "-o", str(tmp_path / "lesson.html")): "",
    }
    typed = {("play", "my_game(3)", "3"): "3\nquit\n", ("play", "my_game-board", "####/####/####/###."): "15\nquit\n"}
    lines = [json.dumps({"arguments": command, "typed": typed.get(command, "")}) for command in commands]
    done = python("-W", "error", "-c", SERVED, path=place, cwd=tmp_path, given="\n".join(lines) + "\n")
    answers = list(map(json.loads, done.stdout.splitlines()))
    assert done.stderr == ""
    assert len(answers) == len(commands)
    for (command, wanted), answer in zip(commands.items(), answers, strict=True):
        assert answer["code"] == 0, command
        assert wanted in answer["told"], command
    assert "Take from 1 to 3 matches" in (tmp_path / "lesson.html").read_text(encoding="utf-8")


def test_every_command_that_its_files_name_works(package, tmp_path):
    place, source = package
    texts = [path.read_text(encoding="utf-8") for path in (source / "README.md", *source.rglob("*.py"))]
    named = [line for text in texts for line in re.findall(r"`(cgt [^`]+)`|^(cgt .+)$", text, re.MULTILINE)]
    commands = [shlex.split("".join(pair))[1:] for pair in named]
    lines = [json.dumps({"arguments": command, "typed": "quit\n"}) for command in commands]
    done = python("-c", SERVED, path=place, cwd=tmp_path, given="\n".join(lines) + "\n")
    codes = [json.loads(line)["code"] for line in done.stdout.splitlines()]
    assert dict(zip(map(" ".join, commands), codes, strict=True)) == dict.fromkeys(map(" ".join, commands), 0)
    assert len(commands) > 7


def test_every_function_of_it_is_typed(package):
    """So `mypy --strict .` passes from the first day; a function without arguments needs its `-> None`, too."""
    _place, source = package
    for path in source.rglob("*.py"):
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(one, ast.FunctionDef):
                typed = [given.annotation for given in one.args.args if given.arg != "self"] + [one.returns]
                assert None not in typed, f"{path.name}: {one.name}"


@pytest.mark.parametrize(
    "name", ["my-game", "MyGame", "3nim", "", "class", "a" * 41, "../x", "spiel.x", "größe", "a\nb"]
)
def test_a_name_that_is_no_identifier_is_refused_in_one_line(name, run, inside):
    code, out, err = run("new", "--", name)
    assert (code, out) == (2, "")
    assert "cannot be the name of a package" in err
    assert len(err.splitlines()) == 1
    assert list(inside.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("mygâteau", "mygateau"),
        ("Cœur-à-cœur", "coeur_a_coeur"),
        ("my-game", "my_game"),
        ("Straße", "strasse"),
        ("Class", "my_game"),
        ("Kayles", "my_game"),
        ("JSON", "my_game"),
    ],
)
def test_the_name_that_is_suggested_can_be_taken(name, suggested, run, inside):
    """An accent made a hole: `myg_teau`; and `class` and `kayles`, which were suggested, too, are refused."""
    _code, _out, err = run("new", name)
    assert err.endswith(f", such as {suggested}\n")
    assert run("new", suggested)[0] == 0


@pytest.mark.parametrize(
    ("name", "what"), [("nim", "game"), ("json", "module"), ("attrs", "module"), ("tests", "module")]
)
def test_a_name_that_is_taken_is_refused(name, what, run, inside):
    code, _out, err = run("new", name)
    assert code == 2
    assert f"{what} {name} already" in err
    assert list(inside.iterdir()) == []


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_nothing_is_overwritten(kind, run, inside):
    there = Path("mygame")
    if kind == "folder":
        there.mkdir()
    elif kind == "file":
        there.write_text("kept")
    else:
        there.symlink_to("nowhere")
    code, _out, err = run("new", "mygame")
    assert code == 2
    assert "mygame is there already: nothing was written" in err
    assert [path.name for path in inside.iterdir()] == ["mygame"]
    assert kind != "file" or there.read_text() == "kept"


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_no_folder_is_left_half_written(error, run, inside, monkeypatch):
    written = []

    def fails(self, *_arguments, **_options):
        written.append(self)
        if len(written) == 3:
            raise error

    monkeypatch.setattr(Path, "write_text", fails)
    code, _out, err = run("new", "mygame")
    assert code == (130 if isinstance(error, KeyboardInterrupt) else 2)
    assert len(err.splitlines()) <= 1
    assert len(written) == 3
    assert list(inside.iterdir()) == []


def test_what_is_written_is_told(run_json, inside):
    told = run_json("new", "my_own")
    assert told["package"] == "my_own"
    assert {str(path.as_posix()) for path in map(Path, told["files"])} == {
        path.relative_to(inside).as_posix() for path in inside.rglob("*") if path.is_file()
    }
    assert len(told["files"]) == len(game_commands.PARTS)
    assert "class MyOwn(cgt.TakingRuleset)" in (inside / "my_own/my_own/__init__.py").read_text(encoding="utf-8")
