"""Which states of a guessed monoid are P-positions: read off the least word of each, and the options of its heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgt.misere.monoid import LARGE, walk

if TYPE_CHECKING:
    from collections.abc import Sequence


def labels_of(actions: Sequence[Sequence[int]], reached: Sequence[Sequence[int]]) -> bytearray:
    """For each state, 1 where its least word is a P-position: it has an option, and none of its options is one.

    Options are taken at the least word of a state, from which all of them come earlier in the order of words. In arrays
    where there are many states and numpy is there; the answers are the same.

    Args:
        actions: what each generator does to every state; they commute, and reach every state from 0, the empty sum.
        reached: the states of each generator's options.

    >>> list(labels_of([[1, 2, 1]], [[0]]))  # a, with a³ = a, and a heap of one counter
    [0, 1, 0]
    """
    if len(actions) * len(actions[0]) > LARGE:
        try:
            return _by_arrays(actions, reached)
        except ImportError:  # numpy is not there
            pass
    return _by_lists([action if isinstance(action, list) else list(map(int, action)) for action in actions], reached)


def _by_lists(actions: Sequence[Sequence[int]], reached: Sequence[Sequence[int]]) -> bytearray:
    size = len(actions[0])
    states, steps = walk(actions, 0)
    # For each state its word with one generator less, by the generator.
    before: list[dict[int, int]] = [{}] * size
    for state, (generator, place) in zip(states[1:], steps[1:], strict=True):
        last = states[place]
        action = actions[generator]
        before[state] = {other: action[earlier] for other, earlier in before[last].items()} | {generator: last}
    rows: dict[int, list[int]] = {0: list(range(size))}

    def row(state: int) -> list[int]:
        """The product of a state with every state."""
        if state not in rows:
            generator, earlier = next(iter(before[state].items()))
            rows[state] = list(map(actions[generator].__getitem__, row(earlier)))
        return rows[state]

    products = [[row(state) for state in options] for options in reached]
    labels = bytearray(size)
    for state in states[1:]:
        labels[state] = not any(
            labels[row[earlier]] for generator, earlier in before[state].items() for row in products[generator]
        )
    return labels


def _by_arrays(actions: Sequence[Sequence[int]], reached: Sequence[Sequence[int]]) -> bytearray:
    """The same, with one more state, for words that lack the generator to be taken from them."""
    import numpy as np

    none = len(actions[0])
    acting = np.full((len(actions), none + 1), none, np.int32)
    acting[:, :none] = actions
    before = np.full((len(actions), none + 1), none, np.int32)
    # Which generators are in a word, as bits: states alike in that have options by the same generators.
    kinds = np.zeros(none, np.int64)
    states, seen = np.zeros(1, np.int32), np.zeros(none, bool)
    seen[0] = True
    for generator, action in enumerate(acting):
        edge = states
        while len(edge):
            after = action[edge]
            fresh = np.flatnonzero(~seen[after])
            fresh = fresh[np.sort(np.unique(after[fresh], return_index=True)[1])]
            last, edge = edge[fresh], after[fresh]
            seen[edge] = True
            before[:, edge] = action[before[:, last]]
            before[generator, edge] = last
            kinds[edge] = kinds[last] | 1 << generator
            states = np.concatenate([states, edge])
    rows: dict[int, Any] = {0: np.arange(none + 1, dtype=np.int32)}

    def row(state: int) -> Any:  # noqa: ANN401 - an array, and numpy is not loaded by who only reads the types
        if state not in rows:
            generator = int(np.flatnonzero(before[:, state] != none)[0])
            rows[state] = acting[generator][row(int(before[generator, state]))]
        return rows[state]

    options = [[memoryview(row(state)[to]) for state in listed] for to, listed in zip(before, reached, strict=True)]
    of_kind = {
        kind: [option for generator, listed in enumerate(options) if kind >> generator & 1 for option in listed]
        for kind in np.unique(kinds).tolist()
    }
    labels = bytearray(none)
    for state, kind in zip(states[1:].tolist(), kinds[states[1:]].tolist(), strict=True):
        for option in of_kind[kind]:
            if labels[option[state]]:
                break
        else:
            labels[state] = 1
    return labels
