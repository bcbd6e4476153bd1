"""Lim: take the same number from two of three piles, and add it to the third."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.route import ClosedForm
from cgt.families.state_form import StateForm
from cgt.games.heaps.number_rows import Change, HeapNumbers, Numbers, whole_numbers

FINK = "A. Fink, A. S. Fraenkel and C. Santos, LIM is not slim, International Journal of Game Theory 43 (2014)"


@attrs.frozen
class Lim(HeapNumbers[Change]):
    """Three piles: take n, at least one, from two of them and add n to the third.

    >>> import cgt
    >>> cgt.outcome(Lim().position(3, 5, 6))
    <Outcome.N: 'N'>
    """

    name = "lim"
    title = "Lim"
    rules = "Take the same number, at least one, from two of the three heaps, and add it to the third."
    references = (FINK,)
    position_form = "three heaps, such as 3,5,6"
    example = "3,5,6"
    counts = range(3, 4)

    def steps(self, piles: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves (pile that grows, number), with the piles they leave."""
        for grows in range(3):
            others = [piles[place] for place in range(3) if place != grows]
            for number in range(1, min(others) + 1):
                yield (grows, number), _grown(piles, grows, number)

    def after(self, piles: Numbers, move: Move) -> Numbers:
        """The heaps after the move."""
        grows, number = whole_numbers(move, 2)
        if grows > 2 or not 1 <= number <= min(pile for place, pile in enumerate(piles) if place != grows):
            raise KeyError(move)
        return _grown(piles, grows, number)

    def canonical(self, state: Numbers) -> Numbers:
        return tuple(sorted(state))

    def _least_positions(self, position: Position) -> int:
        """A lower bound on the moves of the play in which each adds 1 to the least heap.

        Each takes 1 from all heaps together. While the greatest heap is more than the others together it falls by 1 and
        they keep their sum; it never rises by more than 1, and is all that is left in the end.
        """
        low, middle, high = sorted(state_of(self, position) or (0, 0, 0))
        return max(low + middle - 1, high - low - middle) if middle else 0

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `take 2 from the others, add it to heap 1`."""
        grows, number = move
        text = _("take {number} from the others, add it to heap {heap}")
        return text.format(number=exact_repr(number), heap=grows + 1)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (SumsOfTwo(self),)


def _grown(piles: Numbers, grows: int, number: int) -> Numbers:
    return tuple(pile + number if place == grows else pile - number for place, pile in enumerate(piles))


@attrs.frozen
class SumsOfTwo(StateForm[Numbers, Change]):
    """The closed form: P exactly when the sums a + b, a + c, b + c have the nim-sum 0."""

    name = "nim-sum of the sums of two"
    statement = "P exactly when the sums a + b, a + c, b + c have the nim-sum 0."
    strategy = "add the heaps two by two: leave these three sums so that, as heaps of nim, they are lost"
    reference = FINK

    def candidates(self, piles: Numbers, value: int) -> Iterator[Change]:
        """The moves that may win: sums with the growing pile stay, and the third must become their nim-sum."""
        for grows, pile in enumerate(piles):
            one, other = (number for place, number in enumerate(piles) if place != grows)
            number, odd = divmod(one + other - ((one + pile) ^ (other + pile)), 2)
            if not odd and 0 < number <= min(one, other):
                yield grows, number

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        a, b, c = state
        return (a + b) ^ (a + c) ^ (b + c) == 0

    def reason(self, state: Numbers, convention: Convention) -> str:
        a, b, c = state
        total = (a + b) ^ (a + c) ^ (b + c)
        return _("the sums of two heaps are {sums}, whose nim-sum is {total}").format(
            sums=", ".join(map(format_int, (a + b, a + c, b + c))), total=format_int(total)
        )
