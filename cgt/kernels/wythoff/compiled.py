"""Tables of Wythoff's game on the compiled route: blocks of rows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.kernels.threads import workers
from cgt.kernels.wythoff.loops import fill_rows
from cgt.kernels.wythoff.plain import found_in, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Integers = NDArray[Any]

BLOCK = 64  # rows that are filled together, so that a column's words stay in the cache

COLUMNS_FOR_THREADS = 2048  # columns from which it pays to wake another thread
CHUNKS = 16  # how many pieces a block has; one thread is a piece behind the other


def words_a_line(rows: int, cols: int, a: int) -> int:
    """The 64-bit words that hold what a column, or a diagonal, and its neighbours can hold: see `fill_rows`."""
    return min(rows + cols, (2 * a + 1) * (rows + 1)) // 64 + 3


def fill(values: Integers, a: int, begin: int, threads: int = 1) -> Iterator[int]:
    """As `cgt.kernels.wythoff.plain.fill`, by the compiled loop, a block of rows at a time.

    A block needs what is above it in the columns it has come to, and in its diagonals what lies to the left. So several
    threads fill a block each, every one a piece of its columns behind the one above.
    """
    rows, cols = values.shape
    threads = threads if cols >= COLUMNS_FOR_THREADS else 1
    words = words_a_line(rows, cols, a)
    of_rows = [np.zeros((BLOCK, (rows + cols) // 64 + 2), np.uint64) for _ in range(threads)]
    columns, diagonals = (np.zeros((cols, words), np.uint64) for _ in range(2))
    full_rows = [np.zeros(BLOCK, np.int64) for _ in range(threads)]
    full_columns, full_diagonals = (np.zeros(cols, np.int64) for _ in range(2))
    if begin:
        most = (rows + cols) // 64 + 1
        for line in range(cols):
            for of_lines, found, reach in (
                (columns, values[:begin, line], 2 * a * rows),
                (diagonals, found_in(values[:begin], a, line), a + (2 * a - 1) * rows),
            ):
                first = max(0, line - reach) >> 6
                kept = words_of(found, most)[first : first + words]
                of_lines[line, : len(kept)] = kept

    def piece(row: int, thread: int, number: int, width: int) -> Callable[[], object]:
        """A piece of the block of this thread, of several that begin with this row."""
        top, first = row + thread * BLOCK, row + number * width
        return partial(
            fill_rows,
            top,
            min(top + BLOCK, rows),
            first,
            min(first + width, cols),
            a,
            values,
            of_rows[thread],
            columns,
            diagonals,
            full_rows[thread],
            full_columns,
            full_diagonals,
        )

    with workers(threads) as run:
        for row in range(begin, rows, BLOCK * threads):
            yield row
            blocks = min(threads, -(-(rows - row) // BLOCK))
            pieces = CHUNKS if blocks > 1 else 1
            width = -(-(cols - row) // pieces)
            for wave in range(pieces + blocks - 1):
                at_once = [(thread, wave - thread) for thread in range(blocks) if 0 <= wave - thread < pieces]
                run([piece(row, thread, number, width) for thread, number in at_once])
    yield rows
