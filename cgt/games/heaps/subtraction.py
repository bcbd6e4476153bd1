"""Subtraction games: the same amounts may be taken from every heap large enough."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, islice, takewhile
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.code import HeapCode
from cgt.core.concurrency import lazy_property
from cgt.core.game import Game
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.reading import WholeNumber, check_parameter, parse_parameter
from cgt.core.route import ClosedForm
from cgt.digits.number_sets import NumberSet, number_set
from cgt.errors import ParseError, RulesetError
from cgt.families.heap_game import TakingRuleset
from cgt.families.matches import heaps_of
from cgt.families.periodic_form import PeriodicTakes
from cgt.families.recognised_form import RecognisedTakes
from cgt.families.tame_form import TabulatedMisere, TameForm
from cgt.fast.subtraction_values import AllButSequence, EndlessSubtraction, SubtractionSequence
from cgt.games.heaps.bounded_nim import FERGUSON, Remainders

if TYPE_CHECKING:
    from cgt.digits.moves import LinearMoves
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import NimSequence
    from cgt.theory.period import PeriodReport

_WINNING_WAYS = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, ch. 4 (1982)"


_SUBTRACTION_FORM = (
    "the amounts that may be taken, such as subtraction(2,5), or a set of them without end, such as subtraction(2^k+1) "
    "or subtraction(primes)"
)

FEW_VALUES, MOST_VALUES = 256, 10_000
"""The numbers of values in which the period of an infinite set is looked for: less than half a second."""

_NEEDS = "{name}(amounts) needs whole numbers of at least 1, such as {name}(1,3,4)"

LONGEST_CODE = 20_000
"""A code has as many digits as its greatest amount; no period is looked for so far, nor does a longer code pay."""


class FixedTakes(TakingRuleset):
    """The base of taking games whose amounts do not depend on the heap: write `amounts()`.

    Every such game is tame (see `cgt.families.tame_form`): its misère play follows from its normal nim-values.
    """

    @abstractmethod
    def amounts(self) -> Iterable[int]:
        """The amounts, each at least 1, ascending; lazily where there are many, and perhaps without end."""

    @property
    def _first_step(self) -> int | None:
        """The least amount, which is taken first."""
        return next(iter(self.amounts()), None)

    def takes(self, size: int) -> Iterator[int]:
        return takewhile(size.__ge__, self.amounts())

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The sequence of nim-values, by the loops of subtraction games."""
        return EndlessSubtraction(self.amounts, backend=backend)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of misère nim with what heaps are worth, for several of a tame game in misère play."""
        tame = any(isinstance(form, TameForm) for form in self.closed_forms())
        if convention is Convention.NORMAL or not tame or len(heaps_of(position)) < 2:
            return ""
        return _(
            "each heap counts as a heap of nim as large as it is worth: leave a nim-sum of 0 as long as a heap worth 2 "
            "or more stays; then leave an odd number of heaps worth 1"
        )

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TabulatedMisere(self),)


@attrs.frozen(init=False, repr=False)
class ListedTakes(FixedTakes):
    """The base of games given by a list of amounts.

    Raises:
        RulesetError: no amount at all, or one that is not a whole number of at least 1.
    """

    listed: tuple[int, ...]
    """The amounts, ascending."""

    def __init__(self, *amounts: int | Iterable[int]) -> None:
        self.__attrs_init__(_distinct(amounts, self.name))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(exact_repr, self.listed))})"

    @classmethod
    def from_arguments(cls, *arguments: str) -> Game:
        return cls(parse_parameter(argument, _NEEDS, name=cls.name) for argument in arguments)


@attrs.frozen(init=False, repr=False)
class Subtraction(ListedTakes):
    """Take one of the listed amounts from one heap.

    >>> game = Subtraction({1, 3, 4})
    >>> game, str(game), game.table().values(10)
    (Subtraction(1, 3, 4), 'subtraction(1,3,4)', [0, 1, 0, 1, 2, 3, 2, 0, 1, 0])
    """

    name = "subtraction"
    title = "Subtraction game"
    rules = "Take one of the listed amounts from one heap."
    references = (_WINNING_WAYS, FERGUSON)
    example_arguments = ("1", "3", "4")
    argument_form = _SUBTRACTION_FORM

    @lazy_property
    def code(self) -> HeapCode | None:
        """The code with a digit 3 for every amount; None where it would be longer than `LONGEST_CODE`."""
        return HeapCode.of_subtraction(self.listed) if self.listed[-1] <= LONGEST_CODE else None

    def amounts(self) -> tuple[int, ...]:
        return self.listed

    @classmethod
    def from_arguments(cls, *arguments: str) -> Game:
        """Amounts, or one set of numbers without end: see `number_set`."""
        if len(arguments) != 1 or not any(map(str.isalpha, arguments[0])):  # a set has a letter
            return super().from_arguments(*arguments)
        try:
            return subtraction_of(arguments[0])
        except ParseError as error:
            raise RulesetError(f"{_(_NEEDS).format(name=cls.name)}; {error}") from None

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The sequence of nim-values; the period is copied once it is found."""
        return SubtractionSequence(self.listed, backend=backend)

    def allows(self, size: int, take: int) -> bool:
        return take <= size and _contains(self.listed, take)

    def linear_moves(self) -> LinearMoves:
        """The moves of one heap as formulas."""
        from cgt.digits.moves import subtraction_moves

        return attrs.evolve(subtraction_moves(self.listed), table=self._level_table, sizes=(100, 1_000, 10_000))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """The closed forms: remainders for {1, …, m}, the period for one or two amounts, else general ones."""
        if self.listed[-1] == len(self.listed):
            return (Remainders(self, self.listed[-1]),)
        if len(self.listed) <= 2:
            return (TwoAmounts(self),)
        return (PeriodicTakes(self), *super().closed_forms())


