"""The solution of a position, solved and shown: what `cgt solve` does."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.apps.cli.screen import PICTURED, Sheet, Styled, check_output, show, waiting
from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import SEARCH_LIMIT, Answer, Status
from cgt.errors import CertificateError, RulesetError

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.core.position import Position
    from cgt.families.periodic_form import PeriodicForm
    from cgt.solving.solve import Solution


def show_solution(
    ruleset: str,
    position: str | None = None,
    *,
    convention: Convention = Convention.NORMAL,
    route: str | None = None,
    max_positions: int = SEARCH_LIMIT,
    certificate: Path | None = None,
    output: Path | None = None,
    as_json: bool = False,
) -> None:
    """Solve a position and show the solution, as `cgt solve` describes."""
    from cgt.families.registry import parse_ruleset
    from cgt.solving.solve import solve
    from cgt.solving.subjects import parse_position

    check_output(output, PICTURED)
    start = parse_position(ruleset) if position is None else parse_ruleset(ruleset).parse(position)
    form = None if certificate is None else _form(start, certificate)
    with waiting("searching"):
        solved = solve(start, convention, route=route, closed_form=form, max_positions=max_positions)
    if certificate is not None:
        note = _("the certificate {file} says so; cgt verify checks it")
        reference = f"{solved.reference}; {note.format(file=certificate)}"
        claimed = attrs.evolve(solved.answer, reference=reference, status=Status.CLAIMED)
        solved = attrs.evolve(solved, answer=claimed)
    if as_json or output is not None:
        document = None if output is None else solved.card()
        show(Sheet(record_of(solved), document=document), "", as_json=as_json, output=output)
    else:
        show({}, text_of(solved), as_json=False)


def _form(start: Position, certificate: Path) -> PeriodicForm:
    from cgt.core.game import ruleset_of
    from cgt.families.heap_game import HeapRuleset
    from cgt.families.periodic_form import PeriodicForm
    from cgt.solving.certificates import load_certificate
    from cgt.theory.period_certificate import PeriodCertificate

    game = ruleset_of(start)
    if not isinstance(game, HeapRuleset):
        what = _("a sum of several games") if game is None else game
        raise RulesetError(
            _("{what} is not a game of independent heaps, and certificates speak of those").format(what=what)
        )
    loaded = load_certificate(certificate)
    if not isinstance(loaded, PeriodCertificate):
        raise CertificateError(f"{certificate} is no certificate of a period: its kind is {loaded.kind!r}")
    return PeriodicForm(game, loaded)


def record_of(solved: Solution) -> dict[str, object]:
    """The solution as JSON-ready data; the ruleset is None for a sum of several games.

    Where there are more than `LISTED_MOVES`, `winning_moves_total` tells their number; it is null where they are beyond
    counting, and where there may be others than those listed.
    """
    from cgt.core.lazy_moves import LazyMoves, counted
    from cgt.solving.solve import LISTED_MOVES

    text = solved.position_text
    moves = list(islice(solved.winning_moves, LISTED_MOVES + 1))
    cut = isinstance(solved.winning_moves, LazyMoves) and solved.winning_moves.cut
    more = {"winning_moves_total": counted(solved.winning_moves)} if cut or len(moves) > LISTED_MOVES else {}
    answer = solved.answer
    return {
        "ruleset": None if text.ruleset is None else str(text.ruleset),
        "position": str(text.position),
        "convention": str(solved.convention),
        "outcome": str(solved.outcome),
        "nim_value": answer.nim_value,
        "winning_moves": list(map(text.record, moves[:LISTED_MOVES])),
        "route": str(answer.route),
        "reference": answer.reference,
        "explanation": answer.explanation,
        "status": str(answer.status),
        "components": [{"position": part, **_component_record(answer)} for part, answer in solved.component_answers()],
        "completed_by": [_component_record(answer) for answer in answer.completed_by],
        "details": dict(answer.details),
        **more,
    }


def _component_record(answer: Answer) -> dict[str, object]:
    return {
        "nim_value": answer.nim_value,
        "route": answer.route,
        "reference": answer.reference,
        "status": str(answer.status),
    }


def text_of(solved: Solution) -> Styled:
    """The solution as text: the verdict, all winning moves, the reason, and its status."""
    from cgt.solving.solve import SHOWN_COMPONENTS

    answer, names = solved.answer, solved.position_text
    played = names.name if names.ruleset is None else f"{names.ruleset}, {names.position}"
    text = [(solved.question.convention.title_of(played) + "\n", "")]
    if answer.outcome is Outcome.P:
        text.append((_("losing"), "bold red"))
        text.append((_(": ") + _("the player who moves next loses against best play"), ""))
    elif answer.winning_moves:
        text.append((_("winning"), "bold green"))
        text.append((_(": ") + _("; or ").join(solved.move_texts()), ""))
    elif answer.outcome is Outcome.D:
        text.append((_("a draw"), "bold yellow"))
        text.append((_(": ") + solved.outcome.meaning, ""))
    else:
        text.append((solved.outcome.meaning, ""))
    if answer.says_why:
        text.append(("\n" + _("because {reason}").format(reason=answer.explanation), ""))
    if answer.nim_value is not None:
        text.append(("\n" + _("nim-value {value}").format(value=format_int(answer.nim_value)), ""))
    if answer.outcome is Outcome.D:
        text.append(("".join(f"\n{_(term)}{_(': ')}{result}" for term, result in answer.details), ""))
    text.append(("\n" + _known_by(answer), "dim"))
    for part, known in solved.component_answers()[:SHOWN_COMPONENTS]:
        text.append((f"\n  {part}{_(': ')}{_known_by(known)}", "dim"))
    return text


def _known_by(answer: Answer) -> str:
    from cgt.solving.solve import doubt

    return _("by {route}: {reference}").format(route=_(answer.route), reference=_(answer.reference)) + doubt(answer)
