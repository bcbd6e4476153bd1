"""The rows of a take-away table, one after another, in plain Python: see `cgt.fast.quota_values` for the algorithm.

A table of them does without numpy what `cgt.store.quota_table.QuotaTable` does with it, for heaps to 100,000.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, count, pairwise, takewhile
from typing import TYPE_CHECKING, ClassVar

import attrs

if TYPE_CHECKING:
    from cgt.core.progress import Progress

GROUP = 64  # values that are passed over together when nothing in them has changed
REPORT = 1024  # rows between two reports

Row = list[tuple[int, int]]
"""A row's steps as (threshold, value)."""


class Rows:
    """The rows found so far."""

    def __init__(self) -> None:
        self.first, self.threshold, self.value = array("q", [0]), array("q"), array("q")

    def __len__(self) -> int:
        return len(self.first) - 1

    def __getitem__(self, row: int) -> Row:
        begin, end = self.first[row], self.first[row + 1]
        return list(zip(self.threshold[begin:end], self.value[begin:end], strict=True))

    def value_at(self, row: int, quota: int) -> int:
        """The nim-value of a row at a quota."""
        begin, end = self.first[row], self.first[row + 1]
        step = bisect_right(self.threshold, quota, begin, end)
        return self.value[step - 1] if step > begin else 0

    @property
    def nbytes(self) -> int:
        """The memory the rows take."""
        return sum(numbers.itemsize * len(numbers) for numbers in (self.first, self.threshold, self.value))

    def append(self, row: Row) -> None:
        """Add the next row, whole when its end is known."""
        self.threshold.extend(threshold for threshold, _ in row)
        self.value.extend(value for _, value in row)
        self.first.append(len(self.value))


