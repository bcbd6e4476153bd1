"""Nim-values of any `TakingBreakingRule` by sets of nim-values, compiled: words of 64 bits replace long integers.

The tables, `digits` and `parts` are as in `cgt.fast.pair_loops`, and so is the heap that a loop returns;
`tail` repeats after the digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgt.core.arrays import np
from cgt.core.memory_limit import check_memory
from cgt.fast.bits import ALL, ONE, ZERO, trailing_zeros
from cgt.fast.jit import njit
from cgt.fast.pair_loops import EQUAL, PARTS, PairRule, count_of_pairs, mark_pairs, put

if TYPE_CHECKING:
    import numpy.typing as npt

    from cgt.core.code import Constraint
    from cgt.fast.pair_loops import Integers, Mirrored, Values
    from cgt.fast.row import MirroredRow

    Words = npt.NDArray[np.uint64]

LOW_HALVES = (
    np.uint64(0x5555_5555_5555_5555),
    np.uint64(0x3333_3333_3333_3333),
    np.uint64(0x0F0F_0F0F_0F0F_0F0F),
    np.uint64(0x00FF_00FF_00FF_00FF),
    np.uint64(0x0000_FFFF_0000_FFFF),
    np.uint64(0x0000_0000_FFFF_FFFF),
)


@njit
def word_of_pairs(table: Mirrored, total: int, parts: int) -> Any:  # noqa: ANN401 - a 64-bit word
    """The set of nim-values of two heaps that make up `total`, as a word with bit v set for the value v < 64."""
    if parts == EQUAL:
        return ONE if total > 0 and total % 2 == 0 else ZERO
    count = count_of_pairs(total, parts)
    if count < 1:
        return ZERO
    first = table.values[1 : count + 1]
    offset = table.mirror.shape[0] - total
    second = table.mirror[offset : offset + count]
    word = ZERO
    for index in range(count):
        word |= ONE << np.uint64(first[index] ^ second[index])
    return word


@njit
def translated(word: np.uint64, value: int) -> Any:  # noqa: ANN401 - a 64-bit word
    """The set {x ^ value : x in word}."""
    for level in range(6):
        if value >> level & 1:
            shift = np.uint64(1 << level)
            low = LOW_HALVES[level]
            word = (word & low) << shift | (word >> shift) & low
    return word


@njit
def put_set_of_pairs(table: Mirrored, total: int, parts: int, row: Words, marks: Values) -> None:
    """Write into `row` the set of nim-values of two heaps that make up `total`, 64 values a word.

    `marks` is scratch with an item a value, all zero.
    """
    if row.shape[0] == 1 or parts == EQUAL:
        row[:] = ZERO
        row[0] = word_of_pairs(table, total, parts)
        return
    mark_pairs(table, total, 1, count_of_pairs(total, parts) + 1, marks, 1)
    for index in range(row.shape[0]):
        word = ZERO
        for bit in range(64):
            word |= np.uint64(marks[64 * index + bit]) << np.uint64(bit)
            marks[64 * index + bit] = 0
        row[index] = word


@njit
def unite_translated(row: Words, other: Words, by: int) -> None:
    """Add {value ^ by: value in other} to the set `row`."""
    for index in range(row.shape[0]):
        if other[index]:
            row[index ^ by >> 6] |= translated(other[index], by & 63)


@njit
def unite(row: Words, other: Words) -> None:
    """Add the set `other` to the set `row`."""
    for index in range(row.shape[0]):
        row[index] |= other[index]


@njit
def fill_by_sets(
    table: Mirrored,
    start: int,
    stop: int,
    rule: PairRule,
    tail: Integers,
    rows: Words,
    reach: Words,
    marks: Values,
    reached: Words,
) -> int:
    """Fill heaps of any rule by sets of values, 64 to a word; values are below 64 times the number of words.

    `rows[h - 2, m]` is the set of values of h heaps that make up m. The middle axis is a ring: it must hold the totals
    that a digit still looks back to, and all of them where there are three heaps. `reach[r, h]` gathers the sets of h
    heaps over all totals that are r modulo len(tail) and in the tail's range; it begins as zero, and then at `start` 0.
    `marks`, an item a value and all zero, and `reached`, an item a word, are scratch.
    """
    length = rule.digits.shape[0]
    cycle = tail.shape[0]
    ring = rows.shape[1]
    words = reach.shape[2]
    for heap in range(start, stop):
        if rows.shape[0] > 0:
            # A heap may be broken without taking from it, so its own sets come first; the parts are smaller.
            put_set_of_pairs(table, heap, rule.parts, rows[0, heap % ring], marks)
            for index in range(1, rows.shape[0]):
                rows[index, heap] = ZERO
                for part in range(1, heap):
                    unite_translated(rows[index, heap], rows[index - 1, heap - part], table.values[part])
        reached[:] = ZERO
        for removed in range(min(length, heap + 1)):
            digit = rule.digits[removed]
            left = heap - removed
            if digit & 1 and left == 0:
                reached[0] |= ONE
            if digit & 2 and left > 0:
                put_value(reached, table.values[left])
            for index in range(rows.shape[0]):
                if digit >> (index + 2) & 1:
                    unite(reached, rows[index, left % ring])
        if cycle > 0 and heap >= length:
            newest = heap - length
            residue = newest % cycle
            if newest == 0:
                reach[residue, 0, 0] = ONE
            else:
                put_value(reach[residue, 1], table.values[newest])
            for index in range(rows.shape[0]):
                unite(reach[residue, index + 2], rows[index, newest % ring])
            for other in range(cycle):
                digit = tail[(newest - other) % cycle]
                for count in range(reach.shape[1]):
                    if digit >> count & 1:
                        unite(reached, reach[other, count])
        index = 0
        while index < words and reached[index] == ALL:
            index += 1
        if index == words:
            return heap
        value = 64 * index + np.int64(trailing_zeros(~reached[index]))
        put(table, heap, int(value))
    return stop


@njit
def put_value(row: Words, value: int) -> None:
    """Add one value to the set `row`."""
    row[value >> 6] |= ONE << np.uint64(value & 63)


class BySetsOfWords:
    """A filler for any rule by `fill_by_sets`, values below 64 a word; it always begins at heap 0."""

    is_sparse = False

    def __init__(self, digits: Sequence[int], tail: Sequence[int], pairs: Constraint, words: int = 1) -> None:
        self._rule = digits, tail, pairs
        self._words = words
        self._digits = np.array(digits, np.int64)
        self._tail = np.array(tail, np.int64)
        most_heaps = max(digit.bit_length() for digit in (*digits, *tail)) - 1
        self._rows = np.zeros((max(most_heaps - 1, 0), 0, words), np.uint64)
        self._reach = np.zeros((len(tail), max(most_heaps, 1) + 1, words), np.uint64)
        self._entered = 0

    @property
    def nbytes(self) -> int:
        """The bytes that the sets take."""
        return int(self._rows.nbytes + self._reach.nbytes)

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; return the heap reached, `stop` unless a value was too large."""
        self._make_room(len(table.values))
        begin, self._entered = self._entered, 0  # what an interrupted run has gathered is of no use
        if begin == 0:
            self._reach[:] = 0
        reached = fill_by_sets(
            table.arrays,
            begin,
            stop,
            PairRule(self._digits, PARTS[self._rule[2]]),
            self._tail,
            self._rows,
            self._reach,
            np.zeros(64 * self._words, np.uint8),
            np.zeros(self._words, np.uint64),
        )
        self._entered = int(reached)
        return max(self._entered, start)

    def wider(self, table: MirroredRow) -> BySetsOfWords:
        """The same filler for twice as many values, with the table widened for them."""
        table.widen(64 * self._words)
        return BySetsOfWords(*self._rule, 2 * self._words)

    def _make_room(self, capacity: int) -> None:
        """Make room for the sets of all totals where three heaps may be left, else of those within a digit's reach."""
        kinds, known, _ = self._rows.shape
        wanted = capacity if kinds > 1 else len(self._digits) + 1
        if known < wanted:
            what = f"sets of {64 * self._words} nim-values for {capacity} heaps"
            check_memory(8 * kinds * (known + wanted) * self._words, what)
            room = np.zeros((kinds, wanted - known, self._words), np.uint64)
            self._rows = np.concatenate((self._rows, room), axis=1)
