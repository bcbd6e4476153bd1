"""Cram: dominoes on a board, in either direction, until no two free squares lie side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.errors import BudgetError
from cgt.core.language import _, grouped
from cgt.families.states import StateForm
from cgt.games.boards.square_sets import SquareSets, least_piece, packed, pieces, unpacked
from cgt.games.boards.squares import Square, Squares, SquaresGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cgt.core.game import Game
    from cgt.core.outcome import Convention
    from cgt.core.position import Position
    from cgt.core.route import ClosedForm

GARDNER = "M. Gardner, Cram, Crosscram and Quadraphage, Scientific American 230 (February 1974)"
LEMOINE = "J. Lemoine and S. Viennot, Nimbers are inevitable, Theoretical Computer Science 462 (2012)"

Domino = tuple[Square, Square]
"""A move: the two squares that it covers."""

MOST_SEARCHED = 100
"""A piece of the board with more free squares is too large to be searched."""


def dominoes(height: int, width: int) -> Iterator[Domino]:
    """The moves on an empty board: from each row those along it, then those down from it.

    >>> list(dominoes(2, 2))
    [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))]
    """
    for row in range(1, height + 1):
        yield from (((row, column), (row, column + 1)) for column in range(1, width))
        if row < height:
            yield from (((row, column), (row + 1, column)) for column in range(1, width + 1))


@attrs.frozen
class Cram(SquaresGame[Domino]):
    """Put a domino on two free squares side by side, in either direction.

    The state is the width of the board and then each row's free squares as the bits of a number.

    >>> import cgt
    >>> cgt.outcome(Cram().of(6, 4)), cgt.nim_value(Cram().parse("3x4"))
    (<Outcome.P: 'P'>, 1)
    """

    name = "cram"
    title = "Cram"
    rules = "Put a domino on two free squares side by side, in either direction."
    references = (GARDNER, LEMOINE)
    position_form = "rows x columns, such as 4x5, or rows of . and # (full), such as ..#/.../#.."
    example = "3x4"
    coloured = "■"
    signs, largest = "#.", 2_500

    def steps(self, state: Squares) -> Iterator[tuple[Domino, Squares]]:
        """The move is the two squares, (row, column) from 1."""
        for domino in dominoes(len(state) - 1, state[0]):
            if all(state[row] >> column - 1 & 1 for row, column in domino):
                after = list(state)
                for row, column in domino:
                    after[row] ^= 1 << column - 1
                yield domino, tuple(after)

    def components(self, state: Squares) -> Sequence[Squares]:
        """The connected groups of at least two free squares, each cut out of the board."""
        width, *rows = state
        stride = width + 1
        found = sorted(pieces(packed(rows, stride), stride), key=lambda piece: piece & -piece)
        return [unpacked(piece, stride) for piece in found if piece & (piece - 1)] or (state,)

    def canonical(self, state: Squares) -> Squares:
        """The least of the eight ways to turn and mirror the part of the board that has free squares.

        Raises:
            BudgetError: there are too many free squares to search, which is what this is for.
        """
        width, *rows = state
        check_searched(sum(row.bit_count() for row in rows))
        stride = max(width, len(rows)) + 1
        return unpacked(least_piece(packed(rows, stride), stride), stride)

    def searched_as(self, state: Squares, known: Iterable[Game]) -> tuple[CramSquares, int]:
        board, word = CramSquares.holding(state)
        check_searched(max((piece.bit_count() for piece in pieces(word, board.stride)), default=0))
        return board, word

    def component_move_text(self, position: Position, move: Domino) -> str:
        """`cover 1:2 and 1:3`, row:column."""
        (row, column), (other_row, other_column) = move
        return _("cover {first} and {second}").format(first=f"{row}:{column}", second=f"{other_row}:{other_column}")

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (AnswerBySymmetry(self),)


@attrs.frozen
class CramSquares(SquareSets):
    """Cram as the search sees it."""

    name = title = "cram on squares"
    smallest = 2

    def moves_on(self, height: int, width: int) -> Iterator[tuple[Domino, Domino]]:
        return ((domino, domino) for domino in dominoes(height, width))

    def placed(self, state: int) -> Position:
        return Cram().position(unpacked(state, self.stride))


@attrs.frozen
class AnswerBySymmetry(StateForm[Squares, Domino]):
    """P when a half turn about the middle keeps the free squares and no domino could meet its own image.

    A domino could, if the two squares in the middle or the one square there are free: an even number of rows and of
    columns has no such squares. The second player answers each domino by its image.
    """

    name = "answer by symmetry"
    reference = GARDNER

    def covers(self, state: Squares) -> bool:
        """Whether the board is symmetric about its middle and the middle is of four squares, or full."""
        width, *rows = unpacked(packed(state[1:], state[0] + 1), state[0] + 1)
        if rows != [int(f"{row:0{width}b}"[::-1], 2) for row in reversed(rows)]:
            return False
        middle = {len(rows) // 2, (len(rows) - 1) // 2}
        columns = (1 << width // 2) | (1 << max(width - 1, 0) // 2)
        return (len(rows) % 2 == 0 and width % 2 == 0) or not any(rows[line] & columns for line in middle)

    def is_p(self, state: Squares, convention: Convention) -> bool:
        return True

    def reason(self, state: Squares, convention: Convention) -> str:
        return _("a half turn keeps the board, and each domino is answered by its image")


def check_searched(free: int) -> None:
    """Make sure that a piece is small enough to be searched; raises `BudgetError`."""
    if free > MOST_SEARCHED:
        raise BudgetError(
            _("{free} free squares in one piece are too many to search: at most {most} are not").format(
                free=grouped(free), most=MOST_SEARCHED
            )
        )
