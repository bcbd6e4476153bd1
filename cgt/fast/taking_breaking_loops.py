"""Taking and breaking into at most two heaps, compiled: each loop computes new values from those below `start` alone.

`values` and `mirror` are the two of `MirroredRow`: a pair of parts is read forwards in both, many pairs at once.

`digits[k]` is as in `TakingBreakingRule`: bit h set says that k may be removed to leave h nonempty heaps. `parts` is 0
for two parts of any sizes, 1 for unequal and 2 for equal ones.

Every loop returns the heap it came to. That is `stop`, unless a value does not fit what the loop can hold.

`fill_by_seeking` fills any heaps. Faster, and with the same values, are `fill_within` a sparse space, which
`cgt.fast.taking_breaking_values` explains, and blocks of heaps by several threads: `narrow`, then `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.core.code import Constraint
from cgt.core.nimber import walsh_hadamard
from cgt.fast.bits import trailing_zeros
from cgt.fast.jit import njit
from cgt.fast.threads import thread_count, workers

if TYPE_CHECKING:
    import numpy.typing as npt

    from cgt.fast.row import MirroredRow

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


@njit
def count_of_pairs(total: int, parts: int) -> int:
    """The number of i = 1, 2, … that stand for the pairs of parts (i, total - i), each pair once."""
    return total // 2 if parts == ANY else (total - 1) // 2


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
def first_among_pairs(values: Values, mirror: Values, total: int, low: int, high: int, sought: Values) -> int:
    """A mask of eight values: bit j is set if some pair of parts (i, total - i), low <= i < high, has `sought[j]`.

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
    """A mask of the values among eight that some pair (i, …), i >= low, of the heap has, and the number of pairs read.

    The digits take turns at stretches of growing length: what one digit lacks, another mostly has near by.
    """
    number = 0
    looked_at = 0
    width = STRETCH
    pending = True
    while pending and number != 255:
        pending = False
        for removed in range(min(digits.shape[0], heap)):
            if digits[removed] & 4:
                left = heap - removed
                high = min(low + width, count_of_pairs(left, parts) + 1)
                if low < high:
                    number |= first_among_pairs(values, mirror, left, low, high, sought)
                    looked_at += high - low
                    pending = True
        low += width
        width *= 2
    return number, looked_at


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
        result, looked = seek(values, mirror, heap, digits, parts, low, sought)
        if result != 255:
            return int(sought[trailing_zeros(np.uint64(255 - result))]), True, looked_at
        looked_at += looked


@njit
def opening_after(opening: int, noted: int, looked_at: int) -> int:
    """The number of pairs to note for each digit from now on: greater if many were sought for each one noted."""
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
    """Fill heaps of at most two parts, of any or of unequal sizes: find the mex without noting the value of every pair.

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


WIDTH = 4
"""The totals whose pairs are noted together: a part and its value are read once for all of them."""

FIRST_CHOICE = 512
"""The heap before which no set of common values is looked for."""

PAIRS_FOR_THREADS = 32_000
"""The pairs of a heap, twice, from which it pays to wake another thread for a block."""

BLOCK = 256
"""The heaps of a block."""

PAIRS_A_SHARE = 4_000_000
"""The pairs, twice, that a thread takes at a time: fewer take little longer than handing them over."""

SHARE = 32
"""The fewest heaps of a block that a thread takes at a time; who is done earlier takes more of them."""

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
    """Fill like `fill_by_seeking`; the pairs of a total are noted once for all the `splits` that come to it.

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


@njit
def narrow(
    values: Values,
    mirror: Values,
    block: int,
    start: int,
    stop: int,
    digits: Integers,
    parts: int,
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
        noted = mark_split(values, mirror, heap, digits, parts, low, low + opening, seen)
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
                result, looked = seek(values, mirror, heap, digits, parts, low + opening, sought)
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
    values: Values,
    mirror: Values,
    block: int,
    stop: int,
    digits: Integers,
    parts: int,
    seen: Integers,
    sought: Values,
    left_over: Integers,
) -> int:
    """Choose each heap's value among the candidates of `narrow`, by the options that it did not read.

    Where none is left, the mex is sought. Returns the heap reached.
    """
    every = values[:0]
    for heap in range(block, stop):
        low = heap - block + 1
        mark_unsplit(values, heap, digits, seen)
        mark_split(values, mirror, heap, digits, parts, 1, low, seen)
        chosen = -1
        for value in left_over[heap - block]:
            if value >= 0 and seen[value] != heap:
                chosen = value
                break
        if chosen < 0:
            chosen, _, _ = least_missing(values, mirror, heap, digits, parts, low, seen, sought, every, 0)
            if chosen == seen.shape[0]:
                return heap
        values[heap] = chosen
        mirror[mirror.shape[0] - 1 - heap] = chosen
    return stop


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


