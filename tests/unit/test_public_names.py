"""The package's front: every name of its stubs is there, and importing it is light."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import cgt
import cgt.games
from cgt.families.registry import load_ruleset

HEAVY = {"numpy", "numba", "matplotlib", "rich", "cyclopts"}


@pytest.mark.parametrize("package", [cgt, cgt.games], ids=lambda package: package.__name__)
def test_every_name_of_the_stub_is_there(package):
    stub = Path(package.__path__[0], "__init__.pyi").read_text(encoding="utf-8").splitlines()
    imports = [line.split() for line in stub if line.startswith("from ")]
    assert package.__all__ == sorted({words[3] for words in imports})
    for _from, home, _import, name, _as, same, *_registered in imports:
        assert name == same
        if home != package.__name__:
            assert getattr(package, name) is getattr(import_module(home), name)


@pytest.mark.parametrize("used", ["games.Nim()", "errors.ParseError"])
def test_a_module_of_the_front_is_there_when_nothing_else_was_used(used):
    subprocess.run([sys.executable, "-c", f"import cgt; cgt.{used}"], check=True)


def test_the_errors_are_imported_by_the_name_that_is_shown():
    program = "from cgt.errors import ParseError; import cgt; assert cgt.errors.ParseError is ParseError"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_front_can_be_held_in_the_head():
    assert len(cgt.__all__) < 50


def test_what_is_not_there_is_said():
    with pytest.raises(AttributeError, match="module 'cgt' has no attribute 'Chomp'"):
        _ = cgt.Chomp


def test_every_game_of_ours_is_offered_by_its_class():
    for name in cgt.ruleset_names():
        game = load_ruleset(name)
        kind = game if isinstance(game, type) else type(game)
        if kind.__module__.startswith("cgt."):
            assert getattr(cgt.games, kind.__name__) is kind, f"{name}: its class has no line in cgt/games/__init__.pyi"


@pytest.mark.full  # the same, of other names
@pytest.mark.parametrize("first", ["games.Wythoff()", "errors.CGTError"])
def test_a_module_of_the_front_may_be_used_first(first):
    subprocess.run([sys.executable, "-c", f"import cgt; cgt.{first}"], check=True)


@pytest.mark.parametrize(
    ("question", "unneeded"),
    [
        ("'takeaway(2n) 50:2', 'misere'", HEAVY),
        (
            "'kayles 20'",
            HEAVY | {"more_itertools", "secrets", "json", "cgt.core.atomic", "cgt.theory.option_automaton"},
        ),
    ],
)
def test_importing_and_solving_load_nothing_heavy(question, unneeded):
    program = f"import sys, cgt; cgt.solve({question});print(sorted({unneeded!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
