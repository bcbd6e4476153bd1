"""`cgt check`: closed forms against the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from cgt.apps.cli.options import Json, MaxPositions, Misere, Output, RulesetText, Stop, convention_of
from cgt.apps.cli.progress import progress_bar
from cgt.apps.cli.screen import check_output, show
from cgt.core.language import _
from cgt.core.numbers import check_whole
from cgt.core.route import LIST_LIMIT

if TYPE_CHECKING:
    from cgt.solving.crosscheck import Counterexample


def check(
    ruleset: RulesetText,
    /,
    stop: Stop = 21,
    *,
    misere: Misere = False,
    max_positions: MaxPositions = LIST_LIMIT,
    output: Output = None,
    as_json: Json = False,
) -> int:
    """Compare closed forms with a search: outcome, every winning move, nim-value; exit code 1 if they differ.

    Example: cgt check "wythoff(2)" 40
    """
    from cgt.families.registry import parse_ruleset
    from cgt.solving.crosscheck import crosscheck

    check_output(output)
    game = parse_ruleset(ruleset)
    check_whole(stop, _("{name} is a whole number of at least 1").format(name="--stop"), least=1)
    with progress_bar("positions") as progress:
        report = crosscheck(game, stop, convention_of(misere=misere), progress=progress, max_positions=max_positions)
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
