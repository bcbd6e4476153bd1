"""Levels of nim-values proved by automata, from the ruleset to the proof, and heaps of any size answered from them.

What one writes without automata, `naive`, tries every take of every heap to some bound, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, cast

import attrs
import numpy as np

import cgt
from benchmarks.naive import mex
from benchmarks.workload import Variant, Workload
from cgt.digits import constructions
from cgt.digits.decide import decide
from cgt.digits.formula import Predicate
from cgt.games.heaps.level_machine import shipped
from cgt.theory.levels import Level, levels

if TYPE_CHECKING:
    from cgt.digits.moves import LinearMoves

CHECKED_HEAPS = 150
"""The size to which the naive variants go."""


def prove(name: str, up_to: int) -> list[Level]:
    """The levels of a ruleset, all of them proved."""
    game = cgt.parse_ruleset(name)
    moves = attrs.evolve(_moves(cast("cgt.games.TakeAway", game)), kept=None)
    found = list(levels(moves, up_to))
    if not all(level.status == "proved" for level in found):
        raise AssertionError(found)
    return found


def _moves(game: cgt.games.TakeAway) -> LinearMoves:
    moves = game.linear_moves()
    if moves is None:
        raise AssertionError(game)
    return moves


def whinihan(times: int) -> int:
    """Decide Whinihan's theorem: in Fibonacci nim (n, q) is won just when q is at least n's least Zeckendorf part."""
    moves = _moves(cgt.games.TakeAway("2n"))
    (first,) = levels(moves, 1, limit=3_000)
    if first.automaton is None:
        raise AssertionError(first)
    won = Predicate("won", first.automaton)
    for _ in range(times):
        if not decide(moves.level(won, None), moves.system):
            raise AssertionError(moves)
    return first.automaton.states


def by_definition(slope: int) -> Callable[[int, int], int]:
    """The nim-value of a heap under a quota, each take tried in turn and remembered."""

    @cache
    def nim_value(heap: int, quota: int) -> int:
        return mex(
            {nim_value(heap - taken, min(slope * taken, heap - taken)) for taken in range(1, min(heap, quota) + 1)}
        )

    return nim_value


def seen(slope: int, level: int) -> int:
    """The number of heaps with their quotas that are worth at least `level`, as far as the naive variants go."""
    value = by_definition(slope)
    return sum(value(heap, quota) >= level for heap in range(CHECKED_HEAPS + 1) for quota in range(heap + 1))


def whinihan_seen(times: int) -> bool:
    """Whether Whinihan's theorem holds as far as the naive variants go, looked at anew each time."""
    holds = True
    for _ in range(times):
        value = by_definition(2)
        for heap in range(1, CHECKED_HEAPS + 1):
            least = heap
            while parts := [part for part in _fibonacci(least) if part < least]:
                least -= parts[-1]
            holds &= all((value(heap, quota) > 0) == (quota >= least) for quota in range(1, heap + 1))
    return holds


def _fibonacci(bound: int) -> list[int]:
    terms = [1, 2]
    while terms[-1] <= bound:
        terms.append(terms[-1] + terms[-2])
    return terms


def one_heap(digits: int) -> int | None:
    """The nim-value of the heap 10^digits under a quota of 5, by the levels that ship."""
    return shipped().value(10**digits, 5)


def one_heap_seen(digits: int) -> int:
    """The same by the definition, heap by heap."""
    value = by_definition(2)
    for heap in range(10**digits):  # upwards, so that the recursion stays shallow
        value(heap, min(heap, 5))
    return value(10**digits, 5)


@cache
def _heaps(count: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    return random.integers(1, 10**18, count), random.integers(1, 1000, count)


@cache
def _whole_numbers(count: int) -> list[tuple[int, int]]:
    heaps, quotas = _heaps(count)
    return list(zip(heaps.tolist(), quotas.tolist(), strict=True))


def bulk_seen(count: int) -> list[int]:
    """The heaps by the definition, as many as asked, but no more than the naive variants reach."""
    value = by_definition(2)
    pairs = ((n % (CHECKED_HEAPS + 1), q) for n, q in _whole_numbers(count))
    return [value(heap, min(heap, quota)) for heap, quota in pairs]


def included(level: int) -> bool:
    """Decide one level of Fibonacci nim anew from its automaton, of which the dear step is an inclusion."""
    moves = _moves(cgt.games.TakeAway("2n"))
    below, reached = (Predicate(f"G{value}", shipped().automaton(value)) for value in (level - 1, level))
    return bool(decide(moves.level(reached, below), moves.system))


def included_whole(level: int) -> bool:
    """The same by the whole subset construction, no set left out."""
    kept, constructions.MOST_BITS = constructions.MOST_BITS, 0
    try:
        return included(level)
    finally:
        constructions.MOST_BITS = kept


def _proved(quota: str, factor: int, level: int, *, mark: str, more: str = "", long: bool = True) -> Workload:
    """All levels of a quota up to one, beside the definition on small heaps."""
    return Workload(
        name=f"automata: levels proved, quota {quota}{more}",
        variants={
            "naive": Variant(level, lambda size: seen(factor, size)),
            "python": Variant(level, lambda size: prove(f"takeaway({quota})", size)),
        },
        unit="level",
        mark=mark,
        long=long,
    )


WORKLOADS = (
    Workload(
        name="automata: an inclusion by antichains, quota 2n",
        variants={"naive": Variant(5, included_whole), "python": Variant(5, included)},
        unit="level",
        mark="level 5; naive follows every set",
    ),
    _proved("2n", 2, 6, mark=f"level 6 in 5 s; naive sees heaps to {CHECKED_HEAPS} and proves nothing", long=False),
    _proved("2n", 2, 7, mark="level 7 in 60 s", more=", one more"),
    _proved("n", 1, 16, mark="level 16"),
    _proved("3n", 3, 6, mark="level 6"),
    Workload(
        name="automata: Whinihan's theorem decided",
        variants={"naive": Variant(1, whinihan_seen), "python": Variant(10, whinihan)},
        unit="decision",
        mark=f"0.2 s; naive looks at heaps to {CHECKED_HEAPS}",
    ),
    Workload(
        name="automata: the nim-value of a heap of 10^1000",
        variants={"naive": Variant(2, one_heap_seen), "python": Variant(1000, one_heap)},
        unit="digit",
        mark="5 ms; naive has the heap 10^2",
    ),
    Workload(
        name="automata: nim-values of heaps of 10^18",
        variants={
            "naive": Variant(100_000, bulk_seen),
            "python": Variant(10_000, lambda size: shipped().nim_values(_whole_numbers(size))),
            "numpy": Variant(100_000, lambda size: shipped().nim_values_of(*_heaps(size))),
        },
        mark=f"10^5 in a second; naive has heaps to {CHECKED_HEAPS}",
    ),
)
