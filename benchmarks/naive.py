"""The code that a user writes today: a cached recursive function and a set of the options' values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Value = Callable[[int], int]


def mex(values: set[int]) -> int:
    """The least non-negative integer that is missing."""
    least = 0
    while least in values:
        least += 1
    return least


def values_of_heaps(options: Callable[[int, Value], Iterable[int]], stop: int) -> list[int]:
    """The nim-values of the heaps below `stop`; `options(heap, value)` gives the nim-values of a heap's options."""

    @cache
    def value(heap: Hashable) -> int:
        return mex(set(options(heap, value)))  # type: ignore[arg-type]  # a heap is an int

    return [value(heap) for heap in range(stop)]
