"""The sequence of a subtraction game, which stops computing as soon as its period shows."""

from __future__ import annotations

from bisect import bisect_left
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.memory import check_memory
from cgt.core.numbers import measurable
from cgt.errors import BudgetError
from cgt.fast.backend import START_UP, Backend, ChosenBackend, Progress, choose_backend
from cgt.fast.row import distance_of_repeated_window, kind_for, last_difference, longer
from cgt.fast.sequence import NimSequence
from cgt.fast.subtraction import plain
from cgt.fast.subtraction.rule import CHUNK, CROSSOVER, amounts_of, checked_amounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    import numpy.typing as npt

    from cgt.core.code import HeapCode

COMFORTABLE = 1_000_000


@attrs.frozen
class SubtractionPeriod:
    """The least period of a subtraction game and its exact preperiod, proved.

    `values` holds the nim-values of the heaps 0..preperiod + period - 1, all that is needed for any heap. The window of
    the last max(S) values occurred twice below `checked_to`, and such a window determines everything after it.
    """

    preperiod: int
    period: int
    checked_to: int
    values: tuple[int, ...] = attrs.field(repr=False)
    window: int = attrs.field(default=1, repr=False)

    @property
    def shown_by(self) -> int:
        """How many values show it: the window that comes again, after the preperiod, and a period later."""
        return max(self.preperiod, 1) + self.period + self.window

    def nim_value(self, heap: int) -> int:
        """The nim-value of a heap of any size."""
        if heap >= self.preperiod:
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.values[heap]


