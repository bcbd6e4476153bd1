"""Leapers: pieces that jump a squares along one axis and b along the other, as a knight does, brought to the corner."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.core.numbers import brief, written
from cgt.core.reading import check_parameter
from cgt.errors import RulesetError
from cgt.families.states import ValueForm
from cgt.games.boards.pieces import WINNING_WAYS, KnightByFours, Piece, Square
from cgt.games.heaps.numbers import Change, Numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.outcome import Convention
    from cgt.core.position import Position

_NEEDS = "a leaper jumps a whole number of squares"


@attrs.frozen
class Leaper(Piece):
    """Jump `far` squares nearer to one edge and, at once, `near` squares nearer to, or away from, the other.

    The knight is `leaper(2,1)`; `far` is at least `near`, and with equal ones every jump is nearer to both edges.

    >>> import cgt
    >>> [cgt.nim_value(Leaper(3, 1).of(x, 4)) for x in range(8)]
    [1, 1, 2, 2, 0, 3, 4, 1]
    """

    name = "leaper"
    title = "Leaper to the corner"
    rules = (
        "Jump a squares nearer to one edge of the board and, at once, b squares nearer to, or away from, the other; "
        "where a and b are equal, nearer to both."
    )
    references = (WINNING_WAYS,)
    example_arguments = ("3", "1")
    example = "7,4"

    far: int = attrs.field(repr=written)
    near: int = attrs.field(repr=written)

    def __attrs_post_init__(self) -> None:
        check_parameter(self.far, f"{_NEEDS}, at least 1")
        check_parameter(self.near, f"{_NEEDS}, at least 0", least=0)
        if self.near > self.far:
            raise RulesetError(
                _("the longer leg of a leaper comes first: leaper({near},{far})").format(
                    near=brief(self.near), far=brief(self.far)
                )
            )

    @property
    def legs(self) -> tuple[Square, ...]:
        """How many squares a jump goes towards the corner, in x and in y."""
        if self.far == self.near:
            return ((self.far, self.far),)
        both = ((self.far, self.near), (self.far, -self.near), (self.near, self.far), (-self.near, self.far))
        return tuple(dict.fromkeys(both))

    def targets(self, x: int, y: int) -> Iterator[Square]:
        """The squares that it jumps to."""
        return ((x - along, y - up) for along, up in self.legs if along <= x and up <= y)

    def reaches(self, along: int, up: int) -> bool:
        """Whether that is one of its jumps."""
        return (along, up) in self.legs

    def least_searched(self, position: Position) -> int:
        """As many as the longest leg goes into the coordinate that every play brings below it."""
        square = self.state(position) or (0, 0)
        return (min(square) if self.far == self.near else max(square)) // self.far

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """Where the jump, cut down by what its legs have in common, is a step, a slanting step, or a knight's."""
        return (CutDown(self),)


@attrs.frozen
class CutDown(ValueForm[Numbers, Change]):
    """A leaper stays on the squares whose coordinates leave the same when divided by the g that its legs share.

    There it jumps as the leaper with legs g times shorter: one step straight is worth the parity of x + y, one slanting
    step that of the lesser coordinate, and the knight is known in blocks of four.
    """

    ruleset: Leaper

    name = "shorter legs"
    reference = WINNING_WAYS

    @property
    def _game(self) -> Leaper:
        return self.ruleset

    @property
    def _legs(self) -> Square:
        shared = gcd(self._game.far, self._game.near)
        return self._game.far // shared, self._game.near // shared

    def covers(self, state: Numbers) -> bool:
        """A step, a slanting step, or a knight's jump."""
        return self._legs in {(1, 0), (1, 1), (2, 1)}

    def value(self, state: Numbers) -> int:
        """By the square that it stands on when its legs are cut down."""
        shared = gcd(self._game.far, self._game.near)
        x, y = (number // shared for number in state)
        if self._legs == (1, 0):
            return (x + y) % 2
        return min(x, y) % 2 if self._legs == (1, 1) else KnightByFours(self.ruleset).value((x, y))

    def reason(self, state: Numbers, convention: Convention) -> str:
        """The shorter legs."""
        far, near = self._legs
        return _("it jumps as leaper({far},{near}) on every square of its own, and is worth {value}").format(
            far=far, near=near, value=self.value(state)
        )
