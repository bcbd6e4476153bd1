"""The table of a lesson: who wins, to be filled in by hand, of one heap or of two numbers."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.language import _
from cgt.core.outcome import Outcome
from cgt.errors import CGTError
from cgt.families.capabilities import HasHeaps, HasTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from cgt.core.game import Game
    from cgt.core.position import Position
    from cgt.solving.solve import Solution

    Solver: TypeAlias = Callable[[Position], Solution | None]

HEAPS = 13
"""How many sizes a table of one heap has."""

SIDE = 9
"""How many rows and columns a table of two numbers has."""

LEAST_SHARE = 3
"""One cell in so many is a position, or there is no table."""


_NUMBERS = re.compile(r"\d+(,\d+)+")


@attrs.frozen
class Table:
    """A table to fill in.

    Attributes:
        axes: what the rows and the columns count, in one line; empty for a single row.
        rows: the heads of the rows; none for a single row.
        columns: the heads of the columns.
        wins: row by row, whether the player to move wins; None where there is no such position.
    """

    axes: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    wins: tuple[tuple[bool | None, ...], ...]

    def lines(self, *, filled: bool) -> tuple[tuple[str, ...], ...]:
        """The table as text, line by line, its heads with it: blank, or filled in."""
        letters = {True: _("W"), False: _("L")} if filled else {}
        cells = [tuple("–" if one is None else letters.get(one, "") for one in row) for row in self.wins]
        if not self.rows:
            return self.columns, *cells
        return ("", *self.columns), *((head, *row) for head, row in zip(self.rows, cells, strict=True))


def table_of(ruleset: Game, solve: Solver) -> Table | None:
    """The table of a game; None where neither a heap nor two numbers tell a position, or an answer would take long."""
    if isinstance(ruleset, HasHeaps) and ruleset.listed_heaps == 1:
        heaps: list[Position] = [ruleset.position(size) for size in range(HEAPS)]
        wins = _row(solve, heaps)
        return None if wins is None else Table("", (), tuple(map(str, range(HEAPS))), (wins,))
    position_at: Callable[[int, int], Position | None]
    if isinstance(ruleset, HasTable):
        down, across = map(_, ruleset.table_axes)
        sizes, position_at = range(SIDE), ruleset.table_position
    elif _NUMBERS.fullmatch(ruleset.example):
        down, across = _("first number"), _("second number")
        first = 0 if _by_numbers(ruleset, 0, 0) else 1
        sizes, position_at = range(first, first + SIDE), partial(_by_numbers, ruleset)
    else:
        return None
    positions = [[position_at(row, column) for column in sizes] for row in sizes]
    if LEAST_SHARE * sum(position is not None for row in positions for position in row) < SIDE * SIDE:
        return None
    rows = []
    for row in positions:
        wins = _row(solve, row)
        if wins is None:
            return None
        rows.append(wins)
    heads = tuple(map(str, sizes))
    return Table(_("{down} down, {across} across").format(down=down, across=across), heads, heads, tuple(rows))


def _by_numbers(ruleset: Game, row: int, column: int) -> Position | None:
    """The position that is written as two numbers, where the game writes it so."""
    text = f"{row},{column}"
    try:
        position = ruleset.parse(text)
    except CGTError:
        return None
    return position if ruleset.format(position) == text else None


def _row(solve: Solver, positions: list[Position | None] | list[Position]) -> tuple[bool | None, ...] | None:
    """Whether the player to move wins each; None as soon as one is too long to solve."""
    wins: list[bool | None] = []
    for position in positions:
        solved = None if position is None else solve(position)
        if position is not None and solved is None:
            return None
        wins.append(None if solved is None else solved.outcome is Outcome.N)
    return tuple(wins)