class BySeeking:
    """A filler for at most two parts, values below `size`: within a sparse space once there is one, else by all pairs.

    The heaps of a block are shared out where there are several threads, and pairs enough.
    """

    def __init__(self, digits: Sequence[int], pairs: Constraint, greatest: int) -> None:
        self.size = size = next((size for size in (1 << 8, 1 << 16) if greatest < size), greatest * 16)
        self._rule = digits, pairs
        self._digits = np.array(digits, np.int64)
        self._parts = PARTS[pairs]
        self._splits = [removed for removed, digit in enumerate(digits) if digit & 4]
        self._threads = thread_count()
        self._alone = max(FIRST_CHOICE, -(-PAIRS_FOR_THREADS // len(self._splits)))  # the heaps before others help
        self._seen = np.full(size, -1, np.int64)
        self._opening = SHORTEST
        self._common: CommonValues | None = None
        self._choose_at = self._first_choice = max(FIRST_CHOICE, 6 * len(digits))
        self._reached = 0

    @property
    def nbytes(self) -> int:
        """The bytes kept besides the values."""
        return int(self._seen.nbytes) + (0 if self._common is None else int(self._common.rare.nbytes))

    @property
    def is_sparse(self) -> bool:
        """Whether at most one heap in a hundred is rare."""
        return self._common is not None and len(self._common.rare) * 100 <= self._choose_at // 2

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; return the heap reached, `stop` unless a value was too large."""
        if start != self._reached:  # an interrupted run went further, and what it chose is not known here
            self._common, self._choose_at = None, self._first_choice
        self._reached = -1
        while start < stop:
            if start >= self._choose_at:
                self._common = CommonValues.of(table.arrays[0][:start], self._splits, self.size)
                self._choose_at = 2 * start
            end = min(stop, self._choose_at)
            fill: Callable[[MirroredRow, int, int], int] = self._fill_by_seeking
            if self._common is not None:
                fill = partial(self._fill_within, self._common)
            elif start < self._alone:
                end = min(end, self._alone)
            elif self._threads > 1:
                fill = self._fill_blocks
            reached = fill(table, start, end)
            if reached < end:
                return reached
            start = end
        self._reached = stop
        return stop

    def _fill_by_seeking(self, table: MirroredRow, start: int, stop: int) -> int:
        values, mirror = table.arrays
        sought = np.zeros(8, values.dtype)
        reached, self._opening = fill_by_seeking(
            values, mirror, start, stop, self._digits, self._parts, self._seen, sought, self._opening
        )
        return int(reached)

    def _fill_blocks(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill blocks of heaps, most of each block by several threads."""
        values, mirror = table.arrays
        digits, parts = self._digits, self._parts
        left_over = np.zeros((BLOCK, 8), np.int64)
        scratch = [(np.full(self.size, -1, np.int64), np.zeros(8, values.dtype)) for _ in range(self._threads)]
        openings = [self._opening] * self._threads
        share = max(min(PAIRS_A_SHARE // (start * len(self._splits)), BLOCK // self._threads), SHARE)

        def narrow_shares(thread: int, block: int, end: int, shares: Iterator[int]) -> None:
            for first in shares:
                last = min(first + share, end)
                openings[thread] = narrow(
                    values, mirror, block, first, last, digits, parts, *scratch[thread], openings[thread], left_over
                )

        with workers(self._threads) as run:
            for block in range(start, stop, BLOCK):
                end = min(block + BLOCK, stop)
                shares = iter(range(block, end, share))
                run([partial(narrow_shares, thread, block, end, shares) for thread in range(self._threads)])
                reached = settle(values, mirror, block, end, digits, parts, self._seen, scratch[0][1], left_over)
                if reached < end:
                    return int(reached)
        return stop

    def _fill_within(self, common: CommonValues, table: MirroredRow, start: int, stop: int) -> int:
        """Fill heaps within a sparse space."""
        values, mirror = table.arrays
        known = int(np.searchsorted(common.rare, start))
        rare = np.concatenate((common.rare[:known], np.zeros(stop - start, np.int64)))
        splits = np.array(self._splits, np.int64)
        ring = 1 << int(splits[-1] - splits[0] + 2 * WIDTH - 2).bit_length()
        bound = 1 << int(values[:start].max()).bit_length()
        reached, self._opening, known = fill_within(
            values,
            mirror,
            start,
            stop,
            self._digits,
            splits,
            self._parts,
            np.full((ring, self.size), -1, np.int64),
            np.zeros(ring // WIDTH, np.int64),
            np.full(self.size, -1, np.int64),
            min(bound, self.size),
            np.zeros(8, values.dtype),
            self._opening,
            common.odd,
            common.use_position,
            rare,
            values[rare],
            known,
        )
        self._common = attrs.evolve(common, rare=rare[:known].copy())
        return int(reached)

    def wider(self, table: MirroredRow) -> BySeeking:
        """The same filler for larger values, with the table widened for them."""
        table.widen(self.size)
        return BySeeking(*self._rule, self.size)


def _parity(size: int) -> npt.NDArray[np.uint8]:
    """The parity of the number of ones of each number below `size`."""
    bits = np.arange(size, dtype=np.uint32)
    for shift in (16, 8, 4, 2, 1):
        bits ^= bits >> np.uint32(shift)
    return (bits & np.uint32(1)).astype(np.uint8)
