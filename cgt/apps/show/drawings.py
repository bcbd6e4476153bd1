"""Pictures of a position on the way of a play: as it was drawn, and with everything where it stood before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cgt.core.game import Game, state_of
from cgt.core.position import Move, Position
from cgt.families.capabilities import DrawnInPlay, DrawnPosition

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch


@runtime_checkable
class Alignable(Protocol):
    """A sketch that can be drawn with everything in the place that it had in an earlier sketch."""

    def aligned_with(self, before: object) -> Sketch:
        """This sketch aligned with an earlier one; itself where it is no part of that."""
        ...


def aligned_picture(ruleset: Game, position: Position, start: Position | None, *, title: str = "") -> str | None:
    """The picture of what is left of an earlier position, with everything where it stood there.

    None where it is drawn alike without the other. Without a title, the picture has none.

    >>> import cgt
    >>> queen = cgt.parse_ruleset("queen")
    >>> far, near = queen.position(6, 9), queen.position(3, 9)
    >>> [aligned_picture(queen, one, far).count("<rect") for one in (far, near)]
    [88, 88]
    """
    here, before = (None if one is None else state_of(ruleset, one) for one in (position, start))
    if here is None or before is None:
        return None
    sketch, first = ruleset.sketch(here), ruleset.sketch(before)
    return sketch.aligned_with(first).svg(title=title) if isinstance(sketch, Alignable) else None


def drawing_of(game: Game, start: Position, moves: Sequence[Move]) -> DrawnPosition | None:
    """The drawing after some moves from the start; None where moves are not drawn."""
    state = state_of(game, start) if isinstance(game, DrawnInPlay) else None
    return game.drawn(state, moves) if isinstance(game, DrawnInPlay) and state is not None else None
