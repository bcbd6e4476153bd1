"""What the terminal gets: results on stdout, as text or JSON, and one line on stderr for what went wrong."""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from cgt.errors import clipped, visible
from cgt.files.sheet import Sheet, check_target, versioned

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path


NARROWEST = 20
"""Columns of the narrowest screen that is written for."""

_VISIBLE_JSON = re.compile("[\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufeff]")


class Screen(Console):
    """A console that shows what moves a cursor as text, is never narrower than a word, and raises for a broken pipe."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = True) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=soft_wrap)
        if self.width < NARROWEST:  # COLUMNS may say anything
            self.width = NARROWEST

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is to be shown, every text of it made visible."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)

    def on_broken_pipe(self) -> NoReturn:
        """Raise instead of leaving."""
        raise BrokenPipeError


def show(
    result: Sheet | Mapping[str, object],
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
        sys.stdout.write(_json(sheet.record, sys.stdout))
    elif isinstance(text, str):
        sys.stdout.write(f"{visible(text)}\n" if text else "")  # an empty list is no line at all
    else:
        Screen(soft_wrap=not wrap).print(text)


def _json(record: Mapping[str, object], stream: TextIO) -> str:
    """One line of JSON that a stream can take."""
    is_unicode = (stream.encoding or "").lower().startswith("utf")
    text = json.dumps(versioned(record), ensure_ascii=not is_unicode)
    return _VISIBLE_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def check_output(output: Path | None, suffixes: Collection[str] = (".json",)) -> None:
    """Refuse, before the work begins, a file that cannot be written or whose suffix names no format of the result."""
    if output is not None:
        check_target(output, suffixes)


def has_colour() -> bool:
    """Whether stdout shows colours: a terminal, unless `NO_COLOR` is set."""
    console = Screen()
    return console.is_terminal and not console.no_color


def complain(message: object, code: int, kind: str, *, as_json: bool = False) -> int:
    """Say what is wrong in one line on stderr, under `--json` as an object; gives back the exit code.

    The object has one field beside `schema`: `error`, with its `kind`, `message` and `exit_code`; or `warning`, where
    the code is 0.
    """
    text = clipped(" ".join(str(message).split()))
    with suppress(OSError):  # nobody can be told that nobody can be told
        if as_json:
            told = {"kind": kind, "message": text}
            record = {"error": {**told, "exit_code": code}} if code else {"warning": told}
            sys.stderr.write(_json(record, sys.stderr))
        else:
            Screen(stderr=True).print(Text.assemble(("cgt: ", "bold red"), text))
        sys.stderr.flush()
    return code
