"""The rule of a taking-and-breaking game as numbers, and the growing table of its nim-values."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Literal, Protocol

import attrs
import numpy as np

from cgt.errors import RulesetError
from cgt.kernels.integers import smallest_unsigned

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from cgt.kernels.route import Family

    Values = npt.NDArray[Any]

Parts = Literal["any", "unequal", "equal"]
"""The sizes of the two heaps a heap may be broken into."""


@attrs.frozen
class TakingBreakingRule:
    """Bit h of `digits[k]`: removing k may leave exactly h nonempty heaps; beyond the digits the `tail` repeats.

    >>> kayles = TakingBreakingRule.of([0, 7, 7])
    >>> kayles.most_heaps, kayles.splits
    (2, (1, 2))
    """

    digits: tuple[int, ...]
    tail: tuple[int, ...]
    parts: Parts

    @classmethod
    def of(cls, digits: Sequence[int], tail: Sequence[int] = (), parts: Parts = "any") -> TakingBreakingRule:
        """The rule with these digits, checked.

        Raises:
            RulesetError: a digit is negative, or lets a move change nothing, or breaks into three heaps or more while
                `parts` compares two.
        """
        head, rest = tuple(map(index, digits)), tuple(map(index, tail))
        if not any(rest):
            rest = ()
        if not head:  # the tail begins with the removal of nothing
            head, rest = rest[:1] or (0,), rest[1:] + rest[:1]
        for digit in head + rest:
            if digit < 0:
                raise RulesetError(f"a digit is a non-negative integer, not {digit}")
        if head[0] & 3:
            raise RulesetError(f"removing nothing must leave two heaps or more, or play need not end: d_0 = {head[0]}")
        if parts not in {"any", "unequal", "equal"}:
            raise RulesetError(f"parts are 'any', 'unequal' or 'equal', not {parts!r}")
        rule = cls(head, rest, parts)
        if parts != "any" and rule.most_heaps > 2:
            raise RulesetError(f"{parts} parts are two parts: no digit may have a bit above 4")
        return rule

    @property
    def most_heaps(self) -> int:
        """The most heaps one move can leave of a heap."""
        return max(digit.bit_length() for digit in self.digits + self.tail) - 1

    @property
    def splits(self) -> tuple[int, ...]:
        """The amounts within `digits` whose removal may leave two heaps."""
        return tuple(removed for removed, digit in enumerate(self.digits) if digit & 4)

    @property
    def family(self) -> Family:
        """The family whose crossover size applies."""
        if self.most_heaps > 2:
            return "taking-breaking-many"
        return "taking-breaking-tail" if self.tail else "taking-breaking"

    @property
    def plain_pairs(self) -> bool:
        """Whether pairs of parts are all the breaking there is: no more than two heaps, no tail, not equal parts."""
        return self.most_heaps == 2 and not self.tail and self.parts != "equal"

    def count_of_pairs(self, total: int) -> int:
        """How many i = 1, 2, … stand for the pairs of parts (i, total - i), each pair once."""
        if self.parts == "equal":
            raise RulesetError("equal parts are one pair")
        return total // 2 if self.parts == "any" else max(total - 1, 0) // 2


class Table:
    """Nim-values as far as known, forwards and backwards: `mirror[len(mirror) - 1 - heap]` is `values[heap]`.

    Two parts i and m - i are thus read in the same direction, which vector instructions like.
    """

    def __init__(self) -> None:
        self.values: Values = np.zeros(0, np.uint8)
        self.mirror: Values = np.zeros(0, np.uint8)

    def grow(self, capacity: int) -> None:
        """Make room for more heaps."""
        old = len(self.values)
        values, mirror = np.zeros(capacity, self.values.dtype), np.zeros(capacity, self.values.dtype)
        values[:old] = self.values
        mirror[capacity - old :] = self.mirror
        self.values, self.mirror = values, mirror

    def widen(self, value: int) -> None:
        """Change to a type that holds `value`, if need be."""
        kind = np.promote_types(smallest_unsigned(value), self.values.dtype)
        if kind != self.values.dtype:
            self.values, self.mirror = self.values.astype(kind), self.mirror.astype(kind)

    def put(self, heap: int, value: int) -> None:
        """Enter one value."""
        self.values[heap] = value
        self.mirror[-1 - heap] = value

    def enter(self, values: Values) -> None:
        """Enter the values of the heaps 0, 1, … at once."""
        self.widen(int(values.max(initial=0)))
        self.values[: len(values)] = values
        self.mirror[len(self.mirror) - len(values) :] = values[::-1]

    def pairs(self, total: int, count: int) -> Values:
        """The values of the pairs of parts (i, total - i), i = 1..count."""
        offset = len(self.mirror) - total
        return np.bitwise_xor(self.values[1 : count + 1], self.mirror[offset : offset + count])


class Filler(Protocol):
    """A way to extend a table: any class with these two methods is one.

    Its own state is kept so that a run which was interrupted, and whose heaps are not counted as done, can be repeated.
    """

    @property
    def is_sparse(self) -> bool:
        """Whether so few heaps are rare that a heap takes next to no time."""
        ...

    def fill(self, table: Table, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; return the heap reached, `stop` unless a value was too large for this way."""
        ...

    def wider(self, table: Table) -> Filler:
        """The way that goes on from there, the table made ready for it."""
        ...
