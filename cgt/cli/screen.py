"""What the terminal gets: results on stdout, as text or JSON, and one line on stderr for what went wrong."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NoReturn

from rich.console import Console, RenderableType
from rich.text import Text

from cgt.errors import clipped
from cgt.files.sheet import Sheet, check_target

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path


class _Console(Console):
    """A console that never wraps lines, and leaves a broken pipe to the application."""

    def on_broken_pipe(self) -> NoReturn:
        """Raise instead of leaving."""
        raise BrokenPipeError


def show(
    result: Sheet | Mapping[str, object] | Sequence[object],
    text: RenderableType,
    *,
    as_json: bool,
    output: Path | None = None,
    wrap: bool = False,
) -> None:
    """Print a result, as JSON or as its text for a person, wrapped at the terminal's width if asked.

    With `output` it goes into that file, and nothing is printed; see `check_output`.
    """
    sheet = result if isinstance(result, Sheet) else Sheet(result)
    if output is not None:
        sheet.save(output)
    elif as_json:
        is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
        sys.stdout.write(json.dumps(sheet.record, ensure_ascii=not is_unicode) + "\n")
    elif isinstance(text, str):
        sys.stdout.write(f"{text}\n" if text else "")  # an empty list is no line at all
    else:
        _Console(highlight=False, soft_wrap=not wrap).print(text)


def check_output(output: Path | None, suffixes: Collection[str] = (".json",)) -> None:
    """Refuse, before the work begins, a file that cannot be written or whose suffix names no format of the result."""
    if output is not None:
        check_target(output, suffixes)


def has_colour() -> bool:
    """Whether stdout shows colours: a terminal, unless `NO_COLOR` is set."""
    console = _Console()
    return console.is_terminal and not console.no_color


def complain(message: object, code: int) -> int:
    """Say what is wrong in one line on stderr; gives back the exit code."""
    line = Text.assemble(("cgt: ", "bold red"), clipped(" ".join(str(message).split())))
    _Console(stderr=True, highlight=False, soft_wrap=True).print(line)
    return code
