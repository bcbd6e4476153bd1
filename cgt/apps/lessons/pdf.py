"""A lesson as tagged PDF, with the extra `lesson` (Typst, which brings its fonts): the same pages as the HTML."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import attrs

from cgt.apps.lessons.blocks import Picture, Text
from cgt.apps.lessons.pages import pages_of
from cgt.core.language import _
from cgt.errors import MissingExtraError, OutputError

if TYPE_CHECKING:
    from cgt.apps.lessons.lesson import Lesson

_TEMPLATE = Path(__file__).with_name("lesson.typ")
_SIZE = re.compile(r'<svg[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"')


def check_pdf() -> None:
    """Make sure, before the work, that PDF can be written; raises `MissingExtraError`."""
    if find_spec("typst") is None:
        raise MissingExtraError(_("PDF needs Typst: pip install 'cgt-impartial[lesson]'"))


def lesson_pdf(lesson: Lesson, language: str = "en") -> bytes:
    """The lesson as the bytes of a PDF file.

    Raises:
        MissingExtraError: without the extra `lesson`.
        OutputError: a picture cannot be set.

    The template gets the lesson as data; its root is an empty folder, and it asks nothing of the network.
    """
    check_pdf()
    import typst

    content = {
        "title": lesson.title,
        "language": language,
        "name": f"{_('Name')} …………………………   {_('Class')} ………   {_('Date')} …………",
        "pages": [
            {"kind": page.kind, "title": page.title, "columns": _plain(page.columns)} for page in pages_of(lesson)
        ],
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
    """A block as JSON can hold it, with the kind of each, pictures with their size, and texts with their gaps."""
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if not attrs.has(type(value)):
        return value
    plain = {"kind": type(value).__name__, **{name: _plain(one) for name, one in _fields(value)}}
    if isinstance(value, Text):
        plain["runs"] = [{"text": text, "gap": gap} for text, gap in value.runs]
    if isinstance(value, Picture):
        found = _SIZE.search(value.svg)
        plain["width"], plain["height"] = map(float, found.groups()) if found else (300.0, 60.0)
    return plain


def _fields(value: object) -> list[tuple[str, object]]:
    return list(attrs.asdict(value, recurse=False).items())  # type: ignore[arg-type]  # any block will do
