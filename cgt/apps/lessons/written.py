"""Lessons as files: one HTML page that stands alone and prints well, or tagged PDF.

PDF is set by Typst, of the extra `lesson`, which brings its fonts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import attrs

from cgt.apps.lessons.lesson_pages import Block, Grid, Heading, Page, Pictures, Space, Task, Tasks, Text, pages_of
from cgt.apps.lessons.pictures import Picture
from cgt.apps.show.documents import page
from cgt.core.card import html
from cgt.core.language import _
from cgt.core.plugins import installed
from cgt.errors import MissingExtraError, OutputError

if TYPE_CHECKING:
    from cgt.apps.lessons.lesson import Lesson

_STYLE, _TEMPLATE = (Path(__file__).with_name(f"lesson.{kind}") for kind in ("css", "typ"))
"""The looks of the page, and of the PDF."""

PAPERS: Mapping[str, tuple[str, str]] = {"a4": ("a4", "297mm"), "letter": ("us-letter", "279mm")}
"""The kinds of paper by name: Typst's name, and the height."""


def lesson_html(lesson: Lesson, language: str = "en", paper: str = "a4") -> str:
    """The lesson as one self-contained HTML page, to be printed on `paper`, "a4" or "letter".

    >>> import cgt
    >>> from cgt.apps.lessons import lesson
    >>> lesson_html(lesson(cgt.games.Nim())).startswith("<!doctype html>")
    True
    """
    style = _STYLE.read_text(encoding="utf-8").replace("PAPER", paper).replace("HEIGHT", PAPERS[paper][1])
    return page(lesson.title, style, "\n".join(map(_page, pages_of(lesson))), language)


def _page(page: Page) -> str:
    name = f'<p class="meta">{_("Name")} ………………………… {_("Class")} …………… {_("Date")} ……………</p>'
    head = f"<h1>{html(page.title)}</h1>" + (name if page.kind == "sheet" else "")
    return f'<section class="{page.kind}">{head}{"".join(map(_block, page.blocks))}</section>'


def _block(block: Block) -> str:
    match block:
        case Text():
            return _text(block)
        case Heading(text):
            return f"<h2>{html(text)}</h2>"
        case Pictures(pictures, between, large, _low):
            way = f"<i>→ {html(between)} →</i>" if between else ""
            figures = [f"<figure>{one.svg}</figure>" for one in pictures[: 1 if large else None]]
            return f'<div class="pictures">{way.join(figures)}</div>'
        case Grid():
            return _grid(block)
        case Tasks(tasks):
            style = f"--across: {block.across}; --room: {block.room}"
            return f'<div class="tasks" style="{style}">{"".join(map(_task, tasks))}</div>'
        case Space(least):
            return f'<div class="space" style="--least: {least}"></div>'


def _text(text: Text) -> str:
    filled = '<b class="filled">{}</b>'.format if text.filled else lambda _gap: '<span class="gap">&nbsp;</span>'
    result = "".join(filled(html(run)) if gap else html(run) for run, gap in text.runs)
    number = f"<b>{text.number}.</b> " if text.number else ""
    return f"<p>{number}{f'<small>{result}</small>' if text.small else result}</p>"


def _task(task: Task) -> str:
    pictures = "".join(picture.svg for picture in task.pictures)
    drawn = f'<div class="drawn" style="--high: {task.size[1]:.0f}px">{pictures}</div>'
    lines = '<div class="line"></div>' * task.lines
    return f'<div class="task"><div><b>{task.number}.</b> {html(task.question)}</div>{drawn}{lines}</div>'


def _grid(grid: Grid) -> str:
    head, *lines = grid.lines
    rows = ["".join(f"<th>{html(cell)}</th>" if cell else "<td></td>" for cell in head)]
    for line in lines:
        side = f"<th>{html(line[0])}</th>" if grid.side else ""
        rows.append(side + "".join(f"<td>{html(cell)}</td>" for cell in line[bool(side) :]))
    kind = ' class="wide"' if grid.wide else ""
    return (
        f'<div class="scroll" tabindex="0"><table{kind}>'
        + "".join(f"<tr>{row}</tr>" for row in rows)
        + "</table></div>"
    )


REMEMBERED = 10
"""The number of documents for which Typst keeps its results, 200 MB a lesson: empty documents displace them."""


def check_pdf() -> None:
    """Check, before the work, that PDF can be written; raises `MissingExtraError`."""
    if not installed("typst"):
        raise MissingExtraError(_("PDF needs Typst: pip install 'cgt-impartial[lesson]'"))


def lesson_pdf(lesson: Lesson, language: str = "en", paper: str = "a4") -> bytes:
    """The lesson as the bytes of a PDF file, on `paper`, "a4" or "letter".

    Raises:
        MissingExtraError: without the extra `lesson`.
        OutputError: a picture cannot be set.

    The template gets the lesson as data; its root is an empty folder, and it asks nothing of the network.
    """
    check_pdf()
    again = "typst" in sys.modules
    import typst

    for _turn in range(REMEMBERED + 1 if again else 0):
        typst.compile(b"-", ignore_system_fonts=True)
    content = {
        "title": lesson.title,
        "language": language,
        "paper": PAPERS[paper][0],
        "name": f"{_('Name')} …………………………   {_('Class')} ………   {_('Date')} …………",
        "pages": [{"kind": page.kind, "title": page.title, "blocks": _plain(page.blocks)} for page in pages_of(lesson)],
    }
    with TemporaryDirectory() as folder:
        compiler = typst.Compiler(
            _TEMPLATE.read_bytes(),
            root=folder,
            ignore_system_fonts=True,
            sys_inputs={"lesson": json.dumps(content)},
        )
        file = Path(folder, "lesson.pdf")
        try:
            compiler.compile(output=file, pdf_standards="ua-1")
        except typst.TypstError as error:  # a picture of a user's own game that is no SVG, or that asks for a file
            raise OutputError(_("the lesson could not be set: {error}").format(error=error.message)) from error
        return file.read_bytes()


def _plain(value: object) -> object:
    """A block as JSON-ready data, with the kind of each, sizes of pictures, and gaps of texts."""
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if not attrs.has(type(value)):
        return value
    fields = attrs.asdict(value, recurse=False)  # type: ignore[arg-type]  # any block will do
    plain = {"kind": type(value).__name__, **{name: _plain(one) for name, one in fields.items()}}
    if isinstance(value, Text):
        plain["runs"] = [{"text": text, "gap": gap} for text, gap in value.runs]
    if isinstance(value, Tasks):
        plain["across"] = value.across
    if isinstance(value, Picture):
        plain["width"], plain["height"] = value.size
    return plain
