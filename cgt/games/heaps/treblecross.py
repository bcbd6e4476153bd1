"""Treblecross, on boards as people know them: a board of n cells is a heap of n + 2 under the code 0.007."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs
from more_itertools import unique_justseen

from cgt.core.code import WINNING_WAYS, HeapCode
from cgt.core.numbers import format_int, format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.errors import IllegalMoveError
from cgt.families.heap_game import HeapRuleset, Heaps
from cgt.families.matches import middle_or_copy
from cgt.families.rows import Pair, Row
from cgt.fast.taking_breaking_values import TakingBreakingSequence

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.families.discovery import Discovery
    from cgt.families.lesson_words import LessonWords
    from cgt.fast.backend import Backend
    from cgt.fast.sequence import NimSequence

CODE = "0.007"
MARGIN = 2
"""The number of counters by which the heap exceeds the cells of the board."""


@attrs.frozen
class Treblecross(HeapRuleset):
    """Noughts and crosses on a row, with crosses only: three in a row win, so that nobody plays near a cross.

    A cross next to another, or next but one, lets the opponent win at once. A heap is a board that is still free: n
    cells in which a cross may be put. A move is the pair (cells before, cells behind) of the cross.

    >>> game = Treblecross()
    >>> game.table().values(10), str(game.position(7).play((3, 3)))
    ([0, 1, 1, 1, 2, 2, 0, 3, 3, 1], '1,1')
    >>> game.wording.write_move(game.position(7), (3, 3))
    '4'
    """

    name = "treblecross"
    title = "Treblecross"
    rules = "Put a cross in a cell of the row, never next to a cross nor next but one."
    references = (WINNING_WAYS,)
    position_form = "rows by the number of their free cells, separated by commas, such as 7"
    example = "9"
    row = Row("cells", reach=2)
    _first_step = 3  # a cross at the edge takes three cells

    def heap_options(self, size: int) -> Iterator[Heaps]:
        """The options: a cross in each cell of one half, which removes the two cells on each side."""
        results = (tuple(sorted(self.row.left((before, size - 1 - before)))) for before in range((size + 1) // 2))
        return unique_justseen(results)

    def moves(self, state: Heaps) -> Iterator[Pair]:
        """A cross in each cell, from left to right."""
        return self.row.moves(state[0], (1,))

    def after(self, state: Heaps, move: Move) -> Heaps:
        """The free boards, from left to right; raises `IllegalMoveError`."""
        (size,) = state
        pair = self.row.read(size, move)
        if pair is None:
            raise IllegalMoveError(f"{format_value(move)} is no cross in a board of {format_int(size)} free cells")
        return self.row.left(pair)

    def study(self, limit: int | None = None, *, progress: Progress | None = None) -> Discovery:
        """The results for `cgt.discover`, also from 0.007, whose heaps have two more counters than cells."""
        from cgt.families.discovery import study_of_heaps

        return study_of_heaps(self, limit, larger=(HeapCode.parse(CODE), MARGIN), progress=progress)

    def sequence(self, backend: Backend = "auto") -> NimSequence:
        """The nim-values of the boards of 0, 1, 2, … cells, by the loops of 0.007."""
        return _Boards(HeapCode.parse(CODE), backend=backend)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of the middle of a row of odd length, or of two rows alike, in normal play."""
        return middle_or_copy(position, convention, odd=True)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words  # a question is answered without

        return written_words("treblecross")


class _Boards(TakingBreakingSequence):
    """The nim-sequence of heaps as one of boards, which are two smaller."""

    @property
    def values(self) -> memoryview:
        return super().values[MARGIN:]

    @property
    def comfortable(self) -> int:
        return super().comfortable - MARGIN

    def extend_to(self, stop: int, progress: Progress | None = None) -> None:
        super().extend_to(stop + MARGIN, progress)

    def resume(self, values: Sequence[int]) -> None:
        super().resume([0] * MARGIN + list(values))
