"""Nim-values of any code by sets of nim-values: tails, three heaps and more, constraints on their sizes.

Where a move leaves two heaps at most and no tail repeats, `cgt.fast.taking_breaking_values` is faster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import reduce
from itertools import islice
from operator import or_
from sys import getsizeof

import attrs

from cgt.core.code import Constraint, Digit, HeapCode
from cgt.core.memory import MEMORY
from cgt.core.memory_limit import check_memory
from cgt.fast.jit import numpy_installed
from cgt.fast.row import MirroredRow, in_kind

KEY = 200
"""The size of an entry in the dict of the sets of so many heaps, without the set."""

FEW = 500
"""Pairs from which numpy is worth its call where their values are to be made a set, if it is installed."""


@attrs.frozen
class Division:
    """A way to leave heaps: so many of them (or `more`: at least so many), under a constraint on their sizes."""

    heaps: int
    constraint: Constraint = Constraint.ANY
    more: bool = False

    @classmethod
    def allowed_by(cls, digit: Digit) -> tuple[Division, ...]:
        """The divisions that a digit allows."""
        counts = tuple(cls(heaps, constraint) for heaps, constraint in enumerate(digit.allowed) if constraint)
        return (*counts, cls(len(digit.allowed), digit.more, more=True)) if digit.more else counts

    @property
    def fewer(self) -> Division | None:
        """The division with one heap fewer, where the sets of this one are built from it; None elsewhere."""
        if self.constraint is not Constraint.ANY or self.heaps == 0 or (self.heaps < 3 and not self.more):
            return None
        return Division(self.heaps - 1, more=self.more)


class BySets:
    """A filler for any code: for each way to divide m counters the set of values reached, as bits of an integer.

    Three heaps are one heap and a pair: each of the pair's values translated by the heap's, for the whole set at once,
    and once for all heaps of that value. O(stop²) operations on integers of as many bits as the largest value where
    more than two heaps are left; where sizes of three heaps are constrained, O(stop³), and
    O(stop⁴) where there may be any number of them.
    """

    is_sparse = False

    def __init__(self, code: HeapCode) -> None:
        digits, tail = ([Division.allowed_by(digit) for digit in part] for part in (code.digits, code.tail))
        self._divisions = _with_what_they_are_made_from({way for digit in (*digits, *tail) for way in digit})
        numbered = list(enumerate(self._divisions))
        self._single = [(index, division) for index, division in numbered if division.heaps < 2]
        self._several = [(index, division) for index, division in numbered if division.heaps > 1]
        place = {division: index for index, division in numbered}
        self._sets: list[list[int]] = [[] for _ in self._divisions]  # by the division and the total
        self._fewer = [self._sets[place[way.fewer]] if way.fewer in place else None for way in self._divisions]
        self._digits = [[self._sets[place[way]] for way in digit] for digit in digits]
        self._tail = [[place[way] for way in digit] for digit in tail]
        # The sets of the tail's range, gathered by the total modulo the tail's length.
        self._gathered = [[0] * len(place) for _ in tail]
        self._totals_gathered = 0
        self._chosen: dict[tuple[int, int, int, bool], int] = {}

    @property
    def nbytes(self) -> int:
        """About how many bytes the sets take, estimated from some of them."""
        return KEY * len(self._chosen) + sum(map(_size, (*self._sets, *self._gathered, self._chosen.values())))

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; every value fits; raises `MemoryBudgetError`."""
        builds = self._tail or any(one is not None for one in self._fewer)
        first = 0 if builds else max(0, start - len(self._digits) + 1)  # whose sets these heaps are made from
        for known in self._sets:
            known.extend([0] * (first - len(known)))
        for heap in range(min(map(len, self._sets), default=start), start):
            self._enter(table, heap, several=True)
            self._enter(table, heap, several=False)
        if self._totals_gathered > max(0, start - len(self._digits)):
            self._gathered = [[0] * len(self._sets) for _ in self._tail]
            self._totals_gathered = 0
        for heap in range(start, stop):
            check_memory(KEY * len(self._chosen), f"the sets of nim-values to heap {heap}")
            self._enter(table, heap, several=True)
            reached = self._reached(heap)
            value = (~reached & (reached + 1)).bit_length() - 1
            table.widen(value)
            table.put(heap, value)
            self._enter(table, heap, several=False)
        return stop

    def wider(self, table: MirroredRow) -> BySets:
        """This filler, which takes values of any size."""
        return self

    def _reached(self, heap: int) -> int:
        """The set of the values of a heap's options."""
        reached = 0
        for removed, digit in enumerate(self._digits[: heap + 1]):
            for known in digit:
                reached |= known[heap - removed]
        newest, cycle = heap - len(self._digits), len(self._tail)
        if newest >= 0 and cycle:
            for total in range(self._totals_gathered, newest + 1):
                gathered = self._gathered[total % cycle]
                for index, known in enumerate(self._sets):
                    gathered[index] |= known[total]
            self._totals_gathered = newest + 1
            for residue, gathered in enumerate(self._gathered):
                for index in self._tail[(newest - residue) % cycle]:
                    reached |= gathered[index]
        return reached

    def _enter(self, table: MirroredRow, total: int, *, several: bool) -> None:
        """Enter the sets of `total`: of several heaps, which are smaller, or once the heap's own value is known."""
        for place, division in self._several if several else self._single:
            known = self._sets[place]
            del known[total:]  # an interrupted run may have entered it
            known.append(self._set_of(table, place, division, total))

    def _set_of(self, table: MirroredRow, index: int, division: Division, total: int) -> int:
        fewer = self._fewer[index]
        if fewer is not None:
            # A single heap may be all there is, where no others are asked for.
            return _one_more(table, fewer, total, total + (division.heaps == 1))
        if division.more and not division.heaps and total:
            return self._sets[self._divisions.index(Division(1, more=True))][total]
        if division.more and division.heaps:
            return _united(
                self._constrained(table, heaps, division.constraint, total)
                for heaps in range(division.heaps, total + 1)
            )
        return self._constrained(table, division.heaps, division.constraint, total)

    def _constrained(self, table: MirroredRow, heaps: int, constraint: Constraint, total: int) -> int:
        if heaps == 0:
            return 1 if total == 0 else 0
        if heaps == 1:
            return 1 << table.values[total] if total else 0
        if constraint is Constraint.EQUAL:
            return (1 if heaps % 2 == 0 else 1 << table.values[total // heaps]) if total and total % heaps == 0 else 0
        if heaps == 2:
            return _set_of_pairs(table, total, unequal=constraint is not Constraint.ANY)
        if constraint is Constraint.DISTINCT:
            return self._up_to(table, heaps, total, total, distinct=True)
        # Not all of one size: some copies of the greatest, and smaller ones besides.
        return _united(
            translated(
                self._up_to(table, heaps - copies, total - copies * greatest, greatest - 1, distinct=False),
                table.values[greatest] if copies % 2 else 0,
            )
            for greatest in range(2, total)
            for copies in range(1, heaps)
            if copies * greatest < total
        )

    def _up_to(self, table: MirroredRow, heaps: int, total: int, most: int, *, distinct: bool) -> int:
        """The set of values of so many heaps with the sum `total`, none above `most`."""
        if heaps == 0:
            return 1 if total == 0 else 0
        if heaps * (heaps + 1) // 2 > total if distinct else heaps > total:
            return 0
        key = heaps, total, min(most, total), distinct
        if key not in self._chosen:
            self._chosen[key] = _united(
                translated(
                    self._up_to(table, heaps - 1, total - greatest, greatest - distinct, distinct=distinct),
                    table.values[greatest],
                )
                for greatest in range(1, min(most, total) + 1)
            )
        return self._chosen[key]


def _size(sets: Collection[int]) -> int:
    """About how many bytes some sets take, estimated from 64 of them; small integers are shared."""
    sample = [*islice(sets, 0, None, len(sets) // 64 + 1)]
    return sum(8 + (getsizeof(one) if one > 256 else 0) for one in sample) * len(sets) // max(len(sample), 1)


def _with_what_they_are_made_from(divisions: set[Division]) -> list[Division]:
    """The divisions with those they are built from, in the order in which their sets can be entered."""
    for division in tuple(divisions):
        while (fewer := division.fewer) is not None:
            divisions.add(division := fewer)
    if Division(0, more=True) in divisions:
        divisions.add(Division(1, more=True))
    return sorted(divisions, key=lambda way: (way.heaps > 1, way.heaps if way.heaps > 1 else -way.heaps, way.more))


def _set_of_pairs(table: MirroredRow, total: int, *, unequal: bool) -> int:
    """The set of values of two heaps with the sum `total`."""
    count = max(total - unequal, 0) // 2
    if count >= FEW and numpy_installed():
        import numpy as np

        values, mirror = table.arrays
        offset = len(mirror) - total
        counts = np.bincount(values[1 : count + 1] ^ mirror[offset : offset + count])
        return int.from_bytes(np.packbits(counts.astype(np.bool_), bitorder="little").tobytes(), "little")
    pairs = table.pairs(total, count)
    return _united(1 << value for value in set(in_kind(pairs, table.values.format)))


def _one_more(table: MirroredRow, fewer: list[int], total: int, stop: int) -> int:
    """The set of values of one heap below `stop` and the others: united for all heaps of one value, then translated."""
    others: dict[int, int] = {}
    for part in range(1, stop):
        value = table.values[part]
        others[value] = others.get(value, 0) | fewer[total - part]
    return _united(translated(known, value) for value, known in others.items())


def _united(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def translated(values: int, by: int) -> int:
    """The set {value ^ by}: for each bit of `by`, the blocks of that many values change places.

    >>> bin(translated(0b0110, 1)), bin(translated(0b1, 5))
    ('0b1001', '0b100000')
    """
    width = 1 << max(values.bit_length() - 1, by).bit_length()
    for level in range(by.bit_length()):
        if by >> level & 1:
            block, low = 1 << level, _lower_blocks(level, width)
            values = (values & low) << block | (values >> block) & low
    return values


@MEMORY.cache("blocks of bits")
def _lower_blocks(level: int, width: int) -> int:
    """Every other block of 2^level ones, the lowest among them, up to `width` bits."""
    return ((1 << width) - 1) // ((1 << (1 << level)) + 1)
