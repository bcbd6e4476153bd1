"""Nim with a pass: once in the play one of the players may pass, but not when all heaps are gone."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import Game, GamePosition, tried
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.numbers import shortened
from cgt.families.matchsticks import Matches
from cgt.families.states import ValueForm
from cgt.games.heaps.numbers import Change, HeapNumbers, Numbers, lowered, lowered_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.outcome import Convention
    from cgt.core.position import Move, Position
    from cgt.core.route import ClosedForm

MORRISON = "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22 (2012)"
USED = "used"
PASS = "pass"  # noqa: S105 - a move
HeapsAndPass = tuple[Numbers, bool]
"""A state: the heaps, and whether the pass has been used."""


@attrs.frozen
class _Heaps(HeapNumbers[Change]):
    """The heaps by themselves: reads, writes and tells them."""

    name = "nim-with-pass"
    position_form = "heaps such as 3,5, or 3,5 used when the pass has been used"

    def left(self, heaps: Numbers, move: Move) -> Numbers:
        """One heap smaller."""
        return lowered_by(heaps, move)


HEAPS = _Heaps()


@attrs.frozen
class NimWithPass(Game[HeapsAndPass, Change | str]):
    """Take any number from one heap, or pass; the pass is used once by one of the players, never at the end.

    >>> import cgt
    >>> cgt.nim_value(NimWithPass().of(7)), cgt.nim_value(NimWithPass().parse("3,5 used"))
    (8, 6)
    """

    name = "nim-with-pass"
    title = "Nim with a pass"
    rules = (
        "Take any number, at least one, from one heap. Once in the play one of the players may pass instead, "
        "but not when all heaps are gone."
    )
    references = (MORRISON,)
    position_form = _Heaps.position_form
    example = "3,5"
    coloured = _Heaps.coloured

    def of(self, *numbers: int, used: bool = False) -> GamePosition[HeapsAndPass, Change | str]:
        """The position of these heaps, before or after the pass; raises `PositionError`."""
        return self.position((HEAPS.checked(numbers), used))

    def steps(self, state: HeapsAndPass) -> Iterator[tuple[Change | str, HeapsAndPass]]:
        """The move is (heap, new number), or `"pass"`."""
        heaps, used = state
        for move, after in lowered(heaps):
            yield move, (after, used)
        if any(heaps) and not used:
            yield PASS, (heaps, True)

    def after(self, state: HeapsAndPass, move: Move) -> HeapsAndPass:
        """What is left, by the rule."""
        heaps, used = state
        if move == PASS and any(heaps) and not used:
            return heaps, True
        return HEAPS.left(heaps, move), used

    def read(self, text: str) -> HeapsAndPass:
        """Read `3,5` or `3,5 used`."""
        entries = text.rstrip()
        used = entries.endswith(f" {USED}")
        return HEAPS.read(entries.removesuffix(USED).rstrip() if used else text), used

    def write(self, state: HeapsAndPass) -> str:
        """The heaps, then `used` if the pass has been used."""
        heaps, used = state
        return HEAPS.write(heaps) + (f" {USED}" if used else "")

    def canonical(self, state: HeapsAndPass) -> HeapsAndPass:
        """The heaps ascending, without those that are gone."""
        heaps, used = state
        return tuple(sorted(filter(None, heaps))) or (0,), used

    def weight(self, position: Position) -> tuple[int, ...]:
        """The matches, then the heaps."""
        heaps, used = self.state(position) or ((), True)
        return sum(heaps), len(heaps), used

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """All heaps up to the bound, up to half of it for two, a third for three; before and after the pass."""
        for heaps in HEAPS.samples(bound):
            yield self.position((heaps, False))
            yield self.position((heaps, True))

    def moves(self, state: HeapsAndPass) -> LazyMoves[Change | str]:
        """The moves, found as one walks along them."""
        return LazyMoves(lambda: (move for move, _after in tried(self, state)))

    def meant_moves(self, position: Position, text: str) -> Iterable[Move]:
        """What the numbers of a text may mean."""
        heaps, _used = self.state(position) or ((), True)
        return HEAPS.meant_moves(HEAPS.position(heaps), text)

    def component_move_text(self, position: Position, move: Change | str) -> str:
        """`pass`, or `take 2 from heap 1`."""
        if isinstance(move, str):
            return _("pass")
        heaps, _used = self.state(position) or ((), True)
        return HEAPS.component_move_text(HEAPS.position(heaps), move)

    def component_move_record(self, position: Position, move: Change | str) -> dict[str, object]:
        """The heap and the amount; the pass as it is."""
        heaps, _used = self.state(position) or ((), True)
        if isinstance(move, str):
            return super().component_move_record(position, move)
        return HEAPS.component_move_record(HEAPS.position(heaps), move)

    def sketch(self, state: HeapsAndPass) -> Matches:
        """The heaps as rows of matches."""
        return Matches(state[0])

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """One heap, and nim after the pass."""
        return (PassOfOneHeap(self),)


@attrs.frozen
class PassOfOneHeap(ValueForm[HeapsAndPass, Change | str]):
    """With the pass, one heap of n is worth n + 1 if n is odd, n - 1 if it is even; after the pass it is nim."""

    name = "one heap with a pass"
    reference = MORRISON

    def covers(self, state: HeapsAndPass) -> bool:
        """After the pass, or with at most one heap that is not gone."""
        heaps, used = state
        return used or sum(map(bool, heaps)) <= 1

    def candidates(self, state: HeapsAndPass, value: int = 0) -> Iterator[Change | str]:
        """As in nim, to the heap that is worth the value; and the pass."""
        heaps, used = state
        change = value ^ reduce(xor, heaps, 0)
        for place, heap in enumerate(heaps):
            number = heap ^ change if used else _neighbour(value)
            if number < heap:
                yield place, number
        if any(heaps) and not used:
            yield PASS

    def value(self, state: HeapsAndPass) -> int:
        """The nim-sum of the heaps, or the heap's neighbour."""
        heaps, used = state
        total = reduce(xor, heaps, 0)
        return total if used else _neighbour(total)

    def reason(self, state: HeapsAndPass, convention: Convention) -> str:
        """Which of the two."""
        value = shortened(self.value(state))
        if state[1]:
            return _("the pass has been used, and the heaps have the nim-sum {total}").format(total=value)
        return _("the one heap is worth {value} with the pass").format(value=value)


def _neighbour(number: int) -> int:
    """Of 1 and 2, 3 and 4, 5 and 6, … the other one; 0 itself."""
    return ((number - 1) ^ 1) + 1 if number else 0
