"""End-Nim: piles in a row, and only the two at the ends may be taken from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move
from cgt.core.route import ClosedForm
from cgt.families.state_form import StateForm
from cgt.games.heaps.number_rows import Change, HeapNumbers, Numbers, lowered_by, nonempty, replaced, whole_numbers

ALBERT = "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8(2) (2001)"


@attrs.frozen
class EndNim(HeapNumbers[Change]):
    """Take any number, at least one, from the leftmost or the rightmost pile; an empty pile is gone.

    >>> import cgt
    >>> cgt.outcome(EndNim().position(3, 1, 2)), cgt.outcome(EndNim().position(3, 1, 3))
    (<Outcome.N: 'N'>, <Outcome.P: 'P'>)
    """

    name = "end-nim"
    title = "End-Nim"
    rules = "Heaps stand in a row. Take any number, at least one, from the heap at either end."
    references = (ALBERT,)
    position_form = "the heaps from left to right, such as 3,1,2"
    example = "3,1,2"
    listed_heaps: ClassVar[int] = 3
    ordered_heaps = True

    def steps(self, piles: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves (place, new number) of an end pile, with the piles they leave."""
        for place in _ends(piles):
            for number in range(piles[place]):
                yield (place, number), replaced(piles, place, number)

    def after(self, piles: Numbers, move: Move) -> Numbers:
        """The piles after the move."""
        if whole_numbers(move, 2)[0] not in _ends(piles):
            raise KeyError(move)
        return lowered_by(piles, move)

    def canonical(self, piles: Numbers) -> Numbers:
        """The piles that are left, or their mirror image, whichever is less."""
        row = nonempty(piles)
        return min(row, row[::-1])

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (EndPiles(self),)


def _ends(piles: Numbers) -> list[int]:
    """The places of the piles at either end, of those that are left."""
    places = [place for place, pile in enumerate(piles) if pile]
    return sorted({places[0], places[-1]}) if places else []


@attrs.frozen
class EndPiles(StateForm[Numbers, Change]):
    """The closed form by partners: each inner row pairs sizes of the two end piles, and pairs are P.

    The pairing is found from the two single piles l and r that make a P-position at the left and at the right of the
    inner row: equal piles, but for those between l and r, which are one off.

    In misère play only rows of 1s have the other outcome, and by induction no other row: one with an option of 1s alone
    has one pile of more, at an end, which may be taken whole or to 1, so that it is N in both conventions.
    """

    name = "paired end heaps"
    statement = (
        "Every inner row pairs the sizes of the two end heaps: the player to move loses exactly on a pair. In misère "
        "play only rows of 1s have the other outcome."
    )
    reference = ALBERT
    conventions = (Convention.NORMAL, Convention.MISERE)

    def is_p(self, piles: Numbers, convention: Convention) -> bool:
        """Whether the end piles are a pair; O(k²) for k piles."""
        row = nonempty(piles)
        return row[-1] == _partner(row[:-1], convention) if row else convention is Convention.NORMAL

    def candidates(self, piles: Numbers, value: int) -> Iterator[Change]:
        """The moves at either end to the one pile that makes a pair with the rest, in either convention."""
        ends = _ends(piles)
        for place in ends:
            rest = nonempty(replaced(piles, place, 0))
            row = rest if place == ends[-1] else rest[::-1]
            numbers = {_partner(row, convention) for convention in self.conventions}
            yield from ((place, number) for number in sorted(numbers) if number < piles[place])

    def reason(self, state: Numbers, convention: Convention) -> str:
        piles = nonempty(state)
        if not piles:
            return _("no heap is left")
        if len(piles) < 2 and convention is Convention.NORMAL:
            return _("a heap alone is taken whole")
        if len(piles) < 2:
            return _("alone only a heap of 1 loses, and it is {last}").format(last=format_int(piles[-1]))
        return _("beside the other heaps only a last heap of {partner} loses, and it is {last}").format(
            partner=format_int(_partner(piles[:-1], convention)), last=format_int(piles[-1])
        )


def _partner(row: Numbers, convention: Convention) -> int:
    """The pile that makes a P-position at the right end of a row, 0 for none."""
    count = len(row)
    if convention is Convention.MISERE and max(row, default=1) == 1:
        return 1 - count % 2
    # left[i], right[i]: the single pile that makes row[i : i + length] a P-position at its left, at its right.
    left, right = [0] * (count + 1), [0] * (count + 1)
    for length in range(1, count + 1):
        inner = range(count - length + 1)
        # The inner row of row[i : i + length] without its first pile begins at i + 1, without its last one at i.
        right_now = [_paired(row[i], left[i + 1], right[i + 1]) for i in inner]
        left = [_paired(row[i + length - 1], right[i], left[i]) for i in inner]
        right = right_now
    return right[0]


def _paired(pile: int, near: int, far: int) -> int:
    """The pile at the far end that makes P with `pile` at the near end, given those that do so alone."""
    if pile == 0:
        return far
    if pile == near:
        return 0
    if near < pile <= far:
        return pile - 1
    if far <= pile < near:
        return pile + 1
    return pile
