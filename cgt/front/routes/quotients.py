"""The routes by misère quotients: sums of heaps of different games, and searches that end in a quotient."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs

from cgt.core.closed_form import Status
from cgt.core.compounds import ComponentMove, Sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Facts
from cgt.front.routes.closed_forms import FormRoute
from cgt.heaps.ruleset import Heap
from cgt.language import _
from cgt.misere.form import PLAMBECK_SIEGEL, QuotientForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.position import Move, Position
    from cgt.core.route import Question, Route
    from cgt.misere.quotient import Places, QuotientSearch

QUOTIENT_SEARCH = "quotient search"

MOST_SUMS = 20_000
"""How many sums are searched here at most: the plain search, which is asked next, is quicker a sum."""

LARGEST = 2_000
"""The greatest heap that is searched: a larger one has too many options."""


def quotient_routes(position: Position) -> tuple[Route, ...]:
    """The routes for heaps of one or several games with codes; none for any other position.

    >>> import cgt
    >>> mixed = cgt.TakingBreaking("0.77").position(10) + cgt.TakingBreaking("0.75").position(5)
    >>> [route.name for route in quotient_routes(mixed)]
    ['closed form', 'quotient search']
    """
    parts = position.parts if isinstance(position, Sum) else (position,)
    rulesets = [part.game if isinstance(part, Heap) else None for part in parts]
    first = rulesets[0] if rulesets else None
    if all(ruleset is first for ruleset in rulesets):  # a thousand heaps of one game are told at a glance
        rulesets = [first]
    games = dict.fromkeys(ruleset for ruleset in rulesets if ruleset is not None and ruleset.code is not None)
    if not games or not games.keys() >= set(rulesets):
        return ()
    if len(games) > 1:
        mixed = QuotientForm(tuple(sorted(games, key=str)))
        return FormRoute(mixed), QuotientSearchRoute(mixed)
    # Other games have better things to say of misère play: only of the code games is the quotient the best.
    forms = [form for game in games for form in game.closed_forms() if isinstance(form, QuotientForm)]
    return tuple(map(QuotientSearchRoute, forms))


@attrs.frozen
class QuotientSearchRoute:
    """Misère search of heaps that the quotient in reach does not settle, with the quotient as a table of its ends.

    >>> import cgt
    >>> solution = cgt.solve(cgt.TakingBreaking("0.07").position(50), "misere")
    >>> print(solution.route, solution.outcome)
    quotient search P
    """

    form: QuotientForm
    name = QUOTIENT_SEARCH
    status = Status.COMPUTED

    @property
    def reference(self) -> str:
        """The theory."""
        return PLAMBECK_SIEGEL

    def cost(self, question: Question) -> float | None:
        """Nobody can tell; nothing to say in normal play, of huge heaps, or where the quotient settles everything."""
        if question.convention is not Convention.MISERE:
            return None
        places = self.form.places(question.position)
        if not places or max(size for _game, size in places) > LARGEST:
            return None
        return None if self.form.applies(question.position, Convention.MISERE) else math.inf

    def answer(self, question: Question) -> Answer | None:
        """The outcome and all winning moves; raises `BudgetError`."""
        from cgt.misere.quotient import QuotientSearch

        places = self.form.places(question.position)
        if not places:
            return None
        quotient = self.form.in_reach(places)
        most = MOST_SUMS if question.max_positions is None else min(MOST_SUMS, question.max_positions)
        search = QuotientSearch(quotient, most)
        outcome = Outcome.P if search.is_p(places) else Outcome.N
        moves = tuple(self._moves(question.position, places, search)) if question.wants(Facts.WINNING_MOVES) else None
        explanation = _("a search says so, which ends in the misère quotient of the heaps to {heaps}").format(
            heaps=", ".join(str(game.last) for game in quotient.certificate.games)
        )
        details = ((_("searched"), str(len(search))),)
        value = 0 if outcome is Outcome.P else None
        return Answer(self.name, self.reference, self.status, outcome, value, moves, explanation, details=details)

    def _moves(self, position: Position, places: Places, search: QuotientSearch) -> Iterator[Move]:
        for index, (game, size) in enumerate(places):
            for option in search.winning_options(places, index):
                move = self.form.rulesets[game].move_to(size, option)
                yield ComponentMove(index, move) if isinstance(position, Sum) else move
