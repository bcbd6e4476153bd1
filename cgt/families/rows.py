"""Rows of pieces with places: pins, cells and files, which moves name by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from cgt.core.card import html, svg
from cgt.core.language import _
from cgt.core.lazy_moves import in_order
from cgt.core.numbers import is_whole
from cgt.core.position import Move

DRAWN, MOST_ROWS = 40, 12
"""The longest row that is drawn with its numbers, and how many rows are."""

# An SVG's measures, in pixels.
_PITCH, _ROW, _CELLS_ROW, _LABEL = 26, 54, 38, 26
# Of middle lightness, to be read on white and on black alike.
WOOD, HEAD, _INK = "#c08a4a", "#d1495b", "#7a7a7a"


Pair = tuple[int, int]
"""A move in a row: how many pieces stand before those that are named, and how many behind them."""


@attrs.frozen
class Row:
    """A kind of row: its pieces, and how far a move reaches from the piece that it names.

    Attributes:
        pieces: `pins`, `cells` or `files`.
        reach: how many pieces on each side go with the one that is named; None where every piece taken is named.

    >>> Row("pins").left((2, 3)), Row("cells", 2).left((3, 3)), Row("cells", 2).left((0, 6))
    ((2, 3), (1, 1), (4,))
    """

    pieces: str
    reach: int | None = None

    def moves(self, size: int, counts: Iterable[int]) -> Iterator[Pair]:
        """The moves: every stretch of so many named pieces, from left to right."""
        for count in counts:
            for before in range(size - count + 1):
                yield before, size - count - before

    def left(self, move: Pair) -> tuple[int, ...]:
        """The rows that a move leaves, from left to right."""
        return tuple(side - (self.reach or 0) for side in move if side > (self.reach or 0))

    def places(self, size: int, move: Pair) -> range:
        """The places of the pieces that a move names, from 1."""
        return range(move[0] + 1, size - move[1] + 1)

    def moves_to(self, size: int, option: tuple[int, ...]) -> list[Pair]:
        """The moves that leave these rows, in any order; none leaves more than two.

        >>> Row("pins").moves_to(7, (6,)), Row("cells", 2).moves_to(4, ())
        ([(0, 6), (6, 0)], [(1, 2), (2, 1)])
        """
        if len(option) > 2:
            return []
        low, high = (0,) * (2 - len(option)) + option
        if self.reach is None:
            results = [(low, high)]
        else:
            places = [low + self.reach] if low else range(min(self.reach + 1, size))
            results = [(place, size - 1 - place) for place in places if size - 1 - place >= 0]
        both = (pair for move in results for pair in (move, move[::-1]))
        wanted = sorted(option)
        return [move for move in dict.fromkeys(both) if sorted(self.left(move)) == wanted]

    def moves_into(self, size: int, options: Iterable[tuple[int, ...]]) -> Iterator[Pair]:
        """The moves that leave one of these options; a few options in the order of `moves`."""
        moves = (move for option in options for move in self.moves_to(size, option))
        return in_order(moves, key=lambda move: (-sum(move), move))

    def read(self, size: int, move: Move) -> Pair | None:
        """The move as a pair of this row; None for an illegal one."""
        if not isinstance(move, tuple) or len(move) != 2 or not all(map(is_whole, move)):
            return None
        before, behind = move
        named = size - before - behind
        fits = before >= 0 and behind >= 0 and (named >= 1 if self.reach is None else named == 1)
        return (before, behind) if fits else None


def rows_text(row: Row, sizes: Sequence[int], *, width: int, plain: bool) -> str | None:
    """The rows as text with the numbers of their pieces; None where one is too long for the width.

    >>> print(rows_text(Row("pins"), (3, 2), width=72, plain=True))
    1  | | |
       1 2 3
    2  | |
       1 2
    """
    step = max((len(str(size)) for size in sizes), default=1) + 1
    margin = len(str(len(sizes))) + 2 if len(sizes) > 1 else 0
    if len(sizes) > MOST_ROWS or max(sizes, default=0) * step + margin > width:
        return None
    sign = ("_" if plain else "□") if row.pieces == "cells" else ("|" if plain else "╿")
    lines = []
    for index, size in enumerate(sizes, start=1):
        signs = "".join(f"{sign:>{step}}" for _piece in range(size))[1:] or _("empty")
        numbers = "".join(f"{place:>{step}}" for place in range(1, size + 1))[1:]
        lines.append((f"{index}".ljust(margin) if margin else "") + signs)
        if size:
            lines.append(" " * margin + numbers)
    return "\n".join(lines)


def rows_svg(row: Row, sizes: Sequence[int], *, title: str, crossed: Iterable[int] = ()) -> str | None:
    """The rows as an SVG picture, each piece over its number; None where they are too many or too long.

    Those that are `crossed`, in a row of cells, have a cross in place of their number, and what goes with them is grey.

    >>> rows_svg(Row("cells", 2), (7,), title="7").count("<rect")
    7
    """
    if len(sizes) > MOST_ROWS or max(sizes, default=0) > DRAWN:
        return None
    left, high = _LABEL if len(sizes) > 1 else 4, _CELLS_ROW if row.pieces == "cells" else _ROW
    width, height = left + _PITCH * max(*sizes, 2) + 4, high * max(len(sizes), 1)
    drawn, marked = [], frozenset(crossed)
    taken = {near for place in marked for near in range(place - (row.reach or 0), place + (row.reach or 0) + 1)}
    for index, size in enumerate(sizes):
        top = 6 + high * index
        if len(sizes) > 1:
            drawn.append(letters(left - 12, top + 20, index + 1))
        if not size:
            drawn.append(letters(left + 20, top + 20, _("empty")))
        for place in range(size):
            x = left + _PITCH * place
            drawn.append(_piece(row.pieces, x, top, "#cccccc" if place + 1 in taken - marked else "none"))
            number = "×" if place + 1 in marked else place + 1
            drawn.append(letters(x + _PITCH // 2, top + (18 if row.pieces == "cells" else 42), number))
    return svg(width, height, "".join(drawn), title, size=13)


def _piece(pieces: str, x: int, top: int, fill: str) -> str:
    if pieces == "cells":
        return f'<rect x="{x}" y="{top}" width="{_PITCH}" height="{_PITCH}" fill="{fill}" stroke="{_INK}"/>'
    middle = x + _PITCH // 2
    body = f'<rect x="{middle - 5}" y="{top + 8}" width="10" height="20" rx="4" fill="{WOOD}"/>'
    return f'{body}<circle cx="{middle}" cy="{top + 5}" r="5" fill="{HEAD}"/>'


def letters(x: int, y: int, text: object, *, anchor: str = "middle") -> str:
    """Letters in a picture, which begin, end or have their middle at x."""
    return f'<text x="{x}" y="{y}" fill="{_INK}" text-anchor="{anchor}">{html(text)}</text>'
