"""Chomp: bite off a square of the chocolate with all that is right of it and below it; the corner is poisoned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.game import Game, position_of, state_of
from cgt.core.hints import WordRules, words_for
from cgt.core.language import _
from cgt.core.nimber import sum_text
from cgt.core.numbers import exact_repr, format_int, format_value
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.route import Answer, ClosedForm, Question
from cgt.errors import BudgetError, PositionError
from cgt.families.state_form import StateForm, ValueForm
from cgt.games.boards.board_picture import Board
from cgt.games.boards.squares import size_in
from cgt.games.heaps.number_rows import Change, Numbers, NumbersRuleset, check_rows, whole_numbers
from cgt.games.references import SCHUH
from cgt.games.word_game import WordGame

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.families.lesson_words import LessonWords

GALE = "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)"

LARGEST = 10_000
"""The greatest number of rows of a board, and of squares of one that is drawn or tried move by move."""

MOST_BOARDS = 10**10
"""A board within a rectangle that holds more boards than this is not searched."""


@attrs.frozen
class Chomp(NumbersRuleset[Change]):
    """Bite off a square with all that is right of it and below it; the first square of the first row is poisoned.

    Nobody bites the poison: who finds it alone has no move, and has lost in normal play. The first player wins from
    every full rectangle but 1x1, since biting the last square wins or some answer to it does, and that bite would have
    been possible at once (Gale's stolen strategy): it is known that a winning move is there, not which.

    >>> import cgt
    >>> cgt.nim_value(Chomp().position(4, 4, 4)), cgt.outcome(Chomp().position(4, 2, 2))
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
    least = 1
    counts = range(1, LARGEST + 1)
    listed_heaps: ClassVar[int] = 3
    phrase = "a bar with rows of {sizes}"
    table_axes = ("rows", "columns")
    family = "3x{n}"
    ordered_heaps = True

    def table_position(self, row: int, column: int) -> Position:
        """The full rectangle of `row` rows and `column` columns; where either is 0, the poison alone."""
        return self.position(*(column,) * row) if row and column else self.position(1)

    def check(self, state: Numbers) -> None:
        """Check that no row is longer than the one above it, and that there are not too many."""
        if isinstance(state, tuple):
            _check_height(len(state))
        super().check(state)
        check_rows(state)

    def read(self, text: str) -> Numbers:
        """Read `5,3,1` or `3x5`."""
        if size := size_in(text):
            rows, columns = size
            _check_height(rows)
            return self._state((columns,) * rows)
        return super().read(text)

    def steps(self, rows: Numbers) -> Iterator[tuple[Change, Numbers]]:
        """The bites, each the square (row, column) from 1, with the rows they leave."""
        for line, row in enumerate(rows):
            for place in range(0 if line else 1, row):
                below = (min(other, place) for other in rows[line:])
                yield (line + 1, place + 1), rows[:line] + tuple(below if place else ())

    def after(self, rows: Numbers, move: Move) -> Numbers:
        row, column = whole_numbers(move, 2)
        if not 1 <= row <= len(rows) or not 1 <= column <= rows[row - 1] or row == column == 1:
            raise KeyError(move)
        return rows[: row - 1] + tuple(min(other, column - 1) for other in rows[row - 1 :] if column > 1)

    def canonical(self, rows: Numbers) -> Numbers:
        """The greater of the board and its mirror image; raises `BudgetError` where it is too large to search."""
        check_searched(rows)
        return max(rows, tuple(sum(row > place for row in rows) for place in range(rows[0])))

    def _searched_as(self, rows: Numbers, known: Iterable[Game]) -> tuple[ChompEdge, int]:
        check_searched(rows)
        word = before = at = 0
        for row in reversed(rows):
            at += row - before
            word |= 1 << at
            before, at = row, at + 1
        return ChompEdge(words_for(at)), word

    def _move_text(self, position: Position, move: Change) -> str:
        """The move as text: `bite 2:3`, row:column."""
        row, column = move
        return _("bite {square}").format(square=f"{exact_repr(row)}:{exact_repr(column)}")

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy for two equal arms, and for two rows, in normal play."""
        rows = state_of(self, position)
        if rows is None or convention is not Convention.NORMAL:
            return ""
        if set(rows[1:]) <= {1} or (len(rows) == rows[0] and set(rows) == {rows[0]}):
            return _("leave the first row and the first column alone, equally long, and copy each bite in the other")
        if len(rows) == 2:
            return _("leave the second row one square shorter than the first")
        return ""

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TwoArms(self), TwoRows(self), EqualArms(self), FullRectangle(self))

    def sketch(self, state: Numbers) -> Sketch:
        """The drawing of the chocolate, with the poison marked."""
        rows = state if sum(state) <= LARGEST else ()
        return Board(["P" * (not line) + "." * (row - (not line)) for line, row in enumerate(rows)], chocolate=True)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words  # a question is answered without

        return written_words("chomp")


def _check_height(rows: int) -> None:
    if rows > LARGEST:
        text = _("chomp is played on at most {largest} rows, not {count}")
        raise PositionError(text.format(largest=format_int(LARGEST, group=True), count=format_value(rows)))


def check_searched(rows: Numbers) -> None:
    """Check that a board is small enough to be searched; raises `BudgetError`."""
    if sum(rows) > LARGEST or comb(len(rows) + rows[0], len(rows)) > MOST_BOARDS:
        text = _("a board of {count} rows and {rows} columns is too large to search")
        raise BudgetError(text.format(count=len(rows), rows=format_value(rows[0])))


@attrs.frozen
class ChompEdge(WordGame):
    """Chomp for the search: the edge of the board as bits, from below: 0 a step to the right, 1 a step up.

    It begins with a step to the right, the lowest bit, and ends with a step up. A bite takes a part of it, from a step
    to the right to a step up, and goes up first there.
    """

    name = title = "chomp along the edge"

    words: int
    """The number of 64-bit words that hold the edge."""

    def options(self, state: int) -> list[int]:
        """The states after each bite but that of the poison: a step to the right changes places with a step up."""
        results = []
        for column in range(state.bit_length()):
            rest = state >> column
            if rest & 1:
                continue
            left, up, rows = state & (1 << column) - 1, rest, 0
            while up:
                step = up & -up
                up ^= step
                rows += 1
                if column:
                    results.append(left | (rest & -(step << 1) | (1 << rows) - 1) << column)
                elif up:
                    results.append((rest & -(step << 1)) >> rows)
        return results

    def canonical(self, state: int) -> int:
        """The lesser of the board and its mirror image, whose edge is reversed."""
        return min(state, int(f"{state ^ (1 << state.bit_length()) - 1:0{state.bit_length()}b}"[::-1], 2))

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        return WordRules(word_rules.bites, canonical=word_rules.mirrored_edge, words=self.words)


@position_of.register(ChompEdge)
def _inside_the_edge(_edge: ChompEdge, state: int) -> Position:
    rows, row = [], 0
    while state:
        row += not state & 1
        if state & 1:
            rows.append(row)
        state >>= 1
    return position_of(Chomp(), tuple(reversed(rows)))


@attrs.frozen
class TwoArms(ValueForm[Numbers, Change]):
    """The closed form for a row and a column that meet in the poison: nim with both lengths less 1."""

    name = "two arms"
    statement = "A row and a column that meet in the poison are two heaps of nim, of one square less each."
    reference = GALE

    def covers(self, state: Numbers) -> bool:
        return state[1:2] in {(), (1,)}

    def value(self, rows: Numbers) -> int:
        return (rows[0] - 1) ^ (len(rows) - 1)

    def candidates(self, rows: Numbers, value: int) -> Iterator[Change]:
        """The bites that may win, at most one in each arm."""
        row, column = value ^ len(rows) - 1, value ^ rows[0] - 1
        if row + 1 < rows[0]:
            yield 1, row + 2
        if column + 1 < len(rows):
            yield column + 2, 1

    def reason(self, rows: Numbers, convention: Convention) -> str:
        arms = rows[0] - 1, len(rows) - 1
        return _("the arms are heaps of nim, {sum}").format(sum=sum_text(arms, self.value(rows)))


@attrs.frozen
class TwoRows(StateForm[Numbers, Change]):
    """The closed form for two rows: P exactly when the second is one square shorter."""

    name = "two rows"
    statement = "Two rows are P exactly when the second one is one square shorter."
    reference = GALE

    def covers(self, state: Numbers) -> bool:
        return len(state) <= 2

    def is_p(self, rows: Numbers, convention: Convention) -> bool:
        return rows[0] - 1 == (rows[1] if rows[1:] else 0)

    def candidates(self, state: Numbers, value: int) -> Iterator[Change]:
        """The one bite that leaves the second row one square shorter."""
        first, second = (*state, 0)[:2]
        if second != first - 1:
            yield (2, second) if second == first else (1, second + 2)

    def reason(self, state: Numbers, convention: Convention) -> str:
        if self.is_p(state, convention):
            return _("the second row is one square shorter")
        return _("the second row can be made one square shorter")


@attrs.frozen
class EqualArms(StateForm[Numbers, Change]):
    """The closed form for square boards: only 2:2 wins, which leaves two equal arms.

    No other bite wins: one that leaves 2:2 can be answered there, one that does not leaves a full rectangle, which the
    next player wins.
    """

    name = "square board"
    statement = (
        "A square board of two rows or more is won by biting 2:2 alone: what is left is a row and a column of one "
        "length."
    )
    reference = GALE

    def covers(self, rows: Numbers) -> bool:
        return len(rows) > 1 and set(rows) == {len(rows)}

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        return False

    def winning_moves(self, state: Numbers, convention: Convention) -> Sequence[Change]:
        return ((2, 2),)

    def reason(self, state: Numbers, convention: Convention) -> str:
        return _("biting 2:2 of a square board leaves two equal arms")


@attrs.frozen
class FullRectangle(ClosedForm):
    """The outcome of full rectangles, N by strategy stealing: the last square, or its refutation, is a winning bite."""

    ruleset: Chomp

    name = "stolen strategy"
    statement = (
        "A full rectangle of two squares or more is won: by biting the last square, or by the answer to that, which "
        "could be bitten at once."
    )
    kinds = ()
    reference = GALE

    def covers(self, rows: Numbers) -> bool:
        """Whether the board is a rectangle of at least two rows and columns."""
        return len(rows) > 1 and rows[0] == rows[-1] > 1

    def answer(self, question: Question) -> Answer | None:
        """The outcome alone, in normal play."""
        rows = state_of(self.ruleset, question.position)
        if question.convention is not Convention.NORMAL or rows is None or not self.covers(rows):
            return None
        why = _(
            "biting the last square of a full rectangle wins, or else the answer that beats it could have been the "
            "first bite"
        )
        return Answer(self.name, self.reference, self.status, Outcome.N, explanation=why)
