"""The words of a deterministic automaton: the least, all of them, and how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.automata.arrays import DEAD
from cgt.automata.letters import digits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cgt.automata.arrays import Ends, Steps


def least_word(
    steps: Steps, ends: Ends, digit_count: int, tracks: int, asked: int | None = None
) -> list[list[int]] | None:
    """The digits of the first `asked` tracks, or of all, a list for each, of their least word with any others.

    Of the shortest words the one whose first track is least, then its second, and so on; where others stand beside
    those that are asked for, leading zeros of these are not counted. None when no word is accepted.
    """
    digits = digits_of(digit_count, tracks)
    start = np.array([0])
    if asked is None:
        asked = tracks
    elif asked < tracks:
        start = _after_zeros(steps, np.flatnonzero(~digits[:, :asked].any(axis=1)))
    layers = _shortest(steps, ends, start)
    if layers is None:
        return None
    length = len(layers) - 1
    allowed = np.ones((length, len(digits)), np.bool_)
    chosen = []
    for track in range(asked):
        good = _leading_on(steps, layers, allowed)
        word, states = [], start
        for place in range(length):
            for digit in range(digit_count):
                letters = np.flatnonzero(allowed[place] & (digits[:, track] == digit))
                after = np.unique(steps[states][:, letters])
                after = after[after != DEAD]
                after = after[good[place + 1][after]]
                if len(after):
                    break
            allowed[place] &= digits[:, track] == digit
            word.append(digit)
            states = after
        chosen.append(word)
    return chosen


def _after_zeros(steps: Steps, zeros: NDArray[Any]) -> NDArray[Any]:
    """The states that are met while all tracks that are asked for are at leading zeros."""
    met, states = {0}, [0]
    while states:
        after = {int(state) for state in steps[states.pop()][zeros]} - {DEAD} - met
        met |= after
        states += after
    return np.array(sorted(met))


def _shortest(steps: Steps, ends: Ends, start: NDArray[Any]) -> list[NDArray[Any]] | None:
    """The states met by the words of length 0, 1, … up to the shortest that is accepted, and there only the ends."""
    layers, met = [start], np.zeros(len(ends), np.bool_)
    while len(layers[-1]):
        if ends[layers[-1]].any():
            layers[-1] = layers[-1][ends[layers[-1]]]
            return layers
        met[layers[-1]] = True
        after = np.unique(steps[layers[-1]])
        after = after[after != DEAD]
        # A state met before leads to no shorter word than it did then.
        layers.append(after[~met[after]])
    return None


def _leading_on(steps: Steps, layers: list[NDArray[Any]], allowed: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """For each layer, whether a state can go on to the last one by the letters allowed."""
    good = np.zeros(len(steps) + 1, np.bool_)  # one more, found by -1
    good[layers[-1]] = True
    result = [good]
    for layer, letters in zip(reversed(layers[:-1]), allowed[::-1], strict=True):
        good = np.zeros(len(steps) + 1, np.bool_)
        good[layer] = result[-1][steps[layer][:, letters]].any(axis=1)
        result.append(good)
    return result[::-1]


def words(steps: Steps, ends: Ends, length: int) -> Iterator[list[int]]:
    """The letters of every word of that length, in the order of the alphabet; no dead end is ever tried."""
    alive = [ends]
    for _ in range(length):
        alive.append(np.asarray(np.append(alive[-1], np.False_)[steps].any(axis=1)))
    if not alive[length][0]:
        return
    path: list[int] = []
    stack = [_onwards(steps, alive, 0, length)]
    while stack:
        if length == len(path):
            yield path.copy()
            stack.pop()
        elif (branch := next(stack[-1], None)) is not None:
            letter, state = branch
            path.append(letter)
            stack.append(_onwards(steps, alive, state, length - len(path)))
            continue
        else:
            stack.pop()
        if path:
            path.pop()


def _onwards(steps: Steps, alive: Sequence[Ends], state: int, left: int) -> Iterator[tuple[int, int]]:
    if left == 0:
        return iter(())
    row = steps[state]
    letters = np.flatnonzero((row != DEAD) & alive[left - 1][row])
    return iter(zip(letters.tolist(), row[letters].tolist(), strict=True))


def count_below(steps: Steps, ends: Ends, digits: NDArray[np.int16], bound: Sequence[int]) -> int:
    """How many words of the length of `bound` have a number less than it on every track.

    Counts by how many words lead to a state, apart for each set of tracks that have not yet fallen below the bound.
    """
    tracks = digits.shape[1]
    exact = len(digits) ** len(bound) < 1 << 62
    kind: Any = np.int64 if exact else object
    counts = {(1 << tracks) - 1: np.zeros(len(ends), kind)}
    counts[(1 << tracks) - 1][0] = 1
    for top in bound:
        below, equal = digits < top, digits == top
        after: dict[int, NDArray[Any]] = {}
        for tight, number in counts.items():
            held = [track for track in range(tracks) if tight >> track & 1]
            for letter in np.flatnonzero((below | equal)[:, held].all(axis=1)).tolist():
                still = sum(1 << track for track in held if equal[letter, track])
                targets = steps[:, letter]
                going = np.flatnonzero((targets != DEAD) & (number != 0))
                if len(going):
                    np.add.at(after.setdefault(still, np.zeros(len(ends), kind)), targets[going], number[going])
        counts = after
    return int(counts[0][ends].sum()) if 0 in counts else 0
