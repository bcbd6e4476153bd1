"""Taking-and-breaking games: those with a sparse space, those without, and one that leaves three heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import checksum
from benchmarks.naive import values_of_heaps
from benchmarks.workload import Crossover, Reference, Variant, Workload
from cgt.fast.taking_breaking import nim_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cgt.fast.backend import Backend
    from cgt.fast.taking_breaking import PairConstraint

PAIRS = "pair of heaps"


def _naive(digits: list[int], parts: PairConstraint) -> Callable[[int], object]:
    def options(heap: int, value: Callable[[int], int]) -> Iterable[int]:
        for removed, digit in enumerate(digits[: heap + 1]):
            left = heap - removed
            if digit & 1 and left == 0:
                yield 0
            if digit & 2 and left > 0:
                yield value(left)
            if digit & 4:
                for part in range(1, left // 2 + 1):
                    if parts == "any" or 2 * part != left:
                        yield value(part) ^ value(left - part)

    return lambda size: values_of_heaps(options, size)


def _run(backend: Backend, digits: list[int], parts: PairConstraint) -> Callable[[int], object]:
    return lambda size: nim_values(digits, size, parts=parts, backend=backend)


def _game(
    name: str, digits: list[int], mark: str, sizes: tuple[int, int] = (20_000, 1_000_000), parts: PairConstraint = "any"
) -> Workload:
    return Workload(
        name=f"taking and breaking, {name}",
        variants={
            "naive": Variant(2_000, _naive(digits, parts)),
            "python": Variant(sizes[0], _run("python", digits, parts)),
            "compiled": Variant(sizes[1], _run("compiled", digits, parts)),
        },
        reference=Reference(sizes[1], "taking_breaking.c", ("1" if parts == "unequal" else "0", *map(str, digits))),
        checksum=checksum.of_heaps,
        mark=mark,
    )


def _pairs(size: int) -> float:
    return size * size / 4


_treblecross = _game("0.007, no sparse space", [0, 0, 0, 7], "within 0.3 ns a pair", (20_000, 100_000))

WORKLOADS = (
    _game("Kayles 0.77", [0, 7, 7], "10^6 heaps within 0.3 s"),
    _game("0.16", [0, 1, 6], "within 3 µs a heap"),
    _game("0.36", [0, 3, 6], "within 3 µs a heap"),
    _game("0.106", [0, 1, 0, 6], "within 3 µs a heap"),
    _game("Grundy's game", [4], "150,000 heaps a second", (20_000, 100_000), "unequal"),
    Workload(
        _treblecross.name,
        _treblecross.variants,
        _treblecross.reference,
        PAIRS,
        _pairs,
        _treblecross.checksum,
        _treblecross.mark,
    ),
    Workload(
        name="taking and breaking, Lasker's nim 4.333…",
        variants={
            "python": Variant(3_000, lambda size: nim_values([4], size, tail=[3], backend="python")),
            "compiled": Variant(10_000, lambda size: nim_values([4], size, tail=[3], backend="compiled")),
        },
        unit=PAIRS,
        work=_pairs,
        checksum=checksum.of_heaps,
    ),
    Workload(
        name="taking and breaking, three heaps: 0.0(15)",
        variants={
            "python": Variant(500, _run("python", [0, 0, 15], "any")),
            "compiled": Variant(2_000, _run("compiled", [0, 0, 15], "any")),
        },
        unit=PAIRS,
        work=_pairs,
        checksum=checksum.of_heaps,
    ),
)

CROSSOVERS = (
    Crossover(
        "taking-breaking",
        lambda backend, size: nim_values([0, 7, 7], size, backend=backend),
        [1 << power for power in range(13, 19)],
    ),
    Crossover(
        "taking-breaking-sparse",
        lambda backend, size: nim_values([0, 1, 6], size, backend=backend),
        [1 << power for power in range(15, 20)],
    ),
    Crossover(
        "taking-breaking-tail",
        lambda backend, size: nim_values([4], size, tail=[3], backend=backend),
        [1 << power for power in range(11, 15)],
    ),
    Crossover(
        "taking-breaking-many",
        lambda backend, size: nim_values([0, 0, 15], size, backend=backend),
        [1 << power for power in range(7, 11)],
    ),
)
