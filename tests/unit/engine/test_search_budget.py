"""A budget also bounds what a search keeps: the numbered options of the components of misère sums."""

from __future__ import annotations

import gc
from contextlib import nullcontext
from time import process_time
from weakref import WeakSet

import pytest

import cgt
from cgt.engine.budget import Budget
from cgt.engine.nodes import Nodes
from cgt.errors import BudgetError


def test_a_component_with_too_many_options_spends_the_budget():
    position = cgt.games.FibonacciNim().position(100_000, 100_001)
    evaluator = cgt.Evaluator("misere", max_positions=1_000)
    with pytest.raises(BudgetError, match="1,000"):
        evaluator.outcome(position)
    # What was learnt is still right.
    small = cgt.games.FibonacciNim().position(5, 4)
    assert evaluator.outcome(small) is cgt.Evaluator("misere").outcome(small)


def test_a_solution_does_without_the_nim_value_that_would_take_too_long():
    position = cgt.games.GlobalTakeAway("2n").position(9, 8, 7)
    generous = cgt.solve(position, max_positions=None)
    assert generous.nim_value is not None
    for limit in range(100, 5_000, 100):
        cgt.forget()
        try:
            thrifty = cgt.solve(position, max_positions=limit)
        except BudgetError:
            continue
        assert (thrifty.outcome, tuple(thrifty.winning_moves)) == (generous.outcome, tuple(generous.winning_moves))
        if thrifty.nim_value is None:
            return
    pytest.fail("no limit was enough for the outcome but not for the nim-value")


def test_components_that_are_numbered_spend_the_budget():
    """Each is kept, with all its digits, though perhaps never opened."""
    kayles = cgt.parse_ruleset("kayles")
    evaluator = cgt.Evaluator("misere", max_positions=1_000)
    with pytest.raises(BudgetError):
        evaluator.outcome(kayles.position(10**300, 33))
    assert len(evaluator._nodes.bags._atoms) <= 1_000
    # A call that could not number them all is made up for by the next ones.
    expected = cgt.Evaluator("misere").outcome(kayles.position(12, 10))
    thrifty = cgt.Evaluator("misere", max_positions=30)
    for _ in range(1_000):
        try:
            found = thrifty.outcome(kayles.position(12, 10))
            break
        except BudgetError:
            continue
    assert found is expected


@pytest.mark.parametrize("interrupted_at", [2, 5, 9])
def test_an_interruption_while_numbering_mixes_no_components_up(interrupted_at):
    class Interrupted(list):
        def append(self, item):
            if len(self) == interrupted_at:
                raise KeyboardInterrupt
            super().append(item)

    kayles = cgt.parse_ruleset("kayles")
    evaluator = cgt.Evaluator("misere")
    evaluator._nodes.bags._atoms = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        evaluator.outcome(kayles.position(12, 7))
    evaluator._nodes.bags._atoms = list(evaluator._nodes.bags._atoms)
    for pins in ((9, 8), (12, 7), (5, 5, 4)):
        position = kayles.position(*pins)
        assert evaluator.nim_value(position) == cgt.Evaluator("misere").nim_value(position)


@pytest.mark.parametrize("was_on", [True, False])
def test_cycles_are_collected_while_a_search_runs_and_after_it(was_on):
    """Among what is young; afterwards, and after an error, Python goes on as before."""
    seen = []

    class Cyclic:
        """Something that only the collector can free."""

        def __init__(self):
            self.itself = self

    alive = WeakSet()

    def options(state):
        alive.add(Cyclic())
        seen.append((gc.isenabled(), len(alive)))
        return [state - 1] if state else []

    before = gc.isenabled()
    try:
        gc.enable() if was_on else gc.disable()
        position = cgt.game(options).position(3_000)
        assert cgt.Evaluator().outcome(position) is cgt.Outcome.P
        assert gc.isenabled() is was_on
        assert not any(enabled for enabled, _ in seen[10:])
        assert max(count for _, count in seen) < 2_000 or not was_on
        with pytest.raises(BudgetError):
            cgt.Evaluator(max_positions=20).outcome(position)
        assert gc.isenabled() is was_on
    finally:
        gc.enable() if before else gc.disable()


def test_what_is_allowed_is_allowed_to_the_last():
    """So many options of components may be numbered, and no more."""
    heap = cgt.parse_ruleset("kayles").position
    for allowed, enough in ((5, True), (4, False)):
        nodes = Nodes()
        bags = nodes.bags
        bags.budget = Budget(1_000)
        bags.budget.numbered = allowed
        bag = bags.bag(nodes.atoms(heap(5) + heap(7)))
        (alone,) = bags.bag(nodes.atoms(heap(5)))
        assert len(set(cgt.parse_ruleset("kayles").heap_options(5))) == 5  # mirror images are one option
        with nullcontext() if enough else pytest.raises(BudgetError):
            assert len(bags._options_of(alone)) == 5
        assert bags.position(bag) == heap(5) + heap(7)


def test_a_game_whose_options_take_long_is_stopped_in_time():
    """The clock is looked at after a few of its positions, not after hundreds."""
    asked = []

    def options(state):
        asked.append(state)
        begin = process_time()
        while process_time() < begin + 0.05:
            pass
        return [state - 1] if state else []

    with pytest.raises(BudgetError, match=r"limit of 0\.2 s"):
        cgt.Evaluator(max_seconds=0.2).outcome(cgt.game(options).position(3_000))
    assert len(asked) <= 8


@pytest.mark.parametrize("convention", ["normal", pytest.param("misere", marks=pytest.mark.full)])
def test_the_way_back_along_a_line_of_wide_positions_is_stopped_in_time(convention):
    """All heaps are opened at once, and then no position is, while their millions of options are looked at."""
    evaluator = cgt.Evaluator(convention, max_seconds=0.2)
    began = process_time()
    with pytest.raises(BudgetError, match=r"0\.2 s"):
        evaluator.remoteness(cgt.games.Nim().position(8_000))
    assert process_time() - began < 2
