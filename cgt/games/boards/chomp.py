"""Chomp: bite off a square of the chocolate with all that is right of it and below it; the corner is poisoned."""

from __future__ import annotations

import itertools
import re
from math import comb
from typing import TYPE_CHECKING, ClassVar, cast

import attrs

from cgt.core.language import _, grouped
from cgt.core.numbers import brief
from cgt.errors import BudgetError, PositionError
from cgt.families.states import StateForm, StolenStrategy, ValueForm
from cgt.games.boards.picture import Board
from cgt.games.heaps.numbers import Numbers, NumbersRuleset, numbers_of, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.core.closed_form import ClosedForm
    from cgt.core.game import Sketch, State
    from cgt.core.outcome import Convention
    from cgt.core.position import Move, Position
    from cgt.core.route import Route

GALE = "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)"
SCHUH = "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)"

LARGEST = 10_000
"""How many rows a board has at most, and how many squares one that is drawn, or tried move by move."""

MOST_BOARDS = 10**10
"""A board within a rectangle that holds more boards than this is not searched."""

_SIZE = re.compile(r"\s*(\d{1,100})\s*[x×]\s*(\d{1,100})\s*", re.ASCII)


@attrs.frozen
class Chomp(NumbersRuleset):
    """Bite off a square with all that is right of it and below it; the first square of the first row is poisoned.

    Nobody bites the poison: who finds it alone has no move, and has lost in normal play. The first player wins from
    every full rectangle but 1x1, since biting the last square wins or some answer to it does, and that bite would have
    been possible at once (Gale's stolen strategy): it is known that a winning move is there, not which.

    >>> import cgt
    >>> cgt.nim_value(Chomp().of(4, 4, 4)), cgt.outcome(Chomp().of(4, 2, 2))
    (9, <Outcome.P: 'P'>)
    """

    name = "chomp"
    title = "Chomp"
    rules = (
        "Bite off one square of the chocolate with all that is right of it and below it. "
        "The first square of the first row is poisoned: nobody bites it."
    )
    references = (GALE, SCHUH)
    position_form = "the lengths of the rows, such as 5,3,1, or rows x columns, such as 3x5"
    example = "5,3,1"
    least: ClassVar[int] = 1
    counts: ClassVar[range] = range(1, LARGEST + 1)
    coloured = "▣"

    def checked(self, numbers: Sequence[object]) -> Numbers:
        """The rows; raises `PositionError` when one is longer than the one above, or for too many rows."""
        if len(numbers) > LARGEST:
            raise PositionError(
                _("chomp is played on at most {largest} rows, not {count}").format(
                    largest=grouped(LARGEST), count=grouped(len(numbers))
                )
            )
        rows = super().checked(numbers)
        for above, row in itertools.pairwise(rows):
            if row > above:
                raise PositionError(
                    _("no row is longer than the one above it: {row} is below {above}").format(
                        row=brief(row), above=brief(above)
                    )
                )
        return rows

    def read(self, text: str) -> State:
        """Read `5,3,1` or `3x5`."""
        if size := _SIZE.fullmatch(text):
            rows, columns = int(size[1]), int(size[2])
            if rows > LARGEST:
                raise PositionError(
                    _("chomp is played on at most {largest} rows, not {rows}").format(
                        largest=grouped(LARGEST), rows=brief(rows)
                    )
                )
            return self.checked((columns,) * rows)
        return super().read(text)

    def steps(self, state: State) -> Iterator[tuple[Move, State]]:
        """The move is the square that is bitten, (row, column) from 1."""
        rows = numbers_of(state)
        for line, row in enumerate(rows):
            for place in range(0 if line else 1, row):
                below = (min(other, place) for other in rows[line:])
                yield (line + 1, place + 1), rows[:line] + tuple(below if place else ())

    def after(self, state: State, move: Move) -> State:
        """What is left, by the rule."""
        rows, (row, column) = numbers_of(state), whole_numbers(move, 2)
        if not 1 <= row <= len(rows) or not 1 <= column <= rows[row - 1] or row == column == 1:
            raise KeyError(move)
        return rows[: row - 1] + tuple(min(other, column - 1) for other in rows[row - 1 :] if column > 1)

    def canonical(self, state: State) -> State:
        """The greater of the board and its mirror image; raises `BudgetError` where it is too large to search."""
        rows = numbers_of(state)
        if sum(rows) > LARGEST or comb(len(rows) + rows[0], len(rows)) > MOST_BOARDS:
            raise BudgetError(
                _("a board of {count} rows and {rows} columns is too large to search").format(
                    count=len(rows), rows=brief(rows[0])
                )
            )
        return max(rows, tuple(sum(row > place for row in rows) for place in range(rows[0])))

    def component_move_text(self, position: Position, move: Move) -> str:
        """`bite 2:3`, row:column."""
        row, column = cast("tuple[int, int]", move)
        return _("bite {square}").format(square=f"{row}:{column}")

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """Two arms, two rows, squares."""
        return (TwoArms(self), TwoRows(self), EqualArms(self))

    def routes(self) -> tuple[Route, ...]:
        """Full rectangles, of which no winning move is known."""
        return (FullRectangle(self),)

    def sketch(self, state: State) -> Sketch:
        """The chocolate, the poison marked."""
        return Board(_lines(state))


