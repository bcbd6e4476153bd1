"""Take-away games: the nim-values of a heap at every quota at once.

State (n, q): take k with 1 <= k <= min(n, q), leaving (n - k, f(k)). The nim-value is a nondecreasing step function of
the quota q. For a nondecreasing f, heap m offers each value v to the heaps of one interval, m + [g(T_{v-1}), g(T_v)),
where T_v is the least quota with a value above v and g(t) the least k with f(k) >= t. Going up the heaps, only the
latest heap that offers v counts, so T_v(n) = n - min over u <= v of the latest heap that offers u. The faster f grows,
the fewer of these there are and the fewer change from a heap to the next: at a million heaps a row has 11 steps for
f(x) = 2x, 58 for f(x) = x. For any other f, every move is tried.

Rows are kept as steps: see `cgt.fast.quota_rows`. Both methods stand beside C in `docs/measured.md`, "take-away table".
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import log
from typing import TYPE_CHECKING, Any

from cgt.core.arrays import np
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import check_whole, format_int, format_value
from cgt.core.progress import Progress, notify
from cgt.errors import RulesetError
from cgt.fast.backend import Backend, ChosenBackend, choose_backend, stoppable, stopped_as
from cgt.fast.quota_events import REPORT, Row, Rows, rows_by_events
from cgt.fast.quota_rows import Method, QuotaRows
from cgt.fast.row import index_type

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

Quota = Callable[[int], int] | tuple[int, int] | Any
"""f as a function, as (k, q) for f(x) = kx + q, or as the array of f(1), f(2), …"""

LARGEST_PILOT = {"python": 1 << 12, "compiled": 1 << 19}
"""The largest table from whose growth the memory of a larger one is estimated."""

BYTES_A_HEAP = 40  # the quota, its inverse, the buckets and the rows' first steps
BYTES_A_STEP = {"python": 24, "compiled": 4}  # in plain Python two 64-bit numbers, and two smaller ones behind
BYTES_A_NODE = {"python": 0, "compiled": 16}
MOVES_A_HEAP = 4_000  # moves that the dense method tries while the other finds a heap, both in pure Python
ROOM = 1.05  # how much more than the estimate is set aside


def quota_values(quota: Quota, limit: int, *, memory_limit: int | None = None) -> NDArray[Any]:
    """The array of f(0..limit), where f(0) is never used and every value is cut at the limit.

    Raises:
        NumberError: the limit is negative.
        RulesetError: f is not a whole nonnegative number somewhere, or the array is too short.
        MemoryBudgetError: not even the table's first arrays would fit.

    >>> quota_values((3, -1), 6).tolist(), quota_values(lambda k: 10**k, 3).tolist()
    ([0, 2, 5, 6, 6, 6, 6], [0, 3, 3, 3])
    """
    limit = check_whole(limit, "the limit is a largest heap, a whole number of at least 0")
    check_memory(BYTES_A_HEAP * limit, f"the take-away table to {format_int(limit)}", memory_limit)
    if isinstance(quota, tuple):
        slope, constant = map(operator.index, quota)
        if 0 <= slope < 1 << 31 and -slope <= constant < 1 << 31:  # no product below leaves 64 bits
            values = np.minimum(slope * np.arange(1, limit + 1, dtype=np.int64) + constant, limit)
        else:
            return quota_values(lambda move: slope * move + constant, limit)
    elif callable(quota):
        values = np.fromiter((_cut(quota, move, limit) for move in range(1, limit + 1)), np.int64, limit)
    else:
        values = np.asarray(quota)
        if values.ndim != 1 or values.dtype.kind not in "iu" or len(values) < limit:
            raise RulesetError(f"a quota array holds f(1), …, f({limit}) as integers, in one dimension")
        values = values[:limit]
        if limit and values.min() < 0:
            raise RulesetError(f"the quota of the move {int(np.argmin(values)) + 1} is negative: {int(values.min())}")
        values = np.minimum(values.astype(np.uint64), np.uint64(limit))
    return np.concatenate([np.zeros(1, index_type(limit)), values.astype(index_type(limit))])


def _cut(quota: Callable[[int], int], move: int, limit: int) -> int:
    value = quota(move)
    try:
        whole = operator.index(value)
    except TypeError:
        raise RulesetError(f"the quota of the move {move} is not a whole number: {format_value(value)}") from None
    if whole < 0:
        raise RulesetError(f"the quota of the move {move} is negative: {format_value(whole)}")
    return min(whole, limit)


def inverse_of(values: NDArray[Any]) -> NDArray[Any]:
    """The least move k >= 1 with f(k) >= t for each t in 0..limit, or limit + 1 if there is none; f nondecreasing.

    >>> inverse_of(quota_values((2, 0), 8)).tolist()
    [1, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    limit = len(values) - 1
    below = np.bincount(values[1:], minlength=limit + 1)[: limit + 1].cumsum()
    return np.concatenate([[1], 1 + below[:limit]]).astype(index_type(limit + 1))


def thresholds(
    quota: Quota,
    limit: int,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
    known: QuotaRows | None = None,
    value_cap: int | None = None,
) -> QuotaRows:
    """The nim-values of the heaps 0..limit at every quota.

    Near N log N for a nondecreasing quota function; N² / 2 for any other, which the result's `method` says.

    Args:
        quota: f, nonnegative: a function, the pair (k, q) for f(x) = kx + q, or the array of f(1), …, f(limit).
        limit: the largest heap, at least 0.
        backend: `python`, `compiled`, or `auto` for the size to decide.
        progress: called with (rows done, rows in all).
        memory_limit: in bytes; by default what the machine has.
        known: rows of the same quota function to continue from, with the same cap.
        value_cap: a nondecreasing quota's values from this on are written as it: sooner done, since T_v hangs on
            T_0, …, T_v of smaller heaps alone. None: each is kept.

    Raises:
        NumberError: the limit is negative.
        RulesetError: f is not a whole nonnegative number somewhere, or the array is too short.
        MemoryBudgetError: the estimate is above the limit.
        Stopped: by Ctrl-C; with the rows found so far.

    >>> rows = thresholds(lambda k: 2 * k, 100)
    >>> rows.row(12)
    [(1, 1), (3, 3), (8, 6)]
    >>> rows.method
    'event-driven'
    """
    values = quota_values(quota, limit, memory_limit=memory_limit)
    nondecreasing = bool((values[2:] >= values[1:-1]).all())
    taken = choose_backend(backend, "quota-table", limit if nondecreasing else limit * limit // MOVES_A_HEAP)
    if known is not None and known.limit >= limit:
        return known
    if not nondecreasing:
        return _dense(values, taken, known, progress, memory_limit)
    with stopped_as(lambda rows: known or rows):  # the rows of a small table are rows of this one
        steps, nodes = _room(values, taken)
    needed = BYTES_A_HEAP * limit + BYTES_A_STEP[taken] * steps + BYTES_A_NODE[taken] * nodes
    needed += 0 if known is None else known.nbytes
    check_memory(needed, f"the take-away table to {limit}", memory_limit)
    inverse = inverse_of(values)
    if taken == "python":
        return find_by_events(inverse, known, progress, memory_limit, value_cap)
    from cgt.fast import quota_loops

    return quota_loops.find_by_events(inverse, known, progress, memory_limit, steps, nodes, value_cap)[0]


def _room(values: NDArray[Any], backend: ChosenBackend) -> tuple[int, int]:
    """The expected numbers of steps and nodes: the growth between two small tables, extrapolated as a power."""
    limit = len(values) - 1
    large = min(limit // 16, LARGEST_PILOT[backend])
    small = large // 8
    if small < 8:  # too small to tell, and to matter
        return 16 * limit, 4 * limit
    steps, nodes = zip(*(_pilot(values, size, backend) for size in (small, large)), strict=True)

    def carried_on(amounts: tuple[int, ...]) -> int:
        power = max(1.0, log(amounts[1] / amounts[0]) / log(large / small))
        return int(ROOM * amounts[1] * (limit / large) ** power)

    return carried_on(steps), carried_on(nodes)


def _pilot(values: NDArray[Any], limit: int, backend: ChosenBackend) -> tuple[int, int]:
    inverse = inverse_of(np.minimum(values[: limit + 1], limit))
    if backend == "python":
        rows, nodes = find_by_events(inverse, None, None, None), 1
    else:
        from cgt.fast import quota_loops

        rows, nodes = quota_loops.find_by_events(inverse, None, None, None)
    return len(rows.steps) + 1, nodes


def _dense(
    values: NDArray[Any],
    backend: ChosenBackend,
    known: QuotaRows | None,
    progress: Progress | None,
    memory_limit: int | None,
) -> QuotaRows:
    limit = len(values) - 1
    check_memory((BYTES_A_HEAP + 4 * 32) * limit, f"the take-away table to {limit}", memory_limit)
    if backend == "python":
        return find_densely(values, known, progress, memory_limit)
    from cgt.fast import quota_loops

    return quota_loops.find_densely(values, known, progress, memory_limit)


def _rows_of(known: QuotaRows | None) -> Rows:
    """The known rows as plain rows, to be continued."""
    rows = Rows()
    if known is not None:
        for to, result in (
            (rows.threshold, known.threshold),
            (rows.value, known.value),
            (rows.first, known.first[1:]),
        ):
            to.frombytes(result.astype(np.int64).tobytes())
    return rows


def _packed(rows: Rows, largest: int, method: Method) -> QuotaRows:
    """The complete rows as packed rows; it may be called at any time."""
    steps = rows.first[-1]
    first, threshold, value = (np.frombuffer(numbers, np.int64) for numbers in (rows.first, rows.threshold, rows.value))
    return QuotaRows.pack(first.copy(), threshold[:steps], value[:steps], largest, "python", method)


def find_by_events(
    inverse: NDArray[Any],
    known: QuotaRows | None,
    progress: Progress | None,
    memory_limit: int | None,
    value_cap: int | None = None,
) -> QuotaRows:
    """The rows of a nondecreasing quota; `inverse[t]` is the least move that leaves a quota of at least t."""
    rows, stop = _rows_of(known), len(inverse)
    with stoppable(lambda: _packed(rows, stop - 1, "event-driven")):
        for row in rows_by_events(inverse.tolist(), rows, value_cap):
            if row % REPORT == 0:
                check_memory(
                    BYTES_A_STEP["python"] * len(rows.value), f"the take-away table to {stop - 1}", memory_limit
                )
                notify(progress, row, stop)
        notify(progress, stop, stop)
        return _packed(rows, stop - 1, "event-driven")


def find_densely(
    quota: NDArray[Any], known: QuotaRows | None, progress: Progress | None, memory_limit: int | None
) -> QuotaRows:
    """The rows of any quota, by trying every move; `quota[k]` is the quota that k leaves, cut at the limit."""
    rows, stop = _rows_of(known), len(quota)
    begin = len(rows)
    origins = np.dtype(np.int32 if stop < 1 << 31 else np.int64)
    latest = np.zeros((stop - begin, max(rows.value, default=0) + 8), origins)  # by heap and value, the latest origin
    with stoppable(lambda: _packed(rows, stop - 1, "dense")):
        for row in range(stop):
            if progress is not None and row % REPORT == 0:
                progress(row, stop)
            if row >= begin:
                rows.append(_minima(latest[row - begin], row))
            result = rows[row]
            if result and result[-1][1] + 1 >= latest.shape[1]:
                check_memory(3 * latest.nbytes, f"the take-away table to {stop - 1}", memory_limit)
                latest = np.hstack([latest, np.zeros_like(latest)])
            thresholds = [0, *(threshold for threshold, _ in result), row + 1]
            values = np.array([0, *(value for _, value in result)])
            at_quota = np.repeat(values, np.diff(thresholds))
            reach = max(row + 1, begin)
            reached = at_quota[np.minimum(quota[reach - row : stop - row], row)]
            latest[np.arange(reach - begin, stop - begin), reached] = row + 1
        notify(progress, stop, stop)
        return _packed(rows, stop - 1, "dense")


def _minima(latest: NDArray[Any], row: int) -> Row:
    """The steps of a row from the latest origin of each value; the first value without an origin ends it."""
    value = int(np.argmax(latest == 0))
    if not value:
        return []
    best = np.minimum.accumulate(latest[:value])
    ends = np.flatnonzero(np.append(best[1:] < best[:-1], True))
    return list(zip((row + 1 - best[ends]).tolist(), (ends + 1).tolist(), strict=True))
