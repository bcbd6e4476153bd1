"""The route by tameness: misère sums of tame games, whatever games they are, go as in nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.closed_form import Status
from cgt.core.compounds import Sum
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Facts
from cgt.language import _
from cgt.misere.genus import Species
from cgt.misere.tame_sum import TameSum

if TYPE_CHECKING:
    from cgt.core.route import Question
    from cgt.misere.tame_sum import TamePart

TAME = "tame sum"

MOST_PARTS = 40
"""Of more components, those of one game are for that game's own routes."""

COST = 0.2
"""Processor seconds at the most, as measured; mostly far fewer."""

SHOWN_PARTS = 6


class TameRoute:
    """Misère sums of tame games of any kind, and of heaps of nim with one restive game (Conway, 1976).

    >>> import cgt
    >>> position = cgt.parse_position("chomp 3,2 + nim 300,500")
    >>> solution = cgt.solve(position, "misere")
    >>> print(solution.route, solution.outcome)
    tame sum N
    """

    name = TAME
    status = Status.THEOREM
    reference = "J. H. Conway, On Numbers and Games (1976), ch. 12"

    def cost(self, question: Question) -> float | None:
        """Little; nothing to say in normal play, and of what is no sum."""
        position = question.position
        misere = question.convention is Convention.MISERE
        return COST if misere and isinstance(position, Sum) and len(position.parts) <= MOST_PARTS else None

    def answer(self, question: Question) -> Answer | None:
        """The outcome and all winning moves, where the components are tame and it can be found with little work."""
        total = TameSum.of(question.position)
        if total is None:
            return None
        outcome = total.outcome
        return Answer(
            self.name,
            self.reference,
            self.status,
            outcome,
            0 if outcome is Outcome.P else None,
            total.winning_moves() if question.wants(Facts.WINNING_MOVES) else None,
            self._explanation(total),
        )

    def _explanation(self, total: TameSum) -> str:
        place = total.restive
        shown = [
            _("{part} as {heaps}").format(part=_part_text(part), heaps=_heaps_text(part.pair))
            for part in total.parts[:SHOWN_PARTS]
            if part.species is not Species.RESTIVE
        ]
        if place is not None:
            size = shortened(total.size_of_restive(place))
            shown.append(
                _("{part}, which is restive, as {heaps}").format(part=_part_text(total.parts[place]), heaps=size)
            )
        more = ", …" if len(total.parts) > SHOWN_PARTS else ""
        text = _("heaps of nim may stand for each part in misère play: {shown}").format(shown=", ".join(shown) + more)
        end = _("every move can be answered") if total.outcome is Outcome.P else _("a move leaves what loses in nim")
        return f"{text}: {end}"


def _part_text(part: TamePart) -> str:
    ruleset = getattr(part.position, "game", None)
    return str(part.position) if ruleset is None else f"{ruleset} {part.position}"


def _heaps_text(pair: tuple[int, int]) -> str:
    """The heaps of nim with these nim-values."""
    return {(0, 0): "2+2", (1, 1): "2+3"}.get(pair) or shortened(pair[0])
