"""The route by equal components: in normal play two of them cancel, whatever they are worth."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from cgt.core.closed_form import Status
from cgt.core.compounds import Sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import canonical, identities
from cgt.core.route import NOTHING, Answer, Facts, Question
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cgt.core.position import Position
    from cgt.core.route import Route

PAIRS = "equal components"

MOST_PARTS = 1_000
"""Of more components, those of one game are for that game's own routes."""

LAST = 1e6
"""The cost where it cannot tell all that is needed, in processor seconds: it is asked when other routes have failed."""


@attrs.frozen
class PairsRoute:
    """G + G = 0: each move in one is answered by the same move in the other, if every play comes to an end.

    It tells winning moves only where there are none: else the components themselves have to be known.

    Attributes:
        ask: what knows the rest.
        ranked: the routes to it, the cheapest first.

    >>> import cgt
    >>> print(cgt.solve(cgt.parse_position("grundy 123456789 + grundy 123456789")).explanation)
    equal components cancel
    """

    ask: Callable[[Question], Answer]
    ranked: Callable[[Question], Iterator[tuple[float, Route]]]
    name: str = PAIRS

    def cost(self, question: Question) -> float | None:
        """That of the rest; or much where moves in all of it are needed, so that what may know these is asked first."""
        rest = _rest(question)
        if not rest:
            return None if rest is None else 0.0
        if Facts.WINNING_MOVES in question.needed:
            return LAST
        return next((cost for cost, _route in self.ranked(_about(question, rest))), None)

    def answer(self, question: Question) -> Answer | None:
        """Outcome and nim-value of the components that have no equal one."""
        rest = _rest(question)
        if rest is None:
            return None
        told = Answer(self.name, "", Status.THEOREM, Outcome.P, 0)
        if rest:
            told = self.ask(_about(question, rest))
        return Answer(
            self.name,
            _("Tweedledum and Tweedledee: Winning Ways for your Mathematical Plays, chapter 1 (1982)"),
            told.status,
            told.outcome,
            told.nim_value,
            () if told.outcome is Outcome.P else None,
            _("equal components cancel") + (_("; ") + told.explanation if told.explanation else ""),
        )


def _rest(question: Question) -> tuple[Position, ...] | None:
    """The components that are left when equal ones cancel; None where none do."""
    position = question.position
    if question.convention is not Convention.NORMAL or not isinstance(position, Sum):
        return None
    if len(position.parts) > MOST_PARTS:
        return None
    counts = Counter(identities(map(canonical, filter(_ends, position.parts))))
    if all(count == 1 for count in counts.values()):
        return None
    odd = (part for (_kind, part), count in counts.items() if count % 2)
    return (*odd, *(part for part in position.parts if not _ends(part)))


def _about(question: Question, rest: Sequence[Position]) -> Question:
    """The same of the rest, but for the moves."""
    facts = question.needed & (Facts.OUTCOME | Facts.NIM_VALUE)
    position = rest[0] if len(rest) == 1 else Sum(*rest)
    return attrs.evolve(question, position=position, needed=facts, welcome=NOTHING)


def _ends(part: Position) -> bool:
    return getattr(getattr(part, "game", None), "ends", False) is True
