"""Mex, nim-sums, and the field of nimbers: products, powers, inverses, square roots at any size.

The nimbers below 2^(2^k) form a field of characteristic 2. With F = 2^(2^(k-1)), every element is aF + b with
a, b < F, and F·F = F + F/2; each function below splits its argument there (Conway, *On Numbers and Games*, 1976,
chapter 6). Below 2^16 a product is a sum of logarithms, which every larger one comes down to.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from operator import xor

import attrs

from cgt.core.numbers import check_whole, exact_repr, format_int

SHOWN_TERMS = 12
"""The greatest number of terms of a nim-sum in a text."""

SMALL = 1 << 16
"""The field whose products are looked up."""

ORDER = SMALL - 1
LOW = (1 << 32) - 1
SQUARED_AT_ONCE = 6
"""The number of squarings done together, by tables for each number of them; more are seldom wanted."""

GENERATOR = 0x102
"""A nimber all of whose powers below `ORDER` differ."""

LOG_OF_HALF = 62_133
"""The logarithm of 2^15."""


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
        NumberError: a value is no whole number of at least 0.

    >>> nim_sum(3, 5, 6), nim_sum()
    (0, 0)
    """
    return reduce(xor, map(_natural, values), 0)


def sum_text(terms: Sequence[int | str], total: int) -> str:
    """A nim-sum as text, with the first 12 of its terms; a term alone is the sum.

    >>> sum_text([3, 5], 6), sum_text([7], 7), sum_text([], 0)
    ('3 ⊕ 5 = 6', '7', '0')
    """
    written = [term if isinstance(term, str) else format_int(term) for term in terms[:SHOWN_TERMS]]
    shown = " ⊕ ".join(written + ["…"] * (len(terms) > SHOWN_TERMS))
    value = format_int(total)
    return value if shown in {"", value} else f"{shown} = {value}"


def nim_product(left: int, right: int) -> int:
    """The nim-product: multiplication in Conway's field of nimbers.

    Each level halves the bits and makes three products, down to logarithms at 16 bits: about L^1.6 operations for L-bit
    numbers.

    Raises:
        NumberError: a factor is negative.

    >>> nim_product(2, 2), nim_product(4, 4), nim_product(2, 4), nim_product(1 << 64, 1 << 64) == 3 << 63
    (3, 6, 8, True)
    """
    return _product(_natural(left), _natural(right))


def nim_power(base: int, exponent: int) -> int:
    """The nim-power; negative exponents are powers of the inverse, and x⁰ = 1.

    Below 2^64 some ten products; of a larger field of 2^(k+1) bits, a power in the field below and 2^k / 4 products.

    Raises:
        NumberError: the base is negative, or the exponent no whole number.
        ZeroDivisionError: 0 to a negative power.

    >>> nim_power(2, 3), nim_power(2, -1), nim_power(0, 0)
    (1, 3, 1)
    """
    base, exponent = _natural(base), check_whole(exponent, "the exponent is a whole number", least=None)
    if base < 2:
        if not base and exponent < 0:
            raise ZeroDivisionError("*0 has no inverse")
        return base if exponent else 1
    return _power(base, exponent)


