"""Games on boards of squares: read and written row by row, and drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from cgt.core.errors import ParseError, PositionError
from cgt.core.game import Game, GamePosition, M, Sketch
from cgt.core.language import _, grouped
from cgt.core.numbers import brief, check_whole
from cgt.games.boards.picture import Board

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.core.position import Position

Square: TypeAlias = tuple[int, int]
"""A row and a column, from 1."""

Squares: TypeAlias = tuple[int, ...]
"""The width of the board, then for each row a number whose bits are its squares, the first column the lowest bit."""

_NEEDS = "a board has at least 1 row and 1 column"
_SIZE = re.compile(r"\s*(\d{1,100})\s*[x×]\s*(\d{1,100})\s*", re.ASCII)


def size_in(text: str) -> tuple[int, int] | None:
    """The rows and columns that a text such as `3x4` tells, None for another text."""
    found = _SIZE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


class SquaresGame(Game[Squares, M]):
    """A game on a board of squares, each of which has one of two signs; write `steps`, and `searched_as` for speed."""

    signs: ClassVar[str]
    """The sign of a square whose bit is 0, then that of one whose bit is 1; `.` is that of an empty square."""
    largest: ClassVar[int]
    """How many squares a board has at most."""

    def of(self, rows: int, columns: int) -> GamePosition[Squares, M]:
        """The empty board of that size; raises `PositionError`."""
        self._check_size(rows, columns)
        return self.position((columns, *[self._empty(columns)] * rows))

    def _empty(self, columns: int) -> int:
        return (1 << columns) - 1 if self.signs[1] == "." else 0

    def _check_size(self, rows: int, columns: int) -> None:
        squares = check_whole(rows, _NEEDS, least=1, error=PositionError)
        squares *= check_whole(columns, _NEEDS, least=1, error=PositionError)
        if squares > self.largest:
            raise PositionError(
                _("{name} is played on at most {largest} squares, not {rows}x{columns}").format(
                    name=self.name, largest=grouped(self.largest), rows=brief(rows), columns=brief(columns)
                )
            )

    def read(self, text: str) -> Squares:
        """Read `4x5`, or rows of the two signs between slashes.

        Raises:
            ParseError: another sign, or rows that are not equally long.
            PositionError: too many squares.
        """
        if size := size_in(text):
            return self.of(*size).state
        lines, start = text.rstrip().lower().split("/"), 0
        for line in lines:
            if wrong := line.strip(self.signs):
                raise ParseError(f"expected {self.position_form}", text, start + line.index(wrong))
            if not line or len(line) != len(lines[0]):
                told = _("a row of {count} squares where the board has {wanted}")
                raise ParseError(told.format(count=len(line), wanted=len(lines[0]) or "at least 1"), text, start)
            start += len(line) + 1
        self._check_size(len(lines), len(lines[0]))
        rows = (sum(1 << place for place, sign in enumerate(line) if sign == self.signs[1]) for line in lines)
        return (len(lines[0]), *rows)

    def write(self, state: Squares) -> str:
        """`4x5` for an empty board, otherwise the rows."""
        width, *rows = state
        if rows and set(rows) == {self._empty(width)}:
            return f"{len(rows)}x{width}"
        return "/".join(self.lines(state))

    def weight(self, position: Position) -> tuple[int, ...]:
        return (sum(line.count(".") for line in self.lines(self.state(position) or (0,))),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Empty boards of up to 3 rows and 12 squares, and the example with what it leads to."""
        sizes = ((rows, columns) for columns in range(1, bound + 1) for rows in range(1, min(columns, 3) + 1))
        yield from (self.of(rows, columns) for rows, columns in sizes if rows * columns <= 12)
        yield from super().sample_positions(min(bound, 4))

    def lines(self, state: Squares) -> list[str]:
        """The rows of the board as signs."""
        width, *rows = state
        return ["".join(self.signs[row >> place & 1] for place in range(width)) for row in rows]

    def sketch(self, state: Squares) -> Sketch:
        return Board(self.lines(state))
