"""Products, reciprocals, square roots and powers of arrays of nimbers below 2^64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.numbers import is_whole
from cgt.errors import NumberError
from cgt.fast.backend import Backend, choose_backend
from cgt.fast.nimbers import plain
from cgt.fast.nimbers.rule import CROSSOVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Words = NDArray[np.uint64]

BLOCK = 1 << 14
"""Numbers that numpy treats together, few enough for the cache."""


def nim_products(left: ArrayLike, right: ArrayLike, *, backend: Backend = "auto") -> Words:
    """The nim-products of two arrays of nimbers below 2^64, of one shape or broadcast to one, as 64-bit integers.

    Args:
        left: unsigned integers, or others that are not negative.
        right: likewise.
        backend: `python` (numpy), `compiled`, or `auto` for the size to decide.

    Raises:
        NumberError: a number is negative, no integer, or 2^64 or more.
        MissingExtraError: `compiled` was asked for and numba is not installed.

    >>> nim_products([2, 4, 1 << 63], [2, 4, 1]).tolist()
    [3, 6, 9223372036854775808]
    """
    one, other = np.broadcast_arrays(_words(left), _words(right))
    if choose_backend(backend, CROSSOVER["nimbers"], one.size) == "python":
        return _in_blocks(plain.product, one, other)
    from cgt.fast.nimbers import loops

    found = np.empty(one.shape, np.uint64)
    flat = np.ascontiguousarray(one).reshape(-1), np.ascontiguousarray(other).reshape(-1), found.reshape(-1)
    loops.products(*flat, plain.POWERS, plain.LOGARITHMS, plain.LOG_OF_HALF)
    return found


def nim_inverses(values: ArrayLike) -> Words:
    """The nimbers whose nim-products with these are 1.

    Raises:
        NumberError: as `nim_products`.
        ZeroDivisionError: a number is 0.

    >>> nim_inverses([1, 2, 3, 4]).tolist()
    [1, 3, 2, 15]
    """
    words = _words(values)
    if not words.all():
        raise ZeroDivisionError("*0 has no inverse")
    return _in_blocks(plain.inverse, words)


def nim_square_roots(values: ArrayLike) -> Words:
    """The only nimbers whose nim-squares are these; raises as `nim_products`.

    >>> nim_square_roots([0, 1, 2, 3, 4]).tolist()
    [0, 1, 3, 2, 7]
    """
    return _in_blocks(plain.root, _words(values))


def nim_powers(bases: ArrayLike, exponent: int) -> Words:
    """The nim-powers of an array, all with the same exponent; a negative one goes through the inverse, and x⁰ = 1.

    Raises:
        NumberError: as `nim_products`.
        ZeroDivisionError: 0 to a negative power.

    >>> nim_powers([0, 2, 3], -0).tolist(), nim_powers([2, 3], 3).tolist()
    ([1, 1, 1], [1, 1])
    """
    words = _words(bases) if exponent >= 0 else nim_inverses(bases)

    def power(part: Words) -> Words:
        found = np.ones_like(part)
        for bit in f"{abs(exponent):b}" if exponent else "":
            found = plain.square(found)
            if bit == "1":
                found = plain.product(found, part)
        return found

    return _in_blocks(power, words)


def _in_blocks(work: Callable[..., Words], *operands: Words) -> Words:
    """Do the work a block at a time."""
    flat = [np.ascontiguousarray(operand).reshape(-1) for operand in operands]
    found = np.empty(flat[0].shape, np.uint64)
    for begin in range(0, len(found), BLOCK):
        part = slice(begin, begin + BLOCK)
        found[part] = work(*(operand[part] for operand in flat))
    return found.reshape(operands[0].shape)


def _words(values: ArrayLike) -> Words:
    array: NDArray[Any] = values if isinstance(values, np.ndarray) else np.asarray(values, object)
    if array.dtype.kind == "O":
        fits = all(is_whole(value) and 0 <= value < 1 << 64 for value in array.reshape(-1))
    else:
        fits = array.dtype.kind == "u" or (array.dtype.kind == "i" and int(array.min(initial=0)) >= 0)
    if not fits:
        raise NumberError("nimbers in bulk are whole numbers from 0 to 2^64 - 1")
    return array.astype(np.uint64, copy=False)