def _power(base: int, exponent: int) -> int:
    """The nim-power of a base other than 0, to any whole exponent."""
    if base < SMALL:
        powers, logarithms = tables()
        return powers[logarithms[base] * exponent % ORDER]
    # The multiplicative group of the field the base lies in has order 2^width - 1, and its power 2^half is its
    # conjugate: so the lesser half of the exponent falls to the norm, which lies in the field below.
    half = _half(base)
    above, below = divmod(exponent % ((1 << 2 * half) - 1), 1 << half)
    conjugate, norm = _conjugate_and_norm(base, half)
    if above > below:
        base, conjugate, above, below = conjugate, base, below, above
    # Of what is left the digits are 1, 3, -1 and -3, so that it takes three squarings or more from one to the next; the
    # conjugate is the norm times the inverse.
    rest, squarings, digits = below - above, 0, []
    while rest:
        more = (rest & -rest).bit_length() - 1
        squarings += more
        rest >>= more
        digit = (rest & 7 ^ 4) - 4
        rest -= digit
        if digit < 0:
            above += digit << squarings
        digits.append((digit, more))
    product = _product_of_64_bits if half == 32 else _product
    cube = product(base, _square(base))
    factors = {1: base, 3: cube, -1: conjugate, -3: cube ^ cube >> half}
    result = 1
    for digit, more in reversed(digits):
        result = _squared(factors[digit] if result == 1 else product(result, factors[digit]), more)
    return _product(_power(norm, above), result)


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

    Nimbers combine only with nimbers, since `3` is not the same as `*3`.

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
        return f"*{exact_repr(self.value)}"

    def _repr_latex_(self) -> str:
        return rf"$\ast {exact_repr(self.value)}$"

    def __repr__(self) -> str:
        return f"Nimber({exact_repr(self.value)})"


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
    if not left >> 32:
        return _product_of_32_bits(left, right, *tables())
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
    a, b, c, d = left >> 48, left >> 32 & 0xFFFF, left >> 16 & 0xFFFF, left & 0xFFFF
    e, f, g, h = right >> 48, right >> 32 & 0xFFFF, right >> 16 & 0xFFFF, right & 0xFFFF
    # Each half of both, and their sums, as `_product_of_32_bits` does it.
    last = powers[logarithms[d] + logarithms[h]]
    third = powers[logarithms[c ^ d] + logarithms[g ^ h]] ^ last
    last ^= powers[logarithms[c] + logarithms[g] + LOG_OF_HALF]
    second = powers[logarithms[b] + logarithms[f]]
    first = powers[logarithms[a ^ b] + logarithms[e ^ f]] ^ second
    # Both halves of the top times 2^31, which is 2^16 times 2^15.
    once = first ^ second ^ powers[logarithms[a] + logarithms[e] + LOG_OF_HALF]
    once, twice = powers[logarithms[once] + LOG_OF_HALF], powers[logarithms[first] + 2 * LOG_OF_HALF]
    a, b, e, f = a ^ c, b ^ d, e ^ g, f ^ h
    second = powers[logarithms[b] + logarithms[f]]
    first = powers[logarithms[a ^ b] + logarithms[e ^ f]] ^ second ^ third
    second ^= powers[logarithms[a] + logarithms[e] + LOG_OF_HALF] ^ last
    return first << 48 | second << 32 | (third ^ once) << 16 | last ^ twice


def _product_of_32_bits(left: int, right: int, powers: array[int], logarithms: array[int]) -> int:
    a, b, c, d = left >> 16, left & 0xFFFF, right >> 16, right & 0xFFFF
    bottom = powers[logarithms[b] + logarithms[d]]
    both = powers[logarithms[a ^ b] + logarithms[c ^ d]] ^ bottom
    return both << 16 | bottom ^ powers[logarithms[a] + logarithms[c] + LOG_OF_HALF]


def _inverse_of_64_bits(value: int) -> int:
    """The inverse for 2^16 <= value < 2^64: conjugate times inverse norm, down to 32 bits and to 16."""
    powers, logarithms = tables()
    high, low = value >> 32, value & LOW
    other = high ^ low
    norm = _product_of_32_bits(low, other, powers, logarithms)
    if high:
        # The square of the higher half times 2^31.
        a, b = high >> 16, high & 0xFFFF
        top = powers[2 * logarithms[a]]
        bottom = powers[2 * logarithms[b]] ^ powers[2 * logarithms[a] + LOG_OF_HALF]
        norm ^= powers[logarithms[top ^ bottom] + LOG_OF_HALF] << 16 ^ powers[logarithms[top] + 2 * LOG_OF_HALF]
    a, b = norm >> 16, norm & 0xFFFF
    least = powers[logarithms[b] + logarithms[a ^ b]] ^ powers[2 * logarithms[a] + LOG_OF_HALF]
    inverse = ORDER - logarithms[least]
    of_norm = powers[logarithms[a] + inverse] << 16 | powers[logarithms[a ^ b] + inverse]
    product = _product_of_32_bits(of_norm, other, powers, logarithms)
    return _product_of_32_bits(of_norm, high, powers, logarithms) << 32 | product if high else product


