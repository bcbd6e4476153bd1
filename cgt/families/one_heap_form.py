"""Closed forms of one heap in misère play, for games whose sums are searched."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from cgt.core.outcome import Convention
from cgt.families.state_form import StateForm

if TYPE_CHECKING:
    from cgt.families.heap_game import TakingRuleset

Heap = tuple[int, ...]
"""The state of one heap: its size alone."""


@attrs.frozen
class OneHeapInMisere(StateForm[Heap, int]):
    """A closed form of one heap in misère play: write `is_lost` and `describe`; and `takes_to_lost` for many moves."""

    ruleset: TakingRuleset
    conventions = (Convention.MISERE,)

    @abstractmethod
    def is_lost(self, size: int) -> bool:
        """Whether who is to move loses; the empty heap is won."""

    @abstractmethod
    def describe(self, size: int) -> str:
        """The reason, as a clause."""

    def is_known(self, size: int) -> bool:
        """Whether the outcome is known within about a second; by default always."""
        return True

    def takes_to_lost(self, size: int) -> Iterable[int] | None:
        """The amounts among which those to lost heaps are, ascending; None, the default, for all moves."""
        return None

    def covers(self, state: Heap) -> bool:
        """Whether it is one heap that is not empty, and its outcome is known."""
        return len(state) == 1 and state[0] > 0 and self.is_known(state[0])

    def is_p(self, state: Heap, convention: Convention) -> bool:
        return self.is_lost(sum(state))

    def candidates(self, state: Heap, value: int) -> Iterable[int] | None:
        (size,) = state
        takes = self.takes_to_lost(size)
        if takes is None:
            return None
        return (take for take in takes if 1 <= take <= size and self.ruleset.allows(size, take))

    def reason(self, state: Heap, convention: Convention) -> str:
        return self.describe(*state)
