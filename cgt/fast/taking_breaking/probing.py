"""Taking-and-breaking games in pure Python, at most two parts: bytes that are searched at the speed of memory.

Within a sparse space, as in `cgt.fast.taking_breaking.compiled`, few heaps are *rare*, and a pair of two common or
of two rare parts has a rare value. Whether a common value is an option is then settled by the pairs with a rare part.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, deque
from operator import itemgetter
from typing import TYPE_CHECKING

from cgt.fast.taking_breaking.plain import BySets

if TYPE_CHECKING:
    from cgt.fast.taking_breaking.rule import TakingBreakingRule
    from cgt.fast.taking_breaking.table import MirroredRow

FIRST_CHOICE = 1024
"""The heap before which no sparse space is looked for."""

OPENING = 256
"""The pairs of a digit that are looked at in any case."""

RARE_TO_PAIRS = 12
"""About how many pairs are looked at together in the time in which one rare part is looked at by itself."""


class RareParts:
    """The parts that are looked at one by one; they are read out of a row together."""

    def __init__(self, values: memoryview, parts: list[int]) -> None:
        self.parts = parts
        if parts:
            several = [*parts, parts[0]]  # of one, `itemgetter` makes no tuple
            self._read = itemgetter(*several)
            self._values = int.from_bytes(bytes(self._read(values)), "little")

    def pairs(self, mirror: memoryview) -> bytes:
        """The values of the pairs with each of these parts; `mirror[part]` is the value of the other."""
        others = bytes(self._read(bytes(mirror)))
        return (self._values ^ int.from_bytes(others, "little")).to_bytes(len(others), "little")


class ByProbing:
    """At most two parts and values below 256: the options' values as bytes, in which each value in turn is sought.

    A value that is there is mostly found at once, so a heap costs little more than one search for its own value; and in
    a sparse space not even that, where it is common.
    """

    is_sparse = False

    def __init__(self, rule: TakingBreakingRule) -> None:
        self._rule = rule
        self._kept, self._taken = (
            [removed for removed, digit in enumerate(rule.digits) if digit & bit] for bit in (2, 1)
        )
        self._kinds = b"", b""  # by the heap's parity and the value, whether it is rare
        self._sparse = False
        self._rare: list[int] = []
        self._choose_at = FIRST_CHOICE
        self._reached = 0

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """As `Filler.fill`."""
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
        values, splits = table.values, self._rule.splits
        made: dict[int, bytes] = {}  # by the total: what one digit leaves now, another left a few heaps ago
        for heap in range(start, stop):
            single = [values[heap - removed] for removed in self._kept if removed < heap]
            if heap in self._taken:
                single.append(0)
            lefts = [heap - removed for removed in splits if removed < heap - 1]
            for left in lefts:
                if left not in made:
                    made[left] = self._all_pairs(table, left)
            value = _least_missing(b"".join((bytes(single), *map(made.__getitem__, lefts))))
            if value == 256:
                return heap
            table.put(heap, value)
            made.pop(heap - splits[-1], None)
        return stop

    def _fill_by_rare(self, table: MirroredRow, start: int, stop: int) -> int:
        """Pairs with a part of up to `OPENING`, and with a rare one; all of them for a rare value not among these."""
        values, mirror, splits, kinds = table.values, table.mirror, self._rule.splits, self._kinds
        number, end = int.from_bytes, len(mirror)
        first = number(values[1 : OPENING + 1], "little")
        del self._rare[bisect_left(self._rare, start) :]  # an interrupted run may have entered them
        far = RareParts(values, [part for part in self._rare if OPENING < part < start - splits[-1]])
        recent = deque(self._rare[bisect_left(self._rare, start - splits[-1]) :])
        unequal = self._rule.parts == "unequal"
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
                    if unequal and left // 2 in far.parts:
                        pairs = self._all_pairs(table, left)
                    elif far.parts:
                        pairs += far.pairs(mirror[offset - 1 :])
                    made[left] = pairs
                options += made[left]
            value = _least_missing(options)
            if value < 256 and kinds[heap & 1][value]:
                options += b"".join([self._all_pairs(table, heap - removed) for removed in splits])
                value = _least_missing(options, value)
                if value < 256 and kinds[heap & 1][value]:
                    self._rare.append(heap)
                    recent.append(heap)
            if value == 256:
                return heap
            table.put(heap, value)
            made.pop(heap - splits[-1], None)
        return stop

    def _all_pairs(self, table: MirroredRow, total: int) -> bytes:
        return table.pairs(total, (total - (self._rule.parts == "unequal")) // 2)

    def _choose(self, values: memoryview) -> bool:
        """Choose bits of the value and the heap whose parity makes the fewest of these heaps rare; whether it pays."""
        splits = self._rule.splits
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
        return 2 * (OPENING + RARE_TO_PAIRS * far + len(self._rule.digits)) < len(values)

    def wider(self, table: MirroredRow) -> BySets:
        """As `Filler.wider`."""
        return BySets(self._rule.code)


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
        for index in range(len(result)):
            if not index & half:
                one, other = result[index], result[index + half]
                result[index], result[index + half] = one + other, one - other
        half *= 2
    return result
