"""Tables of Wythoff's game on the compiled route: blocks of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.kernels.wythoff.loops import fill_rows
from cgt.kernels.wythoff.plain import found_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Integers = NDArray[Any]

BLOCK = 64  # rows that are filled together, so that a column's words stay in the cache


def words_a_line(rows: int, cols: int, a: int) -> int:
    """The 64-bit words that hold what a column, or a diagonal, and its neighbours can hold: see `fill_rows`."""
    return min(rows + cols, (2 * a + 1) * (rows + 1)) // 64 + 3


def fill(values: Integers, a: int, begin: int) -> Iterator[int]:
    """As `cgt.kernels.wythoff.plain.fill`, by the compiled loop, a block of rows at a time."""
    rows, cols = values.shape
    words = words_a_line(rows, cols, a)
    sets = [np.zeros(form, np.uint64) for form in ((BLOCK, (rows + cols) // 64 + 2), (cols, words), (cols, words))]
    full = [np.zeros(lines, np.int64) for lines in (BLOCK, cols, cols)]
    if begin:
        most = (rows + cols) // 64 + 1
        for line in range(cols):
            for of_lines, found, reach in (
                (sets[1], values[:begin, line], 2 * a * rows),
                (sets[2], found_in(values[:begin], a, line), a + (2 * a - 1) * rows),
            ):
                first = max(0, line - reach) >> 6
                kept = words_of(found, most)[first : first + words]
                of_lines[line, : len(kept)] = kept
    for row in range(begin, rows, BLOCK):
        yield row
        fill_rows(row, min(row + BLOCK, rows), a, values, *sets, *full)
    yield rows
