"""Nim-values of Node Kayles on strips, by this library: `python tools/results/node_kayles.py grid 3 20`.

Boards: grid (a rook's step), king (also diagonal steps), triangle (steps along one diagonal). Prints `n value opened
seconds` for n = 1, 2, … columns. `node_kayles.cpp` beside it is the second program, and shares nothing with this one.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import sys
from time import process_time
from typing import TYPE_CHECKING

from more_itertools import iterate, takewhile_inclusive

import cgt

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = {
    "grid": {(0, 1), (1, 0)},
    "king": {(0, 1), (1, 0), (1, 1), (1, -1)},
    "triangle": {(0, 1), (1, 0), (1, 1)},
}


def strip(kind: str, rows: int, columns: int) -> cgt.Game[int, int]:
    """Node Kayles on a board, as a game whose states are bit sets: square (row, column) is bit column · rows + row."""
    squares = range(rows * columns)

    def reach(square: int) -> int:
        column, row = divmod(square, rows)
        near = {(column, row)} | {(column + s * c, row + s * r) for c, r in STEPS[kind] for s in (1, -1)}
        return sum(1 << c * rows + r for c, r in near if 0 <= r < rows and 0 <= c < columns)

    around = [reach(square) for square in squares]
    line = sum(1 << column * rows for column in range(columns))
    column_mask = (1 << rows) - 1

    def squares_of(board: int) -> Iterator[int]:
        while board:
            low = board & -board
            yield low.bit_length() - 1
            board ^= low

    def options(board: int) -> list[int]:
        return [board & ~around[square] for square in squares_of(board)]

    def spread(board: int, part: int) -> int:
        for square in squares_of(part):
            part |= around[square] & board
        return part

    def components(board: int) -> list[int]:
        parts = []
        while board:
            grown = iterate(lambda part, board=board: spread(board, part), board & -board)
            *_before, part = takewhile_inclusive(lambda part, board=board: spread(board, part) != part, grown)
            parts.append(part)
            board ^= part
        return parts

    def cornered(board: int) -> int:
        if not board:
            return 0
        board >>= ((board & -board).bit_length() - 1) // rows * rows
        while not board & line:
            board >>= 1
        return board

    def turned(board: int) -> int:
        result = 0
        while board:
            result = result << rows | board & column_mask
            board >>= rows
        return result

    def flipped(board: int) -> int:
        return sum((board >> row & line) << rows - 1 - row for row in range(rows))

    def canonical(board: int) -> int:
        alike = [board, turned(flipped(board))]
        if kind != "triangle":  # its mirror image is another lattice
            alike += [turned(board), flipped(board)]
        return min(map(cornered, alike))

    return cgt.game(options, components=components, canonical=canonical, name=f"node-kayles-{kind}")


def value(kind: str, rows: int, columns: int) -> int:
    """The nim-value of the whole board."""
    board = strip(kind, rows, columns)
    return cgt.Evaluator(max_positions=10**9).nim_value(board.position((1 << rows * columns) - 1))


if __name__ == "__main__":
    for count in range(1, int(sys.argv[3]) + 1):
        begun = process_time()
        print(count, value(sys.argv[1], int(sys.argv[2]), count), f"{process_time() - begun:.2f}", flush=True)  # noqa: T201
