"""Tables of Wythoff's game on the compiled backend: blocks of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.threads import in_step
from cgt.fast.wythoff.loops import fill_rows
from cgt.fast.wythoff.plain import found_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Integers = NDArray[Any]

BLOCK = 64  # rows that are filled together, so that a column's words stay in the cache

COLUMNS_FOR_THREADS = 2048  # columns from which it pays to wake another thread
CHUNKS = 16  # how many pieces the columns are in, for several threads


def words_a_line(rows: int, cols: int, a: int) -> int:
    """The 64-bit words that hold what a column, or a diagonal, and its neighbours can hold: see `fill_rows`."""
    return min(rows + cols, (2 * a + 1) * (rows + 1)) // 64 + 3


def fill(values: Integers, a: int, begin: int, threads: int = 1) -> Iterator[int]:
    """As `cgt.fast.wythoff.plain.fill`, by the compiled loop, a block of rows at a time.

    A block needs what is above it in the columns it has come to, and in its diagonals what lies to the left. So several
    threads fill a block each, every one a piece of its columns behind the one above, without waiting for each other
    otherwise.
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

    pieces = CHUNKS if threads > 1 else 1
    width = -(-cols // pieces)

    def fill_piece(thread: int, block: int, piece: int) -> None:
        row, column = begin + block * BLOCK, piece * width
        fill_rows(
            row,
            min(row + BLOCK, rows),
            column,
            min(column + width, cols),
            a,
            values,
            of_rows[thread],
            columns,
            diagonals,
            full_rows[thread],
            full_columns,
            full_diagonals,
        )

    def pieces_of(block: int) -> range:
        return range((begin + block * BLOCK) // width, pieces)

    yield begin
    for blocks in in_step(threads, -(-(rows - begin) // BLOCK), pieces_of, fill_piece):
        yield min(begin + blocks * BLOCK, rows)
