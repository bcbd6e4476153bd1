"""Rows of unsigned integers without numpy, which numpy reads without a copy; and numpy's types for them.

A row is a `memoryview` of format B, H, I or Q: 8, 16, 32 or 64 bits an item.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from cgt.core.numbers import format_int
from cgt.fast.jit import numpy_installed

if TYPE_CHECKING:
    import numpy as np

    from cgt.fast.pair_loops import Mirrored

BITS = {"B": 8, "H": 16, "I": 32, "Q": 64}

LONG = 1_000
"""Pairs from which numpy is worth its call, where it is loaded."""

VERY_LONG = 8_000
"""Pairs from which it is worth its import as well."""


def kind_for(largest: int) -> str:
    """The typecode of the smallest unsigned integers that hold 0..largest.

    Raises:
        OverflowError: 64 bits do not hold it.

    >>> kind_for(255), kind_for(256)
    ('B', 'H')
    """
    for kind, bits in BITS.items():
        if 0 <= largest < 1 << bits:
            return kind
    raise OverflowError(f"no 64-bit unsigned integer holds {format_int(largest)}")


def smallest_unsigned(largest: int) -> np.dtype[Any]:
    """The numpy type of `kind_for`.

    >>> smallest_unsigned(255), smallest_unsigned(256)
    (dtype('uint8'), dtype('uint16'))
    """
    import numpy as np

    return np.dtype(f"uint{BITS[kind_for(largest)]}")


def index_type(largest: int) -> np.dtype[Any]:
    """The signed type of a loop's counter: 32 bits where they hold 0..largest, else 64.

    >>> index_type(2**31 - 1), index_type(2**31)
    (dtype('int32'), dtype('int64'))
    """
    import numpy as np

    if largest >= 1 << 63:
        raise OverflowError(f"no 64-bit signed integer holds {largest}")
    return np.dtype("int32" if largest < 1 << 31 else "int64")


def holds(row: memoryview, value: int) -> bool:
    """Whether the row's integers are wide enough for the value.

    >>> holds(new_row("B", 1), 255), holds(new_row("B", 1), 256)
    (True, False)
    """
    return value < 1 << 8 * row.itemsize


def new_row(kind: str, length: int) -> memoryview:
    """A row of zeros of this typecode and length."""
    return in_kind(bytearray(length * BITS[kind] // 8), kind)


def in_kind(data: bytes | bytearray, kind: str) -> memoryview:
    """The bytes as a row of that typecode."""
    return memoryview(data).cast(cast("Literal['Q']", kind))  # one of BITS


def packed(values: Iterable[int], kind: str) -> memoryview:
    """The values as a row of that typecode; without a copy where they have it already.

    >>> packed([1, 2], "H").tobytes() == packed(packed([1, 2], "B"), "H").tobytes()
    True
    """
    try:
        lying = memoryview(values)  # type: ignore[arg-type]  # an array of numpy's, say
    except TypeError:
        return memoryview(bytes(values) if kind == "B" else array(kind, values))  # twice as fast
    return lying if lying.format == kind and lying.contiguous else memoryview(array(kind, lying.tolist()))


def longer(row: memoryview, length: int, kind: str | None = None) -> memoryview:
    """A row of that length, perhaps of another typecode, that begins with the same values."""
    kind = kind or row.format
    grown = new_row(kind, length)
    grown[: len(row)] = packed(row, kind)
    return grown


def as_integers(values: Sequence[int]) -> Sequence[int]:
    """The values as Python integers, quick to go through one by one."""
    return values.tolist() if hasattr(values, "tolist") else values


def shared_integers(values: Sequence[int]) -> tuple[int, ...]:
    """The values as Python integers, equal ones as one object where there are few different ones.

    >>> shared_integers(packed([1, 2, 1], "H"))
    (1, 2, 1)
    """
    if isinstance(values, memoryview) and values.format == "B":
        return tuple(values.tobytes())  # the integers of a byte exist once
    largest = int(max(values, default=0))
    if not 0 <= largest < len(values) or min(values) < 0:
        return tuple(map(int, values))
    return tuple(map(list(range(largest + 1)).__getitem__, values))


class MirroredRow:
    """The known nim-values forwards and backwards: `mirror[len(mirror) - 1 - heap]` is `values[heap]`.

    Two parts i and m - i are thus read in the same direction, which vector instructions like.
    """

    def __init__(self) -> None:
        self.values = new_row("B", 0)
        self.mirror = new_row("B", 0)
        self._arrays: Mirrored | None = None

    @property
    def arrays(self) -> Mirrored:
        """Both rows as numpy arrays."""
        if self._arrays is None:
            import numpy as np

            from cgt.fast.pair_loops import Mirrored  # the first question does without arrays

            self._arrays = Mirrored(np.asarray(self.values), np.asarray(self.mirror))
        return self._arrays

    def grow(self, capacity: int) -> None:
        """Make room for more heaps."""
        mirror = new_row(self.values.format, capacity)
        mirror[capacity - len(self.mirror) :] = self.mirror
        self.values, self.mirror, self._arrays = longer(self.values, capacity), mirror, None

    def widen(self, value: int) -> None:
        """Change to a wider type where `value` needs it."""
        if not holds(self.values, value):
            kind, capacity = kind_for(value), len(self.values)
            self.values, self.mirror = longer(self.values, capacity, kind), longer(self.mirror, capacity, kind)
            self._arrays = None

    def put(self, heap: int, value: int) -> None:
        """Write one value into both rows."""
        self.values[heap] = value
        self.mirror[-1 - heap] = value

    def enter(self, values: Sequence[int]) -> None:
        """Write the values of the heaps 0, 1, … at once."""
        if not len(values):
            return
        self.widen(int(max(values)))
        known = packed(values, self.values.format)
        self.values[: len(known)] = known
        self.mirror[len(self.mirror) - len(known) :] = packed(known[::-1], self.values.format)

    def load_numpy_for_all_pairs(self) -> None:
        """Load numpy, where all pairs of as many heaps as there is room for are worth its import."""
        if len(self.values) >= 2 * VERY_LONG and numpy_installed():
            import numpy as np  # noqa: F401 - `pairs` looks whether it is loaded

    def pairs(self, total: int, count: int) -> bytes:
        """The values of the pairs of parts (i, total - i), i = 1..count, as they lie in a row of the table's format."""
        offset = len(self.mirror) - total
        if count >= LONG and numpy_installed() and (count >= VERY_LONG or "numpy" in sys.modules):
            values, mirror = self.arrays
            both: bytes = (values[1 : count + 1] ^ mirror[offset : offset + count]).tobytes()
            return both
        one = int.from_bytes(self.values[1 : count + 1], "little")
        other = int.from_bytes(self.mirror[offset : offset + count], "little")
        return (one ^ other).to_bytes(count * self.values.itemsize, "little")
