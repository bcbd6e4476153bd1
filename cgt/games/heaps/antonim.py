"""Antonim: nim in which no two heaps may be equal."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cgt.core.language import _
from cgt.core.nimber import nim_sum, sum_text
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move
from cgt.core.route import ClosedForm
from cgt.errors import PositionError
from cgt.families.state_form import StateForm
from cgt.games.heaps.number_rows import Change, HeapNumbers, Numbers, lowered, lowered_by, nonempty, whole_numbers
from cgt.games.references import winning_ways

WINNING_WAYS = winning_ways(15)


@attrs.frozen
class Antonim(HeapNumbers[Change]):
    """Take any number from one heap, so that no two heaps that are left are equal; an empty heap is gone.

    >>> import cgt
    >>> cgt.outcome(Antonim().position(1, 3, 5))
    <Outcome.P: 'P'>
    """

    name = "antonim"
    title = "Antonim"
    rules = "Take any number, at least one, from one heap; no two heaps may be left equal."
    references = (WINNING_WAYS,)
    position_form = "heaps that are all different, such as 1,3,5"
    example = "1,3,6"

    def check(self, state: Numbers) -> None:
        """Check that no two heaps are equal; empty ones do not count."""
        super().check(state)
        heaps = sorted(filter(None, state))
        if len(set(heaps)) < len(heaps):
            raise PositionError(
                _("no two heaps of antonim are equal: {heaps}").format(heaps=",".join(map(format_int, heaps))[:60])
            )

    def canonical(self, state: Numbers) -> Numbers:
        """The heaps that are left, ascending."""
        return tuple(sorted(nonempty(state)))

    def steps(self, heaps: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The moves (place, new number), with the heaps they leave."""
        for (place, number), after in lowered(heaps):
            if not number or number not in heaps:
                yield (place, number), after

    def after(self, heaps: Numbers, move: Move) -> Numbers:
        """The heaps after the move."""
        number = whole_numbers(move, 2)[1]
        if number and number in heaps:
            raise KeyError(move)
        return lowered_by(heaps, move)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (OneMore(self),)


@attrs.frozen
class OneMore(StateForm[Numbers, Change]):
    """The closed form for heaps a, b, c: P exactly when a + 1, b + 1, c + 1 have the nim-sum 0, or no heap is left."""

    name = "nim with heaps one larger"
    statement = (
        "Up to three heaps a, b, c, of which those that are gone are 0: P exactly when a + 1, b + 1, c + 1 have the "
        "nim-sum 0, or no heap is left."
    )
    strategy = (
        "think of three heaps, those that are gone among them, with one more in each: leave a nim-sum of 0, or no heap"
    )
    reference = WINNING_WAYS

    def covers(self, state: Numbers) -> bool:
        """Whether there are at most three heaps."""
        return len(nonempty(state)) <= 3

    def candidates(self, heaps: Numbers, value: int) -> Iterator[Change]:
        """The moves that may win: from each heap to nim-sum 0, and all of a heap that is alone."""
        for place, heap in enumerate(heaps):
            rest = nonempty(heaps[:place] + heaps[place + 1 :])
            number = ((_total(heaps) ^ (heap + 1)) - 1) if rest else 0
            if 0 <= number < heap and number not in rest:
                yield place, number

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        """Whether a + 1, b + 1, c + 1 have the nim-sum 0; true without heaps."""
        return not any(state) or _total(state) == 0

    def reason(self, heaps: Numbers, convention: Convention) -> str:
        if not any(heaps):
            return _("no heap is left")
        larger = _larger(heaps)
        return _("with each heap one larger the nim-sum is {sum}").format(sum=sum_text(larger, _total(heaps)))


def _larger(heaps: Numbers) -> list[int]:
    """The three heaps, 0 for one that is gone, each one larger."""
    left = nonempty(heaps)
    return [heap + 1 for heap in (*left, *(0,) * (3 - len(left)))]


def _total(heaps: Numbers) -> int:
    return nim_sum(*_larger(heaps))
