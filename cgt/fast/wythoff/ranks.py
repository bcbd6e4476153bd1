"""The P-positions of Wythoff's game by exact integer arithmetic."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.memory import check_memory
from cgt.digits.ostrowski import wythoff_pair
from cgt.errors import NumberError
from cgt.fast.backend import choose_backend
from cgt.fast.integers import smallest_unsigned
from cgt.fast.wythoff.rule import CROSSOVER, check_width

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.fast.backend import Backend, Progress

    Integers = NDArray[Any]

RANKS = 1 << 18  # P-positions between two reports
FRACTION_BITS = 64


def p_positions(
    a: int,
    stop_rank: int,
    *,
    start_rank: int = 0,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The P-positions (A_n, B_n) of the ranks start_rank..stop_rank - 1, B_n = A_n + a n: exact for all ranks.

    A_n = floor(n α) with α = (2 - a + √(a² + 4)) / 2. The fraction of α is cut to 64 bits, which puts n α too low by
    less than n / 2^64; as n α is at least 1 / (n √(a² + 4)) above A_n (the norm of A_n - n α is a nonzero integer), the
    floor is right while n² √(a² + 4) <= 2^64. Beyond that each rank takes an integer square root.

    Args:
        a: at least 1; 1 is Wythoff's game.
        stop_rank: exclusive.
        start_rank: the first rank.
        backend: `python`, `compiled`, or `auto` for the size to decide.
        progress: called with (ranks done, ranks in all).
        memory_limit: in bytes; by default what the machine has.

    Raises:
        RulesetError: a is below 1.
        NumberError: the ranks do not run from 0 up.
        OverflowError: the last B does not fit into 64 bits.
        MemoryBudgetError: the arrays would not fit.

    >>> lower, upper = p_positions(1, 6)
    >>> lower.tolist(), upper.tolist()
    ([0, 1, 3, 4, 6, 8], [0, 2, 5, 7, 10, 13])
    """
    check_width(a)
    if not 0 <= start_rank <= stop_rank:
        raise NumberError(f"ranks run from 0 up, not from {start_rank} to {stop_rank}")
    count = stop_rank - start_rank
    kind = smallest_unsigned(wythoff_pair(max(stop_rank - 1, 0), a)[1])
    check_memory(2 * count * kind.itemsize, f"the P-positions of {count} ranks", memory_limit)
    lower, upper = np.empty(count, kind), np.empty(count, kind)
    fixed_point = stop_rank * stop_rank * (a + 2) <= 1 << FRACTION_BITS
    taken = choose_backend(backend, CROSSOVER["wythoff-p-positions"], count)
    for begin in range(0, count, RANKS):
        if progress is not None:
            progress(begin, count)
        part = slice(begin, min(begin + RANKS, count))
        if not fixed_point:
            _ranks_by_roots(lower[part], upper[part], start_rank + begin, a)
        elif taken == "python":
            _ranks(lower[part], upper[part], start_rank + begin, a)
        else:
            _ranks_compiled(lower[part], upper[part], start_rank + begin, a)
    if progress is not None:
        progress(count, count)
    return lower, upper


def _fraction(a: int) -> int:
    """The first 64 bits of α - 1 = (√(a² + 4) - a) / 2."""
    return (isqrt((a * a + 4) << 2 * FRACTION_BITS) - (a << FRACTION_BITS)) // 2


def _ranks_by_roots(lower: Integers, upper: Integers, rank: int, a: int) -> None:
    for i in range(len(lower)):
        lower[i], upper[i] = wythoff_pair(rank + i, a)


def _ranks(lower: Integers, upper: Integers, rank: int, a: int) -> None:
    """The sum of the fractions, modulo 2^64, is below one fraction exactly when it has just overflowed."""
    fraction = _fraction(a)
    ranks = np.arange(rank, rank + len(lower), dtype=np.uint64)
    overflows = ranks * np.uint64(fraction) < np.uint64(fraction)
    overflows[0] = False
    found = ranks + np.uint64(rank * fraction >> FRACTION_BITS) + np.cumsum(overflows, dtype=np.uint64)
    lower[:] = found
    upper[:] = found + np.uint64(a) * ranks


def _ranks_compiled(lower: Integers, upper: Integers, rank: int, a: int) -> None:
    from cgt.fast.wythoff.loops import fill_ranks

    fraction = _fraction(a)
    whole, remainder = divmod(rank * fraction, 1 << FRACTION_BITS)
    with np.errstate(over="ignore"):  # the plain source wraps as the compiled one does
        fill_ranks(lower, upper, rank, rank + whole, np.uint64(remainder), np.uint64(fraction), a)
