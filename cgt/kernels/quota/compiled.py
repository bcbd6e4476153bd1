"""Take-away tables by the compiled loops: their arrays, given more room as the rows grow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.core.memory import check_memory
from cgt.kernels.integers import index_type
from cgt.kernels.quota import loops
from cgt.kernels.quota.rows import Method, QuotaRows
from cgt.kernels.stopping import stoppable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.kernels.route import Progress

    Integers = NDArray[Any]

REPORT = 1 << 15  # rows between two reports
MARGIN = 64  # rows of a small table that need no estimate


@attrs.define
class _State:
    """What both methods keep between two calls of a loop; `threshold` and `value` take memory only as they fill."""

    counters: Integers
    first: Integers
    threshold: Integers
    value: Integers
    known: int

    @classmethod
    def fresh(cls, stop: int, steps: int, known: QuotaRows | None) -> _State:
        """No rows, or those already known, with room for so many steps."""
        counters = np.zeros(loops.COUNTERS, np.int64)
        counters[loops.NODES] = 1
        room = max(steps, MARGIN, 0 if known is None else len(known.value))
        values = np.uint16 if known is None or known.value.itemsize <= 2 else np.uint32
        state = cls(counters, np.zeros(stop + 1, np.int64), np.zeros(room, index_type(stop)), np.zeros(room, values), 0)
        counters[loops.MOST_VALUES] = np.iinfo(values).max
        if known is not None:
            state.known = known.limit + 1
            state.first[: len(known.first)] = known.first
            state.threshold[: len(known.threshold)] = known.threshold
            state.value[: len(known.value)] = known.value
        return state

    def make_room(self, row: int, values: int) -> None:
        """Room for the steps of the next row, which takes so many values."""
        room = int(self.first[row]) + values + MARGIN
        if values + MARGIN > self.counters[loops.MOST_VALUES]:
            self.value = self.value.astype(np.uint32)
            self.counters[loops.MOST_VALUES] = np.iinfo(np.uint32).max
        self.threshold, self.value = _longer(self.threshold, room), _longer(self.value, room)

    def pack(self, method: Method) -> QuotaRows:
        """The rows found so far, or the known ones, whenever it is asked."""
        rows = max(int(self.counters[loops.ROW]), self.known)
        steps = int(self.first[rows])
        return QuotaRows.pack(
            self.first[: rows + 1], self.threshold[:steps], self.value[:steps], len(self.first) - 2, "compiled", method
        )


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
    bucket = np.zeros(stop, type_)
    pool = np.zeros((nodes + 4 * MARGIN, 4), type_)
    most = MARGIN + (0 if known is None else int(known.value.max(initial=0)))
    live, lows = np.zeros((most, 3), type_), np.zeros((most // loops.GROUP + 1, 2), type_)

    def rows() -> tuple[Integers, Integers, Integers, Integers, Integers, Integers]:
        return state.first, state.threshold, state.value, inverse, bucket, pool

    with stoppable(lambda: state.pack("event-driven")):
        done = 0
        while done < state.known:
            done = loops.announce_again(done, state.known, state.counters, *rows())
            if done < state.known:
                pool = _longer(pool, 2 * len(pool) + most)
        row = state.counters[loops.ROW] = state.known
        while row < stop:
            if progress is not None:
                progress(row, stop)
            target = min(row + REPORT, stop)
            while row < target:
                loops.run_events(target, state.counters, *rows(), live, lows)
                row = int(state.counters[loops.ROW])
                if row < target:
                    needed = 2 * (state.threshold.nbytes + state.value.nbytes + pool.nbytes)
                    check_memory(needed, f"the take-away table to {stop - 1}", memory_limit)
                    values = int(state.counters[loops.VALUES])
                    state.make_room(row, values)
                    live = _longer(live, values + MARGIN)
                    lows = _longer(lows, len(live) // loops.GROUP + 1)
                    pool = _longer(pool, int(state.counters[loops.NODES]) + values + MARGIN)
        if progress is not None:
            progress(stop, stop)
        return state.pack("event-driven"), int(state.counters[loops.NODES])


def find_densely(
    quota: Integers, known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is what the move k leaves, cut at the limit."""
    stop = len(quota)
    type_ = index_type(stop + 1)
    state = _State.fresh(stop, 0, known)
    begin = state.known
    lookup = np.zeros(stop + 1, type_)
    columns = 8 + (0 if known is None else int(known.value.max(initial=0)))
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
                    state.threshold,
                    state.value,
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
