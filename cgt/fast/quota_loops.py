"""Take-away tables, compiled: see `cgt.fast.quota_values` for the algorithm, `cgt.fast.quota_rows` for the rows.

The state lives in arrays that the caller owns, so that a loop can hand back between rows: to report progress, to be
interrupted, to be given more room. `counters` holds its scalars, by the names below. Every loop stops before a row that
might not fit and says how far it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from cgt.core.arrays import np
from cgt.core.memory_limit import check_memory
from cgt.core.progress import Progress, notify
from cgt.fast.backend import stoppable
from cgt.fast.jit import njit, njit_inside
from cgt.fast.quota_rows import TURNS, Method, QuotaRows, Steps, put_step, value_of, word_for
from cgt.fast.row import index_type, smallest_unsigned

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
VALUE_CAP = 8  # the value that stands for all from it on
COUNTERS = 9

ORIGIN, END, NEXT, VALUE = "origin", "end", "next", "value"  # of a node
BEGIN = NEXT  # of a far one, which hangs in no chain
FIRST, LAST, HELD = "first", "last", "held"  # of a block: its first and last chunk, and how many far nodes it has
HEAD = "head"  # of a live chain: its first node, whose origin and end stand beside it
GROUP = 64  # values that are passed over together when nothing in them has changed
ROWS = 256  # rows of a block: what they are reached by fits into the cache
CHUNK = 64  # far nodes that lie behind one another
REPORT = 1 << 15  # rows between two reports
MARGIN = 64  # rows of a small table that need no estimate


class Intervals(NamedTuple):
    """The intervals that are announced: those of the block in buckets, those of later blocks as far nodes."""

    inverse: Integers  # by quota, the least move that leaves it
    bucket: Integers  # by row of the block, the first node of those that begin there
    nodes: Integers
    blocks: Integers
    far: Integers
    links: Integers  # by chunk of far nodes, the next one


@njit_inside
def new_node(origin: int, end: int, value: int | np.int64, after: int, counters: Integers, nodes: Integers) -> int:
    """A node before another one of its chain."""
    node = int(counters[FREE])
    if node != 0:
        counters[FREE] = nodes[node][NEXT]
    else:
        node = int(counters[NODES])
        counters[NODES] = node + 1
    nodes[node][ORIGIN] = origin
    nodes[node][END] = end
    nodes[node][VALUE] = value
    nodes[node][NEXT] = after
    return node


@njit_inside
def put_far(begin: int, origin: int, end: int, value: int | np.int64, counters: Integers, ahead: Intervals) -> None:
    """Record a node that begins in a later block, behind those of the same block, so that memory is read in order.

    Chunk c is the rows from CHUNK·c on of `far`, and `links[c]` the chunk behind it.
    """
    block = begin // ROWS
    place = int(ahead.blocks[block][HELD]) % CHUNK
    chunk = int(ahead.blocks[block][LAST])
    if place == 0:
        chunk = int(counters[FREE_CHUNK])
        if chunk != 0:
            counters[FREE_CHUNK] = ahead.links[chunk]
        else:
            chunk = int(counters[CHUNKS])
            counters[CHUNKS] = chunk + 1
        if ahead.blocks[block][HELD] == 0:
            ahead.blocks[block][FIRST] = chunk
        else:
            ahead.links[ahead.blocks[block][LAST]] = chunk
        ahead.blocks[block][LAST] = chunk
    ahead.blocks[block][HELD] += 1
    place += chunk * CHUNK
    ahead.far[place][ORIGIN] = origin
    ahead.far[place][END] = end
    ahead.far[place][VALUE] = value
    ahead.far[place][BEGIN] = begin


@njit_inside
def bring_near(block: int, counters: Integers, ahead: Intervals) -> None:
    """Put the far nodes of a block into the buckets of its rows."""
    chunk = int(ahead.blocks[block][FIRST])
    left = int(ahead.blocks[block][HELD])
    while left > 0:
        for place in range(CHUNK * chunk, CHUNK * chunk + min(left, CHUNK)):
            begin = int(ahead.far[place][BEGIN]) % ROWS
            origin, end, value = ahead.far[place][ORIGIN], ahead.far[place][END], ahead.far[place][VALUE]
            ahead.bucket[begin] = new_node(origin, end, value, ahead.bucket[begin], counters, ahead.nodes)
        left -= CHUNK
        after = int(ahead.links[chunk])
        ahead.links[chunk] = counters[FREE_CHUNK]
        counters[FREE_CHUNK] = chunk
        chunk = after
    ahead.blocks[block][HELD] = 0
    counters[BLOCK] = block


@njit_inside
def announce(row: int, earliest: int, limit: int, counters: Integers, rows: Steps, ahead: Intervals) -> None:
    """Put the intervals that each block of a row gives into the buckets where they begin, or record them as far nodes.

    Only heaps from `earliest` to `limit` matter.
    """
    least = np.int64(0)  # quota of the block
    worth = np.int64(0)  # not to be mixed with unsigned numbers
    behind = int(rows.first[row + 1])
    for step in range(int(rows.first[row]), behind + 1):
        begin = row + int(ahead.inverse[least])
        if begin > limit:
            return
        end = limit + 1
        if step < behind:
            least = np.int64(rows.steps[step]) >> rows.bits
            end = min(end, row + int(ahead.inverse[least]))
        begin = max(begin, earliest)
        if begin < end:
            if begin // ROWS == counters[BLOCK]:
                near = begin % ROWS
                ahead.bucket[near] = new_node(row + 1, end, worth, ahead.bucket[near], counters, ahead.nodes)
            else:
                put_far(begin, row + 1, end, worth, counters, ahead)
        if step < behind:
            worth = value_of(row, step, rows)
            if worth >= counters[VALUE_CAP]:
                return


@njit_inside
def drop_ended(head: int, end: int, counters: Integers, nodes: Integers) -> int:
    """Free the nodes of a chain that end by `end`, up to the first that does not; return that one."""
    while head != 0 and nodes[head][END] <= end:
        after = int(nodes[head][NEXT])
        nodes[head][NEXT] = counters[FREE]
        counters[FREE] = head
        head = after
    return head


@njit_inside
def activate(row: int, counters: Integers, bucket: Integers, nodes: Integers, live: Integers, lows: Integers) -> None:
    """Move the row's bucket into the live chains.

    A value's chain runs from the latest origin to the earliest, and so from the first end to the last: a node that
    ends no later than one of later origin never counts, and is dropped.
    """
    node = int(bucket[row % ROWS])
    bucket[row % ROWS] = 0
    while node != 0:
        after = int(nodes[node][NEXT])
        value = int(nodes[node][VALUE])
        origin = nodes[node][ORIGIN]
        end = int(nodes[node][END])
        counters[VALUES] = max(int(counters[VALUES]), value + 1)
        head = drop_ended(int(live[value][HEAD]), row, counters, nodes)
        if head == 0 or nodes[head][ORIGIN] < origin:
            nodes[node][NEXT] = drop_ended(head, end, counters, nodes)
            head = node
        else:
            place = head
            while nodes[place][END] < end:
                behind = int(nodes[place][NEXT])
                if behind == 0 or nodes[behind][ORIGIN] < origin:
                    break
                place = behind
            if nodes[place][END] >= end:
                nodes[node][NEXT] = counters[FREE]
                counters[FREE] = node
            else:
                nodes[node][NEXT] = drop_ended(int(nodes[place][NEXT]), end, counters, nodes)
                nodes[place][NEXT] = node
        live[value][ORIGIN] = nodes[head][ORIGIN]
        live[value][END] = nodes[head][END]
        live[value][HEAD] = head
        group = value // GROUP
        lows[group][ORIGIN] = min(lows[group][ORIGIN], live[value][ORIGIN])
        lows[group][END] = min(lows[group][END], live[value][END])
        node = after


@njit_inside
def find_row(row: int, counters: Integers, nodes: Integers, live: Integers, lows: Integers, rows: Steps) -> None:
    """Write the row's steps: the prefix minima of the live origins, value by value.

    `lows` bounds each group's origins and ends from below; a group that can hold neither a new minimum nor an ended
    chain is passed over.
    """
    values = int(counters[VALUES])
    begin = int(rows.first[row])
    step = begin
    most = row + 2
    best = most
    worth = 0
    while worth < values:
        group = worth // GROUP
        stop = min(values, worth + GROUP)
        if lows[group][ORIGIN] >= best and lows[group][END] > row:
            worth = stop
            continue
        lowest_origin, lowest_end = most, len(rows.first) + 1
        while worth < stop:
            if live[worth][END] <= row:
                head = drop_ended(int(live[worth][HEAD]), row, counters, nodes)
                live[worth][HEAD] = head
                if head == 0:
                    live[worth][ORIGIN] = 0
                    live[worth][END] = 0
                    lows[group][ORIGIN] = 0
                    values = worth  # the first value that is in no reach
                    break
                live[worth][ORIGIN] = nodes[head][ORIGIN]
                live[worth][END] = nodes[head][END]
            origin = int(live[worth][ORIGIN])
            if origin < best:
                if best < most:
                    put_step(row, begin, step, row + 1 - best, worth, rows)
                    step += 1
                best = origin
            lowest_origin = min(lowest_origin, origin)
            lowest_end = min(lowest_end, int(live[worth][END]))
            worth += 1
        if worth == stop:
            lows[group][ORIGIN] = lowest_origin
            lows[group][END] = lowest_end
    if best < most:
        put_step(row, begin, step, row + 1 - best, values, rows)
        step += 1
    rows.first[row + 1] = step


@njit
def run_events(stop: int, counters: Integers, rows: Steps, ahead: Intervals, live: Integers, lows: Integers) -> None:
    """Find rows up to `stop`, or up to the first for which an array might be too short."""
    limit = len(ahead.inverse) - 1
    for row in range(int(counters[ROW]), stop):
        room = int(counters[VALUES]) + 3
        coming = room if row // ROWS == counters[BLOCK] else room + int(ahead.blocks[row // ROWS][HELD])
        if (
            rows.first[row] + room > len(rows.steps)
            or counters[NODES] + coming > len(ahead.nodes)
            or counters[CHUNKS] + room > len(ahead.links)
            or room > len(live)
            or room > counters[MOST_VALUES]
        ):
            return
        if row // ROWS != counters[BLOCK]:
            bring_near(row // ROWS, counters, ahead)
        activate(row, counters, ahead.bucket, ahead.nodes, live, lows)
        find_row(row, counters, ahead.nodes, live, lows, rows)
        announce(row, row + 1, limit, counters, rows, ahead)
        counters[ROW] = row + 1


@njit
def announce_again(done: int, known: int, counters: Integers, rows: Steps, ahead: Intervals) -> int:
    """Announce the stored rows, latest first, after the first `done` of them; return the number announced so far.

    Latest first, so that the buckets give them out earliest first.
    """
    limit = len(ahead.inverse) - 1
    while done < known:
        row = known - 1 - done
        if counters[CHUNKS] + rows.first[row + 1] - rows.first[row] + 1 > len(ahead.links):
            return done
        announce(row, known, limit, counters, rows, ahead)
        done += 1
    return done


@njit
def run_dense(
    stop: int, known: int, counters: Integers, rows: Steps, quota: Integers, lookup: Integers, latest: Integers
) -> None:
    """Find rows up to `stop` by trying every move, or up to the first for which an array might be too short.

    `latest[h, v]` is the latest origin seen from heap `known + h` at value v; rows below `known` are there already.
    """
    limit = len(quota) - 1
    columns = latest.shape[1]
    for row in range(int(counters[ROW]), stop):
        if row >= known:
            step = int(rows.first[row])
            if step + columns > len(rows.steps) or columns > counters[MOST_VALUES]:
                return
            begin = step
            best = limit + 2
            worth = 0
            while worth < columns and latest[row - known, worth] != 0:
                origin = int(latest[row - known, worth])
                if origin < best:
                    if best < limit + 2:
                        put_step(row, begin, step, row + 1 - best, worth, rows)
                        step += 1
                    best = origin
                worth += 1
            if worth == columns:
                return
            if best < limit + 2:
                put_step(row, begin, step, row + 1 - best, worth, rows)
                step += 1
            rows.first[row + 1] = step
        offer = np.int64(0)
        least = np.int64(0)
        for step in range(int(rows.first[row]), int(rows.first[row + 1])):
            end = np.int64(rows.steps[step]) >> rows.bits
            for q in range(least, end):
                lookup[q] = offer
            least = end
            offer = value_of(row, step, rows)
        for q in range(least, row + 1):
            lookup[q] = offer
        for heap in range(max(row + 1, known), limit + 1):
            latest[heap - known, lookup[min(int(quota[heap - row]), row)]] = row + 1
        counters[ROW] = row + 1


@attrs.define
class _State:
    """The state of both methods between two calls of a loop; `steps` takes memory only as it fills."""

    counters: Integers
    first: Integers
    steps: Integers
    turns: Integers
    bits: int
    known: int

    @classmethod
    def fresh(cls, stop: int, steps: int, known: QuotaRows | None, value_cap: int | None = None) -> _State:
        """A state without rows, or with those known, and with room for so many steps; values are cut at `value_cap`."""
        counters = np.zeros(COUNTERS, np.int64)
        counters[NODES] = counters[CHUNKS] = 1
        counters[BLOCK] = -1
        counters[VALUE_CAP] = stop if value_cap is None else value_cap
        kind, bits = word_for(stop - 1)
        room = max(steps, MARGIN, 0 if known is None else len(known.steps))
        state = cls(counters, np.zeros(stop + 1, np.int64), np.zeros(room, kind), np.zeros((0, stop), TURNS), bits, 0)
        counters[MOST_VALUES] = 1 << bits
        if known is not None:
            known = QuotaRows.pack(known.first, known.threshold, known.value, stop - 1, known.backend, known.method)
            state.known = known.limit + 1
            state.first[: len(known.first)] = known.first
            state.steps[: len(known.steps)] = known.steps
            state.turns = np.zeros((len(known.turns), stop), TURNS)
            state.turns[:, : state.known] = known.turns
            counters[MOST_VALUES] *= len(known.turns) + 1
        return state

    @property
    def rows(self) -> Steps:
        """The arrays of the rows, as they are now."""
        return Steps(self.first, self.steps, self.turns, self.bits)

    def make_room(self, row: int, values: int) -> None:
        """Make room for the steps of the next row, which has so many values."""
        while values + MARGIN > self.counters[MOST_VALUES]:
            lengths = np.zeros((1, self.turns.shape[1]), TURNS)
            lengths[0, :row] = np.diff(self.first[: row + 1])  # no value so far is as great
            self.turns = np.concatenate([self.turns, lengths])
            self.counters[MOST_VALUES] += 1 << self.bits
        self.steps = _longer(self.steps, int(self.first[row]) + values + MARGIN)

    def pack(self, method: Method) -> QuotaRows:
        """The rows found so far, and at least those known at the start; it may be called at any time."""
        rows = max(int(self.counters[ROW]), self.known)
        count = int(self.first[rows])
        first = self.first[: rows + 1].astype(smallest_unsigned(count))
        return QuotaRows(first, self.steps[:count], self.turns[:, :rows], self.bits, "compiled", method)


def _longer(array: Integers, needed: int) -> Integers:
    """The array itself if it is long enough, else a copy of at least twice its length."""
    if needed <= len(array):
        return array
    longer = np.zeros(max(needed, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


def _record(type_: np.dtype[Any], *names: str) -> np.dtype[Any]:
    """The type of a record of a few numbers: compiled code reads it faster than a row of an array."""
    return np.dtype([(name, type_) for name in names])


def find_by_events(
    inverse: Integers,
    known: QuotaRows | None,
    progress: Progress | None,
    memory_limit: int | None,
    steps: int = 0,
    nodes: int = 0,
    value_cap: int | None = None,
) -> tuple[QuotaRows, int]:
    """The rows of a nondecreasing quota, and the greatest number of nodes in use; room for `steps` and `nodes`.

    `inverse[t]` is the least move that leaves a quota of at least t; `value_cap` stands for all values from it on.
    """
    stop = len(inverse)
    type_ = index_type(stop + 1)
    node = _record(type_, ORIGIN, END, NEXT, VALUE)
    state = _State.fresh(stop, steps, known, value_cap)
    bucket, blocks = np.zeros(ROWS, type_), np.zeros(stop // ROWS + 1, _record(type_, FIRST, LAST, HELD))
    pool = np.zeros(nodes // 16 + 4 * MARGIN, node)
    links = np.zeros(nodes // CHUNK + 4 * MARGIN, type_)
    far = np.zeros(len(links) * CHUNK, node)
    most = MARGIN + (0 if known is None else known.largest_value)
    live = np.zeros(most, _record(type_, ORIGIN, END, HEAD))
    lows = np.zeros(most // GROUP + 1, _record(type_, ORIGIN, END))

    def arrays() -> tuple[Steps, Intervals]:
        return state.rows, Intervals(inverse, bucket, pool, blocks, far, links)

    with stoppable(lambda: state.pack("event-driven")):
        done = 0
        while done < state.known:
            done = announce_again(done, state.known, state.counters, *arrays())
            if done < state.known:
                links = _longer(links, len(links) + 1)
                far = _longer(far, len(links) * CHUNK)
        row = state.counters[ROW] = state.known
        while row < stop:
            notify(progress, row, stop)
            target = min(row + REPORT, stop)
            while row < target:
                run_events(target, state.counters, *arrays(), live, lows)
                row = int(state.counters[ROW])
                if row < target:
                    needed = 2 * (state.steps.nbytes + state.turns.nbytes + pool.nbytes + far.nbytes)
                    check_memory(needed, f"the take-away table to {stop - 1}", memory_limit)
                    values = int(state.counters[VALUES])
                    state.make_room(row, values)
                    live = _longer(live, values + MARGIN)
                    lows = _longer(lows, len(live) // GROUP + 1)
                    coming = values + MARGIN + int(blocks[row // ROWS][HELD])
                    pool = _longer(pool, int(state.counters[NODES]) + coming)
                    links = _longer(links, int(state.counters[CHUNKS]) + values + MARGIN)
                    far = _longer(far, len(links) * CHUNK)
        notify(progress, stop, stop)
        taken = CHUNK * state.counters[CHUNKS] + state.counters[NODES]
        return state.pack("event-driven"), int(taken)


def find_densely(
    quota: Integers, known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is the quota that k leaves, cut at the limit."""
    stop = len(quota)
    type_ = index_type(stop + 1)
    state = _State.fresh(stop, 0, known)
    begin = state.known
    lookup = np.zeros(stop + 1, type_)
    columns = 8 + (0 if known is None else known.largest_value)
    latest = np.zeros((stop - begin, columns), type_)
    row = 0
    with stoppable(lambda: state.pack("dense")):
        while row < stop:
            notify(progress, row, stop)
            target = min(row + max(REPORT // (1 + stop // 1000), 1), stop)
            while row < target:
                run_dense(target, begin, state.counters, state.rows, quota, lookup, latest)
                row = int(state.counters[ROW])
                if row < target:
                    state.make_room(row, latest.shape[1])
                    if latest[max(row - begin, 0)].all():
                        check_memory(3 * latest.nbytes, f"the take-away table to {stop - 1}", memory_limit)
                        latest = np.hstack([latest, np.zeros_like(latest)])
        notify(progress, stop, stop)
        return state.pack("dense")
