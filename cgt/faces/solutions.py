"""A solved position as a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.closed_form import Status
from cgt.core.lazy_moves import counted
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention
from cgt.faces.cards import Card
from cgt.front.sums import named_position, told_move
from cgt.language import _
from cgt.rulesets.capabilities import picture_of
from cgt.rulesets.ruleset import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.route import Answer
    from cgt.front.solve import Solution

TITLE_LENGTH = 80
"""How much of a position's text stands over a card."""

SHOWN_MOVES = 12
"""How many winning moves a card lists."""

SHOWN_COMPONENTS = 12
"""How many components of a sum it lists."""

_TO_BE_TOLD = {Status.CONJECTURE, Status.OBSERVED, Status.CLAIMED}


def solution_card(solution: Solution) -> Card:
    """Who wins, by which moves, why, and how that is known.

    >>> import cgt
    >>> card = solution_card(cgt.solve(cgt.FibonacciNim().position(10)))
    >>> card.title, dict(card.lines)["winning moves"]
    ('10:9, normal play', 'take 2')
    """
    lines = [(_("outcome"), str(solution.outcome) + _(": ") + _(solution.outcome.meaning))]
    if solution.nim_value is not None:
        lines.append((_("nim-value"), shortened(solution.nim_value)))
    lines.append((_("winning moves"), _moves(solution)))
    if solution.explanation:
        lines.append((_("why"), solution.explanation))
    lines += _components(solution)
    lines += [(_(term), text) for term, text in solution.details]
    lines.append((_("known by"), _(solution.route) + _(": ") + _(solution.reference) + doubt(solution)))
    return Card(_title(solution), lines, picture_of(solution.position) or "")


def doubt(told: Solution | Answer) -> str:
    """A word of warning, in brackets after a space, where an answer is no proof; else nothing."""
    return f" ({_(str(told.status))})" if told.status in _TO_BE_TOLD else ""


def _title(solution: Solution) -> str:
    misere = solution.convention is Convention.MISERE
    template = _("{position}, misère play") if misere else _("{position}, normal play")
    shown = named_position(solution.position) if ruleset_of(solution.position) is None else str(solution.position)
    return template.format(position=shown if len(shown) <= TITLE_LENGTH else shown[: TITLE_LENGTH - 1] + "…")


def _moves(solution: Solution) -> str:
    texts = [told_move(solution.position, move) for move in solution.winning_moves[:SHOWN_MOVES]]
    total = counted(solution.winning_moves)
    more = [_("and more than can be counted")] if total is None else []
    if total is not None and total > len(texts):
        more = [_("and {count} more").format(count=shortened(total - len(texts)))]
    return "; ".join([*texts, *more]) or _("none")


def _components(solution: Solution) -> Iterator[tuple[str, str]]:
    parts = getattr(solution.position, "parts", ())
    for part, answer in list(zip(parts, solution.components, strict=False))[:SHOWN_COMPONENTS]:
        worth = _("{part} is worth {value}").format(part=named_position(part), value=shortened(answer.nim_value or 0))
        yield _("component"), f"{worth} ({_(answer.route)})"
