"""Take-away tables in pure Python: the event-driven route for nondecreasing quotas, the dense one for any other."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.kernels.quota_layout import WHOLE
from cgt.kernels.quota_rows import Method, QuotaRows, unpack
from cgt.kernels.route import check_memory
from cgt.kernels.stopping import stoppable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cgt.kernels.route import Progress

BYTES_A_STEP = 90  # three list entries and their integers
GROUP = 64  # values that are passed over together when nothing in them has changed
REPORT = 1024  # rows between two reports


class _Rows:
    """The rows found so far, sharing their tails."""

    def __init__(self, known: QuotaRows | None) -> None:
        self.first: list[int] = []
        self.origin, self.value, self.tail = [0], [0], [0]
        self.current: list[tuple[int, int, int]] = []  # (origin, value, step) of the row found last
        self.begun = 0, 1  # rows and steps before the row that is being added
        if known is not None:
            first, origin, value, tail = unpack(known)
            self.first, self.origin, self.value, self.tail = list(first), list(origin), list(value), list(tail)
            self.current = list(self.chain(len(first) - 1))

    def chain(self, row: int) -> Iterator[tuple[int, int, int]]:
        step = self.first[row]
        while step:
            yield self.origin[step], self.value[step], step
            step = self.tail[step]

    def append(self, found: list[tuple[int, int]]) -> None:
        """Add the next row, given as (origin, value)."""
        self.begun = len(self.first), len(self.origin)
        current = self.current if len(self.first) % WHOLE else []
        fresh, old = len(found), len(current)
        while fresh and old and found[fresh - 1] == current[old - 1][:2]:
            fresh -= 1
            old -= 1
        used = len(self.origin)
        shared = current[old:]
        self.current = [(origin, value, used + i) for i, (origin, value) in enumerate(found[:fresh])] + shared
        self.origin += [origin for origin, _ in found[:fresh]]
        self.value += [value for _, value in found[:fresh]]
        self.tail += range(used + 1, used + fresh + 1)
        if fresh:
            self.tail[-1] = shared[0][2] if shared else 0
        self.first.append(self.current[0][2] if found else 0)

    def pack(self, method: Method) -> QuotaRows:
        """The rows that are whole, whenever it is asked."""
        rows, steps = self.begun
        if len(self.first) > rows:
            steps = len(self.origin)
        return QuotaRows.pack(self.first, self.origin[:steps], self.value[:steps], self.tail[:steps], "python", method)


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

    def announce(self, row: int, current: list[tuple[int, int, int]], earliest: int) -> None:
        """Put the blocks of a row into the buckets where their intervals begin, none before `earliest`."""
        inverse, limit = self.inverse, self.limit
        begin, value = row + inverse[0], 0
        for origin, after, _ in current:
            if begin > limit:
                return
            end = min(row + inverse[row + 1 - origin], limit + 1)
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

    def find(self, row: int) -> list[tuple[int, int]]:
        """The row's steps as (origin, value): the prefix minima of the latest origins, value by value."""
        found: list[tuple[int, int]] = []
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
                    return [*found, (best, value)] if value else found
                origin = chain[-1][0]
                if origin < best:
                    if value:
                        found.append((best, value))
                    best = origin
                value += 1
            tops = [chain[-1] for chain in self.live[begin:value]]
            self.lows[group] = min(tops)[0], min(end for _, end in tops)
        return [*found, (best, value)] if value else found


def find_by_events(
    inverse: NDArray[Any], known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of a nondecreasing quota; `inverse[t]` is the least move that leaves a quota of at least t."""
    rows, events = _Rows(known), _Events(inverse.tolist())
    begin, stop = len(rows.first), len(inverse)
    with stoppable(lambda: rows.pack("event-driven")):
        for row in range(begin):
            events.announce(row, list(rows.chain(row)), begin)
        for row in range(begin, stop):
            if row % REPORT == 0:
                check_memory(BYTES_A_STEP * len(rows.origin), f"the take-away table to {stop - 1}", memory_limit)
                if progress is not None:
                    progress(row, stop)
            events.activate(row)
            rows.append(events.find(row))
            events.announce(row, rows.current, row + 1)
        if progress is not None:
            progress(stop, stop)
    return rows.pack("event-driven")


def find_densely(
    quota: NDArray[Any], known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is what the move k leaves, cut at the limit."""
    rows = _Rows(known)
    begin, stop = len(rows.first), len(quota)
    origins = np.dtype(np.int32 if stop < 1 << 31 else np.int64)
    latest = np.zeros((stop - begin, max(rows.value) + 8), origins)  # by heap and value, the latest origin seen
    with stoppable(lambda: rows.pack("dense")):
        for row in range(stop):
            if progress is not None and row % REPORT == 0:
                progress(row, stop)
            if row >= begin:
                rows.append(_minima(latest[row - begin]))
                current = rows.current
            else:
                current = list(rows.chain(row))
            if current and current[-1][1] + 1 >= latest.shape[1]:
                check_memory(3 * latest.nbytes, f"the take-away table to {stop - 1}", memory_limit)
                latest = np.hstack([latest, np.zeros_like(latest)])
            thresholds = [0, *(row + 1 - origin for origin, _, _ in current), row + 1]
            values = np.array([0, *(value for _, value, _ in current)])
            at_quota = np.repeat(values, np.diff(thresholds))
            reach = max(row + 1, begin)
            reached = at_quota[np.minimum(quota[reach - row : stop - row], row)]
            latest[np.arange(reach - begin, stop - begin), reached] = row + 1
        if progress is not None:
            progress(stop, stop)
    return rows.pack("dense")


def _minima(latest: NDArray[Any]) -> list[tuple[int, int]]:
    """The row's steps from the latest origin of each value; the first value with none ends it."""
    value = int(np.argmax(latest == 0))
    if not value:
        return []
    best = np.minimum.accumulate(latest[:value])
    ends = np.flatnonzero(np.append(best[1:] < best[:-1], True))
    return list(zip(best[ends].tolist(), (ends + 1).tolist(), strict=True))
