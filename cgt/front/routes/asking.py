"""Asking the routes: the cheapest first, and the next ones for what is still missing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from cgt.core.game import ruleset_of
from cgt.core.numbers import brief
from cgt.core.route import Facts
from cgt.errors import BudgetError, LoopError, NotApplicableError, ParseError
from cgt.front.routes.closed_forms import CERTIFICATE, CLOSED_FORM, FormRoute
from cgt.front.routes.components import COMPONENTS, ComponentsRoute
from cgt.front.routes.pairs import PAIRS, PairsRoute
from cgt.front.routes.plugins import plugin_routes
from cgt.front.routes.quotients import QUOTIENT_SEARCH, quotient_routes
from cgt.front.routes.search import OF_POSITIONS, SEARCH, SearchRoute
from cgt.front.routes.table import TABLE, TableRoute
from cgt.front.routes.tame import TAME, TameRoute
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cgt.core.game import Game
    from cgt.core.position import Position
    from cgt.core.route import Answer, Question, Route
    from cgt.engine.evaluator import Evaluator

CHEAP = 0.002
"""Up to how many processor seconds a route may take to add what is welcome, but not needed."""

OUR_NAMES = (CLOSED_FORM, CERTIFICATE, TABLE, PAIRS, COMPONENTS, TAME, QUOTIENT_SEARCH, SEARCH)
"""The names of the routes that come with the library, in order."""


@runtime_checkable
class Routed(Protocol):
    """This is a Protocol: a ruleset with routes of its own, which come after its closed forms."""

    def routes(self) -> Iterable[Route]:
        """The routes."""
        ...


def informed_routes(ruleset: Game | None) -> tuple[Route, ...]:
    """What claims to know more than the definition: closed forms, a ruleset's own routes, those of other packages.

    >>> import cgt
    >>> [route.name for route in informed_routes(cgt.parse_ruleset("kayles"))]
    ['certificate', 'closed form']
    """
    forms = ruleset.closed_forms() if ruleset is not None else ()
    own = ruleset.routes() if isinstance(ruleset, Routed) else ()
    return (*map(FormRoute, forms), *own, *plugin_routes())


def default_routes(position: Position) -> tuple[Route, ...]:
    """What may know a position without a search: the informed routes, then the table.

    >>> import cgt
    >>> [route.name for route in default_routes(cgt.Nim().position(3))]
    ['closed form', 'tame sum', 'table']
    """
    ruleset = ruleset_of(position)
    return (*informed_routes(ruleset), TameRoute(), *quotient_routes(position), TableRoute())


class Routes:
    """The open, ordered list of routes: ask it, and the cheapest route that knows answers.

    Args:
        evaluator: searches with this one and its memo.
        known: gives the routes that may know a position, besides the sum of components and the search.

    >>> import cgt
    >>> from cgt.core.route import Question
    >>> Routes().ask(Question(cgt.Nim().position(3, 5))).route
    'closed form'
    """

    def __init__(
        self,
        evaluator: Evaluator | None = None,
        *,
        known: Callable[[Position], Sequence[Route]] = default_routes,
    ) -> None:
        self._known = known
        self._search = SearchRoute(evaluator)
        self._pairs = PairsRoute(self.ask, self.ranked)
        self._components = ComponentsRoute(lambda position: (*known(position), self._search))

    def routes(self, position: Position) -> tuple[Route, ...]:
        """Every route that is asked about this position, in order."""
        return (*self._known(position), self._pairs, self._components, self._search)

    def ranked(self, question: Question, only: str | None = None) -> Iterator[tuple[float, Route]]:
        """The routes that have something to say, each with its predicted cost, the cheapest first, lazily.

        Args:
            question: the question.
            only: leave out all but the routes of this name.
        """
        dearer = []
        for route in self.routes(question.position):
            if only is None or only == route.name or only in getattr(route, "also_called", ()):
                cost = route.cost(question)
                if cost == 0:  # nothing is cheaper, so that the others need not even be asked for their price
                    yield 0.0, route
                elif cost is not None:
                    dearer.append((cost, route))
        yield from sorted(dearer, key=lambda pair: pair[0])  # stable: of equal costs, the order of the list decides

    def ask(self, question: Question, only: str | None = None) -> Answer:
        """What the routes know together: the first answer, completed by the next ones until nothing needed is missing.

        Args:
            question: what is asked.
            only: insist on the routes of this name.

        Raises:
            NotApplicableError: no route (of this name) has anything to say about this position.
            BudgetError: one has, but it would take too long.
            LoopError: the play can go round for ever, and no route knows such games.
            ParseError: there is no route of this name.
        """
        found: Answer | None = None
        failure: BudgetError | LoopError | None = None
        missing, hopeless = question, False
        for cost, route in self.ranked(question, only):
            if found is not None and not missing.needed and cost > CHEAP:
                break
            if hopeless and cost == math.inf:
                break  # what takes a table too long, or its components, takes a search longer
            try:
                answer = route.answer(missing)
            except (BudgetError, LoopError) as error:
                # The cheapest route's reason tells most; that the play goes round tells more than any limit.
                failure = error if failure is None or isinstance(error, LoopError) else failure
                hopeless = hopeless or (isinstance(error, BudgetError) and route.name in {TABLE, COMPONENTS})
                continue
            if answer is None:
                continue
            found = answer if found is None else found.completed(answer)
            told = found.facts
            missing = attrs.evolve(question, needed=question.needed & ~told, welcome=question.welcome & ~told)
            if not missing.needed and not missing.welcome:
                break
        if found is not None and not missing.needed:
            return found
        if failure is not None:
            if isinstance(failure, BudgetError) and failure.limit in OF_POSITIONS:
                failure = BudgetError(failure.what, "max_positions")
            known = None if found is None else found.outcome
            if known is not None and isinstance(failure, BudgetError):
                what = _("{meaning}, but by which move was not found: {reason}")
                if Facts.WINNING_MOVES not in missing.needed:
                    what = _("{meaning}, but the nim-value was not found: {reason}")
                raise BudgetError(what.format(meaning=_(known.meaning), reason=failure.what), failure.limit)
            raise failure
        if only is not None:
            self._check_name(question.position, only)
        what = _("no route") if only is None else _("no {route}").format(route=_(only))
        raise NotApplicableError(
            _("there is {what} for {position} in {convention} play").format(
                what=what, position=question.position, convention=question.convention
            )
        )

    def _check_name(self, position: Position, name: str) -> None:
        names = dict.fromkeys([*OUR_NAMES, *(route.name for route in self.routes(position))])
        if name not in names:
            raise ParseError(f"unknown route {brief(name)}: it is {', '.join(map(repr, names))}")
