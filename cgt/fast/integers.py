"""The smallest integer types that hold what a kernel found."""

from __future__ import annotations

from typing import Any

import numpy as np


def smallest_unsigned(largest: int) -> np.dtype[Any]:
    """The smallest unsigned integer type that holds 0..largest.

    Raises:
        OverflowError: 64 bits do not hold it.

    >>> smallest_unsigned(255), smallest_unsigned(256)
    (dtype('uint8'), dtype('uint16'))
    """
    for name, bits in (("uint8", 8), ("uint16", 16), ("uint32", 32), ("uint64", 64)):
        if 0 <= largest < 1 << bits:
            return np.dtype(name)
    raise OverflowError(f"no 64-bit unsigned integer holds {largest}")


def index_type(largest: int) -> np.dtype[Any]:
    """The signed type a loop counts in: 32 bits where they hold 0..largest, else 64.

    >>> index_type(2**31 - 1), index_type(2**31)
    (dtype('int32'), dtype('int64'))
    """
    if largest < 1 << 31:
        return np.dtype("int32")
    if largest < 1 << 63:
        return np.dtype("int64")
    raise OverflowError(f"no 64-bit signed integer holds {largest}")
