"""Boards of squares, drawn as SVG and as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 40
"""How many rows or columns are drawn at most."""

_STEP = 24
_FILLS = {".": "none", "#": "#7a7a7a", "X": "#c08a4a", "x": "#f0d9b8", "!": "#0072b2", "P": "#3d2b56"}


@attrs.frozen
class Board:
    r"""Rows of signs to draw: `.` a free square, `#` a full one, `X` a piece, `x` a cross, `!` a mark, `P` poison.

    A blank is no square.

    >>> Board(["..", ".X"]).svg().count("<rect")
    4
    >>> Board([".X"], first=7).svg().count(">8</text>")
    1
    >>> Board(["..", ".#"]).text(), Board(["..", ".#"]).text(plain=True)
    ('□□\n□■', '..\n.#')
    """

    rows: Sequence[str]
    first: int | None = None
    """The number of the first square, where moves speak of squares by their number; the others follow, row by row."""

    def svg(self, *, title: str = "") -> str | None:
        """As SVG; None for no square, or too many."""
        columns, lines = max(map(len, self.rows), default=0), len(self.rows)
        if not 0 < columns <= SHOWN or lines > SHOWN:
            return None
        squares = "".join(
            f'<rect x="{_STEP * place + 4}" y="{_STEP * line + 4}" width="{_STEP}" height="{_STEP}" stroke="#7a7a7a" '
            f'stroke-width="2" fill="{_FILLS[sign]}"/>{_sign(sign, _STEP * place + 16, _STEP * line + 16)}'
            for line, row in enumerate(self.rows)
            for place, sign in enumerate(row)
            if sign in _FILLS
        )
        if self.first is not None:
            squares += self._numbers(self.first)
        label = f"<title>{escape(title)}</title>" if title else ""
        width, height = _STEP * columns + 8, _STEP * lines + 8
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">{label}{squares}</svg>'
        )

    def _numbers(self, first: int) -> str:
        places = [(line, place, sign) for line, row in enumerate(self.rows) for place, sign in enumerate(row)]
        return "".join(
            f'<text x="{_STEP * place + 16}" y="{_STEP * line + 20}" font-size="10" font-family="sans-serif" '
            f'text-anchor="middle" pointer-events="none" fill="{"#7a7a7a" if sign == "." else "#fff"}">{number}</text>'
            for number, (line, place, sign) in enumerate(places, start=first)
        )

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """As text; empty for a board wider than `width` or higher than it can be seen."""
        if max(map(len, self.rows), default=0) > width or len(self.rows) > SHOWN:
            return ""
        signs = str.maketrans({} if plain else {".": "□", "#": "■", "!": "▣", "P": "☠", "x": "▣"})
        return "\n".join(row.translate(signs) for row in self.rows)


def _sign(sign: str, x: int, y: int) -> str:
    """What is drawn on a square whose middle this is: a cross, or a skull for poison."""
    if sign == "x":
        shapes = "".join(
            f'<line x1="{x - 6}" y1="{y - end}" x2="{x + 6}" y2="{y + end}" stroke="#8a4b10" stroke-width="3"/>'
            for end in (6, -6)
        )
    elif sign == "P":
        dark = _FILLS[sign]
        shapes = (
            f'<circle cx="{x}" cy="{y - 2}" r="7" fill="#ffffff"/>'
            f'<rect x="{x - 4}" y="{y + 2}" width="8" height="7" fill="#ffffff"/>'
            f'<circle cx="{x - 3}" cy="{y - 1}" r="2" fill="{dark}"/>'
            f'<circle cx="{x + 3}" cy="{y - 1}" r="2" fill="{dark}"/>'
            f'<line x1="{x - 1.5}" y1="{y + 5}" x2="{x - 1.5}" y2="{y + 9}" stroke="{dark}"/>'
            f'<line x1="{x + 1.5}" y1="{y + 5}" x2="{x + 1.5}" y2="{y + 9}" stroke="{dark}"/>'
        )
    else:
        return ""
    return f'<g class="sign" pointer-events="none">{shapes}</g>'
