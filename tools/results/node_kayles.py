"""Nim-values of Node Kayles on strips, by this library: `python tools/results/node_kayles.py grid 3 20`.

Boards: grid (a rook's step), king (also diagonal steps), triangle (steps along one diagonal). Prints `n value seconds`
for n = 1, 2, … columns. `node_kayles.cpp` beside it is the other program, and shares nothing with this one.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import sys
from itertools import product
from time import process_time

import cgt
from cgt.games import NodeKayles

STEPS = {
    "grid": {(0, 1), (1, 0)},
    "king": {(0, 1), (1, 0), (1, 1), (1, -1)},
    "triangle": {(0, 1), (1, 0), (1, 1)},
}


def value(kind: str, rows: int, columns: int) -> int:
    """The nim-value of a board."""
    squares = set(product(range(columns), range(rows)))
    names = {square: f"{chr(ord('a') + square[1])}{square[0] + 1}" for square in squares}
    edges = [
        f"{names[column, row]}-{names[column + right, row + up]}"
        for column, row in sorted(squares)
        for right, up in sorted(STEPS[kind])
        if (column + right, row + up) in squares
    ]
    return cgt.nim_value(NodeKayles().parse(",".join(edges or names.values())))


if __name__ == "__main__":
    for count in range(1, int(sys.argv[3]) + 1):
        begun = process_time()
        print(count, value(sys.argv[1], int(sys.argv[2]), count), f"{process_time() - begun:.2f}", flush=True)  # noqa: T201
