"""Games with a sparse space, compiled: few heaps are rare, and only pairs with one of those are looked at.

A heap is *common* when `odd[value]`, flipped at every second heap if `use_position`, is 1, and else *rare*. `odd` is
the parity of some of the value's bits, so a pair of two common or of two rare parts has a rare value, and a mixed pair
a common one: the pairs with a rare part settle which common values are options, and only the rare values below the
least common one that is not have to be sought. The result is exact whichever bits are chosen; only the speed depends
on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.jit import njit
from cgt.fast.taking_breaking.loops import UNEQUAL, least_missing, mark_pairs, mark_unsplit, opening_after

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[Any]
    Integers = npt.NDArray[np.int64]

WIDTH = 4
"""The totals whose pairs are noted together: a part and its value are read once for all of them."""


@njit
def note_pair(values: Values, part: int, value: int, total: int, seen: Integers) -> None:
    """Note the pair (part, total - part), and those of the totals behind it, each in its row; `value` is the part's."""
    other = total - part
    seen[0, np.uint64(values[np.uint64(other)] ^ value)] = total
    seen[1, np.uint64(values[np.uint64(other + 1)] ^ value)] = total + 1
    seen[2, np.uint64(values[np.uint64(other + 2)] ^ value)] = total + 2
    seen[3, np.uint64(values[np.uint64(other + 3)] ^ value)] = total + 3


@njit
def note_pairs(
    values: Values,
    total: int,
    parts: int,
    seen: Integers,
    noted: int,
    rare: Integers,
    rare_values: Values,
    begin: int,
    end: int,
) -> None:
    """Note the pairs of `WIDTH` totals with a part in WIDTH..noted - 1, or one of the rare parts begin..end - 1."""
    for part in range(WIDTH, noted):
        note_pair(values, part, values[part], total, seen)
    low = end
    high = end
    if parts == UNEQUAL:  # half of a total is no part
        low = begin
        while low < high:
            middle = (low + high) // 2
            if rare[middle] < total // 2:
                low = middle + 1
            else:
                high = middle
        while high < end and rare[high] <= (total + WIDTH) // 2:
            for row in range(WIDTH):
                other = total + row - rare[high]
                if other != rare[high]:
                    seen[row, np.uint64(values[other] ^ rare_values[high])] = total + row
            high += 1
    for index in range(begin, low):
        note_pair(values, rare[index], rare_values[index], total, seen)
    for index in range(high, end):
        note_pair(values, rare[index], rare_values[index], total, seen)


@njit
def unite_noted(options: Integers, heap: int, seen: Integers, total: int, bound: int) -> None:
    """Write `heap` at each option below `bound` whose pair is noted in the row `seen` of the total."""
    for value in range(bound):
        options[value] = heap if seen[value] == total else options[value]


@njit
def fill_within(
    values: Values,
    mirror: Values,
    start: int,
    stop: int,
    digits: Integers,
    splits: Integers,
    parts: int,
    seen: Integers,
    noted: Integers,
    options: Integers,
    bound: int,
    sought: Values,
    opening: int,
    odd: Values,
    use_position: int,
    rare: Integers,
    rare_values: Values,
    rare_count: int,
) -> tuple[int, int, int]:
    """As `loops.fill_by_seeking`; the pairs of a total are noted once for all the `splits` that come to it.

    `seen` is a ring of rows, one a total: a power of two, and enough for all the totals of `WIDTH` heaps. `noted` has
    an item for each `WIDTH` of them, all 0, `options` an item a value. No value yet is `bound` or more, a power of two.
    `rare` lists the rare heaps, with their values beside and room for more. Returns the heap reached, the opening, and
    the number of rare heaps. `start` is 6 times as many as the digits, or more.
    """
    length = digits.shape[0]
    first = splits[0]
    ring = seen.shape[0] - 1
    base = start - (splits[splits.shape[0] - 1] - first + WIDTH - 1) // WIDTH * WIDTH  # totals come from before `start`
    begin = end = 0
    for block in range(base, stop, WIDTH):
        total = block - first
        # A part below `noted`, or whose other one is, needs no second look.
        lowest = min(max(opening, length + WIDTH), (block - length) // 2) + 1
        while end < rare_count and rare[end] < block - length:
            end += 1
        while begin < end and rare[begin] < lowest:
            begin += 1
        while begin > 0 and rare[begin - 1] >= lowest:
            begin -= 1
        row = block - base & ring
        note_pairs(values, total, parts, seen[row : row + WIDTH], lowest, rare, rare_values, begin, end)
        noted[row // WIDTH] = lowest
        for heap in range(block, min(block + WIDTH, stop)):
            total = heap - first
            mark_pairs(values, mirror, total, 1, WIDTH, seen[heap - base & ring], total)
            if heap < start:
                continue
            mark_unsplit(values, heap, digits, options)
            for index in range(splits.shape[0]):
                total = heap - splits[index]
                row = total + first - base & ring
                lowest = min(lowest, noted[row // WIDTH])
                unite_noted(options, heap, seen[row], total, bound)
            flip = use_position & (heap - first)
            value, is_rare, looked_at = least_missing(
                values, mirror, heap, digits, parts, lowest, options, sought, odd, flip
            )
            if value == options.shape[0]:
                return heap, opening, rare_count
            while value >= bound:
                bound *= 2
            values[heap] = value
            mirror[mirror.shape[0] - 1 - heap] = value
            if is_rare:
                rare[rare_count] = heap
                rare_values[rare_count] = value
                rare_count += 1
            opening = opening_after(opening, lowest, looked_at)
    return stop, opening, rare_count
