"""Subtraction games on the compiled backend: which loop suits the set."""

from __future__ import annotations

import numpy as np

from cgt.fast.subtraction import loops


def fill(row: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> None:
    """Fill `row[start:stop]` from the values below."""
    values = np.asarray(row)
    if not moves:
        values[start:stop] = 0
    elif moves[-1] < 64:
        bits = np.uint64(sum(1 << move for move in moves))
        loops.fill_by_blocks(values, start, stop, bits, np.zeros(len(moves) + 1, np.uint64))
    elif len(moves) <= max(12, min(63, moves[-1] // 128)):
        loops.fill_by_options(values, start, stop, np.array(moves, np.int64))
    elif len(moves) < moves[-1] // 64:
        loops.fill_by_marks(values, start, stop, np.array(moves, np.int64), np.full(len(moves) + 1, -1, np.int64))
    else:
        bits_of_set = sum(1 << move for move in moves)
        words = (63 + moves[-1]) // 64 + 1
        size = 8 * words
        shifted = np.frombuffer(b"".join((bits_of_set << up).to_bytes(size, "little") for up in range(64)), "<u8")
        pending = np.zeros((len(moves) + 1, words), np.uint64)
        loops.fill_by_ring(values, start, stop, shifted.astype(np.uint64).reshape(64, words), pending)
