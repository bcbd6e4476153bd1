"""Subtraction games: value by value, with the period copied, and the search for the period."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import checksum
from benchmarks.naive import mex, values_of_heaps
from benchmarks.workload import Crossover, Reference, Variant, Workload
from cgt.core.memory import forget
from cgt.fast.subtraction_loops import fill as compiled_fill
from cgt.fast.subtraction_values import CHUNK, AllButSequence, SubtractionSequence, fill
from cgt.games.heaps.subtraction import Subtraction

if TYPE_CHECKING:
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import NimSequence

SETS = {
    3: (2, 5, 7),
    6: (3, 7, 19, 25, 40, 51),
    12: (1, 4, 6, 9, 11, 20, 22, 29, 31, 35, 41, 50),
    20: (1, 4, 6, 9, 11, 20, 22, 29, 31, 35, 41, 50, 51, 52, 53, 54, 55, 56, 57, 58),
}
LARGE = (1, 97, 300)
RANDOM = ((4, 30), (6, 60))


def _naive(moves: tuple[int, ...]) -> Callable[[int], object]:
    def options(heap: int, value: Callable[[int], int]) -> Iterable[int]:
        return (value(heap - move) for move in moves if move <= heap)

    return lambda size: values_of_heaps(options, size)


def _copied(backend: Backend) -> Callable[[int], object]:
    """The values of one set, the period copied."""
    return lambda size: _extended(SubtractionSequence(SETS[3], backend=backend), size)


def _all_but(backend: Backend, size: int) -> memoryview:
    return _extended(AllButSequence([2, 7, 12], backend=backend), size)


def _extended(sequence: NimSequence, size: int) -> memoryview:
    sequence.extend_to(size)
    return sequence.values


def _value_by_value(backend: Backend, moves: tuple[int, ...]) -> Callable[[int], object]:
    """The loop alone: no period is looked for."""
    fill_row = compiled_fill if backend == "compiled" else fill

    def run(size: int) -> Any:  # noqa: ANN401 - a numpy array
        values = np.zeros(size, np.uint8)
        row = values.data
        for start in range(0, size, CHUNK[backend]):
            fill_row(row, start, min(size, start + CHUNK[backend]), moves)
        return values

    return run


def _loop(moves: tuple[int, ...], name: str) -> Workload:
    return Workload(
        name=f"subtraction, {name}, value by value",
        variants={
            "naive": Variant(100_000, _naive(moves)),
            "python": Variant(1_000_000, _value_by_value("python", moves)),
            "compiled": Variant(100_000_000, _value_by_value("compiled", moves)),
        },
        reference=Reference(100_000_000, "subtraction.c", tuple(map(str, moves))),
        checksum=checksum.of_heaps,
        mark="compiled within 3 times C at 10^8",
    )


def _naive_period(moves: Iterable[int]) -> int:
    """Each window of values is looked up as a tuple."""
    takes, values, seen = tuple(moves), list[int](), dict[tuple[int, ...], int]()
    width = max(takes)
    while True:
        heap = len(values)
        values.append(mex({values[heap - take] for take in takes if take <= heap}))
        if heap >= width and (first := seen.setdefault(tuple(values[-width:]), heap)) < heap:
            return heap - first


def _period(moves: Iterable[int]) -> object:
    return Subtraction(moves).period().periodicity


def _periods(count: int, largest: int) -> Workload:
    """The periods of so many random sets, one after the other."""

    def run(period: Callable[[Iterable[int]], object]) -> Callable[[int], object]:
        def find(size: int) -> list[object]:
            forget()
            chance = random.Random(count)  # noqa: S311 - the same sets each time, no secret
            return [period(chance.sample(range(1, largest + 1), count)) for _ in range(size)]

        return find

    return Workload(
        name=f"subtraction, period of a random set of {count} from 1..{largest}",
        variants={"naive": Variant(1_500, run(_naive_period)), "python": Variant(1_500, run(_period))},
        unit="set",
        mark="pure Python within the time of naive",
    )


WORKLOADS = (
    Workload(
        name="subtraction {2, 5, 7}, period copied",
        variants={
            "python": Variant(100_000_000, _copied("python")),
            "compiled": Variant(100_000_000, _copied("compiled")),
        },
        checksum=checksum.of_heaps,
        mark="10^8 values within 0.5 s in pure Python",
    ),
    *(_loop(moves, f"{count} moves below 64") for count, moves in SETS.items()),
    _loop(LARGE, "{1, 97, 300}"),
    *(_periods(count, largest) for count, largest in RANDOM),
    Workload(
        name="all-but {2, 7, 12}",
        variants={
            "python": Variant(100_000, partial(_all_but, "python")),
            "compiled": Variant(10_000_000, partial(_all_but, "compiled")),
        },
        checksum=checksum.of_heaps,
    ),
)

CROSSOVERS = (
    Crossover(
        "subtraction",
        lambda backend, size: _value_by_value("compiled" if backend == "compiled" else "python", SETS[6])(size),
        [1 << power for power in range(17, 25)],
    ),
    Crossover(
        "all-but",
        _all_but,
        [1 << power for power in range(16, 23)],
    ),
)
