"""Boards of squares as bits: read and written row by row, drawn, turned and mirrored."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cache, lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import attrs

from cgt.core.game import Game, GamePosition, M, WordRules
from cgt.core.language import _, grouped
from cgt.core.numbers import brief, check_whole
from cgt.errors import ParseError, PositionError
from cgt.games.boards.picture import Board

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

    from cgt.core.game import Sketch
    from cgt.core.position import Position

Square: TypeAlias = tuple[int, int]
"""A row and a column, from 1."""

Squares: TypeAlias = tuple[int, ...]
"""The width of the board, then for each row a number whose bits are its squares, the first column the lowest bit."""

_NEEDS = "a board has at least 1 row and 1 column"
_SIZE = re.compile(r"\s*(\d{1,100})\s*[x×]\s*(\d{1,100})\s*", re.ASCII)


def size_in(text: str) -> tuple[int, int] | None:
    """The rows and columns that a text such as `3x4` tells, None for another text."""
    found = _SIZE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


class SquaresGame(Game[Squares, M]):
    """A game on a board of squares, each of which has one of two signs; write `steps`, and `searched_as` for speed."""

    signs: ClassVar[str]
    """The sign of a square whose bit is 0, then that of one whose bit is 1; `.` is that of an empty square."""
    largest: ClassVar[int]
    """How many squares a board has at most."""

    def of(self, rows: int, columns: int) -> GamePosition[Squares, M]:
        """The empty board of that size; raises `PositionError`."""
        self._check_size(rows, columns)
        return self.position((columns, *[self._empty(columns)] * rows))

    def _empty(self, columns: int) -> int:
        return (1 << columns) - 1 if self.signs[1] == "." else 0

    def _check_size(self, rows: int, columns: int) -> None:
        squares = check_whole(rows, _NEEDS, least=1, error=PositionError)
        squares *= check_whole(columns, _NEEDS, least=1, error=PositionError)
        if squares > self.largest:
            raise PositionError(
                _("{name} is played on at most {largest} squares, not {rows}x{columns}").format(
                    name=self.name, largest=grouped(self.largest), rows=brief(rows), columns=brief(columns)
                )
            )

    def read(self, text: str) -> Squares:
        """Read `4x5`, or rows of the two signs between slashes.

        Raises:
            ParseError: another sign, or rows that are not equally long.
            PositionError: too many squares.
        """
        if size := size_in(text):
            return self.of(*size).state
        lines, start = text.rstrip().lower().split("/"), 0
        for line in lines:
            if wrong := line.strip(self.signs):
                raise ParseError(f"expected {self.position_form}", text, start + line.index(wrong))
            if not line or len(line) != len(lines[0]):
                told = _("a row of {count} squares where the board has {wanted}")
                raise ParseError(told.format(count=len(line), wanted=len(lines[0]) or "at least 1"), text, start)
            start += len(line) + 1
        self._check_size(len(lines), len(lines[0]))
        rows = (sum(1 << place for place, sign in enumerate(line) if sign == self.signs[1]) for line in lines)
        return (len(lines[0]), *rows)

    def write(self, state: Squares) -> str:
        """`4x5` for an empty board, otherwise the rows."""
        width, *rows = state
        if rows and set(rows) == {self._empty(width)}:
            return f"{len(rows)}x{width}"
        return "/".join(self.lines(state))

    def weight(self, position: Position) -> tuple[int, ...]:
        return (sum(line.count(".") for line in self.lines(self.state(position) or (0,))),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Empty boards of up to 3 rows and 12 squares, and the example with what it leads to."""
        sizes = ((rows, columns) for columns in range(1, bound + 1) for rows in range(1, min(columns, 3) + 1))
        yield from (self.of(rows, columns) for rows, columns in sizes if rows * columns <= 12)
        yield from super().sample_positions(min(bound, 4))

    def lines(self, state: Squares) -> list[str]:
        """The rows of the board as signs."""
        width, *rows = state
        return ["".join(self.signs[row >> place & 1] for place in range(width)) for row in rows]

    def sketch(self, state: Squares) -> Sketch:
        return Board(self.lines(state))


# All squares as the bits of one number, row after row, `stride` bits a row: the states of the search.

