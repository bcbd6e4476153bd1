"""Misère nim-values, which the engine searches, beside the definition: of sums of heaps, by what a heap may become."""

from __future__ import annotations

from functools import cache

import pytest

import cgt

GAMES = [
    cgt.games.Kayles(),
    cgt.games.Subtraction({1, 3, 4}),
    cgt.games.Octal("0.137"),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_lists_say_what_the_definition_says(game):
    @cache
    def misere_value(heaps):
        reached = set()
        for at, heap in enumerate(heaps):
            for left in game.heap_options(heap):
                reached.add(misere_value(tuple(sorted(filter(None, (*heaps[:at], *heaps[at + 1 :], *left))))))
        return next(value for value in range(99) if value not in reached) if reached else 1

    assert cgt.nim_values(game, 13, "misere") == [misere_value((size,)) for size in range(13)]
    assert cgt.nim_values(game, 13, cgt.Convention.MISERE) == cgt.nim_values(game, 13, "misere")
    assert cgt.nim_values(game, 0, "misere") == []


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
    assert cgt.nim_values("kayles", 11, "misere") == [misere_value((row,) if row else ()) for row in range(11)]
