"""Moves that leave two heaps at most, in plain Python: nim-values below 256, sought among the options' values as bytes.

The sparse space of a game: its values fall into two kinds by the parity of some of their bits, and one kind, the *rare*
values, is taken by few heaps only (Berlekamp, Conway and Guy, Winning Ways, chapter 4). A pair of two common or of two
rare parts has a rare value, a mixed pair a common one. So the pairs with a rare part settle which common values are
options. Which bits is found from the values so far by a Walsh–Hadamard transform of their histogram, and again at each
doubling. The heap's own parity may take part as one more bit when all splitting digits remove amounts of one parity.
The result is exact whichever bits are chosen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, deque
from typing import TYPE_CHECKING

from cgt.fast.value_sets import BySets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.core.code import HeapCode
    from cgt.fast.row import MirroredRow

FIRST_CHOICE = 1024
"""The heap before which no sparse space is looked for."""

OPENING = 256
"""The pairs of a digit that are looked at in any case."""

SOME_PAIRS = 2_048
"""The pairs that are looked at first where a rare value is sought among all of them."""

FEW_RARE = 100
"""So many rare parts take no longer than the rest of the work for a heap."""

TOTALS = 128
"""The totals for which the rare parts are looked at together: fewer than `OPENING`, so that the others are known."""

RARE_TO_PAIRS = 12
"""About how many pairs are looked at together in the time in which one rare part is looked at by itself."""


class RareParts:
    """The parts above `OPENING` that are looked at one by one: for some totals at once that follow each other."""

    def __init__(self, values: memoryview, parts: list[int]) -> None:
        self.parts = parts
        self._own = int.from_bytes(b"".join(values[part : part + 1].tobytes() * TOTALS for part in parts), "little")
        self._start, self._pairs = -TOTALS, b""

    def pairs(self, values: memoryview, total: int) -> bytes:
        """The values of the pairs with each of these parts that make up `total`, which is more than each."""
        if not self._start <= total < self._start + TOTALS:
            others = b"".join([values[total - part : total - part + TOTALS] for part in self.parts])
            self._start = total
            self._pairs = (self._own ^ int.from_bytes(others, "little")).to_bytes(len(others), "little")
        return self._pairs[total - self._start :: TOTALS]


class ByProbing:
    """At most two parts and values below 256: the options' values as bytes, in which each value in turn is sought.

    A value that is there is mostly found at once, so a heap costs little more than one search for its own value; and in
    a sparse space not even that, where it is common.
    """

    def __init__(self, digits: Sequence[int], parts: str, code: HeapCode) -> None:
        self._digits, self._unequal, self._code = digits, parts == "unequal", code
        self._splits, self._kept, self._taken = (
            [removed for removed, digit in enumerate(digits) if digit & bit] for bit in (4, 2, 1)
        )
        self._kinds = b"", b""  # by the heap's parity and the value, whether it is rare
        self._sparse = False
        self._rare: list[int] = []
        self._choose_at = FIRST_CHOICE
        self._reached = 0

    @property
    def is_sparse(self) -> bool:
        """Whether a heap takes some microseconds, however large it is."""
        return self._sparse and len(self._rare) <= FEW_RARE

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; return the heap reached, `stop` unless a value was too large."""
        while start < stop:
            if start >= self._choose_at or start != self._reached:
                self._sparse = start >= FIRST_CHOICE and self._choose(table.values[:start])
                self._choose_at = max(2 * start, FIRST_CHOICE)
            end = min(stop, self._choose_at)
            fill = self._fill_by_rare if self._sparse else self._fill_by_all
            self._reached = start
            self._reached = start = fill(table, start, end)
            if start < end:
                break
        return start

    def _fill_by_all(self, table: MirroredRow, start: int, stop: int) -> int:
        values, splits = table.values, self._splits
        made: dict[int, bytes] = {}  # by the total: what one digit leaves now, another left a few heaps ago
        for heap in range(start, stop):
            single = [values[heap - removed] for removed in self._kept if removed < heap]
            if heap in self._taken:
                single.append(0)
            lefts = [heap - removed for removed in splits if removed < heap - 1]
            for left in lefts:
                if left not in made:
                    made[left] = self._pairs(table, left, left)
            value = _least_missing(b"".join((bytes(single), *map(made.__getitem__, lefts))))
            if value == 256:
                return heap
            table.put(heap, value)
            made.pop(heap - splits[-1], None)
        return stop

    def _fill_by_rare(self, table: MirroredRow, start: int, stop: int) -> int:
        """Pairs with a part of up to `OPENING`, and with a rare one; all of them for a rare value not among these."""
        values, mirror, splits, kinds = table.values, table.mirror, self._splits, self._kinds
        number, end = int.from_bytes, len(mirror)
        first = number(values[1 : OPENING + 1], "little")
        del self._rare[bisect_left(self._rare, start) :]  # an interrupted run may have entered them
        far = RareParts(values, [part for part in self._rare if OPENING < part < start - splits[-1]])
        recent = deque(self._rare[bisect_left(self._rare, start - splits[-1]) :])
        made: dict[int, bytes] = {}
        for heap in range(start, stop):
            while recent and recent[0] < heap - splits[-1]:
                far = RareParts(values, [*far.parts, recent.popleft()])
            options = bytes([values[heap - removed] for removed in self._kept])
            for removed in splits:
                left = heap - removed
                if left not in made:
                    offset = end - left
                    pairs = (first ^ number(mirror[offset : offset + OPENING], "little")).to_bytes(OPENING, "little")
                    if self._unequal and left // 2 in far.parts:
                        pairs = self._pairs(table, left, left)
                    else:
                        pairs += far.pairs(values, left)
                    made[left] = pairs
                options += made[left]
            value = _least_missing(options)
            for most in (SOME_PAIRS, heap):  # a rare value that is an option is mostly found among some of them
                if value < 256 and kinds[heap & 1][value]:
                    options += b"".join([self._pairs(table, heap - removed, most) for removed in splits])
                    value = _least_missing(options, value)
            if value == 256:
                return heap
            if kinds[heap & 1][value]:
                self._rare.append(heap)
                recent.append(heap)
            table.put(heap, value)
            made.pop(heap - splits[-1], None)
        return stop

    def _pairs(self, table: MirroredRow, total: int, most: int) -> bytes:
        return table.pairs(total, min((total - self._unequal) // 2, most))

    def _choose(self, values: memoryview) -> bool:
        """Choose bits of the value and the heap whose parity makes the fewest of these heaps rare; whether it pays."""
        splits = self._splits
        counts = [0] * (2 << max(values).bit_length())
        for parity in (0, 1):
            for value, count in Counter(values[2 - parity :: 2]).items():
                counts[2 * value + (parity + splits[0]) % 2] = count
        balance = _walsh_hadamard(counts)  # the rare heaps minus the common ones
        use_parity = len({removed % 2 for removed in splits}) == 1
        # Some bit of the value itself has to take part.
        mask = min(range(2, len(counts), 1 if use_parity else 2), key=balance.__getitem__)
        of_even, of_odd = (
            bytes(1 - ((value & mask >> 1).bit_count() + (heap + splits[0] & mask & 1)) % 2 for value in range(256))
            for heap in (0, 1)
        )
        self._kinds = of_even, of_odd
        self._rare = [heap for heap in range(1, len(values)) if self._kinds[heap & 1][values[heap]]]
        far = len(self._rare) - bisect_right(self._rare, OPENING)
        return 2 * (OPENING + RARE_TO_PAIRS * far + len(self._digits)) < len(values)

    def wider(self, table: MirroredRow) -> BySets:
        """Sets of values, which may be of any size."""
        return BySets(self._code)


def _least_missing(options: bytes, value: int = 0) -> int:
    """The least value from this one on that is no option; 256 if there is none."""
    while value < 256 and value in options:
        value += 1
    return value


def _walsh_hadamard(counts: list[int]) -> list[int]:
    """For each mask, the sum of the counts at even parity under it minus the sum of those at odd parity.

    >>> _walsh_hadamard([5, 1, 2, 0])
    [8, 6, 4, 2]
    """
    result = list(counts)
    half = 1
    while half < len(result):
        for place in range(len(result)):
            if not place & half:
                one, other = result[place], result[place + half]
                result[place], result[place + half] = one + other, one - other
        half *= 2
    return result
