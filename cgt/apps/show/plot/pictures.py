"""SVG pictures of positions and tables as PNG, by matplotlib: the few shapes that the games draw with."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from cgt.apps.show.plot.axes import figure_of, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

SCALE = 2
"""Pixels of the PNG for each of the SVG."""

_PATH = re.compile(r"[MLQCcZz]|-?\d+(?:\.\d+)?", re.ASCII)
_NAMED = {"currentColor": "#222222", "Canvas": "#ffffff", None: "#000000"}


def png_of(svg: str) -> bytes:
    """The picture as PNG on white ground, two pixels for each of the SVG's.

    Raises:
        MissingExtraError: matplotlib, in the extra `plot`, is not installed.

    >>> import cgt
    >>> from cgt.core.card import picture_of
    >>> png_of(picture_of(cgt.games.Nim().position(3)))[1:4]
    b'PNG'
    """
    root = ET.fromstring(svg)  # noqa: S314 - our own pictures, without entities
    left, top, width, height = map(float, root.get("viewBox", "0 0 100 100").split())
    axes = new_axes(width / 100, height / 100)
    axes.set_axis_off()
    axes.set_xlim(left, left + width)
    axes.set_ylim(top + height, top)
    figure = figure_of(axes)
    figure.set_layout_engine("none")
    axes.set_position((0, 0, 1, 1))
    for element in root.iter():
        _draw(axes, element.tag.rpartition("}")[2], dict(element.attrib), element.text or "")
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=100 * SCALE, facecolor="white")
    return buffer.getvalue()


def _draw(axes: Axes, tag: str, given: dict[str, str], text: str) -> None:
    from matplotlib import patches

    def number(name: str) -> float:
        return float(given.get(name, "0"))

    look: dict[str, Any] = {
        "facecolor": _colour(given.get("fill")),
        "edgecolor": _colour(given.get("stroke", "none")),
        "linewidth": float(given.get("stroke-width", "1")) * 0.72,
        "linestyle": (0, (4, 3)) if "stroke-dasharray" in given else "solid",
    }
    if tag == "rect":
        axes.add_patch(patches.Rectangle((number("x"), number("y")), number("width"), number("height"), **look))
    elif tag == "circle":
        axes.add_patch(patches.Circle((number("cx"), number("cy")), number("r"), **look))
    elif tag == "line":
        axes.plot(
            [number("x1"), number("x2")],
            [number("y1"), number("y2")],
            color=look["edgecolor"],
            linewidth=look["linewidth"],
        )
    elif tag == "path":
        axes.add_patch(patches.PathPatch(_path(given.get("d", "")), **look))
    elif tag == "text":
        anchor = {"middle": "center", "end": "right"}.get(given.get("text-anchor", ""), "left")
        size = float(given.get("font-size", "13")) * 0.72
        axes.text(number("x"), number("y"), text, color=look["facecolor"], fontsize=size, ha=anchor, va="baseline")


def _colour(name: str | None) -> str:
    return _NAMED.get(name, name or "none")


def _path(text: str) -> Path:
    """A path of moves, lines and curves, as the pictures have it."""
    from matplotlib.path import Path

    kinds = {
        "M": (1, Path.MOVETO),
        "L": (1, Path.LINETO),
        "Q": (2, Path.CURVE3),
        "C": (3, Path.CURVE4),
        "c": (3, Path.CURVE4),
    }
    vertices: list[tuple[float, float]] = []
    codes: list[int] = []
    waiting = iter(_PATH.findall(text))
    for sign in waiting:
        if sign in "Zz":
            vertices.append(vertices[0])
            codes.append(int(Path.CLOSEPOLY))
            continue
        count, code = kinds[sign]
        x, y = vertices[-1] if sign == "c" else (0.0, 0.0)
        for _point in range(count):
            vertices.append((x + float(next(waiting)), y + float(next(waiting))))
            codes.append(int(code))
    return Path(vertices, codes)
