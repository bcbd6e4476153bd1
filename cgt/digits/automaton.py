"""Finite automata that recognise sets of tuples of numbers by their digits."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import reduce
from itertools import count
from math import prod
from operator import and_, or_, xor
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.core.card import html, svg
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import check_whole, format_int
from cgt.digits.automaton_arrays import (
    columns,
    count_below,
    digits_of,
    empty,
    fibres,
    least_word,
    merged,
    minimal,
    words,
)
from cgt.digits.constructions import Guess, Part, determinise, product
from cgt.digits.system import DEAD, NumberSystem
from cgt.digits.work import Work
from cgt.errors import NumberError, NumberSystemError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cgt.digits.automaton_arrays import Ends, Steps


LOOKED_IN_FRONT = 8
"""The number of digits by which one beside the given numbers may be longer, before more are looked at."""

LONGEST_COMPLETION = 1 << 17


@attrs.frozen(eq=False, repr=False)
class Automaton:
    """A set of tuples of numbers, as the least deterministic automaton that reads their digits side by side.

    The greatest place is read first; the shorter numbers have zeros in front, and more never change the answer.
    Two automata of the same set in the same system are equal, array by array. Make one with `Automaton.of`, by
    `define` from a formula, or from others with `&`, `|`, `-`, `^` and `~`.

    Attributes:
        system: how all the numbers are written.
        tracks: how many numbers a tuple has.
        steps: the next state by state and letter, -1 where no member begins so; a letter is one digit of each number,
            the first one's the most significant.
        ends: whether a member may end, by state. State 0 begins.

    >>> from cgt.digits.system import zeckendorf
    >>> steps = [[0, 1], [2, -1], [3, 1], [2, 1]]  # after a 1: an even number of zeros, an odd one, and even again
    >>> even_zeros = Automaton.of(zeckendorf(), 1, steps, [False, True, False, True])
    >>> [number for (number,) in even_zeros.members(12)], even_zeros.states
    ([1, 3, 4, 6, 8, 9, 11], 4)
    """

    system: NumberSystem
    tracks: int
    steps: Steps
    ends: Ends

    @classmethod
    def of(cls, system: NumberSystem, tracks: int, steps: ArrayLike, ends: ArrayLike) -> Automaton:
        """The automaton of any table of steps, whatever the order of its states.

        Raises:
            NumberError: the arrays do not fit together, a state that does not exist is named, zeros in front would
                change the answer, or words are accepted that are no number's digits.

        >>> from cgt.digits.system import kary
        >>> Automaton.of(kary(), 1, [[1, 1], [1, -1]], [False, True])
        Traceback (most recent call last):
        cgt.errors.NumberError: zeros in front would change the answer of this automaton
        """
        steps, ends = np.array(steps, np.int32), np.array(ends, np.bool_)
        letters = system.digit_count**tracks
        if steps.ndim != 2 or steps.shape != (len(ends), letters) or not len(ends):
            raise NumberError(f"{tracks} tracks in {system} need a row of {letters} steps and an end for each state")
        if steps.min() < DEAD or steps.max() >= len(ends):
            raise NumberError(f"the steps lead to the states 0 to {len(ends) - 1}, or to {DEAD} for none")
        result = cls.made(system, tracks, steps, ends)
        if result and result.steps[0, 0] != 0:
            raise NumberError("zeros in front would change the answer of this automaton")
        if result & cls.everything(system, tracks) != result:
            raise NumberError(f"this automaton accepts words that are no number's digits in {system}")
        return result

    @classmethod
    def made(cls, system: NumberSystem, tracks: int, steps: Steps, ends: Ends) -> Automaton:
        """The automaton as `of` makes it, without validation: for the results of this package."""
        steps, ends = minimal(steps, ends)
        steps.flags.writeable = ends.flags.writeable = False
        return cls(system, tracks, steps, ends)

    @classmethod
    def nothing(cls, system: NumberSystem, tracks: int) -> Automaton:
        """The empty set."""
        return cls.made(system, tracks, *empty(system.digit_count**tracks))

    @classmethod
    def everything(cls, system: NumberSystem, tracks: int) -> Automaton:
        """The set of all tuples: all valid digits.

        >>> from cgt.digits.system import zeckendorf
        >>> Automaton.everything(zeckendorf(), 2).count(10)
        100
        """
        return conjunction(system, tracks, [], Work())

    @property
    def states(self) -> int:
        """The number of states; one that rejects for ever is not counted."""
        return len(self.ends)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        same = self.system == other.system and self.tracks == other.tracks and self.states == other.states
        return same and bool((self.ends == other.ends).all() and (self.steps == other.steps).all())

    def __hash__(self) -> int:
        return hash((self.system, self.tracks, self.steps.tobytes(), self.ends.tobytes()))

    def __repr__(self) -> str:
        tracks = f"{self.tracks} track{'s' * (self.tracks != 1)}"
        return f"<Automaton of {self.states} state{'s' * (self.states != 1)}, {tracks} in {self.system}>"

    # Members

    def __contains__(self, numbers: object) -> bool:
        """Whether a tuple, or for one track a number, is a member."""
        given = numbers if isinstance(numbers, tuple) else (numbers,)
        return self.accepts(*given)

    def accepts(self, *numbers: int) -> bool:
        """Whether the numbers together are a member; O(digits).

        Raises:
            NumberError: there are more or fewer numbers than tracks, or one is below 0.
        """
        if len(numbers) != self.tracks:
            raise NumberError(f"{len(numbers)} numbers were given to an automaton of {self.tracks} tracks")
        numbers = tuple(check_whole(number, "members are whole numbers of at least 0") for number in numbers)
        state, onwards = 0, self.steps.item
        for letter in self.system.letters(numbers):
            state = onwards(state, letter)
            if state == DEAD:
                return False
        return bool(self.ends[state])

    def accepts_all(self, *numbers: NDArray[Any]) -> Ends:
        """Whether each tuple is a member: an array for arrays of 64-bit numbers, one a track, that broadcast.

        >>> from cgt.digits.system import kary
        >>> Automaton.everything(kary(), 1).accepts_all(np.arange(3)).tolist()
        [True, True, True]
        """
        if len(numbers) != self.tracks:
            raise NumberError(f"{len(numbers)} arrays were given to an automaton of {self.tracks} tracks")
        left = [np.array(array) for array in numbers]
        if any(array.size and array.min() < 0 for array in left):
            raise NumberError("members are whole numbers of at least 0")
        length = max(self.system.length(int(array.max(initial=0))) for array in left)
        count, (onwards, ends) = self.system.digit_count, self._rows()
        row = np.zeros(np.broadcast_shapes(*(array.shape for array in left)), onwards.dtype)
        for place in reversed([self.system.place(index) for index in range(length)]):
            for track, array in enumerate(left):
                digit = array // place if count > 2 else (array >= place)
                left[track] = array - (digit * place).astype(array.dtype)
                row += (digit * count ** (self.tracks - 1 - track)).astype(onwards.dtype)
            row = onwards[row]
        return np.asarray(ends[row])

    def accepts_box(self, *sizes: int) -> Ends:
        """Whether each tuple of numbers below these sizes, one a track, is a member: an array of that shape.

        Tuples with the first digits in common are walked together, so that a tuple takes a step or two.

        Raises:
            MemoryBudgetError: there are more than memory holds.

        >>> from cgt.digits.linear import addition
        >>> from cgt.digits.system import kary
        >>> addition(kary()).accepts_box(2, 2, 3)[1, 1].tolist()
        [False, False, True]
        """
        if len(sizes) != self.tracks:
            raise NumberError(f"{len(sizes)} sizes were given to an automaton of {self.tracks} tracks")
        check_memory(12 * prod(sizes), f"what an automaton says of {format_int(prod(sizes), group=True)} tuples")
        length = max(self.system.length(size - 1) for size in sizes)
        count, (onwards, ends) = self.system.digit_count, self._rows()
        reached = np.zeros((1,) * self.tracks, onwards.dtype)
        left = [np.arange(size) for size in sizes]
        prefixes = [np.zeros(size, np.int64) for size in sizes]
        for index in reversed(range(length)):
            before, digits = [], []
            for track, numbers in enumerate(left):
                digit, left[track] = np.divmod(numbers, self.system.place(index))
                is_first = np.ones(len(numbers), np.bool_)  # of all numbers with the same digits so far
                is_first[1:] = (np.diff(digit) != 0) | (np.diff(prefixes[track]) != 0)
                before.append(prefixes[track][is_first])
                digits.append(digit[is_first].astype(onwards.dtype))
                prefixes[track] = np.cumsum(is_first) - 1
            letter = reduce(lambda front, digit: front * count + digit, np.ix_(*digits))
            reached = onwards[reached[np.ix_(*before)] + letter]
        return np.asarray(ends[reached[tuple(map(slice, sizes))]])

    def _rows(self) -> tuple[NDArray[Any], Ends]:
        """The steps and the ends of all states in one row, with one more state for no word.

        A state begins at its number times the letters: steps lead there, and ends are marked at each of its places.
        """
        states, letters = self.steps.shape
        steps = np.append(np.where(self.steps == DEAD, states, self.steps), np.full(letters, states))
        onwards = steps.astype(np.int32 if (states + 1) * letters < 1 << 31 else np.int64) * letters
        return onwards, np.repeat(np.append(self.ends, np.False_), letters)

    def __bool__(self) -> bool:
        """Whether there is a member."""
        return bool(self.ends.any())

    def least(self) -> tuple[int, ...] | None:
        """The least member: by the number of digits, then in the order of the tracks; None when the set is empty."""
        word = least_word(self.steps, self.ends, self.system.digit_count, self.tracks)
        return None if word is None else tuple(map(self.system.number, word))

    def members(self, stop: int | None = None) -> Iterator[tuple[int, ...]]:
        """The members, all numbers below `stop` if given: by their digits' number, then digit by digit side by side.

        One track's members come in ascending order.
        """
        digits = digits_of(self.system.digit_count, self.tracks)
        for length in count():
            smallest = self.system.place(length - 1) if length else 0
            # A finite set has no member with more digits than it has states.
            if smallest >= stop if stop is not None else length > self.states and not self.is_infinite:
                return
            for word in words(self.steps, self.ends, length):
                if not length or word[0]:  # with a zero in front on every track it came before
                    results = tuple(
                        self.system.number(track) for track in digits[word].reshape(length, self.tracks).T.tolist()
                    )
                    if stop is None or max(results, default=0) < stop:
                        yield results

    def completions(self, *first: int) -> Iterator[tuple[int, ...]]:
        """The members that begin with these numbers, each without them; one after another, at any size.

        >>> from cgt.digits.linear import addition
        >>> from cgt.digits.system import kary
        >>> list(addition(kary()).completions(2, 10**20))
        [(100000000000000000002,)]
        """
        length = max(map(self.system.length, first), default=0)
        more = LOOKED_IN_FRONT
        while (completed := self._completed(first, length + more)) is None:
            more *= 2
        yield from completed

    def _completed(self, first: Sequence[int], length: int) -> Iterator[tuple[int, ...]] | None:
        """The completions of at most `length` digits; None where there may be longer ones."""
        count, free = self.system.digit_count, self.tracks - len(first)
        digits = digits_of(count, free)
        known = np.zeros(length, np.int64)
        for number in first:
            known = known * count + np.array(self.system.digits(number, length), np.int64)
        rows = np.vstack([self.steps, np.full(self.steps.shape[1], DEAD, np.int32)])
        rows = rows.reshape(len(rows), -1, len(digits))  # by state, letter of the known tracks, letter of the others
        alive = [np.append(self.ends, np.False_)]
        for letter in known[::-1]:
            alive.append(np.asarray(alive[-1][rows[:, letter, :]].any(axis=1)))
        alive.reverse()
        if length < LONGEST_COMPLETION and alive[1][rows[0, known[0], 1:]].any():
            return None

        def walked() -> Iterator[tuple[int, ...]]:
            stack: list[tuple[int, int, Any]] = [(0, 0, ())] if alive[0][0] else []
            while stack:
                place, state, path = stack.pop()
                while place < length:
                    onwards = rows[state, known[place]]
                    letters = np.flatnonzero(alive[place + 1][onwards])
                    stack.extend((place + 1, int(onwards[each]), (path, int(each))) for each in letters[:0:-1])
                    place, state, path = place + 1, int(onwards[letters[0]]), (path, int(letters[0]))
                yield self._numbers(path, digits)

        return walked()

    def _numbers(self, path: Any, digits: NDArray[np.int16]) -> tuple[int, ...]:  # noqa: ANN401 - nested pairs
        letters = []
        while path:
            path, letter = path
            letters.append(letter)
        tracks = digits[letters[::-1]].T.tolist()
        return tuple(map(self.system.number, tracks))

    @property
    def is_infinite(self) -> bool:
        """Whether there are members of any size.

        >>> from cgt.digits.system import kary
        >>> Automaton.everything(kary(), 1).is_infinite, Automaton.nothing(kary(), 1).is_infinite
        (True, False)
        """
        states = np.unique(self.steps[0, 1:])
        states = states[states != DEAD]
        for _ in range(self.states):
            if not len(states):
                return False
            states = np.unique(self.steps[states])
            states = states[states != DEAD]
        return bool(len(states))

    def count(self, stop: int) -> int:
        """The number of members with every number below `stop`; exact at any size.

        >>> from cgt.digits.system import zeckendorf
        >>> Automaton.everything(zeckendorf(), 1).count(10**30) == 10**30
        True
        """
        stop = check_whole(stop, "a bound is a whole number of at least 0")
        digits = digits_of(self.system.digit_count, self.tracks)
        return count_below(self.steps, self.ends, digits, self.system.digits(stop))

    # Sets from sets

    def __and__(self, other: Automaton) -> Automaton:
        return self._with(other, and_)

    def __or__(self, other: Automaton) -> Automaton:
        return self._with(other, or_)

    def __sub__(self, other: Automaton) -> Automaton:
        return self._with(other, lambda mine, its: mine & ~its)

    def __xor__(self, other: Automaton) -> Automaton:
        return self._with(other, xor)

    def __invert__(self) -> Automaton:
        """The complement: all other tuples."""
        return combine(self.system, self.tracks, [self], lambda ends: ~ends[0])

    def _with(self, other: Automaton, judge: Callable[[Ends, Ends], Ends]) -> Automaton:
        check_same(self.system, other.system)
        if self.tracks != other.tracks:
            raise NumberError(f"automata of {self.tracks} and of {other.tracks} tracks make no set together")
        return combine(self.system, self.tracks, [self, other], lambda ends: judge(ends[0], ends[1]))

    def project(self, *tracks: int) -> Automaton:
        """The projection: the tuples that some numbers on `tracks` complete to members; other tracks keep their order.

        Raises:
            NumberError: there is no such track.
            BudgetError: there are millions of subsets.

        >>> from cgt.digits.system import kary
        >>> powers = Automaton.of(kary(), 1, [[0, 1], [1, -1]], [False, True])
        >>> powers.on(2, 0).project(1) == powers
        True
        """
        if any(track not in range(self.tracks) for track in tracks):
            raise NumberError(f"the tracks are 0 to {self.tracks - 1}")
        kept = [track for track in range(self.tracks) if track not in tracks]
        guess = Guess.of(self.steps, self.ends, fibres(self.system.digit_count, self.tracks, kept))
        result = determinise(guess, Work())
        return Automaton.made(self.system, len(kept), result.steps, result.ends)

    def on(self, tracks: int, *chosen: int) -> Automaton:
        """The cylinder: the tuples of `tracks` numbers of which the chosen ones, in that order, are a member.

        >>> from cgt.digits.system import kary
        >>> Automaton.everything(kary(), 1).on(3, 1).tracks
        3
        """
        if len(chosen) != self.tracks or any(track not in range(tracks) for track in chosen):
            raise NumberError(f"{self.tracks} tracks are chosen among 0 to {tracks - 1}")
        return conjunction(self.system, tracks, [(self, chosen)], Work())

    # Pictures

    @property
    def letters(self) -> list[str]:
        """Every letter as text: its digits, the first track's first."""
        between = "" if self.system.digit_count <= 10 else ","
        return [between.join(map(str, row)) for row in digits_of(self.system.digit_count, self.tracks).tolist()]

    def _repr_svg_(self) -> str:
        return drawing(self.steps, self.ends, self.letters)


