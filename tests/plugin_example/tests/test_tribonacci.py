"""A number system of a package: found by name, checked, and added and decided in like ours."""

from __future__ import annotations

import pytest

import cgt
from cgt.apps.cli import main
from cgt.digits.decide import decide
from cgt.digits.grammar import parse_sentence
from cgt.digits.linear import addition
from cgt.digits.system import number_system
from cgt.errors import ParseError

SYSTEM = number_system("Tribonacci")


def test_it_writes_numbers():
    assert SYSTEM.digits(10) == (1, 0, 1, 1)
    assert [SYSTEM.number(SYSTEM.digits(number)) for number in range(100)] == list(range(100))


def test_it_adds_and_decides():
    assert addition(SYSTEM).accepts(10**20, 10**30, 10**20 + 10**30)
    assert decide(parse_sentence("forall n: exists m: n == 2m | n == 2m + 1"), SYSTEM)
    assert decide(parse_sentence("forall n: exists m: n == 2m"), SYSTEM).counterexample == {"n": 1}


def test_levels_are_recognised_in_it(capsys):
    assert main(["recognise", "bounded-nim(1)", "--level", "1", "--base", "tribonacci", "--stop", "20000"]) == 0
    assert "proved for all positions" in capsys.readouterr().out
    assert cgt.parse_ruleset("bounded-nim(1)").linear_moves().system != SYSTEM


def test_a_name_that_is_none_lists_it():
    with pytest.raises(ParseError, match="tribonacci"):
        number_system("pentanacci")
