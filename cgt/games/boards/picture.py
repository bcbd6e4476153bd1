"""Boards of squares, drawn as SVG and as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 40
"""How many rows or columns are drawn at most."""

_STEP = 24
_FILLS = {".": "none", "#": "#7a7a7a", "X": "#c08a4a", "!": "#0072b2"}


def board_svg(rows: Sequence[str], *, title: str = "") -> str | None:
    """A board as SVG, from rows of signs: `.` a free square, `#` a full one, `X` a piece, `!` a marked one, blank none.

    None for no square, or too many.

    >>> board_svg(["..", ".X"]).count("<rect")
    4
    """
    columns = max(map(len, rows), default=0)
    if not 0 < max(columns, len(rows)) <= SHOWN or not columns:
        return None
    squares = "".join(
        f'<rect x="{_STEP * place + 4}" y="{_STEP * line + 4}" width="{_STEP}" height="{_STEP}" stroke="#7a7a7a" '
        f'stroke-width="2" fill="{_FILLS[sign]}"/>'
        for line, row in enumerate(rows)
        for place, sign in enumerate(row)
        if sign in _FILLS
    )
    label = f"<title>{escape(title)}</title>" if title else ""
    width, height = _STEP * columns + 8, _STEP * len(rows) + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{label}{squares}</svg>'
    )


def board_text(rows: Sequence[str], *, width: int = 72, plain: bool = False) -> str:
    r"""The same rows as text; empty for a board wider than `width` or higher than it can be seen.

    >>> board_text(["..", ".#"]), board_text(["..", ".#"], plain=True)
    ('□□\n□■', '..\n.#')
    """
    if not rows or max(map(len, rows)) > width or len(rows) > SHOWN:
        return ""
    signs = str.maketrans({} if plain else {".": "□", "#": "■", "!": "▣"})
    return "\n".join(row.translate(signs) for row in rows)
