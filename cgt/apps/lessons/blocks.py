"""What a page of a lesson is made of: plain data, which the writers of HTML and of PDF set in their own way."""

from __future__ import annotations

import re
from typing import TypeAlias

import attrs

_GAP = re.compile(r"\[\[(.*?)\]\]")


@attrs.frozen
class Text:
    """A paragraph; what stands in double brackets is a gap on a sheet, and shown in the key.

    Attributes:
        text: what is said.
        filled: whether the gaps are filled.
        small: whether it is a remark.
        number: in front of it, or 0.

    >>> Text("12 is [[4]] times 3.").runs
    (('12 is ', False), ('4', True), (' times 3.', False))
    """

    text: str
    filled: bool = False
    small: bool = False
    number: int = 0

    @property
    def runs(self) -> tuple[tuple[str, bool], ...]:
        """The text in pieces, each with whether it belongs into a gap."""
        parts = _GAP.split(self.text)
        return tuple((part, bool(place % 2)) for place, part in enumerate(parts) if part)


@attrs.frozen
class Heading:
    """The title of a part of a page."""

    text: str


@attrs.frozen
class Picture:
    """An SVG picture, and what it shows in words."""

    svg: str
    alt: str


@attrs.frozen
class Pictures:
    """Pictures in a row, with a word on the way from each to the next; of a large one, the first alone."""

    pictures: tuple[Picture, ...]
    between: str = ""
    large: bool = False


@attrs.frozen
class Grid:
    """A table line by line; the first line and, if it says so, the first column are heads; `wide` is for prose."""

    lines: tuple[tuple[str, ...], ...]
    side: bool = False
    wide: bool = False


@attrs.frozen
class Task:
    """An exercise: its number, the position, pictures of it, and how many lines are left to write on."""

    number: int
    question: str
    pictures: tuple[Picture, ...]
    lines: int


@attrs.frozen
class Tasks:
    """Exercises side by side."""

    tasks: tuple[Task, ...]


@attrs.frozen
class Space:
    """Dotted lines to write on: they share what is left of the page, so that it is full."""

    least: int = 2


Block: TypeAlias = Text | Heading | Pictures | Grid | Tasks | Space


@attrs.frozen
class Page:
    """One page: what it is for (`sheet`, `key`, `teacher` or `wall`), its title, and its blocks by columns.

    A sheet has a line for the pupil's name; the wall is shown by a projector, large and across.
    """

    kind: str
    title: str
    columns: tuple[tuple[Block, ...], ...]
