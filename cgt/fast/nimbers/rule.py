"""What the kernels of nimbers read: the logarithms of the field of 2^16, as arrays."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from cgt.core.nimber import ORDER, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

CROSSOVER: Final = {"nimbers": 600_000}
"""The products from which `auto` compiles."""

NO_LOGARITHM: Final = 4 * ORDER
"""What stands for the logarithm of 0: with others added, beyond every power that is not 0."""


@cache
def arrays() -> tuple[NDArray[Any], NDArray[Any]]:
    """The power of the generator for each sum of up to three logarithms, 0 where one is of 0; and the logarithms.

    >>> powers, logarithms = arrays()
    >>> int(powers[logarithms[4] + logarithms[4]]), int(powers[logarithms[4] + logarithms[0]])
    (6, 0)
    """
    import numpy as np

    known, logarithms = tables()
    powers = np.zeros(3 * NO_LOGARITHM + 1, np.uint16)
    powers[: len(known)] = known
    found = np.array(logarithms, np.int32)
    found[0] = NO_LOGARITHM
    return powers, found
