"""Taking-and-breaking games, compiled: each loop extends a table of nim-values from the values below `start` alone.

The tables come twice: `values[heap]`, and `mirror`, where `mirror[len(mirror) - 1 - heap]` is the same. A pair of parts
i and m - i is then read forwards in both, which is what lets the compiler work on many pairs at once.

`digits[k]` and the repeating `tail` are as in `TakingBreakingRule`: bit h set says that k may be removed to
leave h nonempty heaps. `parts` is 0 for two parts of any sizes, 1 for unequal and 2 for equal ones.

Every loop returns the heap it came to. That is `stop`, unless a value does not fit what the loop can hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.jit import njit, trailing_zeros_function

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[Any]
    Words = npt.NDArray[np.uint64]
    Integers = npt.NDArray[np.int64]

trailing_zeros = trailing_zeros_function()

ONE = np.uint64(1)
ZERO = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
LOW_HALVES = (
    np.uint64(0x5555_5555_5555_5555),
    np.uint64(0x3333_3333_3333_3333),
    np.uint64(0x0F0F_0F0F_0F0F_0F0F),
    np.uint64(0x00FF_00FF_00FF_00FF),
    np.uint64(0x0000_FFFF_0000_FFFF),
    np.uint64(0x0000_0000_FFFF_FFFF),
)

ANY = 0
UNEQUAL = 1
EQUAL = 2

STRETCH = 1024
"""The pairs looked at in the first search for a value; each further one is twice as long."""

SHORTEST = 32
"""The fewest pairs of a digit whose values are noted."""

NOTED_FOR_SOUGHT = 3
"""The pairs that are looked at in the time in which one is noted."""


@njit
def count_of_pairs(total: int, parts: int) -> int:
    """How many i = 1, 2, … stand for the pairs of parts (i, total - i), each pair once."""
    return total // 2 if parts == ANY else (total - 1) // 2


@njit
def word_of_pairs(values: Values, mirror: Values, total: int, parts: int) -> Any:  # noqa: ANN401 - a 64-bit word
    """The set of nim-values of two heaps that make up `total`, as a word with bit v set for the value v < 64."""
    if parts == EQUAL:
        return ONE if total > 0 and total % 2 == 0 else ZERO
    count = count_of_pairs(total, parts)
    if count < 1:
        return ZERO
    first = values[1 : count + 1]
    offset = mirror.shape[0] - total
    second = mirror[offset : offset + count]
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
def put_set_of_pairs(values: Values, mirror: Values, total: int, parts: int, row: Words, marks: Values) -> None:
    """Write into `row` the set of nim-values of two heaps that make up `total`, 64 values a word.

    `marks` is scratch with an item a value, all zero.
    """
    if row.shape[0] == 1 or parts == EQUAL:
        row[:] = ZERO
        row[0] = word_of_pairs(values, mirror, total, parts)
        return
    mark_pairs(values, mirror, total, 1, count_of_pairs(total, parts) + 1, marks, 1)
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
    values: Values,
    mirror: Values,
    start: int,
    stop: int,
    digits: Integers,
    tail: Integers,
    rows: Words,
    reach: Words,
    parts: int,
    marks: Values,
    reached: Words,
) -> int:
    """Any rule, by sets of values of 64 to a word; values are below 64 times the number of words.

    `rows[h - 2, m]` is the set of values of h heaps that make up m. The middle axis is a ring: it must hold the totals
    that a digit still looks back to, and all of them where there are three heaps. `reach[r, h]` gathers the sets of h
    heaps over all totals that are r modulo len(tail) and in the tail's range; it begins as zero, and then at `start` 0.
    `marks`, an item a value and all zero, and `reached`, an item a word, are scratch.
    """
    length = digits.shape[0]
    cycle = tail.shape[0]
    ring = rows.shape[1]
    words = reach.shape[2]
    for heap in range(start, stop):
        if rows.shape[0] > 0:
            # A heap may be broken without taking from it, so its own sets come first; the parts are smaller.
            put_set_of_pairs(values, mirror, heap, parts, rows[0, heap % ring], marks)
            for index in range(1, rows.shape[0]):
                rows[index, heap] = ZERO
                for part in range(1, heap):
                    unite_translated(rows[index, heap], rows[index - 1, heap - part], values[part])
        reached[:] = ZERO
        for removed in range(min(length, heap + 1)):
            digit = digits[removed]
            left = heap - removed
            if digit & 1 and left == 0:
                reached[0] |= ONE
            if digit & 2 and left > 0:
                put_value(reached, values[left])
            for index in range(rows.shape[0]):
                if digit >> (index + 2) & 1:
                    unite(reached, rows[index, left % ring])
        if cycle > 0 and heap >= length:
            newest = heap - length
            residue = newest % cycle
            if newest == 0:
                reach[residue, 0, 0] = ONE
            else:
                put_value(reach[residue, 1], values[newest])
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
        values[heap] = value
        mirror[mirror.shape[0] - 1 - heap] = value
    return stop


@njit
def put_value(row: Words, value: int) -> None:
    """Add one value to the set `row`."""
    row[value >> 6] |= ONE << np.uint64(value & 63)


@njit
def mark_pairs(values: Values, mirror: Values, total: int, low: int, high: int, seen: Integers, heap: int) -> None:
    """Write `heap` at the value of each pair of parts (i, total - i), low <= i < high."""
    first = values[low:high]
    offset = mirror.shape[0] - 1 - total
    second = mirror[offset + low : offset + high]
    for index in range(first.shape[0]):
        seen[np.uint64(first[index] ^ second[index])] = heap


@njit
def mark_unsplit(values: Values, heap: int, digits: Integers, seen: Integers) -> None:
    """Write `heap` at the value of each option that is one heap or none."""
    for removed in range(min(digits.shape[0], heap + 1)):
        digit = digits[removed]
        left = heap - removed
        if digit & 1 and left == 0:
            seen[0] = heap
        if digit & 2 and left > 0:
            seen[np.uint64(values[left])] = heap


@njit
def mark_split(
    values: Values, mirror: Values, heap: int, digits: Integers, parts: int, low: int, high: int, seen: Integers
) -> int:
    """Write `heap` at the value of each option (i, …), low <= i < high; returns how many these are."""
    noted = 0
    for removed in range(min(digits.shape[0], heap)):
        if digits[removed] & 4:
            left = heap - removed
            end = min(high, count_of_pairs(left, parts) + 1)
            if low < end:
                mark_pairs(values, mirror, left, low, end, seen, heap)
                noted += end - low
    return noted


@njit
def found_among_pairs(values: Values, mirror: Values, total: int, low: int, high: int, sought: Values) -> int:
    """Which of eight values a pair of parts (i, total - i), low <= i < high, has: bit j is set for `sought[j]`.

    Eight running minima of the differences: a loop without branches, which the compiler turns into vector instructions.
    """
    kind = values.dtype.type
    first = values[low:high]
    offset = mirror.shape[0] - 1 - total
    second = mirror[offset + low : offset + high]
    s0, s1, s2, s3, s4, s5, s6, s7 = (
        sought[0], sought[1], sought[2], sought[3], sought[4], sought[5], sought[6], sought[7]
    )  # fmt: skip
    d0 = d1 = d2 = d3 = d4 = d5 = d6 = d7 = kind(1)
    for index in range(first.shape[0]):
        value = first[index] ^ second[index]
        d0 = min(d0, kind(value ^ s0))
        d1 = min(d1, kind(value ^ s1))
        d2 = min(d2, kind(value ^ s2))
        d3 = min(d3, kind(value ^ s3))
        d4 = min(d4, kind(value ^ s4))
        d5 = min(d5, kind(value ^ s5))
        d6 = min(d6, kind(value ^ s6))
        d7 = min(d7, kind(value ^ s7))
    missed = d0 | d1 << 1 | d2 << 2 | d3 << 3 | d4 << 4 | d5 << 5 | d6 << 6 | d7 << 7
    return 255 - int(missed)


@njit
def seek(
    values: Values, mirror: Values, heap: int, digits: Integers, parts: int, low: int, sought: Values
) -> tuple[int, int]:
    """Which of eight values some split of the heap into a pair (i, …), i >= low, has, and how many pairs it took.

    The digits take turns at stretches of growing length: what one digit lacks, another mostly has near by.
    """
    found = 0
    looked_at = 0
    width = STRETCH
    pending = True
    while pending and found != 255:
        pending = False
        for removed in range(min(digits.shape[0], heap)):
            if digits[removed] & 4:
                left = heap - removed
                high = min(low + width, count_of_pairs(left, parts) + 1)
                if low < high:
                    found |= found_among_pairs(values, mirror, left, low, high, sought)
                    looked_at += high - low
                    pending = True
        low += width
        width *= 2
    return found, looked_at


@njit
def least_missing(
    values: Values,
    mirror: Values,
    heap: int,
    digits: Integers,
    parts: int,
    low: int,
    seen: Integers,
    sought: Values,
    odd: Values,
    flip: int,
) -> tuple[int, bool, int]:
    """The mex of a heap whose options (i, …), i < low, are noted in `seen`; the others are sought, as far as need be.

    Where `odd` holds something, a value with `odd[value] != flip` is an option only if it is noted. Returns the mex, or
    the length of `seen` if none is below; whether it was sought; and the pairs looked at for values smaller than it.
    """
    size = seen.shape[0]
    value = 0
    looked_at = 0
    while True:
        group = 0
        while group < 8 and value < size:
            if seen[value] != heap:
                if odd.shape[0] > 0 and odd[value] != flip:
                    break
                sought[group] = value
                group += 1
            value += 1
        if group == 0:
            return value, False, looked_at
        for index in range(group, 8):
            sought[index] = sought[0]
        found, looked = seek(values, mirror, heap, digits, parts, low, sought)
        if found != 255:
            return int(sought[trailing_zeros(np.uint64(255 - found))]), True, looked_at
        looked_at += looked


@njit
def opening_after(opening: int, noted: int, looked_at: int) -> int:
    """How many pairs a digit are noted from now on: the more, the more were sought."""
    return max(SHORTEST, opening - opening // 16) if looked_at < NOTED_FOR_SOUGHT * noted else opening + opening // 8


@njit
def fill_by_seeking(
    values: Values,
    mirror: Values,
    start: int,
    stop: int,
    digits: Integers,
    parts: int,
    seen: Integers,
    sought: Values,
    opening: int,
) -> tuple[int, int]:
    """At most two parts, of any or of unequal sizes: the mex found without noting the value of every pair.

    The values of the first pairs are noted, `opening` a digit; those still missing are then sought eight at a time,
    which costs a fifth as much a pair, until one is found nowhere. `opening` follows the balance of the two costs.

    `seen` holds no heap from `start` on, and values are below its length. `sought` is scratch for eight values. Returns
    the heap reached and the opening.
    """
    every = values[:0]
    for heap in range(start, stop):
        mark_unsplit(values, heap, digits, seen)
        noted = mark_split(values, mirror, heap, digits, parts, 1, opening + 1, seen)
        value, _, looked_at = least_missing(values, mirror, heap, digits, parts, opening + 1, seen, sought, every, 0)
        if value == seen.shape[0]:
            return heap, opening
        values[heap] = value
        mirror[mirror.shape[0] - 1 - heap] = value
        opening = opening_after(opening, noted, looked_at)
    return stop, opening
