"""Boards of squares as numbers, against the coordinates written out."""

import random

from cgt.games.boards.squares import least, transposed


def cells_of(board):
    width, *rows = board
    return width, {(line, place) for line, row in enumerate(rows) for place in range(width) if row >> place & 1}


def turned(width, height, cells):
    """All eight ways to turn and mirror: width, height, and the cells."""
    for _ in range(4):
        width, height, cells = height, width, {(width - 1 - place, line) for line, place in cells}
        yield width, height, frozenset(cells)
        yield width, height, frozenset((line, width - 1 - place) for line, place in cells)


def test_the_least_board_is_one_of_the_eight_and_the_same_for_all():
    rng = random.Random(5)
    for _ in range(60):
        width, height = rng.randrange(1, 6), rng.randrange(1, 6)
        board = (width, *(rng.randrange(1 << width) for _ in range(height)))
        eight = set(turned(width, height, cells_of(board)[1]))
        found_width, found = cells_of(least(board))
        assert (found_width, len(least(board)) - 1, frozenset(found)) in eight
        boards = [
            (wide, *(sum(1 << place for place in range(wide) if (line, place) in cells) for line in range(high)))
            for wide, high, cells in eight
        ]
        assert {least(other) for other in boards} == {min(boards)}


def test_columns_become_rows():
    assert transposed(3, [0b110, 0b001]) == [0b10, 0b01, 0b01]
