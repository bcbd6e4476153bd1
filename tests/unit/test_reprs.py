"""What Python shows of an object says what it is; it never pours out its arrays."""

from __future__ import annotations

import ast

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.families.registry import example_ruleset, ruleset_names
from cgt.store.pair_table import PairTable

pytest.importorskip("numpy")


@pytest.mark.full("discovery", "quota table", "quotient")
@pytest.mark.parametrize(
    "made",
    [
        lambda: cgt.games.TakeAway("2n").table().arrays(2_000),
        lambda: PairTable.wythoff(60, 60),
        lambda: cgt.discover("kayles"),
        lambda: cgt.parse_ruleset("kayles").period(),
        lambda: cgt.parse_ruleset("kayles").period().certificate,
        lambda: cgt.misere_quotient("kayles"),
        lambda: cgt.game(lambda n: [n - 1] if n else []),
    ],
    ids=["quota table", "pair table", "discovery", "period", "certificate", "quotient", "function"],
)
def test_a_representation_is_short(made):
    text = repr(made())
    assert len(text) < 300
    assert "array(" not in text
    assert " at 0x" not in text


def test_a_code_is_shown_as_it_is_read():
    code = HeapCode.parse("0.137")
    assert repr(code) == "HeapCode.parse('0.137')"


@pytest.mark.parametrize("name", ruleset_names())
def test_a_game_is_made_again_from_what_is_shown(name):
    """Of games made of games it showed names that are no Python, as in BlockingGame(game=kayles, count=2)."""
    game = example_ruleset(name)
    names = {one: getattr(cgt.games, one) for one in cgt.games.__all__}
    assert eval(repr(game), names) == game  # noqa: S307 - the repr is our own


@pytest.mark.parametrize("text", ["FibonacciNim()", "FibonacciNim('unlimited')", "FibonacciNim(7)"])
def test_a_game_is_shown_as_it_is_made(text):
    name, argument = text.removesuffix(")").split("(")
    game = getattr(cgt.games, name)(*([ast.literal_eval(argument)] if argument else []))
    assert repr(game) == text


def test_a_derived_game_is_shown_by_its_own_name():
    derived = type("Derived", (cgt.games.FibonacciNim,), {})
    assert repr(derived(7)) == "Derived(7)"
