"""Nimbers in bulk against those one by one, which have tests of their own, and against the definition below 32."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from cgt.core.errors import NumberError
from cgt.core.nimber import nim_inverse, nim_power, nim_product, nim_sqrt
from cgt.fast.jit import compiled_available
from cgt.fast.nimbers import nim_inverses, nim_powers, nim_products, nim_square_roots

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]


@cache
def product_by_definition(a, b):
    """Conway: a·b = mex { a'b + ab' + a'b' : a' < a, b' < b }."""
    values = {
        product_by_definition(x, b) ^ product_by_definition(a, y) ^ product_by_definition(x, y)
        for x in range(a)
        for y in range(b)
    }
    return next(value for value in range(len(values) + 1) if value not in values)


def words():
    """Of every width up to 64 bits, with zeros within."""
    rng = random.Random(64)
    return [rng.getrandbits(rng.randint(1, 64)) & ~(0xFFFF << 16 * rng.randrange(5)) for _ in range(300)]


@pytest.mark.full("compiled")
@pytest.mark.parametrize("backend", BACKENDS)
def test_products_by_the_definition(backend, upto):
    stop = upto(20, full=32)
    rows, columns = np.indices((stop, stop))
    expected = [[product_by_definition(a, b) for b in range(stop)] for a in range(stop)]
    assert nim_products(rows, columns, backend=backend).tolist() == expected


@pytest.mark.parametrize("backend", BACKENDS)
def test_products_one_by_one(backend):
    left, right = words(), words()[::-1]
    expected = [nim_product(a, b) for a, b in zip(left, right, strict=True)]
    assert nim_products(np.array(left, np.uint64), np.array(right, np.uint64), backend=backend).tolist() == expected
    assert nim_products(np.array(left, np.uint64), 7, backend=backend).tolist() == [nim_product(a, 7) for a in left]


def test_inverses_roots_and_powers_one_by_one():
    values = [value for value in words() if value]
    array = np.array(values, np.uint64)
    assert nim_inverses(array).tolist() == list(map(nim_inverse, values))
    assert nim_square_roots(array).tolist() == list(map(nim_sqrt, values))
    for exponent in (0, 1, 5, 2**40 + 3, -1, -6):
        assert nim_powers(array[:40], exponent).tolist() == [nim_power(value, exponent) for value in values[:40]]


def test_field_laws_over_several_blocks():
    rng = np.random.default_rng(5)
    a, b, c = (rng.integers(0, 2**64, 40_000, dtype=np.uint64) for _ in range(3))
    assert (nim_products(a, nim_products(b, c)) == nim_products(nim_products(a, b), c)).all()
    assert (nim_products(a, b ^ c) == nim_products(a, b) ^ nim_products(a, c)).all()
    assert (nim_products(a | np.uint64(1), nim_inverses(a | np.uint64(1))) == 1).all()


def test_what_is_no_nimber_is_refused():
    with pytest.raises(NumberError):
        nim_products([-1], [2])
    with pytest.raises(NumberError):
        nim_products([1.5], [2])
    with pytest.raises(NumberError):
        nim_products([2**64], [2])
    with pytest.raises(ZeroDivisionError):
        nim_inverses([1, 0])
    assert nim_products([], []).tolist() == []
