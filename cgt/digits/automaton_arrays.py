"""Deterministic automata as two arrays: letters, minimisation, and the words of a language.

`steps[state, letter]` is the next state, or -1 where no accepted word goes on; `ends[state]` says whether a word may
end. State 0 begins. Nothing here knows what the letters mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cgt.core.arrays import np
from cgt.core.memory import MEMORY
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import format_int
from cgt.digits.work import check_seconds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Steps = NDArray[np.int32]
    Ends = NDArray[np.bool_]


BYTES_A_DIGIT = 10
"""The bytes of a letter's digit: 2 in the table that is kept, and 8 while letters are computed from it."""

MOST_FOR_LETTERS = 1 << 30
"""The bytes that the letters may take: beyond, no automaton has room for a row of steps for each of its states."""


BYTES_A_STEP = 16
"""The bytes of one step in a table that is being made: 4 that are kept, and copies while states are merged."""


def check_steps(states: int, letters: int, what: str) -> None:
    """Raise `MemoryBudgetError` where a table of so many states does not fit into memory beside its copies."""
    check_memory(BYTES_A_STEP * states * letters, f"{what} of {format_int(states, group=True)} states")


def check_letters(digit_count: int, tracks: int) -> None:
    """Raise `MemoryBudgetError` where there are more letters than memory holds."""
    for limit in (MOST_FOR_LETTERS, None):
        needed = BYTES_A_DIGIT * tracks * digit_count**tracks
        check_memory(needed, f"the letters of {tracks} tracks of {digit_count} digits", limit)


@MEMORY.cache("digits of tracks")
def digits_of(digit_count: int, tracks: int) -> NDArray[np.int16]:
    """The digits of every letter, one row for each letter.

    >>> digits_of(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    check_letters(digit_count, tracks)
    table = np.indices((digit_count,) * tracks, np.int16).reshape(tracks, digit_count**tracks).T
    table.flags.writeable = False
    return table


def columns(digit_count: int, tracks: int, chosen: Sequence[int]) -> NDArray[Any]:
    """The letter of the chosen tracks, in their order, for each letter of all tracks.

    >>> columns(2, 2, (1,)).tolist(), columns(2, 2, (1, 0)).tolist()
    ([0, 1, 0, 1], [0, 2, 1, 3])
    """
    table = digits_of(digit_count, tracks).astype(np.int64)
    letters = np.zeros(len(table), np.int64)
    for track in chosen:
        letters = letters * digit_count + table[:, track]
    return letters


def fibres(digit_count: int, tracks: int, kept: Sequence[int]) -> NDArray[Any]:
    """The letters of all tracks that contain a letter of the kept tracks, a row for each of these.

    >>> fibres(2, 2, (1,)).tolist()
    [[0, 2], [1, 3]]
    """
    return np.argsort(columns(digit_count, tracks, kept), kind="stable").reshape(digit_count ** len(kept), -1)


DEAD = -1
_ODD = np.uint64(0x9E3779B97F4A7C15)


def different(numbers: NDArray[Any]) -> NDArray[Any]:
    """The different numbers, ascending: sorted, since numpy's own `unique` hashes them and takes ten times as long."""
    ordered = np.sort(numbers, axis=None)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def random_words(seed: int, count: int) -> NDArray[np.uint64]:
    """Random 64-bit words to hash rows and sets with; every result is then checked exactly."""
    return np.random.default_rng(seed).integers(0, 1 << 64, count, dtype=np.uint64)


def empty(letters: int) -> tuple[Steps, Ends]:
    """The automaton of the empty language: one state."""
    return np.full((1, letters), DEAD, np.int32), np.zeros(1, np.bool_)


def minimal(steps: Steps, ends: Ends) -> tuple[Steps, Ends]:
    """The minimal automaton of the language, numbered breadth first: equal languages give equal arrays.

    Moore's refinement on whole arrays: rounds as many as the longest word that tells two states apart, each of one
    sort. That the classes found are right is checked exactly at the end.
    """
    steps, ends = without_dead(steps, ends)
    return merged(steps, ends) if len(ends) else empty(steps.shape[1])


def merged(steps: Steps, labels: NDArray[Any]) -> tuple[Steps, NDArray[Any]]:
    """The minimal automaton with labels for ends: equivalent states merged, numbered breadth first.

    >>> steps, labels = merged(np.array([[1, 2], [1, 1], [2, 2]], np.int32), np.array([0, 3, 3]))
    >>> steps.tolist(), labels.tolist()
    ([[1, 1], [1, 1]], [0, 3])
    """
    classes = _classes(steps, labels)
    _, representatives = np.unique(classes, return_index=True)
    steps, labels = _with_dead(classes)[steps[representatives]], labels[representatives]
    return in_order(steps, labels, int(classes[0]))


