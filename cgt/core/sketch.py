"""Sketches: drawings of a position, as a picture and as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

LONGEST_TITLE = 300
"""The longest title of a picture."""


class Sketch(Protocol):
    """A drawing of one state, such as a board or a graph."""

    def svg(self, *, title: str = "") -> str | None:
        """The SVG picture; None where it is empty or too large to draw."""
        ...

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """Lines of text, of plain ASCII signs if need be; empty where there is no room."""
        ...


@runtime_checkable
class RowOfSketches(Sketch, Protocol):
    """A sketch that can be drawn beside others of its kind, as one drawing of a sum."""

    def beside(self, others: Sequence[Sketch], /) -> Sketch | None:
        """One sketch of this one and the others after it, in order; None where one of them is drawn in another way."""
        ...


@runtime_checkable
class Sketched(Protocol):
    """A position that can be drawn."""

    def title(self) -> str:
        """The title of its picture."""
        ...

    def sketch(self) -> Sketch | None:
        """The drawing; None where there is none."""
        ...


def sketch_of(position: object) -> Sketch | None:
    """The drawing of a position, where its game gives one."""
    return position.sketch() if isinstance(position, Sketched) else None


def picture_of(position: object) -> str | None:
    """The position as an SVG picture, where its game draws one.

    >>> import cgt
    >>> picture_of(cgt.games.Nim().position(3)).startswith("<svg")
    True
    """
    if not isinstance(position, Sketched):
        return None
    sketch = position.sketch()
    return sketch.svg(title=position.title()[:LONGEST_TITLE]) if sketch else None


def drawing_of(position: object, *, width: int = 72, plain: bool = False) -> str:
    """The position as lines of text, of plain ASCII signs if need be; empty where there is nothing to draw.

    >>> import cgt
    >>> print(drawing_of(cgt.games.Nim().position(3, 5), plain=True))
    1  |||  3
    2  |||||  5
    """
    sketch = sketch_of(position)
    return sketch.text(width=width, plain=plain) if sketch else ""
