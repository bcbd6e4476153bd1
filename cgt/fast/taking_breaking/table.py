"""The growing table of a taking-and-breaking game's nim-values, and what fills it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

from cgt.fast.jit import numpy_installed
from cgt.fast.row import holds, in_kind, kind_for, longer, new_row, packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

LONG = 1_000
"""Pairs from which numpy is worth its call, where it is loaded."""

VERY_LONG = 8_000
"""Pairs from which it is worth its import as well."""

FEW = 500
"""The same where the pairs' values are to be made a set."""


class MirroredRow:
    """Nim-values as far as known, forwards and backwards: `mirror[len(mirror) - 1 - heap]` is `values[heap]`.

    Two parts i and m - i are thus read in the same direction, which vector instructions like.
    """

    def __init__(self) -> None:
        self.values = new_row("B", 0)
        self.mirror = new_row("B", 0)
        self._has_numpy = numpy_installed()
        self._arrays: tuple[npt.NDArray[Any], npt.NDArray[Any]] | None = None

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Both rows as numpy reads them."""
        if self._arrays is None:
            import numpy as np

            self._arrays = np.asarray(self.values), np.asarray(self.mirror)
        return self._arrays

    def grow(self, capacity: int) -> None:
        """Make room for more heaps."""
        mirror = new_row(self.values.format, capacity)
        mirror[capacity - len(self.mirror) :] = self.mirror
        self.values, self.mirror, self._arrays = longer(self.values, capacity), mirror, None

    def widen(self, value: int) -> None:
        """Change to a type that holds `value`, if need be."""
        if not holds(self.values, value):
            kind, capacity = kind_for(value), len(self.values)
            self.values, self.mirror = longer(self.values, capacity, kind), longer(self.mirror, capacity, kind)
            self._arrays = None

    def put(self, heap: int, value: int) -> None:
        """Enter one value."""
        self.values[heap] = value
        self.mirror[-1 - heap] = value

    def enter(self, values: Sequence[int]) -> None:
        """Enter the values of the heaps 0, 1, … at once."""
        if not len(values):
            return
        self.widen(int(max(values)))
        known = packed(values, self.values.format)
        self.values[: len(known)] = known
        self.mirror[len(self.mirror) - len(known) :] = packed(known[::-1], self.values.format)

    def pairs(self, total: int, count: int) -> bytes:
        """The values of the pairs of parts (i, total - i), i = 1..count, as they lie in a row of the table's format."""
        offset = len(self.mirror) - total
        if count >= LONG and self._has_numpy and (count >= VERY_LONG or "numpy" in sys.modules):
            values, mirror = self.arrays
            both: bytes = (values[1 : count + 1] ^ mirror[offset : offset + count]).tobytes()
            return both
        one = int.from_bytes(self.values[1 : count + 1], "little")
        other = int.from_bytes(self.mirror[offset : offset + count], "little")
        return (one ^ other).to_bytes(count * self.values.itemsize, "little")

    def set_of_pairs(self, total: int, count: int) -> int:
        """The same as a set: an integer with bit v set for each value v."""
        if count >= FEW and self._has_numpy:
            import numpy as np

            values, mirror = self.arrays
            offset = len(mirror) - total
            found = values[1 : count + 1] ^ mirror[offset : offset + count]
            marks = np.zeros(int(found.max()) + 1, np.bool_)
            marks[found] = True
            return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")
        pairs = self.pairs(total, count)
        reached = 0
        for value in set(pairs if self.values.itemsize == 1 else in_kind(pairs, self.values.format)):
            reached |= 1 << value
        return reached


class Filler(Protocol):
    """A way to extend a table: any class with these two methods is one.

    Its own state is kept so that a run which was interrupted, and whose heaps are not counted as done, can be repeated.
    """

    @property
    def is_sparse(self) -> bool:
        """Whether so few heaps are rare that a heap takes next to no time."""
        ...

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; return the heap reached, `stop` unless a value was too large for this way."""
        ...

    def wider(self, table: MirroredRow) -> Filler:
        """The way that goes on from there, the table made ready for it."""
        ...
