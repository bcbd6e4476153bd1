"""Tables of Wythoff's game in pure Python: a set of values is an integer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Integers = NDArray[Any]


def found_in(values: Integers, a: int, difference: int) -> Integers:
    """The values that whole rows put into the set of a diagonal j - i = `difference`."""
    rows = len(values)
    neighbours = [values.diagonal(difference)]
    for step in range(2, a + 1):
        neighbours.append(values[: max(rows - 1, 0)].diagonal(difference - step + 1))
        neighbours.append(values[: max(rows - step, 0)].diagonal(difference + step - 1))
    return np.concatenate(neighbours)


def words_of(values: Integers, words: int) -> NDArray[np.uint64]:
    """A set of values as so many 64-bit words."""
    present = np.zeros(64 * words, np.bool_)
    present[values] = True
    return np.packbits(present, bitorder="little").view("<u8").astype(np.uint64, copy=False)


def fill(values: Integers, a: int, begin: int) -> Iterator[int]:
    """The rows from `begin` on, each from the main diagonal on; yields how many there are.

    A set is an integer, and one-hot words of the last rows stand for values.
    """
    rows, cols = values.shape
    columns, diagonals = [0] * cols, [0] * cols
    recent: list[list[int]] = []  # the rows above, nearest first, from column 0 on
    if begin:
        known, words_a_set = values[:begin], (rows + cols) // 64 + 1
        for line in range(cols):
            columns[line] = int.from_bytes(words_of(known[:, line], words_a_set).tobytes(), "little")
            diagonals[line] = int.from_bytes(words_of(found_in(known, a, line), words_a_set).tobytes(), "little")
        recent = [[1 << value for value in row.tolist()] for row in known[: -a - 1 : -1]]
    for i in range(begin, rows):
        yield i
        row = columns[i]
        words = [0] * i
        for j in range(i, cols):
            diagonal = diagonals[j - i]
            if i and a > 1:
                diagonal |= _reached_in_both(recent, i, j, a)
            taken = row | columns[j] | diagonal
            word = ~taken & (taken + 1)
            row |= word
            columns[j] |= word
            diagonals[j - i] = diagonal | word
            words.append(word)
        values[i, i:] = [word.bit_length() - 1 for word in words[i:]]
        recent = [words, *recent[: a - 1]]
    yield rows


def _reached_in_both(recent: list[list[int]], i: int, j: int, a: int) -> int:
    """The values at (i - 1, j - l) and (i - k, j - 1) for k, l = 2..a; left of the main diagonal stands its mirror."""
    found = 0
    for step in range(2, a + 1):
        if j >= step:
            lower, upper = sorted((i - 1, j - step))
            found |= recent[i - 1 - lower][upper]
        if i >= step:
            found |= recent[step - 1][j - 1]
    return found
