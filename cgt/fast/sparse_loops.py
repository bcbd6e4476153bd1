"""Taking and breaking within a sparse space, compiled: few heaps are rare, and each is looked at with all others.

`cgt.fast.taking_breaking_values` explains why; the arguments are as in `cgt.fast.pair_loops`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.core.nimber import walsh_hadamard
from cgt.fast.jit import njit
from cgt.fast.pair_loops import UNEQUAL, PairRule, least_missing, mark_pairs, mark_unsplit, opening_after, put

if TYPE_CHECKING:
    import numpy.typing as npt

    from cgt.fast.pair_loops import Integers, Mirrored, Values

WIDTH = 4
"""The totals whose pairs are noted together: a part and its value are read once for all of them."""

READ_AT_ONCE = 1 << 18
"""The number of heaps sorted into common and rare ones at once: as words, they take much more memory than the table."""

RARE_ENOUGH = 0.05
"""The share of rare heaps up to which looking at each of them costs less than looking for every value."""


@njit
def note_pair(values: Values, part: int, value: int, total: int, seen: Integers) -> None:
    """Note the pair (part, total - part), and those of the totals behind it, each in its row; `value` is the part's."""
    other = total - part
    for row in range(WIDTH):
        seen[row, np.uint64(values[np.uint64(other + row)] ^ value)] = total + row


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
    index = begin
    if parts == UNEQUAL:  # half of a total is no part
        while index < end and rare[index] < total // 2:
            note_pair(values, rare[index], rare_values[index], total, seen)
            index += 1
        while index < end and rare[index] <= (total + WIDTH) // 2:
            for row in range(WIDTH):
                other = total + row - rare[index]
                if other != rare[index]:
                    seen[row, np.uint64(values[other] ^ rare_values[index])] = total + row
            index += 1
    for rest in range(index, end):
        note_pair(values, rare[rest], rare_values[rest], total, seen)


@njit
def unite_noted(options: Integers, heap: int, seen: Integers, total: int, bound: int) -> None:
    """Write `heap` at each option below `bound` whose pair is noted in the row `seen` of the total."""
    for value in range(bound):
        options[value] = heap if seen[value] == total else options[value]


@njit
def fill_within(
    table: Mirrored,
    start: int,
    stop: int,
    rule: PairRule,
    splits: Integers,
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
    """Fill like `fill_by_seeking`; the pairs of a total are noted once for all the `splits` that come to it.

    `seen` is a ring of rows, one a total: a power of two, and enough for all the totals of `WIDTH` heaps. `noted` has
    an item for each `WIDTH` of them, all 0, `options` an item a value. No value yet is `bound` or more, a power of two.
    `rare` lists the rare heaps, with their values beside and room for more. Returns the heap reached, the opening, and
    the number of rare heaps. `start` is 6 times as many as the digits, or more.
    """
    length = rule.digits.shape[0]
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
        note_pairs(table.values, total, rule.parts, seen[row : row + WIDTH], lowest, rare, rare_values, begin, end)
        noted[row // WIDTH] = lowest
        for heap in range(block, min(block + WIDTH, stop)):
            total = heap - first
            mark_pairs(table, total, 1, WIDTH, seen[heap - base & ring], total)
            if heap < start:
                continue
            mark_unsplit(table.values, heap, rule.digits, options)
            for index in range(splits.shape[0]):
                total = heap - splits[index]
                row = total + first - base & ring
                lowest = min(lowest, noted[row // WIDTH])
                unite_noted(options, heap, seen[row], total, bound)
            flip = use_position & (heap - first)
            value, is_rare, looked_at = least_missing(table, heap, rule, lowest, options, sought, odd, flip)
            if value == options.shape[0]:
                return heap, opening, rare_count
            while value >= bound:
                bound *= 2
            put(table, heap, value)
            if is_rare:
                rare[rare_count] = heap
                rare_values[rare_count] = value
                rare_count += 1
            opening = opening_after(opening, lowest, looked_at)
    return stop, opening, rare_count


@attrs.frozen
class CommonValues:
    """The split into common heaps, where `odd[value]` (flipped for odd heaps if `use_position`) is 1, and rare ones."""

    odd: npt.NDArray[np.uint8]
    use_position: int
    rare: Integers

    @classmethod
    def of(cls, values: npt.NDArray[Any], splits: Sequence[int], size: int) -> CommonValues | None:
        """The split by the bits whose parity makes the fewest heaps rare, if it pays; values are below `size`."""
        extended_size = 2 << int(values.max()).bit_length()

        def extended(start: int) -> Integers:
            """Twice the value and the parity of the heap, for the heaps from `start` on that are read at once."""
            some = values[start : start + READ_AT_ONCE].astype(np.int64)
            return some * 2 + ((np.arange(start, start + len(some)) - splits[0]) & 1)

        starts = range(1, len(values), READ_AT_ONCE)
        counts = np.zeros(extended_size, np.int64)
        for start in starts:
            counts += np.bincount(extended(start), minlength=extended_size)
        # The transform counts the rare heaps minus the common ones. Some bit of the value itself has to take part.
        balance = np.array(walsh_hadamard(counts.tolist()))
        balance[:2] = len(values)
        if len({removed & 1 for removed in splits}) > 1:
            balance[1::2] = len(values)
        mask = int(np.argmin(balance))
        is_rare = _parity(extended_size)[np.arange(extended_size) & mask] == 0
        if int(counts[is_rare].sum()) > RARE_ENOUGH * len(values):
            return None
        rare = np.concatenate([np.flatnonzero(is_rare[extended(start)]) + start for start in starts])
        odd = _parity(size)[np.arange(size) & (mask >> 1)]
        return cls(odd, mask & 1, rare)


def _parity(size: int) -> npt.NDArray[np.uint8]:
    """The parity of the number of ones of each number below `size`."""
    bits = np.arange(size, dtype=np.uint32)
    for shift in (16, 8, 4, 2, 1):
        bits ^= bits >> np.uint32(shift)
    return (bits & np.uint32(1)).astype(np.uint8)
