"""Wythoff's game, compiled: see `cgt.fast.wythoff_values` for the algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cgt.core.arrays import np
from cgt.fast.bits import ALL, ONE, ZERO, Word, trailing_zeros
from cgt.fast.jit import njit, njit_inside
from cgt.fast.threads import in_step, thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

SIX, SIX_BITS = np.uint64(6), np.uint64(63)  # a value's place is its word, and a bit of that

BLOCK = 64  # rows that are filled together, so that a column's words stay in the cache

COLUMNS_FOR_THREADS = 2048  # columns from which it pays to wake another thread
CHUNKS = 16  # how many pieces the columns are in, for several threads


def values_of_diagonal(values: Integers, a: int, difference: int) -> Integers:
    """The nim-values in the set of the diagonal j - i = `difference` after these complete rows, with repetitions."""
    rows = len(values)
    neighbours = [values.diagonal(difference)]
    for step in range(2, a + 1):
        neighbours.append(values[: max(rows - 1, 0)].diagonal(difference - step + 1))
        neighbours.append(values[: max(rows - step, 0)].diagonal(difference + step - 1))
    return np.concatenate(neighbours)


def words_of(values: Integers, words: int) -> NDArray[np.uint64]:
    """A set of values as an array of 64-bit words."""
    present = np.zeros(64 * words, np.bool_)
    present[values] = True
    return np.packbits(present, bitorder="little").view("<u8").astype(np.uint64, copy=False)


@njit_inside
def include(line: Integers, base: Word, full: Word, value: Word) -> Word:
    """Put a value into the set of a line, whose words begin at `base`; return how many words are full."""
    line[(value >> SIX) - base] |= ONE << (value & SIX_BITS)
    while line[full - base] == ALL:
        full += ONE
    return full


class Lines(NamedTuple):
    """An entry for each of the rows at hand, for each column and for each difference j - i."""

    rows: Integers
    columns: Integers
    diagonals: Integers


@njit
def fill_rows(begin: int, end: int, first: int, last: int, a: int, values: Integers, sets: Lines, full: Lines) -> None:
    """Fill rows begin..end-1 of the table from the main diagonal on, columns first..last-1 alone, one at a time.

    The columns before them, and the rows above as far as the last column, are filled already.

    Every one of the `sets` is a line of 64-bit words: of a row from 0; of a column or a diagonal from a word on below
    which the rows are full whenever it is looked at: a value below j - 2ai is in row i before column j. For each
    earlier row has it at most once, and bars it from at most 2a columns, and smaller values take no more columns than
    there are. `full` counts a line's full words from the bottom.
    """
    height = values.shape[0]
    for j in range(max(begin, first), last):
        column = sets.columns[j]
        upright = np.uint64(max(0, j - 2 * a * height) >> 6)
        full_column = max(full.columns[j], upright)
        for i in range(begin, min(end, j + 1)):
            row, diagonal = sets.rows[i - begin], sets.diagonals[j - i]
            slanted = np.uint64(max(0, j - i - a - (2 * a - 1) * height) >> 6)
            full_diagonal = max(full.diagonals[j - i], slanted)
            if i == j:
                # The part left of the main diagonal is, by symmetry, the part above it.
                for place in range(len(row)):
                    row[place] = column[place] if place < len(column) else ZERO
                full.rows[i - begin] = full_column
            for step in range(2, a + 1):
                if i >= 1 and j >= step:
                    left, right = min(i - 1, j - step), max(i - 1, j - step)
                    full_diagonal = include(diagonal, slanted, full_diagonal, np.uint64(values[left, right]))
                if i >= step:
                    full_diagonal = include(diagonal, slanted, full_diagonal, np.uint64(values[i - step, j - 1]))
            full_row = full.rows[i - begin]
            word = max(full_row, full_column, full_diagonal)
            reached = row[word] | column[word - upright] | diagonal[word - slanted]
            while reached == ALL:
                word += ONE
                reached = row[word] | column[word - upright] | diagonal[word - slanted]
            value = (word << SIX) + trailing_zeros(~reached)
            values[i, j] = value
            full.rows[i - begin] = include(row, ZERO, full_row, value)
            full_column = include(column, upright, full_column, value)
            full.diagonals[j - i] = include(diagonal, slanted, full_diagonal, value)
        full.columns[j] = full_column


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


def words_a_line(rows: int, cols: int, a: int) -> int:
    """The number of 64-bit words for the values of a column, or a diagonal, and its neighbours: see `fill_rows`."""
    return min(rows + cols, (2 * a + 1) * (rows + 1)) // 64 + 3


def fill_blocks(values: Integers, a: int, begin: int) -> Iterator[int]:
    """Fill like `cgt.fast.wythoff_values.fill`, by the compiled loop, a block of rows at a time.

    A block needs what is above it in the columns it has come to, and in its diagonals what lies to the left. So several
    threads fill a block each, every one a piece of its columns behind the one above, without waiting for each other
    otherwise.
    """
    rows, cols = values.shape
    threads = thread_count() if cols >= COLUMNS_FOR_THREADS else 1
    words = words_a_line(rows, cols, a)
    of_rows = [np.zeros((BLOCK, (rows + cols) // 64 + 2), np.uint64) for _ in range(threads)]
    columns, diagonals = (np.zeros((cols, words), np.uint64) for _ in range(2))
    full_rows = [np.zeros(BLOCK, np.uint64) for _ in range(threads)]
    full_columns, full_diagonals = (np.zeros(cols, np.uint64) for _ in range(2))
    if begin:
        most = (rows + cols) // 64 + 1
        for line in range(cols):
            for of_lines, result, reach in (
                (columns, values[:begin, line], 2 * a * rows),
                (diagonals, values_of_diagonal(values[:begin], a, line), a + (2 * a - 1) * rows),
            ):
                first = max(0, line - reach) >> 6
                kept = words_of(result, most)[first : first + words]
                of_lines[line, : len(kept)] = kept

    pieces = CHUNKS if threads > 1 else 1
    width = -(-cols // pieces)

    def fill_piece(thread: int, block: int, piece: int) -> None:
        row, column = begin + block * BLOCK, piece * width
        sets = Lines(of_rows[thread], columns, diagonals)
        full = Lines(full_rows[thread], full_columns, full_diagonals)
        fill_rows(row, min(row + BLOCK, rows), column, min(column + width, cols), a, values, sets, full)

    def pieces_of(block: int) -> range:
        return range((begin + block * BLOCK) // width, pieces)

    yield begin
    for blocks in in_step(threads, -(-(rows - begin) // BLOCK), pieces_of, fill_piece):
        yield min(begin + blocks * BLOCK, rows)
