"""Take-away tables in pure Python: the event-driven method for nondecreasing quotas, the dense one for any other."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.memory import check_memory
from cgt.fast.quota.rows import Method, QuotaRows
from cgt.fast.stopping import stoppable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.fast.backend import Progress

BYTES_A_STEP = 24  # two 64-bit numbers while rows are added, two smaller ones behind
GROUP = 64  # values that are passed over together when nothing in them has changed
REPORT = 1024  # rows between two reports

Row = list[tuple[int, int]]
"""A row's steps as (threshold, value)."""


class _Rows:
    """The rows found so far."""

    def __init__(self, known: QuotaRows | None) -> None:
        self.first, self.threshold, self.value = array("q", [0]), array("q"), array("q")
        if known is not None:
            for to, found in (
                (self.threshold, known.threshold),
                (self.value, known.value),
                (self.first, known.first[1:]),
            ):
                to.frombytes(found.astype(np.int64).tobytes())
        self.known = len(self)

    def __len__(self) -> int:
        return len(self.first) - 1

    def __getitem__(self, row: int) -> Row:
        begin, end = self.first[row], self.first[row + 1]
        return list(zip(self.threshold[begin:end], self.value[begin:end], strict=True))

    def append(self, found: Row) -> None:
        """Add the next row, whole when its end is known."""
        self.threshold.extend(threshold for threshold, _ in found)
        self.value.extend(value for _, value in found)
        self.first.append(len(self.value))

    def pack(self, largest: int, method: Method) -> QuotaRows:
        """The rows that are whole, whenever it is asked."""
        steps = self.first[-1]
        first, threshold, value = (
            np.frombuffer(numbers, np.int64) for numbers in (self.first, self.threshold, self.value)
        )
        return QuotaRows.pack(first.copy(), threshold[:steps], value[:steps], largest, "python", method)


class _Events:
    """The heaps that earlier heaps reach, a value at a time.

    Heap m offers the value v to the heaps of one interval; `bucket[n]` holds the intervals that begin at n as (origin
    m + 1, end, value), `live[v]` those that hold at the heap at hand, latest origin and first end last. Only the latest
    origin counts: it is the shortest move to that value.
    """

    def __init__(self, inverse: list[int]) -> None:
        self.inverse = inverse
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
        if begin <= limit:
            self.bucket[max(begin, earliest)].append((row + 1, limit + 1, value))

    def activate(self, row: int) -> None:
        """Let the intervals that begin at the row take their places."""
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
        found: Row = []
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
                    return [*found, (row + 1 - best, value)] if value else found
                origin = chain[-1][0]
                if origin < best:
                    if value:
                        found.append((row + 1 - best, value))
                    best = origin
                value += 1
            tops = [chain[-1] for chain in self.live[begin:value]]
            self.lows[group] = min(tops)[0], min(end for _, end in tops)
        return [*found, (row + 1 - best, value)] if value else found


def find_by_events(
    inverse: NDArray[Any], known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of a nondecreasing quota; `inverse[t]` is the least move that leaves a quota of at least t."""
    rows, events, stop = _Rows(known), _Events(inverse.tolist()), len(inverse)
    with stoppable(lambda: rows.pack(stop - 1, "event-driven")):
        for row in range(rows.known):
            events.announce(row, rows[row], rows.known)
        for row in range(rows.known, stop):
            if row % REPORT == 0:
                check_memory(BYTES_A_STEP * len(rows.value), f"the take-away table to {stop - 1}", memory_limit)
                if progress is not None:
                    progress(row, stop)
            events.activate(row)
            found = events.find(row)
            rows.append(found)
            events.announce(row, found, row + 1)
        if progress is not None:
            progress(stop, stop)
        return rows.pack(stop - 1, "event-driven")


def find_densely(
    quota: NDArray[Any], known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is what the move k leaves, cut at the limit."""
    rows, stop = _Rows(known), len(quota)
    begin = rows.known
    origins = np.dtype(np.int32 if stop < 1 << 31 else np.int64)
    latest = np.zeros((stop - begin, max(rows.value, default=0) + 8), origins)  # by heap and value, the latest origin
    with stoppable(lambda: rows.pack(stop - 1, "dense")):
        for row in range(stop):
            if progress is not None and row % REPORT == 0:
                progress(row, stop)
            if row >= begin:
                rows.append(_minima(latest[row - begin], row))
            found = rows[row]
            if found and found[-1][1] + 1 >= latest.shape[1]:
                check_memory(3 * latest.nbytes, f"the take-away table to {stop - 1}", memory_limit)
                latest = np.hstack([latest, np.zeros_like(latest)])
            thresholds = [0, *(threshold for threshold, _ in found), row + 1]
            values = np.array([0, *(value for _, value in found)])
            at_quota = np.repeat(values, np.diff(thresholds))
            reach = max(row + 1, begin)
            reached = at_quota[np.minimum(quota[reach - row : stop - row], row)]
            latest[np.arange(reach - begin, stop - begin), reached] = row + 1
        if progress is not None:
            progress(stop, stop)
        return rows.pack(stop - 1, "dense")


def _minima(latest: NDArray[Any], row: int) -> Row:
    """The row's steps from the latest origin of each value; the first value with none ends it."""
    value = int(np.argmax(latest == 0))
    if not value:
        return []
    best = np.minimum.accumulate(latest[:value])
    ends = np.flatnonzero(np.append(best[1:] < best[:-1], True))
    return list(zip((row + 1 - best[ends]).tolist(), (ends + 1).tolist(), strict=True))
