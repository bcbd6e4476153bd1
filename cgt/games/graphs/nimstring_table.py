"""Values of Nimstring for every set of some strings at once, compiled: a board of 3 x 3 boxes has 16.8 million."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from cgt.core.arrays import np
from cgt.core.memory import MEMORY
from cgt.core.memory_limit import check_memory
from cgt.fast.bits import ONE, ZERO, lowest, trailing_zeros
from cgt.fast.jit import njit
from cgt.games.graphs.graph import GROUND, Edge

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[np.int8]
    Words = npt.NDArray[np.uint64]

AT_ONCE = 1 << 20
"""The number of sets after which an interruption is looked at."""


@njit
def fill(values: Values, first: Words, second: Words, start: int, stop: int) -> None:
    """Write the values of the sets of strings `start` to `stop` - 1, as bits, -1 for loony ones; lesser ones are there.

    `first` and `second` are of each string the strings at its two ends; to those of the ground one more bit belongs,
    which every set has, so that no cut frees the ground.
    """
    ground = ONE << np.uint64(len(first))
    for number in range(start, stop):
        strings = np.uint64(number)
        there, rest = strings | ground, strings
        again = after = ZERO  # the sets of values after cuts that free a coin, bit 63 for loony, and after others
        while rest != ZERO and again >> np.uint64(63) == ZERO and again & (again - ONE) == ZERO:
            string = lowest(rest)
            rest ^= string
            place = trailing_zeros(string)
            value = values[strings ^ string]
            if first[place] & there == string or second[place] & there == string:
                again |= ONE << np.uint64(value & 63)
            elif value >= 0:
                after |= ONE << np.uint64(value)
        if again == ZERO:
            values[number] = trailing_zeros(~after)
        elif again >> np.uint64(63) != ZERO or again & (again - ONE | after) != ZERO:
            values[number] = -1
        else:
            values[number] = trailing_zeros(again)


@attrs.frozen(eq=False)
class StringsTable:
    """The values of all sets of some strings, as `cgt.games.graphs.nimstring.nimstring_value` defines them.

    Attributes:
        bits: of each string, the bits that stand for it; parallel strings are equal.
        values: the value of each set, by its bits; -1 where it is loony.
    """

    bits: dict[Edge, list[int]]
    values: Values

    def value(self, strings: Iterable[Edge]) -> int:
        """The value of those of the strings that are in this table; -1 where they are loony."""
        number = Counter(string for string in strings if string in self.bits)
        return int(self.values[sum(sum(self.bits[string][:count]) for string, count in number.items())])


@MEMORY.cache("nimstring: tables", 2)
def table_of(strings: Sequence[Edge]) -> StringsTable:
    """The table of all sets of these strings; O(n 2**n), and 2**n bytes.

    Raises:
        MemoryBudgetError: there is not so much memory.

    >>> table_of((("a", "b"), ("ground", "a"))).values.tolist()
    [0, 0, 0, -1]
    """
    check_memory(1 << len(strings), f"the values of {len(strings)} strings")
    bits, ends = dict[Edge, list[int]](), Counter({GROUND: 1 << len(strings)})
    for place, string in enumerate(strings):
        bits.setdefault(string, []).append(1 << place)
        for end in string:
            ends[end] |= 1 << place
    first, second = (np.array([ends[string[side]] for string in strings], np.uint64) for side in (0, 1))
    values = np.zeros(1 << len(strings), np.int8)
    for start in range(1, len(values), AT_ONCE):
        fill(values, first, second, start, min(start + AT_ONCE, len(values)))
    return StringsTable(bits, values)
