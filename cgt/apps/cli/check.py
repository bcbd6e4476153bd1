"""`cgt check`: closed forms against the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.text import Text

from cgt.apps.cli.options import WHOLE, Json, MaxPositions, Misere, Output, RulesetText, convention_of
from cgt.apps.cli.progress import progress_bar
from cgt.apps.cli.screen import check_output, show
from cgt.families.registry import parse_ruleset
from cgt.solving.crosscheck import crosscheck
from cgt.solving.lists import LIST_LIMIT

if TYPE_CHECKING:
    from cgt.solving.crosscheck import Counterexample


def check(
    ruleset: RulesetText,
    /,
    *,
    bound: Annotated[int, WHOLE, Parameter(help="Check all positions with heaps up to this.")] = 20,
    misere: Misere = False,
    max_positions: MaxPositions = LIST_LIMIT,
    output: Output = None,
    as_json: Json = False,
) -> int:
    """Compare closed forms with a search: outcome, every winning move, nim-value; exit code 1 if they differ.

    Example: cgt check "wythoff(2)" --bound 40
    """
    check_output(output)
    game = parse_ruleset(ruleset)
    with progress_bar("positions") as progress:
        report = crosscheck(game, bound, convention_of(misere=misere), progress=progress, max_positions=max_positions)
    record = {
        "ruleset": str(game),
        "convention": str(report.convention),
        "checked": report.checked,
        "agrees": report.agrees,
        "counterexample": report.counterexample and _record_of(report.counterexample),
    }
    show(record, Text(str(report), style="" if report.agrees else "bold red"), as_json=as_json, output=output)
    return 0 if report.agrees else 1


def _record_of(counterexample: Counterexample) -> dict[str, str]:
    return {
        "position": str(counterexample.position),
        "closed_form": counterexample.closed_form,
        "about": counterexample.about,
        "claimed": str(counterexample.claimed),
        "true": str(counterexample.true),
    }
