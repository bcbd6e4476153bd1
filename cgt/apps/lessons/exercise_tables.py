"""The tables of a lesson, to be filled in by hand: outcomes and nim-values, of one heap or of two numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import Sum
from cgt.core.game import Game
from cgt.core.language import _
from cgt.core.outcome import Outcome
from cgt.core.position import Position
from cgt.errors import CGTError, NotApplicableError
from cgt.families.capabilities import HasHeaps, HasQuota, HasTable
from cgt.families.heap_game import HeapRuleset
from cgt.families.matches import MatchRuleset

if TYPE_CHECKING:
    from cgt.families.lesson_words import LessonWords
    from cgt.families.rows import Row

HEAPS, VALUED_HEAPS = 17, 13
"""The numbers of sizes in a table of one heap: of outcomes, and of nim-values."""

SIDE, VALUED_SIDE = 9, 6
"""The numbers of rows, and of columns, in a table of two numbers: of outcomes, and of nim-values."""

LEAST_SHARE = 3
"""One cell in so many is a position, or there is no table."""

NUMBERS = re.compile(r"\d+(,\d+)+")
"""A position that is written as several numbers."""

BOARD = re.compile(r"\d+x\d+")
"""A position that is written as the rows and the columns of its board."""

BOARD_SIDE = 5
"""The number of rows, and of columns, in a table of boards; two fewer where larger boards take long."""


@attrs.frozen
class Numbering:
    """A numbering of a game's positions: the position of one heap size, or of two numbers, with the axes.

    Attributes:
        at: the position of one number or of two; None where there is no such position.
        axes: what the numbers count: one text or two.
        first: the least number.
        rising: whether rows are counted from below, as on the board of a piece.
        sides: how many rows and columns the table has, the most first, fewer where an answer would take long.
    """

    at: Callable[..., Position | None]
    axes: tuple[str, ...]
    first: int = 0
    rising: bool = False
    sides: tuple[int, ...] = (SIDE,)


@attrs.frozen
class Table:
    """A table to fill in.

    Attributes:
        axes: what the rows and the columns count, in one line.
        rows: the heads of the rows; for a single row, what it tells.
        columns: the heads of the columns.
        cells: row by row, what belongs there; None where there is no such position.
    """

    axes: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str | None, ...], ...]

    def lines(self, *, filled: bool) -> tuple[tuple[str, ...], ...]:
        """The table as text, line by line with its headings: blank, or filled in."""
        cells = [tuple("–" if one is None else one if filled else "" for one in row) for row in self.cells]
        corner = "" if len(self.rows) > 1 else self.axes
        return (corner, *self.columns), *((head, *row) for head, row in zip(self.rows, cells, strict=True))


def numbering_of(game: Game) -> Numbering | None:
    """The numbering of a game's positions by one heap, else by two numbers; None without any."""
    if isinstance(game, HasHeaps) and game.listed_heaps == 1:
        return Numbering(game.position, (_one(game),))
    return two_numbers(game)


def two_numbers(game: Game) -> Numbering | None:
    """The positions of a game by two numbers; None where these do not describe them."""
    heaps = (_("first row"), _("second row")) if in_rows(game) else (_("first heap"), _("second heap"))
    if isinstance(game, HasHeaps) and game.listed_heaps == 1 and not isinstance(game, HasQuota):
        return Numbering(partial(side_by_side, game), heaps)
    if is_queen(game) and isinstance(game, HasTable):
        return Numbering(game.table_position, (_("row"), _("column")), rising=True)
    down, across = game.wording.table_axes
    by_size = (down, across) == ("rows", "columns")  # whose table is of whole boards
    if isinstance(game, HasTable) and not by_size:
        with suppress(NotApplicableError):  # a position has three numbers
            game.table_position(0, 0)
            return Numbering(game.table_position, heaps if down == across == "heap" else (_(down), _(across)))
        return None
    if BOARD.fullmatch(game.example):
        return Numbering(partial(_position_of_two, game, "x"), (_("rows"), _("columns")), 1, sides=(BOARD_SIDE, 4, 3))
    if NUMBERS.fullmatch(game.example):
        at = partial(_position_of_two, game, ",")
        axes = (_("first row"), _("second row")) if by_size else (_(down), _(across))
        return Numbering(at, axes, first=0 if at(0, 0) else 1)
    return None


def side_by_side(game: Game, *sizes: int) -> Position:
    """The position of several heaps, which many games have themselves: else it is a sum."""
    return game.position(*sizes) if isinstance(game, HeapRuleset) else Sum(*map(game.position, sizes))


def is_queen(game: Game) -> bool:
    """Whether the game's two heaps are the coordinates of a queen."""
    return getattr(game, "board", None) == "queen"


def row_of(game: Game) -> Row | None:
    """The kind of row that the game is played on, such as pins; None for a game on heaps or without any."""
    return game.row if isinstance(game, MatchRuleset) else None


