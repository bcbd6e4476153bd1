"""The loops of the take-away tables: see `cgt.fast.quota` for the algorithm, `quota_rows` for the rows.

The state lives in arrays that the caller owns, so that a loop can hand back between rows: to report progress, to be
interrupted, to be given more room. `counters` holds its scalars, by the names below. Every loop stops before a row that
might not fit and says how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.jit import njit
from cgt.fast.quota.steps import put_step, value_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

ROW = 0  # the next row to find
NODES = 1  # nodes taken from the pool, the empty one included
FREE = 2  # first node of the chain of freed ones
VALUES = 3  # nim-values that have come into reach
MOST_VALUES = 4  # how many the array of values can tell apart
BLOCK = 5  # the block whose nodes are in the buckets
CHUNKS = 6  # chunks of far nodes that were ever taken, one more that is none included
FREE_CHUNK = 7  # first of the chain of freed ones
COUNTERS = 8

ORIGIN, END, NEXT, VALUE = 0, 1, 2, 3  # the columns of a node
BEGIN = NEXT  # of a far one, which hangs in no chain
FIRST, LAST, HELD = 0, 1, 2  # the columns of a block: its first and last chunk, and its far nodes
GROUP = 64  # values that are passed over together when nothing in them has changed
ROWS = 256  # rows of a block: what they are reached by fits into the cache
CHUNK = 64  # far nodes that lie behind one another


@njit
def new_node(origin: int, end: int, value: int | np.int64, after: int, counters: Integers, nodes: Integers) -> int:
    """A node before another one of its chain."""
    node = int(counters[FREE])
    if node != 0:
        counters[FREE] = nodes[node, NEXT]
    else:
        node = int(counters[NODES])
        counters[NODES] = node + 1
    nodes[node, ORIGIN] = origin
    nodes[node, END] = end
    nodes[node, VALUE] = value
    nodes[node, NEXT] = after
    return node


@njit
def put_far(
    begin: int,
    origin: int,
    end: int,
    value: int | np.int64,
    counters: Integers,
    blocks: Integers,
    far: Integers,
    links: Integers,
) -> None:
    """Write down a node that begins in a later block, behind those of the same block, so that memory is read in order.

    Chunk c is the rows from CHUNK·c on of `far`, and `links[c]` the chunk behind it.
    """
    block = begin // ROWS
    place = int(blocks[block, HELD]) % CHUNK
    chunk = int(blocks[block, LAST])
    if place == 0:
        chunk = int(counters[FREE_CHUNK])
        if chunk != 0:
            counters[FREE_CHUNK] = links[chunk]
        else:
            chunk = int(counters[CHUNKS])
            counters[CHUNKS] = chunk + 1
        if blocks[block, HELD] == 0:
            blocks[block, FIRST] = chunk
        else:
            links[blocks[block, LAST]] = chunk
        blocks[block, LAST] = chunk
    blocks[block, HELD] += 1
    place += chunk * CHUNK
    far[place, ORIGIN] = origin
    far[place, END] = end
    far[place, VALUE] = value
    far[place, BEGIN] = begin


@njit
def bring_near(
    block: int, counters: Integers, bucket: Integers, nodes: Integers, blocks: Integers, far: Integers, links: Integers
) -> None:
    """Put the far nodes of a block into the buckets of its rows."""
    chunk = int(blocks[block, FIRST])
    left = int(blocks[block, HELD])
    while left > 0:
        for place in range(CHUNK * chunk, CHUNK * chunk + min(left, CHUNK)):
            begin = int(far[place, BEGIN]) % ROWS
            bucket[begin] = new_node(
                far[place, ORIGIN], far[place, END], far[place, VALUE], bucket[begin], counters, nodes
            )
        left -= CHUNK
        after = int(links[chunk])
        links[chunk] = counters[FREE_CHUNK]
        counters[FREE_CHUNK] = chunk
        chunk = after
    blocks[block, HELD] = 0
    counters[BLOCK] = block


@njit
def announce(
    row: int,
    earliest: int,
    limit: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    turns: Integers,
    bits: int,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
    blocks: Integers,
    far: Integers,
    links: Integers,
) -> None:
    """Put the heaps that reach each block of a row into the buckets of the heaps where they begin, or down as far ones.

    Only heaps from `earliest` to `limit` matter.
    """
    least = np.int64(0)  # quota of the block
    worth = np.int64(0)  # not to be mixed with unsigned numbers
    behind = int(first[row + 1])
    for step in range(int(first[row]), behind + 1):
        begin = row + int(inverse[least])
        if begin > limit:
            return
        end = limit + 1
        if step < behind:
            least = np.int64(steps[step]) >> bits
            end = min(end, row + int(inverse[least]))
        begin = max(begin, earliest)
        if begin < end:
            if begin // ROWS == counters[BLOCK]:
                near = begin % ROWS
                bucket[near] = new_node(row + 1, end, worth, bucket[near], counters, nodes)
            else:
                put_far(begin, row + 1, end, worth, counters, blocks, far, links)
        if step < behind:
            worth = value_of(row, step, first, steps, turns, bits)


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
    node = int(bucket[row % ROWS])
    bucket[row % ROWS] = 0
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
    steps: Integers,
    turns: Integers,
    bits: int,
) -> None:
    """Write the row's steps: the prefix minima of the live origins, value by value.

    `lows` bounds each group's origins and ends from below; a group that can hold neither a new minimum nor an ended
    chain is passed over.
    """
    values = int(counters[VALUES])
    begin = int(first[row])
    step = begin
    turns[:, row] = 0
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
                if best < most:
                    put_step(row, begin, step, row + 1 - best, worth, steps, turns, bits)
                    step += 1
                best = origin
            lowest_origin = min(lowest_origin, origin)
            lowest_end = min(lowest_end, int(live[worth, 1]))
            worth += 1
        if worth == stop:
            lows[group, 0] = lowest_origin
            lows[group, 1] = lowest_end
    if best < most:
        put_step(row, begin, step, row + 1 - best, values, steps, turns, bits)
        step += 1
    first[row + 1] = step


@njit
def run_events(
    stop: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    turns: Integers,
    bits: int,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
    blocks: Integers,
    far: Integers,
    links: Integers,
    live: Integers,
    lows: Integers,
) -> None:
    """Find rows up to `stop`, or up to the first for which an array might be too short."""
    limit = len(inverse) - 1
    for row in range(int(counters[ROW]), stop):
        room = int(counters[VALUES]) + 3
        coming = room if row // ROWS == counters[BLOCK] else room + int(blocks[row // ROWS, HELD])
        if (
            first[row] + room > len(steps)
            or counters[NODES] + coming > len(nodes)
            or counters[CHUNKS] + room > len(links)
            or room > len(live)
            or room > counters[MOST_VALUES]
        ):
            return
        if row // ROWS != counters[BLOCK]:
            bring_near(row // ROWS, counters, bucket, nodes, blocks, far, links)
        activate(row, counters, bucket, nodes, live, lows)
        find_row(row, counters, nodes, live, lows, first, steps, turns, bits)
        announce(row, row + 1, limit, counters, first, steps, turns, bits, inverse, bucket, nodes, blocks, far, links)
        counters[ROW] = row + 1


@njit
def announce_again(
    done: int,
    known: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    turns: Integers,
    bits: int,
    inverse: Integers,
    bucket: Integers,
    nodes: Integers,
    blocks: Integers,
    far: Integers,
    links: Integers,
) -> int:
    """Announce `known` stored rows to the heaps behind them, latest first, `done` of them already; return how many are.

    Latest first, so that the buckets give them out earliest first.
    """
    limit = len(inverse) - 1
    while done < known:
        row = known - 1 - done
        if counters[CHUNKS] + first[row + 1] - first[row] + 1 > len(links):
            return done
        announce(row, known, limit, counters, first, steps, turns, bits, inverse, bucket, nodes, blocks, far, links)
        done += 1
    return done


@njit
def run_dense(
    stop: int,
    known: int,
    counters: Integers,
    first: Integers,
    steps: Integers,
    turns: Integers,
    bits: int,
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
            if step + columns > len(steps) or columns > counters[MOST_VALUES]:
                return
            begin = step
            turns[:, row] = 0
            best = limit + 2
            worth = 0
            while worth < columns and latest[row - known, worth] != 0:
                origin = int(latest[row - known, worth])
                if origin < best:
                    if best < limit + 2:
                        put_step(row, begin, step, row + 1 - best, worth, steps, turns, bits)
                        step += 1
                    best = origin
                worth += 1
            if worth == columns:
                return
            if best < limit + 2:
                put_step(row, begin, step, row + 1 - best, worth, steps, turns, bits)
                step += 1
            first[row + 1] = step
        offer = np.int64(0)
        least = np.int64(0)
        for step in range(int(first[row]), int(first[row + 1])):
            end = np.int64(steps[step]) >> bits
            for q in range(least, end):
                lookup[q] = offer
            least = end
            offer = value_of(row, step, first, steps, turns, bits)
        for q in range(least, row + 1):
            lookup[q] = offer
        for heap in range(max(row + 1, known), limit + 1):
            latest[heap - known, lookup[min(int(quota[heap - row]), row)]] = row + 1
        counters[ROW] = row + 1
