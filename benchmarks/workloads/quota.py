"""Take-away tables: every heap at every quota."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

import numpy as np

from benchmarks.workload import Crossover, Reference, Variant, Workload
from cgt.fast.quota_values import thresholds
from cgt.store.quota_table import QuotaTable

if TYPE_CHECKING:
    from cgt.fast.backend import Backend
    from cgt.fast.quota_rows import QuotaRows

HEAPS = 10  # in a position of the look-ups


def naive(limit: int) -> int:
    """The code that one writes first: the definition, remembered; the nim-value of the whole heap."""

    @cache
    def nim_value(heap: int, quota: int) -> int:
        options = {nim_value(heap - taken, min(2 * taken, heap - taken)) for taken in range(1, min(heap, quota) + 1)}
        value = 0
        while value in options:
            value += 1
        return value

    for heap in range(limit + 1):  # upwards, so that the recursion stays shallow
        for quota in range(heap + 1):
            nim_value(heap, quota)
    return nim_value(limit, limit)


def by_backend(backend: Backend, limit: int, slope: int = 2) -> QuotaRows:
    """The table of the quota f(x) = slope · x."""
    return thresholds((slope, 0), limit, backend=backend)


def falling(backend: Backend, limit: int) -> QuotaRows:
    """A quota that falls again and again, for which every move is tried."""
    return thresholds(np.arange(1, limit + 1) % 50 + 1, limit, backend=backend)


def checksum(answer: object) -> int:
    """The sum of threshold × value over the steps; the naive way's single value as it is."""
    if isinstance(answer, int):
        return answer
    rows = cast("QuotaRows", answer)
    return int(np.dot(rows.threshold.astype(np.int64), rows.value.astype(np.int64)))


@lru_cache(maxsize=2)
def _positions(count: int, limit: int) -> tuple[QuotaTable, np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    shape = (count, HEAPS)
    return QuotaTable.build((2, 0), limit), random.integers(0, limit + 1, shape), random.integers(0, limit + 1, shape)


def look_up(backend: Backend, count: int, limit: int = 10_000) -> object:
    """The nim-sums of random positions of ten heaps up to the limit, any quotas."""
    table, heaps, quotas = _positions(count, limit)
    return table.nim_sum(heaps, quotas, backend=backend)


WORKLOADS = (
    Workload(
        name="take-away table, quota 2n",
        variants={
            "naive": Variant(300, naive),
            "python": Variant(10_000, lambda size: by_backend("python", size)),
            "compiled": Variant(1_000_000, lambda size: by_backend("compiled", size)),
        },
        reference=Reference(1_000_000, "quota.c", ("2",)),
        checksum=checksum,
        mark="10,000 heaps in about 1 s in pure Python, 1,000,000 in 3 s compiled",
    ),
    Workload(
        name="take-away table, quota 2n, ten million heaps",
        variants={"compiled": Variant(10_000_000, lambda size: by_backend("compiled", size))},
        reference=Reference(10_000_000, "quota.c", ("2",)),
        checksum=checksum,
        mark="60 s within 4 GB",
    ),
    Workload(
        name="take-away table, quota n",
        variants={
            "python": Variant(10_000, lambda size: by_backend("python", size, 1)),
            "compiled": Variant(1_000_000, lambda size: by_backend("compiled", size, 1)),
        },
    ),
    Workload(
        name="take-away table, quota n, ten million heaps",
        variants={"compiled": Variant(10_000_000, lambda size: by_backend("compiled", size, 1))},
        mark="60 s within 4 GB",
    ),
    Workload(
        name="take-away table, a quota that falls",
        variants={
            "python": Variant(5_000, lambda size: falling("python", size)),
            "compiled": Variant(20_000, lambda size: falling("compiled", size)),
        },
        unit="move",
        work=lambda size: size * size / 2,
    ),
    Workload(
        name="take-away sums of ten heaps",
        variants={
            "python": Variant(1_000_000, lambda size: look_up("python", size)),
            "compiled": Variant(1_000_000, lambda size: look_up("compiled", size)),
        },
        unit="position",
        checksum=lambda answer: int(np.asarray(answer).sum()),
        mark="1,000,000 positions in less than 1 s",
    ),
    Workload(
        name="take-away sums of ten heaps up to a million",
        variants={
            "python": Variant(1_000_000, lambda size: look_up("python", size, 1_000_000)),
            "compiled": Variant(1_000_000, lambda size: look_up("compiled", size, 1_000_000)),
        },
        unit="position",
        checksum=lambda answer: int(np.asarray(answer).sum()),
        mark="1,000,000 positions in less than 1 s",
    ),
)

CROSSOVERS = (
    Crossover("quota-table", by_backend, (5_000, 10_000, 20_000, 40_000, 80_000, 160_000)),
    Crossover(
        "quota-look-up",
        lambda backend, size: look_up(backend, size // HEAPS),
        (1_000_000, 3_000_000, 10_000_000, 30_000_000),
    ),
)
