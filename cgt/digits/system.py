"""Number systems that automata can read: places, digits, and the valid words.

A system is a list of places U_0 = 1 < U_1 < U_2 < …, from some place on by a linear recurrence, and the rule which
words are greedy expansions, as a small automaton that reads the greatest place first. Zeros in front are always
allowed. The greedy expansions of one length, in the order of the alphabet, count through the numbers: so order, and
the next number, can be read off the digits whatever the system.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise

import attrs

from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import check_whole, format_int, format_value
from cgt.core.plugins import call_plugin, plugins
from cgt.core.reading import check_text
from cgt.digits.takeaway_base import GROWING, Base, steady_steps
from cgt.errors import BudgetError, NumberError, ParseError, PluginError

DEAD = -1
"""The state without any word of a number that goes on from it, in a table of steps."""

GROUP = "cgt.number_systems"
"""The entry-point group; an entry is a `NumberSystem`, or a function that makes one; its name there is its name."""

CHECKED = 1_000
"""The number of numbers that are written in a plugin's system, as a check, before it is used."""

MOST_DIGITS = 1 << 20
"""The most digits that a system may have: its automaton is a table of them."""

ZERO = ord("0")

AT_ONCE = 64
"""The number of places added at a time when a number needs more."""

MOST_HELD = 5_000_000
"""The most numbers of places that the states of an automaton of words hold on the way: half a gigabyte."""

MOST_TERMS = 10_000
"""The number of terms of a take-away base in which its recurrence is looked for."""


@attrs.frozen
class NumberSystem:
    """One way to write the numbers 0, 1, 2, … with digits, the greatest place first.

    Two systems are equal when they write every number alike, whatever they are called.

    Attributes:
        name: as `number_system` reads it.
        digit_count: the digits are 0..digit_count-1.
        first: the lowest places, ascending from 1; all the higher ones follow from them.
        recurrence: c_1, …, c_r, none below 0, with U_i = c_1·U_{i-1} + … + c_r·U_{i-r} for every i >= len(first) >= r.
        steps: of the automaton of valid words, `steps[state][digit]`; it starts in state 0, and `DEAD` is no state.
        ends: whether a valid word may end, by state.

    Raises:
        NumberError: the places do not ascend from 1, or the recurrence has a number below 0.

    >>> fibonacci = number_system("zeckendorf")
    >>> fibonacci.digits(50), fibonacci.number((1, 0, 1, 0, 0, 1, 0, 0))
    ((1, 0, 1, 0, 0, 1, 0, 0), 50)
    """

    name: str = attrs.field(eq=False)
    digit_count: int
    first: tuple[int, ...]
    recurrence: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    ends: tuple[bool, ...] = attrs.field(repr=False)
    _places: list[int] = attrs.field(init=False, eq=False, repr=False, factory=list)

    def __attrs_post_init__(self) -> None:
        """Refuse places that do not ascend, and a recurrence by which sums could fall again (see `digits.linear`)."""
        self._places.extend(self.first)
        if self.first[:1] == (1,) and len(self.first) >= len(self.recurrence) and min(self.recurrence, default=-1) >= 0:
            self.place(len(self.first) + len(self.recurrence))
            if all(low < high for low, high in pairwise(self._places)):
                return
        raise NumberError(f"the places of {self.name} ascend from 1, by a recurrence of numbers from 0")

    def __str__(self) -> str:
        return self.name

    def place(self, index: int) -> int:
        """U_index, the lowest place being U_0 = 1."""
        if len(self._places) <= index:
            self._grow(index + 1)
        return self._places[index]

    def _grow(self, count: int) -> None:
        """Compute at least `count` places."""
        places = self._places
        terms = [(j, c) for j, c in enumerate(self.recurrence, 1) if c]
        with GROWING:
            if len(terms) == 2 and terms[0][1] == terms[1][1] == 1:  # the commonest, five times as fast
                (near, _), (far, _) = terms
                while len(places) < count:
                    places.append(places[-near] + places[-far])
            while len(places) < count:
                places.append(sum(c * places[-j] for j, c in terms))

    def length(self, n: int) -> int:
        """The number of digits of n; 0 has no digits."""
        if n <= 0:
            return 0
        while self._places[-1] <= n:
            self._grow(len(self._places) + AT_ONCE)
        return bisect_right(self._places, n)

    def digits(self, n: int, length: int | None = None) -> tuple[int, ...]:
        """The digits of n, the greatest place first; with `length`, with leading zeros up to it.

        Raises:
            NumberError: n is below 0, or has more than `length` digits.

        >>> number_system("takeaway(3n)").digits(30), number_system("base 2").digits(5, 4)
        ((1, 0, 0, 0, 0, 0, 0, 0, 0, 1), (0, 1, 0, 1))
        """
        n = check_whole(n, "digits are for whole numbers of at least 0")
        needed = self.length(n)
        if length is not None and needed > length:
            raise NumberError(f"{format_value(n)} has {needed} digits, more than {length}")
        zeros = (0,) * ((length or 0) - needed)
        if self.recurrence == (2,) and self.first == (1,):  # the commonest, in less time
            return (*zeros, *[character - ZERO for character in f"{n:b}".encode()]) if n else zeros
        written = []
        for place in reversed(self._places[:needed]):
            if n < place:
                written.append(0)
            elif self.digit_count == 2:
                written.append(1)
                n -= place
            else:
                digit, n = divmod(n, place)
                written.append(digit)
        return (*zeros, *written)

    def letters(self, numbers: Sequence[int]) -> list[int]:
        """The letters of numbers written side by side, the greatest place first: one digit of each, the first's ahead.

        >>> number_system("base 2").letters((5, 2))
        [2, 1, 2]
        """
        length = max(map(self.length, numbers), default=0)
        words = [self.digits(number, length) for number in numbers]
        letters = list(words[0]) if words else []
        for word in words[1:]:
            letters = [front * self.digit_count + digit for front, digit in zip(letters, word, strict=True)]
        return letters

    def number(self, digits: Sequence[int]) -> int:
        """The number that digits stand for.

        Raises:
            NumberError: they are no number's digits.

        >>> number_system("zeckendorf").number((1, 1))
        Traceback (most recent call last):
        cgt.errors.NumberError: (1, 1) are no number's digits in zeckendorf
        """
        if not self.is_valid(digits):
            raise NumberError(f"{format_value(tuple(digits))} are no number's digits in {self.name}")
        self.place(len(digits))
        return sum(digit * place for digit, place in zip(reversed(digits), self._places, strict=False) if digit)

    def is_valid(self, digits: Sequence[int]) -> bool:
        """Whether the digits are a valid word, leading zeros allowed.

        >>> number_system("ostrowski(2)").is_valid((0, 2, 0, 1)), number_system("ostrowski(2)").is_valid((2, 1))
        (True, False)
        """
        state = 0
        for digit in digits:
            if digit not in range(self.digit_count) or (state := self.steps[state][digit]) == DEAD:
                return False
        return self.ends[state]