def check_same(system: NumberSystem, other: NumberSystem) -> None:
    """Check that two sets use one number system; raises `NumberSystemError`."""
    if system != other:
        raise NumberSystemError(f"numbers in {system} and in {other} are not read side by side: use one number system")


def valid_parts(system: NumberSystem, tracks: int, covered: Container[int] = ()) -> list[Part]:
    """The valid digits of each track that is not covered, as parts of a product."""
    if not tracks:  # nothing is read, and one state tells all
        return [Part(np.zeros((1, 1), np.int32), np.ones(1, np.bool_), np.zeros(1, np.int64))]
    steps, ends = np.array(system.steps, np.int32), np.array(system.ends, np.bool_)
    chosen = [columns(system.digit_count, tracks, (track,)) for track in range(tracks) if track not in covered]
    return [Part(steps, ends, letters) for letters in chosen]


def combine(
    system: NumberSystem, tracks: int, automata: Sequence[Automaton], judge: Callable[[list[Ends]], Ends]
) -> Automaton:
    """The Boolean combination: tuples for which `judge` accepts the truth values of all automata."""
    valid = valid_parts(system, tracks)
    every = np.arange(system.digit_count**tracks)
    parts = [Part(automaton.steps, automaton.ends, every, needed=False) for automaton in automata]

    def accepts(ends: list[Ends]) -> Ends:
        return np.asarray(np.logical_and.reduce(ends[: len(valid)]) & judge(ends[len(valid) :]))

    return Automaton.made(system, tracks, *product([*valid, *parts], Work(), accepts))


