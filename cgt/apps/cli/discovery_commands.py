"""`cgt period` and `cgt discover`: periods and discoveries."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from cgt.apps.cli.options import COUNT, Json, ResultOutput, RulesetText, Threads, complete_ruleset
from cgt.apps.cli.screen import DOCUMENT, Sheet, check_output, progress_bar, show
from cgt.core.language import _
from cgt.errors import ParseError, RulesetError

Values = Annotated[
    int | None,
    COUNT,
    Parameter(
        name="--stop",
        help="The first heap whose nim-value is not looked at; by default what takes a few seconds, of a long code "
        "half a minute.",
    ),
]


def period(
    ruleset: RulesetText,
    /,
    stop: Values = None,
    *,
    certificate: Annotated[
        Path | None, Parameter(help="Write the certificate of a proved period to this file.")
    ] = None,
    threads: Threads = None,
    output: ResultOutput = None,
    as_json: Json = False,
) -> None:
    """Find the period of a heap game, and prove it where a theorem applies.

    Example: cgt period kayles
    Example: cgt period 0.156 --certificate 156.json
    """
    from cgt.fast.threads import using
    from cgt.solving.find_period import period as period_of
    from cgt.theory.period import PeriodStatus

    check_output(certificate)
    check_output(output, DOCUMENT)
    with using(threads), progress_bar("nim-values") as progress:
        report = period_of(ruleset, stop, progress=progress)
    if certificate is not None:
        if report.certificate is None:
            raise RulesetError(_("nothing to certify: {report}").format(report=report))
        report.certificate.save(certificate)
    text = str(report)
    if report.status is PeriodStatus.NONE:
        text += _("; look further with --stop")
    if exceptions := report.exceptions:
        shown = ", ".join(map(str, exceptions[:40])) + (", …" if len(exceptions) > 40 else "")
        counted = _("{count} exceptions: {shown}") if len(exceptions) > 1 else _("1 exception: {shown}")
        text += "\n" + counted.format(count=len(exceptions), shown=shown)
    wanted = as_json or output is not None
    sheet = Sheet(report.record() if wanted else {}, document=report.card() if wanted else None)
    show(sheet, text, as_json=as_json, output=output)


def discover(
    rule: Annotated[
        str, Parameter(help="A game such as takeaway(3n), or a bare code such as 0.77.", completer=complete_ruleset)
    ],
    /,
    stop: Values = None,
    *,
    output: Annotated[
        Path | None,
        Parameter(
            name=["--output", "-o"],
            help="Write a report to share, .html, with its figure inside; the statement and proof, .tex; or .json.",
        ),
    ] = None,
    oeis: Annotated[
        Path | None, Parameter(help="The OEIS's file `stripped` or `stripped.gz`: the report has what agrees.")
    ] = None,
    census: Annotated[
        tuple[Path, ...],
        Parameter(
            negative="", show_default=False, help="Records of sweeps, .csv or .csv.gz: is the rule known from there?"
        ),
    ] = (),
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Find out everything about a rule: sequence, period, proof, other codes of the same game, strategy.

    It says whether the rule stands in the published tables, in censuses and in the OEIS, as far as they are given.

    Example: cgt discover 0.137 -o dawson.html --oeis stripped.gz
    Example: cgt discover 0.1337 --census octal4.csv -o statement.tex
    """
    from cgt.core.atomic import write_text
    from cgt.fast.threads import using
    from cgt.solving.discover import discover as discovered
    from cgt.solving.novelty import novelty, statement
    from cgt.solving.subjects import read_rule

    suffix = check_output(output, (".html", ".json", ".tex"))
    if oeis is not None and not oeis.is_file():
        raise ParseError(f"there is no file {oeis}: the OEIS offers its index as stripped.gz and names.gz")
    game = read_rule(rule)
    with using(threads), progress_bar("nim-values") as progress:
        discovery = discovered(game, stop, progress=progress)
    references = None
    if oeis is not None:
        from cgt.store.oeis import cross_references

        references = cross_references(discovery.values, oeis)
    known = novelty(discovery, censuses=census, references=references)
    record = (
        discovery.record()
        | {"novelty": attrs.asdict(known)}
        | ({} if references is None else {"oeis": list(map(attrs.asdict, references))})
    )
    if output is not None:
        if suffix == ".html":
            from cgt.apps.cli.discovery_page import discovery_page

            write_text(output, discovery_page(game, discovery, references, known))
        elif suffix == ".tex":
            write_text(output, statement(discovery) + "\n")
        else:
            Sheet(record).save(output)
        show({"ruleset": discovery.rule, "file": str(output)}, _("wrote {file}").format(file=output), as_json=as_json)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    last = ""
    for heading, text in discovery.sections:
        table.add_row(heading if heading != last else "", Text(text))
        last = heading
    table.add_row(_("known"), Text(str(known)))
    for reference in references or ():
        table.add_row("OEIS" if last != "OEIS" else "", Text(str(reference)))
        last = "OEIS"
    show(record, table, as_json=as_json)
