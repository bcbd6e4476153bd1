"""`cgt solve`: who wins, how, and why."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
from cyclopts import Parameter
from more_itertools import split_when

from cgt.apps.cli.options import Json, MaxPositions, Misere, OptionalPositionText, Output, RulesetText, convention_of
from cgt.apps.cli.progress import waiting
from cgt.apps.cli.screen import Styled, check_output, show
from cgt.core.compounds import components_of
from cgt.core.game import ruleset_of
from cgt.core.language import _
from cgt.core.lazy_moves import counted
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Status
from cgt.errors import RulesetError
from cgt.families.registry import parse_ruleset
from cgt.solving import solve as solution
from cgt.solving.solve import SHOWN_COMPONENTS, SHOWN_MOVES, doubt
from cgt.solving.sums import move_record, named_position, parse_position, told_move

if TYPE_CHECKING:
    from cgt.core.position import Move
    from cgt.core.route import Answer
    from cgt.families.periodic import PeriodicForm
    from cgt.solving.solve import Solution

LISTED_MOVES = 10_000
"""How many JSON lists; where there are more, `winning_moves_total` tells their number, null beyond counting."""


LEAST_RANGE = 3
"""So many numbers in a row are told as a range."""


def solve(
    ruleset: RulesetText,
    position: OptionalPositionText = None,
    /,
    *,
    misere: Misere = False,
    route: Annotated[
        str | None,
        Parameter(name="--route", help="Insist on closed form, certificate, table, components, search, or a plugin's."),
    ] = None,
    max_positions: MaxPositions = solution.SEARCH_LIMIT,
    certificate: Annotated[
        Path | None,
        Parameter(name="--certificate", help="Answer by this file that `cgt period --certificate` wrote, unchecked."),
    ] = None,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Say who wins a position, by which moves, and why; in one argument, a sum of several games.

    Example: cgt solve "takeaway(2n)" 50:2 --misere

    Example: cgt solve "kayles 7 + nim 3,5 + wythoff 1,2"
    Example: cgt solve nim 3,4,5 -o position.svg
    """
    if output is not None:
        from cgt.store.sheet import TO_READ

        check_output(output, (".json", *TO_READ))
    if position is None:
        start, form = parse_position(ruleset), None
    else:
        game = parse_ruleset(ruleset)
        start, form = game.parse(position), None
    if certificate is not None:
        form = _form(ruleset_of(start), certificate)
    with waiting("searching"):
        solved = solution.solve(
            start, convention_of(misere=misere), route=route, closed_form=form, max_positions=max_positions
        )
    if certificate is not None:
        note = _("the certificate {file} says so; cgt verify checks it")
        reference = f"{solved.reference}; {note.format(file=certificate)}"
        claimed = attrs.evolve(solved.answer, reference=reference, status=Status.CLAIMED)
        solved = attrs.evolve(solved, answer=claimed)
    if output is not None:
        from cgt.apps.cli.documents import is_to_read, save

        if is_to_read(output):
            save(solved.card(), output)
            return
    show(record_of(solved) if as_json or output is not None else {}, text_of(solved), as_json=as_json, output=output)


def _form(game: object, certificate: Path) -> PeriodicForm:
    from cgt.families.periodic import OfIndependentHeaps, PeriodicForm
    from cgt.theory.period_certificate import PeriodCertificate

    if not isinstance(game, OfIndependentHeaps):
        what = "a sum of several games" if game is None else game
        raise RulesetError(
            _("{what} is not a game of independent heaps, and certificates speak of those").format(what=what)
        )
    return PeriodicForm(game, PeriodCertificate.load(certificate))


