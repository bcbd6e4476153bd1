"""A lesson as PDF, with the extra `lesson` (fpdf2): the same parts as the page, in the same order."""

from __future__ import annotations

import re
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.errors import MissingExtraError

if TYPE_CHECKING:
    from fpdf import FPDF

    from cgt.apps.lessons.lesson import Lesson
    from cgt.apps.lessons.table import Table

_SIZE = {"title": 18, "heading": 13, "text": 11, "small": 9, "wall": 26}
_WIDTH = 174  # millimetres between the margins of A4
_TALLEST = 140  # what text leaves a picture on the page for the wall
_SCALES = (1.0, 0.9, 0.8, 0.7)


def check_pdf() -> None:
    """Make sure, before the work, that PDF can be written; raises `MissingExtraError`."""
    if find_spec("fpdf") is None or find_spec("matplotlib") is None:
        raise MissingExtraError(_("PDF needs fpdf2 and matplotlib's fonts: pip install 'cgt-impartial[lesson]'"))


def lesson_pdf(lesson: Lesson) -> bytes:
    """The lesson as the bytes of a PDF file; raises `MissingExtraError` without the extra `lesson`."""
    check_pdf()
    pdf = _document(lesson.title)
    _sheet(pdf, lesson)
    _key(pdf, lesson)
    _wall(pdf, lesson)
    return bytes(pdf.output())


def _document(title: str) -> FPDF:
    import matplotlib as mpl
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_margins(18, 18)
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.set_title(title)
    # A font with the signs of mathematics that may be handed on: the one that matplotlib carries.
    fonts = Path(mpl.get_data_path(), "fonts", "ttf")
    pdf.add_font("DejaVu", "", fonts / "DejaVuSans.ttf")
    pdf.add_font("DejaVu", "B", fonts / "DejaVuSans-Bold.ttf")
    pdf.add_page()
    return pdf


def _text(pdf: FPDF, text: str, kind: str = "text", scale: float = 1.0) -> None:
    size = _SIZE[kind] * scale
    pdf.set_font("DejaVu", "B" if kind in {"title", "heading"} else "", size)
    pdf.set_x(pdf.l_margin)
    pdf.multi_cell(_WIDTH, size * 0.5, text, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(1.5 * scale)


def _picture(pdf: FPDF, svg: str | None, width: float) -> None:
    if svg is None:
        return
    from fpdf.svg import SVGObject

    svg = re.sub(r"<title>.*?</title>", "", svg)  # for readers of the page; fpdf complains of it
    drawn = SVGObject(svg)
    natural = (drawn.width or 300) * 25.4 / 96
    tall = (drawn.height or 60) * 25.4 / 96
    scale = min(width / natural, 1.0 if width < _WIDTH else width / natural, _TALLEST / tall)
    height = tall * scale
    if pdf.will_page_break(height):
        pdf.add_page()
    pdf.image(BytesIO(svg.encode()), x=pdf.l_margin, w=natural * scale)
    pdf.ln(2)


def _height(svg: str | None, width: float) -> float:
    """How many millimetres a picture takes that is at most so wide."""
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg or "")
    if found is None:
        return 0.0
    across, high = (float(size) * 25.4 / 96 for size in found.groups())
    return high * min(1.0, width / across)


def _sheet(pdf: FPDF, lesson: Lesson) -> None:
    _text(pdf, lesson.title, "title")
    _text(pdf, f"{_('Name')} ………………………………   {_('Class')} ……………   {_('Date')} ……………", "small")
    _text(pdf, lesson.rules)
    _picture(pdf, lesson.picture, 120)
    _text(pdf, _("From {position}: {moves}.").format(position=lesson.example, moves=lesson.first_moves))
    if lesson.table:
        _text(pdf, _("A table to fill in"), "heading")
        _text(pdf, _("Write W where the player to move wins, and L where that player loses."))
        _table(pdf, lesson.table, filled=False)
    _text(pdf, _("Exercises"), "heading")
    for number, exercise in enumerate(lesson.exercises, start=1):
        needed = _height(exercise.picture, 100) + 8 * exercise.level + 12  # a question stays with its picture and lines
        if pdf.will_page_break(needed):
            pdf.add_page()
        _text(pdf, f"{number}. {'★' * exercise.level}  {exercise.question}")
        _picture(pdf, exercise.picture, 100)
        for _line in range(exercise.level):
            pdf.ln(7)
            pdf.line(pdf.l_margin, pdf.get_y(), pdf.l_margin + _WIDTH, pdf.get_y())
        pdf.ln(4)


def _key(pdf: FPDF, lesson: Lesson) -> None:
    """The answers, small enough for one page where that can still be read."""
    pdf.add_page()
    for scale in _SCALES:
        with pdf.offset_rendering() as tried:
            _answers(tried, lesson, scale)
        if not tried.page_break_triggered:
            break
    _answers(pdf, lesson, scale)


def _wall(pdf: FPDF, lesson: Lesson) -> None:
    pdf.add_page()
    _text(pdf, lesson.rules, "wall")
    _picture(pdf, lesson.picture, _WIDTH)
    _text(pdf, f"{lesson.example}\n{_('Who wins?')}", "wall")


def _answers(pdf: FPDF, lesson: Lesson, scale: float) -> None:
    _text(pdf, _("Answers"), "title", scale)
    if lesson.table:
        _table(pdf, lesson.table, filled=True, scale=scale)
    for number, exercise in enumerate(lesson.exercises, start=1):
        _text(pdf, f"{number}. {exercise.position}" + _(": ") + exercise.answer, "text", scale)
        _text(pdf, exercise.reason, "small", scale)
    if lesson.strategy:
        _text(pdf, _("How to know it"), "heading", scale)
        _text(pdf, f"{lesson.example}" + _(": ") + str(lesson.strategy), "text", scale)
    if lesson.references:
        _text(pdf, _("To read on"), "heading", scale)
        for reference in lesson.references:
            _text(pdf, reference, "small", scale)


def _table(pdf: FPDF, table: Table, *, filled: bool, scale: float = 1.0) -> None:
    if table.axes:
        _text(pdf, table.axes, "small", scale)
    pdf.set_font("DejaVu", "", _SIZE["text"] * scale)
    with pdf.table(
        width=_WIDTH,
        text_align="CENTER",
        line_height=_SIZE["text"] * 0.6 * scale,
        first_row_as_headings=False,
    ) as drawn:
        for cells in table.lines(filled=filled):
            line = drawn.row()
            for cell in cells:
                line.cell(cell or " ")
    pdf.ln(3)
