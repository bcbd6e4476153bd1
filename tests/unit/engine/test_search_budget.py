"""A budget also bounds what a search keeps: the numbered options of the components of misère sums."""

from __future__ import annotations

import pytest

import cgt
from cgt.errors import BudgetError


def test_a_component_with_too_many_options_spends_the_budget():
    position = cgt.FibonacciNim().position(100_000, 100_001)
    evaluator = cgt.Evaluator("misere", max_positions=1_000)
    with pytest.raises(BudgetError, match="1,000"):
        evaluator.outcome(position)
    # What was learnt is still right.
    small = cgt.FibonacciNim().position(5, 4)
    assert evaluator.outcome(small) is cgt.Evaluator("misere").outcome(small)


def test_a_solution_does_without_the_nim_value_that_would_take_too_long():
    position = cgt.GlobalTakeAway("2n").position(9, 8, 7)
    generous = cgt.solve(position, max_positions=None)
    assert generous.nim_value is not None
    for limit in range(100, 5_000, 100):
        try:
            thrifty = cgt.solve(position, max_positions=limit)
        except BudgetError:
            continue
        assert (thrifty.outcome, tuple(thrifty.winning_moves)) == (generous.outcome, tuple(generous.winning_moves))
        if thrifty.nim_value is None:
            return
    pytest.fail("no limit was enough for the outcome but not for the nim-value")
