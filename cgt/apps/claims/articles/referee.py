"""What the checks ask the library: the generic engine, by the definition of each game, one memo for all claims."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cgt.core.outcome import Convention, Outcome
from cgt.engine.evaluator import Evaluator
from cgt.games.heaps.bounded_nim import BoundedNim
from cgt.games.heaps.global_takeaway import GlobalTakeAway
from cgt.games.heaps.takeaway import TakeAway
from cgt.games.heaps.wythoff import Wythoff

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.position import Position

NORMAL, MISERE = Convention.NORMAL, Convention.MISERE


@cache
def engine(convention: Convention) -> Evaluator:
    """The evaluator for all claims under one convention."""
    return Evaluator(convention)


@cache
def take_away(rule: str) -> TakeAway:
    """One heap, the quota after a take of n given by `rule`."""
    return TakeAway(rule)


@cache
def global_take_away(rule: str) -> GlobalTakeAway:
    """Several heaps under one quota."""
    return GlobalTakeAway(rule)


@cache
def wythoff(a: int = 1, heaps: int = 2) -> Wythoff:
    """Wythoff's game in which the two amounts differ by less than a."""
    return Wythoff(a, heaps)


@cache
def bounded_nim(m: int) -> BoundedNim:
    """Rows from which one may take up to m."""
    return BoundedNim(m)


def heap(rule: str, size: int, quota: int) -> Position:
    """A heap from which one may take up to `quota`."""
    return take_away(rule).position((size, quota))


def heaps(rule: str, sizes: tuple[int, ...], quota: int) -> Position:
    """Heaps under one quota."""
    return global_take_away(rule).position(*sizes, quota=quota)


def wins(position: Position, convention: Convention = NORMAL) -> bool:
    """Whether the player to move wins, by search."""
    return engine(convention).outcome(position) is Outcome.N


def least_take(rule: str, size: int) -> int | None:
    """The least number that wins in misère play when one may take any number, by search; None if none does."""
    moves = engine(MISERE).winning_moves(heap(rule, size, size))
    return min((move for move in moves if isinstance(move, int)), default=None)


def sorted_pairs(stop: int) -> Iterator[tuple[int, int]]:
    """All (x, y) with x <= y < stop, by growing y: the least counterexample comes first."""
    return ((x, y) for y in range(stop) for x in range(y + 1))
