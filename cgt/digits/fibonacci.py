"""Fibonacci numbers as a number system, and the systems of Wythoff's game with slack, where |k - l| < a.

The base of slack a is p_0 = 1, p_1 = a + 1, p_n = a·p_{n-1} + p_{n-2}; digits 0..a, and a digit a is followed by 0 to
its right (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", *Amer. Math. Monthly* 89, 1982).
For a = 1 it is 1, 2, 3, 5, 8, …: Zeckendorf's sums and Wythoff's Fibonacci notation. `fibonacci(1) = 1`,
`fibonacci(2) = 2`, so a digit's place from 1 is its number's index. Everything is exact at any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice, pairwise, takewhile
from math import isqrt

from cgt.core.memory_limit import check_memory
from cgt.core.numbers import check_whole, format_int
from cgt.core.reading import check_text
from cgt.errors import ParseError


def fibonacci(place: int) -> int:
    """The number at `place` = 1, 2, 3, … of 1, 2, 3, 5, 8, …, in O(log place) products.

    Raises:
        NumberError: the place is below 1.
        MemoryBudgetError: the number would not fit; it has about 0.7 bits a place.

    >>> [fibonacci(place) for place in range(1, 9)]
    [1, 2, 3, 5, 8, 13, 21, 34]
    """
    place = check_whole(place, "places count from 1", least=1)
    check_memory(place // 3, f"the Fibonacci number at place {format_int(place)}")
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
    """The places of the Zeckendorf parts of n in 1, 2, 3, 5, 8, …, ascending and counted from 1.

    >>> zeckendorf_places(50)
    (3, 6, 8)
    """
    return tuple(place for place, _ in _places(n))[::-1]


def trailing_zeros(n: int) -> int:
    """The number of zeros that n >= 1 ends in, in Fibonacci notation.

    >>> trailing_zeros(11), trailing_zeros(7), trailing_zeros(4)
    (2, 1, 0)
    """
    return _trailing_zeros(digits(check_whole(n, "only numbers from 1 end in a counted number of zeros", least=1)))


def to_notation(n: int) -> str:
    """Wythoff's Fibonacci notation: a digit for each of …, 8, 5, 3, 2, 1, no two ones side by side, and an `F`.

    >>> to_notation(30), to_notation(11), to_notation(0)
    ('1010001F', '10100F', '0F')
    """
    return ("".join(map(str, digits(n))) or "0") + "F"


def from_notation(text: str) -> int:
    """The number a Fibonacci notation stands for, canonical or not; the closing `F` may be left out.

    Raises:
        ParseError: a character that is neither digit nor the closing `F`, or no digit at all.

    >>> from_notation("1010F"), from_notation("1011F"), from_notation("1100")
    (7, 8, 8)
    """
    check_text(text)
    written = text.strip().removesuffix("F")
    for position, digit in enumerate(written):
        if digit not in "01":
            raise ParseError("Fibonacci notation has the digits 0 and 1", text, text.index(written) + position)
    if not written:
        raise ParseError("Fibonacci notation needs a digit, as in 1010F", text, 0)
    return from_digits(tuple(map(int, written)))


def fibonacci_like(first: int, second: int) -> Iterator[int]:
    """The endless sequence in which each term is the sum of the two before it.

    >>> list(islice(fibonacci_like(4, 7), 6))
    [4, 7, 11, 18, 29, 47]
    """
    while True:
        yield first
        first, second = second, first + second


def paired(sequence: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The terms of a sequence in pairs: (1, 2), (3, 5), (8, 13) of 1, 2, 3, 5, 8, 13; an odd last one is dropped.

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
    for pair in map(wythoff_pair, count(1)):
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
    """The parts of n, the greatest first, each with its place."""
    n = check_whole(n, "a sum of Fibonacci numbers is 0 or more")
    return ((place, number) for place, number, digit in _greedy(n, 1) if digit)


def _greedy(n: int, a: int) -> Iterator[tuple[int, int, int]]:
    """The places of n from the greatest down to 1, each with its number and digit; two numbers are kept at a time."""
    places, low, high = 0, 1, a + 1
    while low <= n:
        places, low, high = places + 1, high, a * high + low
    for place in range(places, 0, -1):
        low, high = high - a * low, low
        digit = 0
        if low <= n:
            digit, n = (1, n - low) if a == 1 else divmod(n, low)
        yield place, low, digit


def base(stop: int, a: int = 1) -> list[int]:
    """The base numbers below `stop`, ascending.

    >>> base(30), base(60, a=2)
    ([1, 2, 3, 5, 8, 13, 21], [1, 3, 7, 17, 41])
    """
    return list(takewhile(lambda number: number < stop, _numbers(a)))


def _numbers(a: int) -> Iterator[int]:
    """The base numbers, ascending."""
    _check_slack(a)
    low, high = 1, a + 1
    while True:
        yield low
        low, high = high, a * high + low


def digits(n: int, a: int = 1) -> tuple[int, ...]:
    """The digits of n as they are written, the greatest place first; empty for 0.

    Two base numbers are kept, however large n is.

    Raises:
        NumberError: n is negative, or a is below 1.

    >>> digits(11), digits(16, a=2)
    ((1, 0, 1, 0, 0), (2, 0, 2))
    """
    _check_slack(a)
    return tuple(digit for _place, _number, digit in _greedy(check_whole(n, "digits are for numbers from 0"), a))


def from_digits(written: Sequence[int], a: int = 1) -> int:
    """The number that digits (the greatest place first) stand for, canonical or not.

    >>> from_digits((1, 0, 1, 0, 0)), from_digits((2, 0, 2), a=2), from_digits(())
    (11, 16, 0)
    """
    return sum(digit * number for number, digit in zip(_numbers(a), reversed(written), strict=False) if digit)


def wythoff_pair(rank: int, a: int = 1) -> tuple[int, int]:
    """The P-position (A, B), A <= B, of that rank: A = ⌊rank·α⌋ with α = (2 - a + √(a² + 4)) / 2, and B = A + a·rank.

    Raises:
        NumberError: the rank is negative, or a is below 1.

    >>> [wythoff_pair(rank) for rank in range(5)], [wythoff_pair(rank, a=2) for rank in range(4)]
    ([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)], [(0, 0), (1, 3), (2, 6), (4, 10)])
    """
    _check_slack(a)
    rank = check_whole(rank, "ranks count from 0")
    low = (rank * (2 - a) + isqrt(rank * rank * (a * a + 4))) // 2
    return low, low + a * rank


def rank_of_pair(x: int, y: int, a: int = 1) -> int | None:
    """The rank of (x, y), in either order, if it is a P-position of normal play, else None: by inverting the formula.

    >>> rank_of_pair(6, 4), rank_of_pair(7, 4), rank_of_pair(6, 7)
    (None, 3, None)
    """
    _check_pair(x, y, a)
    x, y = min(x, y), max(x, y)
    rank, rest = divmod(y - x, a)
    return rank if not rest and wythoff_pair(rank, a) == (x, y) else None


def is_wythoff_pair(x: int, y: int, a: int = 1) -> bool:
    """Whether (x, y), in either order, is a P-position of normal play: read off the digits (Fraenkel 1982).

    The lesser ends in an even number of zeros, and the greater is the lesser with a zero appended. O(log y) steps.
    Shares nothing with `rank_of_pair` but the definition.

    >>> is_wythoff_pair(11, 18), is_wythoff_pair(7, 11), is_wythoff_pair(11, 13), is_wythoff_pair(2, 6, a=2)
    (True, False, False, True)
    """
    _check_pair(x, y, a)
    x, y = min(x, y), max(x, y)
    if x == 0:
        return y == 0
    lesser = digits(x, a)
    return _trailing_zeros(lesser) % 2 == 0 and digits(y, a) == (*lesser, 0)


def _trailing_zeros(written: Sequence[int]) -> int:
    return next(zeros for zeros, digit in enumerate(reversed(written)) if digit)


def _check_slack(a: int) -> None:
    check_whole(a, "the slack a is 1 or more", least=1)


def _check_pair(x: int, y: int, a: int) -> None:
    _check_slack(a)
    for size in (x, y):
        check_whole(size, "heaps hold 0 or more")
