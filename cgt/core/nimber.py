"""Mex, nim-sums, and the field of nimbers: products, powers, inverses and square roots at any size.

The nimbers below 2^(2^k) form a field of characteristic 2. With F = 2^(2^(k-1)), every element is aF + b with
a, b < F, and F·F = F + F/2; each function below splits its argument there (Conway, *On Numbers and Games*, 1976,
chapter 6). Below 2^16 a product is a sum of logarithms, which every larger one comes down to.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import xor
from typing import TYPE_CHECKING

import attrs

from cgt.core.numbers import check_whole, written

if TYPE_CHECKING:
    from collections.abc import Iterable


SMALL = 1 << 16
"""The field whose products are looked up."""

ORDER = SMALL - 1
LOW = (1 << 32) - 1
GENERATOR = 0x102
"""A nimber all of whose powers below `ORDER` differ."""


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

    Each level halves the bits and makes three products, down to logarithms at 16 bits: about L^1.6 operations for L-bit
    numbers. For many products of 64 bits at once, see `cgt.kernels.nimbers`.

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
    if base < 2 or not exponent:
        return base if exponent else 1
    if base < SMALL:
        powers, logarithms = tables()
        return powers[logarithms[base] * exponent % ORDER]
    # The multiplicative group of the field the base lies in has order 2^width - 1, and its power 2^half is its
    # conjugate: so the lesser half of the exponent falls to the norm, which lies in the field below.
    half = _half(base)
    above, below = divmod(exponent % ((1 << 2 * half) - 1), 1 << half)
    conjugate, norm = _conjugate_and_norm(base, half)
    rest = _power(base if below > above else conjugate, abs(above - below))
    return _product(nim_power(norm, min(above, below)), rest)


def _power(base: int, exponent: int) -> int:
    """Three bits of the exponent at a time."""
    powers = [1, base]
    while len(powers) < 8:
        powers.append(_product(powers[-1], base) if len(powers) % 2 else _square(powers[len(powers) // 2]))
    result = 1
    for digit in f"{exponent:o}":
        if base >> 64:
            result = _square(_square(_square(result)))
        else:
            result = reduce(xor, map(list.__getitem__, _squares(3), result.to_bytes(8, "little")))
        if digit != "0":
            result = _product(result, powers[int(digit)])
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
    if value < SMALL:
        powers, logarithms = tables()
        return powers[ORDER - logarithms[value]]
    if not value >> 64:
        return _inverse_of_64_bits(value)
    half = _half(value)
    conjugate, norm = _conjugate_and_norm(value, half)
    return _product(conjugate, nim_inverse(norm))


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
    if value < SMALL:
        powers, logarithms = tables()
        return powers[(logarithms[value] << 15) % ORDER]  # twice that is the logarithm itself
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


def _conjugate_and_norm(value: int, half: int) -> tuple[int, int]:
    """The conjugate of aF + b is a(F + 1) + b; their product, the norm, lies in the field below."""
    high, low = _split(value, half)
    return high << half | (low ^ high), _product(low, low ^ high) ^ _times_half(_square(high), half)


def _product(left: int, right: int) -> int:
    if left < right:
        left, right = right, left
    if right < 2:
        return left * right
    if left < 256:
        return _small_product(left, right)
    if left < SMALL:
        powers, logarithms = tables()
        return powers[logarithms[left] + logarithms[right]]
    if not left >> 64:
        return _product_of_64_bits(left, right)
    half = _half(left)
    a, b = _split(left, half)
    c, d = _split(right, half)
    if not c:
        return _product(a, d) << half | _product(b, d)
    top, bottom = _product(a, c), _product(b, d)
    return (_product(a ^ b, c ^ d) ^ bottom) << half | (bottom ^ _times_half(top, half))


def _product_of_64_bits(left: int, right: int) -> int:
    powers, logarithms = tables()
    of_half = logarithms[1 << 15]
    bottom = _product_of_32_bits(left & LOW, right & LOW, powers, logarithms, of_half)
    left, right, low_left, low_right = left >> 32, right >> 32, left & LOW, right & LOW
    if not left:
        return bottom
    both = _product_of_32_bits(left ^ low_left, right ^ low_right, powers, logarithms, of_half)
    if not right:
        return (both ^ bottom) << 32 | bottom
    top = _product_of_32_bits(left, right, powers, logarithms, of_half)
    # The top times 2^31, which is 2^16 times 2^15.
    high, low = top >> 16, top & 0xFFFF
    once = powers[logarithms[high ^ low] + of_half] if high != low else 0
    twice = powers[logarithms[high] + 2 * of_half] if high else 0
    return (both ^ bottom) << 32 | (bottom ^ once << 16 ^ twice)


def _product_of_32_bits(left: int, right: int, powers: list[int], logarithms: list[int], of_half: int) -> int:
    a, b, c, d = left >> 16, left & 0xFFFF, right >> 16, right & 0xFFFF
    bottom = powers[logarithms[b] + logarithms[d]] if b and d else 0
    both = powers[logarithms[a ^ b] + logarithms[c ^ d]] if a != b and c != d else 0
    top = powers[logarithms[a] + logarithms[c] + of_half] if a and c else 0
    return (both ^ bottom) << 16 | (bottom ^ top)


def _inverse_of_64_bits(value: int) -> int:
    """As `nim_inverse` says, for 2^16 <= value < 2^64: conjugate times inverse norm, down to 32 bits and to 16."""
    powers, logarithms = tables()
    of_half = logarithms[1 << 15]
    high, low = value >> 32, value & LOW
    other = high ^ low
    norm = _product_of_32_bits(low, other, powers, logarithms, of_half)
    if high:
        # The square of the higher half times 2^31.
        a, b = high >> 16, high & 0xFFFF
        top = powers[2 * logarithms[a]] if a else 0
        bottom = (powers[2 * logarithms[b]] if b else 0) ^ (powers[2 * logarithms[a] + of_half] if a else 0)
        once = powers[logarithms[top ^ bottom] + of_half] if top != bottom else 0
        norm ^= once << 16 ^ (powers[logarithms[top] + 2 * of_half] if top else 0)
    a, b = norm >> 16, norm & 0xFFFF
    least = powers[logarithms[b] + logarithms[a ^ b]] if b and a != b else 0
    least ^= powers[2 * logarithms[a] + of_half] if a else 0
    inverse = ORDER - logarithms[least]
    of_norm = powers[logarithms[a ^ b] + inverse] if a != b else 0
    of_norm ^= (powers[logarithms[a] + inverse] << 16) if a else 0
    found = _product_of_32_bits(of_norm, other, powers, logarithms, of_half)
    return _product_of_32_bits(of_norm, high, powers, logarithms, of_half) << 32 | found if high else found


def _square(value: int) -> int:
    if value < 2:
        return value
    if value < SMALL:
        powers, logarithms = tables()
        return powers[2 * logarithms[value]]
    if not value >> 64:
        return reduce(xor, map(list.__getitem__, _squares(1), value.to_bytes(8, "little")))
    half = _half(value)
    high, low = map(_square, _split(value, half))
    return high << half | (low ^ _times_half(high, half))


@cache
def _squares(times: int) -> list[list[int]]:
    """For each byte of a number of 64 bits what all that it may be adds to the square, so many times: it is linear."""
    found = []
    for place in range(0, 64, 8):
        squares = [0]
        for bit in range(place, place + 8):
            of_bit = 1 << bit
            for _ in range(times):
                of_bit = _product(of_bit, of_bit)
            squares += [of_bit ^ other for other in squares]
        found.append(squares)
    return found


@lru_cache(maxsize=1 << 16)
def _small_product(left: int, right: int) -> int:
    """By the definition of the field, level by level down to single bits; for left >= right >= 2."""
    half = _half(left)
    a, b = _split(left, half)
    c, d = _split(right, half)
    top, bottom = _in_order(a, c), _in_order(b, d)
    return (_in_order(a ^ b, c ^ d) ^ bottom) << half | (bottom ^ _times_half(top, half))


def _in_order(left: int, right: int) -> int:
    least, greatest = sorted((left, right))
    return least * greatest if least < 2 else _small_product(greatest, least)


@cache
def tables() -> tuple[list[int], list[int]]:
    """The powers of `GENERATOR`, three times over, and the logarithm of each nimber from 1 to 2^16 - 1.

    >>> powers, logarithms = tables()
    >>> powers[logarithms[4] + logarithms[4]], powers[ORDER]
    (6, 1)
    """
    # To multiply by the generator is linear: of each half of the bits once, by the products with single bits.
    low, high = [0], [0]
    for bit in range(8):
        for half, shift in ((low, 0), (high, 8)):
            image = _in_order(GENERATOR, 1 << bit + shift)
            half += [image ^ other for other in half]
    powers, logarithms = [1] * ORDER, [0] * SMALL
    power = 1
    for exponent in range(1, ORDER):
        power = low[power & 0xFF] ^ high[power >> 8]
        powers[exponent] = power
        logarithms[power] = exponent
    return powers * 3, logarithms


def _times_half(value: int, half: int) -> int:
    """The product of `value` < 2^half with 2^(half - 1), the largest power of two in its field."""
    if half == 1 or not value:
        return value
    if half == 16:
        powers, logarithms = tables()
        return powers[logarithms[value] + logarithms[1 << 15]]
    quarter = half // 2
    a, b = _split(value, quarter)
    # (aF + b)(F·F/2) with F·F/2 = the power wanted: (a + b)·F/2 · F + a·F/2·F/2
    return _times_half(a ^ b, quarter) << quarter | _times_half(_times_half(a, quarter), quarter)
