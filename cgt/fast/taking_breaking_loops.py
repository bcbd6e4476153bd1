"""The compiled filler of games that take and break into at most two heaps, on one thread or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs

from cgt.core.arrays import np
from cgt.fast.pair_loops import PARTS, SHORTEST, PairRule, fill_by_seeking, narrow, settle
from cgt.fast.sparse_loops import WIDTH, CommonValues, fill_within
from cgt.fast.threads import thread_count, workers

if TYPE_CHECKING:
    from cgt.core.code import Constraint
    from cgt.fast.row import MirroredRow

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


class BySeeking:
    """A filler for at most two parts, values below `size`: within a sparse space once there is one, else by all pairs.

    The heaps of a block are shared out where there are several threads, and pairs enough.
    """

    def __init__(self, digits: Sequence[int], pairs: Constraint, greatest: int) -> None:
        self.size = size = next((size for size in (1 << 8, 1 << 16) if greatest < size), greatest * 16)
        self._rule = digits, pairs
        self._pairs = PairRule(np.array(digits, np.int64), PARTS[pairs])
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
                self._common = CommonValues.of(table.arrays.values[:start], self._splits, self.size)
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
        sought = np.zeros(8, table.arrays.values.dtype)
        reached, self._opening = fill_by_seeking(
            table.arrays, start, stop, self._pairs, self._seen, sought, self._opening
        )
        return int(reached)

    def _fill_blocks(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill blocks of heaps, most of each block by several threads."""
        arrays, rule = table.arrays, self._pairs
        left_over = np.zeros((BLOCK, 8), np.int64)
        scratch = [(np.full(self.size, -1, np.int64), np.zeros(8, arrays.values.dtype)) for _ in range(self._threads)]
        openings = [self._opening] * self._threads
        share = max(min(PAIRS_A_SHARE // (start * len(self._splits)), BLOCK // self._threads), SHARE)

        def narrow_shares(thread: int, block: int, end: int, shares: Iterator[int]) -> None:
            for first in shares:
                last = min(first + share, end)
                openings[thread] = narrow(
                    arrays, block, first, last, rule, *scratch[thread], openings[thread], left_over
                )

        with workers(self._threads) as run:
            for block in range(start, stop, BLOCK):
                end = min(block + BLOCK, stop)
                shares = iter(range(block, end, share))
                run([partial(narrow_shares, thread, block, end, shares) for thread in range(self._threads)])
                reached = settle(arrays, block, end, rule, self._seen, scratch[0][1], left_over)
                if reached < end:
                    return int(reached)
        return stop

    def _fill_within(self, common: CommonValues, table: MirroredRow, start: int, stop: int) -> int:
        """Fill heaps within a sparse space."""
        values = table.arrays.values
        known = int(np.searchsorted(common.rare, start))
        rare = np.concatenate((common.rare[:known], np.zeros(stop - start, np.int64)))
        splits = np.array(self._splits, np.int64)
        ring = 1 << int(splits[-1] - splits[0] + 2 * WIDTH - 2).bit_length()
        bound = 1 << int(values[:start].max()).bit_length()
        reached, self._opening, known = fill_within(
            table.arrays,
            start,
            stop,
            self._pairs,
            splits,
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
