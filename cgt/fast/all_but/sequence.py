"""The sequence of an all-but game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgt.core.memory import check_memory
from cgt.core.numbers import measurable
from cgt.fast.all_but import plain
from cgt.fast.all_but.rule import CROSSOVER, excepted_of
from cgt.fast.backend import START_UP, Backend, Progress, choose_backend
from cgt.fast.row import longer
from cgt.fast.sequence import NimSequence
from cgt.fast.subtraction.rule import CHUNK, checked_amounts

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from cgt.core.code import HeapCode
    from cgt.fast.all_but import compiled

COMFORTABLE = 1_000_000
"""How many look-ups, heaps times excepted amounts, take a second or so."""

BYTES_A_HEAP = 100
"""The values and their counts, as a list and as an array, the old one while it grows, and what a reader makes of it."""


class AllButSequence(NimSequence):
    """The nim-values of one all-but game, computed as far as asked and continued from there.

    O(heaps · excepted amounts).

    >>> sequence = AllButSequence([2])
    >>> sequence.extend_to(12)
    >>> sequence.values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """

    def __init__(self, excepted: Iterable[int], *, backend: Backend = "auto", memory_limit: int | None = None) -> None:
        super().__init__("Q")
        self.excepted = checked_amounts(excepted)
        self.backend = choose_backend(backend, CROSSOVER["all-but"], 0)
        self._asked: Backend = backend
        self._memory_limit = memory_limit

    @property
    def comfortable(self) -> int:
        return COMFORTABLE // (1 + len(self.excepted))

    def seconds_to(self, stop: int) -> float:
        """As `cgt.fast.sequence.NimSequence.seconds_to`."""
        stop, looks = measurable(stop), 1 + len(self.excepted)
        if choose_backend(self._asked, CROSSOVER["all-but"], stop) == "compiled":
            return START_UP + 1e-8 * stop * looks
        return 8e-7 * stop * looks

    def _make_room(self, stop: int) -> None:
        if stop <= len(self._row):
            return
        check_memory(BYTES_A_HEAP * stop, f"nim-values of {stop} heaps", self._memory_limit)
        capacity = max(stop, min(2 * len(self._row), stop + CHUNK["compiled"]))
        self._row = longer(self._row[: len(self._values)], capacity)

    def _choose_way(self, stop: int) -> None:
        self.backend = choose_backend(self._asked, CROSSOVER["all-but"], stop)
        self._filler = self._filler_to(stop)

    def _filler_to(self, stop: int) -> plain.Filler | compiled.Filler:
        if self.backend == "python":
            return plain.Filler(self.excepted, self._row, len(self._values), stop)
        from cgt.fast.all_but import compiled

        return compiled.Filler(self.excepted, self._row, len(self._values), stop)

    def _fill(self, start: int, stop: int) -> int:
        end = min(stop, start + CHUNK[self.backend])
        self._filler.fill(start, end)
        return end


def sequence_for(code: HeapCode, backend: Backend) -> AllButSequence | None:
    """As `cgt.fast.sequence.CodeFamily.sequence_for`."""
    excepted = excepted_of(code)
    return None if excepted is None else AllButSequence(excepted, backend=backend)


def nim_values_all_but(
    excepted: Iterable[int],
    stop: int,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> npt.NDArray[Any]:
    """The nim-values of the heaps 0..stop - 1 when any positive amount may be taken except those `excepted`.

    O(stop · len(excepted)). The values grow for ever and are arithmetic periodic; the array has the smallest
    unsigned type that holds them.

    >>> nim_values_all_but([2], 12).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """
    import numpy as np

    from cgt.fast.integers import smallest_unsigned

    sequence = AllButSequence(excepted, backend=backend, memory_limit=memory_limit)
    sequence.extend_to(stop, progress)
    values = np.asarray(sequence.values)
    return values.astype(smallest_unsigned(int(values.max(initial=0))))
