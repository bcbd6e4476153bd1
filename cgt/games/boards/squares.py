"""Squares of a board as bits: read row by row, turned and mirrored."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from cgt.core.language import _, grouped
from cgt.core.numbers import brief
from cgt.errors import ParseError, PositionError

if TYPE_CHECKING:
    from collections.abc import Sequence

Squares: TypeAlias = tuple[int, ...]
"""The width, then the squares of each row that are meant as the bits of a number, the first column the lowest bit."""

_SIZE = re.compile(r"\s*(\d{1,100})\s*[x×]\s*(\d{1,100})\s*", re.ASCII)


def size_in(text: str) -> tuple[int, int] | None:
    """The rows and columns that a text such as `3x4` tells, None for another text."""
    found = _SIZE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def read_rows(text: str, signs: str, meant: str, form: str) -> Squares:
    """Read rows between slashes, in which one sign is meant.

    Raises:
        ParseError: another sign than `signs`, or rows that are not equally long.

    >>> read_rows("x../.x.", ".x", "x", "rows of . and x")
    (3, 1, 2)
    """
    lines, start = text.rstrip().split("/"), 0
    for line in lines:
        for place, sign in enumerate(line):
            if sign not in signs:
                raise ParseError(f"expected {form}", text, start + place)
        if not line or len(line) != len(lines[0]):
            wanted = len(lines[0]) or "at least 1"
            raise ParseError(
                _("a row of {count} squares where the board has {wanted}").format(count=len(line), wanted=wanted),
                text,
                start,
            )
        start += len(line) + 1
    return (len(lines[0]), *(sum(1 << place for place, sign in enumerate(line) if sign == meant) for line in lines))


def check_board(name: str, rows: object, columns: object, largest: int) -> tuple[int, int]:
    """Make sure that a board has so many rows and columns; raises `PositionError`."""
    for number in (rows, columns):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise PositionError(_("a board has at least 1 row and 1 column, not {number}").format(number=brief(number)))
    assert isinstance(rows, int) and isinstance(columns, int)  # noqa: S101, PT018 - said above; this tells the type checker
    if rows * columns > largest:
        raise PositionError(
            _("{name} is played on at most {largest} squares, not {rows}x{columns}").format(
                name=name, largest=grouped(largest), rows=brief(rows), columns=brief(columns)
            )
        )
    return rows, columns


@lru_cache(maxsize=1 << 14)
def mirrored(row: int, width: int) -> int:
    """A row from its other end."""
    return int(f"{row:0{width}b}"[::-1], 2) if width else 0


@lru_cache(maxsize=1 << 14)
def least(board: Squares) -> Squares:
    """The least of the eight ways to turn and mirror a board."""
    width, *rows = board
    found = []
    for wide, lines in ((width, rows), (len(rows), transposed(width, rows))):
        reflected = [mirrored(row, wide) for row in lines]
        found += [(wide, *lines), (wide, *lines[::-1]), (wide, *reflected), (wide, *reflected[::-1])]
    return min(found)


def transposed(width: int, rows: Sequence[int]) -> list[int]:
    """The columns as rows."""
    return [sum((row >> place & 1) << line for line, row in enumerate(rows)) for place in range(width)]
