"""Nim-values of subtraction games, the period as soon as it shows, and the rest of the table copied from it.

A nim-value's *one-hot word* is `1 << value`; a set of values is the OR of their words, and its mex is the lowest zero:
`~word & (word + 1)` is the mex's own one-hot word.
"""

from __future__ import annotations

from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.core.memory import check_memory
from cgt.errors import BudgetError, RulesetError
from cgt.kernels.integers import smallest_unsigned
from cgt.kernels.route import ChosenRoute, Progress, Route, choose_route

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy.typing as npt

    Values = npt.NDArray[Any]

CHUNK = {"python": 1 << 16, "compiled": 1 << 24}
"""Heaps between two reports of progress, where Ctrl-C is heard at the latest."""


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

    def nim_value(self, heap: int) -> int:
        """The nim-value of a heap of any size."""
        if heap >= self.preperiod:
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.values[heap]


COMFORTABLE = 1_000_000


class SubtractionSequence:
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

    def __init__(self, moves: Iterable[int], *, route: Route = "auto", memory_limit: int | None = None) -> None:
        self.moves = checked_amounts(moves)
        self.route: ChosenRoute = choose_route(route, "subtraction", 0)
        self.period: SubtractionPeriod | None = None
        self._asked: Route = route
        self._memory_limit = memory_limit
        self._values: Values = np.empty(0, smallest_unsigned(len(self.moves)))
        self._length = 0

    @property
    def values(self) -> Values:
        """The nim-values computed so far, heap 0 first: a read-only view."""
        view = self._values[: self._length]
        view.flags.writeable = False
        return view

    @property
    def comfortable(self) -> int:
        """How many heaps take a second or so."""
        return COMFORTABLE

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        """Compute the nim-values of all heaps below `stop`.

        Raises:
            MemoryBudgetError: they would not fit; nothing was allocated.
        """
        if stop > len(self._values):
            self._grow(stop)
        while self._length < stop:
            if self.period:
                _continue_period(self._values, self._length, stop, self.period.period)
                self._length = stop
            else:
                # Growing by half keeps the search for the repeated window a small part of the work.
                step = min(max(256, self._length // 2), CHUNK[self.route])
                self._extend_by_definition(min(stop, self._length + step))
                if self._length < stop:
                    self.period = self._find_period()
            if progress:
                progress(self._length, stop)

    def resume(self, values: Values) -> None:
        """Take the nim-values of the heaps 0, 1, … as known, for instance from a stored table, and go on from there."""
        self._grow(len(values))
        self._values[: len(values)] = values
        self._length = len(values)

    def prove_period(self, limit: int, progress: Progress | None = None) -> SubtractionPeriod | None:
        """Extend until the period shows, or to `limit` heaps; the period if it did."""
        while self.period is None and self._length < limit:
            step = min(max(256, self._length // 2), CHUNK[self.route])
            self.extend_to(min(limit, self._length + step), progress)
            self.period = self.period or self._find_period()
        return self.period

    def _extend_by_definition(self, stop: int) -> None:
        self.route = choose_route(self._asked, "subtraction", stop) if self._asked == "auto" else self.route
        fill = _fill_compiled if self.route == "compiled" else _fill
        fill(self._values, self._length, stop, tuple(move for move in self.moves if move < stop))
        self._length = stop

    def _grow(self, stop: int) -> None:
        item = self._values.itemsize
        check_memory((stop + self._length) * item, f"nim-values of {stop} heaps", self._memory_limit)
        capacity = stop if self._length == 0 else max(stop, min(2 * self._length, stop + CHUNK["compiled"]))
        grown = np.empty(capacity, self._values.dtype)
        grown[: self._length] = self._values[: self._length]
        self._values = grown

    def _find_period(self) -> SubtractionPeriod | None:
        known = self._values[: self._length]
        period = _distance_of_repeated_window(known, max(self.moves, default=1))
        if period is None:
            return None
        differing = np.flatnonzero(known[:-period] != known[period:])
        preperiod = int(differing[-1]) + 1 if differing.size else 0
        return SubtractionPeriod(preperiod, period, self._length, tuple(known[: preperiod + period].tolist()))


def nim_values(
    moves: Iterable[int],
    stop: int,
    *,
    route: Route = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> Values:
    """The nim-values of the heaps 0..stop - 1 when any amount in the finite set `moves` may be taken.

    Once the window of the last max(moves) values occurs again, the rest is copied. The array has the smallest unsigned
    type that holds len(moves), which no value exceeds.

    Raises:
        MemoryBudgetError: the table would not fit into `memory_limit` bytes.
        RulesetError: a move is not positive.

    >>> nim_values([1, 3, 4], 14).tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]
    """
    sequence = SubtractionSequence(moves, route=route, memory_limit=memory_limit)
    sequence.extend_to(stop, progress)
    return sequence.values


def find_period(
    moves: Iterable[int],
    *,
    limit: int,
    route: Route = "auto",
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
    sequence = SubtractionSequence(moves, route=route, memory_limit=memory_limit)
    found = sequence.prove_period(limit, progress)
    if found is None:
        raise BudgetError(f"no period shows below {limit}: no window of {max(sequence.moves)} values occurs twice")
    return found


def checked_amounts(amounts: Iterable[int]) -> tuple[int, ...]:
    """The amounts, each once, ascending; raises `RulesetError` for one below 1."""
    checked = tuple(sorted({index(amount) for amount in amounts}))
    if checked and checked[0] < 1:
        raise RulesetError(f"an amount to take is a positive integer, not {checked[0]}")
    return checked


def _fill(values: Values, start: int, stop: int, moves: tuple[int, ...]) -> None:
    """Fill `values[start:stop]` from the values below, in pure Python."""
    if not moves:
        values[start:stop] = 0
        return
    width = len(moves) + 1
    # Measured: shifting a window of 64 kbit costs about as much as looking up twelve options.
    masks = _masks_by_window if width * moves[-1] < 5_000 * len(moves) else _masks_by_options
    words = list(masks(values, start, stop, moves))
    mex = {word: (~word & (word + 1)).bit_length() - 1 for word in set(words)}
    values[start:stop] = list(map(mex.__getitem__, words))


class _Contributions(dict[int, int]):
    """From a heap's set of option values to what the heap, once its own value is known, adds to the window."""

    def __init__(self, spread: int) -> None:
        self.spread = spread

    def __missing__(self, word: int) -> int:
        found = self[word] = (~word & (word + 1)) * self.spread
        return found


def _masks_by_window(values: Values, start: int, stop: int, moves: tuple[int, ...]) -> Iterator[int]:
    """Each heap's set of option values, cut off a window that holds those of the next max(moves) heaps in one integer.

    Two operations on an integer of max(moves) · (|moves| + 1) bits a heap, whatever the set.
    """
    width = len(moves) + 1
    lowest = (1 << width) - 1
    contributions = _Contributions(sum(1 << width * (move - 1) for move in moves))
    window = 0
    for heap in range(max(0, start - moves[-1]), start):
        window = window >> width | (1 << int(values[heap])) * contributions.spread
    for _ in range(start, stop):
        word = window & lowest
        yield word
        window = window >> width | contributions[word]


def _masks_by_options(values: Values, start: int, stop: int, moves: tuple[int, ...]) -> Iterator[int]:
    """Each heap's set of option values, one look-up an option: for moves too large for a window."""
    largest = moves[-1]
    known = values[max(0, start - largest) : start].tolist()
    # What lies below heap 0 is no option: an empty word.
    one_hot = list(chain([0] * (largest - len(known)), (1 << value for value in known)))
    for place in range(largest, largest + stop - start):
        word = 0
        for move in moves:
            word |= one_hot[place - move]
        yield word
        one_hot.append(~word & (word + 1))


def _fill_compiled(values: Values, start: int, stop: int, moves: tuple[int, ...]) -> None:
    """Fill `values[start:stop]` from the values below, by the compiled loop that suits the set."""
    from cgt.kernels.compiled import subtraction as compiled

    if not moves:
        values[start:stop] = 0
    elif moves[-1] < 64:
        bits = np.uint64(sum(1 << move for move in moves))
        compiled.fill_by_blocks(values, start, stop, bits, np.zeros(len(moves) + 1, np.uint64))
    elif len(moves) <= max(12, min(63, moves[-1] // 128)):
        compiled.fill_by_options(values, start, stop, np.array(moves, np.int64))
    else:
        bits_of_set = sum(1 << move for move in moves)
        words = (63 + moves[-1]) // 64 + 1
        size = 8 * words
        shifted = np.frombuffer(b"".join((bits_of_set << up).to_bytes(size, "little") for up in range(64)), "<u8")
        pending = np.zeros((len(moves) + 1, words), np.uint64)
        compiled.fill_by_ring(values, start, stop, shifted.astype(np.uint64).reshape(64, words), pending)


def _distance_of_repeated_window(values: Values, width: int) -> int | None:
    """How far back the last `width` values last occurred, if they did.

    They determine all that follows, so this distance is a period from there on; and it is the least one, for the least
    period would bring the same window back too, and sooner.
    """
    if len(values) <= width:
        return None
    size = values.itemsize
    backwards = values[::-1].tobytes()  # a search forwards is linear at worst, a search backwards is not
    window = backwards[: width * size]
    found = backwards.find(window, size)
    while found % size and found >= 0:
        found = backwards.find(window, found + 1)
    return found // size if found >= 0 else None


def _continue_period(values: Values, start: int, stop: int, period: int) -> None:
    """Fill `values[start:stop]` from the `period` values before `start`, in copies of growing length."""
    done, unit = start, period
    while done < stop:
        count = min(unit, stop - done)
        values[done : done + count] = values[done - unit : done - unit + count]
        done += count
        if count == unit and unit < 1 << 19:  # a source this long still lies in the cache
            unit *= 2
