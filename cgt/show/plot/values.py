"""Nim-values as figures: a sequence as a scatter, a table as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cgt.core.language import _
from cgt.errors import PositionError
from cgt.show.plot.axes import BLUE, GREY, MANY, ORANGE, RED, finish, new_axes, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

MARKED = 4_000
"""How many P-positions a heat map marks one by one at most."""


def sequence(
    values: ArrayLike,
    axes: Axes | None = None,
    *,
    preperiod: int | None = None,
    period: int | None = None,
    title: str = "Nim-values",
) -> Axes:
    """A nim-sequence as a scatter, the P-positions (nim-value 0) in a colour of their own.

    Args:
        values: the nim-values of the heaps 0, 1, 2, …, shape (n,).
        axes: where to draw; by default on a new figure.
        preperiod: where the period begins, if it is known: a line is drawn there.
        period: its length: the first full period is shaded.
        title: over the figure.

    Raises:
        PositionError: there is no value to draw.
    """
    heights = np.asarray(values)
    if heights.ndim != 1 or not heights.size:
        raise PositionError("a sequence to draw is a row of at least one nim-value")
    axes = axes or new_axes()
    heaps = np.arange(heights.size)
    zero = heights == 0
    dense = heights.size > MANY
    size = 1.0 if dense else max(2.0, min(5.0, 900 / heights.size))
    for chosen, colour, name in ((~zero, BLUE, _("N-position")), (zero, ORANGE, _("P-position (nim-value 0)"))):
        # A line of markers without a line is drawn much faster than a scatter of as many points.
        axes.plot(
            heaps[chosen], heights[chosen], "o", markersize=size, markeredgewidth=0, color=colour, label=name,
            rasterized=dense,
        )  # fmt: skip
    if preperiod is not None and period and preperiod < heights.size:
        axes.axvline(preperiod - 0.5, color=GREY, linewidth=0.9, linestyle="--")
        axes.axvspan(preperiod - 0.5, preperiod + period - 0.5, color=GREY, alpha=0.18, linewidth=0)
        axes.plot(
            [],
            [],
            color=GREY,
            alpha=0.4,
            linewidth=7,
            label=_("first period of {period}, after {preperiod}").format(
                period=f"{period:,}", preperiod=f"{preperiod:,}"
            ),
        )
    axes.margins(x=0.01)
    whole_numbers(axes)
    below = axes.get_figure(root=True)
    if below is not None:
        below.legend(
            *axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, markerscale=6 / size
        )
    return finish(axes, title, _("heap"), _("nim-value"))


def heatmap(
    rows: ArrayLike,
    axes: Axes | None = None,
    *,
    title: str = "Nim-values",
    x_label: str = "second heap",
    y_label: str = "first heap",
    mark: bool = True,
) -> Axes:
    """A table of nim-values by two coordinates (two heaps, or heap and quota) as colours, with its P-positions marked.

    Args:
        rows: the nim-values, shape (first coordinate, second coordinate).
        axes: where to draw; by default on a new figure.
        title: over the figure.
        x_label: what the columns are.
        y_label: what the rows are.
        mark: mark the P-positions; left out when there are more than 4,000 or most cells are P.

    Raises:
        PositionError: the table is empty or not two-dimensional.
    """
    table = np.asarray(rows)
    if table.ndim != 2 or not table.size:
        raise PositionError("a table to draw has two coordinates and at least one cell")
    axes = axes or new_axes(6.5, 5.5)
    image = axes.imshow(table, origin="lower", cmap="cividis", interpolation="nearest", rasterized=True, aspect="auto")
    figure = axes.get_figure(root=True)
    if figure is not None:
        figure.colorbar(image, ax=axes, label=_("nim-value"))
    zeros = np.argwhere(table == 0)
    if mark and 0 < len(zeros) <= min(MARKED, table.size // 4):
        size = max(1.5, min(6.0, 260 / max(table.shape)))
        axes.plot(
            zeros[:, 1], zeros[:, 0], "s", markersize=size, color=RED, markeredgecolor="white",
            markeredgewidth=size / 8, label=_("P-position"),
        )  # fmt: skip
        if figure is not None:
            figure.legend(
                *axes.get_legend_handles_labels(), loc="outside lower center", frameon=False, markerscale=6 / size
            )
    whole_numbers(axes)
    return finish(axes, title, x_label, y_label)
