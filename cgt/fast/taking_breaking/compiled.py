"""Taking-and-breaking games on the compiled backend: which loop runs, and over what set of common values.

The sparse space of a game: its values fall into two kinds by the parity of some of their bits, and one kind, the *rare*
values, is taken by few heaps only (Berlekamp, Conway and Guy, Winning Ways, chapter 4). Which bits is found from the
values so far by a Walsh–Hadamard transform of their histogram, and again at each doubling. The heap's own parity may
take part as one more bit when all splitting digits remove amounts of one parity.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.core.memory import check_memory
from cgt.fast.taking_breaking import loops
from cgt.fast.threads import workers

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from cgt.fast.taking_breaking.rule import TakingBreakingRule
    from cgt.fast.taking_breaking.table import MirroredRow

    Integers = npt.NDArray[np.int64]

PARTS = {"any": loops.ANY, "unequal": loops.UNEQUAL, "equal": loops.EQUAL}

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
"""How many heaps are sorted into common and rare ones at once: as words, they take much more memory than the table."""

RARE_ENOUGH = 0.05
"""The share of rare heaps up to which looking at each of them costs less than looking for every value."""


@attrs.frozen
class CommonValues:
    """Which heaps are common: those with `odd[value]`, flipped at every second heap if `use_position`, being 1.

    `rare` lists the others, in order. Without a sparse space there is no list.
    """

    odd: npt.NDArray[np.uint8]
    use_position: int = 0
    rare: Integers | None = None

    @classmethod
    def of(cls, values: npt.NDArray[Any], rule: TakingBreakingRule, size: int) -> CommonValues:
        """Choose the bits whose parity makes the fewest of these heaps rare, if it pays; values are below `size`."""
        splits = rule.splits
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
        balance = _walsh_hadamard(counts)
        balance[:2] = len(values)
        if len({removed & 1 for removed in splits}) > 1:
            balance[1::2] = len(values)
        mask = int(np.argmin(balance))
        is_rare = _parity(extended_size)[np.arange(extended_size) & mask] == 0
        rare = None
        if int(counts[is_rare].sum()) <= RARE_ENOUGH * len(values):
            rare = np.concatenate([np.flatnonzero(is_rare[extended(start)]) + start for start in starts])
        odd = _parity(size)[np.arange(size) & (mask >> 1)]
        return cls(odd, mask & 1, rare)


class BySeeking:
    """At most two parts: `loops.fill_by_seeking`, or `sparse.fill_within` a sparse space; values below `size`."""

    def __init__(self, rule: TakingBreakingRule, size: int, threads: int = 1) -> None:
        self.size = size
        self._threads = threads
        self._rule = rule
        self._digits = np.array(rule.digits, np.int64)
        self._seen = np.full(size, -1, np.int64)
        self._opening = loops.SHORTEST
        self._common = CommonValues(np.zeros(size, np.uint8))
        self._choose_at = max(FIRST_CHOICE, 6 * len(rule.digits))

    @property
    def is_sparse(self) -> bool:
        """Whether one heap in a hundred is rare, or fewer."""
        rare = self._common.rare
        return rare is not None and len(rare) * 100 <= self._choose_at // 2

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        while start < stop:
            if start >= self._choose_at:
                self._common = CommonValues.of(table.arrays[0][:start], self._rule, self.size)
                self._choose_at = 2 * start
            end = min(stop, self._choose_at)
            fill = self._fill_one_by_one if self._common.rare is None else self._fill_within
            if self._common.rare is None and self._threads > 1 and start >= FIRST_CHOICE:
                alone = -(-PAIRS_FOR_THREADS // len(self._rule.splits))
                end = end if start >= alone else min(end, alone)
                fill = fill if start < alone else self._fill_blocks
            reached = fill(table, start, end)
            if reached < end:
                return reached
            start = end
        return stop

    def _fill_blocks(self, table: MirroredRow, start: int, stop: int) -> int:
        """Blocks of heaps, the most of each by several threads."""
        from cgt.fast.taking_breaking import blocks

        values, mirror = table.arrays
        parts = PARTS[self._rule.parts]
        left_over = np.zeros((BLOCK, 8), np.int64)
        seen = [np.full(self.size, -1, np.int64) for _ in range(self._threads)]
        sought = [np.zeros(8, values.dtype) for _ in range(self._threads)]
        openings = [self._opening] * self._threads
        worthwhile = PAIRS_A_SHARE // (start * len(self._rule.splits))
        share = max(min(worthwhile, BLOCK // self._threads), SHARE)

        def narrow(thread: int, block: int, end: int, shares: Iterator[int]) -> None:
            for first in shares:
                openings[thread] = blocks.narrow(
                    values,
                    mirror,
                    block,
                    first,
                    min(first + share, end),
                    self._digits,
                    parts,
                    seen[thread],
                    sought[thread],
                    openings[thread],
                    left_over,
                )

        with workers(self._threads) as run:
            for block in range(start, stop, BLOCK):
                end = min(block + BLOCK, stop)
                shares = iter(range(block, end, share))
                run([partial(narrow, thread, block, end, shares) for thread in range(self._threads)])
                rest = self._digits, parts, self._seen, sought[0], self._opening, left_over
                reached, self._opening = blocks.settle(values, mirror, block, end, *rest)
                if reached < end:
                    return int(reached)
        return stop

    def _fill_one_by_one(self, table: MirroredRow, start: int, stop: int) -> int:
        reached, self._opening = loops.fill_by_seeking(
            *table.arrays,
            start,
            stop,
            self._digits,
            PARTS[self._rule.parts],
            self._seen,
            np.zeros(8, table.arrays[0].dtype),
            self._opening,
        )
        return int(reached)

    def _fill_within(self, table: MirroredRow, start: int, stop: int) -> int:
        """Within a sparse space."""
        from cgt.fast.taking_breaking import sparse

        values, mirror = table.arrays
        rare = self._common.rare if self._common.rare is not None else np.zeros(0, np.int64)
        known = int(np.searchsorted(rare, start))
        rare = np.concatenate((rare[:known], np.zeros(stop - start, np.int64)))
        splits = np.array(self._rule.splits, np.int64)
        ring = 1 << int(splits[-1] - splits[0] + 2 * sparse.WIDTH - 2).bit_length()
        bound = 1 << int(values[:start].max()).bit_length()
        reached, self._opening, known = sparse.fill_within(
            values,
            mirror,
            start,
            stop,
            self._digits,
            splits,
            PARTS[self._rule.parts],
            np.full((ring, self.size), -1, np.int64),
            np.zeros(ring // sparse.WIDTH, np.int64),
            np.full(self.size, -1, np.int64),
            min(bound, self.size),
            np.zeros(8, values.dtype),
            self._opening,
            self._common.odd,
            self._common.use_position,
            rare,
            values[rare],
            known,
        )
        self._common = attrs.evolve(self._common, rare=rare[:known].copy())
        return int(reached)

    def wider(self, table: MirroredRow) -> BySeeking:
        table.widen(self.size)
        return BySeeking(self._rule, self.size_for(self.size), self._threads)

    @staticmethod
    def size_for(value: int) -> int:
        """The size for a table that has to hold this value: as much as its type does, or 16 times the value."""
        return next((size for size in (1 << 8, 1 << 16) if value < size), value * 16)


class BySetsOfWords:
    """Any rule: `loops.fill_by_sets`, values below 64 a word. Whatever was known before, it begins at heap 0."""

    def __init__(self, rule: TakingBreakingRule, words: int, memory_limit: int | None = None) -> None:
        self._words = words
        self._rule = rule
        self._digits = np.array(rule.digits, np.int64)
        self._tail = np.array(rule.tail, np.int64)
        self._rows = np.zeros((max(rule.most_heaps - 1, 0), 0, words), np.uint64)
        self._reach = np.zeros((len(rule.tail), max(rule.most_heaps, 1) + 1, words), np.uint64)
        self._memory_limit = memory_limit
        self._entered = 0

    is_sparse = False

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        self._make_room(len(table.values))
        begin, self._entered = self._entered, 0  # what an interrupted run has gathered is of no use
        if begin == 0:
            self._reach[:] = 0
        reached = loops.fill_by_sets(
            *table.arrays,
            begin,
            stop,
            self._digits,
            self._tail,
            self._rows,
            self._reach,
            PARTS[self._rule.parts],
            np.zeros(64 * self._words, np.uint8),
            np.zeros(self._words, np.uint64),
        )
        self._entered = int(reached)
        return max(self._entered, start)

    def wider(self, table: MirroredRow) -> BySetsOfWords:
        wider = BySetsOfWords(self._rule, 2 * self._words, self._memory_limit)
        table.widen(64 * self._words)
        return wider

    def _make_room(self, capacity: int) -> None:
        """Keep the sets of all totals where three heaps are left, else of those a digit looks back to."""
        kinds, known, _ = self._rows.shape
        wanted = capacity if kinds > 1 else len(self._rule.digits) + 1
        if known < wanted:
            what = f"sets of {64 * self._words} nim-values for {capacity} heaps"
            check_memory(8 * kinds * (known + wanted) * self._words, what, self._memory_limit)
            room = np.zeros((kinds, wanted - known, self._words), np.uint64)
            self._rows = np.concatenate((self._rows, room), axis=1)


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
