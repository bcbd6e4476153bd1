"""Constructions of automata: products, and the subset construction for automata that guess."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.digits.automaton_arrays import DEAD, check_steps, different, empty, random_words, ranges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgt.digits.automaton_arrays import Ends, Steps
    from cgt.digits.work import Work

LOOKED_UP = 1 << 24
"""The most pairs of states of which an array marks those met; of more, a sorted list has them."""

IN_64_BITS = 1 << 62
"""The number of pairs of states below which their numbers have 64 bits; from there on they are Python's own."""

AT_ONCE = 1 << 22
"""The number of letters read at once."""


@attrs.frozen(eq=False)
class Part:
    """One automaton in a product.

    Attributes:
        steps, ends: the automaton.
        columns: for each letter of the product the letter that this part reads.
        needed: whether the product gives up when this part does; the other parts only judge the end.
    """

    steps: Steps
    ends: Ends
    columns: NDArray[Any]
    needed: bool = True


def product(
    parts: Sequence[Part],
    work: Work,
    accepts: Callable[[list[Ends]], Ends] | None = None,
    *,
    first: bool = False,
    what: str = "a product",
) -> tuple[Steps, Ends]:
    """The product automaton: the tuples of states that are reached together, level by level.

    At least one part is needed. `accepts` judges from the parts' ends, in order; without it all must accept. With
    `first` the work ends with the shortest words accepted. Time: proportional to the states reached times the letters.
    """
    letters = len(parts[0].columns)
    if not all(len(part.ends) for part in parts):
        return empty(letters)
    sizes = [
        len(part.ends) + (not part.needed) for part in parts
    ]  # plus one: the state of a part that can no longer accept
    tables = [_table(part) for part in parts]
    numbering = _numbering(prod(sizes))
    level = [np.zeros(1, np.int64) for _ in parts]
    numbering.add(np.zeros(1, np.int64))
    rows, states, count = [], [level], 1
    chunk = max(1, AT_ONCE // (letters * len(parts)))
    judge = (lambda ends: np.asarray(np.logical_and.reduce(ends))) if accepts is None else accepts
    while len(level[0]):
        if first and judge([_ends(part)[column] for part, column in zip(parts, level, strict=True)]).any():
            rows.append(np.full((len(level[0]), letters), DEAD, np.int32))
            break
        ndarrays: list[list[NDArray[Any]]] = []
        for begin in range(0, len(level[0]), chunk):
            block = [column[begin : begin + chunk] for column in level]
            row, fresh = _read(block, tables, parts, sizes, numbering)
            rows.append(row)
            ndarrays.append(fresh)
            count += len(fresh[0])
            work.check(count, what)
            check_steps(count, letters, what)
        level = [np.concatenate(columns) for columns in zip(*ndarrays, strict=True)]
        states.append(level)
    joined = [np.concatenate(columns) for columns in zip(*states, strict=True)]
    last = [_ends(part)[column] for part, column in zip(parts, joined, strict=True)]
    return np.concatenate(rows), judge(last)


def _table(part: Part) -> NDArray[Any]:
    steps = part.steps.astype(np.int64)
    if not part.needed:
        gone = len(steps)
        steps = np.vstack([np.where(steps == DEAD, gone, steps), np.full((1, steps.shape[1]), gone)])
    return steps


def _ends(part: Part) -> Ends:
    return part.ends if part.needed else np.append(part.ends, np.False_)


def _read(
    block: list[NDArray[Any]],
    tables: list[NDArray[Any]],
    parts: Sequence[Part],
    sizes: list[int],
    numbering: _ArrayNumbering | _SortedNumbering,
) -> tuple[Steps, list[NDArray[Any]]]:
    """The states after one more letter from a block of states, and the new ones among them."""
    dead: NDArray[Any] | None = None
    keys: NDArray[Any] | None = None
    for state, table, part, size in zip(block, tables, parts, sizes, strict=True):
        after = table[state][:, part.columns]
        if part.needed:
            dead = after == DEAD if dead is None else dead | (after == DEAD)
        keys = after.astype(numbering.kind) if keys is None else keys * size + after
    assert keys is not None  # noqa: S101 - a product has parts
    assert dead is not None  # noqa: S101 - and one of them is needed
    alive = ~dead
    fresh, numbers = numbering.number(keys[alive])
    row = np.full(keys.shape, DEAD, np.int32)
    row[alive] = numbers
    columns = []
    for size in reversed(sizes):
        columns.append((fresh % size).astype(np.int64))
        fresh = fresh // size
    return row, columns[::-1]


def _numbering(total: int) -> _ArrayNumbering | _SortedNumbering:
    return _ArrayNumbering(total) if total <= LOOKED_UP else _SortedNumbering(total)


class _ArrayNumbering:
    """A numbering of the states met so far, in an array with a place for every possible state."""

    kind: Any = np.int64

    def __init__(self, total: int) -> None:
        self._numbers = np.full(total, DEAD, np.int32)
        self._count = 0

    def add(self, fresh: NDArray[Any]) -> None:
        self._numbers[fresh] = np.arange(self._count, self._count + len(fresh))
        self._count += len(fresh)

    def number(self, keys: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The new keys, ascending, and the number of every key."""
        numbers = self._numbers[keys]
        fresh = different(keys[numbers == DEAD])
        if len(fresh):
            self.add(fresh)
            numbers = self._numbers[keys]
        return fresh, numbers


class _SortedNumbering:
    """A numbering of the states met so far, by sorted keys, where an array of all possible ones would be too large."""

    def __init__(self, total: int) -> None:
        self.kind: Any = np.int64 if total < IN_64_BITS else object
        self._keys = np.zeros(0, self.kind)
        self._numbers = np.zeros(0, np.int32)

    def add(self, fresh: NDArray[Any]) -> None:
        at = np.searchsorted(self._keys, fresh)
        numbers = np.arange(len(self._keys), len(self._keys) + len(fresh), dtype=np.int32)
        self._keys = np.insert(self._keys, at, fresh)
        self._numbers = np.insert(self._numbers, at, numbers)

    def number(self, keys: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The new keys, ascending, and the number of every key."""
        distinct, back = np.unique(keys, return_inverse=True)
        at = np.searchsorted(self._keys, distinct)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == distinct[known]
        fresh = distinct[~known]
        if len(fresh):
            self.add(fresh)
            at = np.searchsorted(self._keys, distinct)
        return fresh, self._numbers[at][back]


SETS_AT_ONCE = 1 << 21
"""The number of transitions followed at once."""

MOST_PARTS = 64
"""The number of smallest sets kept at each state of the guide, to be found inside of others."""

MOST_BITS = 2_000
"""Sets of more states than this are not compared: of the sets of 7,859 that level 7 of Fibonacci nim asks for, 2 % held
another one, and to find them took as long again as the rest."""

_GUIDE_SALT = np.uint64(0xD1B54A32D192ED03)


@attrs.frozen(eq=False)
class Guess:
    """A nondeterministic automaton: a deterministic one that guesses a part of every letter.

    Attributes:
        steps, ends: the automaton.
        fibres: for each letter that is read, the letters it may be with what is guessed; a row each.
        start: the states before anything is read, ascending.
    """

    steps: Steps
    ends: Ends
    fibres: NDArray[Any]
    start: NDArray[Any]

    @classmethod
    def of(cls, steps: Steps, ends: Ends, fibres: NDArray[Any]) -> Guess:
        """The automaton whose guesses may be longer than the word read: row 0 of `fibres` is of the letter of zeros."""
        met = np.zeros(len(ends), np.bool_)
        met[0] = True
        frontier = np.array([0])
        while len(frontier):
            after = different(steps[frontier][:, fibres[0]])
            frontier = after[(after != DEAD) & ~met[after]]
            met[frontier] = True
        return cls(steps, ends, fibres, np.flatnonzero(met))


@attrs.frozen(eq=False)
class Subsets:
    """The deterministic automaton of a subset construction, with the guide's state for each of its states, if any.

    `dropped` of the states were not followed.
    """

    steps: Steps
    ends: Ends
    guides: NDArray[Any] | None
    dropped: int = 0


def determinise(
    guess: Guess,
    work: Work,
    guide: tuple[Steps, Ends] | None = None,
    *,
    until_missing: bool = False,
    what: str = "a projection",
) -> Subsets:
    """The subset construction, level by level, on whole arrays.

    With a guide, a deterministic automaton over the letters that are read, only the words that it has not given up are
    followed, and the empty set is kept: so the words of the guide that have no right guess are found without the rest
    of the construction. With `until_missing` the work ends at the first level with such a word, and goes by antichains:
    a set is not followed when fewer digits led to a part of it, at the same state of the guide, for whatever is missing
    behind the larger set is missing behind the smaller one, and of fewer digits. So the shortest such words are all
    there still. (De Wulf, Doyen, Henzinger and Raskin 2006.)
    """
    for seed in range(8):
        result = _Construction(guess, guide, seed).run(work, until_missing=until_missing, what=what)
        if result is not None:
            return result
    raise AssertionError  # eight collisions of 64-bit words in a row


class _Construction:
    def __init__(self, guess: Guess, guide: tuple[Steps, Ends] | None, seed: int) -> None:
        self.guess, self.guide = guess, guide
        self.words = random_words(seed, len(guess.ends))
        self.letters, self.width = guess.fibres.shape
        self.flat = guess.fibres.ravel()
        self.numbers: dict[int, int] = {}
        self.members = np.array(guess.start, np.int32)
        self.first = np.array([0, len(guess.start)], np.int64)  # the set s is members[first[s]:first[s + 1]]
        self.guides = np.zeros(1, np.int32)
        self.rows: list[tuple[NDArray[Any], Steps]] = []
        self.smallest: dict[int, list[tuple[int, int]]] = {}  # by the guide's state: sets followed, size and bits

    def run(self, work: Work, *, until_missing: bool, what: str) -> Subsets | None:
        """The construction; None where two sets had one hash, so that a new seed is needed."""
        start = np.array([0])
        looks = self._looks(self.members.astype(np.int64), np.zeros(1, np.int64), start + len(self.members), start)
        self.numbers[int(looks[0])] = 0
        begin, end, dropped = 0, 1, 0
        while begin < end:
            if until_missing and self._missing(begin, end):
                break
            compared = until_missing and len(self.guess.ends) <= MOST_BITS
            level = self._smallest(begin, end) if compared else np.arange(begin, end)
            dropped += end - begin - len(level)
            stops = np.cumsum(self.first[level + 1] - self.first[level] + 1)
            for sets in np.split(level, np.flatnonzero(np.diff(stops // (SETS_AT_ONCE // len(self.flat) + 1))) + 1):
                if not self._read(sets):
                    return None
                work.check(len(self.first) - 1, what)
                check_steps(len(self.first) - 1, self.letters, what)
            begin, end = end, len(self.first) - 1
        count = len(self.first) - 1
        steps = np.full((count, self.letters), DEAD, np.int32)
        for sets, rows in self.rows:
            steps[sets] = rows
        return Subsets(steps, self._ends(0, count), self.guides if self.guide is not None else None, dropped)

    def _smallest(self, begin: int, end: int) -> NDArray[Any]:
        """The sets of a block that contain no set met before at the same state of the guide."""
        fresh: list[tuple[int, int, tuple[int, int]]] = []
        states = len(self.guess.ends)
        for low in range(begin, end, max(1, SETS_AT_ONCE // states)):
            high = min(end, low + max(1, SETS_AT_ONCE // states))
            rows = np.zeros((high - low, states), np.bool_)
            owners = np.repeat(np.arange(high - low), np.diff(self.first[low : high + 1]))
            rows[owners, self.members[self.first[low] : self.first[high]]] = True
            for number, packed in enumerate(np.packbits(rows, axis=1), low):
                guide, bits = int(self.guides[number]), int.from_bytes(packed.tobytes(), "big")
                if not any(part & bits == part for _size, part in self.smallest.get(guide, ())):
                    fresh.append((number, guide, (bits.bit_count(), bits)))
        for _number, guide, sized in fresh:
            known = self.smallest.setdefault(guide, [])
            if len(known) < MOST_PARTS or sized < known[-1]:
                insort(known, sized)
                del known[MOST_PARTS:]
        return np.array([number for number, _guide, _bits in fresh], np.int64)

    def _missing(self, begin: int, end: int) -> bool:
        assert self.guide is not None  # noqa: S101 - asked for by `until_missing`
        return bool((self.guide[1][self.guides[begin:end]] & ~self._ends(begin, end)).any())

    def _ends(self, begin: int, end: int) -> Ends:
        """Whether each set of a block contains an accepting state."""
        marks = np.append(0, np.cumsum(self.guess.ends[self.members[self.first[begin] : self.first[end]]]))
        offsets = self.first[begin : end + 1] - self.first[begin]
        return np.asarray(marks[offsets[1:]] > marks[offsets[:-1]])

    def _read(self, sets: NDArray[Any]) -> bool:
        count, states = len(sets), len(self.guess.ends)
        firsts, lasts = self.first[sets], self.first[sets + 1]
        owners = np.repeat(np.arange(count), lasts - firsts)
        after = self.guess.steps[self.members[ranges(firsts, lasts)]][:, self.flat].astype(np.int64)
        groups = owners[:, None] * self.letters + np.repeat(np.arange(self.letters), self.width)
        right = after != DEAD
        if self.guide is not None:
            guided = self.guide[0][self.guides[sets]].ravel()
            right &= (guided != DEAD)[groups]
        keys = different(groups[right] * states + after[right])
        group, member = np.divmod(keys, states)
        sizes = np.bincount(group, minlength=count * self.letters)
        alive = np.flatnonzero(sizes if self.guide is None else guided != DEAD)
        guides = np.zeros(len(alive), np.int32) if self.guide is None else guided[alive]
        stops = np.cumsum(sizes)
        looks = self._looks(member, (stops - sizes)[alive], stops[alive], guides)
        numbers = self._number(looks, member, (stops - sizes)[alive], stops[alive], guides)
        row = np.full(count * self.letters, DEAD, np.int32)
        row[alive] = numbers
        self.rows.append((sets, row.reshape(count, self.letters)))
        return self._same(numbers, member, sizes[alive], guides)

    def _looks(
        self, member: NDArray[Any], begins: NDArray[Any], stops: NDArray[Any], guides: NDArray[Any]
    ) -> NDArray[np.uint64]:
        """The hash of each set: the sum of its states' random words, with the guide's state."""
        with np.errstate(over="ignore"):
            sums = np.append(np.uint64(0), np.cumsum(self.words[member], dtype=np.uint64))
            return np.asarray(sums[stops] - sums[begins] + (guides.astype(np.uint64) + np.uint64(1)) * _GUIDE_SALT)

    def _number(
        self,
        looks: NDArray[np.uint64],
        member: NDArray[Any],
        begins: NDArray[Any],
        stops: NDArray[Any],
        guides: NDArray[Any],
    ) -> NDArray[np.int32]:
        """The number of each set; new sets get new numbers and are kept."""
        distinct, place, back = np.unique(looks, return_index=True, return_inverse=True)
        known = [self.numbers.get(look, DEAD) for look in distinct.tolist()]
        numbers = np.array(known, np.int32)
        fresh = np.flatnonzero(numbers == DEAD)
        if len(fresh):
            count = len(self.first) - 1
            numbers[fresh] = np.arange(count, count + len(fresh))
            self.numbers.update(zip(distinct[fresh].tolist(), numbers[fresh].tolist(), strict=True))
            chosen = place[fresh]
            begins, stops = begins[chosen], stops[chosen]
            self.members = np.concatenate([self.members, member[ranges(begins, stops)].astype(np.int32)])
            self.first = np.concatenate([self.first, self.first[-1] + np.cumsum(stops - begins)])
            self.guides = np.concatenate([self.guides, guides[chosen].astype(np.int32)])
        return numbers[back]

    def _same(self, numbers: NDArray[Any], member: NDArray[Any], sizes: NDArray[Any], guides: NDArray[Any]) -> bool:
        """Whether every set is the one whose number it was given."""
        begins, stops = self.first[numbers], self.first[numbers + 1]
        if not ((stops - begins) == sizes).all() or not (self.guides[numbers] == guides).all():
            return False
        return bool((self.members[ranges(begins, stops)] == member).all())
