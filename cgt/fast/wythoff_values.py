"""Wythoff's game and its generalisation: tables of nim-values, and the P-positions by exact integer arithmetic.

A move takes any number from one heap, or k >= 1 and l >= 1 from both with |k - l| < a; a = 1 is Wythoff's game.

The nim-value of (i, j) is the first zero of the OR of three bitsets: the values left of it in its row, above it in its
column, and those that a move in both heaps reaches. The last set of (i, j) is that of (i - 1, j - 1) and 2a - 1 values
more: those at (i - 1, j - l) and (i - k, j - 1), k and l up to a. The table is symmetric, so half of it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any

from cgt.core.arrays import np
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import check_whole, format_value
from cgt.core.progress import Progress, notify
from cgt.digits.fibonacci import wythoff_pair
from cgt.errors import NumberError, RulesetError
from cgt.fast.backend import Backend, Stopped, choose_backend, stopped_as
from cgt.fast.row import smallest_unsigned
from cgt.fast.wythoff_loops import fill_blocks, fill_ranks, values_of_diagonal, words_a_line, words_of
from cgt.fast.wythoff_rows import first_values, value_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

STRIP = 256  # columns that are mirrored together
RANKS = 1 << 18  # P-positions between two reports
FRACTION_BITS = 64


def check_width(a: int) -> None:
    """Check that the parameter `a` of generalised Wythoff's game is at least 1; raises `RulesetError`."""
    if a < 1:
        raise RulesetError(f"the generalised Wythoff game has a whole number a of at least 1, not {format_value(a)}")


