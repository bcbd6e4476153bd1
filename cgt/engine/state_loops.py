"""The two quickest loops, for games given by a function of states; what `search` does for every kind of node and word.

They are written out because here a hundred nanoseconds an option decide whether this library is faster than the cached
function that a user would write instead.
"""

from __future__ import annotations

from itertools import chain, compress, islice
from typing import TYPE_CHECKING

from cgt.engine.search import cycle
from cgt.engine.words import N_WORD, P_WORD
from cgt.errors import LoopError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from cgt.core.game import State
    from cgt.engine.budget import Budget

AT_ONCE = 256
"""So many options are listed and counted together; an iterator counts further ones as it goes along."""


def nim_search(
    root: State, options: Callable[[Any], Iterable[Any]], memo: dict[Any, int], budget: Budget, terminal: int
) -> int:
    """The one-hot word of a state's nim-value, where `terminal` is the word of a state without options."""
    path: list[Any] = []
    rests: list[Iterator[Any]] = []
    sums: list[int] = []
    rest: Iterator[Any] = iter((root,))
    shared: dict[int, int] = {}
    collected = quota = looked = 0
    ticks = budget.ticks()
    get = memo.get
    keep_rest, keep_sum, keep = rests.append, sums.append, path.append
    try:
        while True:
            for state in rest:
                word = get(state)
                if not word:
                    if word is not None:
                        raise LoopError(cycle(path, state))
                    if not quota:
                        quota, looked = budget.allot(looked), 0
                    quota -= 1
                    keep_rest(rest)
                    keep_sum(collected)
                    keep(state)
                    memo[state] = 0
                    found = options(state)
                    if type(found) is not list:
                        others = iter(found)
                        found = list(islice(others, AT_ONCE))
                        rest = iter(found) if len(found) < AT_ONCE else chain(found, compress(others, ticks))
                    else:
                        rest = iter(found)
                    looked += len(found)
                    collected = 0
                    break
                collected |= word
            else:
                if not path:
                    return collected
                word = ~collected & (collected + 1) if collected else terminal
                if word > 255:  # Python keeps the smaller ones once for all
                    word = shared.setdefault(word, word)
                memo[path[-1]] = word
                path.pop()
                rest = rests.pop()
                collected = sums.pop() | word
    finally:
        budget.give_back(quota, looked)
        for state in path:
            memo.pop(state, None)


def outcome_search(
    root: State, options: Callable[[Any], Iterable[Any]], memo: dict[Any, int], budget: Budget, terminal: int
) -> int:
    """The word of a state's outcome, where `terminal` is the word of a state without options."""
    path: list[Any] = []
    rests: list[Iterator[Any]] = []
    rest: Iterator[Any] = iter((root,))
    quota = looked = 0
    word: int | None = 0
    ticks = budget.ticks()
    get = memo.get
    try:
        while True:
            for state in rest:
                word = get(state)
                if word == N_WORD:
                    continue
                if word:
                    word = N_WORD
                    break
                if word is not None:
                    raise LoopError(cycle(path, state))
                if not quota:
                    quota, looked = budget.allot(looked), 0
                quota -= 1
                rests.append(rest)
                path.append(state)
                word = memo[state] = 0
                found = options(state)
                if type(found) is list:
                    looked += len(found)
                    rest = iter(found)
                else:
                    rest = compress(found, ticks)
                break
            else:
                # No option is P; where there was none at all, the play is over.
                word = P_WORD if word else terminal
            while word:  # is that of the state in hand, which is closed, and with it those before that it decides
                if not path:
                    return memo[root]
                memo[path[-1]] = word
                path.pop()
                rest = rests.pop()
                if word == N_WORD:
                    break
                word = N_WORD
    finally:
        budget.give_back(quota, looked)
        for state in path:
            memo.pop(state, None)
