"""Nimbers of 64 bits one by one, beside ogdoad where it is installed: a library in Rust, with a nimber as a class."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from importlib.util import find_spec
from itertools import pairwise
from operator import xor
from random import Random
from typing import Any, cast

from benchmarks.workload import Variant, Workload
from cgt.core.nimber import nim_inverse, nim_power, nim_product, nim_sqrt

PEER = "ogdoad"
INSTALLED = find_spec(PEER) is not None


@cache
def numbers(size: int) -> list[int]:
    """Numbers of 64 bits, as many as asked, the same in every run."""
    rng = Random(size)  # noqa: S311 - the same numbers each time, nothing secret
    return [rng.getrandbits(64) | 1 << 63 for _ in range(size)]


@cache
def nimbers(size: int) -> list[Any]:
    """The same as the other library's nimbers."""
    import ogdoad  # type: ignore[import-not-found]  # nobody needs it

    return [ogdoad.Nimber(number) for number in numbers(size)]


def _workload(
    name: str, size: int, ours: Callable[[list[int]], list[int]], theirs: Callable[[list[Any]], list[Any]], mark: str
) -> Workload:
    variants = {"python": Variant(size, lambda count: ours(numbers(count)))}
    if INSTALLED:
        variants[PEER] = Variant(size, lambda count: [int(found.value) for found in theirs(nimbers(count))])
    return Workload(name, variants, unit="nimber", checksum=_together, mark=mark)


def _together(answer: object) -> int:
    return reduce(xor, cast("list[int]", answer), 0)


WORKLOADS = (
    _workload(
        "nimbers of 64 bits, products",
        10_000,
        lambda known: [nim_product(*pair) for pair in pairwise(known)],
        lambda known: [left * right for left, right in pairwise(known)],
        "15 µs",
    ),
    _workload(
        "nimbers of 64 bits, inverses",
        10_000,
        lambda known: [nim_inverse(number) for number in known],
        lambda known: [number.inv() for number in known],
        "15 µs",
    ),
    _workload(
        "nimbers of 64 bits, square roots",
        10_000,
        lambda known: [nim_sqrt(number) for number in known],
        lambda known: [number.sqrt() for number in known],
        "15 µs",
    ),
    _workload(
        "nimbers of 64 bits, powers",
        500,
        lambda known: [nim_power(left, right) for left, right in pairwise(known)],
        lambda known: [left.pow(right.value) for left, right in pairwise(known)],
        "15 µs",
    ),
)
