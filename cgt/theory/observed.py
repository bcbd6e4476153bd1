"""Patterns observed in the nim-values of one heap, without proof.

Each pattern is one that nim-values often have: a valuation, a count of prime factors or of digits, a linear recurrence
on the digits, a set that an automaton reads.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import isqrt, prod
from operator import mul

from more_itertools import factor, sieve

from cgt.core.memory import MEMORY
from cgt.core.numbers import format_int
from cgt.errors import TableError

LEAST = 200
"""The least number of values in which a pattern is looked for."""

PRIME = (1 << 31) - 1
"""Ranks are found modulo this prime: with that, a wrong one is not likely, and nothing more is claimed."""

MOST_RANK = 12
MOST_VALUES = 16
"""Automata are looked for where the values are below this."""

LOOKED_AT = 3_000

EXCEPTED = 20
"""A named function need not hold for so many of the first heaps."""

MOST_DENOMINATOR = 60
SLOPE_DIGITS = 6
"""A slope is named as a fraction up to that denominator, else by bounds with so many digits."""


def observations(values: Sequence[int]) -> list[str]:
    """The pattern that the values of all heaps follow, or those from one that is named on; a line with the range.

    >>> observations([0] + [(n & -n).bit_length() - 1 for n in range(1, 500)])
    ['observed to 499: the exponent of 2 in n']
    """
    known = list(map(int, values))
    if len(known) < LEAST:
        return []
    to = format_int(len(known) - 1, group=True)
    pattern = next(_named(known), None) or next(_automatic(known), None) or _regular(known)
    return [f"observed to {to}: {pattern}"] if pattern else []


def _named(values: Sequence[int]) -> Iterator[str]:
    """Texts that name functions of n, n + 1 or n - 1 which give the values, but for some first heaps."""
    for shift in (0, 1, -1):
        name = "n" if not shift else f"n {'+' if shift > 0 else '-'} {abs(shift)}"
        start = max(0, -shift)
        for text, function in _FUNCTIONS.items():
            # From the end, where what does not follow the function differs soon.
            differs = (n for n in range(len(values) - 1, start - 1, -1) if function(n + shift) != values[n])
            last = next(differs, start - 1)
            if last <= 1 + EXCEPTED:
                yield text.format(n=name) + _from(last + 1)
        if slope := _slope(values, shift):
            yield slope.format(n=name if not shift else f"({name})") + _from(start)


def _from(heap: int) -> str:
    return f" from heap {heap} on" if heap else ""


def _slope(values: Sequence[int], shift: int) -> str:
    """The text of the function floor(α n), its number written {n}, that the values are; empty for none."""
    least, most = Fraction(0), Fraction(max(values) + 2)
    for n, value in enumerate(values, shift):
        if n <= 0:
            if value:
                return ""
            continue
        least, most = max(least, Fraction(value, n)), min(most, Fraction(value + 1, n))
        if least >= most:
            return ""
    simple = _simplest(least, most)
    if simple is not None:
        return f"the whole part of {simple} {{n}}"
    parts = 10**SLOPE_DIGITS
    bounds = [
        f"{whole // parts}.{whole % parts:0{SLOPE_DIGITS}}" for whole in (least * parts // 1, most * parts // 1 + 1)
    ]
    return f"the whole part of x {{n}} for an x between {bounds[0]} and {bounds[1]}"


def _simplest(least: Fraction, most: Fraction) -> Fraction | None:
    """The fraction of the least denominator, up to `MOST_DENOMINATOR`, with least <= fraction < most; else None.

    >>> print(_simplest(Fraction(59, 100), Fraction(61, 100)))
    3/5
    """
    for denominator in range(1, MOST_DENOMINATOR + 1):
        fraction = Fraction(-(-least * denominator // 1), denominator)
        if fraction < most:
            return fraction
    return None


def _exponent(base: int) -> Callable[[int], int]:
    def exponent(n: int) -> int:
        count = 0
        while n and n % base == 0:
            n, count = n // base, count + 1
        return count

    return exponent


@MEMORY.cache("prime factors")
def _primes(n: int) -> tuple[int, ...]:
    return tuple(factor(n)) if n > 1 else ()


def _divisors(n: int) -> int:
    return prod(_primes(n).count(prime) + 1 for prime in set(_primes(n)))


@MEMORY.cache("least primes")
def _place_of_least_prime(n: int) -> int:
    """The place among the primes, 2 being the first, of the least prime factor of n; 0 for 0 and 1."""
    return bisect_right(_PRIMES, _primes(n)[0]) if n > 1 else 0


_PRIMES = list(sieve(10_000))

_FUNCTIONS: dict[str, Callable[[int], int]] = {
    **{f"the exponent of {base} in {{n}}": _exponent(base) for base in range(2, 20)},
    "the number of prime factors of {n}, each as often as it divides": lambda n: len(_primes(n)),
    "the number of different prime factors of {n}": lambda n: len(set(_primes(n))),
    "the number of divisors of {n}": _divisors,
    "the number of binary digits of {n}": lambda n: n.bit_length(),
    "the number of binary digits of {n}, less one": lambda n: n.bit_length() - 1,
    "the number of ones among the binary digits of {n}": lambda n: n.bit_count(),
    "the sum of the decimal digits of {n}": lambda n: sum(map(int, str(n))),
    "the place of the least prime that divides {n}, the first being 2": _place_of_least_prime,
    "the whole part of the square root of {n}": isqrt,
    "the odd part of {n}, k of 2k + 1": lambda n: (n >> _exponent(2)(n)) // 2 if n else 0,
}


def _automatic(values: Sequence[int]) -> Iterator[str]:
    """A text for each number system in which automata compute all the values."""
    from cgt.fast.jit import numpy_installed

    if not numpy_installed() or max(values) >= MOST_VALUES:
        return
    from cgt.digits.recognise import DenseTable, recognise
    from cgt.digits.system import number_system

    for name in ("base 2", "zeckendorf", "base 3", "base 10"):
        system, states = number_system(name), []
        for value in range(1, max(values) + 1):
            try:
                result = recognise(DenseTable([worth >= value for worth in values[:LOOKED_AT]]), system)
            except TableError:
                result = None
            if result is None or DenseTable([worth >= value for worth in values]).first_difference(result) is not None:
                break
            states.append(result.states)
        else:
            text = "automatic in {system}: automata of {states} states read off what is worth 1, 2, … or more"
            yield text.format(system=system, states=", ".join(map(str, states)))


def _regular(values: Sequence[int]) -> str | None:
    """A text that states the 2-regular rank of the values, or None where it is not small."""
    length = max(2 * MOST_RANK, min(len(values) // 64, 64))
    rows, kept = _Rows(), [(1, 0)]
    rows.coefficients(values[:length])
    after: list[tuple[list[int], list[int]]] = []
    for step, rest in kept:  # more come meanwhile
        both = []
        for start in (rest, rest + step):
            if 2 * step * length + start > len(values) or rows.rank > MOST_RANK:
                return None
            coefficients = rows.coefficients(values[start :: 2 * step][:length])
            if coefficients is None:
                kept.append((2 * step, start))
                coefficients = [0] * (rows.rank - 1) + [1]
            both.append(coefficients)
        after.append((both[0], both[1]))
    if not _computes(values, [values[rest] for _step, rest in kept], after):
        return None
    text = "2-regular of rank {rank}: {rank} subsequences a(2^e n + r) span all the others"
    return text.format(rank=rows.rank)


def _computes(values: Sequence[int], start: list[int], after: Sequence[tuple[list[int], list[int]]]) -> bool:
    """Whether the recurrence gives every value: each vector from that of half its index."""
    vectors = [[number % PRIME for number in start]]
    for n, value in enumerate(values):
        if n:
            half = vectors[n // 2]
            vectors.append([sum(map(mul, both[n % 2], half)) % PRIME for both in after])
        if vectors[n][0] != value % PRIME:
            return False
    return True


class _Rows:
    """Linearly independent rows of numbers modulo a prime."""

    def __init__(self) -> None:
        self.reduced: dict[int, tuple[list[int], list[int]]] = {}

    @property
    def rank(self) -> int:
        """The number of independent rows."""
        return len(self.reduced)

    def coefficients(self, row: Sequence[int]) -> list[int] | None:
        """The coefficients of a row in the independent ones; None for an independent row, which is added."""
        left, made = [number % PRIME for number in row], [0] * (self.rank + 1)
        for place, (known, parts) in self.reduced.items():
            times = left[place]
            left = [(mine - times * its) % PRIME for mine, its in zip(left, known, strict=True)]
            made = [(mine + times * its) % PRIME for mine, its in zip_longest(made, parts, fillvalue=0)]
        place = next((place for place, number in enumerate(left) if number), -1)
        if place < 0:
            return made[:-1]
        inverse = pow(left[place], -1, PRIME)
        made = [(-part * inverse) % PRIME for part in made]
        made[self.rank] = inverse
        self.reduced[place] = [number * inverse % PRIME for number in left], made
        return None
