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

from cgt.kernels.jit import njit
from cgt.kernels.taking_breaking.loops import UNEQUAL, least_missing, mark_split, mark_unsplit, opening_after

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[Any]
    Integers = npt.NDArray[np.int64]

WIDTH = 4
"""The heaps whose options are noted together: a part and its value are read once for all of them."""


@njit
def mark_for_all(values: Values, part: int, value: int, left: int, heap: int, seen: Integers) -> None:
    """Write each heap from `heap` on at its option (part, left - part), `left` for the first; `value` of the part."""
    other = left - part
    seen[0, np.uint64(values[np.uint64(other)] ^ value)] = heap
    seen[1, np.uint64(values[np.uint64(other + 1)] ^ value)] = heap + 1
    seen[2, np.uint64(values[np.uint64(other + 2)] ^ value)] = heap + 2
    seen[3, np.uint64(values[np.uint64(other + 3)] ^ value)] = heap + 3


@njit
def fill_within(
    values: Values,
    mirror: Values,
    start: int,
    stop: int,
    digits: Integers,
    parts: int,
    seen: Integers,
    sought: Values,
    opening: int,
    odd: Values,
    use_position: int,
    rare: Integers,
    rare_values: Values,
    rare_count: int,
) -> tuple[int, int, int]:
    """As `loops.fill_by_seeking`, `WIDTH` heaps at a time: what they have in common is noted for all of them.

    `seen` has a row for each of these heaps. `rare` lists the rare heaps, with their values beside and room for more.
    Returns the heap reached, the opening, and the number of rare heaps. `start` is 4 times as many as the digits, or
    more.
    """
    length = digits.shape[0]
    first_split = 0
    while not digits[first_split] & 4:
        first_split += 1
    begin = end = 0
    for block in range(start, stop, WIDTH):
        # A part below `noted`, or whose other one is, needs no second look.
        noted = min(max(opening, length + WIDTH), (block - length) // 2) + 1
        while end < rare_count and rare[end] < block - length:
            end += 1
        while begin < end and rare[begin] < noted:
            begin += 1
        while begin > 0 and rare[begin - 1] >= noted:
            begin -= 1
        splits = 0
        for removed in range(length):
            if digits[removed] & 4:
                splits += 1
                left = block - removed
                for part in range(WIDTH, noted):
                    mark_for_all(values, part, values[part], left, block, seen)
                low = end
                high = end
                if parts == UNEQUAL:  # half of what is left is no part
                    low = begin
                    while low < high:
                        middle = (low + high) // 2
                        if rare[middle] < left // 2:
                            low = middle + 1
                        else:
                            high = middle
                    while high < end and rare[high] <= (left + WIDTH) // 2:
                        for row in range(WIDTH):
                            other = left + row - rare[high]
                            if other != rare[high]:
                                seen[row, np.uint64(values[other] ^ rare_values[high])] = block + row
                        high += 1
                for index in range(begin, low):
                    mark_for_all(values, rare[index], rare_values[index], left, block, seen)
                for index in range(high, end):
                    mark_for_all(values, rare[index], rare_values[index], left, block, seen)
        for row in range(min(WIDTH, stop - block)):
            heap = block + row
            own = seen[row]
            mark_unsplit(values, heap, digits, own)
            mark_split(values, mirror, heap, digits, parts, 1, WIDTH, own)
            flip = use_position & (heap - first_split)
            value, is_rare, looked_at = least_missing(
                values, mirror, heap, digits, parts, noted, own, sought, odd, flip
            )
            if value == own.shape[0]:
                return heap, opening, rare_count
            values[heap] = value
            mirror[mirror.shape[0] - 1 - heap] = value
            if is_rare:
                rare[rare_count] = heap
                rare_values[rare_count] = value
                rare_count += 1
            opening = opening_after(opening, splits * noted, looked_at)
    return stop, opening, rare_count