def _check_digits(digits: int) -> None:
    if digits > MOST_DIGITS:
        raise NumberError(
            f"an automaton reads at most {format_int(MOST_DIGITS, group=True)} different digits, "
            f"not {format_value(digits)}"
        )


def kary(k: int = 2) -> NumberSystem:
    """The system of base k >= 2, with the usual digits 0..k-1.

    >>> kary(10).digits(2026)
    (2, 0, 2, 6)
    """
    return _kary(check_whole(k, "a base is a whole number of at least 2", least=2))


@MEMORY.cache("positional systems")
def _kary(k: int) -> NumberSystem:
    _check_digits(k)
    return NumberSystem(f"base {k}", k, (1,), (k,), ((0,) * k,), (True,))


@MEMORY.cache("the Zeckendorf system")
def zeckendorf() -> NumberSystem:
    """The Zeckendorf system: sums of Fibonacci numbers 1, 2, 3, 5, …, no two of them neighbours.

    >>> zeckendorf().digits(11)
    (1, 0, 1, 0, 0)
    """
    return attrs.evolve(ostrowski(1), name="zeckendorf")


def ostrowski(a: int = 1) -> NumberSystem:
    """The Ostrowski system: places 1, a+1, then a times the last plus the one before (Fraenkel 1982).

    The system of Wythoff's game where the two amounts differ by less than a.

    >>> ostrowski(2).digits(16)
    (2, 0, 2)
    """
    return _ostrowski(check_whole(a, "the slack a is 1 or more", least=1))


@MEMORY.cache("Ostrowski systems")
def _ostrowski(a: int) -> NumberSystem:
    _check_digits(a + 1)
    steps = ((*(0,) * a, 1), (0, *(DEAD,) * a))
    return NumberSystem("zeckendorf" if a == 1 else f"ostrowski({a})", a + 1, (1, a + 1), (a, 1), steps, (True, True))


