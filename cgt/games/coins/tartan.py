"""Coin turning on a board: the product of two coin-turning games, and Lenstra's Tartan theorem."""

from __future__ import annotations

import re
from functools import reduce
from itertools import product
from operator import xor
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.game import Game, GamePosition
from cgt.core.language import _, grouped
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_product
from cgt.errors import ParseError, PositionError, RulesetError
from cgt.families.states import ValueForm
from cgt.games.boards.picture import Board
from cgt.games.coins.turning import (
    LENSTRA,
    LONGEST_ROW,
    WINNING_WAYS,
    CoinTurning,
    MockTurtles,
    Moebius,
    Mogul,
    Motley,
    Ruler,
    Triplets,
    TurningTurtles,
    Twins,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.game import Sketch
    from cgt.core.outcome import Convention
    from cgt.core.position import Position

Squares = tuple[tuple[int, int], ...]
"""The squares whose coins show heads, (row, column) from 1, ascending."""

FACTORS: dict[str, type[CoinTurning]] = {
    kind.name: kind for kind in (TurningTurtles, MockTurtles, Moebius, Mogul, Ruler, Twins, Triplets, Motley)
}

WIDEST = 200
"""A board with more rows or columns is not drawn."""

_SQUARE = re.compile(r"\s*(\d{1,7})\s*:\s*(\d{1,7})\s*", re.ASCII)


def _factor(game: CoinTurning | str) -> CoinTurning:
    if isinstance(game, CoinTurning):
        return game
    if game not in FACTORS:
        raise RulesetError(
            _("{game!r} is no coin-turning game in a row: there is {choices}").format(
                game=str(game)[:40], choices=", ".join(FACTORS)
            )
        )
    return FACTORS[game]()


@attrs.frozen
class Tartan(Game[Squares, Squares]):
    """The product of two coin-turning games: turn the coins where the rows of one move cross the columns of another.

    >>> import cgt
    >>> cgt.nim_value(Tartan("twins", "twins").of((3, 4)))
    1
    """

    name = "tartan"
    title = "Tartan product of coin games"
    rules = (
        "Choose rows as in the first coin game and columns as in the second, and turn every coin where they cross; "
        "the one in the last row and the last column goes from heads to tails."
    )
    references = (LENSTRA, WINNING_WAYS)
    example_arguments: ClassVar[tuple[str, ...]] = ("ruler", "twins")  # others of no arguments derive from it
    position_form = "the squares that show heads as row:column, such as 1:3,2:2"
    example = "1:3,2:2"

    first: CoinTurning = attrs.field(converter=_factor, repr=str)
    second: CoinTurning = attrs.field(converter=_factor, repr=str)

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.first.name, self.second.name)

    @classmethod
    def from_arguments(cls, *arguments: str) -> Tartan:
        if len(arguments) != 2:
            raise RulesetError(
                _("tartan is of two coin games, such as tartan(ruler,twins); got {count}").format(count=len(arguments))
            )
        return Tartan(*arguments)

    def of(self, *heads: tuple[int, int]) -> GamePosition[Squares, Squares]:
        """The position with heads on these squares; raises `PositionError`."""
        if not all(1 <= number <= LONGEST_ROW for square in heads for number in square):
            raise PositionError(
                _("rows and columns are counted from 1, up to {longest_row}").format(longest_row=grouped(LONGEST_ROW))
            )
        return self.position(tuple(sorted(set(heads))))

    def steps(self, heads: Squares) -> Iterator[tuple[Squares, Squares]]:
        """The move is the squares that are turned."""
        there = frozenset(heads)
        for square in heads:
            for turned in self.turned(square):
                yield turned, tuple(sorted(there.symmetric_difference(turned)))

    def turned(self, square: tuple[int, int]) -> Iterator[Squares]:
        """The sets of squares of which this one is the last."""
        row, column = square
        for rows, columns in product(self.first.turned_with(row), tuple(self.second.turned_with(column))):
            yield tuple((r, c) for r in (*rows, row) for c in (*columns, column))

    def square_value(self, square: tuple[int, int]) -> int:
        """The nim-value of one head alone: the nim-product of the values in the two games."""
        return nim_product(self.first.coin_value(square[0]), self.second.coin_value(square[1]))

    def read(self, text: str) -> Squares:
        """Read `2:3,4:4`; `0` is a board without heads."""
        if text.strip() == "0":
            return ()
        heads, start = [], 0
        for entry in text.split(","):
            square = _SQUARE.fullmatch(entry)
            if square is None:
                raise ParseError(f"expected {self.position_form}", text, start + len(entry) - len(entry.lstrip()))
            heads.append((int(square[1]), int(square[2])))
            start += len(entry) + 1
        return self.of(*heads).state

    def write(self, state: Squares) -> str:
        """`2:3,4:4`; 0 when there is none."""
        return ",".join(f"{row}:{column}" for row, column in state) or "0"

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Boards with one head and with two in the first rows and columns."""
        side = max(2, min(bound // 4, 6))
        squares = [(row, column) for row in range(1, side + 1) for column in range(1, side + 1)]
        yield from (self.of(square) for square in squares)
        yield from (self.of(squares[place], squares[-place - 1]) for place in range(len(squares) // 2))

    def component_move_text(self, position: Position, move: Squares) -> str:
        """`turn 1:3 and 2:3`."""
        squares = (f"{row}:{column}" for row, column in move)
        return _("turn {coins}").format(coins=_(" and ").join(squares))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TartanTheorem(self),)

    def sketch(self, state: Squares) -> Sketch | None:
        """The board up to the last heads; None for a large one."""
        rows, columns = (max((square[axis] for square in state), default=1) for axis in (0, 1))
        if max(rows, columns) > WIDEST:
            return None
        return Board(["".join("TH"[(r, c) in state] for c in range(1, columns + 1)) for r in range(1, rows + 1)])


@attrs.frozen
class TartanTheorem(ValueForm[Squares, Squares]):
    """A head is worth the nim-product of its row's value and its column's; a board, the nim-sum of its heads."""

    ruleset: Tartan

    name = "Tartan theorem"
    reference = LENSTRA

    def value(self, state: Squares) -> int:
        return reduce(xor, map(self.ruleset.square_value, state), 0)

    def winning_moves(self, state: Squares, convention: Convention) -> LazyMoves[Squares]:
        return self._turning(state, self.value(state))

    def moves_to(self, state: Squares, value: int) -> LazyMoves[Squares]:
        """The moves whose squares have together the difference, lazily."""
        return self._turning(state, self.value(state) ^ value)

    def _turning(self, heads: Squares, wanted: int) -> LazyMoves[Squares]:
        game = self.ruleset

        def walk() -> Iterator[Squares]:
            for square in heads if wanted else ():
                for squares in game.turned(square):
                    if reduce(xor, map(game.square_value, squares), 0) == wanted:
                        yield squares

        return LazyMoves(walk)

    def reason(self, heads: Squares, convention: Convention) -> str:
        if not heads:
            return _("no coin shows heads")
        game = self.ruleset
        shown = " ⊕ ".join(
            f"{game.first.coin_value(row)}⊗{game.second.coin_value(column)}" for row, column in heads[:8]
        ) + (" ⊕ …" if heads[8:] else "")
        return _("the heads are worth {shown} = {total}").format(shown=shown, total=self.value(heads))


@attrs.frozen
class _Named(Tartan):
    """A product with a name of its own."""

    example_arguments = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        return ()

    @classmethod
    def from_arguments(cls, *arguments: str) -> Tartan:
        if arguments:
            raise RulesetError(
                _("{name} takes no arguments, got {choices}").format(name=cls.name, choices=", ".join(arguments))
            )
        return cls()  # type: ignore[call-arg]  # those with a name know their factors


@attrs.frozen
class TurningCorners(_Named):
    """Turn the four corners of a rectangle: the product of Twins by itself.

    >>> import cgt
    >>> cgt.nim_value(TurningCorners().of((6, 8)))
    13
    """

    name = "turning-corners"
    title = "Turning corners"
    rules = "Turn the four corners of a rectangle; the lower right one goes from heads to tails."
    first: CoinTurning = attrs.field(default=Twins(), init=False, repr=False)
    second: CoinTurning = attrs.field(default=Twins(), init=False, repr=False)


@attrs.frozen
class Rugs(_Named):
    """Turn all the coins of a rectangle: the product of Ruler by itself.

    >>> import cgt
    >>> cgt.nim_value(Rugs().of((2, 2)))
    3
    """

    name = "rugs"
    title = "Rugs"
    rules = "Turn all the coins of a rectangle; the lower right one goes from heads to tails."
    first: CoinTurning = attrs.field(default=Ruler(), init=False, repr=False)
    second: CoinTurning = attrs.field(default=Ruler(), init=False, repr=False)
