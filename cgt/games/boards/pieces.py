"""Chess pieces on a walk to the corner: the rook, the queen, the king and the knight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.nimber import sum_text
from cgt.core.numbers import exact_repr
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.route import ClosedForm
from cgt.families.state_form import StateForm, ValueForm
from cgt.families.tame_form import tame_value
from cgt.games.boards.board_picture import Board
from cgt.games.heaps.number_rows import Change, Numbers, NumbersRuleset, whole_numbers
from cgt.games.heaps.wythoff import WYTHOFF, PairsOfHeaps, Wythoff, pairs_strategy
from cgt.games.heaps.wythoff_pairs import misere_pairs_text, winning_takes
from cgt.games.references import BOUTON, winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.families.lesson_words import LessonWords
    from cgt.fast.backend import Backend

WINNING_WAYS = winning_ways(3)

Square = tuple[int, int]

SHOWN = 20
"""The greatest number of rows and columns drawn."""


class Piece(NumbersRuleset[Change]):
    """A piece on the square x,y of an unbounded board with corner 0,0; a subclass lists its steps.

    `legs` are the squares that a step goes towards the corner, in x and in y. A piece that `rides` makes several equal
    steps in one move.
    """

    position_form = "the square of the piece, counted from the corner 0,0, such as 3,5"
    counts = range(2, 3)

    sign: ClassVar[str] = "X"
    """The sign of the piece on a board."""
    phrase = "the piece on {text}"
    rides: ClassVar[bool] = False

    @property
    @abstractmethod
    def legs(self) -> tuple[Square, ...]:
        """The vectors (x, y) of a step towards the corner."""

    def targets(self, x: int, y: int) -> Iterator[Square]:
        """The squares that the piece reaches in one move, direction by direction, the farthest first."""
        for along, up in self.legs:
            most = min(number // leg for number, leg in ((x, along), (y, up)) if leg > 0)
            yield from (
                (x - along * count, y - up * count) for count in range(most if self.rides else min(most, 1), 0, -1)
            )

    def reaches(self, along: int, up: int) -> bool:
        """Whether a move may go so many squares towards the corner in x and in y."""
        step = max(along, up) if self.rides else 1
        return step > 0 and any((along, up) == (step * x, step * y) for x, y in self.legs)

    def steps(self, state: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The squares that the piece can go to, as moves and as states."""
        yield from ((square, square) for square in self.targets(*state))

    def after(self, state: Numbers, move: Move) -> Numbers:
        (x, y), (to_x, to_y) = state, whole_numbers(move, 2)
        if not self.reaches(x - to_x, y - to_y):
            raise KeyError(move)
        return (to_x, to_y)

    def table_position(self, row: int, column: int) -> Position:
        """The piece on the square row,column."""
        return self.position(row, column)

    def canonical(self, state: Numbers) -> Numbers:
        """The square or its mirror image, with x at most y."""
        return tuple(sorted(state))

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `queen to 3,0`; of a piece that chess does not have, `to 3,0`."""
        pieces = {
            "Q": _("queen to {square}"),
            "R": _("rook to {square}"),
            "K": _("king to {square}"),
            "N": _("knight to {square}"),
        }
        return pieces.get(self.sign, _("to {square}")).format(square=",".join(map(exact_repr, move)))

    def sketch(self, state: Numbers) -> Sketch | None:
        """The drawing of the corner, at the lower left: the piece, and marks where it can go."""
        x, y = state
        if max(x, y) + 2 > SHOWN:
            return None
        signs = dict.fromkeys(self.targets(x, y), "!") | {(x, y): self.sign}
        rows = ["".join(signs.get((column, row), ".") for column in range(x + 2)) for row in range(y + 1, -1, -1)]
        return Board(rows, rising=True)


@attrs.frozen
class Rook(Piece):
    """Move a rook any number of squares along a row or column, towards the corner: nim with two heaps.

    >>> import cgt
    >>> cgt.nim_value(Rook().position(3, 5))
    6
    """

    name = "rook"
    phrase = "the rook on {text}"
    sign = "R"
    title = "Rook to the corner"
    rules = "Move the rook any number of squares, along its row or its column, towards the corner."
    references = (BOUTON, WINNING_WAYS)
    legs = ((1, 0), (0, 1))
    rides = True

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy in misère play; the closed form has that of normal play."""
        if convention is Convention.NORMAL:
            return ""
        return _(
            "reach 0,1 or 1,0 where you can; otherwise reach the diagonal of two equal numbers, and come back to it "
            "after every move"
        )

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (RookAsNim(self),)


@attrs.frozen
class RookAsNim(ValueForm[Numbers, Change]):
    """The closed form of the rook: the nim-sum of the coordinates; in misère play that of misère nim."""

    name = "two heaps of nim"
    statement = (
        "The nim-sum of the coordinates; in misère play equal ones lose too, but for 0,0 and 1,1, and 0,1 loses."
    )
    strategy = "reach the diagonal of two equal numbers, and come back to it after every move"
    reference = BOUTON
    conventions = (Convention.NORMAL, Convention.MISERE)

    def value(self, state: Numbers) -> int:
        x, y = state
        return x ^ y

    def nim_value(self, state: Numbers, convention: Convention) -> int:
        return tame_value(state, convention)

    def candidates(self, state: Numbers, value: int) -> Iterator[Change]:
        """The moves along row and column to this nim-sum, and to 1 more or less, as misère play may need."""
        x, y = state
        yield from ((left, y) for left in (y ^ value, y ^ value ^ 1) if left < x)
        yield from ((x, down) for down in (x ^ value, x ^ value ^ 1) if down < y)

    def reason(self, state: Numbers, convention: Convention) -> str:
        total = sum_text(state, self.value(state))
        text = _("the coordinates are heaps of nim, {sum}").format(sum=total)
        if convention is Convention.MISERE and max(state) <= 1:
            text += _("; ") + _("in misère play the rook should be on 0,1 or 1,0 in the end")
        return text


