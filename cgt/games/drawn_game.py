"""Games whose positions are drawn: graphs, rows of pegs or numbers, boards; their words are bound here once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from cgt.core.game import Game, M, S, state_of
from cgt.core.hints import SearchHints
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.wording import Wording


class DrawnGame(Game[S, M]):
    """The base of games whose positions are drawn; a game gives the sizes of its states and the words for its moves."""

    phrase: ClassVar[str]
    """A position as one says it, such as `the graph that is drawn`."""
    table_axes: ClassVar[tuple[str, str]] = ("first number", "second number")
    """The titles of a table's rows and columns."""
    family: ClassVar[str] = ""
    """A family of positions by their size: `path {n}`; empty where a number of the example may vary."""
    ordered_heaps: ClassVar[bool] = False
    """Whether positions with the same numbers in another order differ."""
    pieces: ClassVar[str] = "matches"
    """The pieces that moves place, or that heaps consist of: see `Wording`."""
    _move_parts: ClassVar[Callable[[Any, Position, Any], Iterable[str]] | None] = None
    """The names of the parts of a drawing that one touches for a move; by default those that its words name."""

    @property
    def hints(self) -> SearchHints:
        return SearchHints(searched_as=self._searched_as, least_positions=self._least_positions)

    def _searched_as(self, state: S, known: Iterable[Game]) -> tuple[Any, Any] | None:
        """Another game and its state that stand for this one, such as squares as bits; by default it goes by itself."""
        return None

    def _least_positions(self, position: Position) -> int:
        """A lower bound on the positions that a search opens, known without one; by default 0."""
        return 0

    @property
    def wording(self) -> Wording:
        return Wording(
            phrase=self.phrase,
            table_axes=self.table_axes,
            family=self.family,
            pieces=self.pieces,
            ordered_heaps=self.ordered_heaps,
            strategy=self._strategy,
            weight=self._weight,
            component_text=self._move_text,
            candidates=self._candidate_moves,
            move_parts=self._move_parts,
        )

    def _strategy(self, position: Position, convention: Convention) -> str:
        """A way to win from a position, in words; empty, the default, where no rule is known."""
        return ""

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves that a text may mean, legal or not; by default none."""
        return ()

    def _weight(self, position: Position) -> tuple[int, ...]:
        state = state_of(self, position)
        return (0,) if state is None else self._size(state)

    @abstractmethod
    def _size(self, state: S) -> tuple[int, ...]:
        """The size of a state: the smallest ones are shown first."""

    @abstractmethod
    def _move_text(self, position: Position, move: M) -> str:
        """A move in words."""