class Events:
    """The intervals of heaps and values that the moves to earlier heaps give: one event where each begins.

    Heap m offers the value v to the heaps of one interval; `bucket[n]` holds the intervals that begin at n as (origin
    m + 1, end, value), `live[v]` those that hold at the heap at hand, latest origin and first end last. Only the latest
    origin counts: it is the shortest move to that value.
    """

    def __init__(self, inverse: list[int], value_cap: int | None) -> None:
        self.inverse = inverse
        self.value_cap = len(inverse) if value_cap is None else value_cap
        self.limit = len(inverse) - 1
        self.bucket: list[list[tuple[int, int, int]]] = [[] for _ in inverse]
        self.live: list[list[tuple[int, int]]] = []
        self.lows: list[tuple[int, int]] = []  # bounds from below of the origins and ends of each group of values

    def announce(self, row: int, current: Row, earliest: int) -> None:
        """Put the blocks of a row into the buckets where their intervals begin, none before `earliest`."""
        inverse, limit = self.inverse, self.limit
        begin, value = row + inverse[0], 0
        for threshold, after in current:
            if begin > limit:
                return
            end = min(row + inverse[threshold], limit + 1)
            if max(begin, earliest) < end:
                self.bucket[max(begin, earliest)].append((row + 1, end, value))
            begin, value = end, after
        if begin <= limit and value < self.value_cap:
            self.bucket[max(begin, earliest)].append((row + 1, limit + 1, value))

    def activate(self, row: int) -> None:
        """Activate the intervals that begin at this row."""
        for origin, end, value in self.bucket[row]:
            while value >= len(self.live):
                self.live.append([])
                self.lows += [(0, 0)] * (len(self.live) > GROUP * len(self.lows))
            chain = self.live[value]
            while chain and chain[-1][1] <= row:
                chain.pop()
            place = len(chain)
            if chain and chain[-1][0] > origin:
                place = bisect_left(chain, (origin, 0))
                if chain[place][1] >= end:
                    continue
            keep = place
            while keep and chain[keep - 1][1] <= end:
                keep -= 1
            chain[keep:place] = [(origin, end)]
            latest, low = chain[-1], self.lows[value // GROUP]
            if latest[0] < low[0] or latest[1] < low[1]:
                self.lows[value // GROUP] = min(latest[0], low[0]), min(latest[1], low[1])
        self.bucket[row] = []

    def find(self, row: int) -> Row:
        """The row's steps: the prefix minima of the latest origins, value by value."""
        result: Row = []
        best = row + 1
        value = 0
        for group, (low, low_end) in enumerate(self.lows):
            if low >= best and low_end > row:  # neither a new minimum nor an end is in this group
                value = min(value + GROUP, len(self.live))
                continue
            begin = value
            for chain in self.live[begin : begin + GROUP]:
                while chain and chain[-1][1] <= row:
                    chain.pop()
                if not chain:
                    self.lows[group] = (0, 0)
                    return [*result, (row + 1 - best, value)] if value else result
                origin = chain[-1][0]
                if origin < best:
                    if value:
                        result.append((row + 1 - best, value))
                    best = origin
                value += 1
            tops = [chain[-1] for chain in self.live[begin:value]]
            self.lows[group] = min(tops)[0], min(end for _, end in tops)
        return [*result, (row + 1 - best, value)] if value else result


def rows_by_events(inverse: list[int], rows: Rows, value_cap: int | None) -> Iterator[int]:
    """Append the rows of a nondecreasing quota; yields the number of each row before computing it.

    `inverse[t]` is the least move that leaves a quota of at least t. Values from `value_cap` on are
    written as it.
    """
    events, begin = Events(inverse, value_cap), len(rows)
    for row in range(begin):
        events.announce(row, rows[row], begin)
    for row in range(begin, len(inverse)):
        yield row
        events.activate(row)
        result = events.find(row)
        rows.append(result)
        events.announce(row, result, row + 1)


def rows_by_moves(quotas: Sequence[int], rows: Rows) -> Iterator[int]:
    """Append the rows of any quota, by trying every move; `quotas[k]` is the quota that the move k leaves."""
    for row in range(len(rows), len(quotas)):
        yield row
        least: dict[int, int] = {}
        for move in range(1, row + 1):
            least.setdefault(rows.value_at(row - move, quotas[move]), move)
        result: Row = []
        thresholds = map(least.__getitem__, takewhile(least.__contains__, count()))
        for value, threshold in enumerate(accumulate(thresholds, max), start=1):
            if result and result[-1][0] == threshold:
                result.pop()
            result.append((threshold, value))
        rows.append(result)


@attrs.frozen(eq=False)
class PlainQuotaTable:
    """The nim-values of the heaps 0..limit at every quota.

    >>> PlainQuotaTable.build(lambda move: 2 * move, 1000).nim_value(12, 3)
    3
    """

    MOST: ClassVar[int] = 100_000
    """The largest heap, for a nondecreasing quota: two seconds."""

    MOST_BY_MOVES: ClassVar[int] = 2_000
    """The largest heap, for any other quota."""

    rows: Rows
    value_cap: int | None = None

    @classmethod
    def build(
        cls, quota: Callable[[int], int], limit: int, progress: Progress | None = None, value_cap: int | None = None
    ) -> PlainQuotaTable | None:
        """The table; None where it would be too large. Values of at least `value_cap` may be given as `value_cap`."""
        if limit > cls.MOST:
            return None
        quotas = [0, *(min(quota(move), limit) for move in range(1, limit + 1))]
        rows = Rows()
        if all(one <= next_one for one, next_one in pairwise(quotas[1:])):
            inverse = [max(1, bisect_left(quotas, least)) for least in range(limit + 1)]
            work = rows_by_events(inverse, rows, value_cap)
        elif limit <= cls.MOST_BY_MOVES:
            work, value_cap = rows_by_moves(quotas, rows), None
        else:
            return None
        for row in work:
            if progress is not None and row % REPORT == 0:
                progress(row, limit + 1)
        return cls(rows, value_cap)

    @property
    def limit(self) -> int:
        """The largest heap."""
        return len(self.rows) - 1

    def nim_value(self, heap: int, quota: int) -> int:
        """The nim-value of a heap from which at most `quota` may be taken."""
        return self.rows.value_at(heap, quota)

    def thresholds(self, heap: int) -> list[int]:
        """The least quota at which the heap is worth more than v, for each v."""
        row = self.rows[heap]
        worth = [value for _threshold, value in row]
        return [row[bisect_right(worth, value)][0] for value in range(worth[-1] if worth else 0)]
