"""Coins drawn in a row or on a board: heads filled, tails empty."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

SHOWN = 60
"""How many coins are drawn at most in a row, and how many rows of text."""

SHOWN_ROWS = 40
"""How many rows and columns of a board are drawn at most."""

_STEP = 26


@attrs.frozen
class CoinRow:
    """Coins in a row up to the last head, counted from 1.

    >>> CoinRow([1, 3]).svg().count("<circle")
    3
    >>> CoinRow([2, 3]).text(), CoinRow([2, 3]).text(plain=True)
    ('○●●', 'THH')
    """

    heads: Sequence[int]

    def svg(self, *, title: str = "") -> str | None:
        """As SVG, with the numbers of the coins; None for a row too long to draw."""
        length = max(self.heads, default=1)
        if length > SHOWN:
            return None
        coins = "".join(
            f'{_coin(_STEP * coin - 10, 16, 10, head=coin in self.heads)}<text x="{_STEP * coin - 10}" y="42" '
            f'font-size="10" text-anchor="middle" fill="#7a7a7a">{coin}</text>'
            for coin in range(1, length + 1)
        )
        return _picture(_STEP * length + 6, 48, coins, title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """As text; empty for a row wider than `width`."""
        return CoinBoard([(1, coin) for coin in self.heads]).text(width=width, plain=plain)


@attrs.frozen
class CoinBoard:
    """Coins in rows and columns counted from 1, up to the last heads.

    >>> print(CoinBoard([(1, 2), (2, 1)]).text(plain=True))
    TH
    HT
    """

    heads: Collection[tuple[int, int]]

    @property
    def _size(self) -> tuple[int, int]:
        return max((row for row, _ in self.heads), default=1), max((column for _, column in self.heads), default=1)

    def svg(self, *, title: str = "") -> str | None:
        """As SVG; None for a board too large to draw."""
        rows, columns = self._size
        if max(rows, columns) > SHOWN_ROWS:
            return None
        coins = "".join(
            _coin(24 * column - 8, 24 * row - 8, 9, head=(row, column) in self.heads)
            for row in range(1, rows + 1)
            for column in range(1, columns + 1)
        )
        return _picture(24 * columns + 8, 24 * rows + 8, coins, title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """As text; empty for a board wider than `width`, or too high."""
        rows, columns = self._size
        if columns > width or rows > SHOWN:
            return ""
        head, tail = ("H", "T") if plain else ("●", "○")
        return "\n".join(
            "".join(head if (row, column) in self.heads else tail for column in range(1, columns + 1))
            for row in range(1, rows + 1)
        )


def _coin(x: int, y: int, radius: int, *, head: bool) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" stroke="#7a7a7a" stroke-width="2" '
        f'fill="{"#c08a4a" if head else "none"}"/>'
    )


def _picture(width: int, height: int, drawn: str, title: str) -> str:
    label = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">{label}{drawn}</svg>'
    )