class SubtractionSequence(NimSequence):
    """The nim-values of one subtraction game, computed as far as asked and continued from there.

    An interrupted `extend_to` keeps every value it has finished.

    >>> sequence = SubtractionSequence([1, 3, 4])
    >>> sequence.extend_to(10)
    >>> sequence.values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    >>> sequence.period is None
    True
    >>> sequence.extend_to(1000)
    >>> sequence.period.period
    7
    """

    _first_step: ClassVar[int] = 256

    def __init__(self, moves: Iterable[int], *, backend: Backend = "auto", memory_limit: int | None = None) -> None:
        self.moves = checked_amounts(moves)
        super().__init__(kind_for(len(self.moves)))
        self.backend = choose_backend(backend, CROSSOVER["subtraction"], 0)
        self.period: SubtractionPeriod | None = None
        self._asked: Backend = backend
        self._memory_limit = memory_limit

    @property
    def comfortable(self) -> int:
        return COMFORTABLE

    def seconds_to(self, stop: int) -> float:
        """As if the period never showed; a copied value costs next to nothing."""
        stop = measurable(stop)
        moves = self._moves_below(stop)
        if self._backend_to(stop, moves) == "compiled":
            return START_UP + 1e-9 * stop * (2 + min(len(moves), (moves or (0,))[-1] // 64))
        return 2.5e-7 * stop * plain.looks(moves)

    def prove_period(self, limit: int, progress: Progress | None = None) -> SubtractionPeriod | None:
        """Extend until the period shows, or to `limit` heaps; the period if it did."""
        with self._lock:
            while self.period is None and (known := len(self._values)) < limit:
                # Most periods are the sum of two takes: a few times the greatest one shows them.
                step = min(known or max(64, 4 * max(self.moves, default=0)), CHUNK[self.backend])
                self.extend_to(min(limit, known + step), progress)
                self.period = self.period or self._find_period(len(self._values))
            return self.period

    def _moves_below(self, stop: int) -> tuple[int, ...]:
        return self.moves[: bisect_left(self.moves, stop)]

    def _fill(self, start: int, stop: int) -> int:
        if self.period:
            _continue_period(self._row, start, stop, self.period.period)
            return stop
        # Growing by half keeps the search for the repeated window a small part of the work.
        end = min(stop, start + min(max(self._first_step, start // 2), CHUNK[self.backend]))
        moves = self._moves_below(end)
        self.backend = self._backend_to(end, moves)
        if self.backend == "compiled":
            from cgt.fast.subtraction import compiled

            compiled.fill(self._row, start, end, moves)
        else:
            plain.fill(self._row, start, end, moves)
        if end < stop:
            self.period = self._find_period(end)
        return end

    def _backend_to(self, stop: int, moves: tuple[int, ...]) -> ChosenBackend:
        if self._asked != "auto":
            return self.backend
        return choose_backend("auto", CROSSOVER["subtraction"], int(stop * plain.looks(moves)))

    def _make_room(self, stop: int) -> None:
        if stop <= len(self._row):
            return
        known = len(self._values)
        check_memory((stop + known) * self._row.itemsize, f"nim-values of {stop} heaps", self._memory_limit)
        capacity = max(stop, min(2 * known, stop + CHUNK["compiled"]))
        self._row = longer(self._row[:known], capacity)

    def _find_period(self, stop: int) -> SubtractionPeriod | None:
        known = self._row[:stop]
        window = max(self.moves, default=1)
        period = distance_of_repeated_window(known, window)
        if period is None:
            return None
        last = last_difference(known, period)
        preperiod = 0 if last is None else last + 1
        return SubtractionPeriod(preperiod, period, stop, tuple(known[: preperiod + period].tolist()), window)


class EndlessSubtraction(SubtractionSequence):
    """As `SubtractionSequence`, for amounts without end: `amounts()` gives them ascending.

    >>> from itertools import count
    >>> squares = EndlessSubtraction(lambda: (root * root for root in count(1)))
    >>> squares.extend_to(10)
    >>> squares.values.tolist()
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """

    _first_step = CHUNK["python"]  # there is no period to look for on the way

    def __init__(
        self, amounts: Callable[[], Iterable[int]], *, backend: Backend = "auto", memory_limit: int | None = None
    ) -> None:
        super().__init__((), backend=backend, memory_limit=memory_limit)
        self._amounts = amounts

    @property
    def comfortable(self) -> int:
        return COMFORTABLE // 100

    def _moves_below(self, stop: int) -> tuple[int, ...]:
        return tuple(takewhile(stop.__gt__, self._amounts()))

    def _make_room(self, stop: int) -> None:
        kind = kind_for(len(self._moves_below(stop)))  # a value needs as many options, of different amounts
        if kind != self._row.format and stop > len(self._row):
            self._row = longer(self._row[: len(self._values)], len(self._values), kind)
        super()._make_room(stop)

    def prove_period(self, limit: int, progress: Progress | None = None) -> None:
        """There is none to be found."""

    def _find_period(self, stop: int) -> None:
        """Larger amounts are to come: nothing repeats for good."""


def sequence_for(code: HeapCode, backend: Backend) -> SubtractionSequence | None:
    """As `cgt.fast.sequence.CodeFamily.sequence_for`."""
    amounts = amounts_of(code)
    return None if amounts is None else SubtractionSequence(amounts, backend=backend)


def nim_values(
    moves: Iterable[int],
    stop: int,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> npt.NDArray[Any]:
    """The nim-values of the heaps 0..stop - 1 when any amount in the finite set `moves` may be taken.

    Once the window of the last max(moves) values occurs again, the rest is copied. The array has the smallest unsigned
    type that holds len(moves), which no value exceeds.

    Raises:
        MemoryBudgetError: the table would not fit into `memory_limit` bytes.
        RulesetError: a move is not positive.

    >>> nim_values([1, 3, 4], 14).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]
    """
    import numpy as np

    sequence = SubtractionSequence(moves, backend=backend, memory_limit=memory_limit)
    sequence.extend_to(stop, progress)
    return np.asarray(sequence.values)


def find_period(
    moves: Iterable[int],
    *,
    limit: int,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> SubtractionPeriod:
    """The least period and the exact preperiod of the game with this finite set of moves, proved.

    Raises:
        BudgetError: no window repeats below `limit`.

    >>> found = find_period([2, 5, 7], limit=10_000)
    >>> found.preperiod, found.period, found.nim_value(10**100)
    (0, 22, 1)
    """
    sequence = SubtractionSequence(moves, backend=backend, memory_limit=memory_limit)
    found = sequence.prove_period(limit, progress)
    if found is None:
        raise BudgetError(
            _("no period shows below {limit}: no window of {moves} values occurs twice").format(
                limit=limit, moves=max(sequence.moves)
            )
        )
    return found


def _continue_period(values: memoryview, start: int, stop: int, period: int) -> None:
    """Fill `values[start:stop]` from the `period` values before `start`, in copies of growing length."""
    done, unit = start, period
    while done < stop:
        count = min(unit, stop - done)
        values[done : done + count] = values[done - unit : done - unit + count]
        done += count
        if count == unit and unit < 1 << 19:  # a source this long still lies in the cache
            unit *= 2
