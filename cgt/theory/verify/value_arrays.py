"""The check of nim-values on arrays: see `cgt.theory.verify.values`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgt.core.arrays import np
from cgt.core.code import Constraint, HeapCode, partitions

if TYPE_CHECKING:
    import numpy.typing as npt

    from cgt.core.progress import Effort

    Array = npt.NDArray[Any]


class Checker:
    """A check of a table's values, one heap at a time."""

    def __init__(self, code: HeapCode, numbers: Sequence[int], effort: Effort) -> None:
        values = np.asarray(numbers, np.int64)
        self.code = code
        self.effort = effort
        # Kept as bytes, if they fit, the pairs of a heap are searched as fast as memory is read.
        self.in_bytes = values.min(initial=0) >= 0 and values.max(initial=0) < 256
        self.values = values.astype(np.uint8) if self.in_bytes else values
        self.mirror = self.values[::-1].copy()
        # A XOR of up to 64 values stays below the power of two above them all.
        self.size = 1 << int(values.max(initial=0)).bit_length()
        self.pair_rows: dict[int, Array] = {}
        self.labels = np.arange(self.size)

    def is_right(self, heap: int) -> bool:
        """Whether the value is the mex of the options' values."""
        value = int(self.values[heap])
        seen = np.zeros(self.size, bool)
        texts: list[bytes] = []
        for rest, heaps, constraint in self.code.divisions(heap):
            if self.in_bytes and heaps == 2 and constraint is not Constraint.EQUAL:
                texts.append(self.pairs(rest, distinct=constraint is not Constraint.ANY).tobytes())
            else:
                self.mark(seen, rest, heaps, constraint)
        missing = np.flatnonzero(~seen[:value]).tolist()
        if not all(any(wanted in text for text in texts) for wanted in missing):
            return False
        return value >= self.size or not (seen[value] or any(value in text for text in texts))

    def mark(self, seen: Array, rest: int, heaps: int, constraint: Constraint) -> None:
        """Mark in `seen` the value of every division of `rest` counters into so many heaps."""
        if heaps == 0:
            if rest == 0:
                seen[0] = True
        elif heaps == 1:
            seen[self.values[rest]] = True
        elif heaps == 2 and constraint is not Constraint.EQUAL:
            seen[self.pairs(rest, distinct=constraint is not Constraint.ANY)] = True
        elif heaps == 3 and constraint is Constraint.ANY:
            rows = [self.row(rest - least)[self.labels ^ self.values[least]] for least in range(1, rest - 1)]
            if rows:
                seen |= np.logical_or.reduce(rows)
        else:
            for part in partitions(rest, heaps, constraint):
                self.effort.spend(heaps > 2)
                seen[np.bitwise_xor.reduce(self.values[list(part)])] = True

    def pairs(self, rest: int, *, distinct: bool) -> Array:
        """The values of the pairs of heaps with the sum `rest`."""
        half = (rest - distinct) // 2
        if half <= 0:
            return self.values[:0]
        start = len(self.values) - rest
        return self.values[1 : half + 1] ^ self.mirror[start : start + half]

    def row(self, rest: int) -> Array:
        """Whether each value occurs among pairs of heaps with the sum `rest`."""
        values = self.pair_rows.get(rest)
        if values is None:
            values = np.zeros(self.size, bool)
            values[self.pairs(rest, distinct=False)] = True
            self.pair_rows[rest] = values
        return values
