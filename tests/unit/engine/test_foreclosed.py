"""Positions in which nobody may end the game or let the opponent end it."""

from __future__ import annotations

import pytest

import cgt
from cgt.core.compounds import DiminishedDisjunctive
from cgt.engine.compound_theory import Foreclosed, diminished_disjunctive
from cgt.errors import IllegalMoveError


def test_only_moves_that_keep_the_game_going_are_left():
    heap = cgt.games.Subtraction({1, 2}).position
    # A heap of 1 or 2 can be ended at once, so nobody may move there.
    assert list(Foreclosed(heap(5)).moves()) == [1, 2]
    assert list(Foreclosed(heap(4)).moves()) == [1]
    assert list(Foreclosed(heap(3)).moves()) == []
    assert Foreclosed(heap(5)).play(2) == Foreclosed(heap(3))
    for move in (1, 2, 3, "x"):
        with pytest.raises(IllegalMoveError):
            Foreclosed(heap(3)).play(move)


@pytest.mark.full
def test_a_game_with_many_moves_is_evaluated_soon(upto):
    row = cgt.parse_ruleset("kayles").position
    assert cgt.outcome(DiminishedDisjunctive(row(upto(12, full=18)), row(13))) is cgt.Outcome.N


def test_who_can_end_a_diminished_sum_does_so():
    """Whatever the foreclosed values are; and they decide where nobody can."""
    heap = cgt.games.Subtraction({1, 2}).position
    for value in (0, 1):
        assert diminished_disjunctive([heap(3), heap(0)], lambda _, value=value: value) is cgt.Outcome.P
        assert diminished_disjunctive([heap(5), heap(2)], lambda _, value=value: value) is cgt.Outcome.N
    assert diminished_disjunctive([heap(3), heap(6)], lambda _: 1) is cgt.Outcome.P
    assert diminished_disjunctive([heap(3)], lambda _: 1) is cgt.Outcome.N
