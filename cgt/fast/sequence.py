"""The sequence of nim-values of one heap: the interface of everything that computes one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from cgt.core.concurrency import ForkSafeLock
from cgt.core.memory_limit import BYTES_A_NUMBER, check_memory
from cgt.core.numbers import format_int
from cgt.fast.row import longer, new_row, packed

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.core.progress import Progress
    from cgt.fast.backend import Backend, ChosenBackend

BETWEEN_REPORTS = 256
"""Heaps that are found by the definition between two reports of progress."""

MOST_SPARE = 1 << 20
"""The most heaps beyond those asked for that have room, so that to ask for one after another does not copy them all."""


class NimSequence(ABC):
    """The nim-values of the heaps 0, 1, 2, … of one game, computed as far as asked and continued from there.

    Threads may share one: one of them extends it at a time, the others wait, and what is known can always be read.
    `backend` says how the last values were computed.

    A subclass fills `_row`.
    """

    backend: ChosenBackend = "python"
    _bytes_a_heap: ClassVar[int] = 0
    """The greatest number of bytes a heap while values are computed, where that is more than the row and its old
    one."""

    def __init__(self, kind: str = "B") -> None:
        self._row = new_row(kind, 0)
        self._values = self._row.toreadonly()
        self._lock = ForkSafeLock()

    @property
    def values(self) -> memoryview:
        """The values known so far, heap 0 first: read-only, not copied, all of them complete."""
        return self._values

    @property
    def nbytes(self) -> int:
        """About how many bytes the values take, with the data that the next ones need."""
        return 2 * self._row.nbytes

    @property
    @abstractmethod
    def comfortable(self) -> int:
        """The number of values that take a few seconds at most, estimated from the known ones."""

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        """Compute the values of all heaps below `stop`; interrupted, keep the chunks that are finished.

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
        """Accept the values of the heaps 0, 1, … as known, such as those of a stored table, and continue from there."""
        with self._lock:
            self._make_room(len(values))
            self._enter(values)
            self._keep(len(values))

    def prove_period(self, limit: int, progress: Progress | None = None) -> int | None:
        """The number of values that suffice to prove a period, computing up to `limit`; None where none is proved."""
        return None

    def _make_room(self, stop: int) -> None:
        """Make room in the row for so many heaps; raises `MemoryBudgetError`."""
        if stop > len(self._row):
            known = len(self._values)
            needed = max((stop + known) * self._row.itemsize, self._bytes_a_heap * stop)
            check_memory(needed, f"nim-values of {format_int(stop)} heaps")
            self._row = longer(self._row[:known], max(stop, min(2 * known, stop + MOST_SPARE)))

    def _choose_way(self, stop: int) -> None:  # noqa: B027 - most have one way
        """Choose the loop that fills the heaps from here on."""

    @abstractmethod
    def _fill(self, start: int, stop: int) -> int:
        """Fill the heaps from `start` on, as many as fit between two reports; return the first that is not filled."""

    def _enter(self, values: Sequence[int]) -> None:
        self._row[: len(values)] = packed(values, self._row.format)

    def _keep(self, length: int) -> None:
        """Record that `length` heaps are filled, in one assignment, since other threads read without a lock."""
        self._values = self._row[:length].toreadonly()


class HeapGame(Protocol):
    """A game on one heap whose nim-sequence can be tabulated and searched for a period."""

    @property
    def code(self) -> HeapCode | None:
        """The taking-and-breaking code of this game, if it has one."""
        ...

    def heap_options(self, size: int, /) -> Iterable[Iterable[int]]:
        """The heaps that each move from a heap leaves."""
        ...

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """A new sequence of the game's nim-values, computed in the fastest way there is."""
        ...


class DefinitionSequence(NimSequence):
    """The nim-values of a game without a code, each by the definition.

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
