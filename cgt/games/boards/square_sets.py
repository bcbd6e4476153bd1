"""Boards for the search: squares as the bits of one number, row after row, `stride` bits a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Protocol, Self, TypeAlias

import attrs

from cgt.core.game import position_of
from cgt.core.hints import MOST_WORDS, WordRules, words_for
from cgt.core.memory import MEMORY
from cgt.core.position import Position
from cgt.games.word_game import WordGame

Square: TypeAlias = tuple[int, int]
"""A row and a column, from 1."""

Rows: TypeAlias = tuple[int, ...]
"""The width of the board, then for each row a number whose bits are its squares, the first column the lowest bit."""

BYTE = 8
"""The number of bits a row at which Python's functions on bytes turn and mirror a board."""

LONGEST_ROW = 63
"""The greatest number of bits a row for the compiled rules, which hold a row in a word of 64."""

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def laid_down(state: Rows) -> Rows:
    """The board, transposed where it is higher than wide: of two ways to lay it out the one of fewer bits.

    >>> laid_down((2, 0b10, 0b01, 0b01))
    (3, 6, 1)
    """
    width, *rows = state
    if width >= len(rows):
        return state
    return (len(rows), *(sum((row >> place & 1) << line for line, row in enumerate(rows)) for place in range(width)))


def words_for_board(stride: int, bits: int) -> int:
    """The number of 64-bit words that hold a board; more than are compiled for where one row takes more.

    >>> words_for_board(22, 65), words_for_board(63, 64), words_for_board(64, 64)
    (2, 1, 3)
    """
    return words_for(bits) if stride <= LONGEST_ROW else MOST_WORDS + words_for(bits)


def packed(rows: Sequence[int], stride: int) -> int:
    """The rows as one number, `stride` bits a row.

    >>> packed([0b11, 0b01], 8)
    259
    """
    return sum(row << stride * line for line, row in enumerate(rows))


def unpacked(word: int, stride: int) -> Rows:
    """The least rectangle that holds all squares of a word.

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
    """The squares shifted into the corner, with the width and height that they take."""
    word >>= ((word & -word).bit_length() - 1) // stride * stride
    height, together = _size(word, stride)
    shift = (together & -together).bit_length() - 1
    return word >> shift, together.bit_length() - shift, height


def pieces(word: int, stride: int) -> list[int]:
    """The connected groups of squares; the last column of the board must be free.

    >>> pieces(0b1011, 8), pieces(0b1 << 8 | 0b101, 8)
    ([8, 3], [257, 4])
    """
    results = []
    while word:
        # From the middle of the board no square is far.
        half = word.bit_length() >> 1
        added = word >> half << half
        added &= -added
        left = word ^ added
        while added:
            added = (added << 1 | added >> 1 | added << stride | added >> stride) & left
            left ^= added
        results.append(word ^ left)
        word = left
    return results


def least(word: int, width: int, height: int, stride: int) -> int:
    """The least of the eight symmetric boards; a board that is not square becomes a wide one.

    Height and width fit into a row.

    >>> least(packed([0, 1, 1], 8), 1, 3, 8) == least(0b110, 3, 1, 8) == 0b011
    True
    """
    if width < height:
        word, width, height = transposed(word, width, height, stride), height, width
    best = _least_mirrored(word, width, height, stride)
    if width > height:
        return best
    return min(best, _least_mirrored(transposed(word, width, height, stride), width, height, stride))


def _least_mirrored(word: int, width: int, height: int, stride: int) -> int:
    """The least of the four mirror images of a board."""
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
    """The board with its rows and columns exchanged.

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


def least_piece(word: int, stride: int) -> int:
    """The least of the symmetric forms of a group of squares, shifted into the corner."""
    return least(*cornered(word, stride), stride) if word else 0


_known_piece = MEMORY.cache("boards: least pieces", 1 << 17)(least_piece)


@MEMORY.cache("boards: pieces of boards", 1 << 17)  # in a search the same boards come again and again
def _least_pieces(word: int, stride: int, smallest: int) -> tuple[int, ...]:
    groups = pieces(word, stride)
    if smallest > 1:
        groups = [group for group in groups if group & (group - 1)]
    return tuple([_known_piece(group, stride) for group in groups])


