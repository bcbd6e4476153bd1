"""`cgt lesson` and `cgt web`: a lesson sheet for a class, and a page to play on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from cgt.apps.cli.options import COUNT, WHOLE, AsPlayed, Json, RulesetText, played_convention
from cgt.apps.cli.screen import show
from cgt.core.language import _, active_language
from cgt.errors import OutputError


def lesson(
    ruleset: RulesetText,
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The file: .html or .pdf.")],
    level: Annotated[int, WHOLE, Parameter(help="1: find the secret; 2: prove it, and add games up.")] = 1,
    seed: Annotated[int, COUNT, Parameter(help="Chooses other exercises.")] = 0,
    paper: Annotated[Literal["a4", "letter"], Parameter(help="The paper that it is printed on.")] = "a4",
    misere: AsPlayed = None,
    as_json: Json = False,
) -> None:
    """Write a lesson: a double page for the class, its key, a page for the teacher and one for the wall.

    Example: cgt lesson "takeaway(2n)" -o lesson.html
    Example: cgt lesson kayles --level 2 --lang fr -o lecon.pdf
    """
    from cgt.apps.lessons.lesson import lesson as made
    from cgt.apps.lessons.written import check_pdf, lesson_html, lesson_pdf
    from cgt.core.atomic import check_target, replacing
    from cgt.families.registry import parse_ruleset

    suffix = check_target(output, (".html", ".pdf"))
    if suffix == ".pdf":
        check_pdf()
    game = parse_ruleset(ruleset)
    sheet = made(game, played_convention(game, misere=misere), level=level, seed=seed)
    spoken = active_language()
    with replacing(output) as file:
        file.write(lesson_pdf(sheet, spoken, paper) if suffix == ".pdf" else lesson_html(sheet, spoken, paper).encode())
    show(
        {"ruleset": ruleset, "file": str(output), "exercises": len(sheet.exercises)},
        _("wrote {file}").format(file=output),
        as_json=as_json,
    )


def web(
    *,
    output: Annotated[
        Path | None,
        Parameter(
            name=["--output", "-o"],
            help="Write the page instead: one .html file that plays without a network, or a folder for a site.",
        ),
    ] = None,
    runtime: Annotated[
        Path | None,
        Parameter(help="Python for the browser: the folder of Pyodide, or its archive."),
    ] = None,
    port: Annotated[int, WHOLE, Parameter(help="Where to serve the page; 0 lets the system choose.")] = 0,
    open_browser: Annotated[bool, Parameter(name="--open", negative="", help="Open it in the browser.")] = False,
) -> None:
    """Play every game in a page of the browser, served on this machine until Ctrl-C.

    With -o nothing is served: the page is written, to be opened from a memory stick or put on a site.

    Example: cgt web --open
    Example: cgt web -o play.html --runtime pyodide-314.0.7.tgz
    """
    if output is not None:
        if port or open_browser:
            raise OutputError(_("--port and --open serve the page, and -o writes it: name the one or the other"))
        _write(output, runtime)
        return
    if runtime is not None:
        raise OutputError(_("--runtime is for a page that is written: name its file, too, as in -o play.html"))
    from cgt.apps.web.server import PageServer

    with PageServer(port) as server:
        try:  # before it is said that Ctrl-C ends the page
            sys.stdout.write(_("the page is at {address}, until Ctrl-C").format(address=server.address) + "\n")
            sys.stdout.flush()
            if open_browser:
                import webbrowser

                webbrowser.open(server.address)
            server.serve_forever()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


def _write(output: Path, runtime: Path | None) -> None:
    from cgt.apps.web.bundle import find_runtime
    from cgt.apps.web.page_forms import write_single_file, write_site
    from cgt.core.atomic import check_target

    runtime_folder = find_runtime(runtime, Path.cwd())
    if output.suffix.lower() in {".html", ".htm"}:
        check_target(output, (output.suffix.lower(),))
        write_single_file(output, runtime_folder)
    else:
        write_site(output, runtime_folder)
    sys.stdout.write(_("wrote {file}").format(file=output) + "\n")
