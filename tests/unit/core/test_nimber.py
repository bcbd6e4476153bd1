from __future__ import annotations

import random
from functools import cache

import pytest

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


def test_product_agrees_with_the_mex_definition():
    for a in range(32):
        assert [nim_product(a, b) for b in range(32)] == [product_by_definition(a, b) for b in range(32)]


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
