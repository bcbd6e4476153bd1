"""Figures drawn while the site is built, as pictures inside the page with words for those who cannot see them."""

from __future__ import annotations

import base64
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def picture(axes: Axes, alt: str, *, form: str = "svg") -> str:
    """The figure of these axes; as `png` where there are too many points for lines and shapes."""
    from matplotlib import rc_context

    from cgt.show.plot import for_any_ground

    for_any_ground(axes)
    buffer = BytesIO()
    # A fixed salt and no date make the same picture the same bytes.
    with rc_context({"svg.hashsalt": "cgt"}):
        axes.figure.savefig(buffer, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None)
    kind = "image/svg+xml" if form == "svg" else "image/png"
    data = base64.b64encode(buffer.getvalue()).decode()
    return f'<figure class="figure"><img src="data:{kind};base64,{data}" alt="{escape(alt)}"></figure>'
