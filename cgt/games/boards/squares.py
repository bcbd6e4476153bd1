"""Games on boards of squares: read and written row by row, and drawn."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from cgt.core.game import Game, GamePosition, M
from cgt.core.language import _
from cgt.core.numbers import check_whole, format_int, format_value
from cgt.core.position import Position
from cgt.core.reading import refuse_list, unexpected
from cgt.errors import BudgetError, ParseError, PositionError
from cgt.games.boards.board_picture import Board
from cgt.games.boards.square_sets import Rows, Square, SquareSets, least_piece, packed, pieces, unpacked
from cgt.games.drawn_game import DrawnGame

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

Squares: TypeAlias = Rows
"""A state: the width of the board, then for each row the squares whose bits are 1, the first column the lowest."""

Placing: TypeAlias = tuple[Square, ...]
"""A move that fills squares, named by those that must be free."""

MOST_SEARCHED = 128
"""A piece of the board with more free squares is too large to be searched."""

_NEEDS = "a board has at least 1 row and 1 column"
_SIZE = re.compile(r"\s*(\d{1,100})\s*[x×]\s*(\d{1,100})\s*", re.ASCII)


def size_in(text: str) -> tuple[int, int] | None:
    """The rows and columns of a text such as `3x4`; None for another text."""
    match = _SIZE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


class SquaresGame(DrawnGame[Squares, M]):
    """A game on a board of squares with one of two signs each; write `steps`, and `hints` for speed."""

    phrase, table_axes = "the board that is drawn", ("rows", "columns")
    signs: ClassVar[str]
    """The sign of a square whose bit is 0, then that of one whose bit is 1; `.` is that of an empty square."""
    largest: ClassVar[int]
    """The greatest number of squares of a board."""

    def position(self, *size: int) -> GamePosition[Squares, M]:
        """The empty board of these rows and columns, as in `position(3, 4)`; raises `PositionError`."""
        refuse_list(self.position, size)
        if len(size) != 2:
            raise PositionError(
                f"a board is made of its rows and columns, position(3, 4), or read: parse({self.example!r})"
            )
        return GamePosition(self, self._empty_board(*size))

    def table_position(self, row: int, column: int) -> GamePosition[Squares, M]:
        """The empty board of these rows and columns; without squares the play is over."""
        return self.position(row, column) if row and column else GamePosition(self, (column,))

    def _empty_board(self, rows: int, columns: int) -> Squares:
        rows, columns = self._checked_size(rows, columns)
        return (columns, *[self._empty(columns)] * rows)

    def _empty(self, columns: int) -> int:
        return (1 << columns) - 1 if self.signs[1] == "." else 0

    def _checked_size(self, rows: int, columns: int) -> tuple[int, int]:
        rows = check_whole(rows, _NEEDS, least=1, error=PositionError)
        columns = check_whole(columns, _NEEDS, least=1, error=PositionError)
        if rows * columns > self.largest:
            raise PositionError(
                _("{name} is played on at most {largest} squares, not {rows}x{columns}").format(
                    name=self.name,
                    largest=format_int(self.largest, group=True),
                    rows=format_value(rows),
                    columns=format_value(columns),
                )
            )
        return rows, columns

    def read(self, text: str) -> Squares:
        """Read `4x5`, or rows of the two signs between slashes.

        Raises:
            ParseError: another sign, or rows that are not equally long.
            PositionError: too many squares.
        """
        if size := size_in(text):
            return self._empty_board(*size)
        lines, start = text.rstrip().lower().split("/"), 0
        for line in lines:
            if wrong := line.strip(self.signs):
                raise unexpected(self.position_form, text, start + line.index(wrong))
            if not line or len(line) != len(lines[0]):
                message = _("rows of different lengths: {expected} and {count}") if line else _("an empty row")
                raise ParseError(message.format(count=len(line), expected=len(lines[0])), text, start)
            start += len(line) + 1
        self._checked_size(len(lines), len(lines[0]))
        rows = (sum(1 << place for place, sign in enumerate(line) if sign == self.signs[1]) for line in lines)
        return (len(lines[0]), *rows)

    def write(self, state: Squares) -> str:
        """The text of a board: `4x5` for an empty one, otherwise the rows."""
        width, *rows = state
        if rows and set(rows) == {self._empty(width)}:
            return f"{len(rows)}x{width}"
        return "/".join(self.lines(state))

    def _size(self, state: Squares) -> tuple[int, ...]:
        return (sum(line.count(".") for line in self.lines(state)),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: empty boards of up to 3 rows and 12 squares, the example and what it leads to."""
        sizes = ((rows, columns) for columns in range(1, bound + 1) for rows in range(1, min(columns, 3) + 1))
        yield from (self.position(rows, columns) for rows, columns in sizes if rows * columns <= 12)
        yield from super().sample_positions(min(bound, 4))

    def lines(self, state: Squares) -> list[str]:
        """The rows of the board as signs."""
        width, *rows = state
        return ["".join(self.signs[row >> place & 1] for place in range(width)) for row in rows]

    def sketch(self, state: Squares) -> Sketch:
        return Board(self.lines(state))


class PlacingGame(SquaresGame[Placing]):
    """A game in which a move fills free squares; connected groups of free squares are components.

    The bits of the state are the free squares. Write `moves_on`: the steps, and what a search goes by, follow.
    """

    signs = "#."
    smallest: ClassVar[int] = 1
    """The least number of connected squares on which a move fits: 1 or 2."""

    @abstractmethod
    def moves_on(self, height: int, width: int) -> Iterable[tuple[Placing, Placing]]:
        """The moves on an empty board: the squares that must be free, which name the move, and those it fills."""

    def steps(self, state: Squares) -> Iterator[tuple[Placing, Squares]]:
        """The moves, each the squares that must be free, (row, column) from 1, with the boards they leave."""
        for needed, filled in self.moves_on(len(state) - 1, state[0]):
            if all(state[row] >> column - 1 & 1 for row, column in needed):
                after = list(state)
                for row, column in filled:
                    after[row] &= ~(1 << column - 1)
                yield needed, tuple(after)

    def components(self, state: Squares) -> Sequence[Squares]:
        """The connected groups of free squares that have moves, each as a board."""
        width, *rows = state
        results = sorted(pieces(packed(rows, width + 1), width + 1), key=lambda piece: piece & -piece)
        return [unpacked(piece, width + 1) for piece in results if piece.bit_count() >= self.smallest] or (state,)

    def canonical(self, state: Squares) -> Squares:
        """The least of the eight symmetric forms of the part of the board with free squares.

        Raises:
            BudgetError: there are too many free squares to search, which is what this is for.
        """
        width, *rows = state
        check_searched(sum(row.bit_count() for row in rows))
        stride = max(width, len(rows)) + 1
        return unpacked(least_piece(packed(rows, stride), stride), stride)

    def _searched_as(self, state: Squares, known: Iterable[Game]) -> tuple[SquareSets, int]:
        board, word = SquareSets.holding(self, state)
        check_searched(max((piece.bit_count() for piece in pieces(word, board.stride)), default=0))
        return board, word

    def trimmed(self, state: Squares) -> Squares:
        """The least rectangle that holds all free squares."""
        return unpacked(packed(state[1:], state[0] + 1), state[0] + 1)


def check_searched(free: int) -> None:
    """Check that a piece is small enough to be searched; raises `BudgetError`."""
    if free > MOST_SEARCHED:
        text = _("{free} free squares in one piece are too many to search: at most {most} are not")
        raise BudgetError(text.format(free=format_int(free, group=True), most=MOST_SEARCHED))
