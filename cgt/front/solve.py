"""The front door: solve a position by whatever knows it best, and say what that was."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import ComponentMove, Sum, components_of
from cgt.core.lazy_moves import counted
from cgt.core.nimber import nim_sum
from cgt.core.numbers import brief, check_limit, shortened, written
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.picture import picture_svg
from cgt.core.position import check_position
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, ParseError
from cgt.faces.cards import Card
from cgt.language import _
from cgt.rulesets.ruleset import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cgt.core.closed_form import ClosedForm
    from cgt.core.position import Move, Position

SEARCH_LIMIT = 150_000
"""How many positions `solve` searches unless told otherwise: some ten seconds, and a few hundred megabytes at most."""

TITLE_LENGTH = 80
"""How much of a position's text stands over a card."""

SHOWN_MOVES = 12
"""How many winning moves a card lists."""


class Route(StrEnum):
    """What a solution rests on."""

    CLOSED_FORM = "closed form"
    TABLE = "table"
    SEARCH = "search"


@attrs.frozen
class Solution(Card):
    """What is known about one position under one convention.

    Attributes:
        position: the position.
        convention: the play convention.
        outcome: who wins.
        nim_value: the nim-value, or None where the route does not give it.
        winning_moves: all of them, in the order of the position's moves.
        route: closed form, table or search.
        reference: the theorem's source, or what was searched or tabulated.
        explanation: the reason, for a person.
    """

    position: Position
    convention: Convention
    outcome: Outcome
    nim_value: int | None = attrs.field(repr=written)
    winning_moves: Sequence[Move] = attrs.field(repr=written, hash=False)
    route: Route
    reference: str
    explanation: str

    def __str__(self) -> str:
        return f"{self.position} ({self.convention} play): {self.outcome.meaning}; {self.explanation}"

    @property
    def card(self) -> list[tuple[str, str]]:
        """What there is to say, as pairs (term, text), for a card or a listing."""
        lines = [(_("outcome"), f"{self.outcome}: {_(self.outcome.meaning)}")]
        if self.nim_value is not None:
            lines.append((_("nim-value"), shortened(self.nim_value)))
        ruleset = ruleset_of(self.position)
        texts = [
            str(move) if ruleset is None else ruleset.move_text(self.position, move)
            for move in self.winning_moves[:SHOWN_MOVES]
        ]
        total = counted(self.winning_moves)
        more = [_("and more than can be counted")] if total is None else []
        if total is not None and total > len(texts):
            more = [_("and {count} more").format(count=shortened(total - len(texts)))]
        return [
            *lines,
            (_("winning moves"), "; ".join([*texts, *more]) or _("none")),
            (_("why"), self.explanation),
            (_("known by"), f"{_(str(self.route))}: {_(self.reference)}"),
        ]

    def _card_picture(self) -> str:
        return picture_svg(self.position) or ""

    @property
    def card_title(self) -> str:
        """The position and the play convention."""
        misere = self.convention is Convention.MISERE
        template = _("{position}, misère play") if misere else _("{position}, normal play")
        shown = str(self.position)
        return template.format(position=shown if len(shown) <= TITLE_LENGTH else shown[: TITLE_LENGTH - 1] + "…")


def closed_form_for(position: Position, convention: ConventionLike = "normal") -> ClosedForm | None:
    """The first closed form of the position's ruleset that covers it, or None.

    >>> import cgt
    >>> closed_form_for(cgt.Nim().position(3, 4, 5)).name
    "Bouton's rule"
    """
    check_position(position)
    ruleset = ruleset_of(position)
    forms = ruleset.closed_forms() if ruleset is not None else ()
    return next((form for form in forms if form.applies(position, Convention.of(convention))), None)


def solve(
    position: Position,
    convention: ConventionLike = "normal",
    *,
    route: Route | str | None = None,
    closed_form: ClosedForm | None = None,
    evaluator: Evaluator | None = None,
    max_positions: int | None = SEARCH_LIMIT,
) -> Solution:
    """Outcome, nim-value, all winning moves and the reason, by closed form, then table, then search.

    Args:
        position: any position; one that names its ruleset may be answered without a search.
        convention: `"normal"` or `"misere"`.
        route: insist on `"closed form"`, `"table"` or `"search"`.
        closed_form: answer by this one, for instance by a certificate's `PeriodicForm`.
        evaluator: searches with this evaluator and its memo; its convention must be the same.
        max_positions: the limit of a search; see `cgt.Evaluator`.

    Raises:
        BudgetError: the search reached its limit, or the route insisted on does not exist for this position.
        LoopError: the play can go round for ever.
        NotApplicableError: the closed form that was given does not cover the position.

    >>> import cgt
    >>> solution = solve(cgt.TakeAway("2n").position((50, 2)), "misere")
    >>> print(solution.outcome, solution.winning_moves, solution.explanation)
    N (2,) 50 = 1 + 34 + 13 + 2: take 2
    """
    convention = Convention.of(convention)
    check_limit(max_positions)
    wanted = _route(route)
    check_position(position)
    if closed_form is not None:
        return _by_closed_form(position, convention, closed_form)
    if wanted in {None, Route.CLOSED_FORM} and (form := closed_form_for(position, convention)) is not None:
        return _by_closed_form(position, convention, form)
    if wanted in {None, Route.TABLE} and convention is Convention.NORMAL and (lookup := _table(position)) is not None:
        return _by_table(position, lookup)
    if wanted in {None, Route.SEARCH}:
        if evaluator is None:  # a new evaluator is empty, hence false
            evaluator = Evaluator(convention, max_positions=max_positions)
        return _by_search(position, convention, evaluator)
    raise BudgetError(f"there is no {wanted} for {position} in {convention} play")


