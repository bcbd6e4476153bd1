"""The routes to an answer, as one ordered and open list, which `solve` and all others ask.

A route is anything with a `name`, a `rank` and an `answer(question)` (`cgt.core.route.Route`). The rank tells how much
work its answers take: known at once, a table, component by component, search. Routes are asked in this order, and of
one rank in the order of the list: closed forms and certificates, the routes of other packages, those of misère play,
the table, equal components, the components, canonical forms, the search. A route that knows nothing says None. An
answer may be partial (an outcome without a nim-value): the next routes complete it where that is needed, or known at
once. A route that would take too long raises `BudgetError`, and the next one is asked.

To add one:

- for a ruleset: a closed form, in its `closed_forms()`;
- from another package: an entry point in the group `cgt.routes`, a route or a class that makes one;
- in this library: its place in `informed_routes`, so that `cgt.crosscheck` audits it against the engine.

>>> import cgt
>>> from cgt.core.route import Answer, Question, Rank, Status
>>> from cgt.solving.routes import Routes
>>> class Mirror:
...     name, rank = "mirror", Rank.KNOWN
...     def answer(self, question):
...         heaps = getattr(question.position, "heaps", ())
...         if len(heaps) == 2 and heaps[0] == heaps[1]:
...             return Answer(self.name, "folklore", Status.THEOREM, cgt.Outcome.P, 0, (), "answer in the other heap")
>>> routes = Routes(known=lambda position, convention: [Mirror()])
>>> routes.ask(Question(cgt.games.MooreNim(1).position(7, 7))).explanation
'answer in the other heap'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import Sum, components_of
from cgt.core.game import Game, check_class, check_convention, ruleset_of
from cgt.core.language import _, language
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention, Outcome
from cgt.core.plugins import Plugin, plugin_objects
from cgt.core.position import Position
from cgt.core.route import Answer, Facts, Question, Rank, Route, answer_of
from cgt.errors import BudgetError, LoopError, NotApplicableError, ParseError, PluginError, RulesetError

if TYPE_CHECKING:
    from cgt.engine.evaluator import Evaluator
    from cgt.solving.routes.by_search import SearchRoute

ROUTE_NAMES = (
    *("closed form", "certificate", "table", "equal components", "components"),
    *("tame sum", "quotient search", "canonical forms", "search"),
)
"""The names that a person may insist on, besides those of single closed forms and of the routes of other packages."""

GROUP = "cgt.routes"
"""The entry-point group; an entry is a route, or a class or function that makes one without arguments."""


def informed_routes(ruleset: Game, *, counting: bool = False) -> tuple[Route, ...]:
    """The routes that claim to know more than the definition: closed forms, and those of other packages.

    With `counting` also the count of lost options where moves are forbidden, a search of its own.

    >>> import cgt
    >>> [route.name for route in informed_routes(cgt.parse_ruleset("kayles"))]
    ['periodic nim-sequence', 'misère quotient']
    >>> [route.name for route in informed_routes(cgt.parse_ruleset("blocked(nim,2)"), counting=True)]
    ['counted options']
    """
    check_class(ruleset)
    forms: object = ruleset.closed_forms()
    rank, kind = repeat("rank"), repeat(type)
    if not isinstance(forms, Sequence) or not all(map(hasattr, forms, rank)) or any(map(isinstance, forms, kind)):
        given = f"closed_forms() of {ruleset} gave {format_value(forms)}"
        raise RulesetError(f"{given}: return a tuple of closed forms, objects and no classes")
    routes = (*forms, *plugin_routes())
    if not counting or not ruleset.hints.counts_lost_options:
        return routes
    from cgt.solving.routes.blocking import CountedOptions

    return (*routes, CountedOptions())


@cache
def plugin_routes() -> tuple[Route, ...]:
    """The routes of other packages, sorted by name; one that fails to load is warned about and left out."""
    return plugin_objects(GROUP, "route", _load)


def _load(plugin: Plugin) -> Route:
    routes = plugin.made(Route)
    if isinstance(routes, type) or not isinstance(routes, Route):
        raise PluginError(f"{plugin} is not a route: it needs a name, a rank and answer(question)")
    return routes


def default_routes(position: Position, convention: Convention) -> tuple[Route, ...]:
    """The routes that may know a position without a search: `informed_routes`, those of misère play, the table.

    >>> import cgt
    >>> [route.name for route in default_routes(cgt.games.Nim().position(3), cgt.Convention.NORMAL)]
    ["Bouton's rule", 'table']
    """
    ruleset = ruleset_of(position)
    routes = plugin_routes() if ruleset is None else informed_routes(ruleset, counting=True)
    if convention is Convention.NORMAL:
        if ruleset is None:
            return routes
        from cgt.solving.routes.nim_values import TableRoute

        return (*routes, TableRoute(ruleset, position))
    if not isinstance(position, Sum) and getattr(ruleset, "code", None) is None:
        return routes
    from cgt.solving.routes.misere_play import misere_routes  # and the theory of misère play with it

    return (*routes, *misere_routes(position, _normal_routes))


def _normal_routes(position: Position) -> tuple[Route, ...]:
    from cgt.solving.routes.by_search import SearchRoute  # many positions are answered without

    return (*default_routes(position, Convention.NORMAL), SearchRoute())


def check_evaluator(evaluator: Evaluator, convention: Convention) -> None:
    """Check that what was given is an evaluator, of the convention; raises `NotApplicableError`.

    >>> import cgt
    >>> check_evaluator(cgt.Evaluator(), cgt.Convention.MISERE)
    Traceback (most recent call last):
    cgt.errors.NotApplicableError: the evaluator is of normal play, and not of misère play: Evaluator('misere') is
    """
    from cgt.engine.evaluator import Evaluator  # whoever gives one has loaded it

    if not isinstance(evaluator, Evaluator):
        raise NotApplicableError(
            f"{format_value(evaluator)} is not an evaluator: give cgt.Evaluator({convention.value!r})"
        )
    if evaluator.convention is not convention:
        with language("en"):
            plays = f"of {evaluator.convention.word} play, and not of {convention.word} play"
        raise NotApplicableError(f"the evaluator is {plays}: Evaluator({convention.value!r}) is")


@attrs.frozen
class Routes:
    """An open, ordered list of routes that answers questions with the least work first.

    Attributes:
        evaluator: searches with this one and its memo.
        known: gives the routes that may know a position under a convention, besides the components and the search.

    >>> import cgt
    >>> from cgt.core.route import Question
    >>> Routes().ask(Question(cgt.games.Nim().position(3, 5))).route
    'closed form'
    """

    evaluator: Evaluator | None = None
    known: Callable[[Position, Convention], Sequence[Route]] = attrs.field(default=default_routes, kw_only=True)

    def routes(self, question: Question) -> tuple[Route, ...]:
        """Every route that is asked the question, in order."""
        return tuple(self._in_order(question, lambda: False))

    def _in_order(self, question: Question, is_answered: Callable[[], bool]) -> Iterator[Route]:
        """The routes one by one, and the search at last, unless the others have answered."""
        position, convention = question.position, question.convention
        routes, search = self.known(position, convention), None
        if isinstance(position, Sum) and convention is Convention.NORMAL:
            from cgt.solving.routes.by_search import SearchRoute

            search = SearchRoute(self.evaluator, question.max_positions)
            routes = (*routes, *self._of_sums(search))
        yield from sorted(routes, key=attrgetter("rank"))
        if not is_answered():
            from cgt.solving.routes.by_search import SearchRoute, any_falls_apart

            if convention is Convention.MISERE and self.evaluator is None and any_falls_apart(position):
                from cgt.solving.routes.misere_forms import FormRoute, ShortSearch

                yield from (ShortSearch(), FormRoute.before_search(question.max_positions))
            yield search or SearchRoute(self.evaluator, question.max_positions)

    def _of_sums(self, search: SearchRoute) -> tuple[Route, ...]:
        """The routes for sums in normal play."""
        from cgt.solving.routes.nim_values import ComponentsRoute, PairsRoute

        known, normal = self.known, Convention.NORMAL
        return (
            PairsRoute(self.ask, Rank.KNOWN),
            ComponentsRoute(lambda whole: known(whole, normal), Rank.KNOWN),
            ComponentsRoute(lambda whole: (*known(whole, normal), search), Rank.COMPONENTS),
            PairsRoute(self.ask, Rank.COMPONENTS),
        )

    def ask(self, question: Question, only: str | None = None) -> Answer:
        """The joint answer of the routes: the first one, completed by later ones until nothing needed is missing.

        Args:
            question: what is asked.
            only: insist on the routes of this name.

        Raises:
            NotApplicableError: no route (of this name) has anything to say about this position, or a game of it is not
                played under the convention; or the evaluator is of the other.
            BudgetError: one has, but it would take too long.
            LoopError: the play can go round for ever, and no route knows such games.
            ParseError: there is no route of this name.
        """
        check_convention(question.position, question.convention)
        if self.evaluator is not None:
            check_evaluator(self.evaluator, question.convention)
        completed: Answer | None = None
        failure: BudgetError | LoopError | None = None
        missing, hopeless = question, False

        def is_answered() -> bool:
            return completed is not None and not missing.needed

        for route in self._in_order(question, is_answered):
            if only is not None and only not in _names(route):
                continue
            if (is_answered() and route.rank > Rank.KNOWN) or (hopeless and route.rank == Rank.SEARCH):
                break
            try:
                answer = answer_of(route, missing)
            except (BudgetError, LoopError) as error:
                # The first route's reason tells most; that the play goes round tells more than any limit.
                failure = error if failure is None or isinstance(error, LoopError) else failure
                hopeless = hopeless or (isinstance(error, BudgetError) and Rank.KNOWN < route.rank < Rank.SEARCH)
                continue
            except (AttributeError, TypeError, ValueError) as error:
                from cgt.engine.rule_faults import explain_failure  # rules seldom fail

                explain_failure(question.position, error)
                raise
            if answer is None:
                continue
            completed = answer if completed is None else completed.completed(answer)
            facts = completed.facts
            if question.needed in facts and question.optional in facts:
                return completed
            missing = attrs.evolve(question, needed=question.needed & ~facts, optional=question.optional & ~facts)
        if completed is not None and not missing.needed:
            return completed
        if failure is not None:
            raise _with_advice(failure, completed, missing)
        if only is not None:
            self._check_name(question, only)
        what = _("no route") if only is None else _("no answer by {route}").format(route=_(only))
        raise NotApplicableError(
            _("there is {what} for {position} in {convention} play").format(
                what=what, position=question.position, convention=question.convention.word
            )
        )

    def _check_name(self, question: Question, name: str) -> None:
        of_these = (called for route in self.routes(question) for called in _names(route))
        names = dict.fromkeys([*ROUTE_NAMES, *of_these])
        if not isinstance(name, str) or name not in names:
            text = _("unknown route {name}: it is {choices}")
            raise ParseError(text.format(name=format_value(name), choices=", ".join(map(repr, names))))


def _names(route: Route) -> tuple[str, ...]:
    """The names of a route: its own, and its kind where it is a closed form."""
    return (route.name, *getattr(route, "kinds", ()))


FAST = "cgt-impartial[fast]"
"""The extra that brings numpy."""


def _lacks_numpy(position: Position) -> bool:
    """Whether numpy is not installed, and moves of the position may be linear."""
    from cgt.digits.moves import HasLinearMoves  # an answer does without
    from cgt.fast.jit import numpy_installed

    games: Iterator[object] = map(ruleset_of, components_of(position))
    return not numpy_installed() and any(isinstance(game, HasLinearMoves) for game in games)


def _with_advice(failure: BudgetError | LoopError, answer: Answer | None, missing: Question) -> BudgetError | LoopError:
    """The failure with what is known all the same, and with advice."""
    if not isinstance(failure, BudgetError):
        return failure
    if FAST not in failure.what and _lacks_numpy(missing.position):
        # An automaton, which is looked for with numpy alone, decides what no search reaches.
        what = _("{reason}; with numpy it may be decided: {command}")
        failure = BudgetError(what.format(reason=failure.what, command=f"pip install '{FAST}'"))
    if answer is None or answer.outcome is None:
        return failure
    what = _("{meaning}, but by which move was not found: {reason}")
    if Facts.WINNING_MOVES not in missing.needed:
        what = _("{meaning}, but the nim-value was not found: {reason}")
    elif answer.outcome is Outcome.D:
        what = _("{meaning}, but which moves keep the draw was not found: {reason}")
    return BudgetError(what.format(meaning=answer.outcome.meaning, reason=failure.what), failure.limit)
