"""The nim-values of Wythoff's game row by row, in plain Python: see `cgt.fast.wythoff_values` for the sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgt.core.progress import Progress


def rows_of_words(
    columns: list[int], diagonals: list[int], recent: list[list[int]], begin: int, stop: int, a: int
) -> Iterator[list[int]]:
    """The rows `begin` to `stop` - 1, each value as a word with that bit set; left of the main diagonal stands 0.

    A set is an integer. `columns` and `diagonals` hold the values found there, and change; `recent` are the rows above,
    nearest first.
    """
    for i in range(begin, stop):
        row = columns[i]
        words = [0] * i
        for j in range(i, len(columns)):
            diagonal = diagonals[j - i]
            if i and a > 1:
                diagonal |= _reached_in_both(recent, i, j, a)
            taken = row | columns[j] | diagonal
            word = ~taken & (taken + 1)
            row |= word
            columns[j] |= word
            diagonals[j - i] = diagonal | word
            words.append(word)
        recent = [words, *recent[: a - 1]]
        yield words


def _reached_in_both(recent: list[list[int]], i: int, j: int, a: int) -> int:
    """The set, as bits, of the values at (i - 1, j - l) and (i - k, j - 1), k, l = 2..a; mirrored where j < i."""
    reached = 0
    for step in range(2, a + 1):
        if j >= step:
            lower, upper = sorted((i - 1, j - step))
            reached |= recent[i - 1 - lower][upper]
        if i >= step:
            reached |= recent[step - 1][j - 1]
    return reached


def nim_value_rows(rows: int, columns: int, a: int, progress: Progress | None) -> list[list[int]]:
    """The table of nim-values of two heaps below `rows` and `columns`, row by row; rows * columns / 2 steps.

    >>> nim_value_rows(4, 5, 1, None)
    [[0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 0, 1, 5, 3], [3, 4, 5, 6, 2]]
    """
    if rows > columns:
        return list(map(list, zip(*nim_value_rows(columns, rows, a, progress), strict=True)))
    numbers: list[list[int]] = []
    for i, words in enumerate(rows_of_words([0] * columns, [0] * columns, [], 0, rows, min(a, columns))):
        numbers.append([above[i] for above in numbers] + [word.bit_length() - 1 for word in words[i:]])
        if progress is not None:
            progress(i + 1, rows)
    return numbers
