"""Take-away tables by the compiled loops: their arrays, given more room as the rows grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
import numpy as np

from cgt.core.memory import check_memory
from cgt.fast.integers import index_type, smallest_unsigned
from cgt.fast.quota import loops
from cgt.fast.quota.rows import TURNS, Method, QuotaRows, word_for
from cgt.fast.stopping import stoppable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.fast.backend import Progress

    Integers = NDArray[Any]

_Arrays: TypeAlias = (
    "tuple[Integers, Integers, Integers, int, Integers, Integers, Integers, Integers, Integers, Integers]"
)

REPORT = 1 << 15  # rows between two reports
MARGIN = 64  # rows of a small table that need no estimate


@attrs.define
class _State:
    """What both methods keep between two calls of a loop; `steps` takes memory only as it fills."""

    counters: Integers
    first: Integers
    steps: Integers
    turns: Integers
    bits: int
    known: int

    @classmethod
    def fresh(cls, stop: int, steps: int, known: QuotaRows | None) -> _State:
        """No rows, or those already known, with room for so many steps."""
        counters = np.zeros(loops.COUNTERS, np.int64)
        counters[loops.NODES] = counters[loops.CHUNKS] = 1
        counters[loops.BLOCK] = -1
        kind, bits = word_for(stop - 1)
        room = max(steps, MARGIN, 0 if known is None else len(known.steps))
        state = cls(counters, np.zeros(stop + 1, np.int64), np.zeros(room, kind), np.zeros((0, stop), TURNS), bits, 0)
        counters[loops.MOST_VALUES] = 1 << bits
        if known is not None:
            known = QuotaRows.pack(known.first, known.threshold, known.value, stop - 1, known.backend, known.method)
            state.known = known.limit + 1
            state.first[: len(known.first)] = known.first
            state.steps[: len(known.steps)] = known.steps
            state.turns = np.zeros((len(known.turns), stop), TURNS)
            state.turns[:, : state.known] = known.turns
            counters[loops.MOST_VALUES] *= len(known.turns) + 1
        return state

    def make_room(self, row: int, values: int) -> None:
        """Room for the steps of the next row, which takes so many values."""
        while values + MARGIN > self.counters[loops.MOST_VALUES]:
            lengths = np.zeros((1, self.turns.shape[1]), TURNS)
            lengths[0, :row] = np.diff(self.first[: row + 1])  # no value so far is as great
            self.turns = np.concatenate([self.turns, lengths])
            self.counters[loops.MOST_VALUES] += 1 << self.bits
        self.steps = _longer(self.steps, int(self.first[row]) + values + MARGIN)

    def pack(self, method: Method) -> QuotaRows:
        """The rows found so far, or the known ones, whenever it is asked."""
        rows = max(int(self.counters[loops.ROW]), self.known)
        count = int(self.first[rows])
        first = self.first[: rows + 1].astype(smallest_unsigned(count))
        return QuotaRows(first, self.steps[:count], self.turns[:, :rows], self.bits, "compiled", method)


def _longer(array: Integers, needed: int) -> Integers:
    """The array itself if it has the length, else a copy of at least twice its own."""
    if needed <= len(array):
        return array
    longer = np.zeros((max(needed, 2 * len(array)), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


def find_by_events(
    inverse: Integers,
    known: QuotaRows | None,
    progress: Progress | None,
    memory_limit: int | None,
    steps: int = 0,
    nodes: int = 0,
) -> tuple[QuotaRows, int]:
    """The rows of a nondecreasing quota, and the most nodes that were ever taken; room for `steps` and `nodes`.

    `inverse[t]` is the least move that leaves a quota of at least t.
    """
    stop = len(inverse)
    type_ = index_type(stop + 1)
    state = _State.fresh(stop, steps, known)
    bucket, blocks = np.zeros(loops.ROWS, type_), np.zeros((stop // loops.ROWS + 1, 3), type_)
    pool = np.zeros((nodes // 16 + 4 * MARGIN, 4), type_)
    links = np.zeros(nodes // loops.CHUNK + 4 * MARGIN, type_)
    far = np.zeros((len(links) * loops.CHUNK, 4), type_)
    most = MARGIN + (0 if known is None else known.largest_value)
    live, lows = np.zeros((most, 3), type_), np.zeros((most // loops.GROUP + 1, 2), type_)

    def rows() -> _Arrays:
        return state.first, state.steps, state.turns, state.bits, inverse, bucket, pool, blocks, far, links

    with stoppable(lambda: state.pack("event-driven")):
        done = 0
        while done < state.known:
            done = loops.announce_again(done, state.known, state.counters, *rows())
            if done < state.known:
                links = _longer(links, 2 * len(links) + most)
                far = _longer(far, len(links) * loops.CHUNK)
        row = state.counters[loops.ROW] = state.known
        while row < stop:
            if progress is not None:
                progress(row, stop)
            target = min(row + REPORT, stop)
            while row < target:
                loops.run_events(target, state.counters, *rows(), live, lows)
                row = int(state.counters[loops.ROW])
                if row < target:
                    needed = 2 * (state.steps.nbytes + state.turns.nbytes + pool.nbytes + far.nbytes)
                    check_memory(needed, f"the take-away table to {stop - 1}", memory_limit)
                    values = int(state.counters[loops.VALUES])
                    state.make_room(row, values)
                    live = _longer(live, values + MARGIN)
                    lows = _longer(lows, len(live) // loops.GROUP + 1)
                    coming = values + MARGIN + int(blocks[row // loops.ROWS, loops.HELD])
                    pool = _longer(pool, int(state.counters[loops.NODES]) + coming)
                    links = _longer(links, int(state.counters[loops.CHUNKS]) + values + MARGIN)
                    far = _longer(far, len(links) * loops.CHUNK)
        if progress is not None:
            progress(stop, stop)
        taken = loops.CHUNK * state.counters[loops.CHUNKS] + state.counters[loops.NODES]
        return state.pack("event-driven"), int(taken)


def find_densely(
    quota: Integers, known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is what the move k leaves, cut at the limit."""
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
            if progress is not None:
                progress(row, stop)
            target = min(row + max(REPORT // (1 + stop // 1000), 1), stop)
            while row < target:
                loops.run_dense(
                    target,
                    begin,
                    state.counters,
                    state.first,
                    state.steps,
                    state.turns,
                    state.bits,
                    quota,
                    lookup,
                    latest,
                )
                row = int(state.counters[loops.ROW])
                if row < target:
                    state.make_room(row, latest.shape[1])
                    if latest[max(row - begin, 0)].all():
                        check_memory(3 * latest.nbytes, f"the take-away table to {stop - 1}", memory_limit)
                        latest = np.hstack([latest, np.zeros_like(latest)])
        if progress is not None:
            progress(stop, stop)
        return state.pack("dense")
