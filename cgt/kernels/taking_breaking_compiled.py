"""Taking-and-breaking games on the compiled route: which loop runs, and over what set of common values.

The sparse space of a game: its values fall into two kinds by the parity of some of their bits, and one kind, the *rare*
values, is taken by few heaps only (Berlekamp, Conway and Guy, Winning Ways, chapter 4). Which bits is found from the
values so far by a Walsh–Hadamard transform of their histogram, and again at each doubling. The heap's own parity may
take part as one more bit when all splitting digits remove amounts of one parity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.kernels.compiled import taking_breaking as loops

if TYPE_CHECKING:
    import numpy.typing as npt

    from cgt.kernels.taking_breaking_rule import Table, TakingBreakingRule

    Integers = npt.NDArray[np.int64]

PARTS = {"any": loops.ANY, "unequal": loops.UNEQUAL, "equal": loops.EQUAL}

FIRST_CHOICE = 512
"""The heap before which no set of common values is looked for."""

RARE_ENOUGH = 0.05
"""The share of rare heaps up to which looking at each of them costs less than looking for every value."""


class BySeeking:
    """At most two parts: `loops.fill_by_seeking`, within a sparse space where there is one; values below `size`."""

    def __init__(self, rule: TakingBreakingRule, size: int) -> None:
        self.size = size
        self._rule = rule
        self._digits = np.array(rule.digits, np.int64)
        self._seen = np.full(size, -1, np.int64)
        self._opening = loops.SHORTEST
        self._chosen_at = 0
        self._odd: npt.NDArray[np.uint8] = np.zeros(size, np.uint8)
        self._use_position = 0
        self._rare: Integers = np.zeros(0, np.int64)
        self._sparse = False

    @staticmethod
    def size_for(value: int) -> int:
        """The size for a table that has to hold this value: as much as its type does, or 16 times the value."""
        return next((size for size in (1 << 8, 1 << 16) if value < size), value * 16)

    def fill(self, table: Table, start: int, stop: int) -> int:
        """As `Filler.fill`."""
        while start < stop:
            choose_at = max(FIRST_CHOICE, 2 * self._chosen_at)
            if start >= choose_at:
                self._choose_common(table.values[:start])
            end = min(stop, max(choose_at, 2 * self._chosen_at))
            reached = self._fill(table, start, end)
            if reached < end:
                return reached
            start = end
        return stop

    def _fill(self, table: Table, start: int, stop: int) -> int:
        known = len(self._rare) if self._sparse else -1
        rare = np.concatenate((self._rare, np.zeros(stop - start, np.int64))) if self._sparse else self._rare
        reached, self._opening, known = loops.fill_by_seeking(
            table.values,
            table.mirror,
            start,
            stop,
            self._digits,
            PARTS[self._rule.parts],
            self._seen,
            np.zeros(8, table.values.dtype),
            self._opening,
            self._odd,
            self._use_position,
            rare,
            known,
        )
        if self._sparse:
            self._rare = rare[:known].copy()
        return int(reached)

    def _choose_common(self, values: npt.NDArray[Any]) -> None:
        """Choose the bits whose parity makes the fewest of these heaps rare, and whether it pays."""
        self._chosen_at = len(values)
        splits = self._rule.splits
        size = 2 << int(values.max()).bit_length()
        position = (np.arange(1, len(values)) - splits[0]) & 1
        extended = values[1:].astype(np.int64) * 2 + position
        balance = _walsh_hadamard(np.bincount(extended, minlength=size))
        # Common minus rare is what the transform counts, negated; some bit of the value itself has to take part.
        balance[:2] = len(values)
        if len({removed & 1 for removed in splits}) > 1:
            balance[1::2] = len(values)
        mask = int(np.argmin(balance))
        parity = _parity(size)
        self._rare = np.flatnonzero(parity[extended & mask] == 0) + 1
        self._use_position = mask & 1
        self._odd = _parity(self.size)[np.arange(self.size) & (mask >> 1)]
        self._sparse = len(self._rare) <= RARE_ENOUGH * len(values)


class ByWords:
    """Any rule while values are below 64: `loops.fill_dense`. Whatever was known before, it begins at heap 0."""

    def __init__(self, rule: TakingBreakingRule) -> None:
        self._rule = rule
        self._digits = np.array(rule.digits, np.int64)
        self._tail = np.array(rule.tail, np.int64)
        self._rows = np.zeros((max(rule.most_heaps - 1, 0), 0), np.uint64)
        self._reach = np.zeros((len(rule.tail), max(rule.most_heaps, 1) + 1), np.uint64)
        self._entered = 0

    def fill(self, table: Table, start: int, stop: int) -> int:
        """As `Filler.fill`."""
        if self._rows.shape[1] < stop:
            room = np.zeros((self._rows.shape[0], len(table.values) - self._rows.shape[1]), np.uint64)
            self._rows = np.concatenate((self._rows, room), axis=1)
        reached = loops.fill_dense(
            table.values,
            table.mirror,
            self._entered,
            stop,
            self._digits,
            self._tail,
            self._rows,
            self._reach,
            PARTS[self._rule.parts],
        )
        self._entered = int(reached)
        return max(self._entered, start)


def _walsh_hadamard(counts: npt.NDArray[np.int64]) -> Integers:
    """For each mask, the sum of the counts at even parity under it minus the sum of those at odd parity."""
    result = counts.astype(np.int64)
    half = 1
    while half < len(result):
        pairs = result.reshape(-1, 2, half)
        result = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        half *= 2
    return result


def _parity(size: int) -> npt.NDArray[np.uint8]:
    """The parity of the number of ones of each number below `size`."""
    bits = np.arange(size, dtype=np.uint32)
    for shift in (16, 8, 4, 2, 1):
        bits ^= bits >> np.uint32(shift)
    return (bits & np.uint32(1)).astype(np.uint8)