def nim_values(
    rows: int,
    cols: int,
    a: int = 1,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
    known: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """The nim-values of the positions (i, j), i < rows and j < cols.

    About a × rows × cols steps, each in a bitset of rows + cols bits of which one or two words are looked at.

    Args:
        rows: positive.
        cols: positive.
        a: how far the amounts taken from both heaps must stay below differing; 1 is Wythoff's game.
        backend: `python`, `compiled`, or `auto` for the size to decide.
        progress: called with (rows done, rows in all).
        memory_limit: in bytes; by default what the machine has.
        known: nim-values of the same game to continue from; those serve that fill the shorter way across the table.

    Returns:
        Shape (rows, cols), of the smallest unsigned type that holds rows + cols - 2, which no nim-value exceeds.

    Raises:
        RulesetError: a is below 1.
        NumberError: there is no row, or no column.
        MemoryBudgetError: the estimate is above the limit.
        Stopped: by Ctrl-C; with the whole rows found so far, or columns if the table has more rows than columns.

    >>> nim_values(4, 5).tolist()
    [[0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 0, 1, 5, 3], [3, 4, 5, 6, 2]]
    """
    check_width(a)
    needs = "a table has at least one row and one column"
    rows, cols = (check_whole(side, needs, least=None) for side in (rows, cols))
    if rows < 1 or cols < 1:
        raise NumberError(f"{needs}, not {format_value(rows)} × {format_value(cols)}")
    check_memory(rows * cols, f"the table of {format_value(rows)} × {format_value(cols)} nim-values", memory_limit)
    if rows > cols:
        with stopped_as(_turned):
            wide = nim_values(
                cols,
                rows,
                a,
                backend=backend,
                progress=progress,
                memory_limit=memory_limit,
                known=known,
            )
        return _turned(wide)
    a = min(a, cols)  # no two amounts differ by more
    kind = smallest_unsigned(rows + cols - 2)
    taken = choose_backend(backend, "wythoff-table", rows * cols)
    filler: Callable[[Integers, int, int], Iterator[int]]
    if taken == "compiled":
        filler = fill_blocks
        words = 2 * words_a_line(rows, cols, a)
    else:
        filler = fill
        words = 2 * words_a_line(rows, cols, a) + 4 * (a + 4)  # and numbers of Python's
    sets = 8 * cols * words
    check_memory(rows * cols * kind.itemsize + sets, f"the table of {rows} × {cols} nim-values", memory_limit)
    # Zeros of numpy's own ask for huge pages, whose first touch took the system three times as long.
    values = np.frombuffer(bytearray(rows * cols * kind.itemsize), kind).reshape(rows, cols)
    done = 0
    for sides in () if known is None else (known, known.T):
        if sides.shape[1] >= cols and len(sides) > done:
            done = min(len(sides), rows)
            values[:done] = sides[:rows, :cols]
    try:
        for rows_done in filler(values, a, done):
            done = rows_done
            notify(progress, done, rows)
        return _mirrored(values)
    except KeyboardInterrupt as interrupt:
        if not done:
            raise
        raise Stopped(_mirrored(values[:done])) from interrupt


def _turned(values: Integers) -> Integers:
    return np.ascontiguousarray(values.T)


def _mirrored(values: Integers) -> Integers:
    """The table with the half below the main diagonal filled from the one above."""
    rows = len(values)
    for begin in range(0, rows, STRIP):
        end = min(begin + STRIP, rows)
        square = values[begin:end, begin:end]
        square[:] = np.triu(square) + np.triu(square, 1).T
        values[end:rows, begin:end] = values[begin:end, end:rows].T
    return values


def fill(values: Integers, a: int, begin: int) -> Iterator[int]:
    """The rows from `begin` on, each from the main diagonal on; yields how many there are.

    A set is an integer, from a base on below which its row is full: `fill_rows` has the reason.
    """
    rows, cols = values.shape
    columns, diagonals = [0] * cols, [0] * cols
    recent: list[list[int]] = []
    if begin:
        upright, slanted = first_values(rows, cols, a)
        known, most = values[:begin], (rows + cols) // 64 + 1
        for line in range(cols):
            for sets, bases, members in (
                (columns, upright, known[:, line]),
                (diagonals, slanted, values_of_diagonal(known, a, line)),
            ):
                sets[line] = int.from_bytes(words_of(members, most).tobytes(), "little") >> bases[line]
        recent = known[: -a - 1 : -1].tolist()
    yield begin
    for i, row in enumerate(value_rows(columns, diagonals, recent, begin, rows, a), start=begin):
        values[i, i:] = row
        yield i + 1


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
        raise NumberError(f"ranks run from 0 up, not from {format_value(start_rank)} to {format_value(stop_rank)}")
    count = stop_rank - start_rank
    kind = smallest_unsigned(wythoff_pair(max(stop_rank - 1, 0), a)[1])
    check_memory(2 * count * kind.itemsize, f"the P-positions of {count} ranks", memory_limit)
    lower, upper = np.empty(count, kind), np.empty(count, kind)
    fixed_point = stop_rank * stop_rank * (a + 2) <= 1 << FRACTION_BITS
    write = _ranks if choose_backend(backend, "wythoff-p-positions", count) == "python" else _ranks_compiled
    write = write if fixed_point else _ranks_by_roots
    for begin in range(0, count, RANKS):
        notify(progress, begin, count)
        part = slice(begin, min(begin + RANKS, count))
        write(lower[part], upper[part], start_rank + begin, a)
    notify(progress, count, count)
    return lower, upper


def _fraction(a: int) -> int:
    """The first 64 bits of α - 1 = (√(a² + 4) - a) / 2."""
    return (isqrt((a * a + 4) << 2 * FRACTION_BITS) - (a << FRACTION_BITS)) // 2


def _ranks_by_roots(lower: Integers, upper: Integers, rank: int, a: int) -> None:
    for i in range(len(lower)):
        lower[i], upper[i] = wythoff_pair(rank + i, a)


def _ranks(lower: Integers, upper: Integers, rank: int, a: int) -> None:
    """Write the P-positions of consecutive ranks to `lower` and `upper`, by sums of 64-bit fractions."""
    fraction = _fraction(a)
    ranks = np.arange(rank, rank + len(lower), dtype=np.uint64)
    overflows = ranks * np.uint64(fraction) < np.uint64(fraction)
    overflows[0] = False
    lesser = ranks + np.uint64(rank * fraction >> FRACTION_BITS) + np.cumsum(overflows, dtype=np.uint64)
    lower[:] = lesser
    upper[:] = lesser + np.uint64(a) * ranks


def _ranks_compiled(lower: Integers, upper: Integers, rank: int, a: int) -> None:
    fraction = _fraction(a)
    whole, remainder = divmod(rank * fraction, 1 << FRACTION_BITS)
    with np.errstate(over="ignore"):  # the plain source wraps as the compiled one does
        fill_ranks(lower, upper, rank, rank + whole, np.uint64(remainder), np.uint64(fraction), a)
