"""What the terminal gets: results on stdout, as text or JSON, and one line on stderr for what went wrong."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NoReturn

from rich.console import Console, RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class _Console(Console):
    """A console that never wraps lines, and leaves a broken pipe to the application."""

    def on_broken_pipe(self) -> NoReturn:
        """Raise instead of leaving."""
        raise BrokenPipeError


def show(
    record: Mapping[str, object] | Sequence[object], text: RenderableType, *, as_json: bool, wrap: bool = False
) -> None:
    """Print a result: the record as JSON, or its text for a person, wrapped at the terminal's width if asked."""
    if as_json:
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
    else:
        _Console(highlight=False, soft_wrap=not wrap).print(text)


def complain(message: object, code: int) -> int:
    """Say what is wrong in one line on stderr; gives back the exit code."""
    line = Text("cgt: ", style="bold red")
    line.append(" ".join(str(message).split()), style="default")
    _Console(stderr=True, highlight=False, soft_wrap=True).print(line)
    return code
