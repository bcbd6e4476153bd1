"""Products of nimbers, compiled: `powers` and `logarithms` are those of `cgt.fast.nimbers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.fast.jit import njit

if TYPE_CHECKING:
    import numpy.typing as npt

    Words = npt.NDArray[np.uint64]
    Table = npt.NDArray[Any]

LOW = np.uint64(0xFFFF)
LOW_32 = np.uint64(0xFFFF_FFFF)
SIXTEEN = np.uint64(16)
THIRTY_TWO = np.uint64(32)


@njit
def product_of_32(left: Any, right: Any, powers: Table, logarithms: Table, of_half: int) -> Any:  # noqa: ANN401 - words
    """The product of two numbers of 32 bits."""
    a, b, c, d = left >> SIXTEEN, left & LOW, right >> SIXTEEN, right & LOW
    bottom = np.uint64(powers[logarithms[b] + logarithms[d]])
    both = np.uint64(powers[logarithms[a ^ b] + logarithms[c ^ d]])
    top = np.uint64(powers[logarithms[a] + logarithms[c] + of_half])
    return (both ^ bottom) << SIXTEEN | (bottom ^ top)


@njit
def products(left: Words, right: Words, out: Words, powers: Table, logarithms: Table, of_half: int) -> None:
    """Write the product of each pair of 64 bits."""
    for index in range(out.shape[0]):
        one, other = left[index], right[index]
        a, b, c, d = one >> THIRTY_TWO, one & LOW_32, other >> THIRTY_TWO, other & LOW_32
        bottom = product_of_32(b, d, powers, logarithms, of_half)
        both = product_of_32(a ^ b, c ^ d, powers, logarithms, of_half)
        top = product_of_32(a, c, powers, logarithms, of_half)
        high, low = top >> SIXTEEN, top & LOW
        once = np.uint64(powers[logarithms[high ^ low] + of_half])
        twice = np.uint64(powers[logarithms[high] + 2 * of_half])
        out[index] = (both ^ bottom) << THIRTY_TWO | (bottom ^ once << SIXTEEN ^ twice)
