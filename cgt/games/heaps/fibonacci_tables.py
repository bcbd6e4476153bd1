"""Sums of Fibonacci nim with a heap worth more than the levels proved: what is sure without its value."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.compounds import components_of
from cgt.core.language import _
from cgt.core.nimber import nim_sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Rank, Status
from cgt.games.heaps.level_machine import shipped
from cgt.games.heaps.takeaway import Pile, TakeAway

if TYPE_CHECKING:
    from cgt.core.route import Question


@attrs.frozen
class BeyondLevels:
    """One heap is worth more than all the levels proved, the others less: the player to move wins whatever it is worth.

    Which moves win may hang on its value, which a table tells.
    """

    ruleset: TakeAway
    name = "proved levels"
    rank: ClassVar[Rank] = Rank.KNOWN

    def answer(self, question: Question) -> Answer | None:
        """The outcome with its reason."""
        parts = components_of(question.position)
        piles = [pile for pile in parts if isinstance(pile, Pile) and pile.game == self.ruleset]
        if question.convention is not Convention.NORMAL or len(piles) != len(parts):
            return None
        values = shipped().nim_values((pile.size, pile.quota) for pile in piles)
        rest = nim_sum(*(value for value in values if value is not None))
        if values.count(None) != 1 or rest >= shipped().levels:
            return None
        why = _("{heap} is worth {levels} or more, and the other heaps together {rest}: the nim-sum is not 0").format(
            heap=piles[values.index(None)], levels=shipped().levels, rest=rest
        )
        reference = _("levels decided by automata: cgt.theory.levels")
        return Answer(self.name, reference, Status.THEOREM, Outcome.N, explanation=why)
