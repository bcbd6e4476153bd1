"""`cgt check`, `cgt verify` and `cgt claims`: closed forms, certificates of every kind, and claims of articles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import attrs
from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import (
    WHOLE,
    Json,
    JsonOutput,
    MaxPositions,
    Misere,
    RulesetText,
    Stop,
    check_stop,
    convention_of,
)
from cgt.apps.cli.screen import check_output, progress_bar, show
from cgt.core.language import language
from cgt.core.route import LIST_LIMIT
from cgt.errors import BudgetError, CertificateError, NotApplicableError, OutputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cgt.apps.claims import Result
    from cgt.theory.certificate import Certificate
    from cgt.theory.levels import LevelCertificate


def check(
    ruleset: RulesetText,
    /,
    stop: Stop = 21,
    *,
    misere: Misere = False,
    max_positions: MaxPositions = LIST_LIMIT,
    output: JsonOutput = None,
    as_json: Json = False,
) -> int:
    """Compare closed forms with a search: outcome, every winning move, nim-value; exit code 1 if they differ.

    Example: cgt check "wythoff(2)" 40
    """
    from cgt.families.registry import parse_ruleset
    from cgt.solving.crosscheck import crosscheck

    check_output(output)
    game = parse_ruleset(ruleset)
    check_stop(stop, 1)
    with progress_bar("positions") as progress:
        report = crosscheck(game, stop, convention_of(misere=misere), progress=progress, max_positions=max_positions)
    counterexample = report.counterexample
    if not report.checked:
        raise NotApplicableError(str(report))
    record = {
        "ruleset": str(game),
        "convention": str(report.convention),
        "checked": report.checked,
        "agrees": report.agrees,
        "counterexample": counterexample
        and {field.name: str(getattr(counterexample, field.name)) for field in attrs.fields(type(counterexample))},
    }
    show(record, Text(str(report), style="" if report.agrees else "bold red"), as_json=as_json, output=output)
    return 0 if report.agrees else 1


def verify(
    certificate: Annotated[
        Path,
        Parameter(help="A file that `cgt period`, `cgt quotient` or `cgt recognise` wrote, or saved from a report."),
    ],
    /,
    *,
    export: Annotated[
        Literal["rocq"] | None,
        Parameter(help="If it holds, write it as a theorem for the proof assistant Rocq (Coq) to --output."),
    ] = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], help="The file: .v.")] = None,
    as_json: Json = False,
) -> int:
    """Check a certificate again from its rule alone; exit code 1 if it does not hold.

    Example: cgt verify kayles.json
    """
    from cgt.core.atomic import write_text
    from cgt.solving.certificates import load_certificate
    from cgt.solving.certificates import verify as check_again

    if (export is None) != (output is None):
        raise OutputError("--export and --output go together, as in --export rocq -o kayles.v")
    check_output(output, (".v",))
    given = load_certificate(certificate)
    theorem = ""
    if export:
        from cgt.solving.rocq import rocq_text

        theorem = rocq_text(given)
    is_level = given.kind == "level"
    failure = None
    with progress_bar("stops" if is_level else "nim-values") as progress:
        try:
            check_again(given, progress=progress)
        except CertificateError as error:
            failure = str(error)
        except BudgetError as error:
            if not is_level:
                raise
            failure = str(error)
    record, held = _claim(given)
    if failure is None:
        text = Text(held)
    elif is_level:
        text = Text(f"{given}: {failure}")
    else:
        text = Text(f"refuted: {failure}", style="bold red")
    show(record | {"holds": failure is None, "failure": failure}, text, as_json=as_json)
    if failure is None and output is not None:
        write_text(output, theorem)
    return 0 if failure is None else 1


@language("en")  # its parts are results as well, which are translated
def _claim(given: Certificate) -> tuple[dict[str, object], str]:
    """The claim of a certificate as a record, and the line that confirms it."""
    from cgt.theory.base_recurrence import Recurrence
    from cgt.theory.period_certificate import PeriodCertificate
    from cgt.theory.quotient import MisereQuotient
    from cgt.theory.quotient_certificate import QuotientCertificate

    if isinstance(given, PeriodCertificate):
        record = {key: value for key, value in given.fields().items() if key not in {"format", "values", "sha256"}}
        proof = f"{given.theorem}; {given.window} values checked"
        return record, f"{given.code}: {given.periodicity}, holds for every heap ({proof})"
    if isinstance(given, Recurrence):
        claim = f"{given}, in the base of the quota {given.quota}: holds for ever"
        return {"quota": given.quota, "recurrence": str(given)}, claim
    if isinstance(given, QuotientCertificate):
        quotient = MisereQuotient(given)
        return quotient.record(), f"{quotient}: holds"
    if given.kind == "level":
        level = cast("LevelCertificate", given)
        record = {"ruleset": level.ruleset, "levels": len(level.automata)}
        return record, f"{given}: decided again"
    return {"kind": given.kind}, f"{given}: holds"


STYLES = {"decided": "green", "proved": "green", "holds": "green", "refuted": "red", "open": "yellow"}


def _complete_id(_context: object) -> list[str]:
    from cgt.apps import claims as catalogue

    return [claim.id for claim in catalogue.claims()]


def claims(
    names: Annotated[
        list[str] | None,
        Parameter(help="Ids such as 000.17, 001.5b or 003; none means all.", completer=_complete_id),
    ] = None,
    /,
    *,
    stop: Annotated[int | None, WHOLE, Parameter(help="The first number left out; by default the claim's own.")] = None,
    yes: Annotated[bool, Parameter(negative="", show_default=False, help="Run it even if it takes hours.")] = False,
    output: JsonOutput = None,
    as_json: Json = False,
) -> int:
    """Put the articles' claims to the test; exit code 1 if a verdict is not the one on record.

    Example: cgt claims 000.17 --stop 21
    """
    from cgt.apps import claims as catalogue  # a hundred claims, which the other commands do without

    check_output(output)
    if stop is not None:
        check_stop(stop, 2)
    chosen = tuple(claim for name in names for claim in catalogue.select(name)) if names else catalogue.claims()
    with progress_bar("claims") as progress:
        results = catalogue.judge(chosen, None if stop is None else stop - 1, patient=yes, progress=progress)
    text = Text("\n").join(map(_details, results)) if names else _overview(results)
    show({"claims": [result.to_record() for result in results]}, text, as_json=as_json, output=output, wrap=True)
    return 0 if all(result.agrees for result in results) else 1


def _overview(results: Sequence[Result]) -> RenderableType:
    from rich.console import Group
    from rich.table import Table

    table = Table("claim", "verdict", "statement", "bound or counterexample", expand=True)
    for result in results:
        verdict = result.verdict
        more = f"; and {len(verdict.findings) - 1} more" if len(verdict.findings) > 1 else ""
        where = f"{verdict.counterexample or verdict.extent}{more}"
        table.add_row(result.claim.id, _verdict(result), Text(result.claim.statement), Text(where))
    return Group(table, _tally(results))


def _tally(results: Sequence[Result]) -> Text:
    counts = ", ".join(f"{sum(result.verdict.status == status for result in results)} {status}" for status in STYLES)
    text = Text(f"{len(results)} claims: {counts}")
    differing = [result.claim.id for result in results if not result.agrees]
    if differing:
        text.append(f"; not the verdict on record: {', '.join(differing)}", style="bold red")
    return text


def _verdict(result: Result) -> Text:
    status = str(result.verdict.status)
    text = Text(status, style=STYLES[status])
    if not result.agrees:
        text.append(" (not the verdict on record)", style="bold red")
    return text


def _details(result: Result) -> Text:
    card = result.card()
    styles = {"verdict": STYLES[result.verdict.status] if result.agrees else "bold red", "but": "red"}
    text = Text(card.title, style="bold")
    for term, description in card.rows:
        text.append(f"\n  {term}: ", style="default").append(description, style=styles.get(term, "default"))
    return text.append("\n")