@attrs.frozen(init=False, repr=False)
class AllBut(ListedTakes):
    """Take any number of matches from one heap except the listed amounts.

    >>> game = AllBut(1, 3)
    >>> game, str(game), game.table().values(12)
    (AllBut(1, 3), 'all-but(1,3)', [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    """

    name = "all-but"
    title = "All-but subtraction game"
    rules = "Take any number of matches, at least one, from one heap, except the listed amounts."
    references = (
        "A. N. Siegel, Combinatorial Game Theory, Graduate Studies in Mathematics 146 (2013), ch. IV",
        FERGUSON,
    )
    example_arguments = ("1", "3")
    argument_form = "the amounts that may not be taken, such as all-but(2,5)"

    @property
    def code(self) -> HeapCode | None:
        """The code with a digit 0 for every excepted amount and 3 for ever after; None where it would be too long."""
        return HeapCode.of_all_but(self.listed) if self.listed[-1] <= LONGEST_CODE else None

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (PeriodicTakes(self), *super().closed_forms())

    def amounts(self) -> Iterator[int]:
        before = (take for take in range(1, self.listed[-1]) if not _contains(self.listed, take))
        return chain(before, count(self.listed[-1] + 1))

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The sequence of nim-values, in O(heaps × excepted amounts)."""
        return AllButSequence(self.listed, backend=backend)

    def allows(self, size: int, take: int) -> bool:
        return 1 <= take <= size and not _contains(self.listed, take)


class NamedTakes(FixedTakes):
    """The base of games whose amounts are an infinite set that `number_set` knows: write `set`, its name."""

    references: ClassVar[tuple[str, ...]] = (FERGUSON,)

    @property
    def set(self) -> str:
        """The name of the set."""
        raise NotImplementedError

    @lazy_property
    def numbers(self) -> NumberSet:
        """The set of amounts."""
        return number_set(self.set)

    @property
    def rules(self) -> str:
        """The rules, by the set of amounts."""
        amounts = ", ".join(map(exact_repr, islice(self.amounts(), 6)))
        return _("Take {amounts}, … matches from one heap.").format(amounts=amounts)

    def amounts(self) -> Iterator[int]:
        return self.numbers.members()

    def allows(self, size: int, take: int) -> bool:
        return 1 <= take <= size and take in self.numbers

    def period(
        self,
        limit: int | None = None,
        *,
        reach: int | None = None,
        modulus: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> PeriodReport:
        """The period of the nim-sequence, proved by the remainders of the amounts; or a proof that there is none.

        >>> print(TakeAPower(3).period())
        take-a-power(3): period 2, from heap 0, proved (remainders of the amounts)
        """
        if reach is not None:
            return super().period(limit, reach=reach, modulus=modulus, progress=progress)
        from cgt.theory.period import period_of_set

        with self.table().borrow() as sequence:
            return period_of_set(self.numbers, limit, rule=str(self), sequence=sequence, progress=progress)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (PeriodOfSet(self), *super().closed_forms()) if self.numbers.remainders_recur else super().closed_forms()


class AutomaticTakes(NamedTakes):
    """The base of those whose set an automaton may read, and with it the positions."""

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        recognised = () if self.numbers.sentence is None else (RecognisedTakes(self),)
        *by_period, tabulated = super().closed_forms()
        return (*by_period, *recognised, tabulated)

    def linear_moves(self) -> LinearMoves | None:
        """The moves of one heap as formulas, where an automaton reads the set; else None."""
        from cgt.games.heaps.linear_moves import stated_moves

        if self.numbers.sentence is None:
            return None
        member, *more = self.numbers.sentence.split(";")
        rule = ";".join([f"n: t >= 1 & {member} -> n - t", *more])
        return stated_moves(rule, self._level_table, (1_000, 20_000, 200_000))


@attrs.frozen
class TakeASquare(NamedTakes):
    """Take a square number of matches from one heap.

    >>> TakeASquare().table().values(10)
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """

    name = "take-a-square"
    title = "Take a square"
    rules = "Take 1, 4, 9, 16, … matches from one heap."
    references = (
        "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)",
        FERGUSON,
    )
    set: ClassVar[str] = "x^2"


@attrs.frozen
class TakeAPrime(NamedTakes):
    """Take a prime number of matches from one heap.

    >>> TakeAPrime().table().values(10)
    [0, 0, 1, 1, 2, 2, 3, 3, 4, 0]
    """

    name = "take-a-prime"
    title = "Take a prime"
    rules = "Take 2, 3, 5, 7, … matches, a prime number of them, from one heap."
    references = ("OEIS A014589", FERGUSON)
    set: ClassVar[str] = "primes"


@attrs.frozen
class TakeAFibonacci(NamedTakes):
    """Take a Fibonacci number of matches from one heap: the other game that is called Fibonacci nim (article 004).

    >>> TakeAFibonacci().table().values(12)
    [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1]
    """

    name = "take-a-fibonacci"
    title = "Take a Fibonacci number"
    rules = "Take 1, 2, 3, 5, 8, … matches, a Fibonacci number of them, from one heap."
    references = ("OEIS A014588", FERGUSON)
    set: ClassVar[str] = "fibonacci"


@attrs.frozen
class SubtractionOfSet(AutomaticTakes):
    """Take a number of an infinite set that has a name or a formula: see `number_set`.

    >>> import cgt
    >>> game = cgt.parse_ruleset("subtraction(2^k + 1)")
    >>> str(game), cgt.nim_values(game, 10)
    ('subtraction(2^k+1)', [0, 0, 1, 1, 2, 2, 3, 0, 0, 1])
    """

    name = "subtraction"
    title = "Subtraction of an infinite set"
    argument_form = _SUBTRACTION_FORM

    set: str

    def __attrs_post_init__(self) -> None:
        number_set(self.set)

    @property
    def rules(self) -> str:
        """The rules with the first amounts and the set."""
        return _("{rules} They are the numbers of the set {set}.").format(rules=super().rules, set=self.set)


@attrs.frozen
class TakeACube(NamedTakes):
    """Take a cube.

    >>> import cgt
    >>> cgt.nim_values("take-a-cube", 12)
    [0, 1, 0, 1, 0, 1, 0, 1, 2, 0, 1, 0]
    """

    name = "take-a-cube"
    title = "Take a cube"
    example = "3,8"
    set: ClassVar[str] = "x^3"


@attrs.frozen
class TakeATriangle(NamedTakes):
    """Take 1, 3, 6, 10 or another triangular number.

    >>> import cgt
    >>> cgt.nim_values("take-a-triangle", 12)
    [0, 1, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0]
    """

    name = "take-a-triangle"
    title = "Take a triangular number"
    example = "3,6"
    references = ("OEIS A019509", FERGUSON)
    set: ClassVar[str] = "triangles"


@attrs.frozen
class TakeAFactorial(NamedTakes):
    """Take 1, 2, 6, 24 or another factorial.

    >>> import cgt
    >>> cgt.nim_values("take-a-factorial", 12)
    [0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1]
    """

    name = "take-a-factorial"
    title = "Take a factorial"
    references = ("OEIS A014587", FERGUSON)
    set: ClassVar[str] = "factorials"


@attrs.frozen
class TakeAPower(AutomaticTakes):
    """Take a power of a number, 1 among them.

    >>> import cgt
    >>> print(cgt.discover("take-a-power(2)").recognised[0])  # doctest: +ELLIPSIS
    the won positions, their numbers in base 2: level 1: 3 states, proved for all positions; ...
    """

    name = "take-a-power"
    title = "Take a power"
    example_arguments = ("2",)
    argument_form = (
        "a number b from 2 to 1000, such as take-a-power(3): the amounts 1, b, b times b and so on may be taken"
    )

    base: int = attrs.field(
        validator=WholeNumber("take-a-power(b) needs a whole number b of 2 to 1000", least=2, most=1000)
    )

    @property
    def set(self) -> str:
        """The name `2^k` of the set."""
        return f"{self.base}^k"


def subtraction_of(text: str) -> Game:
    """The subtraction game of an infinite set; some have a game of their own.

    >>> print(subtraction_of("x*x"), subtraction_of("triangles"))
    take-a-square take-a-triangle
    """
    plain = number_set(text).name
    games = (TakeASquare, TakeAPrime, TakeAFibonacci, TakeACube, TakeATriangle, TakeAFactorial)
    known: dict[str, Callable[[], Game]] = {game.set: game for game in games}
    base, of, rest = plain.partition("^k")
    if of and not rest:
        return TakeAPower(int(base))
    return known[plain]() if plain in known else SubtractionOfSet(plain)


@attrs.frozen
class TwoAmounts(TameForm):
    """The closed form for amounts a <= b: period a + b (2a when b is an odd multiple of a).

    Heaps below b alternate a zeros and a ones. The next a heaps reach 0 by taking b, and what the heap less a is worth:
    they are worth 1 where that is 0, and 2 where it is 1. From a + b on the same values come again.

    >>> game = Subtraction(2, 5)
    >>> [TwoAmounts(game).value(size) for size in range(9)]
    [0, 0, 1, 1, 0, 2, 1, 0, 0]
    """

    ruleset: ListedTakes
    name = "period of two amounts"
    statement = (
        "One or two amounts a <= b: the nim-values repeat after a + b (after 2a when b is an odd multiple of a)."
    )
    reference = _WINNING_WAYS

    @property
    def _two(self) -> tuple[int, int]:
        """The two amounts, which are one where there is no other."""
        return self.ruleset.listed[0], self.ruleset.listed[-1]

    def value(self, size: int) -> int:
        a, b = self._two
        place = size % (a + b)
        if place < b:
            return place // a % 2
        return 1 + (place - a) // a % 2

    def describe(self, size: int) -> str:
        return _rest_text(size, sum(self._two), self.value(size))


@attrs.frozen
class PeriodOfSet(TameForm):
    """The closed form for the numbers of an infinite set whose remainders prove a period of the nim-values.

    >>> import cgt
    >>> print(cgt.solve("subtraction(x^2+1) 10^30").explanation)
    1000000000000000000000000000000 leaves 1 when divided by 3, which is worth 1: take 1
    """

    ruleset: NamedTakes
    name = "period by remainders"
    statement = "An infinite set whose remainders modulo p prove that the nim-values repeat after p."
    reference = "proved here, as in the answer of `cgt period`"

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether some values prove a period: about twice as many as the largest heap has counters, or fewer."""
        return self._pattern_of(max(sizes, default=0)) is not None

    def value(self, size: int) -> int:
        return self._pattern[size % len(self._pattern)]

    def takes_to(self, size: int, value: int) -> Iterator[int]:
        pattern = self._pattern
        period = len(pattern)
        every = self.ruleset.numbers.remainders(period) or {}
        wanted = {remainder for remainder in every if pattern[(size - remainder) % period] == value}
        return (take for take in self.ruleset.takes(size) if take % period in wanted) if wanted else iter(())

    def describe(self, size: int) -> str:
        return _rest_text(size, len(self._pattern), self.value(size))

    @property
    def _pattern(self) -> Sequence[int]:
        pattern = self._pattern_of(None)
        assert pattern is not None  # noqa: S101 - asked only where the form covers; this tells the type checker
        return pattern

    def _pattern_of(self, heap: int | None) -> Sequence[int] | None:
        """The nim-values of one period, if few values prove it; of a `heap` of a given size, about twice as many."""
        wanted = MOST_VALUES if heap is None else min(MOST_VALUES, max(FEW_VALUES, 1 << heap.bit_length()))
        return _pattern(self.ruleset, wanted)


