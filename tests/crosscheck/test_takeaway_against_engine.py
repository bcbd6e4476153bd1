"""The take-away closed forms against the engine, exhaustively up to a bound."""

from __future__ import annotations

import pytest

import cgt
from cgt.core.route import Question
from cgt.games.heaps.global_takeaway import EqualHeaps, GlobalPosition, TwoHeapsOneQuota

RULES = ["2n", "3n", "4n", "5n", "n", "n+1", "n+4", "2n-1", "2n+3", "3n-2", "[1,1,2,5,5,9]", "4"]


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("rule", RULES)
def test_one_heap_under_every_quota(rule, convention, upto):
    bound = upto(10, full=200)
    report = cgt.crosscheck(cgt.games.TakeAway(rule), bound + 1, convention)
    assert report.agrees, report
    assert (
        report.checked == bound * (bound + 1) // 2 + 2
    )  # every quota of every heap, and the openings of the heaps 0 and 1


def test_a_quota_that_falls_is_refused_by_the_closed_form():
    game = cgt.games.TakeAway([3, 1, 3, 8])
    # f = (3, 1, 3, 8, …) has least winning quota 2 at n = 4, where the greedy base says 4.
    position = game.position((4, 2))
    assert not any(form.answer(Question(position)) is not None for form in game.closed_forms())
    assert cgt.solve(position).route == "search"
    assert cgt.outcome(position) is cgt.Outcome.N


def test_two_heaps_one_quota(upto):
    game = cgt.games.GlobalTakeAway("2n")
    form, evaluator = TwoHeapsOneQuota(game), cgt.Evaluator()
    for high in range(upto(11, full=61)):
        for low in range(high + 1):
            for quota in range(1, high + 1):
                position = game.position(low, high, quota=quota)
                assert cgt.solve(position, closed_form=form).outcome is evaluator.outcome(position), position
            # A smaller quota allows the same moves up to it, so the winning moves under the largest are all of them.
            largest = GlobalPosition(game, ((low, high), high))
            assert list(cgt.solve(largest, closed_form=form).winning_moves) == evaluator.winning_moves(largest), largest


@pytest.mark.parametrize("rule", ["2n", "n+1", "3n", "2n+2"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_equal_heaps_are_lost(rule, convention, upto):
    game = cgt.games.GlobalTakeAway(rule)
    form = EqualHeaps(game)
    positions = [
        game.position(size, size, quota=quota) for size in range(2, upto(8, full=22)) for quota in range(1, size + 1)
    ]
    report = cgt.crosscheck(form, convention=convention, positions=positions)
    assert report.agrees, report
    assert report.skipped == 0


def test_equal_heaps_where_the_mirror_breaks():
    # With the quota n a player who takes all but one of a heap leaves too little quota to empty the other.
    game = cgt.games.GlobalTakeAway("n")
    assert EqualHeaps(game).answer(Question(game.position(2, 2, quota=1), cgt.Convention.MISERE)) is None
    assert EqualHeaps(game).answer(Question(game.position(2, 2, quota=1))) is not None
    assert cgt.outcome(game.position(2, 2, quota=1), "misere") is cgt.Outcome.N


def test_small_nim_values_of_fibonacci_nim(upto):
    game = cgt.games.FibonacciNim()
    evaluator = cgt.Evaluator()
    claimed = 0
    for position in cgt.games.TakeAway.sample_positions(game, upto(20, full=60)):
        value = cgt.solve(position, closed_form=game.closed_forms()[0]).nim_value
        true = evaluator.nim_value(position)
        assert value == (true if true <= 3 else None), position
        claimed += value is not None
    assert claimed > upto(100, full=800)


def test_several_heaps_of_fibonacci_nim(upto):
    report = cgt.crosscheck(cgt.games.FibonacciNim(), upto(10, full=25))
    assert report.agrees, report


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_nim(convention, upto):
    report = cgt.crosscheck(cgt.games.Nim(), upto(13, full=25), convention)
    assert report.agrees, report
