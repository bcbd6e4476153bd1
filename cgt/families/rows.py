"""Rows whose pieces have places: pins, cells and files, which people name by number when they move."""

from __future__ import annotations

import re
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import attrs
from more_itertools import consecutive_groups

from cgt.core.compounds import ComponentMove, component_move, components_of
from cgt.core.language import _
from cgt.core.numbers import from_decimal, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.core.position import Move, Position

LONGEST = 200
"""The longest text that is read as places in a row."""

DRAWN, MOST_ROWS = 40, 12
"""The longest row that is drawn with its numbers, and how many rows are."""

LISTED = 2_000
"""How many moves are counted when some are shown."""

_PLACES = re.compile(
    r"(?:(?:pins?|cells?|files?|quilles?|cases?|colonnes?)\s)?"
    r"(?P<places>\d+(?:(?: ?[,;-] ?| (?:and|et|to|à) | )\d+)*)"
    r"(?:(?: ?, ?(?=row|rang)| (?:from|of|in|de|du|dans) )(?:the |le |la )?(?:heap|row|tas|rang[ée]e)? ?(?P<row>\d+))?",
    re.ASCII,
)
_RANGE = re.compile(r"(\d+) ?(?:-|to|à) ?(\d+)", re.ASCII)

# An SVG's measures, in pixels.
_PITCH, _ROW, _LABEL = 26, 58, 26
_WOOD, _HEAD, _INK = "#c08a4a", "#d1495b", "#7a7a7a"