class OnSquares(Protocol):
    """A game that is searched as sets of squares, whose connected groups are components."""

    @property
    def smallest(self) -> int:
        """The least number of squares on which a move fits, 1 or 2."""
        ...

    def moves_on(self, height: int, width: int, /) -> Iterable[tuple[Sequence[Square], Sequence[Square]]]:
        """The moves on an empty board: the squares that each needs, and those that it takes."""
        ...


@attrs.frozen(cache_hash=True)
class SquareSets(WordGame):
    """A board game for the search: the squares left as bits of a number, `stride` bits a row.

    The board is not higher than wide, and has fewer columns than bits a row, so that rows do not touch.
    """

    name = title = "squares of a board"
    components_are_atomic = True

    game: OnSquares
    stride: int
    height: int

    @classmethod
    def holding(cls, game: OnSquares, state: Rows) -> tuple[Self, int]:
        """The board game that holds a state, and the state as a word of it."""
        width, *rows = laid_down(state)
        board = cls(game, BYTE, BYTE) if width < BYTE else cls(game, width + 1, len(rows))
        return board, packed(rows, board.stride)

    def options(self, state: int) -> Iterator[int]:
        """The options, from the middle of the board, where moves make small pieces that are often known."""
        height, columns = _size(state, self.stride)
        for needed, kept in _from_the_middle(self, height, columns.bit_length()):
            if state & needed == needed:
                yield state & kept

    def components(self, state: int) -> Sequence[int]:
        """The connected groups of squares, each as the least of its symmetric forms."""
        return _least_pieces(state, self.stride, self.game.smallest)

    @property
    def words(self) -> int:
        """The number of 64-bit words that hold every square; in the last row the free column is not counted."""
        return words_for_board(self.stride, self.stride * self.height - 1)

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        moves = _moves_as_words(self)
        if _takes_dominoes(self.game):
            return WordRules(
                word_rules.on_squares, word_rules.domino_groups, word_rules.turned_dominoes, moves, self.words
            )
        return WordRules(word_rules.on_squares, word_rules.connected, word_rules.turned_piece, moves, self.words)


def _takes_dominoes(game: OnSquares) -> bool:
    """Whether the moves are exactly the pairs of adjacent squares."""
    beside = {((1, 1), (1, 2)), ((2, 1), (2, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2))}
    moves = [(tuple(sorted(needed)), tuple(sorted(taken))) for needed, taken in game.moves_on(2, 2)]
    return (
        game.smallest == 2 and {needed for needed, _taken in moves} == beside and all(one == two for one, two in moves)
    )


def _size(word: int, stride: int) -> tuple[int, int]:
    """The height of squares from the lowest row on, and the set of their columns."""
    together, rest = 0, word
    while rest:
        together |= rest
        rest >>= stride
    return -(-word.bit_length() // stride), together & (1 << stride) - 1


@position_of.register(SquareSets)
def _squares_left(board: SquareSets, state: int) -> Position:
    return position_of(board.game, unpacked(state, board.stride))


@MEMORY.cache("boards: moves as words")
def _moves_as_words(board: SquareSets) -> tuple[int, ...]:
    """The data of `words.on_squares`: the stride, the start of the moves of each size of board, the moves."""
    sizes = list(product(range(1, board.height + 1), range(1, board.stride + 1)))
    places, result = [board.stride], list[int]()
    for rows, columns in sizes:
        moves = _from_the_middle(board, rows, columns) if rows <= columns < board.stride else ()
        places.append(1 + len(sizes) + len(result))
        result += [len(moves), *chain.from_iterable(moves)]
    return (*places, *result)


@MEMORY.cache("boards: squares from the middle")
def _from_the_middle(board: SquareSets, height: int, width: int) -> tuple[tuple[int, int], ...]:
    """The moves on a board, those in the middle first: the squares needed, and the mask of those that stay."""

    def word(squares: Iterable[Square]) -> int:
        return sum(1 << (row - 1) * board.stride + column - 1 for row, column in squares)

    def distance(move: tuple[Sequence[Square], Sequence[Square]]) -> tuple[float, Sequence[Square]]:
        squares = move[0]
        row, column = (sum(square[axis] for square in squares) / len(squares) for axis in (0, 1))
        return abs(2 * row - height - 1) / height + abs(2 * column - width - 1) / width, squares

    everything = word(product(range(1, height + 1), range(1, width + 1)))
    moves = sorted(board.game.moves_on(height, width), key=distance)
    return tuple((word(needed), everything & ~word(taken)) for needed, taken in moves)
