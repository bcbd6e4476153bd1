"""Games on the Young diagram of a partition: LCTR removes the left column or the top row, Downright walks in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.position import Move, Position
from cgt.core.wording import Place, Wording
from cgt.games.boards.board_picture import Board
from cgt.games.heaps.number_rows import Numbers, NumbersRuleset, check_rows

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

GOTTLIEB = "E. Gottlieb, J. Ilić and M. Krnc, Some results on LCTR, an impartial game on partitions, Involve 16 (2023)"
KRNC = (
    "E. Gottlieb, M. Krnc and P. Muršič, Sprague-Grundy values and complexity for LCTR, "
    "Discrete Applied Mathematics 346 (2024), arXiv 2207.05599"
)
CHESS = "E. Gottlieb, M. Krnc and P. Muršič, Impartial chess on integer partitions, arXiv 2501.14640 (2025)"

LARGEST = 10_000
"""The greatest number of rows of a diagram, and of squares of one that is drawn."""

ROW, COLUMN = "row", "column"

TYPED = {ROW: {"row", "ligne", "rangée"}, COLUMN: {"column", "colonne"}}
WAYS = {ROW: {"down", "bas", "en bas"}, COLUMN: {"right", "droite", "à droite"}}
"""The words that one types for a move, in each language; of Downright, the way that its token goes."""


class TwoMoves(Wording):
    """The words of a game of two moves, each of which is typed in every language."""

    def spellings(self, component: Position, move: Move, place: Place) -> set[str]:
        return super().spellings(component, move, place) | TYPED[str(move)] | WAYS[str(move)]


class PartitionGame(NumbersRuleset[str]):
    """The base of games that remove the left column or the top row of a Young diagram, given by its rows."""

    position_form = "the lengths of the rows, none longer than the one above, such as 5,2,2,1"
    example = "5,2,2,1"
    counts = range(1, LARGEST + 1)
    phrase = "a diagram with rows of {sizes}"
    table_axes = ("first row", "second row")
    last_square: ClassVar[bool]
    """Whether the last square may be taken."""

    def check(self, state: Numbers) -> None:
        """Check that no row is longer than the one above it; raises `PositionError`."""
        super().check(state)
        check_rows(state)

    def arrange(self, numbers: Numbers) -> Numbers:
        """The rows without the empty ones."""
        return tuple(filter(None, numbers))

    def steps(self, rows: Numbers) -> Iterator[tuple[str, Numbers]]:
        """The two moves, the left column and then the top row, with the rows they leave."""
        for move, left in ((COLUMN, tuple(row - 1 for row in rows if row > 1)), (ROW, rows[1:])):
            if rows and (left or self.last_square):
                yield move, left

    def canonical(self, rows: Numbers) -> Numbers:
        """The greater of the diagram and its conjugate."""
        if not rows or rows[0] > LARGEST:
            return rows
        return max(rows, tuple(sum(row > place for row in rows) for place in range(rows[0])))

    def _least_positions(self, position: Position) -> int:
        """The number of columns taken one after the other before the diagram has a conjugate."""
        rows = state_of(self, position)
        return max(0, rows[0] - LARGEST) if rows else 0

    @property
    def wording(self) -> Wording:
        words = attrs.evolve(super().wording, component_notation=self._move_notation)
        return TwoMoves(**attrs.asdict(words, recurse=False))

    def _move_text(self, position: Position, move: str) -> str:
        return _("take the top row") if move == ROW else _("take the left column")

    def _move_notation(self, position: Position, move: str) -> str:
        """The move as it is typed."""
        return _("top row") if move == ROW else _("left column")

    def _move_parts(self, position: Position, move: str) -> Iterator[str]:
        """The squares of the row or column that a move removes."""
        rows = state_of(self, position) or ()
        if move == ROW:
            yield from (f"1:{column}" for column in range(1, rows[0] + 1))
        else:
            yield from (f"{row}:1" for row in range(1, len(rows) + 1))

    def sketch(self, state: Numbers) -> Sketch | None:
        """The drawing of the diagram; None for a large one."""
        return Board(["." * row for row in state]) if 0 < sum(state) <= LARGEST else None


@attrs.frozen
class LCTR(PartitionGame):
    """Take the left column or the top row of a Young diagram. No position is worth more than 2.

    >>> import cgt
    >>> cgt.nim_value(LCTR().position(5, 2, 2, 1)), cgt.nim_value(LCTR().position(3, 3, 3))
    (2, 0)
    """

    name = "lctr"
    title = "LCTR"
    rules = "Take the left column or the top row of a Young diagram."
    references = (GOTTLIEB, KRNC, "OEIS A373457")
    last_square = True


@attrs.frozen
class Downright(PartitionGame):
    """Walk from the first square of a Young diagram, down or right; what is left behind is taken, as in LCTR.

    So the left column or the top row goes, and the last square stays: it is LCTR in misère play, where nobody takes
    the last square who need not.

    >>> import cgt
    >>> cgt.nim_value(Downright().position(5, 2, 2, 1)), cgt.outcome(Downright().position(1))
    (1, <Outcome.P: 'P'>)
    """

    name = "downright"
    title = "Downright"
    rules = (
        "A token walks in a Young diagram, one square down or to the right; "
        "the row above it, or the column left of it, is gone. It never leaves the diagram."
    )
    references = (KRNC, CHESS)
    last_square = False

    def _move_text(self, position: Position, move: str) -> str:
        return _("go down") if move == ROW else _("go to the right")

    def _move_notation(self, position: Position, move: str) -> str:
        return _("down") if move == ROW else _("right")

    def _move_parts(self, position: Position, move: str) -> Iterator[str]:
        """The square that the token goes to."""
        yield "2:1" if move == ROW else "1:2"

    def sketch(self, state: Numbers) -> Sketch | None:
        """The drawing of the diagram with the token on its first square."""
        drawn = super().sketch(state)
        return Board(["B" + drawn.rows[0][1:], *drawn.rows[1:]]) if isinstance(drawn, Board) else drawn