def _square(value: int) -> int:
    if value < SMALL:
        powers, logarithms = tables()
        return powers[2 * logarithms[value]]
    if not value >> 64:
        return _squared(value, 1)
    half = _half(value)
    high, low = map(_square, _split(value, half))
    return high << half | (low ^ _times_half(high, half))


def _squared(value: int, times: int) -> int:
    """The nim-square taken `times` times; below 2^64 several at once, since squaring is linear."""
    while times:
        if value >> 64:
            value, times = _square(value), times - 1
            continue
        together = min(times, SQUARED_AT_ONCE)
        a, b, c, d, e, f, g, h = _squares(together)
        i, j, k, l, m, n, o, p = value.to_bytes(8, "little")  # noqa: E741 - as many letters as bytes
        value = a[i] ^ b[j] ^ c[k] ^ d[l] ^ e[m] ^ f[n] ^ g[o] ^ h[p]
        times -= together
    return value


@cache
def _squares(times: int) -> list[array[int]]:
    """The `times`-fold nim-squares of all values of each byte of a 64-bit number: squaring is linear."""
    results = []
    for place in range(0, 64, 8):
        squares = [0]
        for bit in range(place, place + 8):
            of_bit = 1 << bit
            for _ in range(times):
                of_bit = _product(of_bit, of_bit)
            squares += [of_bit ^ other for other in squares]
        results.append(array("Q", squares))
    return results


@lru_cache(maxsize=1 << 16)
def _small_product(left: int, right: int) -> int:
    """The nim-product by the definition of the field, level by level down to single bits; for left >= right >= 2."""
    half = _half(left)
    a, b = _split(left, half)
    c, d = _split(right, half)
    top, bottom = _in_order(a, c), _in_order(b, d)
    return (_in_order(a ^ b, c ^ d) ^ bottom) << half | (bottom ^ _times_half(top, half))


def _in_order(left: int, right: int) -> int:
    least, greatest = sorted((left, right))
    return least * greatest if least < 2 else _small_product(greatest, least)


@cache
def tables() -> tuple[array[int], array[int]]:
    """The powers of `GENERATOR`, three times over and then zeros, and the logarithms of all nimbers below 2^16.

    That of 0 is so large that it leads to a zero, whatever two are added to it. In arrays, which caches hold.

    >>> powers, logarithms = tables()
    >>> powers[logarithms[4] + logarithms[4]], powers[ORDER], powers[logarithms[0] + logarithms[4]]
    (6, 1, 0)
    """
    # To multiply by the generator is linear: of each half of the bits once, by the products with single bits.
    low, high = [0], [0]
    for bit in range(8):
        for half, shift in ((low, 0), (high, 8)):
            image = _in_order(GENERATOR, 1 << bit + shift)
            half += [image ^ other for other in half]
    powers, logarithms = array("H", [1]) * ORDER, array("I", [0]) * SMALL
    logarithms[0] = 3 * ORDER
    power = 1
    for exponent in range(1, ORDER):
        power = low[power & 0xFF] ^ high[power >> 8]
        powers[exponent] = power
        logarithms[power] = exponent
    return powers * 3 + array("H", [0]) * (5 * ORDER), logarithms


def _times_half(value: int, half: int) -> int:
    """The product of `value` < 2^half with 2^(half - 1), the largest power of two in its field."""
    if half == 1 or not value:
        return value
    if half == 16:
        powers, logarithms = tables()
        return powers[logarithms[value] + LOG_OF_HALF]
    quarter = half // 2
    a, b = _split(value, quarter)
    # (aF + b)(F·F/2) with F·F/2 = the power wanted: (a + b)·F/2 · F + a·F/2·F/2
    return _times_half(a ^ b, quarter) << quarter | _times_half(_times_half(a, quarter), quarter)


def walsh_hadamard(counts: list[int]) -> list[int]:
    """The Walsh-Hadamard transform: for each mask, the sum of the counts at even parity minus that at odd parity.

    >>> walsh_hadamard([5, 1, 2, 0])
    [8, 6, 4, 2]
    """
    result = list(counts)
    half = 1
    while half < len(result):
        for place in range(len(result)):
            if not place & half:
                one, other = result[place], result[place + half]
                result[place], result[place + half] = one + other, one - other
        half *= 2
    return result
