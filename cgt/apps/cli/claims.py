"""`cgt claims`: what the articles claim, and what is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, Output
from cgt.apps.cli.screen import check_output, progress_bar, show
from cgt.core.language import _
from cgt.core.numbers import check_whole

if TYPE_CHECKING:
    from cgt.apps.claims import Result

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
    stop: Annotated[
        int | None,
        WHOLE,
        Parameter(name="--stop", help="The first number left out; by default the claim's own."),
    ] = None,
    yes: Annotated[bool, Parameter(negative="", show_default=False, help="Run it even if it takes hours.")] = False,
    output: Output = None,
    as_json: Json = False,
) -> int:
    """Put the articles' claims to the test; exit code 1 if a verdict is not the one on record.

    Example: cgt claims 000.17 --stop 21
    """
    from cgt.apps import claims as catalogue  # a hundred claims, which the other commands do without

    check_output(output)
    if stop is not None:
        check_whole(stop, _("{name} is a whole number of at least 2").format(name="--stop"), least=2)
    chosen = tuple(claim for name in names for claim in catalogue.select(name)) if names else catalogue.claims()
    with progress_bar("claims") as progress:
        results = catalogue.judge(chosen, None if stop is None else stop - 1, patient=yes, progress=progress)
    text = Group(*map(_details, results)) if names else _overview(results)
    show({"claims": [result.to_record() for result in results]}, text, as_json=as_json, output=output, wrap=True)
    return 0 if all(result.agrees for result in results) else 1


def _overview(results: Sequence[Result]) -> RenderableType:
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
    for term, told in card.rows:
        text.append(f"\n  {term}: ", style="default").append(told, style=styles.get(term, "default"))
    return text.append("\n")
