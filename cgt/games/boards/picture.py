"""Boards of squares and of coins, drawn as SVG and as text."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import attrs

from cgt.core.card import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 40
"""How many rows or columns are drawn at most."""

SHOWN_COINS = 60
"""How many coins are drawn at most in a row."""

_STEP, _COIN_STEP = 24, 26
_FILLS = {".": "none", ",": "none", "#": "#7a7a7a", "X": "#c08a4a", "x": "#f0d9b8", "!": "#0072b2", "P": "#3d2b56"}

_GONE = ' class="gone" stroke-dasharray="1 5" stroke-linecap="round"'


@attrs.frozen
class Board:
    r"""Rows of signs to draw: `.` a free square, `#` a full one, `X` a piece, `x` a cross, `!` a mark, `P` poison.

    `H` is a coin that shows heads, `T` tails; a comma is a square that is gone, a blank none.

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
    rising: bool = False
    """Whether the last row stays when rows go, in place of the first."""

    def left_of(self, before: object) -> Board:
        """This board with what another had besides: squares that are gone, and coins, which stay and show tails.

        It is itself where the other has not all of its squares.

        >>> Board(["P"]).left_of(Board(["P.", ".."])).rows, Board(["TH"]).left_of(Board(["THH"])).rows
        (['P,', ',,'], ['THT'])
        """
        if not isinstance(before, Board):
            return self
        more = [""] * (len(before.rows) - len(self.rows))
        rows = [*more, *self.rows] if self.rising else [*self.rows, *more]
        pairs = [list(zip_longest(*lines, fillvalue=" ")) for lines in zip_longest(rows, before.rows, fillvalue="")]
        if any(now != " " and then == " " for line in pairs for now, then in line):
            return self
        gone = {" ": " ", "H": "T", "T": "T"}
        rows = ["".join(gone.get(then, ",") if now == " " else now for now, then in line) for line in pairs]
        return attrs.evolve(self, rows=rows)

    def svg(self, *, title: str = "") -> str | None:
        """As SVG; None for no square, or too many."""
        columns, lines = max(map(len, self.rows), default=0), len(self.rows)
        if not 0 < columns <= SHOWN or lines > SHOWN:
            return None
        squares = "".join(
            _drawn(sign, _STEP * place + 16, _STEP * line + 16)
            for line, row in enumerate(self.rows)
            for place, sign in enumerate(row)
        )
        if self.first is not None:
            squares += self._numbers(self.first)
        return svg(_STEP * columns + 8, _STEP * lines + 8, squares, title)

    def _numbers(self, first: int) -> str:
        places = [(line, place, sign) for line, row in enumerate(self.rows) for place, sign in enumerate(row)]
        return "".join(
            f'<text x="{_STEP * place + 16}" y="{_STEP * line + 20}" font-size="10" font-family="sans-serif" '
            f'text-anchor="middle" pointer-events="none" fill="{"#fff" if sign in "#X" else "#7a7a7a"}">{number}</text>'
            for number, (line, place, sign) in enumerate(places, start=first)
        )

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """As text; empty for a board wider than `width` or higher than it can be seen."""
        if max(map(len, self.rows), default=0) > width or len(self.rows) > SHOWN:
            return ""
        signs = str.maketrans({} if plain else {".": "□", "#": "■", "!": "▣", "P": "☠", "x": "▣", "H": "●", "T": "○"})
        return "\n".join(row.translate(signs) for row in self.rows)


@attrs.frozen
class CoinRow:
    """Coins in a row up to the last head, counted from 1.

    >>> CoinRow([1, 3]).svg().count("<circle")
    3
    >>> CoinRow([2, 3]).text(), CoinRow([2, 3]).text(plain=True)
    ('○●●', 'THH')
    """

    heads: Sequence[int]
    least: int = 1
    """How many coins are drawn at least."""

    @property
    def length(self) -> int:
        """How many coins are drawn."""
        return max((self.least, *self.heads))

    def left_of(self, before: object) -> CoinRow:
        """This row as long as another: a coin that was turned stays."""
        return attrs.evolve(self, least=before.length) if isinstance(before, CoinRow) else self

    def svg(self, *, title: str = "") -> str | None:
        """As SVG, with the numbers of the coins; None for a row too long to draw."""
        length = self.length
        if length > SHOWN_COINS:
            return None
        coins = "".join(
            f'{_coin(_COIN_STEP * place - 10, 16, 10, head=place in self.heads)}<text x="{_COIN_STEP * place - 10}" '
            f'y="42" font-size="10" text-anchor="middle" fill="#7a7a7a">{place}</text>'
            for place in range(1, length + 1)
        )
        return svg(_COIN_STEP * length + 6, 48, coins, title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """As text; empty for a row wider than `width`."""
        if self.length > width:
            return ""
        coins = "".join("TH"[place in self.heads] for place in range(1, self.length + 1))
        return Board([coins]).text(width=width, plain=plain)


def _drawn(sign: str, x: int, y: int) -> str:
    """A square or a coin whose middle this is, and what is on it; nothing for a blank."""
    if sign in "HT":
        return _coin(x, y, 9, head=sign == "H")
    if sign not in _FILLS:
        return ""
    return (
        f'<rect x="{x - 12}" y="{y - 12}" width="{_STEP}" height="{_STEP}" stroke="#7a7a7a" '
        f'stroke-width="2" fill="{_FILLS[sign]}"{_GONE if sign == "," else ""}/>{_sign(sign, x, y)}'
    )


def _coin(x: int, y: int, radius: int, *, head: bool) -> str:
    """A coin around a point: filled where it shows heads."""
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" stroke="#7a7a7a" stroke-width="2" '
        f'fill="{"#c08a4a" if head else "none"}"/>'
    )


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