BYTE = 8
"""With so many bits a row, Python's functions on bytes turn and mirror a board."""

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def stood_up(state: Squares) -> Squares:
    """The board, turned on its side where it is wider than high.

    >>> stood_up((3, 0b110, 0b001))
    (2, 2, 1, 1)
    """
    width, *rows = state
    if width <= len(rows):
        return state
    return (len(rows), *(sum((row >> place & 1) << line for line, row in enumerate(rows)) for place in range(width)))


def packed(rows: Sequence[int], stride: int) -> int:
    """The rows as one number, `stride` bits a row.

    >>> packed([0b11, 0b01], 8)
    259
    """
    return sum(row << stride * line for line, row in enumerate(rows))


def unpacked(word: int, stride: int) -> Squares:
    """The least rectangle with all the squares of a number.

    >>> unpacked(259 << 9, 8)
    (2, 3, 1)
    """
    if not word:
        return (0,)
    word, width, _height = cornered(word, stride)
    rows = []
    while word:
        rows.append(word & (1 << width) - 1)
        word >>= stride
    return (width, *rows)


def cornered(word: int, stride: int) -> tuple[int, int, int]:
    """The squares pushed into the corner, with the width and the height that they take."""
    word >>= ((word & -word).bit_length() - 1) // stride * stride
    together, rest = 0, word
    while rest:
        together |= rest
        rest >>= stride
    together &= (1 << stride) - 1
    shift = (together & -together).bit_length() - 1
    return word >> shift, together.bit_length() - shift, -(-word.bit_length() // stride)


def pieces(word: int, stride: int) -> list[int]:
    """The connected groups of squares; the last column of the board is free of squares.

    >>> pieces(0b1011, 8), pieces(0b1 << 8 | 0b101, 8)
    ([8, 3], [257, 4])
    """
    found = []
    while word:
        # From the middle of the board no square is far.
        half = word.bit_length() >> 1
        added = word >> half << half
        added &= -added
        left = word ^ added
        while added:
            added = (added << 1 | added >> 1 | added << stride | added >> stride) & left
            left ^= added
        found.append(word ^ left)
        word = left
    return found


def least(word: int, width: int, height: int, stride: int) -> int:
    """The least of the eight ways to turn and mirror a board; a board that is not square becomes one that is high.

    Height and width fit into a row.

    >>> least(0b110, 3, 1, 8) == least(0b011, 3, 1, 8) == packed([1, 1, 0], 8)
    True
    """
    if width > height:
        word, width, height = transposed(word, width, height, stride), height, width
    best = _least_mirrored(word, width, height, stride)
    if width < height:
        return best
    return min(best, _least_mirrored(transposed(word, width, height, stride), width, height, stride))


def _least_mirrored(word: int, width: int, height: int, stride: int) -> int:
    """The least of the four ways to mirror a board."""
    if stride == BYTE:
        rows = word.to_bytes(height, "little")
        other = rows.translate(_REVERSED)
        shift = BYTE - width
        return min(
            word,
            int.from_bytes(rows, "big"),
            int.from_bytes(other, "little") >> shift,
            int.from_bytes(other, "big") >> shift,
        )
    signs = f"{word:0{stride * height}b}"
    upside_down = "".join([signs[at : at + stride] for at in range(stride * (height - 1), -1, -stride)])
    shift = stride - width
    return min(word, int(upside_down, 2), int(signs[::-1], 2) >> shift, int(upside_down[::-1], 2) >> shift)


def transposed(word: int, width: int, height: int, stride: int) -> int:
    """The columns as rows.

    >>> transposed(packed([0b110, 0b001], 8), 3, 2, 8) == packed([0b10, 0b01, 0b01], 8)
    True
    """
    if stride == BYTE:
        # Squares are exchanged across the diagonal, then blocks of four, then of sixteen.
        for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
            moved = (word ^ word >> shift) & mask
            word ^= moved ^ moved << shift
        return word
    signs, gap = f"{word:0{stride * height}b}", "0" * (stride - height)
    return int("".join([gap + signs[stride - 1 - place :: stride] for place in range(width - 1, -1, -1)]) or "0", 2)


def half_turned(board: Squares) -> Squares:
    """The board after a half turn about its middle."""
    width, *rows = board
    return (width, *(int(f"{row:0{width}b}"[::-1], 2) if width else 0 for row in reversed(rows)))


def least_piece(word: int, stride: int) -> int:
    """The squares pushed into the corner, turned and mirrored so that the number is least."""
    return least(*cornered(word, stride), stride) if word else 0


_known_piece = lru_cache(maxsize=1 << 17)(least_piece)


@lru_cache(maxsize=1 << 17)  # in a search the same boards come again and again
def _least_pieces(word: int, stride: int, smallest: int) -> tuple[int, ...]:
    groups = pieces(word, stride)
    if smallest > 1:
        groups = [group for group in groups if group & (group - 1)]
    return tuple([_known_piece(group, stride) for group in groups])


@attrs.frozen
class SquareSets(Game[int, int]):
    """A game as the search sees it: the squares that are left are the bits of a number, `stride` bits a row.

    The board is not wider than high, and has fewer columns than bits a row, so that rows do not touch.
    """

    taken_apart = True
    smallest: ClassVar[int] = 1
    """How many squares a group has at least that has moves: 1 or 2."""

    stride: int
    height: int

    @classmethod
    def holding(cls, state: Squares) -> tuple[Self, int]:
        """The board that holds a state, and the state's squares on it."""
        width, *rows = stood_up(state)
        board = cls(BYTE, BYTE) if width < BYTE >= len(rows) else cls(width + 1, len(rows))
        return board, packed(rows, board.stride)

    @abstractmethod
    def moves_on(self, height: int, width: int) -> Iterator[tuple[list[Square], list[Square]]]:
        """The moves on an empty board: the squares that each needs, and those that it takes."""

    def options(self, state: int) -> Iterator[int]:
        """From the middle of the board, where moves make small pieces, of which more is known."""
        for needed, kept in _from_the_middle(self, *_size(state, self.stride)):
            if state & needed == needed:
                yield state & kept

    def components(self, state: int) -> Sequence[int]:
        """The connected groups of squares, each as the least of the ways to turn and mirror it."""
        return _least_pieces(state, self.stride, self.smallest)

    @property
    def is_word(self) -> bool:
        """Whether no square is beyond the 64th, which the column that stays free may be in the last row."""
        return self.stride * self.height <= 65

    @property
    def word_rules(self) -> WordRules | None:
        if not self.is_word:
            return None
        from cgt.games.boards import words

        groups = words.connected if self.smallest == 1 else words.connected_by_twos
        return WordRules(words.on_squares, groups, words.turned_piece, _moves_as_words(self))


def _size(word: int, stride: int) -> tuple[int, int]:
    """The height and the width that squares in the corner take."""
    together, rest = 0, word
    while rest:
        together |= rest
        rest >>= stride
    return -(-word.bit_length() // stride), (together & (1 << stride) - 1).bit_length()


@cache
def _moves_as_words(game: SquareSets) -> tuple[int, ...]:
    """What `words.on_squares` reads: the bits a row, where the moves of each size of a piece begin, and these."""
    sizes = list(product(range(1, game.height + 1), range(1, game.stride + 1)))
    places, found = [game.stride], list[int]()
    for rows, columns in sizes:
        moves = _from_the_middle(game, rows, columns) if columns <= min(rows, game.stride - 1) else ()
        places.append(1 + len(sizes) + len(found))
        found += [len(moves), *chain.from_iterable(moves)]
    return (*places, *found)


@cache
def _from_the_middle(game: SquareSets, height: int, width: int) -> tuple[tuple[int, int], ...]:
    """The moves on a board: the squares needed, and those of the whole board that stay."""

    def word(squares: Iterable[Square]) -> int:
        return sum(1 << row * game.stride + column for row, column in squares)

    def distance(move: tuple[list[Square], list[Square]]) -> float:
        squares = move[0]
        row, column = (sum(square[axis] for square in squares) / len(squares) for axis in (0, 1))
        return abs(2 * row - height + 1) / height + abs(2 * column - width + 1) / width

    everything = word(product(range(height), range(width)))
    moves = sorted(game.moves_on(height, width), key=distance)
    return tuple((word(needed), everything & ~word(taken)) for needed, taken in moves)
