"""Sums of heaps of Fibonacci nim of any size, by the nim-values that were proved level by level."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.closed_form import ClosedForm
from cgt.core.compounds import ComponentMove, Sum, components_of
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_sum
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.errors import NotApplicableError
from cgt.games.heaps.level_machine import Takes, shipped
from cgt.games.heaps.takeaway import Pile, TakeAway
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.core.position import Move, Position

SHOWN_HEAPS = 12


@attrs.frozen
class ProvedLevels(ClosedForm):
    """Heaps with a quota each, in normal play, while what they are worth is within the levels that were proved.

    >>> from cgt.games.heaps.fibonacci_nim import FibonacciNim
    >>> game = FibonacciNim()
    >>> ProvedLevels(game).nim_value(game.parse_component("21:4,10:3,1000000:50"))
    2
    """

    ruleset: TakeAway
    name: ClassVar[str] = "proved levels"
    reference: ClassVar[str] = "decided by automata: cgt.proofs.levels, and cgt.games.heaps.level_machine"

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Every heap's nim-value is below the levels proved, and so is what each would have to be left with."""
        if convention is not Convention.NORMAL:
            return False
        values = self._values(position)
        if values is None or None in values:
            return False
        total = nim_sum(*(value or 0 for value in values))
        return all((value or 0) ^ total < shipped().levels for value in values)

    def nim_value(self, position: Position, convention: Convention = Convention.NORMAL) -> int:
        """The nim-sum of the heaps' nim-values; O(digits)."""
        self.require(position, convention)
        return nim_sum(*(value or 0 for value in self._values(position) or ()))

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        return Outcome.N if self.nim_value(position, convention) else Outcome.P

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> Sequence[Move]:
        """All moves to nim-sum 0, found by the automaton; counted, and listed as one walks along."""
        total = self.nim_value(position, convention)
        if not total:
            return ()
        piles = _piles(position)
        found = []
        for index, (pile, value) in enumerate(zip(piles, self._values(position) or (), strict=True)):
            takes = shipped().takes_to(pile.size, pile.quota, (value or 0) ^ total)
            if takes.total:
                found.append((index, takes))
        walk = partial(_moves, found, in_sum=isinstance(position, Sum))
        return LazyMoves(walk, total=sum(takes.total for _index, takes in found))

    def moves_to(self, position: Position, value: int) -> Sequence[Move] | None:
        """The takes from one heap to a nim-value below the levels proved."""
        if not isinstance(position, Pile) or position.game != self.ruleset or value >= shipped().levels:
            return None
        takes = shipped().takes_to(position.size, position.quota, value)
        return LazyMoves(takes.__iter__, total=takes.total)

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        total = self.nim_value(position, convention)
        piles, values = _piles(position), self._values(position) or ()
        shown = [
            f"{shortened(pile.size)}:{shortened(pile.quota)} → {value}"
            for pile, value in list(zip(piles, values, strict=True))[:SHOWN_HEAPS]
        ]
        if len(piles) > SHOWN_HEAPS:
            shown.append("…")
        text = _("heaps and their nim-values {values}; the nim-sum is {total}").format(
            values=" ⊕ ".join(shown), total=total
        )
        if not total:
            return text + _(": every move loses")
        first = next(iter(self.winning_moves(position, convention)))
        return text + _(": ") + self.ruleset.move_text(position, first)

    def _values(self, position: Position) -> list[int | None] | None:
        piles = components_of(position)
        if not all(isinstance(pile, Pile) and pile.game == self.ruleset for pile in piles):
            return None
        return shipped().nim_values((pile.size, pile.quota) for pile in piles if isinstance(pile, Pile))


def _piles(position: Position) -> list[Pile]:
    piles = [pile for pile in components_of(position) if isinstance(pile, Pile)]
    if len(piles) < len(components_of(position)):
        raise NotApplicableError(f"{position} is not a sum of heaps of Fibonacci nim")
    return piles


def _moves(found: Sequence[tuple[int, Takes]], *, in_sum: bool) -> Iterator[Move]:
    for index, takes in found:
        for take in takes:
            yield ComponentMove(index, take) if in_sum else take
