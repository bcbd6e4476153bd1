"""A lesson as PDF, with the extra `lesson` (fpdf2): the same parts as the page, in the same order."""

from __future__ import annotations

import re
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cgt.errors import MissingExtraError
from cgt.language import _

if TYPE_CHECKING:
    from fpdf import FPDF

    from cgt.lessons.lesson import Lesson

_SIZE = {"title": 18, "heading": 13, "text": 11, "small": 9, "wall": 26}
_WIDTH = 174  # millimetres between the margins of A4


def check_pdf() -> None:
    """Make sure, before the work, that PDF can be written; raises `MissingExtraError`."""
    if find_spec("fpdf") is None or find_spec("matplotlib") is None:
        raise MissingExtraError("PDF needs fpdf2 and matplotlib's fonts: pip install 'cgt-impartial[lesson]'")


def lesson_pdf(lesson: Lesson) -> bytes:
    """The lesson as the bytes of a PDF file; raises `MissingExtraError` without the extra `lesson`."""
    check_pdf()
    pdf = _document(lesson.title)
    _sheet(pdf, lesson)
    _key(pdf, lesson)
    pdf.add_page()
    _text(pdf, lesson.rules, "wall")
    _picture(pdf, lesson.picture, _WIDTH)
    _text(pdf, f"{lesson.example}\n{_('Who wins?')}", "wall")
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


def _text(pdf: FPDF, text: str, kind: str = "text") -> None:
    pdf.set_font("DejaVu", "B" if kind in {"title", "heading"} else "", _SIZE[kind])
    pdf.set_x(pdf.l_margin)
    pdf.multi_cell(_WIDTH, _SIZE[kind] * 0.5, text, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(1.5)


def _picture(pdf: FPDF, svg: str | None, width: float) -> None:
    if svg is None:
        return
    from fpdf.svg import SVGObject

    svg = re.sub(r"<title>.*?</title>", "", svg)  # for readers of the page; fpdf complains of it
    drawn = SVGObject(svg)
    natural = (drawn.width or 300) * 25.4 / 96
    scale = min(width / natural, 1.0 if width < _WIDTH else width / natural)
    height = (drawn.height or 60) * 25.4 / 96 * scale
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
        _table(pdf, lesson, ("",) * len(lesson.table))
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
    pdf.add_page()
    _text(pdf, _("Answers"), "title")
    if lesson.table:
        _table(pdf, lesson, tuple(_("W") if wins else _("L") for wins in lesson.table_key))
    for number, exercise in enumerate(lesson.exercises, start=1):
        _text(pdf, f"{number}. {exercise.position}" + _(": ") + exercise.answer)
        _text(pdf, exercise.reason, "small")
    if lesson.strategy:
        _text(pdf, _("How to know it"), "heading")
        _text(pdf, f"{lesson.example}" + _(": ") + str(lesson.strategy))
    if lesson.references:
        _text(pdf, _("To read on"), "heading")
        for reference in lesson.references:
            _text(pdf, reference, "small")


def _table(pdf: FPDF, lesson: Lesson, row: tuple[str, ...]) -> None:
    pdf.set_font("DejaVu", "", _SIZE["text"])
    with pdf.table(width=_WIDTH, text_align="CENTER", first_row_as_headings=False) as table:
        for cells in (lesson.table, row):
            line = table.row()
            for cell in cells:
                line.cell(cell or " ")
    pdf.ln(3)
