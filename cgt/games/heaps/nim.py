"""Nim: take any number of matches from one heap (Bouton, 1901)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.route import ClosedForm
from cgt.families.heap_game import TakingRuleset
from cgt.families.matches import heaps_of
from cgt.families.tame_form import TameForm

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.families.lesson_words import LessonWords


@attrs.frozen
class Nim(TakingRuleset):
    """Take any number of matches, at least one, from one heap.

    >>> import cgt
    >>> cgt.solve(Nim().position(3, 4, 5)).winning_moves
    (ComponentMove(component=0, move=2),)
    """

    name = "nim"
    title = "Nim"
    rules = "Take any number of matches, at least one, from one heap."
    references = ("C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",)
    example = "3,4,5"
    listed_heaps: ClassVar[int] = 3  # one and two heaps are trivial

    @property
    def code(self) -> HeapCode:
        from cgt.core.code import HeapCode  # a question is answered without

        return HeapCode.of_all_but(())

    def takes(self, size: int) -> range:
        return range(1, size + 1)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy by Bouton's rule, for two heaps in normal play in its simplest form."""
        if convention is not Convention.NORMAL:
            return _(
                "leave what you would leave if the last match won, as long as a heap of 2 or more stays; then leave an "
                "odd number of heaps of 1"
            )
        if len([size for size in heaps_of(position) if size]) <= 2:
            return _("leave two heaps that are alike, and do in one what the other player does in the other")
        return _("think of each heap as a sum of 1, 2, 4, 8, …: leave each of these numbers an even number of times")

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (Bouton(self),)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words  # a question is answered without

        return written_words("nim")


@attrs.frozen
class Bouton(TameForm):
    """Bouton's theorem: P exactly when the nim-sum of the heaps is 0, in misère play 1 among heaps of 1."""

    name = "Bouton's rule"
    statement = (
        "A heap is worth its size: P exactly when the nim-sum of the heaps is 0, in misère play 1 among heaps of 1."
    )
    reference = Nim.references[0]

    def value(self, size: int) -> int:
        return size

    def takes_to(self, size: int, value: int) -> tuple[int, ...]:
        return (size - value,) if value < size else ()

    def describe(self, size: int) -> str:
        return ""
