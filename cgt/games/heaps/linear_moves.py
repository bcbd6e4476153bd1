"""The linear moves of Wythoff's and of take-away games, and tables from which their levels are guessed.

Of any nim-value each row and each column of Wythoff's game has one pair, and no two of them are joined by a move. So
the pairs of a value follow one by one, as those of value 0 do: each number that has no partner yet gets the least one
with which it leads to no pair of that value, and is not worth less.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING

import attrs

from cgt.core.arrays import np
from cgt.core.memory import MEMORY
from cgt.core.memory_limit import check_memory
from cgt.core.outcome import Convention
from cgt.digits.automaton import Automaton
from cgt.digits.decide import decide
from cgt.digits.formula import And, Predicate, exists, forall, formula, iff, implies, variables
from cgt.digits.moves import LinearMoves, takeaway_moves, wythoff_moves
from cgt.digits.recognise import DenseTable, PartnerTable, ThresholdTable
from cgt.digits.rules import parse_rules
from cgt.digits.system import kary
from cgt.digits.work import Work
from cgt.errors import BudgetError, NoAdditionError, TableError
from cgt.games.heaps.level_machine import FILE
from cgt.games.heaps.quota import LinearQuota, Quota
from cgt.theory.levels import LevelCertificate

if TYPE_CHECKING:
    from cgt.store.quota_table import QuotaTable

SIZES = (100, 400, 3_000, 30_000)
CACHED = SIZES[-1]


def pair_moves(a: int) -> LinearMoves:
    """The linear moves of Wythoff's game on two heaps, with tables of their levels."""
    sentences = pair_sentences if a == 1 else None
    kept = partial(shipped_levels, "wythoff-levels.json") if a == 1 else None
    table, won = partial(level_table, a), partial(won_table, a)
    return attrs.evolve(wythoff_moves(a), table=table, sizes=SIZES, sentences=sentences, won_table=won, kept=kept)


@cache
def shipped_levels(file: str) -> tuple[Automaton, ...]:
    """The automata of a certificate that ships with the package.

    >>> [automaton.states for automaton in shipped_levels("wythoff-levels.json")]
    [13, 885]
    """
    text = (files("cgt.games.heaps") / "data" / file).read_text(encoding="utf-8")
    return LevelCertificate.from_json(text).automata


def pair_sentences(reached: Predicate, below: Predicate | None) -> And:
    """The sentences that the pairs V are those of Wythoff's game worth v, given the pairs worth less.

    1. V is symmetric. 2. and 3. Each number has just one partner. 4. Two pairs of V have different differences. 5. Each
    difference is that of a pair. 6. If the partner of x is beyond y, that of y beyond x, and the pair with the same
    difference beyond (x, y), then (x, y) is worth less than v.

    By 2 and 4 no move joins two pairs of V. By 6, with 3 and 5, a pair that is neither in V nor worth less has a move
    to V. There is only one such set, by induction on x + y, and the pairs worth v are one.
    """
    x, y, s, t, p, r = variables("x y s t p r")
    everything = Automaton.everything(reached.automaton.system, 2) if below is None else below.automaton
    worth = Predicate("V", everything - reached.automaton)
    meant = ~reached(x, y) if below is None else below(x, y) & ~reached(x, y)
    less = formula(value=False) if below is None else ~below(x, y)
    beyond = (x <= y) & worth(x, p) & (y < p) & worth(y, r) & (x < r) & worth(s, t) & (t + x == y + s) & (x < s)
    return And(
        (
            forall("x y", iff(worth(x, y), meant)),
            forall("x y", implies(worth(x, y), worth(y, x))),
            forall("x y s", implies(worth(x, y) & worth(x, s), y == s)),
            forall("x", exists("y", worth(x, y))),
            forall("x y s t", implies(worth(x, y) & worth(s, t) & (x < s), ~(y + s == t + x))),
            forall("r", exists("s t", worth(s, t) & (t == s + r))),
            forall("x y p r s t", implies(beyond, less)),
            forall("x y", implies(reached(x, y), formula(value=True) if below is None else below(x, y))),
        )
    )


