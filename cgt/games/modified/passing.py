"""Any game with a pass, which either player may use once, but not when the play has ended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import components_of
from cgt.core.errors import PositionError
from cgt.core.language import _
from cgt.core.modified import PASS, WithPass, with_pass
from cgt.core.numbers import written
from cgt.core.reading import WholeNumber
from cgt.games.modified import ChangedGame

if TYPE_CHECKING:
    from cgt.core.position import Move, Position

MORRISON = "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22 (2012)"
_USED = re.compile(r"\s+(?:(\d{1,9})\s+)?used\s*$", re.ASCII)


@attrs.frozen
class PassingGame(ChangedGame):
    """A game with passes: once in the play, or `passes` times, one of the players may pass, but not at its end.

    >>> import cgt
    >>> game = PassingGame("nim")
    >>> [cgt.nim_value(game.parse(str(size))) for size in range(8)], cgt.nim_value(game.parse("1,2 used"))
    ([0, 2, 1, 4, 3, 6, 5, 8], 3)
    """

    name = "with-pass"
    title = "Any game with a pass"
    rules = "Move as in the game, or pass: once in the play for both players together, and not when it has ended."
    references = (MORRISON,)
    example_arguments = ("kayles",)

    passes: int = attrs.field(
        default=1,
        repr=written,
        validator=WholeNumber("with-pass(game, n) needs a whole number n of passes, at least 1"),
    )

    def changed(self, position: Position) -> Position:
        """With all passes."""
        return with_pass(position, self.passes)

    def plain(self, state: Position) -> Position:
        """Without its passes."""
        return state.position if isinstance(state, WithPass) else state

    def components(self, state: Position) -> tuple[Position, ...]:
        """After the last pass what the position falls into; with a pass nothing does."""
        return components_of(state)

    def read(self, text: str) -> Position:
        """Read a position of the game; `used` behind it for a pass that is used, `2 used` for two."""
        found = _USED.search(text)
        used = 0 if found is None else int(found[1] or 1)
        if used > self.passes:
            raise PositionError(_("{used} passes are more than {value} has").format(used=used, value=self))
        position = self.game.parse(text if found is None else text[: found.start()])
        return with_pass(position, self.passes - used) if used < self.passes else position

    def write(self, state: Position) -> str:
        """The position of the game, and how many passes are used."""
        used = self.passes - (state.passes if isinstance(state, WithPass) else 0)
        text = self.game.format(self.plain(state))
        return text if not used else f"{text} used" if used == 1 else f"{text} {used} used"

    def component_move_text(self, position: Position, move: Move) -> str:
        """As in the game, or `pass`."""
        state = self.state(position)
        if move is PASS or state is None:
            return _("pass")
        return self.game.move_text(self.plain(state), move)

    def component_move_record(self, position: Position, move: Move) -> dict[str, object]:
        """As in the game; the pass as it is."""
        state = self.state(position)
        if move is PASS or state is None:
            return {"move": "pass"}
        return self.game.move_record(self.plain(state), move)
