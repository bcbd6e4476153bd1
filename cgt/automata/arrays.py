"""Deterministic automata as two arrays, and the least one of a language.

`steps[state, letter]` is the next state, or -1 where no accepted word goes on; `ends[state]` says whether a word may
end. State 0 begins. Nothing here knows what the letters mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Steps = NDArray[np.int32]
    Ends = NDArray[np.bool_]

DEAD = -1
_ODD = np.uint64(0x9E3779B97F4A7C15)


def random_words(seed: int, count: int) -> NDArray[np.uint64]:
    """Random 64-bit words, by which rows and sets are told apart; what they tell is always checked exactly."""
    return np.random.default_rng(seed).integers(0, 1 << 64, count, dtype=np.uint64)


def empty(letters: int) -> tuple[Steps, Ends]:
    """The automaton that accepts nothing: one state."""
    return np.full((1, letters), DEAD, np.int32), np.zeros(1, np.bool_)


def minimal(steps: Steps, ends: Ends) -> tuple[Steps, Ends]:
    """The least automaton of the same language, numbered breadth first: equal languages give equal arrays.

    Moore's refinement on whole arrays: rounds as many as the longest word that tells two states apart, each of one
    sort. That the classes found are right is checked exactly at the end.
    """
    steps, ends = useful(steps, ends)
    return merged(steps, ends) if len(ends) else empty(steps.shape[1])


def merged(steps: Steps, labels: NDArray[Any]) -> tuple[Steps, NDArray[Any]]:
    """States from which the same words lead to the same labels made one; numbered breadth first.

    >>> steps, labels = merged(np.array([[1, 2], [1, 1], [2, 2]], np.int32), np.array([0, 3, 3]))
    >>> steps.tolist(), labels.tolist()
    ([[1, 1], [1, 1]], [0, 3])
    """
    classes = _classes(steps, labels)
    _, representatives = np.unique(classes, return_index=True)
    steps, labels = _with_dead(classes)[steps[representatives]], labels[representatives]
    return in_order(steps, labels, int(classes[0]))


def useful(steps: Steps, ends: Ends) -> tuple[Steps, Ends]:
    """Only the states from which a word can still be accepted; none when state 0 is not among them."""
    alive = reaching(steps, ends)
    if alive.all():
        return steps, ends
    if not alive[0]:
        return steps[:0], ends[:0]
    numbers = np.where(alive, np.cumsum(alive) - 1, DEAD).astype(np.int32)
    return _with_dead(numbers)[steps[alive]], ends[alive]


def reaching(steps: Steps, ends: Ends) -> Ends:
    """Which states can reach an end."""
    alive = ends.copy()
    for _ in range(8):  # most are near; a sweep costs less than turning the arrows round
        near = np.asarray(_with_dead(alive, dead=False)[steps].any(axis=1) | alive)
        if (near == alive).all():
            return np.asarray(alive)
        alive = near
    sources, first = arrows_back(steps)
    frontier = np.flatnonzero(alive)
    while len(frontier):
        before = np.unique(sources[ranges(first[frontier], first[frontier + 1])])
        frontier = before[~alive[before]]
        alive[frontier] = True
    return alive


def arrows_back(steps: Steps) -> tuple[NDArray[Any], NDArray[Any]]:
    """The sources of the arrows into each state: those into s are `sources[first[s]:first[s + 1]]`."""
    targets = steps.ravel()
    order = np.argsort(targets, kind="stable")
    first = np.searchsorted(targets[order], np.arange(len(steps) + 1))
    return (order // steps.shape[1]).astype(np.int32), first


def ranges(starts: NDArray[Any], stops: NDArray[Any]) -> NDArray[Any]:
    """The numbers of many ranges, one after the other.

    >>> ranges(np.array([5, 9]), np.array([7, 10])).tolist()
    [5, 6, 9]
    """
    lengths = stops - starts
    offsets = np.cumsum(lengths) - lengths
    return np.asarray(np.arange(int(lengths.sum())) + np.repeat(starts - offsets, lengths))


def in_order(steps: Steps, ends: NDArray[Any], start: int) -> tuple[Steps, NDArray[Any]]:
    """The states that are reached from `start`, numbered in the order in which they are met, letter by letter."""
    numbers = np.full(len(ends), DEAD, np.int32)
    numbers[start] = 0
    met = [np.array([start])]
    count = 1
    while len(met[-1]):
        after = steps[met[-1]].ravel()
        after = after[after != DEAD]
        after = after[numbers[after] == DEAD]
        fresh, place = np.unique(after, return_index=True)
        fresh = fresh[np.argsort(place)]
        numbers[fresh] = np.arange(count, count + len(fresh))
        count += len(fresh)
        met.append(fresh)
    order = np.concatenate(met)
    return _with_dead(numbers)[steps[order]], ends[order]


def _classes(steps: Steps, ends: NDArray[Any]) -> NDArray[np.int32]:
    """Which states lead by the same words to the same ends, as numbers of classes."""
    for seed in range(8):
        classes = ends.astype(np.int32)
        count = len(np.unique(classes))
        words = random_words(seed, len(ends) + 1)
        while True:
            with np.errstate(over="ignore"):
                look = words[classes]
                named = words[_with_dead(classes)]  # the word of each state's class; the last is for no state
                for letter in range(steps.shape[1]):
                    look = (look ^ (look >> np.uint64(29))) * _ODD + named[steps[:, letter]]
            kinds, finer = np.unique(look, return_inverse=True)
            classes = finer.astype(np.int32)
            if len(kinds) == count:
                break
            count = len(kinds)
        _, representatives = np.unique(classes, return_index=True)
        same = representatives[classes]
        onwards = _with_dead(classes)
        if (ends == ends[same]).all() and (onwards[steps] == onwards[steps[same]]).all():
            return classes
    raise AssertionError  # eight collisions of 64-bit words in a row


def _with_dead(values: NDArray[Any], dead: int | bool = DEAD) -> NDArray[Any]:
    """The values with one more at the end, which the index -1 finds."""
    return np.append(values, np.array([dead], values.dtype))
