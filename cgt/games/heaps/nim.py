"""Nim: take any number of matches from one heap (Bouton, 1901)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.codes.code import HeapCode
from cgt.core.closed_form import ClosedForm
from cgt.core.compounds import ComponentMove, Sum
from cgt.core.nimber import nim_sum
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.heaps.ruleset import TakingRuleset
from cgt.language import _

if TYPE_CHECKING:
    from cgt.core.position import Move, Position


@attrs.frozen
class Nim(TakingRuleset):
    """Take any number of matches, at least one, from one heap.

    >>> import cgt
    >>> cgt.solve(Nim().position(3, 4, 5)).winning_moves
    (ComponentMove(component=0, move=2),)
    """

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    rules: ClassVar[str] = "Take any number of matches, at least one, from one heap."
    references: ClassVar[tuple[str, ...]] = (
        "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    )
    example: ClassVar[str] = "3,4,5"

    @property
    def listed_heaps(self) -> int:
        """Three, since one heap and two are soon told."""
        return 3

    @property
    def code(self) -> HeapCode:
        """The digit 3 for ever."""
        return HeapCode.of_all_but(())

    def takes(self, size: int) -> range:
        """1 to the whole heap."""
        return range(1, size + 1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """Bouton's rule, in both conventions."""
        return (Bouton(self),)


@attrs.frozen
class Bouton(ClosedForm):
    """P exactly when the nim-sum of the heaps is 0; in misère play when it is 1 once no heap is larger than 1."""

    ruleset: Nim
    name: ClassVar[str] = "Bouton's rule"
    reference: ClassVar[str] = Nim.references[0]

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Every position of nim, under both conventions."""
        return self.ruleset.owns(position)

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        """By the nim-sum."""
        _sizes, total, target = self._sums(position, convention)
        return Outcome.P if total == target else Outcome.N

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> tuple[Move, ...]:
        """The moves after which the opponent faces a P-position."""
        sizes, total, _target = self._sums(position, convention)
        misere = convention is Convention.MISERE
        moves: list[Move] = []
        for index, size in enumerate(sizes):
            others = sizes[:index] + sizes[index + 1 :]
            # Once all the other heaps are at most 1, misère play wants an odd number of heaps left.
            left = size ^ total
            if misere and max(others, default=0) <= 1:
                left = 1 - sum(others) % 2
            if left < size:
                moves.append(ComponentMove(index, size - left) if isinstance(position, Sum) else size - left)
        return tuple(moves)

    def moves_to(self, position: Position, value: int) -> tuple[Move, ...]:
        """The heaps that can be made smaller so that the nim-sum is `value`."""
        sizes, total, _target = self._sums(position, Convention.NORMAL)
        takes = [(index, size - (size ^ total ^ value)) for index, size in enumerate(sizes)]
        return tuple(
            ComponentMove(index, take) if isinstance(position, Sum) else take for index, take in takes if take > 0
        )

    def nim_value(self, position: Position, convention: Convention = Convention.NORMAL) -> int:
        """The nim-sum; in misère play 1 more or less while every heap is at most 1."""
        _sizes, total, target = self._sums(position, convention)
        return total ^ target

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        """The nim-sum, and what to do about it."""
        sizes, total, target = self._sums(position, convention)
        written = " ⊕ ".join(map(shortened, sizes)) or "0"
        text = _("the nim-sum is {written} = {total}").format(written=written, total=shortened(total))
        if convention is Convention.MISERE and max(sizes, default=0) <= 1:
            text += _("; no heap is larger than 1, so only whether the number of heaps is odd counts")
        if total == target:
            return text + _(": every move lets the opponent answer")
        moves = self.winning_moves(position, convention)
        if not moves:
            return text + _(": the player to move has already won")
        return text + ": " + self.ruleset.move_text(position, moves[0])

    def _sums(self, position: Position, convention: Convention) -> tuple[tuple[int, ...], int, int]:
        """The sizes, their nim-sum, and the nim-sum that a P-position has here."""
        self.require(position, convention)
        sizes = self.ruleset.sizes(position)
        total = nim_sum(*sizes)
        small = convention is Convention.MISERE and max(sizes, default=0) <= 1
        return sizes, total, int(small)