def _route(route: Route | str | None) -> Route | None:
    try:
        return Route(route) if route is not None else None
    except ValueError:
        raise ParseError(f"unknown route {brief(route)}: it is {', '.join(map(repr, map(str, Route)))}") from None


def _by_closed_form(position: Position, convention: Convention, form: ClosedForm) -> Solution:
    outcome = form.outcome(position, convention)
    value = form.nim_value(position, convention)
    if value is None and outcome is Outcome.P:
        value = 0  # in both conventions a P-position is one whose nim-value is 0
    return Solution(
        position,
        convention,
        outcome,
        value,
        form.winning_moves(position, convention),
        Route.CLOSED_FORM,
        form.citation,
        form.explain(position, convention),
    )


def _table(position: Position) -> Callable[[Position], int] | None:
    ruleset = ruleset_of(position)
    return ruleset.table(position) if ruleset is not None else None


def _nim_sum(position: Position, lookup: Callable[[Position], int]) -> int:
    return nim_sum(*map(lookup, components_of(position)))


def _by_table(position: Position, lookup: Callable[[Position], int]) -> Solution:
    parts = components_of(position)
    values = [lookup(part) for part in parts]
    total = nim_sum(*values)
    moves = tuple(_moves_to_zero(position, parts, values, total, lookup)) if total else ()
    return Solution(
        position,
        Convention.NORMAL,
        Outcome.N if total else Outcome.P,
        total,
        moves,
        Route.TABLE,
        _("nim-values of all smaller heaps, from the definition"),
        _nim_sum_text(values, total),
    )


def _moves_to_zero(
    position: Position,
    parts: Sequence[Position],
    values: Sequence[int],
    total: int,
    lookup: Callable[[Position], int],
) -> Iterator[Move]:
    for index, (part, value) in enumerate(zip(parts, values, strict=True)):
        for move in part.moves():
            if lookup(part.play(move)) == value ^ total:
                yield ComponentMove(index, move) if isinstance(position, Sum) else move


def _by_search(position: Position, convention: Convention, evaluator: Evaluator) -> Solution:
    outcome = evaluator.outcome(position)
    moves = tuple(evaluator.winning_moves(position))
    value: int | None = 0 if outcome is Outcome.P else None
    parts = components_of(position)
    explanation = _("a search of every line of play says so")
    if convention is Convention.NORMAL:
        with suppress(BudgetError):  # the outcome may be known where the nim-value would take too long
            values = [evaluator.nim_value(part) for part in parts]
            value = nim_sum(*values)
            if len(parts) > 1:
                explanation = _nim_sum_text(values, value)
    return Solution(
        position, convention, outcome, value, moves, Route.SEARCH, _("no closed form is known here"), explanation
    )


def _nim_sum_text(values: Sequence[int], total: int) -> str:
    written = " ⊕ ".join(map(str, values)) or "0"
    if len(values) == 1:
        return _("the nim-value is {total}").format(total=total)
    return _("the components' nim-values are {written} = {total}").format(written=written, total=total)


def outcome(position: Position, convention: ConventionLike = "normal") -> Outcome:
    """The outcome class, by closed form or table where there is one, else by search.

    >>> import cgt
    >>> outcome(cgt.FibonacciNim().position(21))
    <Outcome.P: 'P'>
    """
    form = closed_form_for(position, convention)
    if form is not None:
        return form.outcome(position, Convention.of(convention))
    if Convention.of(convention) is Convention.NORMAL and (lookup := _table(position)) is not None:
        return Outcome.N if _nim_sum(position, lookup) else Outcome.P
    return Evaluator(convention, max_positions=SEARCH_LIMIT).outcome(position)


def nim_value(position: Position, convention: ConventionLike = "normal") -> int:
    """The nim-value, by closed form or table where there is one, else by search.

    >>> import cgt
    >>> nim_value(cgt.FibonacciNim().position((10, 5), (21, 13)))
    2
    """
    form = closed_form_for(position, convention)
    value = form.nim_value(position, Convention.of(convention)) if form is not None else None
    if value is not None:
        return value
    if Convention.of(convention) is Convention.NORMAL and (lookup := _table(position)) is not None:
        return _nim_sum(position, lookup)
    return Evaluator(convention, max_positions=SEARCH_LIMIT).nim_value(position)


def winning_moves(position: Position, convention: ConventionLike = "normal") -> Sequence[Move]:
    """All winning moves, by closed form or table where there is one, else by search.

    >>> import cgt
    >>> winning_moves(cgt.FibonacciNim().position(10))
    (2,)
    """
    return solve(position, convention).winning_moves


def remoteness(position: Position, convention: ConventionLike = "normal") -> int:
    """How many moves the play lasts when the winner hurries and the loser delays; always by search.

    >>> import cgt
    >>> remoteness(cgt.Nim().position(3, 3))
    6
    """
    check_position(position)
    return Evaluator(convention, max_positions=SEARCH_LIMIT).remoteness(position)
