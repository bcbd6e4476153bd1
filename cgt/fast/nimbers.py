"""The field of the nimbers below 2^64, in arrays: products, reciprocals, square roots and powers.

Each number is split into 16 bits at a time, and those are looked up. See `cgt.core.nimber` for single nimbers of any
size.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from cgt.core.arrays import np
from cgt.core.errors import NumberError
from cgt.core.nimber import ORDER, tables
from cgt.core.numbers import check_whole, is_whole
from cgt.fast.backend import Backend, choose_backend
from cgt.fast.jit import njit

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Words = NDArray[Any]
    Table = NDArray[Any]

BLOCK = 1 << 14
"""Numbers that numpy treats together, few enough for the cache."""

NO_LOGARITHM: Final = 4 * ORDER
"""The logarithm of 0: with others added, beyond every power that is not 0."""


@cache
def arrays() -> tuple[NDArray[Any], NDArray[Any]]:
    """Two look-up tables: generator powers by a sum of up to three logarithms, 0 where one is of 0; and logarithms.

    >>> powers, logarithms = arrays()
    >>> int(powers[logarithms[4] + logarithms[4]]), int(powers[logarithms[4] + logarithms[0]])
    (6, 0)
    """
    known, logarithms = tables()
    powers = np.zeros(3 * NO_LOGARITHM + 1, np.uint16)
    powers[: len(known)] = known
    values = np.array(logarithms, np.int32)
    values[0] = NO_LOGARITHM
    return powers, values


POWERS, LOGARITHMS = arrays()
LOG_OF_HALF = int(LOGARITHMS[1 << 15])
ROOTS = POWERS[(LOGARITHMS.astype(np.int64) << 15) % ORDER]
ROOTS[0] = 0
SQUARES = POWERS[2 * LOGARITHMS]


def product_of_32(left: Words, right: Words) -> Words:
    """The nim-products of two arrays of 32-bit nimbers."""
    a, b = (left >> 16).astype(np.uint16), left.astype(np.uint16)
    c, d = (right >> 16).astype(np.uint16), right.astype(np.uint16)
    bottom = POWERS[LOGARITHMS[b] + LOGARITHMS[d]]
    both = POWERS[LOGARITHMS[a ^ b] + LOGARITHMS[c ^ d]]
    top = POWERS[LOGARITHMS[a] + LOGARITHMS[c] + LOG_OF_HALF]
    return joined(both ^ bottom, bottom ^ top, np.uint32)


def product(left: Words, right: Words) -> Words:
    """The nim-products of two arrays of 64-bit nimbers."""
    (a, b), (c, d) = halves(left), halves(right)
    bottom, both = product_of_32(b, d), product_of_32(a ^ b, c ^ d)
    return joined(both ^ bottom, bottom ^ times_half(product_of_32(a, c)), np.uint64)


def square(values: Words) -> Words:
    """The nim-squares of an array of 64-bit nimbers."""
    high, low = map(_square_of_32, halves(values))
    return joined(high, low ^ times_half(high), np.uint64)


def root(values: Words) -> Words:
    """The nim-square roots of an array of 64-bit nimbers."""
    high, low = halves(values)
    return joined(_root_of_32(high), _root_of_32(low ^ times_half(high)), np.uint64)


def inverse(values: Words) -> Words:
    """The nim-reciprocals of an array of 64-bit nimbers without 0."""
    high, low = halves(values)
    conjugate = low ^ high
    norm = product_of_32(low, conjugate) ^ times_half(_square_of_32(high))
    below = _inverse_of_32(norm)
    return joined(product_of_32(high, below), product_of_32(conjugate, below), np.uint64)


def halves(values: Words) -> tuple[Words, Words]:
    """The upper and the lower 32 bits of an array of words."""
    return (values >> np.uint64(32)).astype(np.uint32), values.astype(np.uint32)


def joined(high: Words, low: Words, kind: type[Any]) -> Words:
    """Words of twice the width, joined from their upper and lower halves."""
    words: Words = high.astype(kind) << kind(8 * high.itemsize) | low
    return words


def times_half(values: Words) -> Words:
    """The nim-products of an array of 32-bit nimbers with 2^31."""
    high, low = (values >> 16).astype(np.uint16), values.astype(np.uint16)
    once = POWERS[LOGARITHMS[high ^ low] + LOG_OF_HALF]
    return joined(once, POWERS[LOGARITHMS[high] + 2 * LOG_OF_HALF], np.uint32)


def _square_of_32(values: Words) -> Words:
    high, low = SQUARES[values >> 16], SQUARES[values & np.uint32(0xFFFF)]
    return joined(high, low ^ POWERS[LOGARITHMS[high] + LOG_OF_HALF], np.uint32)


def _root_of_32(values: Words) -> Words:
    high, low = (values >> 16).astype(np.uint16), values.astype(np.uint16)
    return joined(ROOTS[high], ROOTS[low ^ POWERS[LOGARITHMS[high] + LOG_OF_HALF]], np.uint32)


def _inverse_of_32(values: Words) -> Words:
    high, low = (values >> 16).astype(np.uint16), values.astype(np.uint16)
    conjugate = low ^ high
    norm = POWERS[LOGARITHMS[low] + LOGARITHMS[conjugate]] ^ POWERS[2 * LOGARITHMS[high] + LOG_OF_HALF]
    below = ORDER - LOGARITHMS[norm]
    return joined(POWERS[LOGARITHMS[high] + below], POWERS[LOGARITHMS[conjugate] + below], np.uint32)


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
    if choose_backend(backend, "nimbers", one.size) == "python":
        return _in_blocks(product, one, other)
    values = np.empty(one.shape, np.uint64)
    flat = np.ascontiguousarray(one).reshape(-1), np.ascontiguousarray(other).reshape(-1), values.reshape(-1)
    compiled_products(*flat, POWERS, LOGARITHMS, LOG_OF_HALF)
    return values


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
    return _in_blocks(inverse, words)


def nim_square_roots(values: ArrayLike) -> Words:
    """The only nimbers whose nim-squares are these; raises as `nim_products`.

    >>> nim_square_roots([0, 1, 2, 3, 4]).tolist()
    [0, 1, 3, 2, 7]
    """
    return _in_blocks(root, _words(values))


def nim_powers(bases: ArrayLike, exponent: int) -> Words:
    """The nim-powers of an array, all with the same exponent; a negative one goes through the inverse, and x⁰ = 1.

    Raises:
        NumberError: as `nim_products`; or the exponent is no whole number.
        ZeroDivisionError: 0 to a negative power.

    >>> nim_powers([0, 2, 3], -0).tolist(), nim_powers([2, 3], 3).tolist()
    ([1, 1, 1], [1, 1])
    """
    exponent = check_whole(exponent, "the exponent is a whole number", least=None)
    words = _words(bases) if exponent >= 0 else nim_inverses(bases)

    def power(part: Words) -> Words:
        ones_like = np.ones_like(part)
        for bit in f"{abs(exponent):b}" if exponent else "":
            ones_like = square(ones_like)
            if bit == "1":
                ones_like = product(ones_like, part)
        return ones_like

    return _in_blocks(power, words)


def _in_blocks(work: Callable[..., Words], *operands: Words) -> Words:
    """The result of `work` on whole arrays, computed a block at a time."""
    flat = [np.ascontiguousarray(operand).reshape(-1) for operand in operands]
    values = np.empty(flat[0].shape, np.uint64)
    for begin in range(0, len(values), BLOCK):
        part = slice(begin, begin + BLOCK)
        values[part] = work(*(operand[part] for operand in flat))
    return values.reshape(operands[0].shape)


def _words(values: ArrayLike) -> Words:
    array: NDArray[Any] = values if isinstance(values, np.ndarray) else np.asarray(values, object)
    if array.dtype.kind == "O":
        fits = all(is_whole(value) and 0 <= value < 1 << 64 for value in array.reshape(-1))
    else:
        fits = array.dtype.kind == "u" or (array.dtype.kind == "i" and int(array.min(initial=0)) >= 0)
    if not fits:
        raise NumberError("nimbers in bulk are whole numbers from 0 to 2^64 - 1")
    return array.astype(np.uint64, copy=False)


LOW = np.uint64(0xFFFF)
LOW_32 = np.uint64(0xFFFF_FFFF)
SIXTEEN = np.uint64(16)
THIRTY_TWO = np.uint64(32)
"""Words, for the compiled loops: numba makes of a signed and an unsigned number a signed one."""


@njit
def compiled_product_of_32(left: Any, right: Any, powers: Table, logarithms: Table, of_half: int) -> Any:  # noqa: ANN401 - words
    """The nim-product of two 32-bit nimbers."""
    a, b, c, d = left >> SIXTEEN, left & LOW, right >> SIXTEEN, right & LOW
    bottom = np.uint64(powers[logarithms[b] + logarithms[d]])
    both = np.uint64(powers[logarithms[a ^ b] + logarithms[c ^ d]])
    top = np.uint64(powers[logarithms[a] + logarithms[c] + of_half])
    return (both ^ bottom) << SIXTEEN | (bottom ^ top)


@njit
def compiled_products(left: Words, right: Words, out: Words, powers: Table, logarithms: Table, of_half: int) -> None:
    """Write the nim-product of each pair of 64-bit nimbers into `out`; the tables are those of `arrays`."""
    for index in range(out.shape[0]):
        one, other = left[index], right[index]
        a, b, c, d = one >> THIRTY_TWO, one & LOW_32, other >> THIRTY_TWO, other & LOW_32
        bottom = compiled_product_of_32(b, d, powers, logarithms, of_half)
        both = compiled_product_of_32(a ^ b, c ^ d, powers, logarithms, of_half)
        top = compiled_product_of_32(a, c, powers, logarithms, of_half)
        high, low = top >> SIXTEEN, top & LOW
        once = np.uint64(powers[logarithms[high ^ low] + of_half])
        twice = np.uint64(powers[logarithms[high] + 2 * of_half])
        out[index] = (both ^ bottom) << THIRTY_TWO | (bottom ^ once << SIXTEEN ^ twice)
