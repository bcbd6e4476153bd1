"""The loops of the take-away tables: see `cgt.kernels.quota` for the algorithm and the layout of the rows.

The state lives in arrays that the caller owns, so that a loop can hand back between rows: to report progress, to be
interrupted, to be given more room. `counters` holds its scalars, by the names below. Every loop stops before a row that
might not fit and says how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgt.kernels.jit import njit
from cgt.kernels.quota_layout import WHOLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

ROW = 0  # the next row to find
STEPS = 1  # steps written, the empty one included
NODES = 2  # nodes taken from the pool, the empty one included
FREE = 3  # first node of the chain of freed ones
VALUES = 4  # nim-values that have come into reach
LENGTH = 5  # steps of the current row
COUNTERS = 6

ORIGIN, END, NEXT, VALUE = 0, 1, 2, 3  # the columns of a node
GROUP = 64  # values that are passed over together when nothing in them has changed


@njit
def append_row(
    row: int,
    length: int,
    found: Integers,
    current: Integers,
    counters: Integers,
    first: Integers,
    steps: Integers,
) -> None:
    """Store a row, given as (origin, value) in `found`, behind the steps it does not share with the row before."""
    fresh, old = length, int(counters[LENGTH]) if row % WHOLE else 0
    while fresh > 0 and old > 0 and found[fresh - 1, 0] == current[old - 1, 0]:
        if found[fresh - 1, 1] != current[old - 1, 1]:
            break
        fresh -= 1
        old -= 1
    shared = length - fresh
    if fresh < old:
        for i in range(shared):
            for column in range(3):
                current[fresh + i, column] = current[old + i, column]
    elif fresh > old:
        for i in range(shared - 1, -1, -1):
            for column in range(3):
                current[fresh + i, column] = current[old + i, column]
    used = int(counters[STEPS])
    for i in range(fresh):
        current[i, 0] = found[i, 0]
        current[i, 1] = found[i, 1]
        current[i, 2] = used + i
        steps[used + i, 0] = found[i, 0]
        steps[used + i, 1] = found[i, 1]
        steps[used + i, 2] = used + i + 1
    if fresh > 0:
        steps[used + fresh - 1, 2] = current[fresh, 2] if shared > 0 else 0
    first[row] = current[0, 2] if length > 0 else 0
    counters[STEPS] = used + fresh
    counters[LENGTH] = length


@njit
def load_row(row: int, current: Integers, counters: Integers, first: Integers, steps: Integers) -> None:
    """Make a stored row the current one."""
    length = 0
    step = int(first[row])
    while step != 0:
        current[length, 0] = steps[step, 0]
        current[length, 1] = steps[step, 1]
        current[length, 2] = step
        length += 1
        step = int(steps[step, 2])
    counters[LENGTH] = length


@njit
def announce(
    row: int,
    earliest: int,
    current: Integers,
    counters: Integers,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
) -> None:
    """Put the heaps that reach each block of the current row into the buckets of the heaps where they begin.

    Only heaps from `earliest` on matter.
    """
    limit = len(bucket) - 1
    threshold = 0
    value = 0
    length = int(counters[LENGTH])
    for i in range(length + 1):
        begin = row + int(inverse[threshold])
        if begin > limit:
            return
        end = limit + 1
        if i < length:
            threshold = row + 1 - int(current[i, 0])
            end = min(end, row + int(inverse[threshold]))
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
            nodes[node, VALUE] = value
            nodes[node, NEXT] = bucket[begin]
            bucket[begin] = node
        if i < length:
            value = int(current[i, 1])


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
    row: int, counters: Integers, nodes: Integers, live: Integers, lows: Integers, found: Integers, most: int
) -> int:
    """Write the row's steps into `found` and return how many: the prefix minima of the live origins, value by value.

    `lows` bounds each group's origins and ends from below; a group that can hold neither a new minimum nor an ended
    chain is passed over.
    """
    values = int(counters[VALUES])
    length = 0
    best = most
    for group in range((values + GROUP - 1) // GROUP):
        if lows[group, 0] >= best and lows[group, 1] > row:
            continue
        lowest_origin, lowest_end = most, most
        for value in range(group * GROUP, min(values, (group + 1) * GROUP)):
            if live[value, 1] <= row:
                head = drop_ended(int(live[value, 2]), row, counters, nodes)
                live[value, 2] = head
                if head == 0:
                    live[value, 0] = 0
                    live[value, 1] = 0
                    lows[group, 0] = 0
                    if length > 0:
                        found[length - 1, 1] = value
                    return length
                live[value, 0] = nodes[head, ORIGIN]
                live[value, 1] = nodes[head, END]
            origin = int(live[value, 0])
            if origin < best:
                if length > 0:
                    found[length - 1, 1] = value
                found[length, 0] = origin
                length += 1
                best = origin
            lowest_origin = min(lowest_origin, origin)
            lowest_end = min(lowest_end, int(live[value, 1]))
        lows[group, 0] = lowest_origin
        lows[group, 1] = lowest_end
    if length > 0:
        found[length - 1, 1] = values
    return length


@njit
def run_events(
    stop: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    current: Integers,
    found: Integers,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
    live: Integers,
    lows: Integers,
) -> None:
    """Find rows up to `stop`, or up to the first for which an array might be too short."""
    most = len(bucket) + 1
    for row in range(int(counters[ROW]), stop):
        room = int(counters[VALUES]) + 3
        if (
            counters[STEPS] + room > len(steps)
            or counters[NODES] + room > len(nodes)
            or room > len(live)
            or room > len(found)
        ):
            return
        activate(row, counters, bucket, nodes, live, lows)
        length = find_row(row, counters, nodes, live, lows, found, most)
        append_row(row, length, found, current, counters, first, steps)
        announce(row, row + 1, current, counters, inverse, bucket, nodes)
        counters[ROW] = row + 1


@njit
def announce_again(
    done: int,
    known: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    current: Integers,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
) -> int:
    """Announce `known` stored rows to the heaps behind them, latest first, `done` of them already; return how many are.

    Latest first, so that the buckets give them out earliest first.
    """
    while done < known:
        row = known - 1 - done
        load_row(row, current, counters, first, steps)
        if counters[NODES] + counters[LENGTH] + 1 > len(nodes):
            return done
        announce(row, known, current, counters, inverse, bucket, nodes)
        done += 1
    return done


@njit
def run_dense(
    stop: int,
    known: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    current: Integers,
    found: Integers,
    quota: Integers,
    lookup: Integers,
    latest: Integers,
) -> None:
    """Find rows up to `stop` by trying every move, or up to the first for which an array might be too short.

    `latest[h, v]` is the latest origin seen from heap `known + h` at value v; rows below `known` are there already.
    """
    limit = len(quota) - 1
    for row in range(int(counters[ROW]), stop):
        if row < known:
            load_row(row, current, counters, first, steps)
        else:
            columns = latest.shape[1]
            if counters[STEPS] + columns + 1 > len(steps) or columns + 1 > len(found):
                return
            length = 0
            best = limit + 2
            value = 0
            while value < columns and latest[row - known, value] != 0:
                origin = int(latest[row - known, value])
                if origin < best:
                    if length > 0:
                        found[length - 1, 1] = value
                    found[length, 0] = origin
                    length += 1
                    best = origin
                value += 1
            if value == columns:
                return
            if length > 0:
                found[length - 1, 1] = value
            append_row(row, length, found, current, counters, first, steps)
        value = 0
        begin = 0
        for i in range(counters[LENGTH]):
            threshold = row + 1 - int(current[i, 0])
            for q in range(begin, threshold):
                lookup[q] = value
            begin = threshold
            value = int(current[i, 1])
        for q in range(begin, row + 1):
            lookup[q] = value
        for heap in range(max(row + 1, known), limit + 1):
            latest[heap - known, lookup[min(int(quota[heap - row]), row)]] = row + 1
        counters[ROW] = row + 1


@njit
def look_up(
    heaps: Integers, quotas: Integers, first: Integers, origin: Integers, value: Integers, tail: Integers, out: Integers
) -> None:
    """The nim-value of each (heap, quota), by walking the heap's row."""
    for i in range(len(heaps)):
        heap = int(heaps[i])
        bound = heap + 1 - min(int(quotas[i]), heap)
        step = first[heap]
        found = 0
        while origin[step] >= bound:
            found = value[step]
            step = tail[step]
        out[i] = found


@njit
def nim_sums(
    heaps: Integers, quotas: Integers, first: Integers, origin: Integers, value: Integers, tail: Integers, out: Integers
) -> None:
    """The nim-sum of each position: heaps and quotas of shape (positions, heaps)."""
    for i in range(heaps.shape[0]):
        total = 0
        for j in range(heaps.shape[1]):
            heap = int(heaps[i, j])
            bound = heap + 1 - min(int(quotas[i, j]), heap)
            step = first[heap]
            found = 0
            while origin[step] >= bound:
                found = int(value[step])
                step = tail[step]
            total ^= found
        out[i] = total
