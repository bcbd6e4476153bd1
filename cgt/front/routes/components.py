"""The route by components: each part of a sum by its own best route, in normal play."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeGuard

import attrs

from cgt.core.closed_form import Status
from cgt.core.compounds import ComponentMove, Sum, components_of
from cgt.core.game import ruleset_of
from cgt.core.lazy_moves import LazyMoves, listed
from cgt.core.nimber import nim_sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Facts, Question, Valuer
from cgt.errors import BudgetError, LoopError
from cgt.front.routes.table import TABLE, nim_sum_text
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cgt.core.position import Move, Position
    from cgt.core.route import Route

COMPONENTS = "components"

TRIED_MOVES = 100_000
"""How many moves of a component are tried one by one for those that win."""


@attrs.frozen
class ComponentsRoute:
    """Sums of several games: nim-values by each one's best route, added (Sprague, 1935; Grundy, 1939).

    Attributes:
        routes_for: the routes that may know a component, in order.
    """

    routes_for: Callable[[Position], Sequence[Route]]
    name: str = COMPONENTS

    def cost(self, question: Question) -> float | None:
        """The sum of the components' costs; None where each of them would be searched, and in misère play."""
        costs = [
            self._least_cost(attrs.evolve(question, position=part, needed=Facts.NIM_VALUE)) for part in _parts(question)
        ]
        return None if all(map(math.isinf, costs)) else sum(costs)

    def answer(self, question: Question) -> Answer | None:
        """Outcome and nim-value from the components' nim-values, winning moves component by component.

        Raises:
            BudgetError: a component is too large for each of its routes, or has too many moves to be tried.
        """
        parts = _parts(question)
        if not parts:
            return None
        worths = self._worths(attrs.evolve(question, needed=Facts.NIM_VALUE), parts)
        told = [worth.told(part) for part, worth in zip(parts, worths, strict=True)]
        total = nim_sum(*(value for _route, value in told))
        moves: Sequence[Move] = ()
        if total and question.wants(Facts.WINNING_MOVES):
            moves = listed(
                lambda: (
                    ComponentMove(index, move)
                    for index, (part, worth) in enumerate(zip(parts, worths, strict=True))
                    for move in worth.moves_to(part, told[index][1] ^ total)
                ),
                _("the player to move wins"),
            )
        answers = tuple(
            Answer(route.name, route.reference, route.status, Outcome.N if value else Outcome.P, value)
            for route, value in told
        )
        return Answer(
            self.name,
            _("R. P. Sprague (1935) and P. M. Grundy (1939): the nim-values of a sum's components are added"),
            Status.weakest(answer.status for answer in answers),
            Outcome.N if total else Outcome.P,
            total,
            moves if question.wants(Facts.WINNING_MOVES) else None,
            nim_sum_text([value for _route, value in told], total),
            components=answers,
        )

    def _least_cost(self, question: Question) -> float:
        costs = (route.cost(question) for route in self.routes_for(question.position) if _values_components(route))
        return min((cost for cost in costs if cost is not None), default=math.inf)

    def _worths(self, question: Question, parts: Sequence[Position]) -> list[_Worth]:
        """What values each part; the parts of one game share it, and so one table."""
        groups: dict[object, list[Position]] = {}
        for part in parts:
            groups.setdefault(ruleset_of(part), []).append(part)
        worths = {ruleset: self._worth(question, group) for ruleset, group in groups.items()}
        return [worths[ruleset_of(part)] for part in parts]

    def _worth(self, question: Question, group: Sequence[Position]) -> _Worth:
        ranked = []
        for route in self.routes_for(group[0]):
            if _values_components(route):
                costs = [route.cost(attrs.evolve(question, position=part)) for part in group]
                known = [cost for cost in costs if cost is not None]
                if known:
                    ranked.append((min(known), route))
        ranked.sort(key=lambda pair: pair[0])
        whole = Sum(*group) if len(group) > 1 else group[0]
        return _Worth(attrs.evolve(question, position=whole), [route for _cost, route in ranked])


class _Worth:
    """The nim-values of one game's components: the first of its routes that knows one tells it."""

    def __init__(self, question: Question, routes: Sequence[Valuer]) -> None:
        self._question = question
        self._routes = routes
        self._lookups: dict[int, Callable[[Position], int | None] | None] = {}

    def told(self, part: Position) -> tuple[Valuer, int]:
        """The nim-value of a component, and the route that knows it."""
        failure: BudgetError | LoopError | None = None
        for index, route in enumerate(self._routes):
            try:
                value = self._value(index, part)
            except (BudgetError, LoopError) as error:
                failure = error
                if route.name == TABLE:
                    break  # what takes a table too long takes a search longer
            else:
                if value is not None:
                    return route, value
        raise failure or BudgetError(_("nothing tells the nim-value of {part}").format(part=part))

    def _value(self, index: int, part: Position) -> int | None:
        if index not in self._lookups:
            self._lookups[index] = self._routes[index].nim_values(self._question)
        lookup = self._lookups[index]
        return None if lookup is None else lookup(part)

    def moves_to(self, part: Position, value: int) -> Iterator[Move]:
        """The moves of a component to options of that nim-value."""
        route, _value = self.told(part)
        known = route.moves_to(attrs.evolve(self._question, position=part), value)
        lookup: Any = self._lookups[self._routes.index(route)]
        if known is None and getattr(lookup, "in_bulk", False):
            known = lookup.moves_to(part, value)
        if known is not None:
            yield from known
            if isinstance(known, LazyMoves) and known.cut:
                raise BudgetError(_("{part} has more moves than can be tried").format(part=part))
            return
        moves = list(islice(part.moves(), TRIED_MOVES + 1))
        if len(moves) > TRIED_MOVES:
            raise BudgetError(
                _("{part} has more than {count} moves to try").format(part=part, count=f"{TRIED_MOVES:,}")
            )
        for move in moves:
            if nim_sum(*(self.told(atom)[1] for atom in components_of(part.play(move)))) == value:
                yield move


def _parts(question: Question) -> tuple[Position, ...]:
    position = question.position
    if question.convention is not Convention.NORMAL or not isinstance(position, Sum) or len(position.parts) < 2:
        return ()
    return position.parts


def _values_components(route: Route) -> TypeGuard[Valuer]:
    """Whether it is a `Valuer`, by its class: on whose word it speaks may take long to find out."""
    return hasattr(type(route), "nim_values") and hasattr(type(route), "moves_to")
