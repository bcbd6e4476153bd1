"""The route for misère sums of heaps of different games: by the quotient of all the games together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.compounds import Sum
from cgt.front.routes.closed_forms import FormRoute
from cgt.heaps.ruleset import Heap
from cgt.misere.form import QuotientForm

if TYPE_CHECKING:
    from cgt.core.position import Position


def mixed_routes(position: Position) -> tuple[FormRoute, ...]:
    """The route for a sum of heaps of several games with codes; none for any other position.

    >>> import cgt
    >>> mixed = cgt.TakingBreaking("0.77").position(10) + cgt.TakingBreaking("0.75").position(5)
    >>> [route.form.outcome(mixed, "misere") for route in mixed_routes(mixed)]
    [<Outcome.N: 'N'>]
    """
    if not isinstance(position, Sum):
        return ()
    rulesets = [part.ruleset if isinstance(part, Heap) else None for part in position.parts]
    games = dict.fromkeys(ruleset for ruleset in rulesets if ruleset is not None and ruleset.code is not None)
    if len(games) < 2 or not games.keys() >= set(rulesets):
        return ()
    return (FormRoute(QuotientForm(tuple(sorted(games, key=str)))),)
