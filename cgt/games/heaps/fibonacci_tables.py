"""Sums of Fibonacci nim with a heap worth more than the levels proved: what is sure without its value, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.closed_form import Status
from cgt.core.compounds import ComponentMove, Sum, components_of
from cgt.core.nimber import nim_sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Facts
from cgt.games.heaps.level_machine import shipped
from cgt.games.heaps.quota_look_up import QuotaLookUp
from cgt.games.heaps.takeaway import Pile, TakeAway
from cgt.kernels.jit import compiled_works
from cgt.language import _

if TYPE_CHECKING:
    from cgt.core.position import Move, Position
    from cgt.core.route import Question

LARGEST_HEAP = 1_000_000
"""The largest heap for which a table is made here: two seconds, compiled."""


@attrs.frozen
class BeyondLevels:
    """One heap is worth more than all the levels proved, the others less: the player to move wins whatever it is worth.

    Which moves win may hang on its value: that a compiled table tells, for heaps up to a million.
    """

    ruleset: TakeAway
    name: str = "proved levels"

    def cost(self, question: Question) -> float | None:
        """Nothing for the outcome, two seconds for the moves; None where another route knows, or none of this kind."""
        piles, values = self._valued(question.position)
        if question.convention is not Convention.NORMAL or values.count(None) != 1:
            return None
        if Facts.OUTCOME in question.needed and Facts.WINNING_MOVES not in question.needed:
            return 0.0
        return 2.0 if max(pile.size for pile in piles) <= LARGEST_HEAP and compiled_works() else 0.0

    def answer(self, question: Question) -> Answer | None:
        """The outcome with its reason; nim-value and winning moves by the table, where needed and to be had."""
        piles, values = self._valued(question.position)
        above = piles[values.index(None)]
        rest = nim_sum(*(value for value in values if value is not None))
        why = _("{heap} is worth {levels} or more, and the other heaps together {rest}: the nim-sum is not 0").format(
            heap=above, levels=shipped().levels, rest=rest
        )
        reference = _("levels decided by automata: cgt.proofs.levels")
        if rest >= shipped().levels:
            return None
        largest = max(pile.size for pile in piles)
        if Facts.WINNING_MOVES not in question.needed or largest > LARGEST_HEAP or not compiled_works():
            return Answer(self.name, reference, Status.THEOREM, Outcome.N, explanation=why)
        total, moves = self._by_table(question.position, piles, largest)
        reference = _("nim-values of all smaller heaps, from the definition")
        return Answer("table", reference, Status.COMPUTED, Outcome.N, total, moves, why)

    def _by_table(self, position: Position, piles: list[Pile], largest: int) -> tuple[int, tuple[Move, ...]]:
        look_up = QuotaLookUp(self.ruleset, self.ruleset.quota_table(largest))
        values = [look_up(pile) for pile in piles]
        total = nim_sum(*values)
        moves: list[Move] = []
        for index, (pile, value) in enumerate(zip(piles, values, strict=True)):
            good = look_up.moves_to(pile, value ^ total)
            moves += [ComponentMove(index, take) for take in good] if isinstance(position, Sum) else good
        return total, tuple(moves)

    def _valued(self, position: Position) -> tuple[list[Pile], list[int | None]]:
        piles = [pile for pile in components_of(position) if isinstance(pile, Pile) and pile.game == self.ruleset]
        if len(piles) != len(components_of(position)):
            return [], []
        return piles, shipped().nim_values((pile.size, pile.quota) for pile in piles)
