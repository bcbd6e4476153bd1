"""Output on the terminal: results as text or JSON, errors in one line, progress; and files."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from operator import itemgetter
from typing import TYPE_CHECKING, TextIO, TypeAlias

import attrs

from cgt.core.language import _
from cgt.errors import clipped, visible

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType

    from cgt.apps.show.documents import Table
    from cgt.core.card import Card
    from cgt.store.oeis import Indexed

Styled: TypeAlias = "list[tuple[str, str]]"
"""A text in pieces, each with its style in rich's words, such as `bold red`; the empty style is none."""

_VISIBLE_JSON = "[\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufeff]"

COLUMNS = (".json", ".csv", ".csv.gz", ".parquet", ".tex")
"""The formats of columns of numbers."""

DOCUMENT = (".json", ".html", ".md", ".tex")
"""The formats of one result, to be read or to stand on a sheet of one's own."""

PICTURED = (*DOCUMENT, ".svg", ".png")
"""The formats of a result that has a picture."""

_FORCED = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""Variables by which one asks for what a terminal would get."""


@attrs.frozen
class Sheet:
    """A result that can be saved in several formats.

    Attributes:
        record: all of it, for JSON, where `schema` stands in front.
        columns: columns by name, all of one length, for CSV, Parquet and LaTeX; None where there are none.
        array: numbers, or rows of numbers of one length, for numpy; None for a result that is neither.
        terms: the terms of a sequence with their indices, for a b-file; None for a result that is no sequence.
        document: a card or a table to be read, for SVG, PNG, HTML, Markdown and LaTeX; None where there is none.
    """

    record: Mapping[str, object]
    columns: Mapping[str, Sequence[int] | Sequence[str]] | None = None
    array: Sequence[int] | Sequence[Sequence[int]] | None = None
    terms: Indexed | None = None
    document: Card | Table | None = None

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes of the formats in which this result can be saved."""
        parts: dict[str, object] = dict.fromkeys(COLUMNS, self.columns)
        parts |= {".json": self.record, ".npy": self.array, ".txt": self.terms}
        if self.document is not None:
            parts |= dict.fromkeys(PICTURED, self.document)
        return tuple(suffix for suffix, part in parts.items() if part is not None)

    def save(self, path: Path) -> None:
        r"""Save the file in the format of its suffix, whole or not at all.

        Raises:
            OutputError: the suffix names no format of this result, or the file cannot be written.
            MissingExtraError: the format needs a package that is not installed: PNG matplotlib, Parquet pyarrow.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from cgt.store.oeis import Indexed
        >>> with TemporaryDirectory() as folder:
        ...     target = Path(folder, "b000001.txt")
        ...     Sheet({}, terms=Indexed(1, [5, 7])).save(target)
        ...     target.read_text()
        '1 5\n2 7\n'
        """
        from cgt.core.atomic import replacing, suffix_of

        suffix = suffix_of(path, self.suffixes)
        with replacing(path) as file:
            file.write(self._content(suffix))

    def _content(self, suffix: str) -> bytes:
        from cgt.apps.show import documents

        if self.document is not None and suffix in PICTURED and suffix != ".json":
            if suffix != ".png":
                return documents.written(self.document, suffix).encode()
            from cgt.apps.show.plot.axes import png_of

            without_advice()
            return png_of(documents.written(self.document, ".svg"))
        if self.columns is not None and suffix in documents.COLUMN_SUFFIXES:
            return documents.columns_file(self.columns, suffix)
        if suffix == ".npy" and self.array is not None:
            from cgt.core.arrays import np

            content = io.BytesIO()
            np.save(content, np.asarray(self.array, dtype=np.int64), allow_pickle=False)
            return content.getvalue()
        if suffix == ".txt" and self.terms is not None:
            return self.terms.to_bfile().encode()
        return _json(self.record).encode()


