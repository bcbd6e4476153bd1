"""Games on divisors or non-divisors of a heap."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import merge
from itertools import chain, groupby, takewhile
from math import gcd, isqrt, prod
from typing import TYPE_CHECKING, ClassVar

import attrs
from more_itertools import sieve

from cgt.core.language import _, ngettext
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention
from cgt.core.route import ClosedForm
from cgt.errors import BudgetError
from cgt.families.heap_game import TakingRuleset
from cgt.families.matches import largest_heap
from cgt.families.one_heap_form import OneHeapInMisere
from cgt.families.tame_form import TameForm
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.position import Position

WINNING_WAYS = winning_ways(4)
IANNUCCI = "D. E. Iannucci and U. Larsson, Game values of arithmetic functions, arXiv 2101.07608 (2021)"
ELLIS = (
    "P. Ellis, J. Shi, T. A. Thanatipanonda and A. Tu, Two games on arithmetic functions: saliquant and nontotient, "
    "Discrete Mathematics Letters 12 (2023), arXiv 2309.01231"
)

TRIED = 10**6
"""Prime divisors are looked for up to this number: a twentieth of a second."""

MOST_DIVISORS = 100_000
"""The greatest number of divisors listed."""

SIEVED = 2**18
"""Primes are numbered up to this number."""

TABULATED = 2_000
"""Heaps up to this number are tabulated in half a second, with all moves."""

COMPARED = 10**11
"""Common divisors are looked for with so many products of bits: a second or two."""


def divisors(number: int) -> Iterator[int]:
    """The divisors of a number of at least 1, ascending; O(√n), and at most `TRIED` / 2 steps.

    Raises:
        BudgetError: after the last that is known, where there may be others.

    >>> list(divisors(12)), len(list(divisors(10**30)))
    ([1, 2, 3, 4, 6, 12], 961)
    """
    yield 1  # who asks whether there is any need not wait for the others
    known, complete = _divisors(number)
    yield from known[1:]
    if not complete:
        raise BudgetError(_("not all divisors of {number} were found").format(number=format_int(number)))


@MEMORY.cache("divisors", 64)
def _divisors(number: int) -> tuple[Sequence[int], bool]:
    """The divisors found, ascending, and whether they are all there are."""
    exponents, rest = _factored(number, chain((2,), range(3, TRIED, 2)))
    known = [1]
    for prime, exponent in exponents.items():
        if (exponent + 1) * len(known) > MOST_DIVISORS:
            return sorted(known), False
        known = [divisor * prime**power for power in range(exponent + 1) for divisor in known]
    if rest > 1:
        known += [divisor * rest for divisor in known]
    return sorted(known), rest < TRIED**2


def _factored(number: int, candidates: Iterable[int]) -> tuple[dict[int, int], int]:
    """The exponents of the primes that are found among ascending candidates, and what is then left of the number."""
    exponents, rest = dict[int, int](), number
    for prime in candidates:
        if prime * prime > rest:
            break
        while rest % prime == 0:
            rest //= prime
            exponents[prime] = exponents.get(prime, 0) + 1
    return exponents, rest


def twos(number: int) -> int:
    """The exponent of 2 in a number of at least 1.

    >>> twos(40)
    3
    """
    return (number & -number).bit_length() - 1


@attrs.frozen
class Aliquot(TakingRuleset):
    """Take a proper divisor of the heap's number.

    >>> Aliquot().table().values(9)
    [0, 0, 1, 0, 2, 0, 1, 0, 3]
    """

    name = "aliquot"
    title = "Aliquot"
    rules = "Take from one heap a divisor of its number, but not all of it."
    references = (WINNING_WAYS, IANNUCCI)
    example = "12,8"
    _first_step = 2  # one is taken from any heap of two or more

    whole: ClassVar[bool] = False
    """Whether all of a heap may be taken."""

    def takes(self, size: int) -> Iterable[int]:
        return (take for take in divisors(size) if self.allows(size, take)) if size else ()

    def allows(self, size: int, take: int) -> bool:
        """Whether the amount divides the heap."""
        return size % take == 0 and (self.whole or take < size)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (ByTwos(self), OddAreLost(self))


@attrs.frozen
class Dim(Aliquot):
    """Take a divisor of the heap's number, all of it included.

    >>> Dim().table().values(9)
    [0, 1, 2, 1, 3, 1, 2, 1, 4]
    """

    name = "dim"
    title = "Dim"
    rules = "Take from one heap a divisor of its number, all of it if you like."
    whole = True


@attrs.frozen
class Prim(TakingRuleset):
    """Take a number that has no divisor but 1 in common with the heap's number, and is smaller.

    >>> Prim().table().values(9)
    [0, 0, 1, 2, 1, 3, 1, 4, 1]
    """

    name = "prim"
    title = "Prim"
    rules = "Take from one heap a smaller number that shares no divisor but 1 with its number."
    references = (WINNING_WAYS, IANNUCCI)
    example = "15,8"
    _first_step = 2  # one is taken from any heap of two or more

    def takes(self, size: int) -> Iterable[int]:
        return (take for take in range(1, size) if gcd(take, size) == 1)

    def allows(self, size: int, take: int) -> bool:
        """Whether heap and amount are coprime."""
        return take < size and gcd(take, size) == 1

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (LeastPrime(self), EvenAreLost(self))


@attrs.frozen
class Totative(Prim):
    """Prim by the name that Iannucci and Larsson have for it.

    >>> Totative().table().values(9) == Prim().table().values(9)
    True
    """

    name = "totative"
    title = "Totative"
    references = (IANNUCCI, WINNING_WAYS)


@attrs.frozen
class Nontotative(TakingRuleset):
    """Take a number that has a divisor above 1 in common with the heap's number, and is smaller.

    >>> Nontotative().table().values(9)
    [0, 0, 0, 0, 1, 0, 2, 0, 3]
    """

    name = "nontotative"
    title = "Nontotative"
    rules = "Take from one heap a smaller number that shares a divisor greater than 1 with its number."
    references = (IANNUCCI,)
    example = "12,8"

    def takes(self, size: int) -> Iterable[int]:
        """The multiples of the heap's primes; raises `BudgetError` after those of the primes that are known.

        Those of all primes come together, ascending: of a number of thousands of digits, those of one never end.
        """
        known, complete = _prime_divisors(size)
        takes = (take for take, _same in groupby(merge(*(range(prime, size, prime) for prime in known))))
        if complete:
            yield from takes
            return
        yield from takewhile(SIEVED.__gt__, takes)
        raise BudgetError(_("not all divisors of {number} were found").format(number=format_int(size)))

    def _least_positions(self, position: Position) -> int:
        """A quarter of a heap known to be composite: less its least prime it is even, and then goes down by twos."""
        size = largest_heap(position)
        known, _complete = _prime_divisors(size)
        return size // 4 if known and known[0] < size else 0

    def allows(self, size: int, take: int) -> bool:
        """Whether heap and amount have a common divisor above 1."""
        return take < size and gcd(take, size) > 1

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (EvenHeaps(self), SquaresOfPrimes(self))


@attrs.frozen
class Saliquant(TakingRuleset):
    """Take a number that does not divide the heap's number, and is smaller; an odd heap of n is worth (n - 1) / 2.

    >>> Saliquant().table().values(9)
    [0, 0, 0, 1, 1, 2, 1, 3, 3]
    """

    name = "saliquant"
    title = "Saliquant"
    rules = "Take from one heap a smaller number that does not divide its number."
    references = (
        IANNUCCI,
        ELLIS,
    )
    example = "12,7"
    _first_step = 4  # two small takes at most leave an odd heap, which goes down by twos

    def takes(self, size: int) -> Iterable[int]:
        return (take for take in range(2, size) if size % take)

    def allows(self, size: int, take: int) -> bool:
        """Whether the amount does not divide the heap."""
        return 1 < take < size and size % take != 0

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (OddHeaps(self), ThreeFourAndSix(self))


class NormalPlayForm(TameForm):
    """The base of closed forms in normal play alone, by nim-values of heaps."""

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether it is normal play and each heap's value can be found."""
        return convention is Convention.NORMAL and all(map(self.is_known, sizes))

    def is_known(self, size: int) -> bool:
        """Whether the value of a heap can be found in about a second; by default always."""
        return True


