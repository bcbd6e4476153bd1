"""The one interface of every kernel that computes the nim-values of one heap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cgt.core.memory import check_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cgt.codes.code import HeapCode
    from cgt.kernels.route import ChosenRoute, KernelRoute, Progress


class NimSequence(Protocol):
    """This is a Protocol: the nim-values of the heaps 0, 1, 2, … of one game, as many as were asked for so far."""

    @property
    def values(self) -> Sequence[int]:
        """The values known, heap 0 first: read-only, and without a copy where they lie in a row of bytes."""
        ...

    @property
    def route(self) -> ChosenRoute:
        """How the last values were computed."""
        ...

    @property
    def comfortable(self) -> int:
        """How many values take a few seconds at most, as far as the ones known can tell: more of them, it may grow."""
        ...

    def seconds_to(self, stop: int) -> float:
        """The processor seconds that the heaps below `stop` are predicted to take, by what was measured."""
        ...

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        """Make the values of all heaps below `stop` known; interrupted, it keeps what it has finished.

        Raises:
            MemoryBudgetError: they would not fit; nothing was allocated.
        """
        ...

    def resume(self, values: Sequence[int]) -> None:
        """Take the values of the heaps 0, 1, … as known, for instance from a stored table, and go on from there."""
        ...


@runtime_checkable
class Recurring(Protocol):
    """This is a Protocol: a sequence that knows by itself when it repeats for good."""

    def prove_period(self, limit: int, progress: Progress | None = None) -> Recurrence | None:
        """Extend it until it repeats, or to `limit` values; where it does, if it did."""
        ...


class Recurrence(Protocol):
    """This is a Protocol: what such a sequence knows of it."""

    @property
    def shown_by(self) -> int:
        """How many values, from heap 0, show the repetition."""
        ...


class CodeFamily(Protocol):
    """This is a Protocol: a folder of kernels that takes some of the codes; see `cgt.kernels.families`."""

    @property
    def CROSSOVER(self) -> dict[str, int]:  # noqa: N802 - a constant of the folder
        """The size from which each of its kernels compiles."""
        ...

    def sequence_for(self, code: HeapCode, route: KernelRoute, /) -> NimSequence | None:
        """The sequence of a code, or None where this family does not take it."""
        ...


class DefinitionSequence:
    """The nim-values of a game that has no kernel, each from the definition.

    `following(known)` goes on from the values known, for ever, one at a time.

    >>> from itertools import count
    >>> sequence = DefinitionSequence(lambda known: (heap % 3 for heap in count(len(known))))
    >>> sequence.extend_to(4)
    >>> sequence.values
    [0, 1, 2, 0]
    """

    comfortable = 400
    route: ChosenRoute = "python"

    def __init__(self, following: Callable[[Iterable[int]], Iterator[int]]) -> None:
        self.values: list[int] = []
        self._following = following

    def seconds_to(self, stop: int) -> float:
        """As `NimSequence.seconds_to`, ten options a heap."""
        return 1e-5 * stop

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        if len(self.values) >= stop:
            return
        check_list(stop, "nim-values")
        more = self._following(self.values)
        for heap in range(len(self.values), stop):
            self.values.append(next(more))
            if progress and (heap % 256 == 255 or heap == stop - 1):
                progress(heap + 1, stop)

    def resume(self, values: Iterable[int]) -> None:
        self.values = [int(value) for value in values]
