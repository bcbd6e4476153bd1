"""Automata that a table of truth values suggests: guessed, checked on the whole table, not proved.

Two prefixes are taken for the same state when everything that may follow them, up to some number of digits, is judged
alike (Myhill and Nerode). The prefixes are walked breadth first, and the number of digits is raised until the guess
agrees with the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Protocol

import attrs

from cgt.core.arrays import np
from cgt.core.repetition import least_periodicity
from cgt.digits.automaton import Automaton
from cgt.digits.system import DEAD, NumberSystem
from cgt.errors import TableError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


MOST_CLASSES = 20_000
DEEPEST = 12
FIRST_CHECK_ROWS = 1_000
"""The number of rows of a table that are compared before all of them."""

PERIODS_COMPARED = 16
"""About the least number of periods for which a guess is compared with a table that repeats for ever."""


class JudgedTuples(Protocol):
    """A truth value for each tuple of numbers below some bounds."""

    @property
    def tracks(self) -> int:
        """The number of numbers in a tuple."""
        ...

    def block(self, first: Sequence[int], sizes: Sequence[int]) -> bytes | None:
        """Bytes that tell the truth values of the box of these sizes from `first` on; None beyond the table."""
        ...

    def holds(self, numbers: Sequence[int]) -> bool:
        """The truth value of one tuple of the table."""
        ...

    def first_difference(self, automaton: Automaton) -> tuple[int, ...] | None:
        """A tuple for which the automaton differs from the table, None when they agree."""
        ...


def _answers(given: ArrayLike) -> NDArray[np.bool_]:
    return np.asarray(given, np.bool_)


def _numbers(given: ArrayLike) -> NDArray[np.int64]:
    return np.asarray(given, np.int64)


@attrs.frozen(eq=False)
class DenseTable:
    """Truth values in an array with a dimension for each track."""

    answers: NDArray[np.bool_] = attrs.field(converter=_answers)

    @property
    def tracks(self) -> int:
        """The number of dimensions."""
        return self.answers.ndim

    def block(self, first: Sequence[int], sizes: Sequence[int]) -> bytes | None:
        """The truth values of a box."""
        places = []
        for low, size, length in zip(first, sizes, self.answers.shape, strict=True):
            if low + size > length:
                return None
            places.append(slice(low, low + size))
        return self.answers[tuple(places)].tobytes()

    def holds(self, numbers: Sequence[int]) -> bool:
        """The truth value of one tuple."""
        return bool(self.answers[tuple(numbers)])

    def first_difference(self, automaton: Automaton) -> tuple[int, ...] | None:
        """The first tuple of the array for which the automaton differs."""
        for length in (FIRST_CHECK_ROWS // self.tracks, max(self.answers.shape)):  # most wrong guesses are wrong soon
            answers = self.answers[(slice(length),) * self.tracks]
            differing = np.argwhere(automaton.accepts_box(*answers.shape) != answers)
            if len(differing):
                return tuple(differing[0].tolist())
        return None

    def repeated(self) -> PeriodicTable | None:
        """The table repeated for ever, by the period of its second half; None where none shows, or of several tracks.

        >>> DenseTable([n % 3 == 0 for n in range(12)]).repeated().holds([10**30 + 2])
        True
        """
        period = least_periodicity(self.answers.tobytes(), plain=True) if self.tracks == 1 else None
        if period is None:
            return None
        known = self.answers[: period.preperiod + period.period]
        return PeriodicTable(known, period.preperiod, max(len(self.answers), PERIODS_COMPARED * len(known)))


@attrs.frozen(eq=False)
class PeriodicTable:
    """Truth values of all numbers, which repeat.

    Attributes:
        answers: those to the end of the first period.
        preperiod: the first number of this period.
        compared: the number of numbers for which a guess is compared with them.
    """

    answers: NDArray[np.bool_]
    preperiod: int
    compared: int
    tracks: ClassVar[int] = 1

    def block(self, first: Sequence[int], sizes: Sequence[int]) -> bytes | None:
        """The truth values of a stretch; None far beyond those that tell apart the residues of the period."""
        (low,), (size,) = first, sizes
        if low + size > 8 * len(self.answers) ** 2:
            return None
        return self._stretch(low, size).tobytes()

    def holds(self, numbers: Sequence[int]) -> bool:
        """The truth value of a number."""
        (number,) = numbers
        return bool(self.answers[number if number < self.preperiod else self.preperiod + self._turned(number)])

    def first_difference(self, automaton: Automaton) -> tuple[int, ...] | None:
        """The first of the numbers to be compared for which the automaton differs."""
        return DenseTable(self._stretch(0, self.compared)).first_difference(automaton)

    def _stretch(self, low: int, size: int) -> NDArray[np.bool_]:
        known = self.answers[low : low + size]
        if len(known) == size:
            return known
        turn = np.roll(self.answers[self.preperiod :], -self._turned(low + len(known)))
        return np.concatenate((known, np.tile(turn, -(-size // len(turn)))))[:size]

    def _turned(self, number: int) -> int:
        """The place of a number from the preperiod on in its period."""
        return (number - self.preperiod) % (len(self.answers) - self.preperiod)


@attrs.frozen(eq=False)
class ThresholdTable:
    """A set that is upward closed in its last number, given by the least last number for the others.

    `least[n]`, or `least[n, m]`, is the least last number; where there is none, any number beyond all that are asked.
    """

    least: NDArray[np.int64] = attrs.field(converter=_numbers)

    @property
    def tracks(self) -> int:
        """The number of dimensions, and one for the last number."""
        return self.least.ndim + 1

    def block(self, first: Sequence[int], sizes: Sequence[int]) -> bytes | None:
        """The thresholds in a box, clipped to it, as bytes; None beyond the table."""
        *lows, last = first
        if any(low + size > length for low, size, length in zip(lows, sizes[:-1], self.least.shape, strict=True)):
            return None
        box = self.least[tuple(slice(low, low + size) for low, size in zip(lows, sizes[:-1], strict=True))]
        return bytes(np.clip(box - last, 0, sizes[-1]).astype(np.int32).tobytes())

    def holds(self, numbers: Sequence[int]) -> bool:
        """Whether the last number reaches the threshold."""
        return bool(self.least[tuple(numbers[:-1])] <= numbers[-1])

    def first_difference(self, automaton: Automaton) -> tuple[int, ...] | None:
        """A tuple at a threshold, or just below one, for which the automaton differs."""
        for length in (FIRST_CHECK_ROWS // self.tracks, max(self.least.shape)):
            least = self.least[(slice(length),) * self.least.ndim]
            axes = np.ogrid[tuple(slice(0, size) for size in least.shape)]
            largest = 4 * max(self.least.shape)
            at = np.minimum(least, largest)
            for last, right in ((at, least <= largest), (np.maximum(at - 1, 0), least == 0)):
                differing = np.argwhere(automaton.accepts_all(*axes, last) != right)
                if len(differing):
                    return (*differing[0].tolist(), int(last[tuple(differing[0])]))
        return None


@attrs.frozen(eq=False)
class PartnerTable:
    """All pairs (x, y), x below a bound, except those of x with its partners `partners[:, x]`.

    A pair is in the table when both its numbers are below the bound.
    """

    partners: NDArray[np.int64] = attrs.field(converter=_numbers)
    tracks: ClassVar[int] = 2

    def block(self, first: Sequence[int], sizes: Sequence[int]) -> bytes | None:
        """The partners within a box, as bytes; None beyond the table."""
        length = self.partners.shape[1]
        if any(low + size > length for low, size in zip(first, sizes, strict=True)):
            return None
        box = self.partners[:, first[0] : first[0] + sizes[0]] - first[1]
        box[(box < 0) | (box >= sizes[1])] = -1
        return np.sort(box, axis=0).astype(np.int32).tobytes()

    def holds(self, numbers: Sequence[int]) -> bool:
        """Whether the second number is no partner of the first."""
        return numbers[1] not in self.partners[:, numbers[0]]

    def first_difference(self, automaton: Automaton) -> tuple[int, ...] | None:
        """A pair of partners that is accepted; or (bound, bound) if some other pair is not, without naming it."""
        length = self.partners.shape[1]
        for bound in (FIRST_CHECK_ROWS, length):
            x = np.arange(min(bound, length))
            for row in self.partners[:, :bound]:
                wrong = np.flatnonzero(automaton.accepts_all(x, row))
                if len(wrong):
                    return int(wrong[0]), int(row[wrong[0]])
        within = int((self.partners < length).sum())
        return None if automaton.count(length) == length * length - within else (length, length)


def recognise(table: JudgedTuples, system: NumberSystem) -> Automaton | None:
    """The automaton that a table suggests, None if there is none: it fits the table and is not proved.

    A guess has to agree with the whole table, and looking one digit further has to give it again.

    Raises:
        TableError: the table is too short to look even one digit ahead.

    >>> from cgt.digits.system import zeckendorf
    >>> fibonacci = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}
    >>> recognise(DenseTable([n in fibonacci for n in range(300)]), zeckendorf())
    <Automaton of 2 states, 1 track in zeckendorf>
    """
    return next(iter(Guesses(table, system)), None)


class Guesses:
    """The automata that agree with the whole table and come out again one digit further, by how far they look ahead.

    Attributes:
        states: of the last automaton that was made; those that look further have at least about as many.

    Args:
        most: how many states an automaton may have before it is reduced.

    Raises:
        TableError: the table is too short to look even one digit ahead.

    >>> from cgt.digits.system import kary
    >>> list(Guesses(DenseTable([n % 3 == 0 for n in range(100)]), kary(2)))
    [<Automaton of 3 states, 1 track in base 2>]
    """

    def __init__(self, table: JudgedTuples, system: NumberSystem, *, most: int = MOST_CLASSES) -> None:
        self._table, self._walk = table, _Walk(table, system, most)
        self.states = 0

    @property
    def looks(self) -> int:
        """The number of boxes of the table that were looked at."""
        return self._walk.looks

    def __iter__(self) -> Iterator[Automaton]:
        before, is_new = None, False
        for depth in range(1, DEEPEST + 1):
            guess = self._walk.automaton(depth)
            if guess is None:
                if depth == 1:
                    raise TableError("this table is too short to guess from: its prefixes end before they repeat")
                continue  # what is told apart too late may lead further than what is told apart at once
            self.states = guess.states
            if guess != before:
                before, is_new = guess, True
            elif is_new:
                is_new = False
                if self._table.first_difference(guess) is None:
                    yield guess


@attrs.define(eq=False)
class _Word:
    """The digits of one track so far.

    Attributes:
        state: where the system's automaton of valid words is.
        before: the word without its last digit; None for the word of no digit, and of zeros alone.
        digit: the last one.
        numbers: the numbers that it is with 0, 1, … zeros behind it, as far as they were asked for.
        longer: the words of one digit more, by the digit, None where it is not valid; empty until asked for.
    """

    state: int
    before: _Word | None = None
    digit: int = 0
    numbers: list[int] = attrs.field(factory=list)
    longer: list[_Word | None] = attrs.field(factory=list)


@attrs.define(eq=False)
class _Prefix:
    """The first digits of a tuple.

    Attributes:
        words: by the track.
        looks: by how many digits may follow, a number for all that is judged of them and of fewer.
        longer: the prefixes of one digit more, by the letter, None where one is not valid; empty until asked for.
    """

    words: tuple[_Word, ...]
    looks: list[int] = attrs.field(factory=list)
    longer: list[_Prefix | None] = attrs.field(factory=list)


class _Walk:
    """The prefixes of a table's tuples, walked breadth first; what is judged of them is kept for longer looks."""

    def __init__(self, table: JudgedTuples, system: NumberSystem, most: int) -> None:
        self.table, self.system, self.most = table, system, most
        self.steps = np.array(system.steps)
        self.endings = [list(map(int, system.ends))]
        """The number of words that may follow, by their digits and the state."""
        self.start = _Prefix((_Word(0),) * table.tracks)
        self.numbered: dict[tuple[object, ...], int] = {}
        self.looks = 0

    def automaton(self, depth: int) -> Automaton | None:
        """The automaton whose states are told apart by `depth` digits.

        None when the table ends before they repeat, or there are more than are allowed.
        """
        while len(self.endings) <= depth:
            self.endings.append(np.append(self.endings[-1], 0)[self.steps].sum(axis=1).tolist())
        classes: dict[int, int] = {}
        if self._class_of(self.start, depth, classes, 0) is None:
            return None
        prefixes, rows = [self.start], []
        for prefix in prefixes:  # more are met meanwhile, and gone through as well
            row = []
            for after in self._longer(prefix):
                number = DEAD if after is None else self._class_of(after, depth, classes, len(prefixes))
                if number is None or len(prefixes) > self.most:
                    return None
                if after is not None and number == len(prefixes):
                    prefixes.append(after)
                row.append(number)
            rows.append(row)
        ends = [self._is_accepted(prefix) for prefix in prefixes]
        result = Automaton.made(self.system, self.table.tracks, np.array(rows, np.int32), np.array(ends, np.bool_))
        return result if not result or result.steps[0, 0] == 0 else None

    def _longer(self, prefix: _Prefix) -> list[_Prefix | None]:
        """The prefixes of one digit more, by the letter; zeros in front change nothing."""
        if not prefix.longer:
            for words in product(*map(self._longer_words, prefix.words)):
                valid = tuple(word for word in words if word is not None)
                if len(valid) < len(words):
                    prefix.longer.append(None)
                else:
                    prefix.longer.append(prefix if valid == prefix.words else _Prefix(valid))
        return prefix.longer

    def _longer_words(self, word: _Word) -> list[_Word | None]:
        if not word.longer:
            for digit, state in enumerate(self.system.steps[word.state]):
                is_start = word.before is None and digit == 0
                word.longer.append(None if state == DEAD else word if is_start else _Word(state, word, digit))
        return word.longer

    def _number(self, word: _Word, zeros: int) -> int:
        """The number of this word with so many zeros behind it."""
        if word.before is None:
            return 0
        while len(word.numbers) <= zeros:
            place = len(word.numbers)
            word.numbers.append(self._number(word.before, place + 1) + word.digit * self.system.place(place))
        return word.numbers[zeros]

    def _box(self, prefix: _Prefix, more: int) -> tuple[list[int], list[int]]:
        """The first tuple and the sizes of the box of tuples with this prefix and so many digits more."""
        endings = self.endings[more]
        return [self._number(word, more) for word in prefix.words], [endings[word.state] for word in prefix.words]

    def _block(self, first: Sequence[int], sizes: Sequence[int]) -> bytes | None:
        self.looks += 1
        return self.table.block(first, sizes)

    def _is_accepted(self, prefix: _Prefix) -> bool:
        first, sizes = self._box(prefix, 0)
        return all(sizes) and self._block(first, sizes) is not None and self.table.holds(first)

    def _look(self, prefix: _Prefix, depth: int) -> list[int]:
        """The looks at a prefix, to so many digits or to where the table ends."""
        looks = prefix.looks
        while len(looks) <= depth:
            seen = self._block(*self._box(prefix, len(looks)))
            if seen is None:
                return looks
            look = (looks[-1] if looks else tuple(word.state for word in prefix.words), seen)
            looks.append(self.numbered.setdefault(look, len(self.numbered)))
        return looks[: depth + 1]

    def _class_of(self, prefix: _Prefix, depth: int, classes: dict[int, int], fresh: int) -> int | None:
        """The class of a prefix, `fresh` for a new one; None when the table ends too soon to tell.

        Where it ends within the digits looked ahead, the prefix is taken for the first that looks alike so far.
        """
        looks = self._look(prefix, depth)
        if not looks:
            return None
        number = classes.get(looks[-1])
        if number is None and len(looks) > depth:
            number = fresh
            for look in looks:
                classes.setdefault(look, fresh)
        return number
