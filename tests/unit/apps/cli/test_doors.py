"""What the first answers of the command line load."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature

import pytest

import cgt
from cgt.apps.cli import main

PROGRAM = """
import sys
from cgt.apps.cli import main
code = main(sys.argv[1:])
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded_by(*arguments):
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, *modules = done.stderr.split()
    assert code == "0"
    return modules


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--help"],
        pytest.param(["--help"], marks=pytest.mark.full),
        pytest.param(["--install-completion", "--shell", "bash"], marks=pytest.mark.full),
    ],
)
def test_help_and_completion_load_the_command_line_alone(arguments, tmp_path):
    """A command loads what it works with when it runs, and not before."""
    output = ["-o", str(tmp_path / "completion")] if "--shell" in arguments else []
    modules = loaded_by(*arguments, *output)
    parts = {".".join(name.split(".")[:2]) for name in modules if name.startswith("cgt.")}
    assert parts <= {"cgt.apps", "cgt.core", "cgt.errors"}
    assert not {"cgt.apps.show", "cgt.core.game", "more_itertools"} & set(modules)


def test_a_question_loads_its_route_alone():
    """A closed form needs no engine, no theory and no loops, and what is printed into a pipe no colours."""
    modules = loaded_by("solve", "nim", "3,5,7")
    rooms = {".".join(name.split(".")[:2]) for name in modules if name.startswith("cgt.")}
    assert not rooms & {"cgt.engine", "cgt.theory", "cgt.digits"}
    assert not {"cgt.apps.show", "numpy", "numba", "rich", "cyclopts", "more_itertools"} & set(modules)


POSITIONS = [
    ["nim", "3,5,7"],
    ["kayles 7 + nim 3"],
    ["cram", "2x3"],
    ["--misere", "nim 1,1"],
    ["nim", "--json", "3", "--misere"],
]


@pytest.mark.parametrize("texts", POSITIONS)
def test_a_position_alone_is_solved_as_the_application_solves_it(texts, capsys):
    """Two dashes change nothing, and lead through the application."""
    through = sorted(texts, key=lambda text: not text.startswith("-"))
    through.insert(sum(text.startswith("-") for text in texts), "--")
    assert main(["solve", *texts]) == main(["solve", *through]) == 0
    out = capsys.readouterr().out
    assert out
    assert out == 2 * out[: len(out) // 2]


@pytest.mark.parametrize(
    "texts", [["nym", "3"], ["nim", "3,x"], ["nim"], [""], ["", ""], ["nim", "3", "4"], ["nim 3", ""], ["--json"], []]
)
def test_what_is_wrong_with_a_position_alone_is_reported_as_by_the_application(texts, capsys):
    found = main(["solve", *texts]), capsys.readouterr()
    assert found == (main(["solve", *texts, "--"]), capsys.readouterr())
    assert found[0] == 2


def test_a_small_board_is_searched_without_arrays():
    modules = loaded_by("solve", "cram", "4x5")
    assert not {"numpy", "numba", "cgt.solving.word_loop"} & set(modules)


def test_the_usual_limits_are_those_of_the_library():
    """Two commands name them, for their help, without what they work with."""
    from cgt.apps.cli import automaton_commands, misere_commands
    from cgt.digits.work import DEFAULT_STATES

    assert automaton_commands.decide.__kwdefaults__["max_states"] == DEFAULT_STATES
    usual = signature(cgt.misere_quotient).parameters["max_seconds"].default
    assert misere_commands.quotient.__kwdefaults__["max_seconds"] == usual
