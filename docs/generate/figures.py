"""Figures drawn while the site is built, as pictures inside the page with words for those who cannot see them."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def picture(axes: Axes, alt: str, *, caption: str = "", form: str = "svg") -> str:
    """The figure of these axes; as `png` where there are too many points for lines and shapes."""
    from matplotlib import rc_context

    from cgt.apps.show.plot import for_any_ground

    for_any_ground(axes)
    buffer = BytesIO()
    # A fixed salt and no date make the same picture the same bytes.
    with rc_context({"svg.hashsalt": "cgt"}):
        axes.figure.savefig(buffer, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    kind = "image/svg+xml" if form == "svg" else "image/png"
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    data = base64.b64encode(buffer.getvalue()).decode()
    return f'<figure class="figure"><img src="data:{kind};base64,{data}" alt="{escape(alt)}">{below}</figure>'


def queen_board(
    side: int, queen: tuple[int, int], pairs: Iterable[tuple[int, ...]], slope: float, *, title: str
) -> str:
    """A board as SVG, its corner at the lower left: a queen, the squares of the pairs, and the two lines near them."""
    step, edge = 20, 20 * side
    marked = {square for low, high in pairs for square in ((low, high), (high, low))}
    squares = "".join(
        f'<rect x="{step * column}" y="{edge - step * (row + 1)}" width="{step}" height="{step}" '
        f'fill="{"#d1495b" if (column, row) in marked else "#8883" if (column + row) % 2 else "none"}"/>'
        for row in range(side)
        for column in range(side)
    )
    reach = (side - 0.5) / slope + 0.5
    lines = "".join(
        f'<line x1="{step / 2}" y1="{edge - step / 2}" x2="{step * x:.1f}" y2="{edge - step * y:.1f}" '
        'stroke="#0072b2" stroke-width="2"/>'
        for x, y in ((reach, side), (side, reach))
    )
    x, y = step * queen[0] + step / 2, edge - step * queen[1] - step / 2
    crown = f'<text x="{x}" y="{y + 6}" font-size="20" text-anchor="middle" fill="#c08a4a">♛</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{edge + 2}" height="{edge + 2}" '
        f'viewBox="-1 -1 {edge + 2} {edge + 2}"><title>{escape(title)}</title>'
        f'<rect width="{edge}" height="{edge}" fill="none" stroke="#7a7a7a" stroke-width="2"/>'
        f"{squares}{lines}{crown}</svg>"
    )
