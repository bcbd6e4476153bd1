"""Games on the divisors of a heap: Aliquot, Dim, Prim; and Mark, which takes one or halves."""

from __future__ import annotations

from math import gcd, isqrt
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.numbers import shortened
from cgt.core.outcome import Convention
from cgt.errors import BudgetError
from cgt.heaps.ruleset import TakingRuleset
from cgt.heaps.tame import TameForm
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.position import Position

WINNING_WAYS = "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, chapter 4 (1982)"
IANNUCCI = "D. E. Iannucci and U. Larsson, Game values of arithmetic functions (2021)"
FRAENKEL = "A. S. Fraenkel, The vile, dopey, evil and odious game players, Discrete Mathematics 312 (2012)"


LARGEST = 10**14
"""The divisors of a larger number take more than seconds to find."""


def divisors(number: int) -> list[int]:
    """The divisors of a number of at least 1, ascending; O(√n).

    Raises:
        BudgetError: the number is above `LARGEST`.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    if number > LARGEST:
        raise BudgetError(f"the divisors of {shortened(number)} would take too long to find: heaps go up to 10^14 here")
    low = [divisor for divisor in range(1, isqrt(number) + 1) if number % divisor == 0]
    high = [number // divisor for divisor in reversed(low) if divisor * divisor != number]
    return low + high


def twos(number: int) -> int:
    """How often 2 divides a number of at least 1.

    >>> twos(40)
    3
    """
    return (number & -number).bit_length() - 1


@attrs.frozen
class Aliquot(TakingRuleset):
    """Take a proper divisor of the heap's number.

    >>> Aliquot().nim_values(9)
    [0, 0, 1, 0, 2, 0, 1, 0, 3]
    """

    name: ClassVar[str] = "aliquot"
    title: ClassVar[str] = "Aliquot"
    rules: ClassVar[str] = "Take from one heap a divisor of its number, but not all of it."
    references: ClassVar[tuple[str, ...]] = (WINNING_WAYS, IANNUCCI)
    example: ClassVar[str] = "12,8"

    def takes(self, size: int) -> Iterable[int]:
        return divisors(size)[:-1] if size else ()

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (ByTwos(self),)


@attrs.frozen
class Dim(TakingRuleset):
    """Take a divisor of the heap's number, all of it included.

    >>> Dim().nim_values(9)
    [0, 1, 2, 1, 3, 1, 2, 1, 4]
    """

    name: ClassVar[str] = "dim"
    title: ClassVar[str] = "Dim"
    rules: ClassVar[str] = "Take from one heap a divisor of its number, all of it if you like."
    references: ClassVar[tuple[str, ...]] = (WINNING_WAYS, IANNUCCI)
    example: ClassVar[str] = "12,8"

    def takes(self, size: int) -> Iterable[int]:
        return divisors(size) if size else ()

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (ByTwos(self),)


@attrs.frozen
class Prim(TakingRuleset):
    """Take a number that has no divisor in common with the heap's number, and is smaller.

    >>> Prim().nim_values(9)
    [0, 0, 1, 2, 1, 3, 1, 4, 1]
    """

    name: ClassVar[str] = "prim"
    title: ClassVar[str] = "Prim"
    rules: ClassVar[str] = "Take from one heap a smaller number that shares no divisor but 1 with its number."
    references: ClassVar[tuple[str, ...]] = (WINNING_WAYS, IANNUCCI)
    example: ClassVar[str] = "15,8"

    def takes(self, size: int) -> Iterable[int]:
        return (take for take in range(1, size) if gcd(take, size) == 1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (LeastPrime(self),)


@attrs.frozen
class Mark(TakingRuleset):
    """Take one, or halve the heap, rounded down.

    >>> Mark().nim_values(16)
    [0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1, 2, 1, 0, 2]
    """

    name: ClassVar[str] = "mark"
    title: ClassVar[str] = "Mark"
    rules: ClassVar[str] = "Take one from a heap, or halve it, rounded down."
    references: ClassVar[tuple[str, ...]] = (FRAENKEL,)
    example: ClassVar[str] = "12,7"

    def takes(self, size: int) -> Iterable[int]:
        return sorted({1, size - size // 2}) if size else ()

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (VileAndDopey(self),)


class _NormalForm(TameForm):
    """Normal play by the nim-values of single heaps, whose moves are tried one by one."""

    largest: ClassVar[int]
    """The largest heap whose moves can be tried in about a second."""

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Normal play, up to the largest heap."""
        if convention is not Convention.NORMAL or not super().applies(position, convention):
            return False
        return max(self.ruleset.sizes(position), default=0) <= self.largest

    def takes_to(self, size: int, value: int) -> Iterator[int]:
        takes = (take for take in self.ruleset.heap_moves(size) if isinstance(take, int))
        return (take for take in takes if self.value(size - take) == value)


