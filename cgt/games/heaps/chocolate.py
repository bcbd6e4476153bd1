"""Chocolate: a bar with steps, of which every bite takes a whole end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.nimber import sum_text
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import WholeNumber
from cgt.core.route import ClosedForm
from cgt.errors import PositionError
from cgt.families.state_form import ValueForm
from cgt.games.boards.board_picture import Board
from cgt.games.heaps.number_rows import Change, Numbers, NumbersRuleset, whole_numbers

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

NAKAMURA = "S. Nakamura and R. Miyadera, Impartial chocolate bar games, INTEGERS 15 (2015)"
MOST_DRAWN = 40
"""A bar of more squares in height or length is not drawn."""


@attrs.frozen
class Chocolate(NumbersRuleset[Change]):
    """A bar of z columns whose y rows grow by one every k columns: y is at most z // k, and is cut with z.

    >>> import cgt
    >>> cgt.nim_value(Chocolate(2).position(3, 9))
    10
    """

    name = "chocolate"
    title = "Chocolate"
    rules = (
        "A bar has a height y and a length z, and y is at most z divided by k. Make one of them smaller; "
        "where z becomes smaller, y shrinks to what z allows."
    )
    references = (NAKAMURA,)
    example_arguments = ("2",)
    argument_form = "a number k, such as chocolate(3): the bar grows by one row every k columns"
    position_form = "height and length, such as 3,9"
    example = "3,9"
    counts = range(2, 3)
    phrase = "a bar of height and length {sizes}"
    table_axes = ("height", "length")

    slope: int = attrs.field(
        repr=exact_repr,
        metadata={"letter": "k"},
        validator=WholeNumber("chocolate(k) needs a whole number k of at least 1"),
    )

    def check(self, state: Numbers) -> None:
        """Check that a bar of this height and length exists."""
        super().check(state)
        height, length = state
        if height > length // self.slope:
            most = format_int(length // self.slope)
            text = _("a bar of length {length} is at most {most} high, not {height}")
            raise PositionError(text.format(length=format_int(length), most=most, height=format_int(height)))

    def steps(self, state: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The cuts (0, new height) and (1, new length), with the bars they leave."""
        height, length = state
        for lower in range(height):
            yield (0, lower), (lower, length)
        for shorter in range(length):
            yield (1, shorter), (min(height, shorter // self.slope), shorter)

    def after(self, state: Numbers, move: Move) -> Numbers:
        """The chocolate after the move."""
        height, length = state
        place, number = whole_numbers(move, 2)
        if place > 1 or number >= (height, length)[place]:
            raise KeyError(move)
        return (min(height, number // self.slope), number) if place else (number, length)

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `cut to length 5`."""
        place, number = move
        return (_("cut to length {number}") if place else _("cut to height {number}")).format(number=exact_repr(number))

    def _move_parts(self, position: Position, move: Change) -> Iterable[str]:
        """The squares along the cut, on the side that goes."""
        (height, length), (place, number) = state_of(self, position) or (0, 0), move
        if place:
            return (f"{number + 1},{row}" for row in range(height + 1))
        return (f"{column},{number + 1}" for column in range(length + 1))

    def sketch(self, state: Numbers) -> Sketch | None:
        """The drawing of the bar, its bitter square at the left marked, with its rising edge."""
        height, length = state
        if max(height, length) >= MOST_DRAWN:
            return None
        rows = [
            "".join(" " if min(height, column // self.slope) < row else "." for column in range(length + 1))
            for row in range(height, -1, -1)
        ]
        return Board([*rows[:-1], "P" + rows[-1][1:]], rising=True, chocolate=True)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (HeightAndLength(self),)


@attrs.frozen
class HeightAndLength(ValueForm[Numbers, Change]):
    """The closed form for even k: the nim-sum of height and length."""

    ruleset: Chocolate

    name = "nim-sum of height and length"
    statement = "For even k the value is the nim-sum of height and length; for odd k it is not."
    strategy = (
        "of one bar, leave the bitter square alone; of several bars, the heights and the lengths are heaps of nim: "
        "leave a nim-sum of 0"
    )
    reference = NAKAMURA

    def covers(self, state: Numbers) -> bool:
        """Whether k is even."""
        return self.ruleset.slope % 2 == 0

    def candidates(self, state: Numbers, value: int) -> Iterator[Change]:
        """The cuts that give the value: to one height, and to lengths with the same or with a lower height."""
        (height, length), slope = state, self.ruleset.slope
        if (lower := value ^ length) < height:
            yield 0, lower
        yield from ((1, shorter) for shorter in sorted({value ^ height, _cut_to(value, slope)}) if shorter < length)

    def value(self, state: Numbers) -> int:
        height, length = state
        return height ^ length

    def reason(self, state: Numbers, convention: Convention) -> str:
        height, length = state
        return _("the nim-sum is {sum}").format(sum=sum_text(state, height ^ length))


def _cut_to(value: int, slope: int) -> int:
    """The length whose nim-sum with its height is `value`, for an even slope, digit by digit."""
    length = 0
    for place in reversed(range(value.bit_length() + 1)):
        # The higher digits of the length tell this digit of the height.
        length |= ((value ^ length // slope) >> place & 1) << place
    return length
