"""Cram: dominoes on a board, in either direction, until no two free squares lie side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.route import ClosedForm
from cgt.families.state_form import StateForm
from cgt.games.boards.squares import Placing, PlacingGame, Squares
from cgt.games.references import LEMOINE

if TYPE_CHECKING:
    from cgt.families.lesson_words import LessonWords

GARDNER = "M. Gardner, Cram, Crosscram and Quadraphage, Scientific American 230 (February 1974)"


@attrs.frozen
class Cram(PlacingGame):
    """Put a domino on two free squares side by side, in either direction.

    The state is the width of the board and then each row's free squares as the bits of a number.

    >>> import cgt
    >>> cgt.outcome(Cram().position(6, 4)), cgt.nim_value(Cram().parse("3x4"))
    (<Outcome.P: 'P'>, 1)
    """

    name = "cram"
    title = "Cram"
    rules = "Put a domino on two free squares side by side, in either direction."
    references = (GARDNER, LEMOINE)
    position_form = "rows x columns, such as 4x5, or rows of . and # (full), such as ..#/.../#.."
    example = "3x4"
    largest, smallest = 2_500, 2
    pieces = "dominoes"

    def moves_on(self, height: int, width: int) -> Iterator[tuple[Placing, Placing]]:
        """The dominoes on a board, row by row, first along the row, then down from it, each with its two squares.

        >>> [domino for domino, _covered in Cram().moves_on(2, 2)]
        [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))]
        """
        for row in range(1, height + 1):
            along = [((row, column), (row, column + 1)) for column in range(1, width)]
            down = [((row, column), (row + 1, column)) for column in range(1, width + 1) if row < height]
            yield from ((domino, domino) for domino in along + down)

    def _move_text(self, position: Position, move: Placing) -> str:
        """The move as text: `cover 1:2 and 1:3`, row:column."""
        (row, column), (other_row, other_column) = move
        return _("cover {first} and {second}").format(first=f"{row}:{column}", second=f"{other_row}:{other_column}")

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of answering by a half turn, at once or after covering the middle; empty on other boards."""
        state = state_of(self, position)
        if state is None or convention is not Convention.NORMAL:
            return ""
        if AnswerBySymmetry(self).covers(state):
            return _("answer every domino by its image through the middle of the board")
        width, *rows = state
        full = all(row == (1 << width) - 1 for row in rows)
        if full and (len(rows) + width) % 2 == 1:
            return _("cover the two squares in the middle, then answer every domino by its image through the middle")
        return ""

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (AnswerBySymmetry(self),)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words  # a question is answered without

        return written_words("cram")


@attrs.frozen
class AnswerBySymmetry(StateForm[Squares, Placing]):
    """The closed form for symmetric boards: P when a half turn keeps the free squares and maps no domino onto itself.

    A domino could, if the two squares in the middle or the one square there are free: an even number of rows and of
    columns has no such squares. The second player answers each domino by its image.
    """

    ruleset: Cram

    name = "answer by symmetry"
    statement = "P when a half turn about the middle keeps the free squares and no domino could meet its own image."
    reference = GARDNER

    def covers(self, state: Squares) -> bool:
        """Whether the board is symmetric about its middle, and the middle is between four squares, or full."""
        width, *rows = self.ruleset.trimmed(state)
        if rows != [int(f"{row:0{width}b}"[::-1], 2) for row in reversed(rows)]:
            return False
        middle = {len(rows) // 2, (len(rows) - 1) // 2}
        columns = (1 << width // 2) | (1 << max(width - 1, 0) // 2)
        return (len(rows) % 2 == 0 and width % 2 == 0) or not any(rows[line] & columns for line in middle)

    def is_p(self, state: Squares, convention: Convention) -> bool:
        return True

    def reason(self, state: Squares, convention: Convention) -> str:
        return _("a half turn keeps the board, and each domino is answered by its image")
