"""Nim: take any number of matches from one heap (Bouton, 1901)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.code import HeapCode
from cgt.families.heap_game import TakingRuleset
from cgt.families.tame import TameForm

if TYPE_CHECKING:
    from cgt.core.closed_form import ClosedForm


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

    @property
    def listed_heaps(self) -> int:
        """Three, since one heap and two are soon told."""
        return 3

    @property
    def code(self) -> HeapCode:
        return HeapCode.of_all_but(())

    def takes(self, size: int) -> range:
        return range(1, size + 1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (Bouton(self),)


@attrs.frozen
class Bouton(TameForm):
    """A heap is worth its size: P exactly when the nim-sum of the heaps is 0, in misère play 1 among heaps of 1."""

    name = "Bouton's rule"
    reference = Nim.references[0]

    def value(self, size: int) -> int:
        return size

    def takes_to(self, size: int, value: int) -> tuple[int, ...]:
        return (size - value,) if value < size else ()

    def describe(self, size: int) -> str:
        return ""
