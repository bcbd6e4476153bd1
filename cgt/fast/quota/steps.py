"""The steps of a take-away table as words, compiled: written, read, and looked up; see `cgt.fast.quota.rows`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.jit import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]


@njit
def value_of(row: int, step: int | np.int64, first: Integers, steps: Integers, turns: Integers, bits: int) -> np.int64:
    """The nim-value of a step of the row."""
    value = np.int64(steps[step]) & ((np.int64(1) << bits) - 1)
    for level in range(len(turns)):
        if step - np.int64(first[row]) >= turns[level, row]:
            value += np.int64(1) << bits
    return value


@njit
def put_step(
    row: int, begin: int, step: int, least: int, worth: int, steps: Integers, turns: Integers, bits: int
) -> None:
    """Write a step of the row that begins at the step `begin`: from the quota `least` on it is worth so much."""
    steps[step] = least << bits | worth & ((1 << bits) - 1)
    for level in range(len(turns)):
        if worth < (level + 1) << bits:
            turns[level, row] = step + 1 - begin


@njit
def nim_sums(
    heaps: Integers, quotas: Integers, first: Integers, steps: Integers, turns: Integers, bits: int, out: Integers
) -> None:
    """The nim-sum of each position: heaps and quotas of shape (positions, heaps).

    All in one function: taken apart, it is compiled to twice as slow code.
    """
    low = (np.int64(1) << bits) - 1
    limit = np.int64(len(first) - 2)
    levels = len(turns)
    for i in range(heaps.shape[0]):
        total = np.int64(0)
        for j in range(heaps.shape[1]):
            heap = heaps[i, j]
            beyond = (min(quotas[i, j], limit) + 1) << bits
            begin = np.int64(first[heap])  # unsigned numbers would not mix with the others
            length = np.int64(first[heap + 1]) - begin
            place = begin
            while length > 0:
                half = (length + 1) >> 1
                if np.int64(steps[place + half - 1]) < beyond:
                    place += half
                length -= half
            if place > begin:
                value = np.int64(steps[place - 1]) & low
                for level in range(levels):
                    if place - begin > turns[level, heap]:
                        value += np.int64(1) << bits
                total ^= value
        out[i] = total
