"""Notakto: crosses alone, three in a row kill a board, and whoever kills the last one has lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import move_in, parts_of
from cgt.core.game import Game, position_of, state_of
from cgt.core.hints import WordRules
from cgt.core.language import _, ngettext
from cgt.core.memory import MEMORY
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.reading import WholeNumber
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.families.quotient_form import portion_text, products_without_each
from cgt.games.boards.square_sets import BYTE, Square, laid_down, least, packed, words_for_board
from cgt.games.boards.squares import Squares, SquaresGame
from cgt.games.word_game import WordGame
from cgt.theory.quotient_growth import PositionsQuotient, quotient_of_positions

if TYPE_CHECKING:
    from cgt.core.wording import Wording

PLAMBECK = "T. E. Plambeck and G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe (2013)"


@attrs.frozen
class Notakto(SquaresGame[Square]):
    """Write a cross on a free square of a live board; a board with three crosses in a row, any way, is dead.

    A dead board has no moves. Whoever kills the last board has lost: that is misère play, in which the game is known;
    in normal play that player has won. `notakto(4)` asks for four in a row. The state is the width of the board and
    then each row's crosses as the bits of a number.

    >>> import cgt
    >>> board = Notakto().position(3, 3)
    >>> cgt.outcome(board, "misere"), cgt.winning_moves(board, "misere"), cgt.outcome(board + board, "misere")
    (<Outcome.N: 'N'>, ((2, 2),), <Outcome.P: 'P'>)
    """

    name = "notakto"
    title = "Notakto"
    references = (PLAMBECK,)
    position_form = "rows x columns, such as 3x3, or rows of . and x, such as xx./.../..."
    example = ".../.../..."
    family = "3x{n}"
    signs, largest = ".x", 400
    conventions = (Convention.MISERE, Convention.NORMAL)

    in_a_row: int = attrs.field(
        default=3, validator=WholeNumber("2 to 20 crosses in a row kill a board", least=2, most=20)
    )
    argument_form = "the number of crosses in a row that kill a board, 3 by default, such as notakto(4)"

    @property
    def rules(self) -> str:
        """The rules with the number of crosses."""
        text = _(
            "Write a cross on a free square of a board that is alive; {count} crosses in a row, across, down or "
            "diagonally, kill a board."
        )
        return text.format(count=self.in_a_row)

    def steps(self, state: Squares) -> Iterator[tuple[Square, Squares]]:
        """The free squares, each (row, column) from 1, with the board after a cross there; none on a dead board."""
        width, *rows = state
        for line, row in enumerate(() if self.is_dead(state) else rows):
            for place in range(width):
                if not row >> place & 1:
                    yield (line + 1, place + 1), (width, *rows[:line], row | 1 << place, *rows[line + 1 :])

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: the example and what it leads to; on narrow boards there are few lines to fill."""
        return Game.sample_positions(self, bound)

    def is_dead(self, state: Squares) -> bool:
        """Whether a line is full of crosses."""
        board, crosses = self._packed(state)
        return board.is_dead(crosses)

    def canonical(self, state: Squares) -> Squares:
        """The least of the eight ways to turn and mirror the board; all dead boards are one."""
        board, crosses = self._packed(state)
        if board.is_dead(crosses):
            return (self.in_a_row, (1 << self.in_a_row) - 1)
        return board.rows(least(crosses, board.width, board.height, board.stride))

    def _searched_as(self, state: Squares, known: Iterable[Game]) -> tuple[NotaktoSquares, int]:
        board, crosses = self._packed(state)
        return board, 0 if board.is_dead(crosses) else _board_of(board) ^ crosses

    def _packed(self, state: Squares) -> tuple[NotaktoSquares, int]:
        """The board turned on its side if need be, and its crosses as bits."""
        width, *rows = laid_down(state)
        board = NotaktoSquares(self.in_a_row, width, len(rows), max(BYTE, width))
        return board, packed(rows, board.stride)

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, goal=self._goal)

    def _move_text(self, position: Position, move: Square) -> str:
        """The move as text: `cross 2:3`, row:column."""
        row, column = move
        return _("cross {square}").format(square=f"{row}:{column}")

    def _goal(self, convention: Convention) -> str:
        if convention is Convention.MISERE:
            return _("Whoever kills the last board loses.")
        return _("Whoever kills the last board wins.")

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (BoardsOfNine(self),) if self.in_a_row == 3 else ()


