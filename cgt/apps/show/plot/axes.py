"""Axes to draw on, colours for everybody, figures as files; SVG pictures of positions as PNG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from cgt.core.atomic import replacing, suffix_of
from cgt.core.language import _
from cgt.errors import MissingExtraError, ParseError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path as Outline

BLUE, ORANGE, GREEN, RED, GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#7F7F7F"
"""Colours of Okabe and Ito's palette, which people of every colour vision can tell apart."""

MANY = 5_000
"""The number of points from which they are drawn as pixels inside the picture, so that an SVG or PDF stays small."""

FORMATS = (".svg", ".png", ".pdf")

NEEDED = "figures need matplotlib: pip install 'cgt-impartial[plot]'"


def new_axes(width: float = 7.5, height: float = 4.5) -> Axes:
    """Empty Axes on a new figure of this size in inches, which a notebook shows; pyplot's state is not touched.

    Raises:
        MissingExtraError: matplotlib is not installed.

    >>> new_axes()._repr_svg_().count("</svg>")
    1
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtraError(NEEDED) from error
    return Figure(figsize=(width, height), layout="constrained").add_subplot(axes_class=_shown())


@cache
def _shown() -> type[Axes]:
    """A class of Axes that a notebook shows as the value of a cell; a function, to load matplotlib on demand."""
    from matplotlib.axes import Axes

    class ShownAxes(Axes):
        def _repr_svg_(self) -> str:
            return svg(self).decode()

    return ShownAxes


def finish(axes: Axes, title: str, x_label: str, y_label: str) -> Axes:
    """Set title and labels, and lighten the frame; a long title takes several lines."""
    axes.set_title(title, wrap=True)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def figure_of(axes: Axes) -> Figure:
    """The figure that the Axes belong to; raises `ParseError` where there is none."""
    figure = axes.get_figure(root=True)
    if figure is None:
        raise ParseError("these Axes belong to no figure")
    return figure


def legend_below(
    axes: Axes, columns: int, handles: Sequence[Artist] | None = None, *, markerscale: float = 1.0
) -> None:
    """Put the legend under the axes, where it covers nothing: of what is drawn, or of `handles`.

    It has as many columns as find room in the figure, and at most so many.
    """
    figure = figure_of(axes)
    shown = axes.get_legend_handles_labels()[0] if handles is None else handles
    for ncols in range(columns, 0, -1):
        legend = figure.legend(
            handles=shown, loc="outside lower center", ncols=ncols, frameon=False, markerscale=markerscale
        )
        if ncols == 1 or legend.get_window_extent().width <= figure.bbox.width:
            return
        legend.remove()


def whole_numbers(axes: Axes) -> None:
    """Put ticks at whole numbers alone: heaps, quotas and nim-values have no halves."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    comma = _(",")  # the figure is drawn later, perhaps in another language
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(7 if axis is axes.xaxis else 9, integer=True))
        axis.set_major_formatter(FuncFormatter(lambda tick, _place: f"{tick:,.0f}".replace(",", comma)))


def for_any_ground(axes: Axes) -> Axes:
    """Make the background transparent and text and frame grey, legible on light and dark pages."""
    figure = figure_of(axes)
    legends = [axes.get_legend(), *figure.legends]
    figure.patch.set_alpha(0)
    axes.patch.set_alpha(0)
    axes.tick_params(colors=GREY, which="both")
    for spine in axes.spines.values():
        spine.set_color(GREY)
    for text in (axes.title, axes.xaxis.label, axes.yaxis.label):
        text.set_color(GREY)
    for legend in legends:
        for text in legend.get_texts() if legend is not None else ():
            text.set_color(GREY)
    return axes


def svg(axes: Axes) -> bytes:
    """The figure as SVG; the same figure gives the same bytes.

    Raises:
        ParseError: the Axes belong to no figure.
    """
    content = BytesIO()
    _write(axes, content, "svg", dpi=160)
    return content.getvalue()


def save(axes: Axes, path: str | Path, *, dpi: int = 160) -> Path:
    """Write the figure as SVG, PNG or PDF, by the suffix; the same figure gives the same bytes.

    Raises:
        OutputError: the suffix is not that of a format, or the file cannot be written.
    """
    suffix = suffix_of(path, FORMATS)
    target = Path(path)
    with replacing(target) as file:
        _write(axes, file, suffix.removeprefix("."), dpi=dpi)
    return target


