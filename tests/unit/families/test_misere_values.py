"""Misère nim-values on a ruleset: alike to those at the front, which the engine searches."""

from __future__ import annotations

from functools import cache

import pytest

import cgt
from cgt.errors import BudgetError
from cgt.families import misere_values

GAMES = [
    cgt.games.Kayles(),
    cgt.games.Subtraction({1, 3, 4}),
    cgt.games.Octal("0.137"),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("convention", ["normal", "misere", cgt.Convention.MISERE])
def test_the_ruleset_and_the_front_agree(game, convention):
    assert game.nim_values(13, convention) == cgt.nim_values(game, 13, convention)
    assert game.nim_values(0, convention) == []


@pytest.mark.parametrize("game", [cgt.games.TakeAway("2n"), cgt.games.TakeAway("n", 2)], ids=str)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_take_away_from_its_opening_positions(game, convention):
    evaluator = cgt.Evaluator(convention)
    assert cgt.nim_values(game, 13, convention) == [evaluator.nim_value(game.position(size)) for size in range(13)]


@cache
def misere_value(rows):
    """Kayles by its rules alone: knock down one pin, or two neighbours, of one of the rows."""
    reached = set()
    for at, row in enumerate(rows):
        for width in (1, 2):
            for left in range(row - width + 1):
                rest = (*rows[:at], *rows[at + 1 :], left, row - width - left)
                reached.add(misere_value(tuple(sorted(filter(None, rest)))))
    return next(value for value in range(99) if value not in reached) if reached else 1


def test_kayles_in_misere_play():
    assert cgt.games.Kayles().nim_values(11, "misere") == [misere_value((row,) if row else ()) for row in range(11)]


def test_it_stops_at_a_budget(monkeypatch):
    monkeypatch.setattr(misere_values, "MOST_POSITIONS", 50)
    with pytest.raises(BudgetError, match="more than 50 positions"):
        cgt.games.Kayles().nim_values(40, "misere")