def in_rows(game: Game) -> bool:
    """Whether the game's heaps are rows."""
    return row_of(game) is not None


def _one(game: Game) -> str:
    return _("row") if in_rows(game) else _("heap")


def _position_of_two(game: Game, sign: str, row: int, column: int) -> Position | None:
    """The position whose text is `row`, `sign`, `column`, such as 2x3; None if the game has none."""
    text = f"{row}{sign}{column}"
    try:
        position = game.parse(text)
    except CGTError:
        return None
    return position if game.wording.position_text(position) == text else None


def _letter_by(outcome: Callable[[Position], Outcome | None]) -> Callable[[Position], str | None]:
    """The letter of a position: who is to move wins or loses, or neither; None where the outcome would take long."""
    letters: dict[Outcome | None, str] = {Outcome.N: _("W"), Outcome.P: _("L"), Outcome.D: _("D")}
    return lambda position: letters.get(outcome(position))


def listed_table(game: Game, words: LessonWords, outcome: Callable[[Position], Outcome | None]) -> Table | None:
    """The table of the positions that the words of a lesson list; None where an outcome would take long."""
    letter = _letter_by(outcome)
    rows = [_row(letter, [game.parse(text) if text else None for text in texts]) for _head, *texts in words.lines]
    cells = tuple(row for row in rows if row is not None)
    if len(cells) < len(rows):
        return None
    axes, *columns = words.columns
    return Table(axes, tuple(head for head, *_texts in words.lines), tuple(columns), cells)


def table_of(game: Game, outcome: Callable[[Position], Outcome | None]) -> Table | None:
    """The table of outcomes; None where numbers describe no position, an outcome would take long, or all are wins.

    A game whose every heap is a win has a table of two heaps, which says more.
    """
    letter = _letter_by(outcome)
    by = numbering_of(game)
    if by is None:
        return None
    if len(by.axes) == 1:
        row = _row(letter, [by.at(size) for size in range(HEAPS)])
        if row is None or _("L") in row[1:]:
            return None if row is None else _single(by.axes[0], _("W or L"), row)
        pairs = two_numbers(game)
        return _single(by.axes[0], _("W or L"), row) if pairs is None else _square(pairs, letter, SIDE)
    table = next(filter(None, (_square(by, letter, side) for side in by.sides)), None)
    lost = 0 if table is None else sum(row.count(_("L")) for row in table.cells)
    return table if lost > 1 else None


def values_of(game: Game, nim_value: Callable[[Position], int | None]) -> Table | None:
    """The table of nim-values of the first positions; None if numbers describe none, or one takes long."""

    def number(position: Position) -> str | None:
        value = nim_value(position)
        return None if value is None else str(value)

    if isinstance(game, HasQuota) and isinstance(game, HasHeaps):
        under = game.under_quota
        if game.listed_heaps != 1:
            return None
        by = Numbering(lambda heap, quota: under(quota, heap) if quota <= heap else None, (_("heap"), _("quota")), 1)
        return _square(by, number, VALUED_SIDE + 1)
    if isinstance(game, HeapRuleset) or (isinstance(game, HasHeaps) and game.listed_heaps == 1):
        row = _row(number, [game.position(size) for size in range(VALUED_HEAPS)])
        return None if row is None else _single(_one(game), _("nim-value"), row)
    pairs = two_numbers(game)
    if pairs is None:
        return None
    return next(filter(None, (_square(pairs, number, min(side, VALUED_SIDE)) for side in pairs.sides)), None)


def _single(axis: str, head: str, row: tuple[str | None, ...]) -> Table:
    return Table(axis, (head,), tuple(map(str, range(len(row)))), (row,))


def _square(by: Numbering, cell: Callable[[Position], str | None], side: int) -> Table | None:
    sizes = range(by.first, by.first + side)
    positions = [[by.at(row, column) for column in sizes] for row in sizes]
    if LEAST_SHARE * sum(position is not None for row in positions for position in row) < side * side:
        return None
    rows = []
    for line in positions:
        row = _row(cell, line)
        if row is None:
            return None
        rows.append(row)
    heads, (down, across) = tuple(map(str, sizes)), by.axes
    if by.rising:
        axes = _("{down} from below, {across} across").format(down=down, across=across)
        return Table(axes, heads[::-1], heads, tuple(rows[::-1]))
    return Table(_("{down} down, {across} across").format(down=down, across=across), heads, heads, tuple(rows))


def _row(cell: Callable[[Position], str | None], positions: list[Position | None]) -> tuple[str | None, ...] | None:
    """The contents of each cell; None as soon as one would take too long."""
    texts: list[str | None] = []
    for position in positions:
        text = None if position is None else cell(position)
        if position is not None and text is None:
            return None
        texts.append(text)
    return tuple(texts)
