"""Oracles for the checks: the generic engine on the games' definitions, and tables of positions on many heaps.

The engine's results are kept apart, for the claims alone. The tables are of games on three heaps and more for which no
formula is known, and are filled faster than by searching one position; heaps are ascending, for their order does not
matter there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, combinations_with_replacement
from math import comb

from more_itertools import unique_justseen

from cgt.core.memory import MEMORY
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.digits.takeaway_base import Base, winning_sequence
from cgt.engine.evaluator import Evaluator
from cgt.engine.nodes import Nodes
from cgt.errors import MemoryBudgetError, PositionError
from cgt.games.heaps.global_takeaway import GlobalTakeAway
from cgt.games.heaps.takeaway import TakeAway

Heaps = tuple[int, ...]

POSITION_LIMIT = 5_000_000
"""The greatest number of positions of a table: some 700 MB."""

NORMAL, MISERE = Convention.NORMAL, Convention.MISERE


@contextmanager
def _engine(convention: Convention) -> Iterator[Evaluator]:
    """The engine with what it found for other claims, and for nothing else."""
    with MEMORY.borrow(("articles", None, convention), Nodes) as nodes:
        yield Evaluator(convention, nodes=nodes)


def heap(rule: str, size: int, quota: int) -> Position:
    """The position of a heap from which at most `quota` may be taken."""
    return TakeAway(rule).position((size, quota))


def heaps(rule: str, sizes: tuple[int, ...], quota: int) -> Position:
    """The position of heaps under one quota."""
    return GlobalTakeAway(rule).position(*sizes, quota=quota)


def wins(position: Position, convention: Convention = NORMAL) -> bool:
    """Whether the player to move wins, by search."""
    with _engine(convention) as engine:
        return engine.outcome(position) is Outcome.N


def winning_moves(position: Position, convention: Convention = NORMAL) -> list[Move]:
    """The winning moves of a position, by search."""
    with _engine(convention) as engine:
        return engine.winning_moves(position)


def nim_value(position: Position) -> int:
    """The nim-value of a position, by search."""
    with _engine(NORMAL) as engine:
        return engine.nim_value(position)


def least_take(rule: str, size: int) -> int | None:
    """The least number that wins in misère play when one may take any number, by search; None if none does."""
    moves = winning_moves(heap(rule, size, size), MISERE)
    return min((move for move in moves if isinstance(move, int)), default=None)


def sorted_pairs(stop: int) -> Iterator[tuple[int, int]]:
    """All (x, y) with x <= y < stop, by y: the least counterexample comes first."""
    return ((x, y) for y in range(stop) for x in range(y + 1))


def build_pairs(a: int, number: int) -> list[tuple[int, int]]:
    """The P-positions of Wythoff's game as two articles build them: x the least unused number, y = x + a·rank.

    >>> build_pairs(3, 5)
    [(0, 0), (1, 4), (2, 8), (3, 12), (5, 17)]
    """
    used: set[int] = set()
    pairs = []
    least = 0
    for rank in range(number):
        while least in used:
            least += 1
        pairs.append((least, least + a * rank))
        used.update(pairs[-1])
    return pairs


def wythoff_p_positions(heaps: int, stop: int, a: int = 1, *, misere: bool = False) -> list[Heaps]:
    """The P-positions of Wythoff's game with every heap below `stop`, sorted, each with its heaps ascending.

    A move takes any number from one heap, or k and l from two heaps with |k - l| < a. Every P-position found marks the
    larger positions that reach it, so the work is the number of P-positions times the number of moves.

    Raises:
        PositionError: there is no heap, the stop is negative, or a is below 1.
        MemoryBudgetError: more than `POSITION_LIMIT` positions.

    >>> wythoff_p_positions(2, 8), wythoff_p_positions(2, 8, misere=True)
    ([(0, 0), (1, 2), (3, 5), (4, 7)], [(0, 1), (2, 2), (3, 5), (4, 7)])
    >>> wythoff_p_positions(3, 6)
    [(0, 0, 0), (0, 1, 2), (0, 3, 5), (1, 1, 1), (1, 3, 4), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5)]
    """
    if a < 1:
        raise PositionError(f"the slack a is 1 or more, not {a}")
    results = []
    won = {(0,) * heaps} if misere else set()
    for position in _positions(heaps, stop, stop):
        if position not in won:
            results.append(position)
            won.update(_wythoff_predecessors(position, stop, a))
    return results


def least_quotas(
    heaps: int,
    stop: int,
    f: Callable[[int], int],
    *,
    misere: bool = False,
    last_stop: int | None = None,
) -> dict[Heaps, int | None]:
    """The least winning quota of heaps under ONE quota, which a take of k sets to f(k); None where every quota loses.

    All positions with heaps below `stop`, each with its heaps ascending; with `last_stop`, the last and greatest heap
    goes on to that stop. A greater quota only adds moves, so one number a position tells its outcome under every quota,
    whatever f is. The empty position has None in normal play, and 0 in misère play, where the player who has nothing
    left to take has won.

    Raises:
        PositionError: there is no heap, or the stop is negative.
        MemoryBudgetError: more than `POSITION_LIMIT` positions.

    >>> table = least_quotas(2, 6, lambda k: 2 * k, misere=True)
    >>> table[4, 4], table[1, 5], table[2, 5]
    (None, 5, 1)
    """
    least: dict[Heaps, int | None] = {}
    for position in _positions(heaps, stop, max(stop, last_stop or 0)):
        quota = 0 if misere and not any(position) else None
        for index, size in unique_justseen(enumerate(position), key=lambda entry: entry[1]):
            # Larger takes than the best so far cannot lower it.
            for amount in range(1, (size if quota is None else min(size, quota - 1)) + 1):
                wins_next = least[_replaced(position, index, size - amount)]
                if wins_next is None or f(amount) < wins_next:
                    quota = amount
                    break
        least[position] = quota
    return least


def _positions(heaps: int, stop: int, last_stop: int) -> Iterator[Heaps]:
    """All sorted positions, options before the positions that have them."""
    if heaps < 1 or stop < 0:
        raise PositionError(f"a table needs a heap or more and a stop of at least 0, not {heaps} and {stop}")
    others = comb(stop + heaps - 2, heaps - 1) if heaps > 1 else 1
    count = comb(stop + heaps - 1, heaps) + others * (last_stop - stop)
    if count > POSITION_LIMIT:
        raise MemoryBudgetError(
            f"{heaps} heaps below {stop} make {count:,} positions, more than the limit of {POSITION_LIMIT:,}"
        )
    return (
        (*smaller, last)
        for smaller in combinations_with_replacement(range(stop), heaps - 1)
        for last in range(smaller[-1] if smaller else 0, last_stop)
    )


def _replaced(position: Heaps, index: int, size: int) -> Heaps:
    return tuple(sorted((*position[:index], size, *position[index + 1 :])))


def _wythoff_predecessors(position: Heaps, stop: int, a: int) -> Iterator[Heaps]:
    for index, size in enumerate(position):
        for larger in range(size + 1, stop):
            yield _replaced(position, index, larger)
    for first, second in combinations(range(len(position)), 2):
        rest = (*position[:first], *position[first + 1 : second], *position[second + 1 :])
        for k in range(1, stop - position[first]):
            for ell in range(max(1, k - a + 1), min(k + a, stop - position[second])):
                yield tuple(sorted((*rest, position[first] + k, position[second] + ell)))


def true_takes(rule_factor: int, stop: int) -> list[int]:
    """The takes for 2, 3, …, stop-1 matches under the rule kn in misère play, by the base."""
    return winning_sequence(Base(lambda take: rule_factor * take), stop - 1)
