"""The solution of a position, solved and shown: what `cgt solve` does."""

from __future__ import annotations

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
    remoteness: bool = False,
    genus: bool = False,
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
    further: list[tuple[str, str]] = []
    if remoteness or genus:
        further = _further_facts(start, convention, max_positions, remoteness=remoteness, genus=genus)
        solved = attrs.evolve(solved, answer=attrs.evolve(solved.answer, details=(*solved.details, *further)))
    if as_json or output is not None:
        document = None if output is None else solved.card()
        show(Sheet(solved.record(), document=document), "", as_json=as_json, output=output)
    else:
        text = text_of(solved)
        for term, fact in further:
            text.append((f"\n{_(term)} {fact}", ""))
        show({}, text, as_json=False)


def _further_facts(
    position: Position, convention: Convention, max_positions: int, *, remoteness: bool, genus: bool
) -> list[tuple[str, str]]:
    """The remoteness and the genus, where they are asked for, as pairs (term, text)."""
    facts = []
    if remoteness:
        from cgt.solving.solve import remoteness as remoteness_of

        with waiting("searching"):
            moves = remoteness_of(position, convention, max_positions=max_positions)
        facts.append(("remoteness", format_int(moves)))
    if genus:
        from cgt.solving.genera import genus as genus_of

        with waiting("searching"):
            known = genus_of(position, max_positions=max_positions)
        facts.append(("genus", f"{known} ({_(str(known.species))})"))
    return facts


def _form(start: Position, certificate: Path) -> PeriodicForm:
    from cgt.core.game import ruleset_of
    from cgt.families.heap_game import HeapRuleset
    from cgt.families.periodic_form import PeriodicForm
    from cgt.solving.certificates import load_certificate
    from cgt.theory.period_certificate import PeriodCertificate

    game = ruleset_of(start)
    if not isinstance(game, HeapRuleset):
        what = "a sum of several games" if game is None else game
        raise RulesetError(f"{what} is not a game of independent heaps, and certificates speak of those")
    loaded = load_certificate(certificate)
    if not isinstance(loaded, PeriodCertificate):
        raise CertificateError(f"{certificate} is no certificate of a period: its kind is {loaded.kind!r}")
    return PeriodicForm(game, loaded)


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
