"""Any game with one rule changed; the game that is changed reads, tells and draws what it knows."""

from __future__ import annotations

from abc import abstractmethod
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import Game
from cgt.core.position import Move, Position, canonical
from cgt.families.registry import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SAMPLED = 60
"""How many positions of the game are samples with its rule changed."""


def game_of(text: str | Game) -> Game:
    """The ruleset itself, or the one that a text names."""
    return text if isinstance(text, Game) else parse_ruleset(text)


@attrs.frozen
class ChangedGame(Game[Position, Move]):
    """A game with one rule changed: a state is a position of `cgt.core.modified`, or one of the game itself.

    Write `changed(position)`, and `plain(state)`, the position of the game behind a state.
    """

    game: Game = attrs.field(converter=game_of, repr=str)

    @property
    def example(self) -> str:  # type: ignore[override]  # a text of each object, not of the class
        """That of the game."""
        return self.game.example

    @property
    def position_form(self) -> str:  # type: ignore[override]  # likewise
        """That of the game."""
        return self.game.position_form

    @property
    def coloured(self) -> str:  # type: ignore[override]  # likewise
        """The signs of the game's drawing."""
        return self.game.coloured

    @abstractmethod
    def changed(self, position: Position) -> Position:
        """The state where the play begins with this position of the game."""

    @abstractmethod
    def plain(self, state: Position) -> Position:
        """The position of the game behind a state."""

    def of(self, position: Position) -> Position:
        """The beginning with this position of the game."""
        return self.position(self.changed(position))

    def steps(self, state: Position) -> Iterator[tuple[Move, Position]]:
        """Those of the changed position."""
        return ((move, state.play(move)) for move in state.moves())

    def canonical(self, state: Position) -> Position:
        return canonical(state)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """The first samples of the game."""
        return map(self.of, islice(self.game.sample_positions(bound), SAMPLED))

    def picture(self, position: Position) -> str | None:
        """As the game draws what is behind it."""
        state = self.state(position)
        return None if state is None else self.game.picture(self.plain(state))

    def drawing(self, position: Position, *, width: int = 72, plain: bool = False) -> str:
        """As the game draws what is behind it."""
        state = self.state(position)
        return "" if state is None else self.game.drawing(self.plain(state), width=width, plain=plain)