@attrs.frozen
class NotaktoSquares(WordGame):
    """Notakto for the search: the free squares as bits of a number, `stride` bits a row of a wide board.

    A dead board is 0, as a full one is.
    """

    name = title = "notakto on squares"

    in_a_row: int
    width: int
    height: int
    stride: int

    def is_dead(self, crosses: int) -> bool:
        """Whether a line is full of crosses."""
        return any(line & crosses == line for line in _lines_of(self))

    def options(self, state: int) -> Iterator[int]:
        """The states with one more cross."""
        left = state
        while left:
            cross = left & -left
            left ^= cross
            free = state ^ cross
            yield free if all(line & free for line in _lines_of(self)) else 0

    def canonical(self, state: int) -> int:
        """The least of the eight symmetric boards."""
        return least(state, self.width, self.height, self.stride)

    @property
    def words(self) -> int:
        """The number of 64-bit words that hold a board."""
        return words_for_board(self.stride, self.stride * (self.height - 1) + self.width)

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        data = (self.width, self.height, self.stride, *_lines_of(self))
        return WordRules(word_rules.crosses, None, word_rules.turned_board, data, self.words)

    def rows(self, state: int) -> Squares:
        """The rows of the board, as text."""
        return (self.width, *(state >> self.stride * line & (1 << self.width) - 1 for line in range(self.height)))


@MEMORY.cache("notakto: boards")
def _board_of(game: NotaktoSquares) -> int:
    """All squares of a board, as bits."""
    return packed([(1 << game.width) - 1] * game.height, game.stride)


@MEMORY.cache("notakto: lines")
def _lines_of(game: NotaktoSquares) -> tuple[int, ...]:
    """The squares of each line that kills a board, as bits."""
    steps = ((1, 1, 0), (game.stride, 0, 1), (game.stride + 1, 1, 1), (game.stride - 1, -1, 1))
    return tuple(
        sum(1 << line * game.stride + place + step * number for number in range(game.in_a_row))
        for step, across, down in steps
        for line in range(game.height - down * (game.in_a_row - 1))
        for place in range(game.width)
        if 0 <= place + across * (game.in_a_row - 1) < game.width
    )


@position_of.register(NotaktoSquares)
def _crossed(bits: NotaktoSquares, state: int) -> Position:
    return position_of(Notakto(bits.in_a_row), bits.rows(_board_of(bits) ^ state))


@attrs.frozen
class BoardsOfNine(ClosedForm):
    """The misère closed form for 3x3 boards, elements of a monoid of order 18, whose product decides.

    P is where the product is one of four elements. The monoid is found, and verified, when it is first asked for.
    """

    ruleset: Notakto

    name = "misère quotient of order 18"
    kinds = ("misère quotient", "closed form")
    statement = "Misère play on any boards of 3x3: each is an element of a monoid of order 18, and they are multiplied."
    reference = PLAMBECK

    def answer(self, question: Question) -> Answer | None:
        """The answer in misère play for 3x3 boards: P where their product is in the P-portion."""
        position, boards = question.position, parts_of(question.position)
        if question.convention is not Convention.MISERE or not all(map(self._is_of_nine, boards)):
            return None
        known = quotient_of_3x3()
        product, portion = known.quotient.monoid.product, known.quotient.portion
        elements = [known.element_of(board) for board in boards]
        whole = reduce(product, elements, 0)
        outcome = Outcome.P if whole in portion else Outcome.N

        def moves() -> Iterator[Move]:
            """The crosses after which the product of the boards is in the P-portion."""
            for index, (board, others) in enumerate(zip(boards, products_without_each(product, elements), strict=True)):
                for move in board.moves():
                    if product(others, known.element_of(board.play(move))) in portion:
                        yield move_in(position, index, move)

        def reason(winning: Sequence[Move]) -> str:
            words = list(map(known.quotient.word, elements))
            text = ngettext(
                "in the misère quotient of order {order} the board is {words}",
                "in the misère quotient of order {order} the boards are {words}",
                len(words),
            ).format(order=known.quotient.order, words=", ".join(words[:8]) + (", …" if words[8:] else ""))
            inside = outcome is Outcome.P
            text += portion_text(known.quotient.word(whole), inside=inside)
            if winning or inside:
                return with_conclusion(
                    text, outcome, self.ruleset.wording.move_text(position, winning[0]) if winning else None
                )
            return text + _(": ") + _("no board is alive, and that has won")

        return self.build_answer(question, outcome, lambda: tuple(moves()), reason)

    def _is_of_nine(self, board: Position) -> bool:
        state = state_of(self.ruleset, board)
        return state is not None and state[0] == len(state) - 1 == 3


@cache
def quotient_of_3x3() -> PositionsQuotient:
    """The misère quotient of Notakto on one 3x3 board: a monoid of order 18.

    >>> print(quotient_of_3x3().quotient.order, quotient_of_3x3().quotient.p_order)
    18 4
    """
    return quotient_of_positions([Notakto().position(3, 3)], effort=None)