def conjunction(
    system: NumberSystem, tracks: int, placed: Sequence[tuple[Automaton, Sequence[int]]], work: Work
) -> Automaton:
    """The intersection: tuples that all automata accept, each on the tracks it is placed on; every track has one."""
    parts = [
        Part(automaton.steps, automaton.ends, columns(system.digit_count, tracks, chosen))
        for automaton, chosen in placed
    ]
    covered = {track for _, chosen in placed for track in chosen}
    return Automaton.made(system, tracks, *product([*parts, *valid_parts(system, tracks, covered)], work))


def side_by_side(automata: Sequence[Automaton]) -> tuple[Steps, NDArray[np.int64]]:
    """The steps of one automaton that runs all these, and by state the number of them that accept.

    Steps lead to -1 where a word is no number's digits, and nowhere else.

    >>> from cgt.digits.system import kary
    >>> odd = Automaton.of(kary(), 1, [[0, 1], [0, 1]], [False, True])
    >>> steps, counts = side_by_side([Automaton.everything(kary(), 1), odd])
    >>> steps.tolist(), counts.tolist()
    ([[0, 1], [0, 1]], [1, 2])
    """
    system, tracks = automata[0].system, automata[0].tracks
    for automaton in automata:
        check_same(system, automaton.system)
    every = np.arange(system.digit_count**tracks)
    parts = valid_parts(system, tracks)
    parts += [Part(automaton.steps, automaton.ends, every, needed=False) for automaton in automata]
    steps, counts = product(parts, Work(), lambda ends: np.asarray(np.sum(ends[tracks:], axis=0, dtype=np.int64)))
    return merged(steps, counts)


