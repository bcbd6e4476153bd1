"""Take-away tables by the compiled loops: their arrays, given more room as the rows grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.kernels.compiled import quota as loops
from cgt.kernels.integers import index_type
from cgt.kernels.quota_rows import Method, QuotaRows
from cgt.kernels.route import check_memory
from cgt.kernels.stopping import stoppable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.kernels.route import Progress

    Integers = NDArray[Any]

REPORT = 1 << 15  # rows between two reports
MARGIN = 64  # rows of a small table that need no estimate


@attrs.define
class _State:
    """What both methods keep between two calls of a loop."""

    counters: Integers
    first: Integers
    steps: Integers
    current: Integers
    found: Integers

    @classmethod
    def fresh(cls, stop: int, steps: int, known: QuotaRows | None) -> _State:
        """No rows, or those already known, with room for so many steps."""
        type_ = index_type(stop + 1)
        counters = np.zeros(loops.COUNTERS, np.int64)
        counters[[loops.STEPS, loops.NODES]] = 1
        state = cls(
            counters,
            np.zeros(stop, type_),
            np.zeros((steps, 3), type_),
            np.zeros((MARGIN, 3), type_),
            np.zeros((MARGIN, 2), type_),
        )
        if known is not None:
            used = len(known.origin)
            state.steps = _longer(state.steps, used + MARGIN)
            for column, array in enumerate((known.origin, known.value, known.tail)):
                state.steps[:used, column] = array
            state.first[: len(known.first)] = known.first
            counters[loops.STEPS] = used
            state.widen(int(known.value.max()))
        return state

    def widen(self, values: int) -> None:
        """Room for rows that take so many values, and for the steps of one more such row."""
        room = values + MARGIN
        self.current, self.found = _longer(self.current, room), _longer(self.found, room)
        self.steps = _longer(self.steps, int(self.counters[loops.STEPS]) + room)

    def pack(self, method: Method, known: QuotaRows | None) -> QuotaRows:
        """The rows found so far, or the known ones, whenever it is asked."""
        rows = max(int(self.counters[loops.ROW]), 0 if known is None else len(known.first))
        steps = self.steps[: self.counters[loops.STEPS]]
        return QuotaRows.pack(self.first[:rows], steps[:, 0], steps[:, 1], steps[:, 2], "compiled", method)


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
    stop, begin = len(inverse), 0
    type_ = index_type(stop + 1)
    state = _State.fresh(stop, steps, known)
    bucket = np.zeros(stop, type_)
    pool = np.zeros((nodes + 4 * MARGIN, 4), type_)
    live, lows = np.zeros((MARGIN, 3), type_), np.zeros((1, 2), type_)
    if known is not None:
        begin, done = len(known.first), 0
        while done < begin:
            done = loops.announce_again(
                done, begin, state.counters, state.first, state.steps, state.current, inverse, bucket, pool
            )
            if done < begin:
                pool = _longer(pool, 2 * len(pool) + len(state.current))
        loops.load_row(begin - 1, state.current, state.counters, state.first, state.steps)
        state.counters[loops.ROW] = begin
        room = int(known.value.max()) + MARGIN
        live = _longer(live, room)
        lows = _longer(lows, len(live) // loops.GROUP + 1)
    row = begin
    with stoppable(lambda: state.pack("event-driven", known)):
        while row < stop:
            if progress is not None:
                progress(row, stop)
            target = min(row + REPORT, stop)
            while row < target:
                loops.run_events(
                    target,
                    state.counters,
                    state.first,
                    state.steps,
                    state.current,
                    state.found,
                    inverse,
                    bucket,
                    pool,
                    live,
                    lows,
                )
                row = int(state.counters[loops.ROW])
                if row < target:
                    check_memory(
                        2 * (state.steps.nbytes + pool.nbytes), f"the take-away table to {stop - 1}", memory_limit
                    )
                    values = int(state.counters[loops.VALUES])
                    state.widen(values)
                    live = _longer(live, values + MARGIN)
                    lows = _longer(lows, len(live) // loops.GROUP + 1)
                    pool = _longer(pool, int(state.counters[loops.NODES]) + values + MARGIN)
        if progress is not None:
            progress(stop, stop)
    return state.pack("event-driven", known), int(state.counters[loops.NODES])


def find_densely(
    quota: Integers, known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is what the move k leaves, cut at the limit."""
    stop = len(quota)
    type_ = index_type(stop + 1)
    state = _State.fresh(stop, MARGIN, known)
    begin = 0 if known is None else len(known.first)
    lookup = np.zeros(stop + 1, type_)
    columns = 8 + (0 if known is None else int(known.value.max()))
    latest = np.zeros((stop - begin, columns), type_)
    row = 0
    with stoppable(lambda: state.pack("dense", known)):
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
                    state.current,
                    state.found,
                    quota,
                    lookup,
                    latest,
                )
                row = int(state.counters[loops.ROW])
                if row < target:
                    state.widen(latest.shape[1])
                    if latest[max(row - begin, 0)].all():
                        check_memory(3 * latest.nbytes, f"the take-away table to {stop - 1}", memory_limit)
                        latest = np.hstack([latest, np.zeros_like(latest)])
        if progress is not None:
            progress(stop, stop)
    return state.pack("dense", known)
