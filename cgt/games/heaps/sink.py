"""Sink subtraction: a move may go below zero, where the heap is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import attrs

from cgt.core.route import ClosedForm
from cgt.families.heap_game import TakingRuleset
from cgt.games.heaps.subtraction import ListedTakes

if TYPE_CHECKING:
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import NimSequence
    from cgt.theory.period import PeriodReport

BHAGAT = "A. Bhagat, U. Larsson, H. Manabe and T. Yamashita, Additive sink subtraction, arXiv 2601.18715 (2026)"


@attrs.frozen(init=False, repr=False)
class SinkSubtraction(ListedTakes):
    """Take one of the listed amounts; a smaller heap is taken whole. `Subtraction` is the game with a wall.

    >>> game = SinkSubtraction(1, 3, 4)
    >>> game.table().values(12)
    [0, 1, 2, 1, 2, 0, 3, 0, 1, 2, 1, 2]
    >>> print(game.period())
    sink-subtraction(1,3,4): period 7, from heap 0, proved (repeated window, given the promised reach 4)
    """

    name = "sink-subtraction"
    title = "Sink subtraction"
    rules = "Take one of the listed amounts from one heap; a heap that is smaller than the amount is taken whole."
    references = (BHAGAT,)
    example_arguments = ("1", "3", "4")
    argument_form = "the amounts that may be taken, such as sink-subtraction(2,3)"

    def amounts(self) -> tuple[int, ...]:
        return self.listed

    def takes(self, size: int) -> Iterator[int]:
        """The amounts below the heap, and the heap where one is no smaller."""
        yield from (amount for amount in self.listed if amount < size)
        if 0 < size <= self.listed[-1]:
            yield size

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The nim-values from the definition."""
        return TakingRuleset.sequence(self, backend)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """The empty tuple, as no closed form is known here."""
        return ()

    def period(
        self,
        limit: int | None = None,
        *,
        reach: int | None = None,
        modulus: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> PeriodReport:
        """The period report, proved by a repeated window with the greatest amount as its reach by default."""
        return super().period(limit, reach=reach or self.listed[-1], modulus=modulus, progress=progress)