# Pictures: states in columns by their distance.

MOST_DRAWN = 40
"""Automata with more states are not drawn."""

ACROSS, DOWN, RADIUS = 150, 110, 22


def drawing(steps: Steps, ends: Ends, letters: Sequence[str]) -> str:
    """The SVG drawing; for more than 40 states a line with their number."""
    if len(ends) > MOST_DRAWN:
        words = f"{len(ends):,} states: too many to draw"
        return _sheet(420, 40, [f'<text x="12" y="25">{words}</text>'], words)
    places = _places(steps)
    width = 60 + max(x for x, _ in places.values()) + ACROSS // 2
    height = 60 + max(y for _, y in places.values()) + DOWN // 5
    shapes = [_arrow(places, source, target, label) for source, target, label in _arrows(steps, letters)]
    for state, (x, y) in places.items():
        shapes.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="Canvas" stroke="currentColor"/>')
        if ends[state]:
            shapes.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS - 4}" fill="none" stroke="currentColor"/>')
        shapes.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle">{state}</text>')
    return _sheet(width, height, shapes, f"automaton of {len(ends)} state{'s' * (len(ends) != 1)}")


def _arrows(steps: Steps, letters: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The arrows: for each pair of states the letters that lead from one to the other."""
    for source, row in enumerate(steps.tolist()):
        leading: dict[int, list[str]] = {}
        for letter, target in zip(letters, row, strict=True):
            if target != DEAD:
                leading.setdefault(target, []).append(letter)
        for target, leads in leading.items():
            yield source, target, " ".join(leads)


def _places(steps: Steps) -> dict[int, tuple[int, int]]:
    places: dict[int, tuple[int, int]] = {}
    level, column = [0], 0
    while level:
        for row, state in enumerate(level):
            places[state] = (50 + column * ACROSS, 70 + row * DOWN + (column % 2) * DOWN // 3)
        after = np.unique(steps[level]).tolist()
        level, column = [state for state in after if state != DEAD and state not in places], column + 1
    return places


def _arrow(places: dict[int, tuple[int, int]], source: int, target: int, label: str) -> str:
    (x, y), (to_x, to_y) = places[source], places[target]
    shown = html(label if len(label) <= 18 else f"{label[:17]}…")
    if source == target:  # below the last ring of a column: from the one above it come arrows
        column = [row for across, row in places.values() if across == x]
        side = 1 if min(column) < y == max(column) else -1
        ring, far = y + side * (RADIUS - 3), y + side * 65
        path = f"M {x - 12} {ring} C {x - 30} {far}, {x + 30} {far}, {x + 12} {ring}"
        return _curve(path, x, y - 56 if side < 0 else y + 65, shown)
    length = float(np.hypot(to_x - x, to_y - y))
    across, down = (to_x - x) / length, (to_y - y) / length
    bend = 0.18 * length
    middle = ((x + to_x) / 2 + down * bend, (y + to_y) / 2 - across * bend)
    begin, end = (x + across * RADIUS, y + down * RADIUS), (to_x - across * (RADIUS + 2), to_y - down * (RADIUS + 2))
    path = f"M {begin[0]:.0f} {begin[1]:.0f} Q {middle[0]:.0f} {middle[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
    return _curve(path, (x + to_x) / 2 + down * bend * 0.6, (y + to_y) / 2 - across * bend * 0.6, shown)


def _curve(path: str, x: float, y: float, label: str) -> str:
    line = f'<path d="{path}" fill="none" stroke="currentColor" marker-end="url(#tip)"/>'
    halo = 'stroke="Canvas" stroke-width="3" paint-order="stroke"'  # a letter is read where a line runs behind it
    return f'{line}<text x="{x:.0f}" y="{y:.0f}" font-size="11" text-anchor="middle" {halo}>{label}</text>'


def _sheet(width: int, height: int, shapes: list[str], title: str) -> str:
    tip = (
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M 0 0 L 10 5 L 0 10 z" fill="currentColor"/></marker></defs>'
    )
    return svg(width, height, f'{tip}<g fill="currentColor">{"".join(shapes)}</g>', title, size=14)
