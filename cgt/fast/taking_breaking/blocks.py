"""Games without a sparse space, compiled, by blocks of heaps on several cores.

Of the pairs of parts of a heap in a block, nearly all lie below the block: they are looked at for many heaps at once.
What is left, the pairs with a part within the block, takes the heaps one after the other, and next to no time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgt.fast.jit import njit
from cgt.fast.taking_breaking.loops import fill_by_seeking, mark_split, mark_unsplit, opening_after, seek

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[Any]
    Integers = npt.NDArray[np.int64]


@njit
def narrow(
    values: Values,
    mirror: Values,
    block: int,
    start: int,
    stop: int,
    digits: Integers,
    parts: int,
    seen: Integers,
    sought: Values,
    opening: int,
    left_over: Integers,
) -> int:
    """For each heap from `start` on, up to eight of the least values that no option with parts below `block` has.

    They go into the heap's row of `left_over`, ascending, -1 behind them; a smaller value that is not there, an option
    has. Heaps from `block` on are not looked at: a pair (i, m - i) counts where i > heap - block. The rest is as in
    `fill_by_seeking`, of which this is the first half; returns the opening.
    """
    size = seen.shape[0]
    for heap in range(start, stop):
        low = heap - block + 1
        noted = mark_split(values, mirror, heap, digits, parts, low, low + opening, seen)
        value = 0
        kept = 0
        looked_at = 0
        while kept == 0 and value < size:
            group = 0
            while group < 8 and value < size:
                if seen[value] != heap:
                    sought[group] = value
                    group += 1
                value += 1
            if group > 0:
                for index in range(group, 8):
                    sought[index] = sought[0]
                found, looked = seek(values, mirror, heap, digits, parts, low + opening, sought)
                if found == 255:
                    looked_at += looked
                for index in range(group):
                    if not found >> index & 1:
                        left_over[heap - block, kept] = sought[index]
                        kept += 1
        for index in range(kept, 8):
            left_over[heap - block, index] = -1
        opening = opening_after(opening, noted, looked_at)
    return opening


@njit
def settle(
    values: Values,
    mirror: Values,
    block: int,
    stop: int,
    digits: Integers,
    parts: int,
    seen: Integers,
    sought: Values,
    opening: int,
    left_over: Integers,
) -> tuple[int, int]:
    """Choose among what `narrow` left over by the options that it did not look at, heap by heap from `block` on.

    Where none is left, the heap is filled by itself. Returns the heap reached and the opening, as `fill_by_seeking`.
    """
    for heap in range(block, stop):
        mark_unsplit(values, heap, digits, seen)
        mark_split(values, mirror, heap, digits, parts, 1, heap - block + 1, seen)
        chosen = -1
        for value in left_over[heap - block]:
            if value >= 0 and seen[value] != heap:
                chosen = value
                break
        if chosen >= 0:
            values[heap] = chosen
            mirror[mirror.shape[0] - 1 - heap] = chosen
        else:
            reached, opening = fill_by_seeking(values, mirror, heap, heap + 1, digits, parts, seen, sought, opening)
            if reached == heap:
                return heap, opening
    return stop, opening
