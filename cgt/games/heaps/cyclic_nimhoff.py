"""Cyclic nimhoff: nim, or less than h counters in all from any heaps."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import limited
from cgt.core.language import _
from cgt.core.numbers import shortened, written
from cgt.core.reading import WholeNumber
from cgt.families.states import ValueForm
from cgt.games.heaps.numbers import HeapNumbers, Numbers, less, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.outcome import Convention
    from cgt.core.position import Move
    from cgt.core.route import ClosedForm

FRAENKEL = "A. S. Fraenkel and M. Lorberbom, Nimhoff games, Journal of Combinatorial Theory A 58 (1991)"


@attrs.frozen
class CyclicNimhoff(HeapNumbers[Numbers]):
    """Take any number from one heap, or fewer than h counters in all from any heaps.

    >>> import cgt
    >>> cgt.nim_value(CyclicNimhoff(3).of(4, 7))
    11
    """

    name = "cyclic-nimhoff"
    title = "Cyclic nimhoff"
    letters = ("h",)
    rules = "Take any number, at least one, from one heap, or fewer than h counters in all from any heaps."
    references = (FRAENKEL,)
    example_arguments = ("3",)
    example = "4,7"

    cycle: int = attrs.field(
        repr=written, validator=WholeNumber("cyclic-nimhoff(h) needs a whole number h of at least 2", least=2)
    )

    def steps(self, heaps: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """The move is the tuple of what is taken from each heap."""
        for place, heap in enumerate(heaps):
            for amount in range(1, heap + 1):
                amounts = tuple(amount if other == place else 0 for other in range(len(heaps)))
                yield amounts, less(heaps, amounts)
        yield from self.in_several(heaps)

    def in_several(self, heaps: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """The moves that take from two heaps or more."""
        return ((amounts, less(heaps, amounts)) for amounts in _amounts(heaps, self.cycle - 1, 2))

    def after(self, heaps: Numbers, move: Move) -> Numbers:
        """What is left, by the rule."""
        amounts = whole_numbers(move, len(heaps))
        left, taken_from = less(heaps, amounts), sum(map(bool, amounts))
        if min(left) < 0 or taken_from == 0 or (taken_from > 1 and sum(amounts) >= self.cycle):
            raise KeyError(move)
        return left

    def canonical(self, state: Numbers) -> Numbers:
        return tuple(sorted(state))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (QuotientsAndRemainders(self),)


def _amounts(heaps: Numbers, most: int, least: int) -> Iterator[Numbers]:
    """What can be taken from `least` of the heaps or more, at most so much in all."""
    if sum(map(bool, heaps)) < least or most < least:
        return
    if not heaps:
        yield ()
        return
    for amount in range(min(heaps[0], most - max(least - 1, 0)) + 1):
        for others in _amounts(heaps[1:], most - amount, least - bool(amount)):
            yield (amount, *others)


@attrs.frozen
class QuotientsAndRemainders(ValueForm[Numbers, Numbers]):
    """The value is h times the nim-sum of the quotients by h, and what the remainders' sum leaves divided by h."""

    ruleset: CyclicNimhoff

    name = "quotients and remainders"
    reference = FRAENKEL

    def value(self, heaps: Numbers) -> int:
        cycle = self.ruleset.cycle
        return cycle * reduce(xor, (heap // cycle for heap in heaps), 0) + sum(heaps) % cycle

    def candidates(self, heaps: Numbers, value: int = 0) -> Iterator[Numbers]:
        """From each heap the one amount that fits, and the moves in several heaps, which are tried."""
        game = self.ruleset
        quotient, rest = divmod(value, game.cycle)
        total = reduce(xor, (heap // game.cycle for heap in heaps), 0)
        for place, heap in enumerate(heaps):
            wanted = quotient ^ total ^ heap // game.cycle
            left = game.cycle * wanted + (rest - sum(heaps) + heap) % game.cycle
            if left < heap:
                yield tuple((heap - left) * (other == place) for other in range(len(heaps)))
        yield from (amounts for amounts, _left in limited(game, game.in_several(heaps)))

    def reason(self, heaps: Numbers, convention: Convention) -> str:
        cycle = self.ruleset.cycle
        text = _("divided by {cycle}, the quotients have the nim-sum {total} and the remainders leave {rest}")
        total, rest = self.value(heaps) // cycle, sum(heaps) % cycle
        return text.format(cycle=shortened(cycle), total=shortened(total), rest=shortened(rest))
