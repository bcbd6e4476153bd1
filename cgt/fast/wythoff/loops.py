"""The loops of Wythoff's game: see `cgt.fast.wythoff` for the algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.jit import njit, trailing_zeros_function

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

trailing_zeros = trailing_zeros_function()

FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
ONE = np.uint64(1)
NONE = np.uint64(0)


@njit
def include(words: Integers, line: int, base: int, full: Integers, value: int) -> None:
    """Put a value into the set of a line, whose words begin at `base`; count those that are full from the bottom."""
    words[line, (value >> 6) - base] |= ONE << np.uint64(value & 63)
    word = int(full[line])
    while words[line, word - base] == FULL:
        word += 1
    full[line] = word


@njit
def fill_rows(
    begin: int,
    end: int,
    first: int,
    last: int,
    a: int,
    values: Integers,
    rows: Integers,
    columns: Integers,
    diagonals: Integers,
    full_rows: Integers,
    full_columns: Integers,
    full_diagonals: Integers,
) -> None:
    """Fill rows begin..end-1 of the table from the main diagonal on, columns first..last-1 alone, one at a time.

    The columns before them, and the rows above as far as the last column, are filled already.

    Every set is a line of 64-bit words: `rows` holds those of the rows at hand, from 0; `columns` and `diagonals` those
    of every column and of every difference j - i, each from a word on below which the rows are full whenever it is
    looked at: a value below j - 2ai is in row i before column j. For each earlier row has it at most once, and bars it
    from at most 2a columns, and smaller values take no more columns than there are. The arrays named `full_…` count a
    line's full words from the bottom.
    """
    height = values.shape[0]
    for j in range(max(begin, first), last):
        upright = max(0, j - 2 * a * height) >> 6
        full_columns[j] = max(int(full_columns[j]), upright)
        for i in range(begin, min(end, j + 1)):
            row, diagonal = i - begin, j - i
            slanted = max(0, diagonal - a - (2 * a - 1) * height) >> 6
            full_diagonals[diagonal] = max(int(full_diagonals[diagonal]), slanted)
            if diagonal == 0:
                # What lies left of the main diagonal is, by symmetry, what lies above it.
                for word in range(rows.shape[1]):
                    rows[row, word] = columns[j, word] if word < columns.shape[1] else NONE
                full_rows[row] = full_columns[j]
            for step in range(2, a + 1):
                if i >= 1 and j >= step:
                    left, right = min(i - 1, j - step), max(i - 1, j - step)
                    include(diagonals, diagonal, slanted, full_diagonals, int(values[left, right]))
                if i >= step:
                    include(diagonals, diagonal, slanted, full_diagonals, int(values[i - step, j - 1]))
            word = max(int(full_rows[row]), int(full_columns[j]), int(full_diagonals[diagonal]))
            # Slices spare the search, most of the work, the arithmetic of two dimensions.
            beside = rows[row, word:]
            above = columns[j, word - upright :]
            aslant = diagonals[diagonal, word - slanted :]
            full = 0
            reached = beside[0] | above[0] | aslant[0]
            while reached == FULL:
                full += 1
                reached = beside[full] | above[full] | aslant[full]
            word += full
            value = (word << 6) + int(trailing_zeros(~reached))
            values[i, j] = value
            include(rows, row, 0, full_rows, value)
            include(columns, j, upright, full_columns, value)
            include(diagonals, diagonal, slanted, full_diagonals, value)


@njit
def fill_ranks(
    lower: Integers,
    upper: Integers,
    rank: int,
    start: int,
    remainder: np.uint64,
    fraction: np.uint64,
    a: int,
) -> None:
    """The P-positions of consecutive ranks: A grows by 1, and by 1 more when the sum of the fractions overflows."""
    for i in range(len(lower)):
        lower[i] = start
        upper[i] = start + a * (rank + i)
        after = remainder + fraction
        start += 2 if after < remainder else 1
        remainder = after
