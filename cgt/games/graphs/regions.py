"""Drawings in the plane, drawn region by region: what borders a region, and where a line may still begin."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHOWN = 40
"""How many spots are drawn at most, and how many free ends at one of them."""

_CELL, _RING, _ARM = 84, 22, 11
_GREY, _FILL, _MARK = "#7a7a7a", "#c08a4a", "#0072b2"


@attrs.frozen
class Spot:
    """A spot as one meets it going round a drawing: its name if it is met twice, and how many lines may end there."""

    free: int
    name: str = ""


@attrs.frozen
class DrawnRegions:
    """Regions, each with the drawings that border it, each drawing the spots that one meets going round it.

    >>> regions = DrawnRegions([[[Spot(3)], [Spot(1, "a"), Spot(1, "b")]], [[Spot(1, "a"), Spot(1, "b")]]])
    >>> print(regions.text())
    1  ●'''  (a' b')
    2  (a' b')
    >>> regions.svg().count("<circle")
    7
    """

    regions: Sequence[Sequence[Sequence[Spot]]]

    def svg(self, *, title: str = "") -> str | None:
        """As SVG: a frame a region, a ring a drawing of several spots; None for no spot, or too many."""
        if not self._fits():
            return None
        shapes, left = [], 4
        for region in self.regions:
            width = _CELL * len(region)
            shapes.append(
                f'<rect x="{left}" y="4" width="{width}" height="{_CELL}" rx="10" fill="none" stroke="{_GREY}"/>'
            )
            for place, drawing in enumerate(region):
                shapes += _shapes(drawing, left + _CELL * place + _CELL / 2, 4 + _CELL / 2)
            left += width + 8
        label = f"<title>{escape(title)}</title>" if title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{left - 4}" height="{_CELL + 8}" '
            f'viewBox="0 0 {left - 4} {_CELL + 8}" font-family="sans-serif">{label}{"".join(shapes)}</svg>'
        )

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """A line a region: each spot with a stroke for each line that may end there; empty where there is no room."""
        if not self._fits():
            return ""
        dot = "o" if plain else "●"
        lines = []
        for number, region in enumerate(self.regions, start=1):
            told = [" ".join((spot.name or dot) + "'" * spot.free for spot in drawing) for drawing in region]
            shown = [one if len(drawing) == 1 else f"({one})" for one, drawing in zip(told, region, strict=True)]
            lines.append("  ".join([str(number)] * (len(self.regions) > 1) + shown))
        return "\n".join(lines) if max(map(len, lines)) <= width else ""

    def _fits(self) -> bool:
        spots = [spot for region in self.regions for drawing in region for spot in drawing]
        return 0 < len(spots) <= SHOWN and max(spot.free for spot in spots) <= SHOWN


def _shapes(drawing: Sequence[Spot], x: float, y: float) -> Iterator[str]:
    """One drawing around a point: its ring, and at each spot the free ends, outwards."""
    ring = _RING if len(drawing) > 1 else 0
    if ring:
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{ring}" fill="none" stroke="{_GREY}" stroke-width="2"/>'
    for place, spot in enumerate(drawing):
        towards = 2 * pi * place / len(drawing) - pi / 2
        here_x, here_y = x + ring * cos(towards), y + ring * sin(towards)
        for end in range(spot.free):
            turned = 2 * pi * end / spot.free if not ring else (end - (spot.free - 1) / 2) * pi / 4
            far_x, far_y = here_x + _ARM * cos(towards + turned), here_y + _ARM * sin(towards + turned)
            yield (
                f'<line x1="{here_x:.1f}" y1="{here_y:.1f}" x2="{far_x:.1f}" y2="{far_y:.1f}" stroke="{_FILL}" '
                'stroke-width="2"/>'
            )
        fill = _MARK if spot.name else _FILL
        yield f'<circle cx="{here_x:.1f}" cy="{here_y:.1f}" r="4" fill="{fill}"/>'
        if spot.name:
            name_x, name_y = x + (ring - 11) * cos(towards), y + (ring - 11) * sin(towards) + 4
            yield (
                f'<text x="{name_x:.1f}" y="{name_y:.1f}" font-size="11" text-anchor="middle" fill="{_MARK}">'
                f"{escape(spot.name)}</text>"
            )
