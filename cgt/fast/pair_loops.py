"""Taking and breaking into at most two heaps, compiled: each loop computes new values from those below `start` alone.

`values` and `mirror` are the two of `MirroredRow`: a pair of parts is read forwards in both, many pairs at once.

Every loop returns the heap it came to. That is `stop`, unless a value does not fit what the loop can hold.

`fill_by_seeking` fills any heaps; with the same values several threads fill blocks of heaps: `narrow`, then `settle`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cgt.core.arrays import np
from cgt.core.code import Constraint
from cgt.fast.bits import trailing_zeros
from cgt.fast.jit import njit

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[Any]
    Integers = npt.NDArray[np.int64]

ANY = 0
UNEQUAL = 1
EQUAL = 2

STRETCH = 1024
"""The pairs looked at in the first search for a value; each further one is twice as long."""

SHORTEST = 32
"""The fewest pairs of a digit whose values are noted."""

NOTED_FOR_SOUGHT = 3
"""The pairs that are looked at in the time in which one is noted."""

PARTS = {Constraint.ANY: ANY, Constraint.DISTINCT: UNEQUAL, Constraint.EQUAL: EQUAL}


class Mirrored(NamedTuple):
    """The two rows of a `MirroredRow` as numpy arrays."""

    values: Values
    mirror: Values


class PairRule(NamedTuple):
    """A rule of at most two parts for the loops.

    Bit h of `digits[k]` says that k may be removed to leave h nonempty heaps, as in `TakingBreakingRule`; `parts` is 0
    for two parts of any sizes, 1 for unequal and 2 for equal ones.
    """

    digits: Integers
    parts: int


@njit
def count_of_pairs(total: int, parts: int) -> int:
    """The number of i = 1, 2, … that stand for the pairs of parts (i, total - i), each pair once."""
    return total // 2 if parts == ANY else (total - 1) // 2


@njit
def put(table: Mirrored, heap: int, value: int) -> None:
    """Write one value into both rows."""
    table.values[heap] = value
    table.mirror[table.mirror.shape[0] - 1 - heap] = value


@njit
def mark_pairs(table: Mirrored, total: int, low: int, high: int, seen: Integers, heap: int) -> None:
    """Write `heap` at the value of each pair of parts (i, total - i), low <= i < high."""
    first = table.values[low:high]
    offset = table.mirror.shape[0] - 1 - total
    second = table.mirror[offset + low : offset + high]
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
def mark_split(table: Mirrored, heap: int, rule: PairRule, low: int, high: int, seen: Integers) -> int:
    """Write `heap` at the value of each option (i, …), low <= i < high; returns how many these are."""
    noted = 0
    for removed in range(min(rule.digits.shape[0], heap)):
        if rule.digits[removed] & 4:
            left = heap - removed
            end = min(high, count_of_pairs(left, rule.parts) + 1)
            if low < end:
                mark_pairs(table, left, low, end, seen, heap)
                noted += end - low
    return noted


@njit
def first_among_pairs(table: Mirrored, total: int, low: int, high: int, sought: Values) -> int:
    """A mask of eight values: bit j is set if some pair of parts (i, total - i), low <= i < high, has `sought[j]`.

    Eight running minima of the differences: a loop without branches, which the compiler turns into vector instructions.
    """
    kind = table.values.dtype.type
    first = table.values[low:high]
    offset = table.mirror.shape[0] - 1 - total
    second = table.mirror[offset + low : offset + high]
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
def seek(table: Mirrored, heap: int, rule: PairRule, low: int, sought: Values) -> tuple[int, int]:
    """A mask of the values among eight that some pair (i, …), i >= low, of the heap has, and the number of pairs read.

    The digits take turns at stretches of growing length: what one digit lacks, another mostly has near by.
    """
    number = 0
    looked_at = 0
    width = STRETCH
    pending = True
    while pending and number != 255:
        pending = False
        for removed in range(min(rule.digits.shape[0], heap)):
            if rule.digits[removed] & 4:
                left = heap - removed
                high = min(low + width, count_of_pairs(left, rule.parts) + 1)
                if low < high:
                    number |= first_among_pairs(table, left, low, high, sought)
                    looked_at += high - low
                    pending = True
        low += width
        width *= 2
    return number, looked_at


@njit
def least_missing(
    table: Mirrored, heap: int, rule: PairRule, low: int, seen: Integers, sought: Values, odd: Values, flip: int
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
        result, looked = seek(table, heap, rule, low, sought)
        if result != 255:
            return int(sought[trailing_zeros(np.uint64(255 - result))]), True, looked_at
        looked_at += looked


@njit
def opening_after(opening: int, noted: int, looked_at: int) -> int:
    """The number of pairs to note for each digit from now on: greater if many were sought for each one noted."""
    return max(SHORTEST, opening - opening // 16) if looked_at < NOTED_FOR_SOUGHT * noted else opening + opening // 8


@njit
def fill_by_seeking(
    table: Mirrored, start: int, stop: int, rule: PairRule, seen: Integers, sought: Values, opening: int
) -> tuple[int, int]:
    """Fill heaps of at most two parts, of any or of unequal sizes: find the mex without noting the value of every pair.

    The values of the first pairs are noted, `opening` a digit; those still missing are then sought eight at a time,
    which costs a fifth as much a pair, until one is found nowhere. `opening` follows the balance of the two costs.

    `seen` holds no heap from `start` on, and values are below its length. `sought` is scratch for eight values. Returns
    the heap reached and the opening.
    """
    every = table.values[:0]
    for heap in range(start, stop):
        mark_unsplit(table.values, heap, rule.digits, seen)
        noted = mark_split(table, heap, rule, 1, opening + 1, seen)
        value, _, looked_at = least_missing(table, heap, rule, opening + 1, seen, sought, every, 0)
        if value == seen.shape[0]:
            return heap, opening
        put(table, heap, value)
        opening = opening_after(opening, noted, looked_at)
    return stop, opening


@njit
def narrow(
    table: Mirrored,
    block: int,
    start: int,
    stop: int,
    rule: PairRule,
    seen: Integers,
    sought: Values,
    opening: int,
    left_over: Integers,
) -> int:
    """Write to `left_over`, for each heap, up to eight least values that no option with parts below `block` has.

    They go into the heap's row of `left_over`, ascending, -1 behind them; a smaller value that is not there, an option
    has. Heaps from `block` on are not looked at: a pair (i, m - i) counts where i > heap - block. The rest is as in
    `fill_by_seeking`, of which this is the first half; returns the opening.
    """
    size = seen.shape[0]
    for heap in range(start, stop):
        low = heap - block + 1
        noted = mark_split(table, heap, rule, low, low + opening, seen)
        value = 0
        kept = 0
        looked_at = 0
        while kept == 0 and value < size:
            group = 0
            while group < 8 and value < size:
                if seen[value] != heap:
                    sought[group] = value
                    group += 1
                value += 1
            if group > 0:
                for index in range(group, 8):
                    sought[index] = sought[0]
                result, looked = seek(table, heap, rule, low + opening, sought)
                if result == 255:
                    looked_at += looked
                for index in range(group):
                    if not result >> index & 1:
                        left_over[heap - block, kept] = sought[index]
                        kept += 1
        for index in range(kept, 8):
            left_over[heap - block, index] = -1
        opening = opening_after(opening, noted, looked_at)
    return opening


@njit
def settle(
    table: Mirrored, block: int, stop: int, rule: PairRule, seen: Integers, sought: Values, left_over: Integers
) -> int:
    """Choose each heap's value among the candidates of `narrow`, by the options that it did not read.

    Where none is left, the mex is sought. Returns the heap reached.
    """
    every = table.values[:0]
    for heap in range(block, stop):
        low = heap - block + 1
        mark_unsplit(table.values, heap, rule.digits, seen)
        mark_split(table, heap, rule, 1, low, seen)
        chosen = -1
        for value in left_over[heap - block]:
            if value >= 0 and seen[value] != heap:
                chosen = value
                break
        if chosen < 0:
            chosen, _, _ = least_missing(table, heap, rule, low, seen, sought, every, 0)
            if chosen == seen.shape[0]:
                return heap
        put(table, heap, chosen)
    return stop
