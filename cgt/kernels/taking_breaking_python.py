"""Taking-and-breaking games in pure Python: bytes that are searched at the speed of memory, or integers as sets."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from cgt.kernels.taking_breaking_rule import Table, TakingBreakingRule


class ByProbing:
    """At most two parts and values below 256: the options' values as bytes, in which each value in turn is sought.

    A value that is there is mostly found at once, so a heap costs little more than one search for its own value.
    """

    def __init__(self, rule: TakingBreakingRule) -> None:
        self._rule = rule

    is_sparse = False

    def fill(self, table: Table, start: int, stop: int) -> int:
        """As `Filler.fill`."""
        for heap in range(start, stop):
            options = self._options(table, heap)
            value = 0
            while value in options:
                value += 1
                if value == 256:
                    return heap
            table.put(heap, value)
        return stop

    def _options(self, table: Table, heap: int) -> bytes:
        rule = self._rule
        options = [bytes(_options_without_breaking(rule, table, heap))]
        for removed in rule.splits:
            total = heap - removed
            if total > 1:
                options.append(table.pairs(total, rule.count_of_pairs(total)).tobytes())
        return b"".join(options)

    def wider(self, table: Table) -> BySets:
        """As `Filler.wider`."""
        return BySets(self._rule)


class BySets:
    """Any rule: the values reached by h heaps that make up m, as an integer with bit v set for each value v.

    Three heaps are one heap and a pair: each of the pair's values translated by the heap's, for the whole set at once.
    O(stop²) operations on integers of as many bits as the largest value where more than two heaps are left.
    """

    def __init__(self, rule: TakingBreakingRule) -> None:
        self._rule = rule
        # `_sets[h][m]` for h heaps that make up m, and the same gathered over the tail's range by m modulo its length.
        self._sets: list[list[int]] = [[] for _ in range(max(rule.most_heaps, 1) + 1)]
        self._gathered = [[0] * len(self._sets) for _ in rule.tail]
        self._totals_gathered = 0

    is_sparse = False

    def fill(self, table: Table, start: int, stop: int) -> int:
        """As `Filler.fill`; it never stops short."""
        for known in self._sets:
            del known[start:]
        if self._totals_gathered > max(0, start - len(self._rule.digits)):
            self._gathered = [[0] * len(self._sets) for _ in self._rule.tail]
            self._totals_gathered = 0
        for heap in range(len(self._sets[1]), start):
            self._enter_parts(table, heap)
            self._sets[1].append(1 << int(table.values[heap]) if heap else 0)
        for heap in range(start, stop):
            self._enter_parts(table, heap)
            reached = self._reached(heap)
            value = (~reached & (reached + 1)).bit_length() - 1
            table.widen(value)
            table.put(heap, value)
            self._sets[1].append(1 << value if heap else 0)
        return stop

    def wider(self, table: Table) -> BySets:
        """As `Filler.wider`."""
        return self

    def _enter_parts(self, table: Table, total: int) -> None:
        """Enter the sets of several heaps that make up `total`; they are smaller, so their values are known."""
        del self._sets[0][total:]
        self._sets[0].append(0 if total else 1)
        for count in range(2, len(self._sets)):
            found = self._pairs(table, total) if count == 2 else self._one_more(table, self._sets[count - 1], total)
            del self._sets[count][total:]
            self._sets[count].append(found)

    def _pairs(self, table: Table, total: int) -> int:
        if self._rule.parts == "equal":
            return 1 if total and total % 2 == 0 else 0
        values = table.pairs(total, self._rule.count_of_pairs(total))
        marks = np.zeros(int(values.max(initial=0)) + 1, bool)
        marks[values] = True
        return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")

    @staticmethod
    def _one_more(table: Table, fewer: list[int], total: int) -> int:
        found = 0
        for part in range(1, total):
            found |= _translated(fewer[total - part], int(table.values[part]))
        return found

    def _reached(self, heap: int) -> int:
        """The values of the heap's options."""
        reached = 0
        for removed, digit in enumerate(self._rule.digits[: heap + 1]):
            for count, known in enumerate(self._sets):
                if digit >> count & 1:
                    reached |= known[heap - removed]
        newest, cycle = heap - len(self._rule.digits), len(self._rule.tail)
        if newest >= 0 and cycle:
            for total in range(self._totals_gathered, newest + 1):
                gathered = self._gathered[total % cycle]
                for count, known in enumerate(self._sets):
                    gathered[count] |= known[total]
            self._totals_gathered = newest + 1
            for residue, gathered in enumerate(self._gathered):
                digit = self._rule.tail[(newest - residue) % cycle]
                for count, known_values in enumerate(gathered):
                    if digit >> count & 1:
                        reached |= known_values
        return reached


def _options_without_breaking(rule: TakingBreakingRule, table: Table, heap: int) -> list[int]:
    """The values of the options that leave one heap or none."""
    values = []
    for removed, digit in enumerate(rule.digits[: heap + 1]):
        left = heap - removed
        if digit & 1 and not left:
            values.append(0)
        if digit & 2 and left:
            values.append(int(table.values[left]))
    return values


def _translated(values: int, by: int) -> int:
    """The set {value ^ by}: for each bit of `by`, the blocks of that many values change places."""
    width = 1 << max(values.bit_length() - 1, by).bit_length()
    for level in range(by.bit_length()):
        if by >> level & 1:
            block, low = 1 << level, _lower_blocks(level, width)
            values = (values & low) << block | (values >> block) & low
    return values


@cache
def _lower_blocks(level: int, width: int) -> int:
    """Every other block of 2^level ones, the lowest among them, up to `width` bits."""
    return ((1 << width) - 1) // ((1 << (1 << level)) + 1)
