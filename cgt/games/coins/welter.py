"""Welter's game: coins on different squares of a strip, each move brings one down to a free square."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import xor
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _
from cgt.core.numbers import shortened
from cgt.families.states import ValueForm
from cgt.games.coins.strips import Strip
from cgt.games.heaps.numbers import Change, Numbers, lowered, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.outcome import Convention
    from cgt.core.position import Move
    from cgt.core.route import ClosedForm

SATO = "M. Sato, On a game (notes by K. Ueno), Sugaku no Ayumi 15 (1970)"
WELTER = "C. P. Welter, The theory of a class of games on a sequence of squares, Indagationes Mathematicae 16 (1954)"


@attrs.frozen
class Welter(Strip):
    """Coins on squares 0, 1, 2, …, no two on one; move one coin to any lower square that is free.

    >>> import cgt
    >>> cgt.nim_value(Welter().of(1, 3, 6))
    7
    """

    name = "welter"
    title = "Welter's game"
    rules = "Coins stand on different squares of a strip. Move one of them to any lower square that is free."
    references = (WELTER, SATO)
    position_form = "the squares of the coins, from 0 and all different, such as 1,3,6"
    example = "1,3,6"
    sampled = (1, 2, 3)

    def steps(self, squares: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """Each coin to each lower square that is free."""
        for (place, square), after in lowered(squares):
            if square not in squares:
                yield (squares[place], square), tuple(sorted(after))

    def after(self, squares: Numbers, move: Move) -> Numbers:
        square, to = whole_numbers(move, 2)
        if square not in squares or to >= square or to in squares:
            raise KeyError(move)
        return tuple(sorted((*(other for other in squares if other != square), to)))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (WelterFunction(self),)


@attrs.frozen
class WelterFunction(ValueForm[Numbers, Change]):
    """The nim-sum of the squares, and of d ^ (d - 1) for the distance d of every two coins."""

    name = "Welter's function"
    reference = WELTER

    def value(self, squares: Numbers) -> int:
        """O(k²) for k coins."""
        distances = (abs(a - b) for a, b in combinations(squares, 2))
        return reduce(xor, squares, 0) ^ reduce(xor, (distance ^ (distance - 1) for distance in distances), 0)

    def candidates(self, squares: Numbers, value: int = 0) -> Iterator[Change]:
        """For each coin the one square where it gives the value, found digit by digit."""
        for place, square in enumerate(squares):
            others = squares[:place] + squares[place + 1 :]
            to = self._fitting(others, value)
            if to < square and to not in others:
                yield square, to

    def _fitting(self, others: Numbers, value: int) -> int:
        """The square for one coin more, which with the others gives the value; O(k) for each digit."""
        wanted = value ^ self.value(others)
        to, near = 0, list(others)  # those that agree with the square in all digits so far
        for place in range(max(wanted, *others, 1).bit_length() + 1):
            # A distance has a 1 at this digit of d ^ (d - 1) when 2 divides it as often at least.
            to |= ((wanted >> place ^ len(near)) & 1) << place
            near = [other for other in near if (other ^ to) >> place & 1 == 0]
        return to

    def reason(self, state: Numbers, convention: Convention) -> str:
        total = reduce(xor, state, 0)
        return _("the squares have the nim-sum {total}, with the distances {value}").format(
            total=shortened(total), value=shortened(self.value(state))
        )
