"""Positions of one's own that change, that are never equal, or whose moves have no end."""

from __future__ import annotations

from itertools import count, repeat

import attrs
import pytest

import cgt
from cgt.errors import BudgetError, PositionError

ASKED = [
    cgt.nim_value,
    cgt.outcome,
    cgt.remoteness,
    cgt.winning_moves,
    cgt.solve,
    lambda each: cgt.outcome(each, "misere"),
]


class Unequal:
    """A heap from which one to three are taken, without `__eq__`."""

    def __init__(self, size):
        self.size = size

    def moves(self):
        return range(1, min(self.size, 3) + 1)

    def play(self, take):
        return type(self)(self.size - take)


class Changed(Unequal):
    def __eq__(self, other):
        return self.size == other.size

    def __hash__(self):
        return hash(self.size)

    def play(self, take):
        self.size -= take
        return self


class Lost(Unequal):
    """Neither: what is played is the position itself, and equal to nothing else."""

    def play(self, take):
        self.size -= take
        return self


@attrs.frozen
class Endless:
    size: int

    def moves(self):
        return repeat(1) if self.size else ()

    def play(self, take):
        return Endless(self.size - take)


@pytest.mark.parametrize("ask", [*ASKED, cgt.genus])
@pytest.mark.parametrize(
    ("kind", "message"),
    [(Unequal, "need __eq__ and __hash__"), (Changed, r"changed the position|had another hash"), (Lost, "need __eq__")],
)
def test_a_position_that_changes_or_equals_none_is_refused(kind, message, ask):
    for size in (0, 30):  # what has no move shows nothing, and hides nothing
        if size:
            with pytest.raises(PositionError, match=message):
                ask(kind(size))
        else:
            ask(kind(size))


@pytest.mark.parametrize("ask", [*ASKED, cgt.genus, lambda each: cgt.LoopyEvaluator().outcome(each)])
def test_moves_without_end_are_refused(ask, monkeypatch):
    monkeypatch.setattr("cgt.core.game.MOST_MOVES", 10_000)
    with pytest.raises(BudgetError, match="more than 10,000 moves here"):
        ask(Endless(30))


@pytest.mark.parametrize(
    "rule",
    [
        cgt.TakingRule(lambda n: repeat(1) if n else []),
        cgt.TakingRule(lambda _n: count(1)),
        cgt.HeapRule(lambda n: repeat((n - 1,)) if n else []),
    ],
    ids=["takes", "more and more", "heaps"],
)
def test_options_without_end_are_refused(rule):
    for ask in (
        lambda: cgt.nim_values(rule, 9),
        lambda: cgt.solve(rule.position(5)),
        lambda: cgt.outcome(rule.position(5), "misere"),
        lambda: list(rule.position(5).moves()),
    ):
        with pytest.raises(
            (BudgetError, cgt.errors.RulesetError),
            match=r"more than 100,000 moves|nothing is taken|a whole number from 1",
        ):
            ask()


@attrs.frozen
class Counters:
    """A heap with fields of names that mean methods elsewhere."""

    components: tuple[int, ...]
    canonical: bool = True

    def moves(self):
        return range(len(self.components))

    def play(self, place):
        return Counters(self.components[:place])


class Listed(Counters):
    @property
    def moves(self):
        return range(3)


def test_what_is_a_field_is_no_method():
    assert cgt.nim_value(Counters((5, 5, 5))) == 3
    assert cgt.remoteness(Counters((5, 5, 5))) == 1
    assert cgt.nim_value(cgt.Sum(Counters((5,)), Counters((5, 5)))) == 3
    with pytest.raises(PositionError, match=r"is not a position: it needs moves\(\) and play\(move\)"):
        cgt.solve(Listed(()))
