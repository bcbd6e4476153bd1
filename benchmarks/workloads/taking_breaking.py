"""Taking-and-breaking games: those with a sparse space, those without, and one that leaves three heaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from benchmarks import checksum
from benchmarks.naive import values_of_heaps
from benchmarks.workload import Crossover, Reference, Variant, Workload
from cgt.core.code import HeapCode
from cgt.fast.taking_breaking_values import TakingBreakingSequence

if TYPE_CHECKING:
    from cgt.fast.backend import Backend

PAIRS = "pair of heaps"


def nim_values(code: str, size: int, backend: Backend) -> memoryview:
    """The nim-values of a code as text, computed anew."""
    sequence = TakingBreakingSequence(HeapCode.parse(code), backend=backend)
    sequence.extend_to(size)
    return sequence.values


def _naive(digits: list[int], *, unequal: bool) -> Callable[[int], object]:
    def options(heap: int, value: Callable[[int], int]) -> Iterable[int]:
        for removed, digit in enumerate(digits[: heap + 1]):
            left = heap - removed
            if digit & 1 and left == 0:
                yield 0
            if digit & 2 and left > 0:
                yield value(left)
            if digit & 4:
                for part in range(1, left // 2 + 1):
                    if not unequal or 2 * part != left:
                        yield value(part) ^ value(left - part)

    return lambda size: values_of_heaps(options, size)


def _run(backend: Backend, code: str) -> Callable[[int], object]:
    return lambda size: nim_values(code, size, backend)


def _game(name: str, code: str, mark: str, sizes: tuple[int, int] = (20_000, 1_000_000)) -> Workload:
    digits, unequal = [int(digit) for digit in code if digit.isdecimal()], "!" in code
    return Workload(
        name=f"taking and breaking, {name}",
        variants={
            "naive": Variant(2_000, _naive(digits, unequal=unequal)),
            "python": Variant(sizes[0], _run("python", code)),
            "compiled": Variant(sizes[1], _run("compiled", code)),
        },
        reference=Reference(sizes[1], "taking_breaking.c", (str(int(unequal)), *map(str, digits))),
        checksum=checksum.of_heaps,
        mark=mark,
    )


def _pairs(size: int) -> float:
    return size * size / 4


_treblecross = _game("0.007, no sparse space", "0.007", "within 0.3 ns a pair", (20_000, 100_000))

WORKLOADS = (
    _game("Kayles 0.77", "0.77", "10^6 heaps within 0.3 s"),
    _game("0.16", "0.16", "within 3 µs a heap"),
    _game("0.36", "0.36", "within 3 µs a heap"),
    _game("0.106", "0.106", "within 3 µs a heap"),
    _game("Grundy's game", "4!.0", "150,000 heaps a second", (20_000, 100_000)),
    Workload(
        _treblecross.name,
        _treblecross.variants,
        _treblecross.reference,
        PAIRS,
        _pairs,
        checksum=_treblecross.checksum,
        mark=_treblecross.mark,
    ),
    Workload(
        name="taking and breaking, Lasker's nim 4.333…",
        variants={
            "python": Variant(3_000, _run("python", "4.[3]")),
            "compiled": Variant(10_000, _run("compiled", "4.[3]")),
        },
        unit=PAIRS,
        work=_pairs,
        checksum=checksum.of_heaps,
    ),
    Workload(
        name="taking and breaking, three heaps: 0.0(15)",
        variants={
            "python": Variant(500, _run("python", "0.0F")),
            "compiled": Variant(2_000, _run("compiled", "0.0F")),
        },
        unit=PAIRS,
        work=_pairs,
        checksum=checksum.of_heaps,
    ),
)

CROSSOVERS = (
    Crossover(
        "taking-breaking",
        lambda backend, size: nim_values("0.007", size, backend),
        [1 << power for power in range(13, 19)],
    ),
    Crossover(
        "taking-breaking-sparse",
        lambda backend, size: nim_values("0.16", size, backend),
        [1 << power for power in range(15, 20)],
    ),
    Crossover(
        "taking-breaking-tail",
        lambda backend, size: nim_values("4.[3]", size, backend),
        [1 << power for power in range(11, 16)],
    ),
    Crossover(
        "taking-breaking-many",
        lambda backend, size: nim_values("0.0F", size, backend),
        [1 << power for power in range(7, 11)],
    ),
)
