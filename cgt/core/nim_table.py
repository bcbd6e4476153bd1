"""The interface of tables of nim-values, which grow as positions are asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from cgt.core.position import Move, Position
from cgt.errors import NotApplicableError

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.core.progress import Progress


class NimTable(ABC):
    """The nim-values of a game's positions in normal play, as far as they have been asked for.

    A game's `table()` gives one that holds nothing yet. It grows and is not rebuilt, so it can be kept from question to
    question. Only one thread may let it grow; others may look up meanwhile what is there.
    """

    in_bulk: ClassVar[bool] = False
    """Whether `moves_to` takes no longer for a million moves than for one."""

    shares: ClassVar[bool] = False
    """Whether its values lie in the memory of the process already, so that a table is made anew for each question."""

    @abstractmethod
    def entries(self, position: Position) -> int | None:
        """The least number of entries of a table with this position; None where a table does not pay."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """About how many bytes it takes."""

    @abstractmethod
    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        """Find the nim-values of every position that this one leads to.

        Where some are missing, it calls `progress` with (0, how many entries the table has) before the work, and with
        how far it has come now and then: that may raise `BudgetError`.

        Raises:
            MemoryBudgetError: they would not fit.
        """

    @abstractmethod
    def __call__(self, position: Position) -> int:
        """The nim-value of a position in the table; raises `PositionError` for one of another game."""

    def moves_to(self, component: Position, value: int) -> Iterable[Move]:
        """The moves of a position that is no sum to options of this nim-value."""
        return (move for move in component.moves() if self(component.play(move)) == value)

    def values(self, stop: int, progress: Progress | None = None) -> list[int]:
        """The nim-values of the heaps 0 .. stop-1 as the game begins with them.

        Raises:
            NotApplicableError: the table holds none, here or in general; so do `rows` and `keep`.
        """
        raise NotApplicableError("the table holds no list of heaps")

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """The nim-values of the positions `game.table_position(row, column)`."""
        raise NotApplicableError("the table has no rows and columns")

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        """Save the nim-values of so many heaps, or rows and columns, to a file, continuing from what it holds.

        Raises:
            TableError: the file is no table of this game.
            OutputError: nothing can be written there.
        """
        raise NotApplicableError("no file keeps such a table")
