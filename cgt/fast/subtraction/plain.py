"""Subtraction games in pure Python: integers as sets, by whichever of three ways suits the amounts."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING

from cgt.core.numbers import measurable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WINDOW_FOR_A_LOOK_UP = 5_000
"""Bits of a window that are shifted in the time in which one option is looked up."""

AMOUNTS_FOR_SETS = 100
"""From so many amounts on, a window costs more than a set of heaps a value."""

SPARSE = 100
"""Where an amount in so many may be taken, or fewer, each option is looked up."""


def fill(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> None:
    """Fill `values[start:stop]` from the values below."""
    if not moves:
        values[start:stop] = array(values.format, [0]) * (stop - start)
        return
    words: Iterable[int]
    if (len(moves) + 1) * moves[-1] < WINDOW_FOR_A_LOOK_UP * min(len(moves), AMOUNTS_FOR_SETS):
        words = masks_by_window(values, start, stop, moves)
    elif moves[-1] > SPARSE * len(moves):
        words = masks_by_options(values, start, stop, moves)
    else:
        values[start:stop] = array(values.format, values_by_sets(values, start, stop, moves))
        return
    found = list(words)
    mex = {word: (~word & (word + 1)).bit_length() - 1 for word in set(found)}
    values[start:stop] = array(values.format, map(mex.__getitem__, found))


def looks(moves: tuple[int, ...]) -> float:
    """How long one heap takes by the way that `fill` chooses, in units of what few small moves take: measured."""
    if not moves:
        return 0.1
    furthest = measurable(moves[-1])
    window = (len(moves) + 1) * furthest / 50_000
    others = len(moves) / 4 if furthest > SPARSE * len(moves) else furthest / 300
    return 1 + min(window, others)


def masks_by_window(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> list[int]:
    """Each heap's set of option values, cut off a window that holds those of the next max(moves) heaps in one integer.

    Two operations on an integer of max(moves) · (|moves| + 1) bits a heap, whatever the set.
    """
    width = len(moves) + 1
    lowest = (1 << width) - 1
    spread = sum(1 << width * (move - 1) for move in moves)
    added: dict[int, int] = {}  # by a heap's set, what the heap with its own value adds to the window
    window = 0
    for value in values[max(0, start - moves[-1]) : start].tolist():
        window = window >> width | (1 << value) * spread
    words = []
    for _ in range(start, stop):
        word = window & lowest
        words.append(word)
        try:
            window = window >> width | added[word]
        except KeyError:
            added[word] = (~word & (word + 1)) * spread
            window = window >> width | added[word]
    return words


def masks_by_options(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> Iterator[int]:
    """Each heap's set of option values, one look-up an option: for few moves, too large for a window."""
    largest = moves[-1]
    known = values[max(0, start - largest) : start].tolist()
    # What lies below heap 0 is no option: an empty word.
    one_hot = list(chain([0] * (largest - len(known)), (1 << value for value in known)))
    for place in range(largest, largest + stop - start):
        word = 0
        for move in moves:
            word |= one_hot[place - move]
        yield word
        one_hot.append(~word & (word + 1))


def values_by_sets(values: memoryview, start: int, stop: int, moves: tuple[int, ...]) -> Iterator[int]:
    """The values, by one set of heaps for each: for many moves, where the values stay far below their number.

    Bit i of the set of v: from the heap i beyond the one at hand, a heap worth v is one move away.
    """
    taken = sum(1 << move for move in moves)
    reaching: list[int] = []
    for below, value in enumerate(reversed(values[max(0, start - moves[-1]) : start].tolist()), start=1):
        reaching += [0] * (value + 1 - len(reaching))
        reaching[value] |= taken >> below
    for _ in range(start, stop):
        value = next((value for value, heaps in enumerate(reaching) if not heaps & 1), len(reaching))
        if value == len(reaching):
            reaching.append(0)
        yield value
        reaching[value] |= taken
        reaching = [heaps >> 1 for heaps in reaching]
