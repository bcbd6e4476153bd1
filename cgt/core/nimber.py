"""Mex, nim-sums, and the field of nimbers: products, powers, inverses and square roots at any size.

The nimbers below 2^(2^k) form a field of characteristic 2. With F = 2^(2^(k-1)), every element is aF + b with
a, b < F, and F·F = F + F/2; each function below splits its argument there (Conway, *On Numbers and Games*, 1976,
chapter 6).
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import xor
from typing import TYPE_CHECKING

import attrs

from cgt.core.numbers import check_whole, written

if TYPE_CHECKING:
    from collections.abc import Iterable


def mex(values: Iterable[int]) -> int:
    """The minimal excludant: the least number 0, 1, 2, … that is not among `values`.

    >>> mex([0, 1, 3]), mex([]), mex([2, 5])
    (2, 0, 0)
    """
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(*values: int) -> int:
    """The nim-sum of nim-values: binary addition without carry.

    Raises:
        NumberError: a value is negative.

    >>> nim_sum(3, 5, 6), nim_sum()
    (0, 0)
    """
    return reduce(xor, map(_natural, values), 0)


def nim_product(left: int, right: int) -> int:
    """The nim-product: multiplication in Conway's field of nimbers.

    Each level halves the bits and makes three products, so L-bit numbers cost about L^1.6 bit operations.

    Raises:
        NumberError: a factor is negative.

    >>> nim_product(2, 2), nim_product(4, 4), nim_product(2, 4), nim_product(1 << 64, 1 << 64) == 3 << 63
    (3, 6, 8, True)
    """
    return _product(_natural(left), _natural(right))


def nim_power(base: int, exponent: int) -> int:
    """The nim-power; negative exponents go through the inverse, and x⁰ = 1.

    Raises:
        NumberError: the base is negative.
        ZeroDivisionError: 0 to a negative power.

    >>> nim_power(2, 3), nim_power(2, -1), nim_power(0, 0)
    (1, 3, 1)
    """
    base = _natural(base)
    if exponent < 0:
        base, exponent = nim_inverse(base), -exponent
    if base > 1:
        # The multiplicative group of the field the base lies in has order 2^width - 1.
        exponent %= (1 << 2 * _half(base)) - 1
    result = 1
    while exponent:
        if exponent & 1:
            result = _product(result, base)
        base = _product(base, base)
        exponent >>= 1
    return result


def nim_inverse(value: int) -> int:
    """The nimber whose nim-product with `value` is 1.

    Raises:
        NumberError: the value is negative.
        ZeroDivisionError: the value is 0.

    >>> [nim_inverse(value) for value in range(1, 8)]
    [1, 3, 2, 15, 12, 9, 11]
    """
    value = _natural(value)
    if value == 0:
        raise ZeroDivisionError("*0 has no inverse")
    if value == 1:
        return 1
    half = _half(value)
    high, low = _split(value, half)
    # The conjugate of aF + b is a(F + 1) + b; their product, the norm, lies in the field below.
    norm = _product(low, low ^ high) ^ _times_half(_product(high, high), half)
    return _product(high << half | (low ^ high), nim_inverse(norm))


def nim_sqrt(value: int) -> int:
    """The only nimber whose nim-square is `value`.

    Raises:
        NumberError: the value is negative.

    >>> [nim_sqrt(value) for value in range(8)]
    [0, 1, 3, 2, 7, 6, 4, 5]
    """
    value = _natural(value)
    if value < 2:
        return value
    half = _half(value)
    high, low = _split(value, half)
    # (xF + y)² = x²F + (y² + x²·F/2)
    return nim_sqrt(high) << half | nim_sqrt(low ^ _times_half(high, half))


def _natural(value: int) -> int:
    return check_whole(value, "a nimber is a whole number of at least 0")


@attrs.frozen(order=True)
class Nimber:
    """A nimber as a value: nim-addition, nim-multiplication, powers and roots with the usual operators.

    Only nimbers mix with nimbers, since `3` means another thing than `*3`.

    Raises:
        NumberError: the value is negative or not an integer.

    >>> Nimber(5) + Nimber(3), Nimber(4) * Nimber(4), Nimber(2) ** -1
    (Nimber(6), Nimber(6), Nimber(3))
    >>> print(Nimber(6) / Nimber(4), -Nimber(7), Nimber(6).sqrt(), int(Nimber(9)))
    *4 *7 *4 9
    """

    value: int = attrs.field(converter=_natural)

    def __add__(self, other: Nimber) -> Nimber:
        return Nimber(self.value ^ other.value) if isinstance(other, Nimber) else NotImplemented

    # Every nimber is its own negative.
    __sub__ = __add__

    def __neg__(self) -> Nimber:
        return self

    def __mul__(self, other: Nimber) -> Nimber:
        return Nimber(_product(self.value, other.value)) if isinstance(other, Nimber) else NotImplemented

    def __truediv__(self, other: Nimber) -> Nimber:
        return self * other.inverse() if isinstance(other, Nimber) else NotImplemented

    def __pow__(self, exponent: int) -> Nimber:
        return Nimber(nim_power(self.value, exponent))

    def inverse(self) -> Nimber:
        """The reciprocal; `ZeroDivisionError` for *0."""
        return Nimber(nim_inverse(self.value))

    def sqrt(self) -> Nimber:
        """The square root, which every nimber has."""
        return Nimber(nim_sqrt(self.value))

    def __int__(self) -> int:
        return self.value

    def __bool__(self) -> bool:
        return self.value != 0

    def __str__(self) -> str:
        return f"*{written(self.value)}"

    def _repr_latex_(self) -> str:
        return rf"$\ast {written(self.value)}$"

    def __repr__(self) -> str:
        return f"Nimber({written(self.value)})"


def _half(value: int) -> int:
    """Half the width in bits of the least field that holds `value` >= 2: a power of two."""
    return 1 << ((value.bit_length() - 1).bit_length() - 1)


def _split(value: int, half: int) -> tuple[int, int]:
    return value >> half, value & ((1 << half) - 1)


def _product(left: int, right: int) -> int:
    if left < right:
        left, right = right, left
    if right < 2:
        return left * right
    return _small_product(left, right) if left < 256 else _split_product(left, right)


def _split_product(left: int, right: int) -> int:
    half = _half(left)
    a, b = _split(left, half)
    c, d = _split(right, half)
    if not c:
        return _product(a, d) << half | _product(b, d)
    top, bottom = _product(a, c), _product(b, d)
    return (_product(a ^ b, c ^ d) ^ bottom) << half | (bottom ^ _times_half(top, half))


# Below 256 there are few enough products to remember, and every larger product ends in them.
_small_product = lru_cache(maxsize=1 << 16)(_split_product)


def _times_half(value: int, half: int) -> int:
    """The product of `value` < 2^half with 2^(half - 1), the largest power of two in its field."""
    if half == 1 or not value:
        return value
    quarter = half // 2
    a, b = _split(value, quarter)
    # (aF + b)(F·F/2) with F·F/2 = the power wanted: (a + b)·F/2 · F + a·F/2·F/2
    return _times_half(a ^ b, quarter) << quarter | _times_half(_times_half(a, quarter), quarter)