@attrs.frozen
class Queen(Piece):
    """Move a queen any number of squares along a row, column or diagonal, towards the corner: Wythoff's game.

    >>> import cgt
    >>> cgt.outcome(Queen().position(3, 5)), cgt.winning_moves(Queen().position(4, 5))
    (<Outcome.P: 'P'>, ((3, 5), (1, 2)))
    """

    name = "queen"
    phrase = "the queen on {text}"
    sign = "Q"
    title = "Queen to the corner"
    rules = "Move the queen any number of squares, straight or diagonally, towards the corner."
    example = "3,6"
    references = (WYTHOFF, WINNING_WAYS)
    legs = ((1, 0), (0, 1), (1, 1))
    rides = True

    def table(self, backend: Backend = "auto") -> PairsOfHeaps:
        """The table of Wythoff's game, whose two heaps are the coordinates."""
        return PairsOfHeaps(self, 1, 2, backend)

    def lesson_words(self) -> LessonWords | None:
        """The lesson words of Wythoff's game, whose two heaps are the coordinates."""
        return Wythoff().lesson_words()

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy by Wythoff's pairs."""
        return pairs_strategy(1, convention)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (QueenAsWythoff(self),)


@attrs.frozen
class QueenAsWythoff(StateForm[Numbers, Change]):
    """The closed form of the queen: P on the squares of Wythoff's pairs, of which misère play changes the first two."""

    name = "Wythoff's pairs"
    statement = "P exactly on the squares of Wythoff's pairs; in misère play 0,1 and 2,2 take the place of 0,0 and 1,2."
    reference = WYTHOFF
    conventions = (Convention.NORMAL, Convention.MISERE)

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        x, y = state
        if (x, y) == (0, 0):
            return convention is Convention.NORMAL
        return not winning_takes(x, y, 1, convention)

    def winning_moves(self, state: Numbers, convention: Convention) -> Sequence[Change]:
        """The winning moves, along x, along y, and diagonally."""
        x, y = state
        if (x, y) == (0, 0):
            return ()
        takes = winning_takes(x, y, 1, convention)
        return tuple((x - along, y - up) for along, up in takes)

    def reason(self, state: Numbers, convention: Convention) -> str:
        if state == (0, 0):
            return _("the queen is in the corner")
        if convention is Convention.MISERE:
            return misere_pairs_text()
        if self.is_p(state, convention):
            return _("the square is one of Wythoff's pairs")
        return _("the queen reaches one of Wythoff's pairs")


@attrs.frozen
class King(Piece):
    """Move a king one square, straight or diagonally, towards the corner.

    >>> import cgt
    >>> [cgt.nim_value(King().position(x, 3)) for x in range(6)]
    [1, 2, 1, 2, 3, 2]
    """

    name = "king"
    phrase = "the king on {text}"
    sign = "K"
    title = "King to the corner"
    rules = "Move the king one square, straight or diagonally, towards the corner."
    references = (WINNING_WAYS,)
    legs = ((1, 0), (0, 1), (1, 1))

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy in misère play; the closed form has that of normal play."""
        if convention is Convention.NORMAL:
            return ""
        return _(
            "reach a square of two even numbers, neither of them 0, or an odd square of an edge, and do so after every "
            "move"
        )

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (KingByParity(self),)


@attrs.frozen
class KingByParity(StateForm[Numbers, Change]):
    """The closed form of the king: 0 for two even coordinates, 2 for two odd ones, else 1 (lesser even) or 3.

    In misère play the P-positions are two even coordinates of at least 2, and the odd squares of an edge.
    """

    name = "parity of the coordinates"
    statement = (
        "By parity: 0 for two even coordinates, 2 for two odd ones, otherwise 1 when the lesser is even and 3 when odd"
        "; in misère play P are two even ones of at least 2, and the odd squares of an edge."
    )
    strategy = "reach a square of two even numbers, and go back to such a square after every move"
    reference = WINNING_WAYS
    conventions = (Convention.NORMAL, Convention.MISERE)

    def value(self, state: Numbers) -> int:
        """The nim-value in normal play."""
        low, high = sorted(state)
        return 2 * (low % 2) + (low + high) % 2

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        low, high = sorted(state)
        if convention is Convention.MISERE and low == 0:
            return high % 2 == 1
        return low % 2 == high % 2 == 0

    def nim_value(self, state: Numbers, convention: Convention) -> int | None:
        return self.value(state) if convention is Convention.NORMAL else None

    def reason(self, state: Numbers, convention: Convention) -> str:
        if state == (0, 0):
            return _("the king is in the corner")
        if convention is Convention.MISERE:
            if not self.is_p(state, convention):
                return _("the king reaches two even coordinates other than 0, or an odd square of an edge")
            inner = all(state)
            return _("both coordinates are even, and neither is 0") if inner else _("it is an odd square of an edge")
        if self.is_p(state, convention):
            return _("both coordinates are even")
        return _("the king reaches two even coordinates")
