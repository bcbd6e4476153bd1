"""The nim-values of Wythoff's game row by row, in plain Python: see `cgt.fast.wythoff_values` for the sets."""

from __future__ import annotations

from collections.abc import Iterator

from cgt.core.progress import Progress, notify


def first_values(rows: int, cols: int, a: int) -> tuple[list[int], list[int]]:
    """By column, and by diagonal, the least value that its set holds: all below are reached when it is needed."""
    upright = [max(0, j - 2 * a * rows) for j in range(cols)]
    slanted = [max(0, difference - a - (2 * a - 1) * rows) for difference in range(cols)]
    return upright, slanted


def value_rows(
    columns: list[int], diagonals: list[int], recent: list[list[int]], begin: int, rows: int, a: int
) -> Iterator[list[int]]:
    """The rows `begin` to `rows` - 1, each from the main diagonal on.

    `columns` and `diagonals` are the sets of values in each so far, from `first_values` on; `recent` holds the rows
    above, the nearest first, from column 0 on.
    """
    upright, slanted = first_values(rows, len(columns), a)
    for i in range(begin, rows):
        row, base = columns[i], 0
        line_values = [0] * i
        for j in range(i, len(columns)):
            row, base = row >> upright[j] - base, upright[j]
            diagonal, offset = diagonals[j - i], slanted[j - i]
            if i and a > 1:
                for value in _reached_in_both(recent, i, j, a):
                    diagonal |= 1 << value - offset
            taken = row | columns[j] | (diagonal << offset - base if offset >= base else diagonal >> base - offset)
            free = ~taken & (taken + 1)
            value = base + free.bit_length() - 1
            row |= free
            columns[j] |= free
            diagonals[j - i] = diagonal | 1 << value - offset
            line_values.append(value)
        recent = [line_values, *recent[: a - 1]]
        yield line_values[i:]


def _reached_in_both(recent: list[list[int]], i: int, j: int, a: int) -> Iterator[int]:
    """The values at (i - 1, j - l) and (i - k, j - 1) for k, l = 2..a; left of the main diagonal stands its mirror."""
    for step in range(2, a + 1):
        if j >= step:
            lower, upper = sorted((i - 1, j - step))
            yield recent[i - 1 - lower][upper]
        if i >= step:
            yield recent[step - 1][j - 1]


def nim_value_rows(rows: int, columns: int, a: int, progress: Progress | None) -> list[list[int]]:
    """The table of nim-values of two heaps below `rows` and `columns`, row by row; rows * columns / 2 steps.

    >>> nim_value_rows(4, 5, 1, None)
    [[0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 0, 1, 5, 3], [3, 4, 5, 6, 2]]
    """
    if rows > columns:
        return list(map(list, zip(*nim_value_rows(columns, rows, a, progress), strict=True)))
    numbers: list[list[int]] = []
    for i, values in enumerate(value_rows([0] * columns, [0] * columns, [], 0, rows, min(a, columns))):
        numbers.append([above[i] for above in numbers] + values)
        notify(progress, i + 1, rows)
    return numbers
