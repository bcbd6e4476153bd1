"""The table of a game on heaps: the nim-values of one heap, and of sums of heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from cgt.core.nim_table import NimTable
from cgt.errors import NotApplicableError
from cgt.fast.sequence import HeapGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from cgt.core.position import Move, Position
    from cgt.core.progress import Progress
    from cgt.fast.backend import Backend

LARGEST_TABLE = 10**9
"""The largest heap that a table is thought of."""


class Tabled(HeapGame, Protocol):
    """What the table asks of a game."""

    def sizes(self, position: Position, /) -> Sequence[int]:
        """The heaps of a position."""
        ...

    def moves(self, size: int, /) -> Iterable[Move]:
        """The moves in one heap."""
        ...

    def left(self, size: int, move: Move, /) -> Iterable[int]:
        """The heaps that a legal move leaves of one."""
        ...

    def known_values(self, stop: int, progress: Progress | None = None) -> memoryview:
        """The nim-values of the heaps 0 .. stop-1, and perhaps of more, kept in the process."""
        ...

    def nim_values(self, stop: int, *, backend: Backend = "auto", progress: Progress | None = None) -> list[int]:
        """The nim-values of the heaps 0 .. stop-1."""
        ...


class HeapTable(NimTable):
    """The nim-values of the heaps of a game, by its sequence.

    >>> import cgt
    >>> kayles = cgt.games.Kayles()
    >>> table, heap = HeapTable(kayles), kayles.position(4)
    >>> table.extend_to(heap)
    >>> table(heap), list(table.moves_to(heap, 0)), table.values(6)
    (1, [(1, 1)], [0, 1, 2, 3, 1, 4])
    """

    shares: ClassVar[bool] = True

    def __init__(self, ruleset: Tabled, backend: Backend = "auto") -> None:
        self.ruleset = ruleset
        self._backend = backend
        self._values = memoryview(b"")

    def entries(self, position: Position) -> int | None:
        size = max(self.ruleset.sizes(position), default=0)
        return size + 1 if size < LARGEST_TABLE else None

    @property
    def nbytes(self) -> int:
        return self._values.nbytes

    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        size = max(self.ruleset.sizes(position), default=0) + 1
        if size > len(self._values):
            self._values = self.ruleset.known_values(size, progress)

    def __call__(self, position: Position) -> int:
        return self._worth(self.ruleset.sizes(position))

    def moves_to(self, component: Position, value: int) -> Iterator[Move]:
        """Each move is tried without making the position it leads to."""
        (size,) = self.ruleset.sizes(component)
        for move in self.ruleset.moves(size):
            if self._worth(self.ruleset.left(size, move)) == value:
                yield move

    def values(self, stop: int, progress: Progress | None = None) -> list[int]:
        return self.ruleset.nim_values(stop, backend=self._backend, progress=progress)

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """Of two heaps: those of one, added."""
        values = self.values(max(rows, columns), progress)
        return [[values[row] ^ values[column] for column in range(columns)] for row in range(rows)]

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        if len(sizes) != 1:
            raise NotApplicableError("a file keeps the heaps of such a game, and no pairs of them")
        from cgt.store.sequence_table import SequenceTable

        SequenceTable.build(self.ruleset, sizes[0], path=path, backend=self._backend, progress=progress)

    def _worth(self, heaps: Iterable[int]) -> int:
        total, values = 0, self._values
        for size in heaps:
            total ^= values[size]
        return total