@attrs.frozen
class ByTwos(_NormalForm):
    """A heap is worth how often 2 divides its number, in Dim one more."""

    name: ClassVar[str] = "power of two in the heap"
    reference: ClassVar[str] = WINNING_WAYS
    largest: ClassVar[int] = 10**12

    def value(self, size: int) -> int:
        """0 for the empty heap."""
        return twos(size) + isinstance(self.ruleset, Dim) if size else 0

    def describe(self, size: int) -> str:
        text = _("2 divides {size} exactly {often} times, so it is worth {value}")
        return text.format(size=size, often=twos(size) if size else 0, value=self.value(size))


@attrs.frozen
class LeastPrime(_NormalForm):
    """A heap is worth the number of its least prime divisor, 2 being the first prime; 0 and 1 are worth nothing."""

    name: ClassVar[str] = "least prime divisor"
    reference: ClassVar[str] = IANNUCCI
    largest: ClassVar[int] = 10**5

    def value(self, size: int) -> int:
        """O(√n) divisions for the prime, as many again for the primes below it."""
        return (
            sum(1 for number in range(2, _least_prime(size) + 1) if _least_prime(number) == number) if size > 1 else 0
        )

    def takes_to(self, size: int, value: int) -> Iterator[int]:
        values = _values_by_least_prime(size)
        return (
            take for take in self.ruleset.heap_moves(size) if isinstance(take, int) and values[size - take] == value
        )

    def describe(self, size: int) -> str:
        if size < 2:
            return _("a heap of {size} is worth 0").format(size=size)
        text = _("the least prime that divides {size} is {prime}, prime number {value}")
        return text.format(size=size, prime=_least_prime(size), value=self.value(size))


def _least_prime(number: int) -> int:
    return next((divisor for divisor in range(2, isqrt(number) + 1) if number % divisor == 0), number)


def _values_by_least_prime(stop: int) -> list[int]:
    """The values of the numbers below `stop`, by a sieve."""
    values = [0] * stop
    found = 0
    for number in range(2, stop):
        if values[number] == 0:
            found += 1
            for multiple in range(number, stop, number):
                values[multiple] = values[multiple] or found
    return values


@attrs.frozen
class VileAndDopey(_NormalForm):
    """A heap is worth 0 exactly when it is 0 or 2 divides it an odd number of times (Fraenkel's dopey numbers).

    Of the two options of any other heap at most one is worth more than 0: it is worth 1, or 2 if that one is worth 1.
    """

    name: ClassVar[str] = "vile and dopey numbers"
    reference: ClassVar[str] = FRAENKEL
    largest: ClassVar[int] = 10**1000

    def value(self, size: int) -> int:
        """O(log n) steps."""
        if _is_dopey(size):
            return 0
        steps = 0
        while not _is_dopey(size):
            size = size - 1 if size % 2 == 0 or not _is_dopey(size - 1) else size // 2
            steps += 1
        return 1 if steps % 2 else 2

    def describe(self, size: int) -> str:
        if not size:
            return _("the empty heap is worth 0")
        text = _("2 divides {size} exactly {often} times, and it is worth {value}")
        return text.format(size=shortened(size), often=twos(size), value=self.value(size))


def _is_dopey(number: int) -> bool:
    return number == 0 or twos(number) % 2 == 1
