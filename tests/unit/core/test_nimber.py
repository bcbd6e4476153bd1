from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.core.nimber import Nimber, mex, nim_inverse, nim_power, nim_product, nim_sqrt, nim_sum
from cgt.errors import NumberError


@cache
def product_by_definition(a, b):
    """Conway: a·b = mex { a'b + ab' + a'b' : a' < a, b' < b }."""
    values = {
        product_by_definition(x, b) ^ product_by_definition(a, y) ^ product_by_definition(x, y)
        for x in range(a)
        for y in range(b)
    }
    return next(value for value in range(len(values) + 1) if value not in values)


def test_product_agrees_with_the_mex_definition(upto):
    stop = upto(20, full=32)
    for a in range(stop):
        assert [nim_product(a, b) for b in range(stop)] == [product_by_definition(a, b) for b in range(stop)]


@pytest.mark.parametrize("bits", [8, 60, 200, pytest.param(700, marks=pytest.mark.full)])
def test_field_laws(bits):
    rng = random.Random(bits)
    for _ in range(5):
        a, b, c = (rng.getrandbits(bits) for _ in range(3))
        assert nim_product(a, b) == nim_product(b, a)
        assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
        assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
        assert nim_product(nim_sqrt(a), nim_sqrt(a)) == a
        assert nim_product(a | 1, nim_inverse(a | 1)) == 1


def test_powers():
    a = 0xBEEF
    assert nim_power(a, 5) == nim_product(nim_product(a, a), nim_product(nim_product(a, a), a))
    assert nim_product(nim_power(a, 7), nim_power(a, -7)) == 1
    assert nim_power(a, 2**16 - 1) == 1
    assert nim_power(0, 0) == 1
    assert nim_power(0, 4) == 0
    assert nim_power(1, -3) == 1


@pytest.mark.parametrize("high", [0, 1, 1 << 16, 0xABCD0000, 0x1234567])
@pytest.mark.parametrize("low", [0, 1, 1 << 16, 0xABCD0000, 0x1234567, 0xFFFFFFFF])
def test_inverses_of_64_bits_whose_parts_vanish_or_are_equal(high, low):
    value = high << 32 | low
    if value:
        assert tower_product(value, nim_inverse(value), 32) == 1


@pytest.mark.parametrize("bits", [3, 17, 40, 64, 65, 130])
def test_powers_are_repeated_products(bits):
    rng = random.Random(bits)
    base = rng.getrandbits(bits) | 1 << bits - 1
    power = 1
    for exponent in range(40):
        assert nim_power(base, exponent) == power
        power = nim_product(power, base)
    one, other = rng.getrandbits(70), rng.getrandbits(70)
    assert nim_product(nim_power(base, one), nim_power(base, other)) == nim_power(base, one + other)
    assert nim_power(base, 2**64) == nim_product(nim_power(base, 2**63), nim_power(base, 2**63))


@given(st.integers(17, 80), st.data())
def test_powers_by_squaring_and_multiplying(bits, data):
    base = data.draw(st.integers(1 << bits - 1, (1 << bits) - 1))
    order = (1 << (1 << (bits - 1).bit_length())) - 1
    exponent = data.draw(st.integers(-9, order) | st.integers(order - 4, order + 4) | st.integers(-4, 4))
    square, power = base, 1
    for digit in reversed(f"{exponent % order:b}"):
        power = nim_product(power, square) if digit == "1" else power
        square = nim_product(square, square)
    assert nim_power(base, exponent) == power


def test_a_product_with_a_vanishing_part_by_the_rule_of_the_tower(upto):
    """The logarithm of 0 leads to 0, whatever is added to it."""
    for ones in product((0, 0xFFFF), repeat=4):
        left = sum(part << 16 * place for place, part in enumerate(ones))
        for right in (left >> 16, left, 0x8000_0001_FFFF_0000)[: upto(1, full=3)]:
            assert nim_product(left, right) == tower_product(left, right)


def tower_product(a, b, half=64):
    """Conway's rule for numbers of 2·half bits, level by level, with no table: (aF + b)(cF + d), F·F = F + F/2."""
    if half == 0:
        return a * b
    mask = (1 << half) - 1
    a, b, c, d = a >> half, a & mask, b >> half, b & mask
    lower = half // 2
    top, bottom = tower_product(a, c, lower), tower_product(b, d, lower)
    crossed = tower_product(a ^ b, c ^ d, lower) ^ bottom
    return crossed << half | (bottom ^ tower_product(top, 1 << half - 1, lower))


@pytest.mark.parametrize("bits", [9, 16, 17, 32, 33, 64, 65, 128])
def test_products_by_the_rule_of_the_tower(bits):
    rng = random.Random(bits)
    for _ in range(3):
        a, b = rng.getrandbits(bits), rng.getrandbits(rng.randint(1, bits))
        assert nim_product(a, b) == tower_product(a, b)


def test_exponents_are_whole_numbers_of_python_or_numpy():
    np = pytest.importorskip("numpy")
    for base in (0, 1, 300, 1 << 20, 1 << 70):
        assert nim_power(base, np.int64(2**62)) == nim_power(base, 2**62)
        for wrong in (0.5, "2", True, None):
            with pytest.raises(NumberError, match="the exponent is a whole number"):
                nim_power(base, wrong)
            with pytest.raises(NumberError, match="the exponent is a whole number"):
                Nimber(base) ** wrong


def test_nimber_is_a_value():
    assert Nimber(3) == Nimber(3)
    assert {Nimber(3): 1}[Nimber(3)] == 1
    assert Nimber(3) < Nimber(4)
    assert str(Nimber(5)) == "*5"
    assert eval(repr(Nimber(5))) == Nimber(5)  # noqa: S307 - the repr is our own
    assert Nimber(6) - Nimber(6) == Nimber(0)
    assert not Nimber(0)
    assert Nimber(12) / Nimber(5) * Nimber(5) == Nimber(12)


@pytest.mark.parametrize("wrong", [-1, 1.5, "3", None])
def test_only_natural_numbers_are_nimbers(wrong):
    with pytest.raises(NumberError):
        Nimber(wrong)


def test_refusals():
    with pytest.raises(NumberError):
        nim_sum(3, -1)
    with pytest.raises(NumberError):
        nim_product(-2, 3)
    with pytest.raises(ZeroDivisionError):
        nim_inverse(0)
    with pytest.raises(ZeroDivisionError):
        Nimber(0) ** -1
    with pytest.raises(TypeError):
        Nimber(3) + 3


def test_mex():
    assert mex(iter([1, 0, 2, 2])) == 3
    assert mex([]) == 0
