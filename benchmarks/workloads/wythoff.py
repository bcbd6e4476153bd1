"""Wythoff's game: tables of nim-values, and the P-positions."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

import numpy as np

from benchmarks.workload import Crossover, Reference, Variant, Workload
from cgt.fast.wythoff_values import nim_values, p_positions

if TYPE_CHECKING:
    from cgt.fast.backend import Backend


def naive(side: int) -> list[list[int]]:
    """The code that one writes first: the definition, remembered, row by row, so that the recursion stays shallow."""

    @cache
    def nim_value(i: int, j: int) -> int:
        options = {nim_value(k, j) for k in range(i)} | {nim_value(i, k) for k in range(j)}
        options |= {nim_value(i - k, j - k) for k in range(1, min(i, j) + 1)}
        value = 0
        while value in options:
            value += 1
        return value

    return [[nim_value(i, j) for j in range(side)] for i in range(side)]


def table(backend: Backend, side: int, a: int = 1) -> object:
    """A square table."""
    return nim_values(side, side, a, backend=backend)


def ranks(backend: Backend, count: int) -> object:
    """The P-positions from rank 0 on."""
    return p_positions(1, count, backend=backend)


def cells(side: int) -> float:
    """The cells of a square table."""
    return float(side) * side


def total(answer: object) -> int:
    """The sum of a table's values."""
    return int(np.asarray(answer).sum(dtype=np.int64))


def total_of_upper(answer: object) -> int:
    """The sum of the larger heaps."""
    return int(cast("tuple[np.ndarray, np.ndarray]", answer)[1].sum(dtype=np.int64))


WORKLOADS = (
    Workload(
        name="Wythoff table",
        variants={
            "naive": Variant(120, naive),
            "python": Variant(1_000, lambda side: table("python", side)),
            "compiled": Variant(2_000, lambda side: table("compiled", side)),
        },
        reference=Reference(2_000, "wythoff_table.c"),
        unit="cell",
        work=cells,
        checksum=total,
        mark="1,000² in 1.5 s in pure Python, 2,000² in 0.15 s compiled",
    ),
    Workload(
        name="Wythoff table, 10,000²",
        variants={"compiled": Variant(10_000, lambda side: table("compiled", side))},
        reference=Reference(10_000, "wythoff_table.c"),
        unit="cell",
        work=cells,
        checksum=total,
        mark="5 s",
    ),
    Workload(
        name="Wythoff table, a = 5",
        variants={
            "python": Variant(1_000, lambda side: table("python", side, 5)),
            "compiled": Variant(2_000, lambda side: table("compiled", side, 5)),
        },
        unit="cell",
        work=cells,
    ),
    Workload(
        name="Wythoff P-positions",
        variants={
            "python": Variant(100_000_000, lambda count: ranks("python", count)),
            "compiled": Variant(100_000_000, lambda count: ranks("compiled", count)),
        },
        reference=Reference(100_000_000, "wythoff_ranks.c"),
        unit="rank",
        checksum=total_of_upper,
        mark="100,000,000 in 0.3 s compiled",
    ),
)

CROSSOVERS = (
    Crossover(
        "wythoff-table", lambda backend, size: table(backend, int(size**0.5)), (250_000, 500_000, 1_000_000, 2_000_000)
    ),
    Crossover("wythoff-p-positions", ranks, (3_000_000, 10_000_000, 30_000_000, 100_000_000)),
)
