"""All-but games, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.fast.jit import njit

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]


@njit
def fill_all_but(values: Integers, start: int, stop: int, excepted: Integers, counts: Integers, top: int) -> int:
    """Heap by heap, when every amount but those `excepted` may be taken; returns the greatest value so far.

    `counts[0, v]` counts the smaller heaps of value v; v is no option exactly when all of them lie an
    excepted amount below. `counts[1]` is scratch, all zero.
    """
    total = counts[0]
    hits = counts[1]
    for heap in range(start, stop):
        best = top + 1
        for index in range(excepted.shape[0]):
            if excepted[index] > heap:
                break
            value = values[heap - excepted[index]]
            hits[value] += 1
            if hits[value] == total[value] and value < best:
                best = value
        for index in range(excepted.shape[0]):
            if excepted[index] > heap:
                break
            hits[values[heap - excepted[index]]] = 0
        values[heap] = best
        total[best] += 1
        top = max(top, best)
    return top
