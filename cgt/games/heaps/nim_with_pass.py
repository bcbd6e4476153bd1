"""Nim with a pass: once in the play one of the players may pass, but not when all heaps are gone."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, cast

import attrs

from cgt.core.language import _
from cgt.families.states import ValueForm
from cgt.games.heaps.numbers import HeapNumbers, Matches, Numbers, lowered, lowered_by, replaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.game import GamePosition, State
    from cgt.core.outcome import Convention
    from cgt.core.position import Move, Position

MORRISON = "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22 (2012)"
USED = "used"
PASS = "pass"  # noqa: S105 - a move


@attrs.frozen
class NimWithPass(HeapNumbers):
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
    position_form = "heaps such as 3,5, or 3,5 used when the pass has been used"
    example = "3,5"

    def of(self, *numbers: int, used: bool = False) -> GamePosition:
        """The position of these heaps, before or after the pass; raises `PositionError`."""
        return self.position((self.checked(numbers), used))

    def steps(self, state: State) -> Iterator[tuple[Move, State]]:
        """The move is (heap, new number), or `"pass"`."""
        heaps, used = _taken_apart(state)
        for move, after in lowered(heaps):
            yield move, (after, used)
        if any(heaps) and not used:
            yield PASS, (heaps, True)

    def after(self, state: State, move: Move) -> State:
        """What is left, by the rule."""
        heaps, used = _taken_apart(state)
        if move == PASS and any(heaps) and not used:
            return heaps, True
        return lowered_by(heaps, move), used

    def read(self, text: str) -> State:
        """Read `3,5` or `3,5 used`."""
        entries = text.rstrip()
        used = entries.endswith(f" {USED}")
        return super().read(entries.removesuffix(USED).rstrip() if used else text), used

    def write(self, state: State) -> str:
        """The heaps, then `used` if the pass has been used."""
        heaps, used = _taken_apart(state)
        return super().write(heaps) + (f" {USED}" if used else "")

    def canonical(self, state: State) -> State:
        """The heaps ascending, without those that are gone."""
        heaps, used = _taken_apart(state)
        return tuple(sorted(filter(None, heaps))) or (0,), used

    def weight(self, position: Position) -> tuple[int, ...]:
        """The matches, then the heaps."""
        heaps, used = _taken_apart(self.state(position) or ((), True))
        return sum(heaps), len(heaps), used

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """All heaps up to the bound, up to half of it for two, a third for three; before and after the pass."""
        for position in super().sample_positions(bound):
            heaps = cast("Numbers", cast("GamePosition", position).state)
            yield self.position((heaps, False))
            yield self.position((heaps, True))

    def component_move_text(self, position: Position, move: Move) -> str:
        """`pass`, or `heap 1: 5 → 3`."""
        if move == PASS:
            return _("pass")
        heaps, _used = _taken_apart(self.state(position) or ((), True))
        return super().component_move_text(self.position(heaps), move)

    def sketch(self, state: State) -> Matches:
        """The heaps as rows of matches."""
        return Matches(_taken_apart(state)[0])

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """One heap, and nim after the pass."""
        return (PassOfOneHeap(self),)


@attrs.frozen
class PassOfOneHeap(ValueForm):
    """With the pass, one heap of n is worth n + 1 if n is odd, n - 1 if it is even; after the pass it is nim."""

    name = "one heap with a pass"
    reference = MORRISON

    def covers(self, state: State) -> bool:
        """After the pass, or with at most one heap that is not gone."""
        heaps, used = _taken_apart(state)
        return used or sum(map(bool, heaps)) <= 1

    def candidates(self, state: State, value: int = 0) -> Iterator[tuple[Move, State]]:
        """As in nim, to the heap that is worth the value; and the pass."""
        heaps, used = _taken_apart(state)
        change = value ^ reduce(xor, heaps, 0)
        for place, heap in enumerate(heaps):
            number = heap ^ change if used else _neighbour(value)
            if number < heap:
                yield (place, number), (replaced(heaps, place, number), used)
        if any(heaps) and not used:
            yield PASS, (heaps, True)

    def value(self, state: State) -> int:
        """The nim-sum of the heaps, or the heap's neighbour."""
        heaps, used = _taken_apart(state)
        total = reduce(xor, heaps, 0)
        return total if used else _neighbour(total)

    def reason(self, state: State, convention: Convention) -> str:
        """Which of the two."""
        if _taken_apart(state)[1]:
            return _("the pass has been used, and the heaps have the nim-sum {total}").format(total=self.value(state))
        return _("the one heap is worth {value} with the pass").format(value=self.value(state))


def _taken_apart(state: State) -> tuple[Numbers, bool]:
    return cast("tuple[Numbers, bool]", state)


def _neighbour(number: int) -> int:
    """Of 1 and 2, 3 and 4, 5 and 6, … the other one; 0 itself."""
    return ((number - 1) ^ 1) + 1 if number else 0
