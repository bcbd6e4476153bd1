"""Coins drawn in a row: heads filled, tails empty."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 60
"""How many coins are drawn at most."""

_STEP = 26


def coins_svg(heads: Sequence[int], *, title: str = "") -> str | None:
    """The coins up to the last head as SVG; None for a row too long to draw.

    >>> coins_svg([1, 3]).count("<circle")
    3
    """
    length = max(heads, default=1)
    if length > SHOWN:
        return None
    coins = "".join(
        f'<circle cx="{_STEP * coin - 10}" cy="16" r="10" stroke="#7a7a7a" stroke-width="2" '
        f'fill="{"#c08a4a" if coin in heads else "none"}"/>'
        f'<text x="{_STEP * coin - 10}" y="42" font-size="10" text-anchor="middle" fill="#7a7a7a">{coin}</text>'
        for coin in range(1, length + 1)
    )
    label = f"<title>{escape(title)}</title>" if title else ""
    width = _STEP * length + 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="48" viewBox="0 0 {width} 48" '
        f'font-family="sans-serif">{label}{coins}</svg>'
    )


def coins_text(heads: Sequence[int], *, width: int = 72, plain: bool = False) -> str:
    """The coins up to the last head as text, heads filled; empty for a row wider than `width`.

    >>> coins_text([2, 3]), coins_text([2, 3], plain=True)
    ('○●●', 'THH')
    """
    length = max(heads, default=1)
    if length > width:
        return ""
    head, tail = ("H", "T") if plain else ("●", "○")
    return "".join(head if coin in heads else tail for coin in range(1, length + 1))