def takeaway(k: int, q: int = 0) -> NumberSystem:
    """The base of the take-away game with quota kn+q (Schwenk 1970): digits 0 and 1, ones at a distance.

    After the term H_{j+1} = H_j + H_m less than H_m remains of a greedy sum, so the next term stands below place m; how
    far m lags behind j is found, and proved to stay so, by `steady_steps`.

    Raises:
        NumberError: k or q is no whole number.
        RulesetError: k is below 1 or k + q is: then the base ends.
        BudgetError: its words take an automaton of very many states, or no recurrence is seen.

    >>> takeaway(3).digits(10), takeaway(2) == zeckendorf(), takeaway(1) == kary(2)
    ((1, 0, 0, 0, 1, 0), True, True)
    """
    needs = "a quota kn + q has whole numbers k and q"
    return _takeaway(check_whole(k, needs, least=None), check_whole(q, needs, least=None))


@MEMORY.cache("take-away systems")
def _takeaway(k: int, q: int) -> NumberSystem:
    gap, start, _window = steady_steps(k, q, MOST_TERMS)
    base = Base(lambda taken: k * taken + q)
    lowest = max(start - 1, gap)
    first = tuple(islice(base, lowest))
    recurrence = [1, *(0,) * (gap - 1)]
    recurrence[gap - 1] += 1
    # lags[j] for the place j (from 0): after a digit 1 there, the next 1 is at place j - lags[j] at the highest.
    lags = [j + 1 - base.link(j + 1) + 1 for j in range(lowest + 1)]
    steps, ends = _spaced_words([*lags, gap])
    name = "zeckendorf" if (k, q) == (2, 0) else "base 2" if (k, q) == (1, 0) else f"takeaway({_quota(k, q)})"
    return NumberSystem(name, 2, first, tuple(recurrence), steps, ends)


@attrs.frozen
class _Reading:
    """The state of a reader of spaced words: places since the last 1, and the allowed numbers of digits to come.

    A 1 that follows another closely is right at some places only. `odd` are the exceptions among the numbers of places
    to read: the right ones, or, when `many` is true, the wrong ones.
    """

    since: int
    many: bool
    odd: frozenset[int]

    def may_end(self) -> bool:
        return self.many is not (0 in self.odd)

    def after(self, digit: int, lags: Sequence[int]) -> _Reading | None:
        """The state after one more digit; None when no valid word begins so."""
        many, odd = self.many, frozenset(place - 1 for place in self.odd if place)
        since = min(self.since + 1, max(lags)) if digit == 0 else 0
        if digit and self.since < max(lags):
            # This 1 stands `back` below the 1 before, at place j of which j - back places are below both.
            back = self.since + 1
            fits = lags[-1] <= back
            places = frozenset(j - back for j, lag in enumerate(lags) if j >= back and (lag <= back) is not fits)
            many, odd = _both(many, odd, fits, places)
        return _Reading(since, many, odd) if many or odd else None


def _both(many: bool, odd: frozenset[int], also: bool, places: frozenset[int]) -> tuple[bool, frozenset[int]]:
    if many and also:
        return True, odd | places
    if many or also:
        return False, (places - odd) if many else (odd - places)
    return False, odd & places


def _spaced_words(lags: Sequence[int]) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    """The automaton of words of 0 and 1 where no 1 stands below a 1 at place j but above the place j - lags[j].

    The last of the lags holds for all higher places. Raises `BudgetError` where it would take very much memory.
    """
    start = _Reading(max(lags), many=True, odd=frozenset())
    numbers, waiting, steps = {start: 0}, deque([start]), []
    held = 0
    while waiting:
        reading = waiting.popleft()
        row = []
        for digit in (0, 1):
            after = reading.after(digit, lags)
            if after is not None and after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
                held += 1 + len(after.odd)
                if held > MOST_HELD:
                    raise BudgetError("the automaton of this number system's words has too many states")
            row.append(DEAD if after is None else numbers[after])
        steps.append(tuple(row))
    return _merged(steps, [reading.may_end() for reading in numbers])


