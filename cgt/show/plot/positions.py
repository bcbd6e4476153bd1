"""P-positions, numerations and costs as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cgt.core.language import _
from cgt.errors import PositionError
from cgt.show.plot.axes import BLUE, GREEN, GREY, MANY, ORANGE, RED, finish, legend_below, new_axes, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike


def p_positions(
    pairs: ArrayLike,
    axes: Axes | None = None,
    *,
    slopes: bool = True,
    slope: float | None = None,
    title: str = "P-positions",
) -> Axes:
    """P-positions of two heaps as points, in both orders, with the slopes of the two rays they lie on.

    Args:
        pairs: positions (x, y), shape (n, 2); each is drawn as (y, x) too.
        axes: where to draw; by default on a new figure.
        slopes: draw a line through the origin, as steep as the upper points are, and its mirror image.
        slope: how steep that line is, where a theorem says it; else it is fitted, and the legend says about.
        title: over the figure.

    Raises:
        PositionError: there is no pair to draw.
    """
    points = np.asarray(pairs)
    if points.ndim != 2 or points.shape[1:] != (2,):
        raise PositionError("the P-positions to draw are at least one pair of heaps")
    axes = axes or new_axes(6, 6)
    low, high = points.min(axis=1).astype(float), points.max(axis=1).astype(float)
    dense = len(points) > MANY
    size = 1.0 if dense else max(2.0, min(5.0, 200 / len(points)))
    axes.plot(
        np.concatenate([low, high]), np.concatenate([high, low]), "o", markersize=size, markeredgewidth=0,
        color=BLUE, label="P-position", rasterized=dense,
    )  # fmt: skip
    stop = max(float(high.max()), 1.0)
    if slopes and np.ptp(low):
        about = _("slope") if slope is not None else _("slope about")
        steep = float(np.polyfit(low, high, 1)[0]) if slope is None else slope
        digits = 4 if slope is not None else 2
        if steep > 1.005:
            axes.plot([0, stop / steep], [0, stop], color=RED, linewidth=1, label=f"{about} {steep:.{digits}f}")
            axes.plot([0, stop], [0, stop / steep], color=GREEN, linewidth=1, label=f"{about} {1 / steep:.{digits}f}")
    axes.set_aspect("equal")
    whole_numbers(axes)
    axes.set_xlim(-stop * 0.02, stop * 1.03)
    axes.set_ylim(-stop * 0.02, stop * 1.03)
    legend_below(axes, 3, markerscale=max(1.0, 5 / size))
    return finish(axes, title, _("first heap"), _("second heap"))


def numeration(
    parts: Callable[[int], Sequence[int]], stop: int, axes: Axes | None = None, *, title: str = "Numeration"
) -> Axes:
    """Every number below `stop` as a row of squares, one for each term of the base that its sum uses.

    The least part of each number, which is what take-away games play by, has a colour of its own.

    Args:
        parts: from a number of at least 1 to the terms that add up to it, ascending.
        stop: the first number left out.
        axes: where to draw; by default on a new figure.
        title: over the figure.

    Raises:
        PositionError: there is no number to draw.
    """
    if stop < 2:
        raise PositionError(f"there is no number from 1 to draw below {stop}: the stop is at least 2")
    rows = {number: parts(number) for number in range(1, stop)}
    terms = sorted({part for used in rows.values() for part in used})
    column = {term: index for index, term in enumerate(terms)}
    axes = axes or new_axes(max(4.5, 0.5 * len(terms) + 1.8), 6.5)
    picture = np.zeros((stop - 1, len(terms)))
    for number, used in rows.items():
        for part in used:
            picture[number - 1, column[part]] = 1
        picture[number - 1, column[min(used)]] = 2
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    edges = np.arange(len(terms) + 1) - 0.5, np.arange(stop) + 0.5
    axes.pcolormesh(
        *edges, picture, cmap=ListedColormap(["#F4F4F4", BLUE, ORANGE]), vmin=0, vmax=2, rasterized=stop > MANY,
        edgecolors="white" if stop <= 150 else "none", linewidth=0.6,
    )  # fmt: skip
    axes.set_ylim(stop - 0.5, 0.5)
    axes.set_xticks(range(len(terms)), [str(term) for term in terms], rotation=90 if len(terms) > 9 else 0)
    figure = axes.get_figure(root=True)
    if figure is not None:
        squares = [Patch(color=BLUE, label=_("part")), Patch(color=ORANGE, label=_("least part"))]
        figure.legend(handles=squares, loc="outside lower center", ncols=2, frameon=False)
    return finish(axes, title, _("term of the base"), _("number"))


def cost(
    timings: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    axes: Axes | None = None,
    *,
    title: str = "Cost",
    x_label: str = "heaps",
) -> Axes:
    """How time grows with size, on logarithmic axes, with the exponent that fits each curve's second half.

    Args:
        timings: by name, the sizes and the seconds, both positive and as many of each.
        axes: where to draw; by default on a new figure.
        title: over the figure.
        x_label: what is counted.

    Raises:
        PositionError: there is nothing to draw, or a size or a time that is not positive.
    """
    if not timings:
        raise PositionError("there is no timing to draw")
    axes = axes or new_axes(6.5, 4.5)
    for index, (name, (sizes, seconds)) in enumerate(timings.items()):
        across, up = np.asarray(sizes, float), np.asarray(seconds, float)
        if not across.size or across.shape != up.shape or min(across.min(), up.min()) <= 0:
            raise PositionError(f"{name}: as many positive sizes as positive times are needed")
        half = across.size // 2 if across.size > 3 else 0
        label = name
        if across.size - half > 1 and np.ptp(across[half:]):
            exponent = float(np.polyfit(np.log(across[half:]), np.log(up[half:]), 1)[0])
            label = f"{name}, about n^{exponent:.2f}"
        colour = (BLUE, ORANGE, GREEN, RED, GREY)[index % 5]
        axes.plot(across, up, marker="os^Dv"[index % 5], markersize=5, color=colour, label=label)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(visible=True, which="major", color="#DDDDDD", linewidth=0.6)
    legend_below(axes, 3)
    return finish(axes, title, x_label, "seconds")
