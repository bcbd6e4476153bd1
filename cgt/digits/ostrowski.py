"""The number systems in which Wythoff's game with slack, |k - l| < a, is easy to play.

Base p_0 = 1, p_1 = a + 1, p_n = a·p_{n-1} + p_{n-2}; digits 0..a, and a digit a is followed by 0 to its right.
For a = 1 it is the Fibonacci notation. Source: A. S. Fraenkel, "How to beat your Wythoff games' opponent on three
fronts", *Amer. Math. Monthly* 89 (1982). Everything is exact at any size.
"""

from __future__ import annotations

from itertools import count
from math import isqrt
from typing import TYPE_CHECKING

from cgt.core.numbers import check_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def base(stop: int, a: int = 1) -> list[int]:
    """The base numbers below `stop`, ascending.

    >>> base(30), base(60, a=2)
    ([1, 2, 3, 5, 8, 13, 21], [1, 3, 7, 17, 41])
    """
    _check_slack(a)
    numbers = []
    low, high = 1, a + 1
    while low < stop:
        numbers.append(low)
        low, high = high, a * high + low
    return numbers


def digits(n: int, a: int = 1) -> tuple[int, ...]:
    """The digits of n as they are written, the greatest place first; empty for 0.

    Two base numbers are kept, however large n is.

    Raises:
        NumberError: n is negative, or a is below 1.

    >>> digits(11), digits(16, a=2)
    ((1, 0, 1, 0, 0), (2, 0, 2))
    """
    n = check_whole(n, "digits are for numbers from 0")
    _check_slack(a)
    places, low, high = 0, 1, a + 1
    while low <= n:
        places, low, high = places + 1, high, a * high + low
    written = []
    for _ in range(places):
        low, high = high - a * low, low
        digit, n = divmod(n, low)
        written.append(digit)
    return tuple(written)


def from_digits(written: Sequence[int], a: int = 1) -> int:
    """The number that digits (the greatest place first) stand for, canonical or not.

    >>> from_digits((1, 0, 1, 0, 0)), from_digits((2, 0, 2), a=2), from_digits(())
    (11, 16, 0)
    """
    _check_slack(a)
    total, low, high = 0, 1, a + 1
    for digit in reversed(written):
        total += digit * low if digit else 0
        low, high = high, a * high + low
    return total


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


def wythoff_pairs(a: int = 1) -> Iterator[tuple[int, int]]:
    """All the pairs in order, from (0, 0), without end.

    >>> from itertools import islice
    >>> list(islice(wythoff_pairs(a=3), 4))
    [(0, 0), (1, 4), (2, 8), (3, 12)]
    """
    _check_slack(a)
    return (wythoff_pair(rank, a) for rank in count())


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