def without_dead(steps: Steps, ends: Ends) -> tuple[Steps, Ends]:
    """The automaton without its dead states; arrays of length 0 where state 0 is dead."""
    alive = reaching(steps, ends)
    if alive.all():
        return steps, ends
    if not alive[0]:
        return steps[:0], ends[:0]
    numbers = np.where(alive, np.cumsum(alive) - 1, DEAD).astype(np.int32)
    return _with_dead(numbers)[steps[alive]], ends[alive]


def reaching(steps: Steps, ends: Ends) -> Ends:
    """Whether each state can reach an accepting one."""
    alive = ends.copy()
    for _ in range(8):  # most are near: a sweep costs less than reversing the transitions
        near = np.asarray(_with_dead(alive, dead=False)[steps].any(axis=1) | alive)
        if (near == alive).all():
            return np.asarray(alive)
        alive = near
    sources, first = arrows_back(steps)
    frontier = np.flatnonzero(alive)
    while len(frontier):
        before = different(sources[ranges(first[frontier], first[frontier + 1])])
        frontier = before[~alive[before]]
        alive[frontier] = True
    return alive


def arrows_back(steps: Steps) -> tuple[NDArray[Any], NDArray[Any]]:
    """The sources of the transitions into each state: those into s are `sources[first[s]:first[s + 1]]`."""
    targets = steps.ravel()
    order = np.argsort(targets, kind="stable")
    first = np.searchsorted(targets[order], np.arange(len(steps) + 1))
    return (order // steps.shape[1]).astype(np.int32), first


def ranges(starts: NDArray[Any], stops: NDArray[Any]) -> NDArray[Any]:
    """The numbers of many ranges, concatenated.

    >>> ranges(np.array([5, 9]), np.array([7, 10])).tolist()
    [5, 6, 9]
    """
    lengths = stops - starts
    offsets = np.cumsum(lengths) - lengths
    return np.asarray(np.arange(int(lengths.sum())) + np.repeat(starts - offsets, lengths))


def in_order(steps: Steps, ends: NDArray[Any], start: int) -> tuple[Steps, NDArray[Any]]:
    """The states reached from `start`, numbered breadth first, letter by letter."""
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


MANY_LETTERS = 1 << 16
"""The number of letters above which those that lead alike are looked at once."""


def _classes(steps: Steps, ends: NDArray[Any]) -> NDArray[np.int32]:
    """The class of each state by equivalence: the same words lead to the same labels."""
    if steps.shape[1] > MANY_LETTERS:  # most of them lead alike, as those of two digits in base 1000
        steps = np.unique(steps, axis=1)
    for seed in range(8):
        classes = ends.astype(np.int32)
        count = len(different(classes))
        words = random_words(seed, len(ends) + 1)
        while True:
            check_seconds(len(ends), "a minimal automaton")
            with np.errstate(over="ignore"):
                look = words[classes]
                named = words[_with_dead(classes)]  # the hash of each state's class; the last is for no state
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
    """The values with `dead` appended, which the index -1 finds."""
    return np.append(values, np.array([dead], values.dtype))


def least_word(
    steps: Steps, ends: Ends, digit_count: int, tracks: int, asked: int | None = None
) -> list[list[int]] | None:
    """The digits of the first `asked` tracks, a list for each, in the least word that other tracks complete.

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
                after = different(steps[states][:, letters])
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
    """The states, ascending, that words of the letters `zeros` lead to from state 0."""
    met, states = {0}, [0]
    while states:
        after = {int(state) for state in steps[states.pop()][zeros]} - {DEAD} - met
        met |= after
        states += after
    return np.array(sorted(met))


def _shortest(steps: Steps, ends: Ends, start: NDArray[Any]) -> list[NDArray[Any]] | None:
    """The states by length of the words to them, up to the shortest accepted word; at last accepting ones alone."""
    layers, met = [start], np.zeros(len(ends), np.bool_)
    while len(layers[-1]):
        if ends[layers[-1]].any():
            layers[-1] = layers[-1][ends[layers[-1]]]
            return layers
        met[layers[-1]] = True
        after = different(steps[layers[-1]])
        after = after[after != DEAD]
        # A state met before leads to no shorter word than it did then.
        layers.append(after[~met[after]])
    return None


def _leading_on(steps: Steps, layers: list[NDArray[Any]], allowed: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Whether each state leads to the last layer by the letters allowed, a row for each layer."""
    good = np.zeros(len(steps) + 1, np.bool_)  # one more, found by -1
    good[layers[-1]] = True
    result = [good]
    for layer, letters in zip(reversed(layers[:-1]), allowed[::-1], strict=True):
        good = np.zeros(len(steps) + 1, np.bool_)
        good[layer] = result[-1][steps[layer][:, letters]].any(axis=1)
        result.append(good)
    return result[::-1]


def words(steps: Steps, ends: Ends, length: int) -> Iterator[list[int]]:
    """The letters of every accepted word of that length, in alphabetical order; no dead end is tried."""
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
    """The number of accepted words as long as `bound` whose number on every track is less.

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