def record_of(solved: Solution) -> dict[str, object]:
    """A solution as JSON-ready data; the ruleset is None for a sum of several games, whose position names them."""
    ruleset = ruleset_of(solved.position)
    parts = components_of(solved.position)
    moves = list(islice(solved.winning_moves, LISTED_MOVES + 1))
    more = {"winning_moves_total": counted(solved.winning_moves)} if len(moves) > LISTED_MOVES else {}
    return {
        "ruleset": None if ruleset is None else str(ruleset),
        "position": named_position(solved.position) if ruleset is None else str(solved.position),
        "convention": str(solved.convention),
        "outcome": str(solved.outcome),
        "nim_value": solved.nim_value,
        "winning_moves": [move_record(solved.position, move) for move in moves[:LISTED_MOVES]],
        "route": str(solved.route),
        "reference": solved.reference,
        "explanation": solved.explanation,
        "status": str(solved.status),
        "components": [
            {"position": named_position(part), **_told(answer)}
            for part, answer in zip(parts, solved.components, strict=False)
        ],
        "completed_by": [_told(answer) for answer in solved.completed_by],
        "details": dict(solved.details),
        **more,
    }


def _told(answer: Answer) -> dict[str, object]:
    return {
        "nim_value": answer.nim_value,
        "route": answer.route,
        "reference": answer.reference,
        "status": str(answer.status),
    }


def text_of(solved: Solution) -> Styled:
    """A solution for a person: the verdict and all winning moves, the reason, and what it rests on."""
    text = [(_title(solved) + "\n", "")]
    if solved.outcome is Outcome.P:
        text.append((_("losing"), "bold red"))
        text.append((_(": ") + _("the player who moves next loses against best play"), ""))
    elif solved.winning_moves:
        text.append((_("winning"), "bold green"))
        moves, told = _told_moves(solved)
        total = counted(solved.winning_moves)
        if total is None:
            cut = getattr(solved.winning_moves, "cut", False)
            moves.append(_("perhaps others") if cut else _("more other moves than can be counted"))
        elif total > told:
            moves.append(_("{count} other moves").format(count=shortened(total - told)))
        text.append((_(": ") + _("; or ").join(moves), ""))
    elif solved.outcome is Outcome.D:
        text.append((_("a draw"), "bold yellow"))
        text.append((_(": ") + _(solved.outcome.meaning), ""))
    else:
        text.append((_(solved.outcome.meaning), ""))
    if solved.explanation:
        text.append(("\n" + _("because {reason}").format(reason=solved.explanation), ""))
    if solved.nim_value is not None:
        text.append(("\n" + _("nim-value {value}").format(value=shortened(solved.nim_value)), ""))
    if solved.outcome is Outcome.D:
        text.append(("".join(f"\n{_(term)}{_(': ')}{told}" for term, told in solved.details), ""))
    text.append(("\n" + _known_by(solved), "dim"))
    parts = components_of(solved.position)
    for part, answer in list(zip(parts, solved.components, strict=False))[:SHOWN_COMPONENTS]:
        text.append((f"\n  {named_position(part)}: {_known_by(answer)}", "dim"))
    return text


def _told_moves(solved: Solution) -> tuple[list[str], int]:
    """The winning moves in words, numbers that follow each other as one range, and how many moves that tells."""
    texts, told = [], 0
    moves = solved.winning_moves[:LISTED_MOVES]
    for run in islice(split_when(moves, lambda one, other: not _follows(one, other)), SHOWN_MOVES):
        first, last = told_move(solved.position, run[0]), str(run[-1])
        if len(run) >= LEAST_RANGE and first.endswith(str(run[0])):
            texts.append(_("{first} to {last}").format(first=first, last=last))
            told += len(run)
        else:
            shown = run[: SHOWN_MOVES - len(texts)]
            texts += [told_move(solved.position, move) for move in shown]
            told += len(shown)
        if len(texts) >= SHOWN_MOVES:
            break
    return texts, told


def _follows(one: Move, other: Move) -> bool:
    return isinstance(one, int) and isinstance(other, int) and other == one + 1


def _known_by(told: Solution | Answer) -> str:
    return _("by {route}: {reference}").format(route=_(told.route), reference=told.reference) + doubt(told)


def _title(solved: Solution) -> str:
    ruleset, misere = ruleset_of(solved.position), solved.convention is Convention.MISERE
    if ruleset is None:
        template = _("{position}, misère play") if misere else _("{position}, normal play")
        return template.format(position=named_position(solved.position))
    template = _("{ruleset}, {position}, misère play") if misere else _("{ruleset}, {position}, normal play")
    return template.format(ruleset=ruleset, position=solved.position)
