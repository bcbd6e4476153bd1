"""Subtraction games: the same amounts may be taken from every heap that is large enough."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, count, takewhile
from math import isqrt
from typing import TYPE_CHECKING, Self

import attrs
from more_itertools import first, is_prime, sieve

from cgt.core.code import HeapCode
from cgt.core.language import _
from cgt.core.numbers import shortened, to_decimal
from cgt.core.reading import check_parameter, parse_parameter
from cgt.core.route import ClosedForm
from cgt.digits.fibonacci import fibonacci_like, is_fibonacci
from cgt.families.heap_game import TakingRuleset
from cgt.families.periodic import PeriodicTakes
from cgt.families.tame import TabulatedMisere, TameForm
from cgt.fast.subtraction import AllButSequence, EndlessSubtraction, SubtractionSequence
from cgt.games.heaps.bounded_nim import Remainders

if TYPE_CHECKING:
    from cgt.digits.moves import LinearMoves
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import NimSequence

_FERGUSON = "T. S. Ferguson, On sums of graph games with last player losing, Int. J. Game Theory 3 (1974)"
_WINNING_WAYS = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, ch. 4 (1982)"


LONGEST_CODE = 20_000
"""A code has as many digits as its greatest amount; no period is looked for so far, nor does a longer code pay."""


class FixedTakes(TakingRuleset):
    """A taking game in which what may be taken does not depend on the heap: write `amounts()`.

    Every such game is tame (see `cgt.families.tame`): its misère play follows from its normal nim-values.
    """

    @abstractmethod
    def amounts(self) -> Iterable[int]:
        """The amounts, each at least 1, ascending; lazily where there are many, and perhaps without end."""

    @property
    def first_step(self) -> int | None:
        """The least amount."""
        return first(self.amounts(), None)

    def takes(self, size: int) -> Iterator[int]:
        return takewhile(size.__ge__, self.amounts())

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The nim-values of heaps, by the loops of subtraction games."""
        return EndlessSubtraction(self.amounts, backend=backend)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TabulatedMisere(self),)


@attrs.frozen(init=False, repr=False)
class ListedTakes(FixedTakes):
    """A game told by a list of amounts.

    Raises:
        RulesetError: no amount at all, or one that is not a whole number of at least 1.
    """

    listed: tuple[int, ...]
    """The amounts, ascending."""

    def __init__(self, *amounts: int | Iterable[int]) -> None:
        self.__attrs_init__(_distinct(amounts, self.name))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self.arguments)})"

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(map(to_decimal, self.listed))

    @classmethod
    def from_arguments(cls, *arguments: str) -> Self:
        return cls(parse_parameter(argument, _needs(cls.name)) for argument in arguments)


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
    references = (_WINNING_WAYS, _FERGUSON)
    example_arguments = ("1", "3", "4")

    @cached_property
    def code(self) -> HeapCode | None:
        """A digit 3 for every amount; None where the code would be longer than `LONGEST_CODE`."""
        return HeapCode.of_subtraction(self.listed) if self.listed[-1] <= LONGEST_CODE else None

    def amounts(self) -> tuple[int, ...]:
        return self.listed

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The nim-values of heaps; the period is copied once it shows."""
        return SubtractionSequence(self.listed, backend=backend)

    def allows(self, size: int, take: int) -> bool:
        return take <= size and _contains(self.listed, take)

    def linear_moves(self) -> LinearMoves:
        """The moves of one heap as formulas."""
        from cgt.digits.moves import subtraction_moves
        from cgt.digits.recognise import DenseTable

        def table(value: int, limit: int) -> DenseTable:
            return DenseTable([worth >= value for worth in self.table().values(limit)])

        return attrs.evolve(subtraction_moves(self.listed), table=table, sizes=(100, 1_000, 10_000))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """Remainders for {1, …, m}, the period for one or two amounts, and else what holds for all fixed amounts."""
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
        _FERGUSON,
    )
    example_arguments = ("1", "3")

    @property
    def code(self) -> HeapCode | None:
        """A digit 0 for every excepted amount, and 3 for ever after; None where it would be too long to write."""
        return HeapCode.of_all_but(self.listed) if self.listed[-1] <= LONGEST_CODE else None

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (PeriodicTakes(self), *super().closed_forms())

    def amounts(self) -> Iterator[int]:
        before = (take for take in range(1, self.listed[-1]) if not _contains(self.listed, take))
        return chain(before, count(self.listed[-1] + 1))

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The nim-values of heaps, in O(heaps × excepted amounts)."""
        return AllButSequence(self.listed, backend=backend)

    def allows(self, size: int, take: int) -> bool:
        return 1 <= take <= size and not _contains(self.listed, take)