def show(
    result: Sheet | Mapping[str, object],
    text: RenderableType | Styled,
    *,
    as_json: bool,
    output: Path | None = None,
    wrap: bool = False,
) -> None:
    """Print a result, as JSON or as its text for a person, wrapped at the terminal's width if asked.

    With `output` it goes into that file, and a line says so; see `check_output`.
    """
    sheet = result if isinstance(result, Sheet) else Sheet(result)
    if output is not None:
        sheet.save(output)
        show_written(output, as_json=as_json)
    elif as_json:
        sys.stdout.write(_visible_json(sheet.record, sys.stdout))
    elif not text:
        return  # an empty list is no line at all
    elif isinstance(text, str):
        sys.stdout.write(f"{visible(text)}\n")
    elif isinstance(text, list):
        _write(text, sys.stdout)
    else:
        from cgt.apps.cli.console import Screen

        Screen(soft_wrap=not wrap).print(text)


def show_written(output: Path, *, as_json: bool) -> None:
    """Print the name of a file that has been written."""
    show({"file": str(output)}, _("wrote {file}").format(file=output), as_json=as_json)


def _write(text: Styled, stream: TextIO) -> None:
    """Write pieces of text, with styles on a terminal."""
    if _is_plain(stream):
        stream.write(f"{visible(plain(text))}\n")
        return
    from rich.text import Text

    from cgt.apps.cli.console import Screen

    Screen(stderr=stream is sys.stderr).print(Text.assemble(*text))


def _is_plain(stream: TextIO) -> bool:
    """Whether the stream is no terminal, and no variable forces styles."""
    return not stream.isatty() and not _FORCED & os.environ.keys()


def plain(text: Styled) -> str:
    """The text without its styles.

    >>> plain([("losing", "bold red"), (": no", "")])
    'losing: no'
    """
    return "".join(map(itemgetter(0), text))


def _json(record: Mapping[str, object], *, ascii_only: bool = False) -> str:
    """One line of JSON."""
    import json

    from cgt.core.atomic import versioned

    return json.dumps(versioned(record), ensure_ascii=ascii_only) + "\n"


def _visible_json(record: Mapping[str, object], stream: TextIO) -> str:
    """One line of JSON that a stream can take."""
    text = _json(record, ascii_only=not (stream.encoding or "").lower().startswith("utf"))
    return re.sub(_VISIBLE_JSON, lambda match: f"\\u{ord(match[0]):04x}", text)


def check_output(output: Path | None, suffixes: Collection[str] = (".json",)) -> str | None:
    """The suffix of an output file, checked against the formats of the result; None without a file.

    Refused, before the work begins, is a file that cannot be written or has another suffix.
    """
    if output is None:
        return None
    from cgt.core.atomic import check_target

    return check_target(output, suffixes)


def has_colour() -> bool:
    """Whether stdout shows colours: a terminal, unless `NO_COLOR` is set."""
    if _is_plain(sys.stdout):
        return False
    from cgt.apps.cli.console import Screen

    console = Screen()
    return console.is_terminal and not console.no_color


def complain(message: object, code: int, kind: str, *, as_json: bool = False) -> int:
    """Print an error in one line on stderr, under `--json` as an object; return the exit code.

    The object has one field beside `schema`: `error`, with its `kind`, `message` and `exit_code`; or `warning`, where
    the code is 0.
    """
    text = clipped(" ".join(str(message).split()))
    with suppress(OSError):  # stderr is closed
        if as_json:
            problem = {"kind": kind, "message": text}
            record = {"error": {**problem, "exit_code": code}} if code else {"warning": problem}
            sys.stderr.write(_visible_json(record, sys.stderr))
        else:
            _write([("cgt: ", "bold red"), (text, "")], sys.stderr)
        sys.stderr.flush()
    return code


def without_advice() -> None:
    """Suppress matplotlib's warning that it cannot write in the user's home: it draws all the same.

    It makes a temporary folder, for this user alone, and takes it away in the end.
    """
    import logging

    logging.getLogger("matplotlib").setLevel(logging.ERROR)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A context manager with a callback `progress(done, total)` for a bar on stderr; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from cgt.apps.cli.console import Screen
    from cgt.core import progress

    with progress.progress_bar(what, Screen(stderr=True, soft_wrap=False)) as report:
        yield report


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show, after a second on a terminal, that work of unknown length goes on, and its time."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from cgt.apps.cli.console import Screen
    from cgt.core import progress

    columns = SpinnerColumn(), TextColumn(what, markup=False), TimeElapsedColumn()
    bar = Progress(*columns, console=Screen(stderr=True, soft_wrap=False), transient=True)
    bar.add_task(what, total=None)
    with progress.shown_late(bar):
        yield
