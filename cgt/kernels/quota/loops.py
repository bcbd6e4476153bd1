"""The loops of the take-away tables: see `cgt.kernels.quota` for the algorithm, `quota_rows` for the rows.

The state lives in arrays that the caller owns, so that a loop can hand back between rows: to report progress, to be
interrupted, to be given more room. `counters` holds its scalars, by the names below. Every loop stops before a row that
might not fit and says how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.kernels.jit import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

ROW = 0  # the next row to find
NODES = 1  # nodes taken from the pool, the empty one included
FREE = 2  # first node of the chain of freed ones
VALUES = 3  # nim-values that have come into reach
MOST_VALUES = 4  # how many the array of values can tell apart
COUNTERS = 5

ORIGIN, END, NEXT, VALUE = 0, 1, 2, 3  # the columns of a node
GROUP = 64  # values that are passed over together when nothing in them has changed


@njit
def announce(
    row: int,
    earliest: int,
    counters: Integers,
    first: Integers,
    threshold: Integers,
    value: Integers,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
) -> None:
    """Put the heaps that reach each block of a row into the buckets of the heaps where they begin.

    Only heaps from `earliest` on matter.
    """
    limit = len(bucket) - 1
    least = 0  # quota of the block
    worth = np.int64(0)  # not to be mixed with unsigned numbers
    steps = int(first[row + 1])
    for step in range(int(first[row]), steps + 1):
        begin = row + int(inverse[least])
        if begin > limit:
            return
        end = limit + 1
        if step < steps:
            least = int(threshold[step])
            end = min(end, row + int(inverse[least]))
        begin = max(begin, earliest)
        if begin < end:
            node = int(counters[FREE])
            if node != 0:
                counters[FREE] = nodes[node, NEXT]
            else:
                node = int(counters[NODES])
                counters[NODES] = node + 1
            nodes[node, ORIGIN] = row + 1
            nodes[node, END] = end
            nodes[node, VALUE] = worth
            nodes[node, NEXT] = bucket[begin]
            bucket[begin] = node
        if step < steps:
            worth = np.int64(value[step])


@njit
def drop_ended(head: int, end: int, counters: Integers, nodes: Integers) -> int:
    """Free the nodes of a chain that end by `end`, up to the first that does not; return that one."""
    while head != 0 and nodes[head, END] <= end:
        after = int(nodes[head, NEXT])
        nodes[head, NEXT] = counters[FREE]
        counters[FREE] = head
        head = after
    return head


@njit
def activate(row: int, counters: Integers, bucket: Integers, nodes: Integers, live: Integers, lows: Integers) -> None:
    """Move the row's bucket into the live chains.

    A value's chain runs from the latest origin to the earliest, and so from the first end to the last: a node that
    ends no later than one of later origin never counts, and is dropped.
    """
    node = int(bucket[row])
    while node != 0:
        after = int(nodes[node, NEXT])
        value = int(nodes[node, VALUE])
        origin = nodes[node, ORIGIN]
        end = int(nodes[node, END])
        counters[VALUES] = max(int(counters[VALUES]), value + 1)
        head = drop_ended(int(live[value, 2]), row, counters, nodes)
        if head == 0 or nodes[head, ORIGIN] < origin:
            nodes[node, NEXT] = drop_ended(head, end, counters, nodes)
            head = node
        else:
            place = head
            while nodes[place, END] < end:
                behind = int(nodes[place, NEXT])
                if behind == 0 or nodes[behind, ORIGIN] < origin:
                    break
                place = behind
            if nodes[place, END] >= end:
                nodes[node, NEXT] = counters[FREE]
                counters[FREE] = node
            else:
                nodes[node, NEXT] = drop_ended(int(nodes[place, NEXT]), end, counters, nodes)
                nodes[place, NEXT] = node
        live[value, 0] = nodes[head, ORIGIN]
        live[value, 1] = nodes[head, END]
        live[value, 2] = head
        group = value // GROUP
        lows[group, 0] = min(lows[group, 0], live[value, 0])
        lows[group, 1] = min(lows[group, 1], live[value, 1])
        node = after


@njit
def find_row(
    row: int,
    counters: Integers,
    nodes: Integers,
    live: Integers,
    lows: Integers,
    first: Integers,
    threshold: Integers,
    value: Integers,
) -> None:
    """Write the row's steps: the prefix minima of the live origins, value by value.

    `lows` bounds each group's origins and ends from below; a group that can hold neither a new minimum nor an ended
    chain is passed over.
    """
    values = int(counters[VALUES])
    begin = int(first[row])
    step = begin
    most = row + 2
    best = most
    worth = 0
    while worth < values:
        group = worth // GROUP
        stop = min(values, worth + GROUP)
        if lows[group, 0] >= best and lows[group, 1] > row:
            worth = stop
            continue
        lowest_origin, lowest_end = most, len(first) + 1
        while worth < stop:
            if live[worth, 1] <= row:
                head = drop_ended(int(live[worth, 2]), row, counters, nodes)
                live[worth, 2] = head
                if head == 0:
                    live[worth, 0] = 0
                    live[worth, 1] = 0
                    lows[group, 0] = 0
                    values = worth  # the first value that is in no reach
                    break
                live[worth, 0] = nodes[head, ORIGIN]
                live[worth, 1] = nodes[head, END]
            origin = int(live[worth, 0])
            if origin < best:
                if step > begin:
                    value[step - 1] = worth
                threshold[step] = row + 1 - origin
                step += 1
                best = origin
            lowest_origin = min(lowest_origin, origin)
            lowest_end = min(lowest_end, int(live[worth, 1]))
            worth += 1
        if worth == stop:
            lows[group, 0] = lowest_origin
            lows[group, 1] = lowest_end
    if step > begin:
        value[step - 1] = values
    first[row + 1] = step


@njit
def run_events(
    stop: int,
    counters: Integers,
    first: Integers,
    threshold: Integers,
    value: Integers,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
    live: Integers,
    lows: Integers,
) -> None:
    """Find rows up to `stop`, or up to the first for which an array might be too short."""
    for row in range(int(counters[ROW]), stop):
        room = int(counters[VALUES]) + 3
        if (
            first[row] + room > len(threshold)
            or counters[NODES] + room > len(nodes)
            or room > len(live)
            or room > counters[MOST_VALUES]
        ):
            return
        activate(row, counters, bucket, nodes, live, lows)
        find_row(row, counters, nodes, live, lows, first, threshold, value)
        announce(row, row + 1, counters, first, threshold, value, inverse, bucket, nodes)
        counters[ROW] = row + 1


@njit
def announce_again(
    done: int,
    known: int,
    counters: Integers,
    first: Integers,
    threshold: Integers,
    value: Integers,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
) -> int:
    """Announce `known` stored rows to the heaps behind them, latest first, `done` of them already; return how many are.

    Latest first, so that the buckets give them out earliest first.
    """
    while done < known:
        row = known - 1 - done
        if counters[NODES] + first[row + 1] - first[row] + 1 > len(nodes):
            return done
        announce(row, known, counters, first, threshold, value, inverse, bucket, nodes)
        done += 1
    return done


@njit
def run_dense(
    stop: int,
    known: int,
    counters: Integers,
    first: Integers,
    threshold: Integers,
    value: Integers,
    quota: Integers,
    lookup: Integers,
    latest: Integers,
) -> None:
    """Find rows up to `stop` by trying every move, or up to the first for which an array might be too short.

    `latest[h, v]` is the latest origin seen from heap `known + h` at value v; rows below `known` are there already.
    """
    limit = len(quota) - 1
    columns = latest.shape[1]
    for row in range(int(counters[ROW]), stop):
        if row >= known:
            step = int(first[row])
            if step + columns > len(threshold) or columns > counters[MOST_VALUES]:
                return
            best = limit + 2
            worth = 0
            while worth < columns and latest[row - known, worth] != 0:
                origin = int(latest[row - known, worth])
                if origin < best:
                    if step > first[row]:
                        value[step - 1] = worth
                    threshold[step] = row + 1 - origin
                    step += 1
                    best = origin
                worth += 1
            if worth == columns:
                return
            if step > first[row]:
                value[step - 1] = worth
            first[row + 1] = step
        offer = np.int64(0)
        begin = 0
        for step in range(int(first[row]), int(first[row + 1])):
            end = int(threshold[step])
            for q in range(begin, end):
                lookup[q] = offer
            begin = end
            offer = np.int64(value[step])
        for q in range(begin, row + 1):
            lookup[q] = offer
        for heap in range(max(row + 1, known), limit + 1):
            latest[heap - known, lookup[min(int(quota[heap - row]), row)]] = row + 1
        counters[ROW] = row + 1


@njit
def value_at(heap: int, quota: int, first: Integers, threshold: Integers, value: Integers) -> np.int64:
    """The nim-value of (heap, quota): its row holds the thresholds in order."""
    begin = np.int64(first[heap])  # unsigned numbers would not mix with the others
    length = np.int64(first[heap + 1]) - begin
    place = begin
    while length > 0:
        half = (length + 1) >> 1
        if threshold[place + half - 1] <= quota:
            place += half
        length -= half
    return np.int64(value[place - 1]) if place > begin else np.int64(0)


@njit
def look_up(
    heaps: Integers, quotas: Integers, first: Integers, threshold: Integers, value: Integers, out: Integers
) -> None:
    """The nim-value of each (heap, quota)."""
    for i in range(len(heaps)):
        out[i] = value_at(heaps[i], quotas[i], first, threshold, value)


@njit
def nim_sums(
    heaps: Integers, quotas: Integers, first: Integers, threshold: Integers, value: Integers, out: Integers
) -> None:
    """The nim-sum of each position: heaps and quotas of shape (positions, heaps)."""
    for i in range(heaps.shape[0]):
        total = np.int64(0)
        for j in range(heaps.shape[1]):
            total ^= value_at(heaps[i, j], quotas[i, j], first, threshold, value)
        out[i] = total