@attrs.frozen
class TwoArms(ValueForm):
    """A row and a column that meet in the poison are two heaps of nim, of one square less each."""

    name = "two arms"
    reference = GALE

    def covers(self, state: State) -> bool:
        return numbers_of(state)[1:2] in {(), (1,)}

    def value(self, state: State) -> int:
        rows = numbers_of(state)
        return (rows[0] - 1) ^ (len(rows) - 1)

    def candidates(self, state: State, value: int = 0) -> Iterator[tuple[Move, State]]:
        """At most one bite in each arm."""
        rows = numbers_of(state)
        row, column = value ^ len(rows) - 1, value ^ rows[0] - 1
        for bite, fits in (((1, row + 2), row + 1 < rows[0]), ((column + 2, 1), column + 1 < len(rows))):
            if fits:
                yield bite, self.ruleset.after(state, bite)

    def reason(self, state: State, convention: Convention) -> str:
        rows = numbers_of(state)
        return _("the arms are heaps of nim, {row} ⊕ {column} = {total}").format(
            row=brief(rows[0] - 1), column=len(rows) - 1, total=brief(self.value(state))
        )


@attrs.frozen
class TwoRows(StateForm):
    """Two rows are P exactly when the second one is one square shorter."""

    name = "two rows"
    reference = GALE

    def covers(self, state: State) -> bool:
        return len(numbers_of(state)) <= 2

    def is_p(self, state: State, convention: Convention) -> bool:
        rows = numbers_of(state)
        return rows[0] - 1 == (rows[1] if rows[1:] else 0)

    def candidates(self, state: State, value: int = 0) -> Iterator[tuple[Move, State]]:
        """The one bite that leaves the second row one square shorter."""
        first, second = (*numbers_of(state), 0)[:2]
        bite = (2, second) if second == first else (1, second + 2)
        if second != first - 1:
            yield bite, self.ruleset.after(state, bite)

    def reason(self, state: State, convention: Convention) -> str:
        if self.is_p(state, convention):
            return _("the second row is one square shorter")
        return _("the second row can be made one square shorter")


@attrs.frozen
class EqualArms(StateForm):
    """A square board is won by biting 2:2 alone: what is left is a row and a column of one length.

    No other bite wins: one that leaves 2:2 can be answered there, one that does not leaves a full rectangle, which the
    next player wins.
    """

    name = "square board"
    reference = GALE

    def covers(self, state: State) -> bool:
        rows = numbers_of(state)
        return len(rows) > 1 and set(rows) == {len(rows)}

    def is_p(self, state: State, convention: Convention) -> bool:
        return False

    def winning_moves(self, state: State, convention: Convention) -> Sequence[Move]:
        return ((2, 2),)

    def reason(self, state: State, convention: Convention) -> str:
        return _("biting 2:2 of a square board leaves two equal arms")


@attrs.frozen
class FullRectangle(StolenStrategy):
    """A full rectangle is won: by biting the last square, or by the answer to that, which could be bitten at once."""

    reference = GALE

    def covers(self, state: State) -> bool:
        """Rectangles of two rows and columns at least."""
        rows = numbers_of(state)
        return len(rows) > 1 and rows[0] == rows[-1] > 1

    def reason(self, state: State) -> str:
        """The theorem."""
        return _("biting the last square of a full rectangle wins, or the answer to it would have won at once")


def _lines(state: State) -> list[str]:
    rows = numbers_of(state)
    if sum(rows) > LARGEST:
        return []
    return ["P" * (not line) + "." * (row - (not line)) for line, row in enumerate(rows)]