@MEMORY.cache("pairs worth at least a value", 8)
def level_table(a: int, value: int, limit: int) -> PartnerTable:
    """The pairs below `limit` worth at least `value`, given by the partners that make pairs worth less."""
    rows = [partners(a, lesser, max(limit, CACHED))[:limit] for lesser in range(value)]
    return PartnerTable(np.array(rows).reshape(value, limit))


def won_table(a: int, limit: int, convention: Convention) -> PartnerTable:
    """The pairs below `limit` that are won: all but one partner in each row.

    >>> won_table(1, 6, Convention.MISERE).partners.tolist()
    [[1, 0, 2, 5, 7, 3]]
    """
    won_at_once = [[0] + [-1] * (limit - 1)] if convention is Convention.MISERE else []  # there (0, 0) is won
    return PartnerTable(np.array(_next(a, won_at_once, limit)).reshape(1, limit))


@MEMORY.cache("pairs of a value")
def partners(a: int, value: int, limit: int = CACHED) -> list[int]:
    """The y for which the pair (x, y) is worth `value`, for each x below `limit`.

    >>> partners(1, 0)[:8], partners(1, 1)[:8]
    ([0, 2, 1, 5, 7, 3, 10, 4], [1, 0, 2, 6, 8, 7, 3, 5])
    """
    return _next(a, [partners(a, lesser, limit) for lesser in range(value)], limit)


def _next(a: int, lesser: list[list[int]], limit: int) -> list[int]:
    """The partner of each number below `limit` for the next nim-value, given those for all lesser ones."""
    check_memory(250 * limit, f"the pairs of {limit:,} numbers")
    results: dict[int, int] = {}
    at: dict[int, int] = {}  # the x of the one pair whose difference y - x is the key

    def joined(x: int, y: int) -> bool:
        """Whether a move in both heaps leads to a pair found."""
        near = range(y - x - a + 1, y - x + a)
        return any(other in at and at[other] < x and at[other] + other < y for other in near)

    nearest = 0  # once a pair stands in the way of a difference, it does so for all greater x
    for x in range(limit):
        while joined(x, x + nearest):
            nearest += 1
        if x not in results:
            y = x + nearest
            while y in results or any(y == other[x] for other in lesser) or joined(x, y):
                y += 1
            results[x], results[y], at[y - x], at[x - y] = y, x, x, y
    return [results[x] for x in range(limit)]


ONE_HEAP = (3_000, 20_000, 100_000, 400_000, 1_500_000)
TWO_HEAPS = (150, 400)
NEVER = 1 << 60
"""Stands for a quota that no number reaches."""

QUOTA_STATES = 2_000
"""The most states on the way when a condition is compared with that of a take-away game, which takes dozens."""


def own_moves(quota: Quota, quota_table: Callable[[int], QuotaTable]) -> LinearMoves | None:
    """The linear moves of one take-away heap, for a quota kn+q; None for another quota."""
    if not isinstance(quota, LinearQuota):
        return None
    once = lru_cache(maxsize=1)(quota_table)  # the levels are guessed from one table
    moves = takeaway_moves(quota.k, quota.q)
    kept = partial(shipped_levels, FILE) if (quota.k, quota.q) == (2, 0) else None
    return attrs.evolve(
        moves, table=lambda value, limit: threshold_table(once(limit), value), sizes=ONE_HEAP, kept=kept
    )


def stated_moves(rule: str, table: Callable[[int, int], DenseTable], sizes: tuple[int, ...]) -> LinearMoves | None:
    """The linear moves of one heap that a sentence states, with the game's table; None where it needs no one system."""
    rules = parse_rules(rule)
    if rules.system is None:
        return None
    (size,) = variables("n")
    return LinearMoves(rules.names, rules.system, rules.options, size, table=table, sizes=sizes)


