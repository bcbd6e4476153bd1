"""Couples are forever: divide a heap of three or more into two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import HeapCode
from cgt.families.heap_game import HeapRuleset, Heaps

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.families.discovery import Discovery

CAINES = "I. Caines, C. Gates, R. K. Guy and R. J. Nowakowski, Periods in taking and splitting games (1999)"


@attrs.frozen
class CouplesAreForever(HeapRuleset):
    """Divide a heap into two that are not empty, where a heap of two stays together; one more than in the game 0.6.

    No period of its nim-values is known.

    >>> CouplesAreForever().table().values(12)
    [0, 0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3]
    """

    name = "couples-are-forever"
    title = "Couples are forever"
    rules = "Divide one heap into two that are not empty; a heap of two is never divided."
    references = (CAINES, "OEIS A046695, where heaps have one counter less")
    example = "7,9"
    _first_step = 2

    def study(self, limit: int | None = None, *, progress: Progress | None = None) -> Discovery:
        """The results for `cgt.discover`, also from 0.6, whose heaps have one counter less."""
        from cgt.families.discovery import study_of_heaps

        return study_of_heaps(self, limit, larger=(HeapCode.parse("0.6"), -1), progress=progress)

    def heap_options(self, size: int, /) -> Iterator[Heaps]:
        """The options, pairs with the smaller heap first."""
        return ((part, size - part) for part in range(1, size // 2 + 1 if size > 2 else 1))

    def _may_leave(self, size: int, heaps: Heaps) -> bool:
        return len(heaps) == 2 and 1 <= heaps[0] <= heaps[1] and sum(heaps) == size > 2