def _merged(
    steps: Sequence[tuple[int, ...]], ends: Sequence[bool]
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    """The minimal automaton of the same words (Moore)."""
    kinds = [int(end) for end in ends]
    while True:
        looks = [
            (kind, *(DEAD if to == DEAD else kinds[to] for to in row)) for kind, row in zip(kinds, steps, strict=True)
        ]
        numbers = {look: number for number, look in enumerate(dict.fromkeys(looks))}
        finer = [numbers[look] for look in looks]
        if len(numbers) == len(set(kinds)):
            break
        kinds = finer
    rows = dict(zip(finer, steps, strict=True))  # any state of a kind tells where the kind goes
    last = dict(zip(finer, ends, strict=True))
    merged = tuple(tuple(DEAD if to == DEAD else finer[to] for to in rows[kind]) for kind in range(len(rows)))
    return merged, tuple(last[kind] for kind in range(len(rows)))


def _quota(k: int, q: int) -> str:
    return f"{'' if k == 1 else k}n{f'{q:+d}' if q else ''}"


MOST_QUOTA = 50
"""The greatest k + |q| of a quota kn+q whose automaton is made from text: a second; it grows with the cube."""


def number_system(text: str) -> NumberSystem:
    """The system of that name: `base 2`, `base 10`, `zeckendorf`, `ostrowski(2)`, `takeaway(3n)`, `takeaway(2n+1)`.

    A package adds its own under `[project.entry-points."cgt.number_systems"]`.

    Raises:
        ParseError: there is no such system.
        PluginError: a package's system of that name is none.
        RulesetError: the base of the quota ends.

    >>> number_system("takeaway(n+1)").first
    (1, 2, 3, 5)
    """
    check_text(text)
    plain = re.sub("(?<![0-9]) | (?![0-9])", "", " ".join(text.lower().split()))  # 7 8 is not 78
    if plain in {"zeckendorf", "fibonacci"}:
        return zeckendorf()
    if plain == "binary":
        return kary(2)
    if match := re.fullmatch(r"(?:base)?(?:([0-9]{1,4})|\(([0-9]{1,4})\))", plain):
        return kary(int(match[1] or match[2]))
    if match := re.fullmatch(r"ostrowski\(([0-9]{1,4})\)", plain):
        return ostrowski(int(match[1]))
    if match := re.fullmatch(r"takeaway\(([0-9]{0,4})n([+-][0-9]{1,4})?\)", plain):
        k, q = int(match[1] or 1), int(match[2] or 0)
        if k + abs(q) > MOST_QUOTA:
            raise ParseError(
                f"the automaton of takeaway({_quota(k, q)}) takes long: from text, k + |q| is at most {MOST_QUOTA}"
            )
        return takeaway(k, q)
    if plain in (installed := plugins(GROUP, "number system").by_name):
        return _installed(plain)
    known = ", ".join(("base 2, zeckendorf, ostrowski(2), takeaway(3n)", *installed))
    message = _("there is no number system {text}; there are such as {known}")
    raise ParseError(message.format(text=format_value(text), known=known))


@cache
def _installed(name: str) -> NumberSystem:
    plugin = plugins(GROUP, "number system").by_name[name]
    result = plugin.made(NumberSystem)
    if not isinstance(result, NumberSystem):
        raise PluginError(f"{plugin} is no NumberSystem: {format_value(result)}")
    system = attrs.evolve(result, name=name)
    wrong = call_plugin(f"{plugin} does not write numbers", lambda: check_system(system))
    if wrong is not None:
        raise PluginError(f"{plugin} does not write numbers: {wrong}")
    return system


def check_system(system: NumberSystem) -> str | None:
    """A fault of a system, None if none is found: its words in order must stand for 0, 1, 2, ….

    As many words of each length must be valid as there are numbers below the place, and the digits of the first
    thousand numbers must be among them.

    >>> check_system(takeaway(3)) is None
    True
    >>> check_system(NumberSystem("fibonacci", 2, (1, 2), (1, 1), ((0, 0),), (True,)))
    '4 words of 2 digits are valid, but 3 numbers have so few'
    """
    counts = [int(end) for end in system.ends]
    for length in range(1, len(system.first) + len(system.steps) + len(system.recurrence)):
        counts = [sum(counts[to] for to in row if to != DEAD) for row in system.steps]
        if counts[0] != system.place(length):
            return f"{counts[0]} words of {length} digits are valid, but {system.place(length)} numbers have so few"
    wrong = next((n for n in range(CHECKED) if not system.is_valid(system.digits(n))), None)
    return None if wrong is None else f"the digits {system.digits(wrong)} of {wrong} are not valid"
