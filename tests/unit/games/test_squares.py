"""Boards of squares as numbers, against the coordinates written out."""

import random
import re

import pytest

import cgt
from cgt.core.game import state_of
from cgt.games.boards.board_picture import Board
from cgt.games.boards.square_sets import least, packed, pieces, transposed, unpacked


def cells_of(board):
    width, *rows = board
    return width, {(line, place) for line, row in enumerate(rows) for place in range(width) if row >> place & 1}


def turned(width, height, cells):
    """All eight ways to turn and mirror: width, height, and the cells."""
    for _ in range(4):
        width, height, cells = height, width, {(width - 1 - place, line) for line, place in cells}
        yield width, height, frozenset(cells)
        yield width, height, frozenset((line, width - 1 - place) for line, place in cells)


def words_of(width, height, cells, stride):
    rows = [sum(1 << place for place in range(width) if (line, place) in cells) for line in range(height)]
    return packed(rows, stride)


@pytest.mark.parametrize("stride", [8, 6, 11])
def test_the_least_board_is_one_of_the_eight_and_the_same_for_all(stride):
    rng = random.Random(5)
    for _ in range(60):
        width, height = rng.randrange(1, 6), rng.randrange(1, 6)
        board = (width, *(rng.randrange(1 << width) for _ in range(height)))
        eight = set(turned(width, height, cells_of(board)[1]))
        found = {least(words_of(wide, high, cells, stride), wide, high, stride) for wide, high, cells in eight}
        # Of boards that are not square those that are wide are compared.
        assert found == {min(words_of(wide, high, cells, stride) for wide, high, cells in eight if wide >= high)}


@pytest.mark.parametrize("stride", [8, 6, 11])
def test_columns_become_rows(stride):
    rows, columns = packed([0b110, 0b001], stride), packed([0b10, 0b01, 0b01], stride)
    assert transposed(rows, 3, 2, stride) == columns
    assert transposed(columns, 2, 3, stride) == rows


def test_connected_groups_of_squares_against_the_coordinates():
    rng = random.Random(6)
    for _ in range(200):
        width, height, stride = rng.randrange(1, 8), rng.randrange(1, 8), 8
        board = (width, *(rng.randrange(1 << width) for _ in range(height)))
        left, groups = cells_of(board)[1], set()
        while left:
            group, front = set(), {left.pop()}
            while front:
                group |= front
                front = {(i + a, j + b) for i, j in front for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
                left -= front
            groups.add(words_of(width, height, group, stride))
        found = pieces(packed(board[1:], stride), stride)
        assert len(found) == len(groups)
        assert set(found) == groups


def test_a_board_is_cut_out_of_its_number():
    assert unpacked(packed([0, 0b1100, 0b0100], 8), 8) == (2, 0b11, 0b01)
    assert unpacked(0, 8) == (0,)


@pytest.mark.parametrize(("board", "edge"), [(Board(["..", ".."], first=1), 0), (Board(["..", ".."]), 20)])
def test_a_board_whose_squares_bear_their_numbers_has_no_edge_for_others(board, edge):
    picture = board.svg()
    squares = {(int(x), int(y)) for x, y in re.findall(r'<rect x="(\d+)" y="(\d+)"', picture)}
    assert squares == {(4 + edge + 24 * column, 4 + edge + 24 * line) for column in range(2) for line in range(2)}
    assert f'width="{56 + edge}" height="{56 + edge}"' in picture


@pytest.mark.parametrize(
    ("board", "groups"),
    [
        ("..#./#.#./.##.", [["..", "#."], [".", ".", "."]]),
        (".#./..#/###/...", [[".#", ".."], ["..."]]),
        ("#.#/.#./#.#", [["#.#", ".#.", "#.#"]]),
    ],
)
def test_a_board_falls_into_the_groups_that_have_moves_from_the_first_square_on(board, groups):
    """A square alone has none in Cram; where no group has, the board stays as it is."""
    cram = cgt.games.Cram()
    assert [cram.lines(part) for part in cram.components(state_of(cram, cram.parse(board)))] == groups
