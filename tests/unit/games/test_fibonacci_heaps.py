"""Fibonacci nim of several heaps, each with its quota: against the definition, and where a table is not needed."""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.core.route import Facts, Question
from cgt.fast.jit import compiled_works
from cgt.games.heaps.fibonacci_nim import small_nim_value

GAME = cgt.games.FibonacciNim()


@cache
def value(size, quota):
    """By the definition."""
    options = {value(size - take, min(size - take, 2 * take)) for take in range(1, min(size, quota) + 1)}
    return next(number for number in range(size + 2) if number not in options)


@pytest.mark.parametrize("count", [2, 3])
def test_the_winning_moves_of_several_heaps(count):
    (form,) = (form for form in GAME.closed_forms() if form.name == "small nim-values")
    piles = [(size, quota) for size in range(1, 8) for quota in range(1, size + 1) if value(size, quota) <= 3]
    for chosen in list(combinations_with_replacement(piles, count))[:: 1 if count == 2 else 17]:
        position = GAME.parse(" + ".join(f"{size}:{quota}" for size, quota in chosen))
        assert small_nim_value(*chosen[0]) == value(*chosen[0])
        total = reduce(xor, (value(*pile) for pile in chosen))
        wanted = {
            (index, take)
            for index, (size, quota) in enumerate(chosen)
            for take in range(1, quota + 1)
            if value(size - take, min(size - take, 2 * take)) ^ value(size, quota) == total
        }
        found = cgt.solve(position, Convention.NORMAL, closed_form=form).winning_moves
        assert {(move.component, move.move) for move in found} == wanted
        assert cgt.solve(position, Convention.NORMAL, closed_form=form).nim_value == total


def test_who_wins_above_the_levels_is_told_without_a_table():
    (route,) = (route for route in GAME.routes() if route.name == "proved levels")
    position = GAME.parse("100000:50000 + 5:2")
    answer = route.answer(Question(position, Convention.NORMAL, Facts.OUTCOME))
    assert (answer.outcome, answer.winning_moves) == (cgt.Outcome.N, None)
    assert route.answer(Question(position, Convention.MISERE, Facts.OUTCOME)) is None
    assert route.answer(Question(GAME.parse("5:2 + 5:2"), Convention.NORMAL, Facts.OUTCOME)) is None
    if compiled_works():
        solution = cgt.solve(position)
        assert [other.route for other in solution.completed_by] == ["table"]
        assert solution.winning_moves
        assert all(cgt.outcome(position.play(move)) is cgt.Outcome.P for move in solution.winning_moves)
