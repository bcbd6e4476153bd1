"""Fibonacci numbers as a number system: Zeckendorf's sums, Wythoff's notation, and primitive pairs.

The base is 1, 2, 3, 5, 8, …; `fibonacci(1) = 1`, `fibonacci(2) = 2`, so a digit's place from 1 is its number's index.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.core.memory import check_memory
from cgt.core.numbers import check_whole, shortened
from cgt.core.reading import check_text
from cgt.digits.ostrowski import wythoff_pairs
from cgt.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def fibonacci(place: int) -> int:
    """The number at `place` = 1, 2, 3, … of 1, 2, 3, 5, 8, …, in O(log place) products.

    Raises:
        NumberError: the place is below 1.
        MemoryBudgetError: the number would not fit; it has about 0.7 bits a place.

    >>> [fibonacci(place) for place in range(1, 9)]
    [1, 2, 3, 5, 8, 13, 21, 34]
    """
    place = check_whole(place, "places count from 1", least=1)
    check_memory(place // 3, f"the Fibonacci number at place {shortened(place)}")
    # With F_1 = F_2 = 1 this is F_{place+1}. Doubling: F_2m = F_m(2F_{m+1} - F_m), F_{2m+1} = F_m² + F_{m+1}².
    low, high = 0, 1
    for bit in f"{place + 1:b}":
        low, high = low * (2 * high - low), low * low + high * high
        if bit == "1":
            low, high = high, low + high
    return low


def place_above(n: int) -> int:
    """The place of the least Fibonacci number greater than n.

    >>> [place_above(n) for n in range(9)]
    [1, 2, 3, 4, 4, 5, 5, 5, 6]
    """
    place, low, high = 1, 1, 2
    while low <= n:
        place, low, high = place + 1, high, low + high
    return place


def is_fibonacci(n: int) -> bool:
    """Whether n is one of the numbers 1, 2, 3, 5, 8, 13 and so on.

    >>> [n for n in range(30) if is_fibonacci(n)]
    [1, 2, 3, 5, 8, 13, 21]
    """
    return n > 0 and next(_places(n))[1] == n


def zeckendorf(n: int) -> tuple[int, ...]:
    """The parts of n, ascending: the only distinct, non-consecutive Fibonacci numbers that sum to n (Zeckendorf 1972).

    Ascending, because the least part is what a strategy takes. Quadratic in the number of digits.

    Raises:
        NumberError: n is negative.

    >>> zeckendorf(50), zeckendorf(0)
    ((3, 13, 34), ())
    """
    return tuple(number for _, number in _places(n))[::-1]


def zeckendorf_places(n: int) -> tuple[int, ...]:
    """The places of those parts in 1, 2, 3, 5, 8, …, ascending and counted from 1.

    >>> zeckendorf_places(50)
    (3, 6, 8)
    """
    return tuple(place for place, _ in _places(n))[::-1]


def least_part(n: int) -> int:
    """The least Zeckendorf part of n >= 1.

    >>> [least_part(n) for n in range(1, 14)]
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13]
    """
    n = check_whole(n, "only numbers from 1 have a least part", least=1)
    for _place, number in _places(n):  # noqa: B007 - the last of them is wanted
        pass
    return number


def trailing_zeros(n: int) -> int:
    """The number of zeros that n >= 1 ends in, in Fibonacci notation.

    >>> trailing_zeros(11), trailing_zeros(7), trailing_zeros(4)
    (2, 1, 0)
    """
    n = check_whole(n, "only numbers from 1 end in a counted number of zeros", least=1)
    return zeckendorf_places(n)[0] - 1


def to_notation(n: int) -> str:
    """Wythoff's Fibonacci notation: a digit for each of …, 8, 5, 3, 2, 1, no two ones side by side, and an `F`.

    >>> to_notation(30), to_notation(11), to_notation(0)
    ('1010001F', '10100F', '0F')
    """
    places = zeckendorf_places(n)
    if not places:
        return "0F"
    digits = ["0"] * places[-1]
    for place in places:
        digits[-place] = "1"
    return "".join(digits) + "F"


def from_notation(text: str) -> int:
    """The number a Fibonacci notation stands for, canonical or not; the closing `F` may be left out.

    Raises:
        ParseError: a character that is neither digit nor the closing `F`, or no digit at all.

    >>> from_notation("1010F"), from_notation("1011F"), from_notation("1100")
    (7, 8, 8)
    """
    check_text(text)
    digits = text.strip().removesuffix("F")
    for position, digit in enumerate(digits):
        if digit not in "01":
            raise ParseError(_("Fibonacci notation has the digits 0 and 1"), text, text.index(digits) + position)
    if not digits:
        raise ParseError(_("Fibonacci notation needs a digit, as in 1010F"), text, 0)
    number, low, high = 0, 1, 2
    for digit in reversed(digits):
        if digit == "1":
            number += low
        low, high = high, low + high
    return number


def fibonacci_like(first: int, second: int) -> Iterator[int]:
    """The endless sequence in which each term is the sum of the two before it.

    >>> list(islice(fibonacci_like(4, 7), 6))
    [4, 7, 11, 18, 29, 47]
    """
    while True:
        yield first
        first, second = second, first + second


def paired(sequence: Iterable[int]) -> Iterator[tuple[int, int]]:
    """A sequence's terms two by two: (1, 2), (3, 5), (8, 13) of 1, 2, 3, 5, 8, 13; an odd one at the end is dropped.

    >>> list(paired([4, 7, 11, 18, 29]))
    [(4, 7), (11, 18)]
    """
    return islice(pairwise(sequence), 0, None, 2)


def primitive_pairs(stop: int) -> Iterator[tuple[int, int]]:
    """The Wythoff pairs (x, y), x < stop, that no Fibonacci-like sequence from an earlier pair contains, in order.

    By the definition: each pair found starts a sequence, and that sequence's later pairs are struck out. O(stop) pairs.

    >>> list(primitive_pairs(15))
    [(1, 2), (4, 7), (6, 10), (9, 15), (12, 20), (14, 23)]
    """
    struck: set[tuple[int, int]] = set()
    for pair in islice(wythoff_pairs(), 1, None):
        if pair[0] >= stop:
            return
        if pair in struck:
            struck.remove(pair)
            continue
        yield pair
        for later in islice(paired(fibonacci_like(*pair)), 1, None):
            if later[0] >= stop:
                break
            struck.add(later)


def _places(n: int) -> Iterator[tuple[int, int]]:
    """The greedy parts of n with their places, the greatest first; two numbers are kept, however large n is."""
    n = check_whole(n, "a sum of Fibonacci numbers is 0 or more")
    place, low, high = 1, 1, 2
    while high <= n:
        place, low, high = place + 1, high, low + high
    while n:
        if low <= n:
            yield place, low
            n -= low
        place, low, high = place - 1, high - low, low
