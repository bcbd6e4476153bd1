"""The terminal with colours, by rich; loaded only where stdout or stderr is a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from cgt.errors import visible

NARROWEST, WIDEST = 20, 1_000
"""Columns of the narrowest and the widest screen that is written for."""

_SPACE, _KEPT = "\u00a0", "\ue000"
"""The space at which no line is broken, and a private character in its place: rich breaks lines at each space."""


class Screen(Console):
    """A console that escapes control characters, is never narrower than a word, and raises for a broken pipe.

    A line is never broken at a space that forbids it, as before a French colon.
    """

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = True) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=soft_wrap)
        if not NARROWEST <= self.width <= WIDEST:  # COLUMNS may say anything
            self.width = min(max(self.width, NARROWEST), WIDEST)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The lines to print, with control characters escaped in every text."""
        if isinstance(renderable, str):
            renderable = renderable.replace(_SPACE, _KEPT)
        elif isinstance(renderable, Text) and _SPACE in renderable.plain:
            renderable = renderable.copy()
            renderable.plain = renderable.plain.replace(_SPACE, _KEPT)
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text.replace(_KEPT, _SPACE)), style, control)

    def on_broken_pipe(self) -> NoReturn:
        """Raise instead of leaving."""
        raise BrokenPipeError
