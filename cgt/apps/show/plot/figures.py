"""Nim-values, P-positions, numerations, costs, genera and misère quotients as figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cgt.apps.show.plot.axes import (
    BLUE,
    GREEN,
    GREY,
    MANY,
    NEEDED,
    ORANGE,
    RED,
    figure_of,
    finish,
    legend_below,
    new_axes,
    whole_numbers,
)
from cgt.core.language import _
from cgt.core.numbers import format_decimal, format_int
from cgt.errors import MissingExtraError, PositionError

try:
    import numpy as np
except ImportError as error:  # matplotlib brings it
    raise MissingExtraError(NEEDED) from error

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from cgt.theory.genus import Genus
    from cgt.theory.quotient import MisereQuotient

MARKED = 4_000
"""The greatest number of P-positions that a heat map marks one by one."""


def sequence(
    values: ArrayLike,
    axes: Axes | None = None,
    *,
    start: int = 0,
    preperiod: int | None = None,
    period: int | None = None,
    title: str = "Nim-values",
    x_label: str = "heap",
) -> Axes:
    """The figure of a nim-sequence as a scatter, P-positions (nim-value 0) in another colour.

    Args:
        values: the nim-values of the heaps start, start + 1, …, shape (n,).
        axes: where to draw; by default on a new figure.
        start: the heap, or the size, of the first of them.
        preperiod: where the period begins, if it is known: a line is drawn there.
        period: its length: the first full period is shaded.
        title: over the figure.
        x_label: what the sizes are of.

    Raises:
        PositionError: there is no value to draw.
    """
    heights = np.asarray(values)
    if heights.ndim != 1 or not heights.size:
        raise PositionError("a sequence to draw is a row of at least one nim-value")
    axes = axes or new_axes()
    heaps = np.arange(start, start + heights.size)
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
        length, begun = format_int(period, group=True), format_int(preperiod, group=True)
        label = _("first period of {period}, from {preperiod}").format(period=length, preperiod=begun)
        axes.plot([], [], color=GREY, alpha=0.4, linewidth=7, label=label)
    axes.margins(x=0.01)
    whole_numbers(axes)
    legend_below(axes, 3, markerscale=6 / size)
    return finish(axes, title, _(x_label), _("nim-value"))


def heatmap(
    rows: ArrayLike,
    axes: Axes | None = None,
    *,
    title: str = "Nim-values",
    x_label: str = "second heap",
    y_label: str = "first heap",
) -> Axes:
    """The figure of a table of nim-values by two coordinates as colours, P-positions marked.

    They are not where there are more than 4,000, or most cells are P.

    Args:
        rows: the nim-values, shape (first coordinate, second coordinate).
        axes: where to draw; by default on a new figure.
        title: over the figure.
        x_label: what the columns are.
        y_label: what the rows are.

    Raises:
        PositionError: the table is empty or not two-dimensional.
    """
    table = np.asarray(rows)
    if table.ndim != 2 or not table.size:
        raise PositionError("a table to draw has two coordinates and at least one cell")
    axes = axes or new_axes(6.5, 5.5)
    image = axes.imshow(table, origin="lower", cmap="cividis", interpolation="nearest", rasterized=True, aspect="auto")
    figure_of(axes).colorbar(image, ax=axes, label=_("nim-value"))
    zeros = np.argwhere(table == 0)
    if 0 < len(zeros) <= min(MARKED, table.size // 4):
        size = max(1.5, min(6.0, 260 / max(table.shape)))
        axes.plot(
            zeros[:, 1], zeros[:, 0], "s", markersize=size, color=RED, markeredgecolor="white",
            markeredgewidth=size / 8, label=_("P-position"),
        )  # fmt: skip
        legend_below(axes, 1, markerscale=6 / size)
    whole_numbers(axes)
    return finish(axes, title, x_label, y_label)


def p_positions(
    pairs: ArrayLike,
    axes: Axes | None = None,
    *,
    slope: float | None = None,
    title: str = "P-positions",
) -> Axes:
    """The figure of P-positions of two heaps as points, in both orders, with the slopes of their two rays.

    Args:
        pairs: positions (x, y), shape (n, 2); each is drawn as (y, x) too.
        axes: where to draw; by default on a new figure.
        slope: how steep the upper one is, where a theorem says it; else it is fitted, and the legend says about.
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
        color=BLUE, label=_("P-position"), rasterized=dense,
    )  # fmt: skip
    stop = max(float(high.max()), 1.0)
    if np.ptp(low):
        about = _("slope") if slope is not None else _("slope about")
        steep = float(np.polyfit(low, high, 1)[0]) if slope is None else slope
        digits = 4 if slope is not None else 2
        if steep > 1.005:
            up, down = (f"{about} {format_decimal(ratio, digits)}" for ratio in (steep, 1 / steep))
            axes.plot([0, stop / steep], [0, stop], color=RED, linewidth=1, label=up)
            axes.plot([0, stop], [0, stop / steep], color=GREEN, linewidth=1, label=down)
    axes.set_aspect("equal")
    whole_numbers(axes)
    axes.set_xlim(-stop * 0.02, stop * 1.03)
    axes.set_ylim(-stop * 0.02, stop * 1.03)
    legend_below(axes, 3, markerscale=max(1.0, 5 / size))
    return finish(axes, title, _("first heap"), _("second heap"))