@attrs.frozen
class Row:
    """What the pieces of a row are, and how far a move reaches from the one that is named.

    Attributes:
        pieces: `pins`, `cells` or `files`.
        reach: how many pieces on each side go with the one that is named; None where every piece taken is named.

    >>> Row("pins").left(7, [3, 4]), Row("pins").places(7, (2, 3))
    ((2, 3), [3, 4])
    >>> Row("cells", 2).left(7, [4]), Row("cells", 2).places(7, (1, 1))
    ((1, 1), [4])
    """

    pieces: str
    reach: int | None = None

    def left(self, size: int, places: Sequence[int]) -> tuple[int, ...] | None:
        """The rows that are left when the pieces at these places are played; None where that is no move in a row."""
        first, last = places[0], places[-1]
        if not 1 <= first <= last <= size or len(list(consecutive_groups(places))) > 1:
            return None
        if self.reach is not None and len(places) > 1:
            return None
        reach = self.reach or 0
        return tuple(sorted(part for part in (first - 1 - reach, size - last - reach) if part > 0))

    def places(self, size: int, left: Sequence[int]) -> list[int]:
        """The places that lead to these rows, the smaller row on the left."""
        if self.reach is not None:
            if len(left) == 2:
                return [left[0] + 1 + self.reach]
            return [size - left[0] - self.reach if left else (size + 1) // 2]
        before = left[0] if len(left) == 2 else 0
        return list(range(before + 1, before + 1 + size - sum(left)))


class InRows(Protocol):
    """This is a Protocol: a game of rows."""

    def sizes(self, position: Position, /) -> tuple[int, ...]:
        """The lengths of the rows."""
        ...

    def after(self, size: int, move: Move, /) -> tuple[int, ...]:
        """The rows that a move leaves of one row."""
        ...


def _named(game: InRows, row: Row, position: Position, move: Move) -> tuple[list[int], int | None]:
    """The places that a move names, and the number of the row, None where there is one row only."""
    parts = components_of(position)
    if len(parts) == 1 and parts[0] is position:
        (size,) = game.sizes(position)
        return row.places(size, game.after(size, move)), None
    index, inner = component_move(move, len(parts))
    (size,) = game.sizes(parts[index])
    return row.places(size, game.after(size, inner)), index + 1


def write_move(game: InRows, row: Row, position: Position, move: Move) -> str:
    """The places, and the row where there are several: `3,4`, `3,4 of row 2`."""
    places, number = _named(game, row, position, move)
    text = ",".join(map(str, places)) if len(places) < 4 else f"{places[0]}-{places[-1]}"
    return text if number is None else _("{places} of row {row}").format(places=text, row=number)


def move_text(game: InRows, row: Row, position: Position, move: Move) -> str:
    """The move in words.

    >>> import cgt
    >>> kayles = cgt.parse_ruleset("kayles")
    >>> kayles.move_text(kayles.position(7), (2, 3)), kayles.move_text(kayles.position(7, 2), (1, ()))
    ('knock down pins 3 and 4', 'knock down pins 1 and 2, row 2')
    """
    places, number = _named(game, row, position, move)
    if row.pieces == "cells":
        text = _("put a cross in cell {places}")
    elif row.pieces == "files":
        text = _("take file {places} with its neighbours")
    else:
        text = _("knock down pin {places}") if len(places) == 1 else _("knock down pins {places}")
    shown = list(map(shortened, places))
    told = _(" and ").join(shown) if len(shown) < 3 else _("{low} to {high}").format(low=shown[0], high=shown[-1])
    text = text.format(places=told)
    return text if number is None else _("{move}, row {row}").format(move=text, row=number)


def read_places(game: InRows, row: Row, position: Position, text: str) -> Move | None:
    """The move that the text names by places, as `write_move` and `move_text` write it; None if it names none.

    >>> import cgt
    >>> kayles = cgt.parse_ruleset("kayles")
    >>> kayles.read_move(kayles.position(7), "3,4"), kayles.read_move(kayles.position(7), "pin 1")
    ((2, 3), (6,))
    """
    if len(text) > LONGEST:
        return None
    found = _PLACES.fullmatch(" ".join(text.split()).casefold())
    if found is None:
        return None
    parts = components_of(position)
    alone = len(parts) == 1
    if found["row"] is None and not alone:
        return None
    index = 0 if found["row"] is None else from_decimal(found["row"]) - 1
    if not 0 <= index < len(parts):
        return None
    (size,) = game.sizes(parts[index])
    between = _RANGE.fullmatch(found["places"])
    places = sorted(map(from_decimal, re.findall(r"\d+", found["places"], re.ASCII)))
    if between is not None and places[-1] <= size and places[-1] - places[0] < LONGEST:
        places = list(range(places[0], places[-1] + 1))
    left = row.left(size, places)
    if left is None:
        return None
    move: Move = left if parts[index] is position else ComponentMove(index, left)
    try:
        position.play(move)
    except (ValueError, TypeError):
        return None
    return move


def moves_text(game: InRows, row: Row, position: Position) -> str:
    """What may be played, by examples."""
    listed = list(islice(position.moves(), LISTED + 1))
    if not listed:
        return _("no move is left")
    count = f"{len(listed[:LISTED]):,}" + ("+" if len(listed) > LISTED else "")
    shown = _("; ").join(
        write_move(game, row, position, move) for move in (listed[0], *listed[1:-1][:1], *listed[1:][-1:])
    )
    return _("{count} moves such as {examples}").format(count=count, examples=shown)


def rows_text(row: Row, sizes: Sequence[int], *, width: int = 72, plain: bool = False) -> str | None:
    """The rows with the numbers of their pieces; None where one is too long for the width.

    >>> print(rows_text(Row("pins"), (3, 2), plain=True))
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


def rows_svg(row: Row, sizes: Sequence[int], *, title: str) -> str | None:
    """The rows as an SVG picture, each piece over its number; None where they are too many or too long.

    >>> rows_svg(Row("cells", 2), (7,), title="7").count("<rect")
    7
    """
    if len(sizes) > MOST_ROWS or max(sizes, default=0) > DRAWN:
        return None
    width, height = _LABEL + _PITCH * max(*sizes, 3) + 12, _ROW * max(len(sizes), 1)
    drawn = []
    for index, size in enumerate(sizes):
        top = 8 + _ROW * index
        if len(sizes) > 1:
            drawn.append(_text(_LABEL - 12, top + 20, index + 1))
        if not size:
            drawn.append(_text(_LABEL + 20, top + 20, _("empty")))
        for place in range(size):
            x = _LABEL + _PITCH * place
            drawn.append(_piece(row.pieces, x, top))
            drawn.append(_text(x + _PITCH // 2, top + (19 if row.pieces == "cells" else 42), place + 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
        f"<title>{escape(title)}</title>{''.join(drawn)}</svg>"
    )


def _piece(pieces: str, x: int, top: int) -> str:
    if pieces == "cells":
        return f'<rect x="{x}" y="{top}" width="{_PITCH}" height="{_PITCH}" fill="none" stroke="{_INK}"/>'
    middle = x + _PITCH // 2
    body = f'<rect x="{middle - 5}" y="{top + 8}" width="10" height="20" rx="4" fill="{_WOOD}"/>'
    return f'{body}<circle cx="{middle}" cy="{top + 5}" r="5" fill="{_HEAD}"/>'


def _text(x: int, y: int, text: object) -> str:
    return f'<text x="{x}" y="{y}" fill="{_INK}" text-anchor="middle">{escape(str(text))}</text>'