@attrs.frozen
class ByTwos(NormalPlayForm):
    """The closed form by the exponent of 2 in the heap, in Dim one more."""

    ruleset: Aliquot

    name = "power of two in the heap"
    statement = "A heap is worth how often 2 divides its number, in Dim one more."
    reference = WINNING_WAYS

    @property
    def strategy(self) -> str:
        if self.ruleset.whole:
            return _("count how often each heap can be halved, and one more: these counts are heaps of nim")
        return _("count how often each heap can be halved: these counts are heaps of nim")

    def value(self, size: int) -> int:
        """The nim-value, 0 for the empty heap."""
        return twos(size) + self.ruleset.whole if size else 0

    def describe(self, size: int) -> str:
        if not size:
            return _("the empty heap is worth 0")
        often = twos(size)
        text = ngettext(
            "2 divides {size} exactly {often} time, so it is worth {value}",
            "2 divides {size} exactly {often} times, so it is worth {value}",
            often,
        )
        return text.format(size=format_int(size), often=often, value=self.value(size))


@attrs.frozen
class LeastPrime(NormalPlayForm):
    """The closed form by the index of the heap's least prime divisor, 1 for the prime 2; heaps 0 and 1 are worth 0."""

    name = "least prime divisor"
    statement = (
        "A heap is worth the number of its least prime divisor, 2 being the first prime; 0 and 1 are worth nothing."
    )
    strategy = (
        "number the primes 2, 3, 5, … as 1, 2, 3, …: each heap counts as its least prime divisor's number, as a "
        "heap of nim does; heaps of 1 count nothing"
    )
    reference = IANNUCCI

    def is_known(self, size: int) -> bool:
        """Whether the heap has a prime divisor below `SIEVED`."""
        return size < 2 or _least_prime(size) is not None

    def value(self, size: int) -> int:
        """The index of the heap's least prime divisor, as a nim-value."""
        prime = _least_prime(size) if size > 1 else None
        return 0 if prime is None else bisect_right(_primes(), prime)

    def takes_to(self, size: int, value: int) -> Iterator[int]:
        """The takes that leave a multiple of the value's prime that has no prime of the heap and no smaller one."""
        primes = _primes()
        if value > len(primes) and size > SIEVED:
            raise BudgetError(
                _("a heap of {size} has moves to more values than are known").format(size=format_int(size))
            )
        if value == 0 and size > 1:
            yield size - 1
        elif 0 < value <= len(primes):
            prime, smaller = primes[value - 1], prod(primes[: value - 1])
            lefts = range((size - 1) // prime * prime, 0, -prime) if size % prime else range(0)
            bits = max(size.bit_length(), 1)
            tried = max(1, COMPARED // (bits * (bits + smaller.bit_length())))
            for left in lefts[:tried]:
                if gcd(left, smaller) == gcd(left, size) == 1:
                    yield size - left
            if lefts[tried:]:
                raise BudgetError(_("not all moves from a heap of {size} were tried").format(size=format_int(size)))

    def describe(self, size: int) -> str:
        if size < 2:
            return _("a heap of {size} is worth 0").format(size=size)
        text = _("the least prime that divides {size} is {prime}, prime number {value}")
        return text.format(size=format_int(size), prime=_least_prime(size), value=self.value(size))


class _HalfForm(NormalPlayForm):
    """The base of closed forms for heaps of one parity that are too large for a small table: half of the heap.

    Such a heap can be reduced to every smaller one of its parity, from 1 or 2 on; to no other of its own value.
    """

    parity: ClassVar[int]

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether it is normal play and all heaps have that parity, one of them too large for a small table."""
        return max(sizes, default=0) > TABULATED and super().covers(sizes, convention)

    def is_known(self, size: int) -> bool:
        """Whether the heap has the parity, or no move."""
        return size < 2 or size % 2 == self.parity

    def value(self, size: int) -> int:
        return max(0, (size - 1) // 2)

    def takes_to(self, size: int, value: int) -> Iterator[int]:
        """The amounts to value 0; of other values the one that keeps the parity, then `BudgetError`."""
        if value == 0:
            yield from self.takes_to_zero(size)
        elif 2 * value + 2 < size:  # no smaller heap has the value
            yield size - 2 * value - 2 + self.parity
            raise BudgetError(_("not all moves from a heap of {size} were tried").format(size=format_int(size)))

    @abstractmethod
    def takes_to_zero(self, size: int) -> Iterator[int]:
        """The amounts that leave a heap worth 0, ascending."""


@attrs.frozen
class OddHeaps(_HalfForm):
    """The closed form of Saliquant for odd heaps: n is worth (n - 1) / 2, and an even n > 0 at most n / 2 - 1.

    Even amounts do not divide an odd n, so that all smaller odd heaps can be left, worth 0 .. (n - 3) / 2. From an even
    n no heap can be left that may be worth n / 2 - 1: one of n - 1 takes 1, which divides n.

    >>> import cgt
    >>> print(cgt.solve("saliquant 1000001").explanation)
    a heap of 1000001 is odd, and worth 500000: take 999999
    """

    ruleset: Saliquant

    name = "odd heaps"
    statement = "An odd heap of n is worth (n - 1) / 2."
    reference = ELLIS
    parity = 1

    def takes_to_zero(self, size: int) -> Iterator[int]:
        """Those to 2 and 1: other heaps are worth more, or cannot be left."""
        return (take for take in (size - 2, size - 1) if self.ruleset.allows(size, take))

    def describe(self, size: int) -> str:
        text = _("a heap of {size} is odd, and worth {value}")
        return text.format(size=format_int(size), value=format_int(self.value(size)))


@attrs.frozen
class EvenHeaps(_HalfForm):
    """The closed form of Nontotative for even heaps: n > 0 is worth n / 2 - 1, and an odd n > 1 at most (n - 3) / 2.

    Even amounts leave all smaller even heaps, worth 0 .. n / 2 - 2. What an odd heap n leaves is at most n - 3, so that
    it is worth at most (n - 3) / 2, by induction; and an odd heap that an even n leaves is at most n - 3, too.

    >>> import cgt
    >>> print(cgt.solve("nontotative 1000000").explanation)
    a heap of 1000000 is even, and worth 499999: take 999995
    """

    name = "even heaps"
    statement = "An even heap of n is worth n / 2 - 1, and the empty one 0."
    reference = "by induction: an even heap of n leaves every smaller even one, and no odd one above n - 3"
    parity = 0

    def takes_to_zero(self, size: int) -> Iterator[int]:
        """Those to a prime divisor; `BudgetError` where not all of these are known.

        Any other odd heap can be reduced to its least prime divisor, and is worth more.
        """
        known, complete = _prime_divisors(size)
        yield from (size - prime for prime in reversed(known) if prime < size)
        if not complete:
            raise BudgetError(_("not all divisors of {number} were found").format(number=format_int(size)))

    def describe(self, size: int) -> str:
        text = _("a heap of {size} is even, and worth {value}")
        return text.format(size=format_int(size), value=format_int(self.value(size)))


@attrs.frozen
class OddAreLost(OneHeapInMisere):
    """The closed form of one heap of Dim or Aliquot in misère play: odd heaps are lost.

    Divisors of an odd number are odd, so what they leave is even; from an even one take 1. In Aliquot no move is left
    from 1, so 2 is lost and 3 is won, and 4 leads to 2; odd heaps above 3 leave 4 or more, and again it is as before.

    >>> import cgt
    >>> [size for size in range(12) if cgt.outcome(f"aliquot {size}", "misere") is cgt.Outcome.P]
    [2, 5, 7, 9, 11]
    """

    ruleset: Aliquot
    name = "odd heaps in misère play"
    statement = "One odd heap is lost in misère play; in Aliquot 1 and 3 are won, and 2 is lost."
    reference = "by induction: an odd heap leaves even ones alone, and an even one the odd one below it"

    def is_lost(self, size: int) -> bool:
        return size % 2 == 1 if self.ruleset.whole or size > 3 else size == 2

    def describe(self, size: int) -> str:
        if self.ruleset.whole:
            return _("one heap is lost in misère play where it is odd")
        return _("one heap is lost in misère play where it is 2, or odd and at least 5")


@attrs.frozen
class EvenAreLost(OneHeapInMisere):
    """The closed form of one heap of Prim in misère play: even heaps are lost, and odd ones are won.

    What is coprime with an even number is odd, so it leaves an odd heap; from an odd one above 1 take 1.

    >>> import cgt
    >>> print(cgt.solve("prim 1000001", "misere").explanation)
    one heap is lost in misère play where it is even: take 1
    """

    ruleset: Prim
    name = "even heaps in misère play"
    statement = "One even heap is lost in misère play, and an odd one is won."
    reference = "by induction: an even heap leaves odd ones alone, and an odd one above 1 the even one below it"

    def is_lost(self, size: int) -> bool:
        return size > 0 and size % 2 == 0

    def takes_to_lost(self, size: int) -> range:
        """The odd amounts."""
        return range(1, size, 2)

    def describe(self, size: int) -> str:
        return _("one heap is lost in misère play where it is even")


@attrs.frozen
class SquaresOfPrimes(OneHeapInMisere):
    """The closed form of one heap of Nontotative in misère play: squares of primes are lost, and all others are won.

    From 1 and from a prime there is no move. A square p² leaves a multiple of p below it, which is p or is divided by
    another prime as well; so none of these is the square of a prime. Any other heap is above the square of its least
    prime, and leaves it.

    >>> import cgt
    >>> [size for size in range(50) if cgt.outcome(f"nontotative {size}", "misere") is cgt.Outcome.P]
    [4, 9, 25, 49]
    """

    name = "squares of primes"
    statement = "One heap is lost in misère play exactly when it is the square of a prime."
    reference = "by induction: every other heap that has a move leaves the square of its least prime"

    def is_known(self, size: int) -> bool:
        """Whether it is no square, or whether its root is a prime is known."""
        root = isqrt(size)
        return root * root != size or root < SIEVED or _least_prime(root) is not None

    def is_lost(self, size: int) -> bool:
        root = isqrt(size)
        return root > 1 and root * root == size and _prime_divisors(root)[0] == [root]

    def takes_to_lost(self, size: int) -> Iterator[int]:
        """Those to the squares of its primes; `BudgetError` where not all of these are known."""
        known, complete = _prime_divisors(size)
        yield from (size - prime * prime for prime in reversed(known))
        if not complete:
            raise BudgetError(_("not all divisors of {number} were found").format(number=format_int(size)))

    def describe(self, size: int) -> str:
        return _("one heap is lost in misère play where it is the square of a prime")


@attrs.frozen
class ThreeFourAndSix(OneHeapInMisere):
    """The closed form of one heap of Saliquant in misère play: 3, 4 and 6 are lost, and all others are won.

    From 1 and 2 there is no move; 3, 4 and 6 lead to these alone, and 5 to 3; from a larger heap to 3, as n - 3 divides
    n only where it divides 3.

    >>> import cgt
    >>> [size for size in range(30) if cgt.outcome(f"saliquant {size}", "misere") is cgt.Outcome.P]
    [3, 4, 6]
    """

    name = "three, four and six"
    statement = "One heap is lost in misère play exactly when it is 3, 4 or 6."
    reference = "every heap above 6 leaves 3, as n - 3 divides n only for n = 4 and n = 6"

    def is_lost(self, size: int) -> bool:
        return size in (3, 4, 6)

    def takes_to_lost(self, size: int) -> tuple[int, ...]:
        """Those to 6, 4 and 3."""
        return size - 6, size - 4, size - 3

    def describe(self, size: int) -> str:
        return _("one heap is lost in misère play where it is 3, 4 or 6")


def _prime_divisors(number: int) -> tuple[list[int], bool]:
    """The prime divisors found, ascending, at most one not below `SIEVED`, and whether these are all."""
    exponents, rest = _factored(number, _primes())
    known = list(exponents)
    if rest <= 1:
        return known, True
    return ([*known, rest], True) if rest < SIEVED**2 else (known, False)


def _least_prime(number: int) -> int | None:
    """The least prime divisor of a number of at least 2; None where it is not below `SIEVED`."""
    return next((prime for prime in _primes() if number % prime == 0), None)


@cache
def _primes() -> list[int]:
    """The primes below `SIEVED`."""
    return list(sieve(SIEVED))
