"""A lesson as one HTML page that prints well: the sheet, the key on a page of its own, and a page for the wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.card import html
from cgt.core.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.apps.lessons.lesson import Exercise, Lesson
    from cgt.apps.lessons.table import Table

_STYLE = """
body { font: 12pt/1.45 Georgia, serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }
body { background: #fff; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 1.6rem; }
h1, h2, .meta { font-family: system-ui, sans-serif; }
svg { max-width: 100%; height: auto; } .meta { color: #555; }
table { border-collapse: collapse; display: block; overflow-x: auto; } @media print { table { display: table; } }
td, th { border: 1px solid #777; padding: .35rem .6rem; text-align: center; min-width: 1.6rem; }
li { break-inside: avoid; margin: .7rem 0; } figure { margin: .6rem 0; }
.lines { border-bottom: 1px dotted #888; height: 1.7rem; }
.wall { font-size: 2.2rem; text-align: center; } .wall svg { width: 90%; }
.key { font-size: 10.5pt; line-height: 1.3; } .key li { margin: .4rem 0; } .key td, .key th { padding: .15rem .6rem; }
section.page { break-before: page; } @page { margin: 18mm; }
"""


def lesson_html(lesson: Lesson, language: str = "en") -> str:
    """The lesson as one self-contained page.

    >>> import cgt
    >>> from cgt.apps.lessons import lesson
    >>> lesson_html(lesson(cgt.games.Nim())).startswith("<!doctype html>")
    True
    """
    body = "\n".join(_body(lesson))
    return (
        f'<!doctype html>\n<html lang="{html(language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{html(lesson.title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _body(lesson: Lesson) -> Iterator[str]:
    yield f"<h1>{html(lesson.title)}</h1>"
    yield f'<p class="meta">{_("Name")} ………………………… {_("Class")} …………… {_("Date")} ……………</p>'
    yield f"<p>{html(lesson.rules)}</p>"
    if lesson.picture:
        yield f"<figure>{lesson.picture}</figure>"
    may = _("From {position}: {moves}.").format(position=lesson.example, moves=lesson.first_moves)
    yield f"<p>{html(may)}</p>"
    if lesson.table:
        yield f"<h2>{_('A table to fill in')}</h2>"
        yield f"<p>{_('Write W where the player to move wins, and L where that player loses.')}</p>"
        yield _table(lesson.table, filled=False)
    yield f"<h2>{_('Exercises')}</h2><ol>"
    for exercise in lesson.exercises:
        picture = f"<div>{exercise.picture}</div>" if exercise.picture else ""
        lines = '<div class="lines"></div>' * exercise.level
        yield f"<li>{html('★' * exercise.level)} {html(exercise.question)}{picture}{lines}</li>"
    yield "</ol>"
    yield f'<section class="page key"><h1>{_("Answers")}</h1>'
    if lesson.table:
        yield _table(lesson.table, filled=True)
    yield "<ol>" + "".join(map(_answer, lesson.exercises)) + "</ol>"
    if lesson.strategy:
        yield f"<h2>{_('How to know it')}</h2><p>{html(lesson.example)}{_(': ')}{html(lesson.strategy)}</p>"
    if lesson.references:
        yield (
            f"<h2>{_('To read on')}</h2><ul>" + "".join(f"<li>{html(one)}</li>" for one in lesson.references) + "</ul>"
        )
    yield "</section>"
    yield f'<section class="page wall"><p>{html(lesson.rules)}</p>{lesson.picture or ""}<p>{html(lesson.example)}</p>'
    yield f"<p>{_('Who wins?')}</p></section>"


def _answer(exercise: Exercise) -> str:
    return (
        f"<li>{html(exercise.position)}{_(': ')}{html(exercise.answer)}<br><small>{html(exercise.reason)}</small></li>"
    )


def _table(table: Table, *, filled: bool) -> str:
    lines = table.lines(filled=filled)
    rows = ["".join(f"<th>{html(cell)}</th>" for cell in lines[0])]
    for line in lines[1:]:
        head, cells = (f"<th>{html(line[0])}</th>", line[1:]) if table.rows else ("", line)
        rows.append(head + "".join(f"<td>{html(cell)}&nbsp;</td>" for cell in cells))
    axes = f'<p class="meta">{html(table.axes)}</p>' if table.axes else ""
    return axes + "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
