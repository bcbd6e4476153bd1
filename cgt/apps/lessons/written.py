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

_TEMPLATE = Path(__file__).with_name("lesson.typ")

_STYLE = """
body { font: 12pt/1.4 Georgia, serif; margin: 0 auto; max-width: 46rem; padding: 0 1rem; }
body { background: #fff; color: #222; }
h1, h2, th, .meta { font-family: system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: .3rem 0; } h2 { font-size: 1.05rem; margin: .9rem 0 .3rem; break-after: avoid; }
p { margin: .35rem 0; } small, .meta { color: #555; } small { display: block; }
svg { max-width: 100%; height: auto; max-height: 11rem; } figure { margin: 0; }
.pictures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: center; margin: .5rem 0; }
.scroll { overflow-x: auto; break-inside: avoid; } table { border-collapse: collapse; margin: .4rem 0; width: 100%; }
td, th { border: 1px solid #777; padding: .2rem .1rem; text-align: center; min-width: 1.3rem; height: 1.2em; }
.key .space { min-height: 5.4rem; } .wide td, .wide th { padding: .25rem .4rem; text-align: left; vertical-align: top; }
th { background: #eee; font-size: .9em; }
.tasks { display: grid; gap: .6rem 1.2rem; }
.tasks { grid-template-columns: repeat(auto-fill, minmax(min(100%, 36rem / var(--across) - 1.2rem), 1fr)); }
.task { border: 1px solid #bbb; border-radius: .4rem; break-inside: avoid; padding: .4rem .6rem; }
.task { display: flex; flex-direction: column; } .task > div:nth-of-type(1) { flex: 1; }
.task svg { max-height: 6.5rem; }
.line { border-bottom: 1px dotted #777; height: 1.6rem; }
.space { flex: 1; min-height: calc(1.8rem * var(--least)); }
.space { background: repeating-linear-gradient(#0000 0 1.7rem, #888 1.7rem calc(1.7rem + 1px)); }
.gap { border-bottom: 1px solid #333; display: inline-block; min-width: 5.5em; }
b.filled { color: #a3162f; }
section { display: flex; flex-direction: column; padding: 1rem 0 2rem; border-bottom: 1px solid #ccc; }
.key { display: block; columns: 20rem; column-gap: 2rem; } .key svg { max-height: 5.5rem; }
.key h1, .key .space, .key h2:last-of-type { column-span: all; }
.wall { font-size: 1.9rem; text-align: center; min-height: 90vh; justify-content: center; }
.wall svg { width: 80%; max-height: 24rem; } .wall .pictures { justify-content: center; } .wall figure { width: 100%; }
@page { size: PAPER; margin: 14mm; } @page wall { size: PAPER landscape; }
@media print {
  body { max-width: none; padding: 0; font-size: 9.5pt; line-height: 1.25; }
  h1 { font-size: 15pt; } h2 { margin: .5rem 0 .1rem; } p { margin: .15rem 0; } td, th { padding-block: .05rem; }
  svg { max-height: 22mm; } .task svg { max-height: 15mm; }
  .pictures { flex-wrap: nowrap; } .tasks { gap: .3rem .6rem; } .task { padding-block: .1rem; }
  .line { height: 1.2rem; } .scroll { overflow: visible; }
  section { break-before: page; border: 0; padding: 0; min-height: calc(HEIGHT - 35mm); box-sizing: border-box; }
  section:first-of-type { break-before: auto; } .key { min-height: 0; }
  .wall { page: wall; min-height: 175mm; font-size: 1.7rem; } .wall svg { max-height: 75mm; }
}
"""


PAPERS: Mapping[str, tuple[str, str]] = {"a4": ("a4", "297mm"), "letter": ("us-letter", "279mm")}
"""The kinds of paper by name: Typst's name, and the height."""


def lesson_html(lesson: Lesson, language: str = "en", paper: str = "a4") -> str:
    """The lesson as one self-contained HTML page, to be printed on `paper`, "a4" or "letter".

    >>> import cgt
    >>> from cgt.apps.lessons import lesson
    >>> lesson_html(lesson(cgt.games.Nim())).startswith("<!doctype html>")
    True
    """
    style = _STYLE.replace("PAPER", paper).replace("HEIGHT", PAPERS[paper][1])
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
            return f'<div class="tasks" style="--across: {block.across}">{"".join(map(_task, tasks))}</div>'
        case Space(least):
            return f'<div class="space" style="--least: {least}"></div>'


def _text(text: Text) -> str:
    filled = '<b class="filled">{}</b>'.format if text.filled else lambda _gap: '<span class="gap">&nbsp;</span>'
    result = "".join(filled(html(run)) if gap else html(run) for run, gap in text.runs)
    number = f"<b>{text.number}.</b> " if text.number else ""
    return f"<p>{number}{f'<small>{result}</small>' if text.small else result}</p>"


def _task(task: Task) -> str:
    drawn = "".join(picture.svg for picture in task.pictures)
    lines = '<div class="line"></div>' * task.lines
    return f'<div class="task"><div><b>{task.number}.</b> {html(task.question)}<div>{drawn}</div></div>{lines}</div>'


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