@attrs.frozen
class TakeASquare(FixedTakes):
    """Take a square number of matches from one heap.

    >>> TakeASquare().table().values(10)
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """

    name = "take-a-square"
    title = "Take a square"
    rules = "Take 1, 4, 9, 16, … matches from one heap."
    references = (
        "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)",
        _FERGUSON,
    )

    def amounts(self) -> Iterator[int]:
        return (root * root for root in count(1))

    def allows(self, size: int, take: int) -> bool:
        return 1 <= take <= size and isqrt(take) ** 2 == take


@attrs.frozen
class TakeAPrime(FixedTakes):
    """Take a prime number of matches from one heap.

    >>> TakeAPrime().table().values(10)
    [0, 0, 1, 1, 2, 2, 3, 3, 4, 0]
    """

    name = "take-a-prime"
    title = "Take a prime"
    rules = "Take 2, 3, 5, 7, … matches, a prime number of them, from one heap."
    references = ("OEIS A014589", _FERGUSON)

    def amounts(self) -> Iterator[int]:
        return chain.from_iterable(map(_primes_of_bits, count(2)))

    def allows(self, size: int, take: int) -> bool:
        return take <= size and is_prime(take)


@attrs.frozen
class TakeAFibonacci(FixedTakes):
    """Take a Fibonacci number of matches from one heap: the other game that is called Fibonacci nim (article 004).

    >>> TakeAFibonacci().table().values(12)
    [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1]
    """

    name = "take-a-fibonacci"
    title = "Take a Fibonacci number"
    rules = "Take 1, 2, 3, 5, 8, … matches, a Fibonacci number of them, from one heap."
    references = ("OEIS A014588", _FERGUSON)

    def amounts(self) -> Iterator[int]:
        return fibonacci_like(1, 2)

    def allows(self, size: int, take: int) -> bool:
        return 1 <= take <= size and is_fibonacci(take)


@attrs.frozen
class TwoAmounts(TameForm):
    """One or two amounts a <= b: the nim-values repeat after a + b (after 2a when b is an odd multiple of a).

    Heaps below b alternate a zeros and a ones. The next a heaps reach 0 by taking b, and what the heap less a is worth:
    they are worth 1 where that is 0, and 2 where it is 1. From a + b on the same values come again.

    >>> game = Subtraction(2, 5)
    >>> [TwoAmounts(game).value(size) for size in range(9)]
    [0, 0, 1, 1, 0, 2, 1, 0, 0]
    """

    ruleset: Subtraction
    name = "period of two amounts"
    reference = _WINNING_WAYS

    def value(self, size: int) -> int:
        a, b = self.ruleset.listed[0], self.ruleset.listed[-1]
        place = size % (a + b)
        if place < b:
            return place // a % 2
        return 1 + (place - a) // a % 2

    def takes_to(self, size: int, value: int) -> list[int]:
        return [take for take in self.ruleset.listed if take <= size and self.value(size - take) == value]

    def describe(self, size: int) -> str:
        modulus = self.ruleset.listed[0] + self.ruleset.listed[-1]
        return _("{size} leaves {rest} when divided by {modulus}, which is worth {value}").format(
            size=shortened(size), rest=shortened(size % modulus), modulus=shortened(modulus), value=self.value(size)
        )


def _needs(name: str) -> str:
    return _("{name}(amounts) needs whole numbers of at least 1, such as {name}(1,3,4)").format(name=name)


def _distinct(amounts: tuple[int | Iterable[int], ...], name: str) -> tuple[int, ...]:
    """The amounts, given one by one or as one iterable, sorted and each once."""
    given: Iterable[object] = amounts
    if len(amounts) == 1 and isinstance(amounts[0], Iterable):
        given = amounts[0]
    needs = _needs(name)
    distinct = sorted({check_parameter(amount, needs) for amount in given})
    # Without any amount the error says what is needed, as for a wrong one.
    check_parameter(first(distinct, None), needs)
    return tuple(distinct)


def _contains(ascending: tuple[int, ...], number: int) -> bool:
    place = bisect_left(ascending, number)
    return place < len(ascending) and ascending[place] == number


@lru_cache(maxsize=64)
def _primes_of_bits(bits: int) -> tuple[int, ...]:
    """The primes with that many binary digits; remembered, for every heap asks for them."""
    low = 1 << (bits - 1)
    return tuple(prime for prime in sieve(2 * low) if prime >= low)
