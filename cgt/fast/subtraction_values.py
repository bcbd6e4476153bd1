"""Nim-values of subtraction games with finite and infinite sets, and of all-but games; periods of the finite ones.

A nim-value's *one-hot word* is `1 << value`; a set of values is the OR of their words, and its mex is the lowest zero:
`~word & (word + 1)` is the mex's own one-hot word.

Of a finite set the last max(S) values determine all that follow. When such a window occurs again the period is there,
and the rest of the table is copied from it.

In an all-but game any amount may be taken except those excepted. A value is no option exactly when every smaller heap
that has it lies an excepted amount below, so counting is enough.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, takewhile
from operator import index
from typing import TYPE_CHECKING, ClassVar, Final

from cgt.core.numbers import format_int, measurable
from cgt.core.repetition import Periodicity, least_periodicity
from cgt.errors import RulesetError
from cgt.fast.backend import Backend, choose_backend
from cgt.fast.row import kind_for, longer, packed
from cgt.fast.sequence import NimSequence

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.core.progress import Progress

CHUNK: Final = {"python": 1 << 16, "compiled": 1 << 24}
"""Heaps between two reports of progress, where Ctrl-C is heard at the latest."""

COMFORTABLE: Final = 1_000_000
"""The default numbers of heaps in which a period is looked for; of all-but games, of look-ups."""

TAKE: Final = 3
"""The digit of an amount that may be taken, whether something is left or not."""


def amounts_of(code: HeapCode) -> tuple[int, ...] | None:
    """The amounts that may be taken, if the code is a subtraction game, else None.

    >>> from cgt.core.code import HeapCode
    >>> amounts_of(HeapCode.parse("0.3033")), amounts_of(HeapCode.parse("0.77"))
    ((1, 3, 4), None)
    """
    masks = code.masks
    if masks is None or set(masks) - {0, TAKE} or not any(masks):
        return None
    return tuple(take for take, mask in enumerate(masks) if mask)


def excepted_of(code: HeapCode) -> tuple[int, ...] | None:
    """The amounts that may not be taken, if the code is an all-but game, else None.

    >>> from cgt.core.code import HeapCode
    >>> excepted_of(HeapCode.parse("0.303[3]")), excepted_of(HeapCode.parse("0.77"))
    ((2,), None)
    """
    masks = [digit.mask for digit in code.digits]
    if [digit.mask for digit in code.tail] != [TAKE] or set(masks) - {0, TAKE}:
        return None
    return tuple(take for take, mask in enumerate(masks) if take and not mask)


def checked_amounts(amounts: Iterable[int]) -> tuple[int, ...]:
    """The amounts in ascending order without repetition; raises `RulesetError` for one below 1."""
    checked = tuple(sorted(set(map(index, amounts))))
    if checked and checked[0] < 1:
        raise RulesetError(f"an amount to take is a positive integer, not {format_int(checked[0])}")
    return checked


WINDOW_FOR_A_LOOK_UP = 5_000
"""Bits of a window that are shifted in the time in which one option is looked up."""

AMOUNTS_FOR_SETS = 100
"""The number of amounts from which a window costs more than a set of heaps a value."""

HEAPS_PER_AMOUNT = 100
"""The number of heaps for each amount above which every option is looked up."""


def fill(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> None:
    """Fill `values[start:stop]` from the values below."""
    if not moves:
        values[start:stop] = array(values.format, [0]) * (stop - start)
        return
    if fits_window(moves):
        result = values_by_window(values, start, stop, moves)
    elif moves[-1] > HEAPS_PER_AMOUNT * len(moves):
        result = values_by_options(values, start, stop, moves)
    else:
        result = values_by_sets(values, start, stop, moves)
    values[start:stop] = packed(result, values.format)


def fits_window(moves: tuple[int, ...]) -> bool:
    """Whether a window costs less than other ways."""
    return bool(moves) and (len(moves) + 1) * moves[-1] < WINDOW_FOR_A_LOOK_UP * min(len(moves), AMOUNTS_FOR_SETS)


def cost_of_heap(moves: tuple[int, ...]) -> float:
    """The cost of one heap in the loop that `fill` chooses, as a multiple of that for a few small moves."""
    if not moves:
        return 0.1
    furthest = measurable(moves[-1])
    window = (len(moves) + 1) * furthest / 50_000
    others = len(moves) / 4 if furthest > HEAPS_PER_AMOUNT * len(moves) else furthest / 300
    return 1 + min(window, others)


class Mexes(dict[int, int]):
    """A cache of the mex of sets of values, each given as a word."""

    def __missing__(self, word: int) -> int:
        self[word] = mex = (~word & (word + 1)).bit_length() - 1
        return mex


MEXES: Final = [(~word & (word + 1)).bit_length() - 1 for word in range(1 << 8)]
"""The mex of each set of the least values, given as a word."""


def values_by_window(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> Iterable[int]:
    """The values, by a window: one integer that holds the option values of the next max(moves) heaps.

    Two operations on an integer of max(moves) · (|moves| + 1) bits a heap, whatever the set.
    """
    added, lowest, mexes = _window_tables(moves)
    width, window = len(added), 0
    for value in values[max(0, start - moves[-1]) : start].tolist():
        window = window >> width | added[value]
    results = []
    for _heap in range(start, stop):
        results.append(value := mexes[window & lowest])
        window = window >> width | added[value]
    return results


def values_to_period(stop: int, moves: tuple[int, ...]) -> list[int]:
    """The values of the heaps from 0 on, by a window, until their period shows, or of all below `stop`.

    The window determines all that follow. Each is compared with an earlier one, a later one whenever three times as
    many values are known: R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980).
    """
    added, lowest, mexes = _window_tables(moves)
    width, reach = len(added), moves[-1]
    window, earlier, mark, ahead = 0, -1, 0, reach
    values: list[int] = []
    while len(values) < stop:
        for _heap in range(min(ahead, stop - len(values))):
            values.append(value := mexes[window & lowest])
            window = window >> width | added[value]
            if window == earlier:
                values += values[mark:] * (1 + reach // (len(values) - mark))  # the last values have come again
                return values[:stop]
        earlier, mark, ahead = window, len(values), 2 * len(values)
    return values


def _window_tables(moves: tuple[int, ...]) -> tuple[list[int], int, Sequence[int] | Mexes]:
    """The addition of a heap to the window by its value, the bits of the next heap, and the mex by those bits."""
    width = len(moves) + 1
    lowest = (1 << width) - 1
    spread = sum([1 << width * (move - 1) for move in moves])
    return [spread << value for value in range(width)], lowest, MEXES if lowest < len(MEXES) else Mexes()


def values_by_options(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> Iterable[int]:
    """The values, by one look-up for each option: for few moves, too large for a window."""
    largest, mexes = moves[-1], Mexes()
    known = values[max(0, start - largest) : start].tolist()
    # Nothing below heap 0 is an option: an empty word.
    one_hot = list(chain([0] * (largest - len(known)), (1 << value for value in known)))
    for place in range(largest, largest + stop - start):
        word = 0
        for move in moves:
            word |= one_hot[place - move]
        yield (value := mexes[word])
        one_hot.append(1 << value)


def values_by_sets(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> Iterable[int]:
    """The values, by a set of heaps for each value: for many moves, where the values stay far below their number.

    Bit i of the set of v: from the heap i beyond the one at hand, a heap worth v is one move away.
    """
    taken = sum(1 << move for move in moves)
    reaching: list[int] = []
    for below, value in enumerate(reversed(values[max(0, start - moves[-1]) : start].tolist()), start=1):
        reaching += [0] * (value + 1 - len(reaching))
        reaching[value] |= taken >> below
    for _heap in range(start, stop):
        value = next((value for value, heaps in enumerate(reaching) if not heaps & 1), len(reaching))
        if value == len(reaching):
            reaching.append(0)
        yield value
        reaching[value] |= taken
        reaching = [heaps >> 1 for heaps in reaching]


class SubtractionSequence(NimSequence):
    """The nim-values of one subtraction game, computed as far as asked and continued on demand.

    An interrupted `extend_to` keeps every value it has finished.

    >>> sequence = SubtractionSequence([1, 3, 4])
    >>> sequence.extend_to(10)
    >>> sequence.values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    >>> sequence.period is None
    True
    >>> sequence.extend_to(1000)
    >>> sequence.period
    Periodicity(preperiod=0, period=7, saltus=0)
    """

    comfortable: ClassVar[int] = COMFORTABLE
    _first_step: ClassVar[int] = 256

    def __init__(self, moves: Iterable[int], *, backend: Backend = "auto") -> None:
        self.moves = checked_amounts(moves)
        super().__init__(kind_for(len(self.moves)))
        self.backend = choose_backend(backend, "subtraction", 0)
        self.period: Periodicity | None = None
        self._asked: Backend = backend

    def prove_period(self, limit: int, progress: Progress | None = None) -> int | None:
        with self._lock:
            if not self._values and self.backend == "python" and fits_window(self.moves):
                self.resume(values_to_period(min(limit, CHUNK["python"]), self.moves))
                self.period = self._find_period(len(self._values))
            while self.period is None and (known := len(self._values)) < limit:
                # Most periods are the sum of two takes: a few times the greatest one shows them.
                step = min(known // 2 or 3 * self._window, CHUNK[self.backend])
                self.extend_to(min(limit, known + step), progress)
                self.period = self.period or self._find_period(len(self._values))
            period = self.period
            return None if period is None else max(period.preperiod, 1) + period.period + self._window

    @property
    def _window(self) -> int:
        """The number of values that determine all that follow."""
        return self.moves[-1] if self.moves else 1

    def _moves_below(self, stop: int) -> tuple[int, ...]:
        return self.moves[: bisect_left(self.moves, stop)]

    def _fill(self, start: int, stop: int) -> int:
        # An interrupted run may have seen a period further on than the values are known.
        if self.period and start >= self.period.preperiod + self.period.period:
            _continue_period(self._row, start, stop, self.period.period)
            return stop
        # Growing by half keeps the search for the repeated window a small part of the work.
        end = min(stop, start + min(max(self._first_step, start // 2), CHUNK[self.backend]))
        moves = self._moves_below(end)
        if self._asked == "auto":
            self.backend = choose_backend("auto", "subtraction", int(end * cost_of_heap(moves)))
        if self.backend == "compiled":
            from cgt.fast.subtraction_loops import fill as compiled_fill

            compiled_fill(self._row, start, end, moves)
        else:
            fill(self._row, start, end, moves)
        if end < stop:
            self.period = self._find_period(end)
        return end

    def _find_period(self, stop: int) -> Periodicity | None:
        return least_periodicity(self._row[:stop], window=self._window, plain=True)


class EndlessSubtraction(SubtractionSequence):
    """The nim-values of a subtraction game with an infinite set; `amounts()` gives it ascending.

    >>> from itertools import count
    >>> squares = EndlessSubtraction(lambda: (root * root for root in count(1)))
    >>> squares.extend_to(10)
    >>> squares.values.tolist()
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """

    comfortable = COMFORTABLE // 100
    _first_step = CHUNK["python"]  # there is no period to look for on the way

    def __init__(self, amounts: Callable[[], Iterable[int]], *, backend: Backend = "auto") -> None:
        super().__init__((), backend=backend)
        self._amounts = amounts

    def _moves_below(self, stop: int) -> tuple[int, ...]:
        return tuple(takewhile(stop.__gt__, self._amounts()))

    def _make_room(self, stop: int) -> None:
        kind = kind_for(len(self._moves_below(stop)))  # a value needs as many options, of different amounts
        if kind != self._row.format and stop > len(self._values):
            self._row = longer(self._row[: len(self._values)], len(self._values), kind)
        super()._make_room(stop)

    def prove_period(self, limit: int, progress: Progress | None = None) -> None:
        """None: no period can be proved."""

    def _find_period(self, stop: int) -> None:
        """Do nothing: larger amounts follow, so that no repetition is final."""


def _continue_period(values: memoryview, start: int, stop: int, period: int) -> None:
    """Fill `values[start:stop]` from the `period` values before `start`, in copies of growing length."""
    done, unit = start, period
    while done < stop:
        count = min(unit, stop - done)
        values[done : done + count] = values[done - unit : done - unit + count]
        done += count
        if count == unit and unit < 1 << 19:  # a source this long still lies in the cache
            unit *= 2


def all_but_filler(excepted: Iterable[int], row: memoryview, known: int, stop: int) -> Callable[[int, int], None]:
    """A function that fills a row with room for `stop` heaps: call it with the next start and stop."""
    amounts = tuple(amount for amount in excepted if amount < stop)
    values = row[:known].tolist()
    total = [0] * (max(values, default=-1) + 1)  # how many heaps have each value
    for value in values:
        total[value] += 1

    def fill_on(start: int, stop: int) -> None:
        for heap in range(start, stop):
            lying = [values[heap - amount] for amount in amounts if amount <= heap]
            best = min((value for value in lying if lying.count(value) == total[value]), default=len(total))
            values.append(best)
            if best == len(total):
                total.append(0)
            total[best] += 1
        row[start:stop] = array("Q", values[start:])

    return fill_on


class AllButSequence(NimSequence):
    """The nim-values of one all-but game, computed as far as asked and continued from there.

    O(heaps · excepted amounts).

    >>> sequence = AllButSequence([2])
    >>> sequence.extend_to(12)
    >>> sequence.values.tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
    """

    _bytes_a_heap = 100  # values and counts, as a list and an array, the old one while it grows, and a reader's copy

    def __init__(self, excepted: Iterable[int], *, backend: Backend = "auto") -> None:
        super().__init__("Q")
        self.excepted = checked_amounts(excepted)
        self.backend = choose_backend(backend, "all-but", 0)
        self._asked: Backend = backend

    @property
    def comfortable(self) -> int:
        return COMFORTABLE // (1 + len(self.excepted))

    def _choose_way(self, stop: int) -> None:
        self.backend = choose_backend(self._asked, "all-but", stop)
        if self.backend == "compiled":
            from cgt.fast.subtraction_loops import all_but_filler as compiled_filler

            self._fill_on = compiled_filler(self.excepted, self._row, len(self._values), stop)
        else:
            self._fill_on = all_but_filler(self.excepted, self._row, len(self._values), stop)

    def _fill(self, start: int, stop: int) -> int:
        end = min(stop, start + CHUNK[self.backend])
        self._fill_on(start, end)
        return end
