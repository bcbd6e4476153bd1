"""The nim-values of one heap: the one interface of all that computes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from cgt.core.concurrency import ForkSafeLock
from cgt.core.memory_limit import BYTES_A_NUMBER, check_memory
from cgt.fast.row import longer, new_row, packed

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.core.progress import Progress
    from cgt.fast.backend import Backend, ChosenBackend

BETWEEN_REPORTS = 256
"""Heaps that are found by the definition between two reports of progress."""

MOST_SPARE = 1 << 20
"""So many heaps more than asked for may have room, so that who asks for one after another does not copy them all."""


class NimSequence(ABC):
    """The nim-values of the heaps 0, 1, 2, … of one game, computed as far as asked and continued from there.

    Threads may share one: one of them extends it at a time, the others wait, and what is known can always be read.
    `backend` says how the last values were computed.

    A subclass fills `_row`.
    """

    backend: ChosenBackend = "python"
    _bytes_a_heap: ClassVar[int] = 0
    """What finding the values takes at most, where that is more than the row and its old one."""

    def __init__(self, kind: str = "B") -> None:
        self._row = new_row(kind, 0)
        self._values = self._row.toreadonly()
        self._lock = ForkSafeLock()

    @property
    def values(self) -> memoryview:
        """The values known, heap 0 first: read-only, without a copy, and never one that is not yet computed."""
        return self._values

    @property
    def nbytes(self) -> int:
        """About how many bytes it takes: the values, and what finds the next ones."""
        return 2 * self._row.nbytes

    @property
    @abstractmethod
    def comfortable(self) -> int:
        """The number of values that take a few seconds at most, as far as the ones known can tell."""

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        """Make the values of all heaps below `stop` known; interrupted, it keeps the chunks it has finished.

        Raises:
            MemoryBudgetError: they would not fit; nothing was allocated.
        """
        if stop <= len(self._values):
            return
        with self._lock:
            if stop <= len(self._values):
                return
            self._make_room(stop)
            self._choose_way(stop)
            while len(self._values) < stop:
                self._keep(self._fill(len(self._values), stop))
                if progress:
                    progress(len(self._values), stop)

    def resume(self, values: Sequence[int]) -> None:
        """Take the values of the heaps 0, 1, … as known, for instance from a stored table, and go on from there."""
        with self._lock:
            self._make_room(len(values))
            self._enter(values)
            self._keep(len(values))

    def prove_period(self, limit: int, progress: Progress | None = None) -> int | None:
        """Extend it until it repeats for good, or to `limit` values: how many of them show it; None: it cannot tell."""
        return None

    def _make_room(self, stop: int) -> None:
        """Make room in the row for so many heaps; raises `MemoryBudgetError`."""
        if stop > len(self._row):
            known = len(self._values)
            needed = max((stop + known) * self._row.itemsize, self._bytes_a_heap * stop)
            check_memory(needed, f"nim-values of {stop} heaps")
            self._row = longer(self._row[:known], max(stop, min(2 * known, stop + MOST_SPARE)))

    def _choose_way(self, stop: int) -> None:  # noqa: B027 - most have one way
        """Choose how the heaps from here on are filled."""

    @abstractmethod
    def _fill(self, start: int, stop: int) -> int:
        """Fill some heaps from `start` on, as many as may pass between two reports; the first that is not filled."""

    def _enter(self, values: Sequence[int]) -> None:
        self._row[: len(values)] = packed(values, self._row.format)

    def _keep(self, length: int) -> None:
        """So many heaps of the row are filled. Put in place whole, since others read while there is no lock."""
        self._values = self._row[:length].toreadonly()


class HeapGame(Protocol):
    """A game on one heap, whose sequence is tabulated and whose period is looked for."""

    @property
    def code(self) -> HeapCode | None:
        """The code of this very game, if it has one."""
        ...

    def heap_options(self, size: int, /) -> Iterable[Iterable[int]]:
        """The heaps that each move from a heap leaves."""
        ...

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The nim-values of its heaps, begun anew, by the fastest way there is."""
        ...


class DefinitionSequence(NimSequence):
    """The nim-values of a game without a code, each from the definition.

    `following(known)` goes on from the values known, for ever, one at a time.

    >>> from itertools import count
    >>> sequence = DefinitionSequence(lambda known: (heap % 3 for heap in count(len(known))))
    >>> sequence.extend_to(4)
    >>> sequence.values.tolist()
    [0, 1, 2, 0]
    """

    comfortable = 400
    _bytes_a_heap = BYTES_A_NUMBER

    def __init__(self, following: Callable[[Sequence[int]], Iterator[int]]) -> None:
        super().__init__("Q")
        self._following = following
        self._coming: Iterator[int] = iter(())
        self._came = -1

    def _choose_way(self, stop: int) -> None:
        if self._came != len(self._values):  # it is elsewhere, or was stopped
            self._coming, self._came = self._following(self._values), len(self._values)

    def _fill(self, start: int, stop: int) -> int:
        end = min(stop, start + BETWEEN_REPORTS)
        self._came = -1
        for heap in range(start, end):
            self._row[heap] = next(self._coming)
        self._came = end
        return end
