"""Nimbers in arrays, by numpy: each number is split into 16 bits at a time, and those are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.nimber import ORDER
from cgt.fast.nimbers.rule import arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[Any]

POWERS, LOGARITHMS = arrays()
LOG_OF_HALF = int(LOGARITHMS[1 << 15])
ROOTS = POWERS[(LOGARITHMS.astype(np.int64) << 15) % ORDER]
ROOTS[0] = 0
SQUARES = POWERS[2 * LOGARITHMS]


def product_of_32(left: Words, right: Words) -> Words:
    """The products of two arrays of 32 bits."""
    a, b = (left >> 16).astype(np.uint16), left.astype(np.uint16)
    c, d = (right >> 16).astype(np.uint16), right.astype(np.uint16)
    bottom = POWERS[LOGARITHMS[b] + LOGARITHMS[d]]
    both = POWERS[LOGARITHMS[a ^ b] + LOGARITHMS[c ^ d]]
    top = POWERS[LOGARITHMS[a] + LOGARITHMS[c] + LOG_OF_HALF]
    return joined(both ^ bottom, bottom ^ top, np.uint32)


def product(left: Words, right: Words) -> Words:
    """The products of two arrays of 64 bits."""
    (a, b), (c, d) = halves(left), halves(right)
    bottom, both = product_of_32(b, d), product_of_32(a ^ b, c ^ d)
    return joined(both ^ bottom, bottom ^ times_half(product_of_32(a, c)), np.uint64)


def square(values: Words) -> Words:
    """The squares of an array of 64 bits."""
    high, low = map(_square_of_32, halves(values))
    return joined(high, low ^ times_half(high), np.uint64)


def root(values: Words) -> Words:
    """The square roots of an array of 64 bits."""
    high, low = halves(values)
    return joined(_root_of_32(high), _root_of_32(low ^ times_half(high)), np.uint64)


def inverse(values: Words) -> Words:
    """The reciprocals of an array of 64 bits without 0."""
    high, low = halves(values)
    conjugate = low ^ high
    norm = product_of_32(low, conjugate) ^ times_half(_square_of_32(high))
    below = _inverse_of_32(norm)
    return joined(product_of_32(high, below), product_of_32(conjugate, below), np.uint64)


def halves(values: Words) -> tuple[Words, Words]:
    """The upper and lower 32 bits."""
    return (values >> np.uint64(32)).astype(np.uint32), values.astype(np.uint32)


def joined(high: Words, low: Words, kind: type[Any]) -> Words:
    """Numbers of twice the bits from their halves."""
    found: Words = high.astype(kind) << kind(8 * high.itemsize) | low
    return found


def times_half(values: Words) -> Words:
    """The products of an array of 32 bits with 2^31."""
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
