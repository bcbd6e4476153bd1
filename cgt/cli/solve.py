"""`cgt solve`: who wins, how, and why."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
from cyclopts import Parameter
from rich.text import Text

from cgt.cli.options import Json, MaxPositions, Misere, Output, PositionText, RulesetText, convention_of
from cgt.cli.progress import waiting
from cgt.cli.screen import check_output, show
from cgt.core.lazy_moves import counted
from cgt.core.numbers import shortened
from cgt.core.outcome import Outcome
from cgt.errors import RulesetError
from cgt.front import solve as solution
from cgt.heaps.periodic import PeriodicForm
from cgt.heaps.ruleset import HeapRuleset
from cgt.language import _
from cgt.proofs.certificate import Certificate
from cgt.rulesets.registry import parse_ruleset

if TYPE_CHECKING:
    from cgt.front.solve import Solution
    from cgt.rulesets.ruleset import Ruleset

SHOWN_MOVES = 12
"""How many winning moves the text lists."""

LISTED_MOVES = 10_000
"""How many JSON lists; where there are more, `winning_moves_total` tells their number, null beyond counting."""


def solve(
    ruleset: RulesetText,
    position: PositionText,
    /,
    *,
    misere: Misere = False,
    max_positions: MaxPositions = solution.SEARCH_LIMIT,
    certificate: Annotated[
        Path | None,
        Parameter(name="--certificate", help="Answer by this file that `cgt period --certificate` wrote, unchecked."),
    ] = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Say who wins a position, by which moves, and why.

    Example: cgt solve "takeaway(2n)" 50:2 --misere
    """
    check_output(output)
    game = parse_ruleset(ruleset)
    start, form = game.parse(position), None
    if certificate is not None:
        if not isinstance(game, HeapRuleset):
            raise RulesetError(f"{game} is not a game of independent heaps, and certificates speak of those")
        form = PeriodicForm(game, Certificate.load(certificate))
    with waiting("searching"):
        solved = solution.solve(start, convention_of(misere=misere), closed_form=form, max_positions=max_positions)
    if certificate is not None:
        note = _("the certificate {file} says so; cgt verify checks it")
        solved = attrs.evolve(solved, reference=f"{solved.reference}; {note.format(file=certificate)}")
    record = record_of(game, solved) if as_json or output is not None else {}
    show(record, text_of(game, solved), as_json=as_json, output=output)


def record_of(ruleset: Ruleset, solved: Solution) -> dict[str, object]:
    """A solution as JSON-ready data."""
    moves = list(islice(solved.winning_moves, LISTED_MOVES + 1))
    more = {"winning_moves_total": counted(solved.winning_moves)} if len(moves) > LISTED_MOVES else {}
    return {
        "ruleset": str(ruleset),
        "position": str(solved.position),
        "convention": str(solved.convention),
        "outcome": str(solved.outcome),
        "nim_value": solved.nim_value,
        "winning_moves": [ruleset.move_record(solved.position, move) for move in moves[:LISTED_MOVES]],
        "route": str(solved.route),
        "reference": solved.reference,
        "explanation": solved.explanation,
        **more,
    }


def text_of(ruleset: Ruleset, solved: Solution) -> Text:
    """A solution for a person: the verdict and all winning moves, the reason, and what it rests on."""
    template = (
        _("{ruleset}, {position}, misère play")
        if solved.convention == "misere"
        else _("{ruleset}, {position}, normal play")
    )
    text = Text(template.format(ruleset=ruleset, position=solved.position) + "\n")
    if solved.outcome is Outcome.P:
        text.append(_("losing"), style="bold red")
        text.append(": " + _("the player who moves next loses against best play"))
    elif solved.winning_moves:
        text.append(_("winning"), style="bold green")
        moves = [ruleset.move_text(solved.position, move) for move in solved.winning_moves[:SHOWN_MOVES]]
        total = counted(solved.winning_moves)
        if total is None:
            moves.append(_("more other moves than can be counted"))
        elif total > len(moves):
            moves.append(_("{count} other moves").format(count=shortened(total - len(moves))))
        text.append(": " + _("; or ").join(moves))
    else:
        text.append(_(solved.outcome.meaning))
    text.append("\n" + _("because {reason}").format(reason=solved.explanation))
    if solved.nim_value is not None:
        text.append("\n" + _("nim-value {value}").format(value=shortened(solved.nim_value)))
    known_by = _("by {route}: {reference}").format(route=_(str(solved.route)), reference=solved.reference)
    return text.append("\n" + known_by, style="dim")
