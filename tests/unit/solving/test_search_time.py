"""A game whose moves are dear to list is given up in time, and the message says what allows more."""

import tracemalloc
from itertools import count
from types import SimpleNamespace

import pytest

import cgt
from cgt.apps.cli import main
from cgt.engine.budget import Budget
from cgt.errors import BudgetError
from cgt.solving.routes.nim_values import _Pace
from cgt.solving.subjects import parse_position


def test_a_slow_game_ends_by_the_clock(monkeypatch):
    clock = count(step=0.01)
    monkeypatch.setattr("cgt.engine.budget.time", SimpleNamespace(process_time=clock.__next__))

    def options(state):
        next(clock)  # a move generator that is dear
        return [(state * 7 + step) % (1 << 40) + (1 << 40) for step in range(3)] if state else []

    game = cgt.game(options)
    with pytest.raises(BudgetError, match="of 1 s, as much as 5,000 positions may take: a higher max_positions"):
        cgt.solve(game.position(1), max_positions=5_000)


def test_a_limit_in_seconds_is_raised_by_the_positions_that_it_follows_from(monkeypatch):
    clock = count(step=1.0)
    monkeypatch.setattr("cgt.engine.budget.time", SimpleNamespace(process_time=clock.__next__))
    game = cgt.game(lambda state: [(state * 7 + step) % (1 << 40) + (1 << 40) for step in range(3)])
    with pytest.raises(BudgetError, match=r"limit of 30 s: a higher max_positions allows more$"):
        cgt.remoteness(game.position(1))


def test_many_positions_stand_for_their_time_and_memory(monkeypatch):
    monkeypatch.setattr("cgt.solving.routes.by_search.MANY", 500)
    position = cgt.game(lambda state: range(max(state - 3, 0), state)).position(900)
    with pytest.raises(BudgetError, match="limit of 499 positions"):
        cgt.solve(position, max_positions=499)
    assert cgt.solve(position, max_positions=500).nim_value == 900 % 4


def test_a_search_that_fills_the_memory_ends(monkeypatch):
    monkeypatch.setattr("cgt.solving.routes.by_search.LEAST_BYTES", 2_000_000)
    monkeypatch.setattr("cgt.solving.routes.by_search.BYTES_A_POSITION", 1)
    monkeypatch.setattr("cgt.engine.budget.resident_memory", iter(range(0, 10**9, 10**6)).__next__)
    heaps = cgt.parse_ruleset("kayles").position(*range(1, 30))
    with pytest.raises(BudgetError, match="2 MB, as much as 150,000 positions may take: a higher max_positions"):
        cgt.solve(heaps, "misere", route="search")


def test_many_heaps_beyond_the_quotient_count_as_several_sums(monkeypatch):
    heaps = cgt.parse_ruleset("0.07").position(*[25, 26, 27] * 15)
    monkeypatch.setattr("cgt.solving.routes.misere_play.HEAPS_A_SUM", 1)
    with pytest.raises(BudgetError, match="beyond the quotient was stopped at 0 sums"):
        cgt.solve(heaps, "misere", route="quotient search", max_positions=40)


def test_a_component_that_takes_too_long_is_not_searched_again_in_the_sum(monkeypatch):
    """And the limit that is named is one that can be raised, here and at the command line."""
    spent = []

    def look(self):
        spent.append(self)
        raise self.error("30 s", "max_seconds")

    monkeypatch.setattr(Budget, "check_clock", look)
    position = parse_position("chomp 30,29,28,27 + kayles 7")
    with pytest.raises(BudgetError, match=r"30 s, .*: a higher max_positions allows more") as told:
        cgt.solve(position)
    assert told.value.limit == "max_positions"
    assert len(spent) == 1
    assert main(["solve", "chomp 30,29,28,27 + kayles 7"]) == 3


def test_a_component_beyond_any_table_is_refused_at_once(monkeypatch):
    """It would take a search longer than the table."""
    monkeypatch.setattr(Budget, "check_clock", lambda _self: pytest.fail("it was searched"))
    with pytest.raises(BudgetError, match=r"a table of 6000000006 nim-values .* a higher max_positions allows more"):
        cgt.solve(parse_position("wythoff 1000000000,5 + kayles 7"))


def told_at(monkeypatch, *times, entries=100):
    """A table's progress that is told at these times, one entry more each time."""
    clock = iter(times)
    monkeypatch.setattr("cgt.solving.routes.nim_values.process_time", lambda: next(clock))
    pace = _Pace(1_000)
    for done in range(len(times)):
        pace(done, entries)


def test_the_pace_of_a_table_is_looked_at_every_half_second(monkeypatch):
    told_at(monkeypatch, 0, 0.25, 0.75)  # an entry in half a second, but it is not yet looked at
    told_at(monkeypatch, 0, 0.25, 0.7)
    with pytest.raises(BudgetError, match="a table of 100 nim-values is beyond the limit"):
        told_at(monkeypatch, 0, 0.25, 0.8)


def test_a_table_that_is_done_is_not_given_up(monkeypatch):
    told_at(monkeypatch, 0, 11, entries=1)
    with pytest.raises(BudgetError, match="a table of 2 nim-values is beyond the limit"):
        told_at(monkeypatch, 0, 11, entries=2)


def test_a_blocked_game_of_many_heaps_does_not_fill_the_memory():
    """`cgt solve "blocked(kayles,2)"` of 400 heaps took 2.7 GB: each position on the way kept its options."""
    position = cgt.parse_position("blocked(kayles,2) " + ",".join(["7"] * 100))
    tracemalloc.start()
    try:
        with pytest.raises(BudgetError, match="1,000 positions"):
            cgt.solve(position, max_positions=1_000)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 5e6
