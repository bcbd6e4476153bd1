"""Workloads with their variants, which are measured; a module of `benchmarks.workloads` lists its own."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

import benchmarks.workloads
from cgt.fast.backend import CROSSOVER

if TYPE_CHECKING:
    from cgt.fast.backend import Backend


@attrs.frozen
class Variant:
    """One way of doing a workload: `run(size)` does it; the variants of a workload may differ in size."""

    size: int
    run: Callable[[int], object]


@attrs.frozen
class Reference:
    """A C program of the same algorithm: given size and arguments, it prints its processor seconds and a checksum."""

    size: int
    source: str
    arguments: tuple[str, ...] = ()


def _itself(size: int) -> float:
    return float(size)


@attrs.frozen
class Workload:
    """A task done by several variants (`naive`, `python`, `compiled`) and perhaps a reference in C.

    `work(size)` is the number of units of work at that size; times are given a unit. `checksum` boils a variant's
    answer down to the number the reference prints, so that what is compared is known to be the same work; `opened` says
    how many positions a search opened for it. What is `long` at any size is left out of a quick run.
    """

    name: str
    variants: Mapping[str, Variant]
    reference: Reference | None = None
    unit: str = "heap"
    work: Callable[[int], float] = _itself
    checksum: Callable[[object], int] | None = None
    opened: Callable[[object], int] | None = None
    mark: str = ""
    long: bool = False


@attrs.frozen
class Crossover:
    """The sizes between which the compiled backend begins to pay for its start-up, for one family of kernels."""

    family: str
    run: Callable[[Backend, int], object]
    sizes: Sequence[int]

    @property
    def in_use(self) -> int:
        """The size the library goes by."""
        return CROSSOVER[self.family]


def _modules() -> Iterator[object]:
    for module in sorted(pkgutil.iter_modules(benchmarks.workloads.__path__), key=lambda found: found.name):
        yield importlib.import_module(f"benchmarks.workloads.{module.name}")


def workloads() -> dict[str, Workload]:
    """Every workload by its name: the `WORKLOADS` of each module of `benchmarks.workloads`."""
    return {work.name: work for module in _modules() for work in getattr(module, "WORKLOADS", ())}


def crossovers() -> dict[str, Crossover]:
    """Every crossover by its family: the `CROSSOVERS` of each module of `benchmarks.workloads`."""
    return {crossover.family: crossover for module in _modules() for crossover in getattr(module, "CROSSOVERS", ())}
