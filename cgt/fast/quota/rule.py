"""What the kernel of take-away games reads: the quota function as an array."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from cgt.core.memory import check_memory
from cgt.core.numbers import check_whole, measurable
from cgt.errors import RulesetError
from cgt.fast.backend import START_UP, choose_backend

if TYPE_CHECKING:
    from numpy.typing import NDArray

Quota = Callable[[int], int] | tuple[int, int] | Any
"""f as a function, as (k, q) for f(x) = kx + q, or as the array of f(1), f(2), …"""

CROSSOVER: Final = {"quota-table": 12_000, "quota-look-up": 5_000_000}
"""From how many heaps, and how many look-ups, `auto` compiles."""

BYTES_A_HEAP = 40  # the quota, its inverse, the buckets and the rows' first steps


def quota_values(quota: Quota, limit: int, *, memory_limit: int | None = None) -> NDArray[Any]:
    """The array of f(0..limit), where f(0) stands for nothing and every value is cut at the limit.

    Raises:
        NumberError: the limit is negative.
        RulesetError: f is not a whole nonnegative number somewhere, or the array is too short.
        MemoryBudgetError: not even the table's first arrays would fit.

    >>> quota_values((3, -1), 6).tolist(), quota_values(lambda k: 10**k, 3).tolist()
    ([0, 2, 5, 6, 6, 6, 6], [0, 3, 3, 3])
    """
    import numpy as np

    from cgt.fast.integers import index_type

    limit = check_whole(limit, "the limit is a largest heap, a whole number of at least 0")
    check_memory(BYTES_A_HEAP * limit, f"the take-away table to {limit}", memory_limit)
    if isinstance(quota, tuple):
        slope, constant = map(operator.index, quota)
        if 0 <= slope < 1 << 31 and -slope <= constant < 1 << 31:  # no product below leaves 64 bits
            found = np.minimum(slope * np.arange(1, limit + 1, dtype=np.int64) + constant, limit)
        else:
            return quota_values(lambda move: slope * move + constant, limit)
    elif callable(quota):
        found = np.fromiter((_cut(quota, move, limit) for move in range(1, limit + 1)), np.int64, limit)
    else:
        found = np.asarray(quota)
        if found.ndim != 1 or found.dtype.kind not in "iu" or len(found) < limit:
            raise RulesetError(f"a quota array holds f(1), …, f({limit}) as integers, in one dimension")
        found = found[:limit]
        if limit and found.min() < 0:
            raise RulesetError(f"the quota of the move {int(np.argmin(found)) + 1} is negative: {int(found.min())}")
        found = np.minimum(found.astype(np.uint64), np.uint64(limit))
    return np.concatenate([np.zeros(1, index_type(limit)), found.astype(index_type(limit))])


def _cut(quota: Callable[[int], int], move: int, limit: int) -> int:
    value = quota(move)
    try:
        whole = operator.index(value)
    except TypeError:
        raise RulesetError(f"the quota of the move {move} is not a whole number: {value!r}") from None
    if whole < 0:
        raise RulesetError(f"the quota of the move {move} is negative: {whole}")
    return min(whole, limit)


def inverse_of(values: NDArray[Any]) -> NDArray[Any]:
    """For each t in 0..limit the least move k >= 1 with f(k) >= t, or limit + 1 if there is none; f nondecreasing.

    >>> inverse_of(quota_values((2, 0), 8)).tolist()
    [1, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    import numpy as np

    from cgt.fast.integers import index_type

    limit = len(values) - 1
    below = np.bincount(values[1:], minlength=limit + 1)[: limit + 1].cumsum()
    return np.concatenate([[1], 1 + below[:limit]]).astype(index_type(limit + 1))


def seconds_for(rows: int, *, slope: int | None) -> float:
    """The processor seconds that so many rows are predicted to take, the quota kn+q of that slope k, or any for None.

    A heap has the more nim-values the slower the quota grows. One that may fall costs the square of the heaps.

    >>> seconds_for(10_000, slope=2) < 1 < seconds_for(1_000_000, slope=2) < seconds_for(1_000_000, slope=1)
    True
    """
    rows = measurable(rows)
    if slope is None:
        return 1e-4 * rows + 2e-8 * rows * rows
    if choose_backend("auto", CROSSOVER["quota-table"], rows) == "python":
        return 5e-5 * rows
    return START_UP + (2.2e-6 if slope > 1 else 9e-6) * rows
