"""Misère quotients as figures: a monoid's Cayley graph."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.errors import PositionError
from cgt.show.plot.axes import BLUE, GREEN, GREY, ORANGE, RED, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cgt.theory.quotient import MisereQuotient

MOST_ELEMENTS = 400
"""Of a larger monoid nobody sees anything."""

NAMED_ELEMENTS = 64
"""Up to so many elements their words are written."""

COLOURS = (BLUE, RED, GREEN, "#CC79A7", "#56B4E9", "#F0E442", GREY)


def cayley(quotient: MisereQuotient, axes: Axes | None = None, *, title: str = "Misère quotient") -> Axes:
    """The Cayley graph of a misère quotient: a dot an element, a line from x to x·g for each generator g.

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
        raise PositionError(f"a quotient to draw has at most {MOST_ELEMENTS} elements, not {quotient.order:,}")
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
    axes.set_title(title)
    axes.set_xlabel(_("length of the word"))
    axes.set_xticks(range(1 + max(map(sum, quotient.monoid.words))))
    axes.set_yticks([])
    axes.spines[["top", "right", "left"]].set_visible(False)
    figure = axes.get_figure(root=True)
    if figure is not None:
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=6, frameon=False)
    return axes


def _places(quotient: MisereQuotient) -> list[tuple[float, float]]:
    """Where each element stands: a column for each length, its elements spread evenly."""
    lengths = [sum(word) for word in quotient.monoid.words]
    places = [(0.0, 0.0)] * quotient.order
    ordered = sorted(range(quotient.order), key=lambda element: lengths[element])
    for length, column in groupby(ordered, key=lambda element: lengths[element]):
        elements = list(column)
        for row, element in enumerate(elements):
            # Columns of like height are shifted a little, so that no line runs through a third dot.
            places[element] = (float(length), (row + 0.5 + 0.13 * (length % 3)) / len(elements))
    return places