def _write(axes: Axes, file: IO[bytes], form: str, *, dpi: int) -> None:
    from matplotlib import rc_context

    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with rc_context({"svg.hashsalt": "cgt"}):
        figure_of(axes).savefig(file, format=form, dpi=dpi, metadata=dates.get(form))


SCALE = 2
"""Pixels of the PNG for each of the SVG."""

_MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)", re.ASCII)
_PATH = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?", re.ASCII)
_NAMED = {"currentColor": "#222222", "Canvas": "#ffffff", None: "#000000"}


def png_of(svg: str) -> bytes:
    """The picture as PNG on white, two pixels for each of the SVG's.

    Raises:
        MissingExtraError: matplotlib, in the extra `plot`, is not installed.

    >>> import cgt
    >>> from cgt.core.sketch import picture_of
    >>> png_of(picture_of(cgt.games.Nim().position(3)))[1:4]
    b'PNG'
    """
    from xml.etree import ElementTree as ET

    root = ET.fromstring(svg)  # noqa: S314 - our own pictures, without entities
    left, top, width, height = map(float, root.get("viewBox", "0 0 100 100").split())
    axes = new_axes(width / 100, height / 100)
    axes.set_axis_off()
    axes.set_xlim(left, left + width)
    axes.set_ylim(top + height, top)
    figure = figure_of(axes)
    figure.set_layout_engine("none")
    axes.set_position((0, 0, 1, 1))
    _draw(axes, root, 0.0, 0.0)
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=100 * SCALE, facecolor="white")
    return buffer.getvalue()


def _draw(axes: Axes, element: Element, right: float, down: float) -> None:
    """Draw an element and those within it, moved by so much."""
    from matplotlib import patches
    from matplotlib.transforms import Affine2D

    tag, given = element.tag.rpartition("}")[2], element.attrib
    if moved := _MOVED.fullmatch(given.get("transform", "")):
        right, down = right + float(moved[1]), down + float(moved[2])

    def number(name: str) -> float:
        return float(given.get(name, "0"))

    line: dict[str, Any] = {
        "linewidth": float(given.get("stroke-width", "1")) * 0.72,
        "linestyle": (0, (4, 3)) if "stroke-dasharray" in given else "solid",
        "transform": Affine2D().translate(right, down) + axes.transData,
    }
    fill, stroke = _colour(given.get("fill")), _colour(given.get("stroke", "none"))
    look = {**line, "facecolor": fill, "edgecolor": stroke}
    if tag == "rect":
        axes.add_patch(patches.Rectangle((number("x"), number("y")), number("width"), number("height"), **look))
    elif tag == "circle":
        axes.add_patch(patches.Circle((number("cx"), number("cy")), number("r"), **look))
    elif tag == "line":
        axes.plot([number("x1"), number("x2")], [number("y1"), number("y2")], color=stroke, **line)
    elif tag == "path":
        axes.add_patch(patches.PathPatch(_path(given.get("d", "")), **look))
    elif tag == "text":
        anchor = {"middle": "center", "end": "right"}.get(given.get("text-anchor", ""), "left")
        size = float(given.get("font-size", "13")) * 0.72
        place = {"ha": anchor, "va": "baseline", "transform": line["transform"]}
        axes.text(number("x"), number("y"), element.text or "", color=fill, fontsize=size, **place)
    for within in element:
        _draw(axes, within, right, down)


def _colour(name: str | None) -> str:
    return _NAMED.get(name, name or "none")


def _path(text: str) -> Outline:
    """A path of moves, lines and curves, as the pictures have it; small letters count from where the last one ended."""
    from matplotlib.path import Path as Outline

    kinds = {"M": (1, Outline.MOVETO), "L": (1, Outline.LINETO), "Q": (2, Outline.CURVE3), "C": (3, Outline.CURVE4)}
    vertices: list[tuple[float, float]] = []
    codes: list[int] = []
    waiting = iter(_PATH.findall(text))
    for sign in waiting:
        if sign in "Zz":
            vertices.append(vertices[0])
            codes.append(int(Outline.CLOSEPOLY))
            continue
        x, y = vertices[-1] if sign.islower() else (0.0, 0.0)
        if sign in "Vv":  # a line straight down or up
            vertices.append((vertices[-1][0], y + float(next(waiting))))
            codes.append(int(Outline.LINETO))
            continue
        count, code = kinds[sign.upper()]
        for _point in range(count):
            vertices.append((x + float(next(waiting)), y + float(next(waiting))))
            codes.append(int(code))
    return Outline(vertices, codes)