def quota_of(moves: LinearMoves) -> LinearQuota | None:
    """The quota kt + q of the take-away game on one heap, or two, that moves are; None where this is not seen soon.

    From one of the heaps t is taken, up to the last number, which becomes kt + q. Left out are all k below 2, and 2t on
    one heap: their number systems are looked in for any moves.

    >>> print(quota_of(takeaway_moves(3, 1)), quota_of(takeaway_moves(2)), quota_of(takeaway_moves(2, heaps=2)))
    3n+1 None 2n
    """
    *heaps, most = variables(" ".join(moves.names))
    if len(heaps) not in {1, 2} or [len(option.chosen) for option in moves.options] != [1] * len(heaps):
        return None
    quota = moves.options[0].result[-1]
    k, q = quota.coefficients.get(moves.options[0].chosen[0], 0), quota.constant
    if k < 2 or k + q < 1 or (len(heaps), k, q) == (1, 2, 0):
        return None
    sentences, places = [], set()
    for option in moves.options:
        (taken,) = variables(option.chosen[0])
        for place, heap in enumerate(heaps):
            after = (*heaps[:place], heap - taken, *heaps[place + 1 :], k * taken + q)
            differences = [one - other for one, other in zip(option.result, after, strict=True)]
            if not any(each.coefficients or each.constant for each in differences):
                is_taken = (taken >= 1) & (taken <= most) & (taken <= heap)
                sentences.append(forall((*moves.names, *option.chosen), iff(option.allowed, is_taken)))
                places.add(place)
    if len(places) < len(heaps):
        return None
    with suppress(BudgetError, NoAdditionError):
        if all(decide(sentence, kary(2), work=Work(QUOTA_STATES)) for sentence in sentences):
            return LinearQuota(k, q)
    return None


def shared_moves(quota: Quota) -> LinearMoves | None:
    """The linear moves of two heaps under one quota; None for another quota than kn+q."""
    if not isinstance(quota, LinearQuota):
        return None
    return attrs.evolve(
        takeaway_moves(quota.k, quota.q, heaps=2),
        table=lambda value, limit: winning_table(quota, value, limit),
        sizes=TWO_HEAPS,
        won_table=lambda limit, convention: winning_table(quota, 1, limit, convention),
    )


def threshold_table(table: QuotaTable, value: int) -> ThresholdTable:
    """The least quota for which each heap of a table is worth at least `value`.

    >>> import cgt
    >>> threshold_table(cgt.games.TakeAway("2n").table().arrays(12), 3).least[-1]
    np.int64(3)
    """
    rows = table.rows
    least = np.full(rows.limit + 1, NEVER, np.int64)
    steps = np.append(np.where(rows.value >= value, rows.threshold.astype(np.int64), NEVER), NEVER)
    filled = np.flatnonzero(np.diff(rows.first.astype(np.int64)))
    if len(filled):
        least[filled] = np.minimum.reduceat(steps, rows.first[filled].astype(np.int64))
    return ThresholdTable(least)


@MEMORY.cache("least quotas of two heaps", 4)
def winning_table(
    quota: LinearQuota, value: int, limit: int, convention: Convention = Convention.NORMAL
) -> ThresholdTable:
    """The least winning quota of every two heaps up to the limit, by the definition, with every take tried.

    Raises:
        TableError: more than the outcome is asked for.

    >>> winning_table(LinearQuota(2), 1, 5).least.tolist()[2]
    [2, 1, 1152921504606846976, 1, 1, 2]
    """
    if value != 1:
        raise TableError("under one quota only the outcome is tabulated, not the nim-values")
    least = np.full((limit + 1, limit + 1), NEVER, np.int64)
    rows = least.tolist()
    rows[0][0] = 0 if convention is Convention.MISERE else NEVER
    for high in range(1, limit + 1):
        for low in range(high + 1):
            for taken in range(1, high + 1):
                left = rows[high - taken][low]
                other = rows[high][low - taken] if taken <= low else 0  # 0 is no lost position either
                if max(left, other) > quota(taken):
                    rows[high][low] = rows[low][high] = taken
                    break
    return ThresholdTable(np.array(rows))
