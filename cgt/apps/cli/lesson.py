"""`cgt lesson`: a sheet with exercises and their answers, for a class."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import WHOLE, Json, Misere, RulesetText, convention_of
from cgt.apps.cli.screen import show
from cgt.core.language import _, active_language
from cgt.errors import OutputError

SUFFIXES = (".html", ".pdf")


def lesson(
    ruleset: RulesetText,
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The file: .html or .pdf.")],
    level: Annotated[int, WHOLE, Parameter(help="1: find the secret; 2: prove it, and add games up.")] = 1,
    seed: Annotated[int, WHOLE, Parameter(help="Chooses other exercises.")] = 0,
    misere: Misere = False,
    as_json: Json = False,
) -> None:
    """Write a lesson: a double page for the class, its key, a page for the teacher and one for the wall.

    Example: cgt lesson "takeaway(2n)" -o lesson.html
    Example: cgt lesson kayles --level 2 --lang fr -o lecon.pdf
    """
    from cgt.apps.lessons.lesson import lesson as made
    from cgt.apps.lessons.written import check_pdf, lesson_html, lesson_pdf
    from cgt.core.atomic import check_writable, replacing
    from cgt.families.registry import parse_ruleset

    suffix = output.suffix.lower()
    if suffix not in SUFFIXES:
        raise OutputError(_("{output}: the suffix names the format, .html or .pdf").format(output=output))
    check_writable(output)
    if suffix == ".pdf":
        check_pdf()
    sheet = made(parse_ruleset(ruleset), convention_of(misere=misere), level=level, seed=seed)
    content = (
        lesson_pdf(sheet, active_language()) if suffix == ".pdf" else lesson_html(sheet, active_language()).encode()
    )
    with replacing(output) as file:
        file.write(content)
    show(
        {"ruleset": ruleset, "file": str(output), "exercises": len(sheet.exercises)},
        _("wrote {file}").format(file=output),
        as_json=as_json,
    )
