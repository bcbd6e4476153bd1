"""Genus sequences as figures: the nim-values of each heap, in both conventions, beside heaps of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.show.plot.axes import BLUE, GREY, MANY, ORANGE, finish, new_axes, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

    from cgt.theory.genus import Genus


def genera(found: Iterable[Genus], axes: Axes | None = None, *, title: str = "Genera") -> Axes:
    """The genera of the heaps 0, 1, 2, …: nim-value g as a dot, misère nim-value γ0 as a ring.

    Where the genus is none of nim, a line joins all its numbers, and small marks show γ1, γ2, …: its misère nim-values
    beside heaps of two.

    Args:
        found: the genera.
        axes: where to draw; by default on a new figure.
        title: over the figure.

    >>> import cgt
    >>> axes = genera(cgt.genera("kayles", 15))
    >>> axes.get_xlabel(), axes.get_legend_handles_labels()[1][:2]
    ('heap', ['nim-value g', 'misère nim-value γ0'])
    """
    found = list(found)
    axes = axes or new_axes()
    heaps = range(len(found))
    pixels = len(found) > MANY
    strange = [(heap, genus) for heap, genus in enumerate(found) if not genus.is_tame]
    across = [heap for heap, _genus in strange]
    numbers = [(genus.nim_value, *genus.misere) for _heap, genus in strange]
    axes.vlines(
        across, list(map(min, numbers)), list(map(max, numbers)), color=GREY, linewidth=0.8, alpha=0.6, zorder=1
    )
    further = [(heap, number) for heap, genus in strange for number in genus.misere[1:]]
    axes.plot(
        heaps,
        [genus.nim_value for genus in found],
        ".",
        color=BLUE,
        label=_("nim-value g"),
        rasterized=pixels,
        zorder=3,
    )
    axes.plot(
        heaps,
        [genus.misere_nim_value for genus in found],
        "o",
        markerfacecolor="none",
        color=ORANGE,
        label=_("misère nim-value γ0"),
        rasterized=pixels,
        zorder=2,
    )
    if strange:
        axes.plot(
            [heap for heap, _number in further],
            [number for _heap, number in further],
            "_",
            color=GREY,
            label=_("beside heaps of two (genus not of nim)"),
            rasterized=pixels,
            zorder=2,
        )
    whole_numbers(axes)
    figure = axes.get_figure(root=True)
    if figure is not None:
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    return finish(axes, title, "heap", "genus")