@MEMORY.cache("periods of infinite sets", 64)
def _pattern(ruleset: NamedTakes, limit: int) -> tuple[int, ...] | None:
    """The nim-values of one period, if so many values prove it."""
    report = ruleset.period(limit)
    if report.periodicity is None or report.theorem is None:
        return None
    return tuple(int(value) for value in report.values[: report.periodicity.period])


def _rest_text(size: int, modulus: int, value: int) -> str:
    """The nim-value of a heap by the rest that it leaves, as a clause."""
    text = _("{size} leaves {rest} when divided by {modulus}, which is worth {value}")
    rest = format_int(size % modulus)
    return text.format(size=format_int(size), rest=rest, modulus=format_int(modulus), value=value)


def _distinct(amounts: tuple[int | Iterable[int], ...], name: str) -> tuple[int, ...]:
    """The amounts, given one by one or as one iterable, sorted and each once."""
    given: Iterable[object] = amounts
    if len(amounts) == 1 and isinstance(amounts[0], Iterable):
        given = amounts[0]
    distinct = sorted(
        {  # what is plainly right is not asked further: periods of a thousand sets are made from such lists
            amount if type(amount) is int and amount >= 1 else check_parameter(amount, _NEEDS, name=name)
            for amount in given
        }
    )
    if not distinct:
        raise RulesetError(_(_NEEDS).format(name=name))
    return tuple(distinct)


def _contains(ascending: tuple[int, ...], number: int) -> bool:
    place = bisect_left(ascending, number)
    return place < len(ascending) and ascending[place] == number
