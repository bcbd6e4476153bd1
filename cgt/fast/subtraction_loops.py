"""Subtraction games, compiled: each loop fills `values[start:stop]` from the values below `start` alone.

A value's one-hot word is `1 << value`. Indices and shifts are unsigned throughout: numba then leaves out the test for
negative indices, which costs as much as the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cgt.core.arrays import np
from cgt.core.memory_limit import check_memory
from cgt.fast.bits import ALL, ONE, ZERO, trailing_zeros
from cgt.fast.jit import njit

if TYPE_CHECKING:
    import numpy.typing as npt

    Values = npt.NDArray[Any]
    Words = npt.NDArray[np.uint64]
    Integers = npt.NDArray[np.int64]

LAST = np.uint64(63)
WORD = np.uint64(64)


@njit
def fill_by_blocks(values: Values, start: int, stop: int, moves: np.uint64, pending: Words) -> None:
    """Fill sixty-four heaps at a time, for moves below 64 as the bits of one word; all sets cost the same.

    `pending[v]` has bit i set when the block's heap i has an option of value v. It holds |S| + 1 words, all zero.
    """
    half = moves >> ONE
    size: Any = np.uint64(pending.shape[0])
    for below in range(1, min(start, 63) + 1):
        pending[values[start - below]] |= moves >> np.uint64(below)
    base = np.uint64(start)
    end = np.uint64(stop)
    while base < end:
        rest = ALL if end - base >= WORD else (ONE << (end - base)) - ONE
        value: Any = ZERO
        while rest:
            reached = pending[value]
            later = ZERO
            free = rest & ~reached
            while free:
                heap = trailing_zeros(free)
                values[base + heap] = value
                rest &= ~(free & (~free + ONE))
                reached |= moves << heap
                later |= half >> (LAST - heap)
                free = rest & ~reached
            pending[value] = later
            value += ONE
        for above in range(value, size):
            pending[above] = ZERO
        base += WORD


@njit
def fill_by_ring(values: Values, start: int, stop: int, shifted: Words, pending: Words) -> None:
    """Fill like `fill_by_blocks`, for moves of any size: `shifted[i]` are the words of the set's bits moved up by i.

    `pending` has a row a value and a column a word of `shifted`, used as a ring.
    """
    words: Any = np.uint64(shifted.shape[1])
    size: Any = np.uint64(pending.shape[0])
    for below in range(1, min(start, 64 * shifted.shape[1]) + 1):
        lying = np.uint64(values[start - below])
        skip = np.uint64(below)
        # The set's bits moved down by `below`: split as a move up inside a word and whole words down.
        whole = (skip + LAST) // WORD
        up = whole * WORD - skip
        for word in range(whole, words):
            pending[lying, word - whole] |= shifted[up, word]
    base = np.uint64(start)
    end = np.uint64(stop)
    here: Any = ZERO
    while base < end:
        rest = ALL if end - base >= WORD else (ONE << (end - base)) - ONE
        for value in range(size):
            row = pending[np.uint64(value)]
            reached = row[here]
            row[here] = ZERO
            free = rest & ~reached
            while free:
                heap = trailing_zeros(free)
                values[base + heap] = value
                rest &= ~(free & (~free + ONE))
                reached |= shifted[heap, ZERO]
                at = here + ONE
                for word in range(ONE, words):
                    if at >= words:
                        at -= words
                    row[at] |= shifted[heap, np.uint64(word)]
                    at += ONE
                free = rest & ~reached
        here = here + ONE if here + ONE < words else ZERO
        base += WORD


@njit
def fill_by_options(values: Values, start: int, stop: int, moves: Integers) -> None:
    """Fill heap by heap, for fewer than 64 moves of any size, in increasing order."""
    last = moves[moves.shape[0] - 1]
    for heap in range(start, min(last, stop)):
        reached = ZERO
        for move in moves:
            if move > heap:
                break
            reached |= ONE << np.uint64(values[heap - move])
        values[heap] = trailing_zeros(~reached)
    for heap in range(max(start, last), stop):
        reached = ZERO
        for index in range(moves.shape[0]):
            reached |= ONE << np.uint64(values[np.uint64(heap - moves[index])])
        values[np.uint64(heap)] = trailing_zeros(~reached)


@njit
def fill_by_marks(values: Values, start: int, stop: int, moves: Integers, seen: Integers) -> None:
    """Fill heap by heap, for any number of moves in increasing order: `seen` marks each option's value with the heap.

    `seen` has an item a value, up to the number of moves, all below 0.
    """
    within = 0
    for heap in range(start, stop):
        while within < moves.shape[0] and moves[within] <= heap:
            within += 1
        for index in range(within):
            seen[np.uint64(values[np.uint64(heap - moves[index])])] = heap
        value = 0
        while seen[value] == heap:
            value += 1
        values[heap] = value


def fill(row: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> None:
    """Fill `row[start:stop]` from the values below."""
    values = np.asarray(row)
    if not moves:
        values[start:stop] = 0
    elif moves[-1] < 64:
        bits = np.uint64(sum(1 << move for move in moves))
        fill_by_blocks(values, start, stop, bits, np.zeros(len(moves) + 1, np.uint64))
    elif len(moves) <= max(12, min(63, moves[-1] // 128)):
        fill_by_options(values, start, stop, np.array(moves, np.int64))
    elif len(moves) < moves[-1] // 64:
        fill_by_marks(values, start, stop, np.array(moves, np.int64), np.full(len(moves) + 1, -1, np.int64))
    else:
        bits_of_set = sum(1 << move for move in moves)
        words = (63 + moves[-1]) // 64 + 1
        size = 8 * words
        check_memory(size * (len(moves) + 1), f"the ring of {len(moves)} amounts")
        shifted = np.frombuffer(b"".join((bits_of_set << up).to_bytes(size, "little") for up in range(64)), "<u8")
        pending = np.zeros((len(moves) + 1, words), np.uint64)
        fill_by_ring(values, start, stop, shifted.astype(np.uint64).reshape(64, words), pending)


@njit
def fill_all_but(values: Integers, start: int, stop: int, excepted: Integers, counts: Integers, top: int) -> int:
    """Fill heap by heap, when every amount but those `excepted` may be taken; return the greatest value so far.

    `counts[0, v]` counts the smaller heaps of value v; v is no option exactly when all of them lie an
    excepted amount below. `counts[1]` is scratch, all zero.
    """
    total = counts[0]
    hits = counts[1]
    for heap in range(start, stop):
        best = top + 1
        for index in range(excepted.shape[0]):
            if excepted[index] > heap:
                break
            value = values[heap - excepted[index]]
            hits[value] += 1
            if hits[value] == total[value] and value < best:
                best = value
        for index in range(excepted.shape[0]):
            if excepted[index] > heap:
                break
            hits[values[heap - excepted[index]]] = 0
        values[heap] = best
        total[best] += 1
        top = max(top, best)
    return top


def all_but_filler(excepted: Iterable[int], row: memoryview, known: int, stop: int) -> Callable[[int, int], None]:
    """The compiled form of `cgt.fast.subtraction_values.all_but_filler`."""
    amounts = np.array([amount for amount in excepted if amount < stop], np.int64)
    values = np.asarray(row).view(np.int64)
    counts = np.zeros((2, stop + 1), np.int64)  # how many heaps have each value, and a row to work in
    counts[0] = np.bincount(values[:known], minlength=stop + 1)
    top = int(values[:known].max(initial=-1))

    def fill_on(start: int, stop: int) -> None:
        nonlocal top
        top = fill_all_but(values, start, stop, amounts, counts, top)

    return fill_on
