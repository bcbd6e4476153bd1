"""Coin turning on a board: the product of two coin-turning games, and Lenstra's Tartan theorem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.game import GamePosition
from cgt.core.language import _
from cgt.core.nimber import nim_inverse, nim_product
from cgt.core.numbers import check_whole, format_int, format_value, from_decimal
from cgt.core.position import Move, Position
from cgt.core.reading import indentation, unexpected
from cgt.core.route import ClosedForm
from cgt.errors import PositionError, RulesetError
from cgt.games.boards.board_picture import Board
from cgt.games.coins.turning import MockTurtles, Moebius, Mogul, Motley, Ruler, Triplets, TurningTurtles, Twins
from cgt.games.coins.turning_game import (
    LENSTRA,
    LONGEST_ROW,
    WINNING_WAYS,
    Coins,
    CoinTurning,
    SumOfHeads,
    TurningGame,
    coins_named,
    coins_text,
    spend,
    tries_of,
)

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

Square = tuple[int, int]
Squares = tuple[Square, ...]
"""The squares whose coins show heads, (row, column) from 1, ascending."""

FACTORS: dict[str, type[CoinTurning]] = {
    kind.name: kind for kind in (TurningTurtles, MockTurtles, Moebius, Mogul, Ruler, Twins, Triplets, Motley)
}

WIDEST = 200
"""A board with more rows or columns is not drawn."""

SHOWN_SQUARES = 12
"""The greatest number of squares that a text lists; of more it names the rows and the columns."""

_NEEDS = "rows and columns are counted from 1, up to {longest_row}"

_NAMED = re.compile(r"(\d{1,7}):(\d{1,7})", re.ASCII)
_SQUARE = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*", re.ASCII)


def _factor(game: CoinTurning | str) -> CoinTurning:
    if isinstance(game, CoinTurning):
        return game
    if not isinstance(game, str) or game not in FACTORS:
        text = _("{game} is no coin-turning game in a row: there are {choices}")
        raise RulesetError(text.format(game=format_value(game), choices=", ".join(FACTORS)))
    return FACTORS[game]()


@attrs.frozen
class Tartan(TurningGame[Square]):
    """The product of two coin-turning games: turn the coins where the rows of one move cross the columns of another.

    >>> import cgt
    >>> cgt.nim_value(Tartan("twins", "twins").position((3, 4)))
    1
    """

    name = "tartan"
    title = "Tartan product of coin games"
    rules = (
        "Choose rows as in the first coin game and columns as in the second, and turn every coin where they cross; "
        "the one in the last row and the last column goes from heads to tails."
    )
    references: ClassVar[tuple[str, ...]] = (LENSTRA, WINNING_WAYS)
    example_arguments: ClassVar[tuple[str, ...]] = ("ruler", "twins")  # others of no arguments derive from it
    argument_form = (
        "two of the coin games turning-turtles, mock-turtles, moebius, mogul, ruler, twins, triplets and motley, for "
        "the rows and for the columns, such as tartan(mock-turtles,ruler)"
    )
    position_form = "the squares that show heads as row:column, such as 1:3,2:2"
    example = "1:3,2:3"
    phrase = "the coins that are drawn"

    first: CoinTurning = attrs.field(converter=_factor)
    second: CoinTurning = attrs.field(converter=_factor)

    def position(self, *heads: tuple[int, int]) -> GamePosition[Squares, Squares]:
        """The position with heads on these squares, each (row, column); raises `PositionError`."""
        longest = format_int(LONGEST_ROW, group=True)
        squares = set[Square]()
        for square in heads:
            if not isinstance(square, tuple | list) or len(square) != 2:
                raise PositionError(
                    f"heads are told by row and column, position((1, 3), (2, 2)), not {format_value(square)}"
                )
            row, column = (
                check_whole(number, _NEEDS, least=1, most=LONGEST_ROW, error=PositionError, longest_row=longest)
                for number in square
            )
            squares.add((row, column))
        return GamePosition(self, tuple(sorted(squares)))

    def turned(self, heads: Squares) -> Iterator[Squares]:
        tries = tries_of(self)
        for row, column in heads:
            for rows in self.first.turned_with(row):
                for columns in self.second.turned_with(column):
                    spend(tries, (len(rows) + 1) * (len(columns) + 1))
                    yield tuple(product((*rows, row), (*columns, column)))

    def turning(self, heads: Squares, wanted: int) -> Iterator[Squares]:
        """The moves whose coins have a wanted nim-sum: for each set of rows, the columns that complete it."""
        tries = tries_of(self)
        for row, column in heads:
            for others in self.first.turned_with(row):
                spend(tries, len(others) + 3)  # to divide takes as long as to look at some coins
                if worth := self.first.coin_value(row) ^ self.first.sum_of(others):
                    rest = nim_product(wanted, nim_inverse(worth)) ^ self.second.coin_value(column)
                    for columns in self.second.turned_to(column, rest, tries):
                        spend(tries, (len(others) + 1) * (len(columns) + 1))
                        yield tuple(product((*others, row), (*columns, column)))

    def after(self, heads: Squares, move: Move) -> Squares:
        rows, columns = _crossing(move)
        if move != tuple(product(rows, columns)) or (rows[-1], columns[-1]) not in heads:
            raise KeyError(move)
        if min(rows[0], columns[0]) < 1 or not (self.first.may_turn(rows) and self.second.may_turn(columns)):
            raise KeyError(move)
        return tuple(sorted(frozenset(heads).symmetric_difference(product(rows, columns))))

    def coin_value(self, coin: Square) -> int:
        """The nim-product of the values in the two games."""
        return nim_product(self.first.coin_value(coin[0]), self.second.coin_value(coin[1]))

    def worth_text(self, coin: Square) -> str:
        return "⊗".join(game.worth_text(place) for game, place in zip((self.first, self.second), coin, strict=True))

    def read(self, text: str) -> Squares:
        """Read `2:3,4:4`; `0` is a board without heads."""
        if text.strip() == "0":
            return ()
        heads, start = [], 0
        for entry in text.split(","):
            square = _SQUARE.fullmatch(entry)
            if square is None:
                raise unexpected(self.position_form, text, start + indentation(entry))
            heads.append((from_decimal(square[1]), from_decimal(square[2])))
            start += len(entry) + 1
        return self.position(*heads).state

    def write(self, state: Squares) -> str:
        """The squares with heads as text, such as `2:3,4:4`; 0 when there is none."""
        return ",".join(f"{row}:{column}" for row, column in state) or "0"

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: boards with one or two heads in the first rows and columns."""
        side = max(2, min(bound // 4, 6))
        squares = [(row, column) for row in range(1, side + 1) for column in range(1, side + 1)]
        yield from (self.position(square) for square in squares)
        yield from (self.position(squares[place], squares[-place - 1]) for place in range(len(squares) // 2))

    def _move_text(self, position: Position, move: Squares) -> str:
        """The move as text: `turn 1:1, 1:3 and 2:3`; of many squares, `turn rows 1 and 2, columns 3 to 9`."""
        if len(move) > SHOWN_SQUARES:
            rows, columns = map(coins_text, _crossing(move))
            return _("turn rows {rows}, columns {columns}").format(rows=rows, columns=columns)
        *before, last = (f"{row}:{column}" for row, column in move)
        both = _("{coins} and {last}").format(coins=", ".join(before), last=last) if before else last
        return _("turn {coins}").format(coins=both)

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Squares]:
        """The moves that turn all squares of a text, or all in its rows and columns."""
        named = [coins_named(part) for part in text.split(",")] if ":" not in text else []
        if len(named) == 2 and len(named[0]) * len(named[1]) <= LONGEST_ROW:
            yield tuple(product(named[0], named[1]))
        yield tuple(sorted({(int(row), int(column)) for row, column in _NAMED.findall(text)}))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TartanTheorem(self),)

    def sketch(self, state: Squares) -> Sketch | None:
        """The drawing of the board up to the last heads; None for a large one."""
        rows, columns = (max((square[axis] for square in state), default=1) for axis in (0, 1))
        if max(rows, columns) > WIDEST:
            return None
        return Board(["".join("TH"[(r, c) in state] for c in range(1, columns + 1)) for r in range(1, rows + 1)])


def _crossing(move: Move) -> tuple[Coins, Coins]:
    """The rows and the columns of some squares, ascending; raises `KeyError` for anything else."""
    if not isinstance(move, tuple) or not all(isinstance(square, tuple) and len(square) == 2 for square in move):
        raise KeyError(move)
    if not move or not all(type(number) is int for square in move for number in square):
        raise KeyError(move)
    rows, columns = (tuple(sorted({square[axis] for square in move})) for axis in (0, 1))
    return rows, columns


@attrs.frozen
class TartanTheorem(SumOfHeads[Square]):
    """The Tartan theorem: a position is the nim-sum, over its heads, of the nim-product of row and column value."""

    name = "Tartan theorem"
    statement = (
        "A head is worth the nim-product of its row's value and its column's; a board, the nim-sum of its heads."
    )
    strategy = "each head has a worth, its row's times its column's, as nim multiplies: play nim with these worths"


@attrs.frozen
class TurningCorners(Tartan):
    """Turn the four corners of a rectangle: the product of Twins by itself.

    >>> import cgt
    >>> cgt.nim_value(TurningCorners().position((6, 8)))
    13
    """

    name = "turning-corners"
    example_arguments = ()
    argument_form = ""
    title = "Turning corners"
    references = (*Tartan.references, "OEIS A051775")
    rules = "Turn the four corners of a rectangle; the lower right one goes from heads to tails."
    first: CoinTurning = attrs.field(default=Twins(), init=False, repr=False)
    second: CoinTurning = attrs.field(default=Twins(), init=False, repr=False)


@attrs.frozen
class Rugs(Tartan):
    """Turn all the coins of a rectangle: the product of Ruler by itself.

    >>> import cgt
    >>> cgt.nim_value(Rugs().position((2, 2)))
    3
    """

    name = "rugs"
    example_arguments = ()
    argument_form = ""
    title = "Rugs"
    rules = "Turn all the coins of a rectangle; the lower right one goes from heads to tails."
    first: CoinTurning = attrs.field(default=Ruler(), init=False, repr=False)
    second: CoinTurning = attrs.field(default=Ruler(), init=False, repr=False)