MOST_NUMBERS = 20_000
"""The greatest stop of a figure of numbers in a base."""


def numeration(
    parts: Callable[[int], Sequence[int]], stop: int, axes: Axes | None = None, *, title: str = "Numeration"
) -> Axes:
    """The figure of every number below `stop` as a row of squares, one for each term of its sum in the base.

    The least part of each number, which is what take-away games play by, has a colour of its own.

    Args:
        parts: from a number of at least 1 to the terms that add up to it, ascending.
        stop: the first number left out.
        axes: where to draw; by default on a new figure.
        title: over the figure.

    Raises:
        PositionError: there is no number to draw, or there are more than 20,000.
    """
    if stop < 2:
        raise PositionError(f"there is no number from 1 to draw below {stop}: the stop is at least 2")
    if stop > MOST_NUMBERS:
        raise PositionError(
            f"nobody could tell the rows apart up to {stop}: the stop of this figure is at most {MOST_NUMBERS:,}"
        )
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
    legend_below(axes, 2, [Patch(color=BLUE, label=_("part")), Patch(color=ORANGE, label=_("least part"))])
    return finish(axes, title, _("term of the base"), _("number"))


def cost(
    timings: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    axes: Axes | None = None,
    *,
    title: str = "Cost",
    x_label: str = "heaps",
) -> Axes:
    """The figure of time by size, on logarithmic axes, with the exponent that fits each curve's second half.

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


def genera(results: Iterable[Genus], axes: Axes | None = None, *, title: str = "Genera") -> Axes:
    """The figure of the genera of the heaps 0, 1, 2, …: nim-value g as a dot, misère nim-value γ0 as a ring.

    Where the genus is none of nim, a line joins all its numbers, and small marks show γ1, γ2, …: its misère nim-values
    beside heaps of two.

    Args:
        results: the genera.
        axes: where to draw; by default on a new figure.
        title: over the figure.

    >>> import cgt
    >>> axes = genera(cgt.genera("kayles", 15))
    >>> axes.get_xlabel(), axes.get_legend_handles_labels()[1][:2]
    ('heap', ['nim-value g', 'misère nim-value γ0'])
    """
    results = list(results)
    axes = axes or new_axes()
    heaps = range(len(results))
    pixels = len(results) > MANY
    strange = [(heap, genus) for heap, genus in enumerate(results) if not genus.is_tame]
    across = [heap for heap, _genus in strange]
    numbers = [(genus.nim_value, *genus.misere) for _heap, genus in strange]
    axes.vlines(
        across, list(map(min, numbers)), list(map(max, numbers)), color=GREY, linewidth=0.8, alpha=0.6, zorder=1
    )
    values, rings = [genus.nim_value for genus in results], [genus.misere_nim_value for genus in results]
    axes.plot(heaps, values, ".", color=BLUE, label=_("nim-value g"), rasterized=pixels, zorder=3)
    name = _("misère nim-value γ0")
    axes.plot(heaps, rings, "o", markerfacecolor="none", color=ORANGE, label=name, rasterized=pixels, zorder=2)
    if strange:
        further = [(heap, number) for heap, genus in strange for number in genus.misere[1:]]
        across, up = [heap for heap, _number in further], [number for _heap, number in further]
        name = _("beside heaps of two (genus not of nim)")
        axes.plot(across, up, "_", color=GREY, label=name, rasterized=pixels, zorder=2)
    whole_numbers(axes)
    legend_below(axes, 3)
    return finish(axes, title, "heap", "genus")


MOST_ELEMENTS = 400
"""A larger monoid is not drawn: nothing could be seen."""

NAMED_ELEMENTS = 64
"""The greatest number of elements whose words are written."""

COLOURS = (BLUE, RED, GREEN, "#CC79A7", "#56B4E9", "#F0E442", GREY)


def cayley(quotient: MisereQuotient, axes: Axes | None = None, *, title: str = "Misère quotient") -> Axes:
    """The Cayley graph of a misère quotient: a dot for each element, a line from x to x·g for each generator g.

    The elements stand by the length of their words, the identity at the left. Those of the P-portion are orange.

    Args:
        quotient: the quotient, of 400 elements at most.
        axes: where to draw; by default on a new figure.
        title: over the figure.

    Raises:
        PositionError: there are more elements.

    >>> import cgt
    >>> axes = cayley(cgt.misere_quotient("0.75"))
    >>> len(axes.texts)
    8
    """
    if quotient.order > MOST_ELEMENTS:
        raise PositionError(
            f"a quotient to draw has at most {MOST_ELEMENTS} elements, not {quotient.order:,}: a lower `stop` has fewer"
        )
    axes = axes or new_axes(9, 6)
    places = _places(quotient)
    for generator, action in enumerate(quotient.monoid.actions):
        colour = COLOURS[generator % len(COLOURS)]
        # A line of three points each, the last one missing, draws all of a generator's lines at once.
        across, up = [], []
        for element, after in enumerate(action):
            if element != after:
                across += [places[element][0], places[after][0], float("nan")]
                up += [places[element][1], places[after][1], float("nan")]
        name = _("times {generator}").format(generator=quotient.presentation.generators[generator][0])
        axes.plot(across, up, color=colour, linewidth=0.8, alpha=0.7, label=name, zorder=1)
    for inside, colour, name in ((False, BLUE, _("outside the P-portion")), (True, ORANGE, _("P-portion"))):
        chosen = [place for element, place in enumerate(places) if (element in quotient.portion) is inside]
        axes.plot(
            [x for x, _y in chosen], [y for _x, y in chosen], "o", color=colour, markersize=7, label=name, zorder=2
        )
    if quotient.order <= NAMED_ELEMENTS:
        for element, (x, y) in enumerate(places):
            axes.annotate(
                quotient.word(element), (x, y), (0, 6), textcoords="offset points", ha="center", fontsize=7, zorder=3
            )
    axes.set_title(title, wrap=True)
    axes.set_xlabel(_("length of the word"))
    axes.set_xticks(range(1 + max(map(sum, quotient.monoid.words))))
    axes.set_yticks([])
    axes.spines[["top", "right", "left"]].set_visible(False)
    legend_below(axes, 6)
    return axes


def _places(quotient: MisereQuotient) -> list[tuple[float, float]]:
    """The coordinates of each element: a column for each length, its elements spread evenly."""
    lengths = [sum(word) for word in quotient.monoid.words]
    places = [(0.0, 0.0)] * quotient.order
    ordered = sorted(range(quotient.order), key=lambda element: lengths[element])
    for length, column in groupby(ordered, key=lambda element: lengths[element]):
        elements = list(column)
        for row, element in enumerate(elements):
            # Columns of like height are shifted a little, so that no line runs through a third dot.
            places[element] = (float(length), (row + 0.5 + 0.13 * (length % 3)) / len(elements))
    return places
