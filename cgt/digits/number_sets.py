"""Infinite sets of numbers by a name or a formula: powers, squares, triangles, factorials, Fibonacci numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate, chain, count, dropwhile, islice, repeat, takewhile
from math import factorial, isqrt
from operator import mul

import attrs
from more_itertools import is_prime, sieve

from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_value
from cgt.core.reading import check_text
from cgt.digits.fibonacci import fibonacci_like, is_fibonacci
from cgt.errors import ParseError

LARGEST = 1_000
"""The greatest base, exponent or number added."""

_POWER = re.compile(r"([0-9]{1,4})\^k([+-][0-9]{1,4})?")
_ROOT = re.compile(r"x\^([0-9]{1,4})([+-][0-9]{1,4})?")
_WORDS = {
    "x*x": "x^2",
    **dict.fromkeys(("square", "squares"), "x^2"),
    **dict.fromkeys(("cube", "cubes"), "x^3"),
    "x*x*x": "x^3",
    "triangle": "triangles",
    "x(x+1)/2": "triangles",
    "k!": "factorials",
    "x!": "factorials",
    "factorial": "factorials",
    "fib": "fibonacci",
    "fibonaccinumbers": "fibonacci",
    "prime": "primes",
    "power2": "2^k",
    "power3": "3^k",
}


@attrs.frozen
class NumberSet:
    """Whole numbers of at least 1, ascending without end.

    Attributes:
        name: as `number_set` reads it.
        numbers: gives them in order, perhaps smaller ones in front.
        contains: whether one is a member.
        sentence: of t, for `cgt.digits.rules`, where an automaton reads the set.
        has_multiples: whether every number has a multiple in it, and only o(n) members are below n.
        remainders_recur: whether the first m members leave every remainder modulo m that any leaves, for every m.
    """

    name: str
    numbers: Callable[[], Iterator[int]] = attrs.field(repr=False)
    contains: Callable[[int], bool] = attrs.field(repr=False)
    sentence: str | None = None
    has_multiples: bool = False
    remainders_recur: bool = False

    def members(self) -> Iterator[int]:
        """The members in ascending order."""
        return dropwhile(lambda number: number < 1, self.numbers())

    def __contains__(self, number: int) -> bool:
        return number >= 1 and self.contains(number)

    def remainders(self, modulus: int) -> dict[int, int] | None:
        """The remainders that members leave, each with the least that leaves it; None where they are not known.

        >>> number_set("x^2+1").remainders(4), number_set("primes").remainders(4)
        ({1: 1, 2: 2}, None)
        """
        if not self.remainders_recur:
            return None
        least: dict[int, int] = {}
        for member in islice(self.members(), modulus):
            least.setdefault(member % modulus, member)
        return least


def number_set(text: str) -> NumberSet:
    """The set of that name: `2^k`, `2^k+1`, `x*x`, `x^3`, `triangles`, `factorials`, `fibonacci`, `primes`.

    Raises:
        ParseError: there is none.

    >>> from itertools import islice
    >>> list(islice(number_set("2^k+1").members(), 5)), 36 in number_set("x(x+1)/2"), number_set("x*x").name
    ([2, 3, 5, 9, 17], True, 'x^2')
    """
    check_text(text)
    plain = "".join(text.split()).lower()
    plain = _WORDS.get(plain, plain)
    if match := _POWER.fullmatch(plain):
        base, more = int(match[1]), int(match[2] or 0)
        return _powers(_with_more(f"{base}^k", more), base, more)
    match = _ROOT.fullmatch(plain)
    degree, more = (int(match[1]), int(match[2] or 0)) if match else (0, 0)
    if match:
        plain = _with_more(f"x^{degree}", more)
    if plain == "x^2":
        return NumberSet(
            plain,
            lambda: (root * root for root in count(1)),
            lambda n: isqrt(n) ** 2 == n,
            has_multiples=True,
            remainders_recur=True,
        )
    if 2 <= degree <= LARGEST:
        # With an integer r that makes it 0, every m divides the terms of r + m, r + 2m, …; r may be negative.
        power = abs(more) if degree % 2 or more <= 0 else -1
        has_root = power in takewhile(power.__ge__, (root**degree for root in count()))
        growing = _growing(plain, lambda x: x**degree + more)
        return attrs.evolve(growing, has_multiples=has_root, remainders_recur=True)
    if plain == "triangles":
        return attrs.evolve(_growing(plain, lambda x: x * (x + 1) // 2), has_multiples=True)
    if plain == "factorials":
        return NumberSet(plain, lambda: map(factorial, count(1)), _is_factorial, has_multiples=True)
    if plain == "fibonacci":
        return NumberSet(plain, lambda: fibonacci_like(1, 2), is_fibonacci, "fib(t)", has_multiples=True)
    if plain == "primes":
        return NumberSet(plain, lambda: chain.from_iterable(map(_primes_of_bits, count(2))), is_prime)
    known = "2^k, 2^k+1, x*x, x^3, triangles, factorials, fibonacci, primes"
    message = _("there is no set of numbers {value}; there are such as {known}")
    raise ParseError(message.format(value=format_value(text), known=known))


def _with_more(name: str, more: int) -> str:
    return f"{name}{more:+d}" if more else name


def _powers(name: str, base: int, more: int) -> NumberSet:
    if not 2 <= base <= LARGEST:
        raise ParseError(f"the powers are those of 2 to {LARGEST}, not of {base}")

    def numbers() -> Iterator[int]:
        """Each power from the one before it: of a heap with 100,000 digits, all from scratch took most of a minute."""
        return (power + more for power in accumulate(repeat(base), mul, initial=1))

    growing = attrs.evolve(_growing(name, lambda k: base**k + more), numbers=numbers, remainders_recur=True)
    if base > 10:
        return growing
    shift = f" - {more}" if more > 0 else f" + {-more}" if more else ""
    return attrs.evolve(growing, sentence=f"S(t{shift}); S = 10*; base {base}")


def _growing(name: str, term: Callable[[int], int]) -> NumberSet:
    """The values of a function that grows."""

    def contains(number: int) -> bool:
        high = 1
        while term(high) < number:
            high *= 2
        low = 0
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if term(middle) < number else (low, middle)
        return term(low) == number

    return NumberSet(name, lambda: map(term, count()), contains)


def _is_factorial(number: int) -> bool:
    step = 1
    while number > 1 and number % (step + 1) == 0:
        step += 1
        number //= step
    return number == 1


@MEMORY.cache("primes of so many bits", 64)
def _primes_of_bits(bits: int) -> tuple[int, ...]:
    """The primes with that many binary digits; cached, since every heap needs them."""
    low = 1 << (bits - 1)
    return tuple(prime for prime in sieve(2 * low) if prime >= low)
