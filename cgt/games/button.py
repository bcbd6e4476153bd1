"""Push the button: two rulesets on the same positions, and a button that switches from one to the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import Game, GamePosition, state_of
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position, canonical
from cgt.core.sketch import Sketch, sketch_of
from cgt.errors import IllegalMoveError, ParseError, PositionError
from cgt.games.modified import game_of
from cgt.games.operators import Placed, check_places, counterpart, representative, shared_conventions

if TYPE_CHECKING:
    from cgt.core.wording import Wording

DUCHENE = (
    "E. Duchêne, M. Heinrich, U. Larsson and A. Parreau, The switch operators and push-the-button games, "
    "Theoretical Computer Science 715 (2018), arXiv 1707.07966"
)
PUSH = "push"

Pushed = tuple[bool, Placed]
"""Whether the button was pushed, and the position of the ruleset that is played, in its places."""

_PUSHED = re.compile(r"\s+pushed\s*$")


@attrs.frozen
class PushTheButton(Game[Pushed, Move]):
    """Move by the first ruleset, or push the button, which is a move; from then on the second ruleset is played.

    The play ends where the second ruleset says so: as long as the button was not pushed, it can be, where the second
    ruleset knows the position, written alike.

    >>> import cgt
    >>> game = PushTheButton("nim", "wythoff")
    >>> [cgt.outcome(game.position(*heaps)).value for heaps in ((0, 0), (0, 1), (1, 1), (2, 2))]
    ['N', 'P', 'N', 'P']
    """

    name = "push-the-button"
    title = "Push the button"
    references = (DUCHENE,)
    example_arguments = ("nim", "wythoff")
    argument_form = (
        "two games whose positions are written alike, the one before the button is pushed and the one after, such as "
        "push-the-button(wythoff,nim)"
    )

    first: Game = attrs.field(converter=game_of)
    second: Game = attrs.field(converter=game_of)

    def __attrs_post_init__(self) -> None:
        check_places(self.first, self.second)

    @property
    def rules(self) -> str:
        """The rules with the names of both."""
        text = _(
            "Move as in {game}; or push the button, once in the play, instead of moving: "
            "from then on the play goes as in {other}."
        )
        return text.format(game=self.first, other=self.second)

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """The conventions that both are played under."""
        return shared_conventions(self.first, self.second)

    @property
    def example(self) -> str:
        """The example of the second game."""
        return str(self.second.example)

    @property
    def position_form(self) -> str:
        """The form of a position of the second game."""
        return str(self.second.position_form)

    def position(self, *arguments: object, **options: object) -> GamePosition[Pushed, Move]:
        """The initial position from a position of the first ruleset; raises `PositionError`."""
        return GamePosition(self, self._begun(self.first.position(*arguments, **options)))

    def _begun(self, position: Position) -> Pushed:
        counterpart(self.first, position, self.second)
        return False, Placed(position)

    def steps(self, state: Pushed) -> Iterator[tuple[Move, Pushed]]:
        """The steps of the current ruleset; the button comes last."""
        pushed, position = state[0], self.plain(state)
        other: Position | None = None
        if not pushed:
            with suppress(PositionError):  # which the second ruleset does not know
                other = counterpart(self.first, position, self.second)
        for move in position.moves():
            if other is None or move != PUSH:  # of a button within, the outer one is pushed first
                yield move, (pushed, Placed(position.play(move)))
        if other is not None:
            yield PUSH, (True, Placed(other))

    def canonical(self, state: Pushed) -> Pushed:
        pushed, placed = state
        one = canonical(placed.position) if pushed else representative(self.first, placed, self.second)
        return pushed, Placed(one)

    def read(self, text: str) -> Pushed:
        """Read a position; `pushed` behind it once the button is pushed."""
        match = _PUSHED.search(text)
        if match is not None:
            return True, Placed(self.second.parse(text[: match.start()]))
        return self._begun(self.first.parse(text))

    def write(self, state: Pushed) -> str:
        """The text of the position, with `pushed` once the button is pushed."""
        text = self._game(state).wording.position_text(self.plain(state))
        return f"{text} pushed" if state[0] else text

    @property
    def game(self) -> Game:
        """The first ruleset, on whose positions it is drawn."""
        return self.first

    def plain(self, state: Pushed) -> Position:
        """The position of the ruleset that is in force, without the state of the button."""
        return state[1].position

    def sketch(self, state: Pushed) -> Sketch | None:
        """The drawing of the position of the ruleset that is in force."""
        return sketch_of(self.plain(state))

    def _game(self, state: Pushed) -> Game:
        return self.second if state[0] else self.first

    @property
    def wording(self) -> Wording:
        return attrs.evolve(
            super().wording,
            component_description=self._description,
            component_text=self._move_text,
            component_record=self._move_record,
            candidates=self._candidates,
        )

    def _description(self, position: Position) -> str:
        state = state_of(self, position)
        if state is None or not state[0]:
            return str(position)
        text = self.second.wording.position_text(self.plain(state))
        return _("{position}, with the button pushed").format(position=text)

    def _move_text(self, position: Position, move: Move) -> str:
        """The words of the current ruleset for a move, or `push the button`."""
        state = state_of(self, position)
        if move == PUSH or state is None:
            return _("push the button")
        return self._game(state).wording.move_text(self.plain(state), move)

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The record of the current ruleset for a move, or of the button."""
        state = state_of(self, position)
        if move == PUSH or state is None:
            return {"move": PUSH}
        return self._game(state).wording.move_record(self.plain(state), move)

    def _candidates(self, position: Position, text: str) -> Iterator[Move]:
        """The button, or the candidates for a text in the current ruleset."""
        state = state_of(self, position)
        if "push" in text or _("push the button") in text:
            yield PUSH
        elif state is not None:
            with suppress(ParseError, IllegalMoveError):  # in a sum the text may be meant for another component
                yield self._game(state).wording.read_move(self.plain(state), text)
