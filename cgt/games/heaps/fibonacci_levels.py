"""Sums of heaps of Fibonacci nim of any size, by the nim-values that were proved level by level."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.compounds import ComponentMove, Sum
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_sum
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, ClosedForm, Question, Rank, Status, concluded
from cgt.games.heaps.level_machine import Takes, shipped
from cgt.games.heaps.takeaway import Pile, TakeAway

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.core.position import Move, Position

SHOWN_HEAPS = 12


def worth(piles: Sequence[Pile], values: Sequence[int], total: int) -> str:
    """What the first heaps are worth under their quotas, and all together."""
    one = _("{size}, of which {quota} may be taken, is worth {value}")
    told = [
        one.format(size=shortened(pile.size), quota=shortened(pile.quota), value=value)
        for pile, value in zip(piles[:SHOWN_HEAPS], values, strict=False)
    ]
    return _("; ").join([*told, *["…"] * (len(piles) > SHOWN_HEAPS)]) + _("; the nim-sum is {total}").format(
        total=total
    )


@attrs.frozen
class ProvedLevels(ClosedForm):
    """Heaps with a quota each, in normal play, while what they are worth is within the levels that were proved.

    >>> import cgt
    >>> game = cgt.games.FibonacciNim()
    >>> cgt.solve(game.parse("21:4,10:3,1000000:50"), closed_form=ProvedLevels(game)).nim_value
    2
    """

    ruleset: TakeAway
    name = "proved levels"
    reference = "decided by automata: cgt.theory.levels, and cgt.games.heaps.level_machine"

    def answer(self, question: Question) -> Answer | None:
        """In normal play, while every heap's value, and what each would have to be left with, is below the levels."""
        position, piles = question.position, self.ruleset.piles(question.position)
        if question.convention is not Convention.NORMAL or piles is None:
            return None
        known = shipped().nim_values((pile.size, pile.quota) for pile in piles)
        values = [value for value in known if value is not None]
        total = nim_sum(*values)
        if len(values) < len(known) or any(value ^ total >= shipped().levels for value in values):
            return None

        def moves() -> Sequence[Move]:
            """All moves to nim-sum 0, found by the automaton; counted, and listed as one walks along."""
            found = [
                (index, takes)
                for index, (pile, value) in enumerate(zip(piles, values, strict=True))
                if (takes := shipped().takes_to(pile.size, pile.quota, value ^ total)).total
            ]
            walk = partial(_moves, found, in_sum=isinstance(position, Sum))
            return LazyMoves(walk, total=sum(takes.total for _index, takes in found)) if total else ()

        def reason(winning: Sequence[Move]) -> str:
            text = worth(piles, values, total)
            return concluded(text, outcome, self.ruleset.move_text(position, winning[0]) if total else None)

        outcome = Outcome.N if total else Outcome.P
        return self.told(question, outcome, moves, reason, nim_value=total, moves_to=partial(self._moves_to, position))

    def _moves_to(self, position: Position, value: int) -> Sequence[Move] | None:
        """The takes from one heap to a nim-value below the levels proved."""
        if not isinstance(position, Pile) or value >= shipped().levels:
            return None
        takes = shipped().takes_to(position.size, position.quota, value)
        return LazyMoves(takes.__iter__, total=takes.total)


def _moves(found: Sequence[tuple[int, Takes]], *, in_sum: bool) -> Iterator[Move]:
    for index, takes in found:
        for take in takes:
            yield ComponentMove(index, take) if in_sum else take


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
        piles = self.ruleset.piles(question.position)
        if question.convention is not Convention.NORMAL or piles is None:
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
