"""Nim-values of heaps, looked up for positions and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cgt.core.position import Move, Position


class Tabled(Protocol):
    """This is a Protocol: what the look-up asks of a game."""

    def sizes(self, position: Position, /) -> Sequence[int]:
        """The heaps of a position."""
        ...

    def moves(self, size: int, /) -> Iterable[Move]:
        """The moves in one heap."""
        ...

    def left(self, size: int, move: Move, /) -> Iterable[int]:
        """The heaps that a legal move leaves of one."""
        ...


@attrs.frozen(eq=False)
class HeapTable:
    """The nim-values of the heaps of a game, as a look-up for positions.

    >>> import cgt
    >>> table = HeapTable(cgt.parse_ruleset("kayles"), [0, 1, 2, 3, 1])
    >>> heap = cgt.parse_ruleset("kayles").position(4)
    >>> table(heap), list(table.moves_to(heap, 0))
    (1, [(1, 1)])
    """

    ruleset: Tabled
    values: Sequence[int] = attrs.field(repr=False)

    def __call__(self, position: Position) -> int:
        """The nim-value of a heap, or of a sum of heaps."""
        return self._worth(self.ruleset.sizes(position))

    def moves_to(self, heap: Position, value: int) -> Iterator[Move]:
        """The moves in one heap that leave this nim-value, each tried without making the position it leads to."""
        (size,) = self.ruleset.sizes(heap)
        for move in self.ruleset.moves(size):
            if self._worth(self.ruleset.left(size, move)) == value:
                yield move

    def _worth(self, heaps: Iterable[int]) -> int:
        total = 0
        for size in heaps:
            total ^= self.values[size]
        return total
