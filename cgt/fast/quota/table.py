"""The rows of a take-away table: which way finds them, and what memory they will take."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.memory import check_memory
from cgt.fast.backend import Backend, ChosenBackend, Progress, choose_backend
from cgt.fast.quota import plain
from cgt.fast.quota.rule import BYTES_A_HEAP, CROSSOVER, Quota, inverse_of, quota_values
from cgt.fast.stopping import stopped_as

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.fast.quota.rows import QuotaRows

LARGEST_PILOT = {"python": 1 << 12, "compiled": 1 << 19}
"""The largest table from whose growth the memory of a larger one is estimated."""

BYTES_A_STEP = {"python": plain.BYTES_A_STEP, "compiled": 4}
BYTES_A_NODE = {"python": 0, "compiled": 16}
MOVES_A_HEAP = 4_000  # moves that the dense method tries while the other finds a heap, both in pure Python
ROOM = 1.05  # how much more than the estimate is set aside


def thresholds(
    quota: Quota,
    limit: int,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
    known: QuotaRows | None = None,
) -> QuotaRows:
    """The nim-values of the heaps 0..limit at every quota.

    Near N log N for a nondecreasing quota function; N² / 2 for any other, which the result's `method` says.

    Args:
        quota: f, nonnegative: a function, the pair (k, q) for f(x) = kx + q, or the array of f(1), …, f(limit).
        limit: the largest heap, at least 0.
        backend: `python`, `compiled`, or `auto` for the size to decide.
        progress: called with (rows done, rows in all).
        memory_limit: in bytes; by default what the machine has.
        known: rows of the same quota function to continue from.

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
    taken = choose_backend(backend, CROSSOVER["quota-table"], limit if nondecreasing else limit * limit // MOVES_A_HEAP)
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
        return plain.find_by_events(inverse, known, progress, memory_limit)
    from cgt.fast.quota import compiled

    return compiled.find_by_events(inverse, known, progress, memory_limit, steps, nodes)[0]


def _room(values: NDArray[Any], backend: ChosenBackend) -> tuple[int, int]:
    """Steps and nodes to expect: the growth between two small tables, carried on as a power of the limit."""
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
        rows, nodes = plain.find_by_events(inverse, None, None, None), 1
    else:
        from cgt.fast.quota import compiled

        rows, nodes = compiled.find_by_events(inverse, None, None, None)
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
        return plain.find_densely(values, known, progress, memory_limit)
    from cgt.fast.quota import compiled

    return compiled.find_densely(values, known, progress, memory_limit)
