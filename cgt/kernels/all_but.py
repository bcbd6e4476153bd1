"""Nim-values of all-but subtraction games: any amount may be taken except those kept out.

A value is out of reach exactly when every smaller heap that has it lies a kept amount below, so it is enough to count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.memory import check_memory
from cgt.kernels.integers import smallest_unsigned
from cgt.kernels.route import ChosenRoute, Progress, Route, choose_route
from cgt.kernels.subtraction import CHUNK, checked_amounts

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    Values = npt.NDArray[Any]

COMFORTABLE = 1_000_000
"""How many look-ups, heaps times kept amounts, take a second or so."""

BYTES_A_HEAP = 60
"""The values, two counts a value, the old arrays while they grow, and Python's lists of them."""


class AllButSequence:
    """The nim-values of one all-but game, computed as far as asked and continued from there.

    O(heaps · kept amounts). An interrupted `extend_to` keeps the chunks it has finished.

    >>> sequence = AllButSequence([2])
    >>> sequence.extend_to(12)
    >>> sequence.values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """

    def __init__(self, kept: Iterable[int], *, route: Route = "auto", memory_limit: int | None = None) -> None:
        self.kept = checked_amounts(kept)
        self.route: ChosenRoute = choose_route(route, "all-but", 0)
        self._asked: Route = route
        self._memory_limit = memory_limit
        self._values = np.zeros(0, np.int64)
        self._length = 0
        # How many heaps have each value, and a row of zeros to work in.
        self._counts = np.zeros((2, 1), np.int64)
        self._top = -1

    @property
    def values(self) -> Values:
        """The nim-values computed so far, heap 0 first: a read-only view."""
        view = self._values[: self._length]
        view.flags.writeable = False
        return view

    @property
    def comfortable(self) -> int:
        """How many heaps take a second or so."""
        return COMFORTABLE // (1 + len(self.kept))

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        """Compute the nim-values of all heaps below `stop`.

        Raises:
            MemoryBudgetError: they would not fit; nothing was allocated.
        """
        self._grow(stop)
        self.route = choose_route(self._asked, "all-but", stop)
        if self.route == "compiled":
            from cgt.kernels.compiled.subtraction import fill_all_but as fill
        else:
            fill = _fill
        kept = np.array(self.kept, np.int64)
        while self._length < stop:
            end = min(stop, self._length + CHUNK[self.route])
            self._top = fill(self._values, self._length, end, kept, self._counts, self._top)
            self._length = end
            if progress:
                progress(end, stop)

    def resume(self, values: Values) -> None:
        """Take the nim-values of the heaps 0, 1, … as known, for instance from a stored table, and go on from there."""
        self._grow(len(values))
        self._values[: len(values)] = values
        self._length = len(values)
        self._top = int(self._values[: self._length].max(initial=-1))
        self._counts[0, : self._top + 1] = np.bincount(self._values[: self._length], minlength=self._top + 1)

    def _grow(self, stop: int) -> None:
        capacity = len(self._values)
        if stop <= capacity:
            return
        check_memory(BYTES_A_HEAP * stop, f"nim-values of {stop} heaps", self._memory_limit)
        capacity = max(stop, min(2 * capacity, stop + CHUNK["compiled"]))
        values, counts = np.zeros(capacity, np.int64), np.zeros((2, capacity + 1), np.int64)
        values[: self._length] = self._values[: self._length]
        counts[:, : self._top + 1] = self._counts[:, : self._top + 1]
        self._values, self._counts = values, counts


def nim_values_all_but(
    kept: Iterable[int],
    stop: int,
    *,
    route: Route = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> Values:
    """The nim-values of the heaps 0..stop - 1 when any positive amount may be taken except those `kept`.

    O(stop · len(kept)). The values grow for ever and are arithmetic periodic; the array has the smallest unsigned type
    that holds them.

    >>> nim_values_all_but([2], 12).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """
    sequence = AllButSequence(kept, route=route, memory_limit=memory_limit)
    sequence.extend_to(stop, progress)
    return sequence.values.astype(smallest_unsigned(int(sequence.values.max(initial=0))))


def _fill(values: Values, start: int, stop: int, kept: Values, counts: Values, top: int) -> int:
    """As `cgt.kernels.compiled.subtraction.fill_all_but`, on lists."""
    known, total, amounts = values[:start].tolist(), counts[0].tolist(), kept.tolist()
    for heap in range(start, stop):
        lying = [known[heap - amount] for amount in amounts if amount <= heap]
        best = min((value for value in lying if lying.count(value) == total[value]), default=top + 1)
        known.append(best)
        total[best] += 1
        top = max(top, best)
    values[start:stop] = known[start:]
    counts[0] = total
    return top
