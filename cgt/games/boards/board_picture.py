"""Pictures of boards of squares and of rows of coins, as SVG and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, zip_longest

import attrs

from cgt.core.card import svg

SHOWN = 40
"""The greatest number of rows or columns drawn."""

SHOWN_COINS = 60
"""The greatest number of coins drawn in a row."""

_STEP, _COIN_STEP, _EDGE = 24, 26, 20
_FILLS = {
    ".": "none",
    ",": "none",
    "#": "#7a7a7a",
    "X": "#f3e3cb",
    "x": "#f0d9b8",
    "!": "none",
    "P": "#3d2b56",
    "C": "#7b4a26",
} | dict.fromkeys("QRKNBW", "none")
_OUTLINES = {
    "Q": "M-9 8 L-10 -5 L-5 1 L0 -9 L5 1 L10 -5 L9 8 Z",
    "R": "M-8 9 L-8 6 L-5 5 L-5 -3 L-8 -4 L-8 -9 L-4 -9 L-4 -6 L-2 -6 L-2 -9 L2 -9 L2 -6 L4 -6 L4 -9 L8 -9 L8 -4 L5 -3 "
    "L5 5 L8 6 L8 9 Z",
    "K": "M-7 9 L-9 -1 L-2 -3 L-2 -5 L-5 -5 L-5 -8 L-2 -8 L-2 -10 L2 -10 L2 -8 L5 -8 L5 -5 L2 -5 L2 -3 L9 -1 L7 9 Z",
    "N": "M-6 9 L-5 3 L0 -1 L-7 2 L-9 -1 L-3 -7 L-2 -10 L2 -7 Q9 -3 8 9 Z",
    **dict.fromkeys("BW", "M-7 9 L-3 1 Q-6 -8 0 -8 Q6 -8 3 1 L7 9 Z"),
}
"""The outlines of the queen, the rook, the king, the knight and the pawn, around the middle of a square."""

_SIGNS = dict(zip(".#!PxHTQRKNBW", "□■▣☠▣●○♛♜♚♞♟♙", strict=True))
"""The signs of a board as text, where these can be shown."""

_WALKING = set("XQRKN")

_FACE = 'fill="none" stroke="#4a2c0d" stroke-width="1.6" stroke-linecap="round" pointer-events="none"'

_GONE = ' class="gone" stroke-dasharray="1 5" stroke-linecap="round"'


@attrs.frozen
class Board:
    r"""A board to draw, in rows: `.` a free square, `#` a full one, `X` a piece, `x` a cross, `!` a mark, `P` poison.

    `Q`, `R`, `K` and `N` are chess pieces, `B` and `W` a black and a white pawn. `H` is a coin that shows heads, `T`
    tails; a comma is a square that is gone, a blank none. In SVG `data-part` of a square is its name in moves.

    >>> Board(["..", ".X"]).svg().count("<rect")
    4
    >>> Board([".X"], first=7).svg().count(">8</text>")
    1
    >>> Board(["..", ".X"]).names()[0], Board(["..", ".X"], rising=True).names()[0]
    (['1:1', '1:2'], ['0,1', '1,1'])
    >>> Board(["..", ".#"]).text(), Board(["..", ".#"], rising=True).text(plain=True)
    ('  1 2\n1 □ □\n2 □ ■', '1 . .\n0 . #\n  0 1')
    """

    rows: Sequence[str]
    first: int | None = None
    """The number of the first square, where moves speak of squares by their number; the others follow, row by row.

    As text, a row alone has its numbers below it; of several rows free squares are numbers.
    """
    rising: bool = False
    """Whether squares are `x,y`, from 0 at the lower left, in place of `row:column` from 1 at the upper left."""
    chocolate: bool = False
    """Whether free squares are of chocolate."""

    def names(self) -> list[list[str]]:
        """The names of the squares in moves."""
        lines, before = len(self.rows), [0, *accumulate(map(len, self.rows))]
        if self.first is not None:
            return [[str(self.first + before[line] + x) for x in range(len(row))] for line, row in enumerate(self.rows)]
        if self.rising:
            return [[f"{x},{lines - 1 - line}" for x in range(len(row))] for line, row in enumerate(self.rows)]
        return [[f"{line}:{x}" for x in range(1, len(row) + 1)] for line, row in enumerate(self.rows, start=1)]

    def aligned_with(self, before: object) -> Board:
        """This board with the squares of an earlier one, lost ones marked as gone, and lost coins as tails.

        It is itself where the other has not all of its squares.

        >>> Board(["P"]).aligned_with(Board(["P.", ".."])).rows, Board(["TH"]).aligned_with(Board(["THH"])).rows
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
        bare = "." if _WALKING & set("".join(self.rows)) else ","  # what a piece has left can be walked on again
        rows = ["".join(gone.get(then, bare) if now == " " else now for now, then in line) for line in pairs]
        return attrs.evolve(self, rows=rows)

    def svg(self, *, title: str = "") -> str | None:
        """The board as SVG; None without squares, or with too many."""
        columns, lines = max(map(len, self.rows), default=0), len(self.rows)
        if not 0 < columns <= SHOWN or lines > SHOWN:
            return None
        left = _EDGE if self.first is None and lines > 1 else 0
        top = _EDGE if self.first is None and not self.rising else 0
        edges = "" if self.first is not None else "".join(self._edges(columns, left))
        squares = "".join(
            _drawn(
                "C" if self.chocolate and sign == "." else sign,
                _STEP * place + 16 + left,
                _STEP * line + 16 + top,
                name,
                numbered=self.first is not None,
            )
            for line, (row, names) in enumerate(zip(self.rows, self.names(), strict=True))
            for place, (sign, name) in enumerate(zip(row, names, strict=True))
        )
        height = _STEP * lines + 8 + (_EDGE if self.first is None else 0)
        return svg(_STEP * columns + 8 + left, height, edges + squares, title)

    def _edges(self, columns: int, left: int) -> Iterator[str]:
        """The numbers of the columns, and of the rows where there are several, along the edges."""
        lines, low = len(self.rows), int(not self.rising)
        for place in range(columns):
            yield _number(_STEP * place + 16 + left, _STEP * lines + 21 if self.rising else 16, place + low, size=17)
        for line in range(lines if left else 0):
            number = lines - 1 - line if self.rising else line + 1
            yield _number(10, _STEP * line + 22 + (0 if self.rising else _EDGE), number, size=17)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """The board as text, with the numbers of its picture if there is room; empty where it cannot be seen whole."""
        rows = [[sign if plain else _SIGNS.get(sign, sign) for sign in row] for row in self.rows]
        if not any(rows) or len(rows) > SHOWN or max(map(len, rows)) > width:
            return ""
        numbered = list(self._numbered(rows))
        return "\n".join(numbered if max(map(len, numbered)) <= width else map("".join, rows))

    def _numbered(self, rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """The lines with the numbers of the columns, and of the rows where there are several; or of each square."""
        longest, low = max(map(len, rows)), int(not self.rising)
        if self.first is not None:
            names = self.names()
            step = len(names[-1][-1]) + 1
            if len(rows) == 1:
                yield from (_spread(rows[0], step), _spread(names[0], step))
                return
            for lined in zip(self.rows, rows, names, strict=True):
                yield _spread((name if sign == "." else shown for sign, shown, name in zip(*lined, strict=True)), step)
            return
        step, margin = len(str(longest + low - 1)) + 1, len(str(len(rows))) + 1 if len(rows) > 1 else 0
        lines = range(len(rows) - 1, -1, -1) if self.rising else range(1, len(rows) + 1)
        columns = " " * margin + _spread(range(low, longest + low), step)
        if not self.rising:
            yield columns
        for line, row in zip(lines, rows, strict=True):
            yield (f"{line:>{margin - 1}} " if margin else "") + _spread(row, step)
        if self.rising:
            yield columns


@attrs.frozen
class CoinRow:
    r"""A row of coins up to the last head, counted from 1.

    >>> CoinRow([1, 3]).svg().count("<circle")
    3
    >>> CoinRow([2, 3]).text(), CoinRow([2, 3]).text(width=4, plain=True)
    ('○ ● ●\n1 2 3', 'THH')
    """

    heads: Sequence[int]
    least: int = 1
    """The least number of coins drawn."""

    @property
    def length(self) -> int:
        """The number of coins that are drawn."""
        return max((self.least, *self.heads))

    def aligned_with(self, before: object) -> CoinRow:
        """This row, drawn at least as long as an earlier one, with tails at its end."""
        return attrs.evolve(self, least=before.length) if isinstance(before, CoinRow) else self

    def svg(self, *, title: str = "") -> str | None:
        """The row as SVG, with the numbers of the coins; None where it is too long to draw."""
        length = self.length
        if length > SHOWN_COINS:
            return None
        coins = "".join(
            _coin(_COIN_STEP * place - 10, 16, 10, str(place), head=place in self.heads)
            + _number(_COIN_STEP * place - 10, 42, place)
            for place in range(1, length + 1)
        )
        return svg(_COIN_STEP * length + 6, 48, coins, title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """The row as text, with the numbers of the coins where there is room; empty where it is wider than `width`."""
        if self.length > width:
            return ""
        coins = "".join("TH"[place in self.heads] for place in range(1, self.length + 1))
        return Board([coins], first=1).text(width=width, plain=plain)


def _spread(signs: Iterable[object], step: int) -> str:
    """Signs in a line, each in so many columns."""
    return "".join(f"{sign!s:>{step}}" for sign in signs)[1:]


def _drawn(sign: str, x: int, y: int, name: str, *, numbered: bool) -> str:
    """The SVG of a square or coin with this centre, and of the sign on it; empty for a blank."""
    if sign in "HT":
        return _coin(x, y, 9, name, head=sign == "H")
    if sign not in _FILLS:
        return ""
    kind = _GONE if sign == "," else f' data-part="{name}"'
    line = "#d9b48a" if sign == "C" else "#7a7a7a"
    return (
        f'<rect x="{x - 12}" y="{y - 12}" width="{_STEP}" height="{_STEP}" stroke="{line}" '
        f'stroke-width="2" fill="{_FILLS[sign]}"{kind}/>{_sign(sign, x, y)}'
        + (_number(x, y + 4, name, fill="#fff" if sign in "#X" else "#7a7a7a") if numbered else "")
    )


def _number(x: int, y: int, number: object, *, fill: str = "#7a7a7a", size: int = 10) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif" text-anchor="middle" pointer-events="none" '
        f'fill="{fill}">{number}</text>'
    )


def _coin(x: int, y: int, radius: int, name: str, *, head: bool) -> str:
    """The SVG of a coin around a point: filled, with a face, where it shows heads."""
    face = f'<path class="sign" d="M{x - 3} {y - 4}v2m6 0v-2M{x - 4} {y + 2}q4 4 8 0" {_FACE}/>' if head else ""
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" stroke="#7a7a7a" stroke-width="2" '
        f'fill="{"#c08a4a" if head else "none"}" data-part="{name}"/>{face}'
    )


def _sign(sign: str, x: int, y: int) -> str:
    """The SVG of a sign at the centre of a square: a piece, a cross, a dot for a mark, or a skull for poison."""
    if sign == "x":
        shapes = "".join(
            f'<line x1="{x - 6}" y1="{y - end}" x2="{x + 6}" y2="{y + end}" stroke="#8a4b10" stroke-width="3"/>'
            for end in (6, -6)
        )
    elif sign == "X":
        shapes = f'<circle cx="{x}" cy="{y}" r="9" fill="#8a4b10"/>'
    elif sign == "!":
        shapes = f'<circle cx="{x}" cy="{y}" r="5" fill="#8fbfdf"/>'
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
    elif sign in _OUTLINES:
        fill, line = ("#f0d9b8", "#8a4b10") if sign == "W" else ("#8a4b10", "#f0d9b8")
        shapes = f'<path transform="translate({x} {y})" d="{_OUTLINES[sign]}" fill="{fill}" stroke="{line}"/>'
    else:
        return ""
    return f'<g class="sign" pointer-events="none">{shapes}</g>'
