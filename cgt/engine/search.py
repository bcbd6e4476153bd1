"""The search loop: depth first over raw states, with an explicit stack and a memo that survives an interruption.

Every quantity is folded from the options' values. A value is kept as a *word*, a positive int: for outcomes and
nim-values the one-hot word `1 << value`, so that options are collected by `|` and the mex is the lowest zero bit; for
remoteness and suspense the number plus one. The word 0 marks a state whose options are being searched: meeting it again
is a loop in the game, found for free.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, TypeVar

from cgt.errors import LoopError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from cgt.engine.budget import Budget

    Node = TypeVar("Node", bound=Hashable)
else:
    Node = TypeVar("Node")

P_WORD: Final = 1
N_WORD: Final = 2


def search(
    root: Node,
    options: Callable[[Node], Iterable[Node]],
    memo: dict[Node, int],
    budget: Budget,
    finish: Callable[[int], int],
    *,
    combine: Callable[[int, int], int] | None = None,
    cut: int = 0,
) -> int:
    """The result of `root` as a word (see the module); computed words stay in `memo`, whatever stops the search.

    Args:
        root: a state.
        options: the states that a move leads to; a list is counted at once, another iterable as it is walked along.
        memo: the words known; a search adds to it.
        budget: what may be opened and looked at.
        finish: from the collected words, 0 where there are no options, to the state's own word.
        combine: collects an option's word into what has been collected; None is the bitwise or, without a call.
        cut: once an option has this word, further options change nothing.

    Raises:
        LoopError: a state is its own follower; the error holds the cycle.
        BudgetError: the budget is spent.
    """
    path: list[Node] = []
    rests: list[Iterator[Node]] = []
    sums: list[int] = []
    rest: Iterator[Node] = iter((root,))
    shared: dict[int, int] = {}
    collected = quota = examined = 0
    get = memo.get
    keep_rest, keep_sum, keep = rests.append, sums.append, path.append
    try:
        ticks = budget.begin()
        while True:
            for state in rest:
                word = get(state)
                if not word:
                    if word is not None:
                        raise LoopError(cycle(path, state))
                    if not quota:
                        quota, examined = budget.allot(examined), 0
                    quota -= 1
                    keep_rest(rest)
                    keep_sum(collected)
                    # On the path before in the memo, so that an interruption in between leaves no mark behind.
                    keep(state)
                    memo[state] = 0
                    result = options(state)
                    if type(result) is list:
                        examined += len(result)
                        rest = iter(result)
                    else:
                        rest = compress(result, ticks)
                    collected = 0
                    break
                if combine is not None:
                    collected = combine(collected, word)
                elif word != cut:
                    collected |= word
                else:
                    collected |= word
                    rest = iter(())
                    break
            else:
                if not path:
                    return collected
                word = finish(collected)
                if word > 255:  # Python keeps the smaller ones once for all
                    word = shared.setdefault(word, word)
                memo[path[-1]] = word
                path.pop()
                rest, collected = rests.pop(), sums.pop()
                if combine is not None:
                    collected = combine(collected, word)
                else:
                    collected |= word
                    if word == cut:
                        rest = iter(())
    finally:
        try:
            if path:
                _unmark(memo, path)
        finally:
            budget.end(quota, examined)


def _unmark(memo: dict[Node, int], path: list[Node]) -> None:
    """Take the marks of a path out of the memo, to the last one, whatever interrupts this meanwhile."""
    interruption: BaseException | None = None
    while path:
        try:
            while path:
                memo.pop(path[-1], None)
                path.pop()
        except BaseException as error:  # noqa: BLE001 - a second Ctrl-C: raised again when all is done
            interruption = error
    if interruption is not None:
        raise interruption


def cycle(path: Sequence[object], state: object) -> tuple[object, ...]:
    """The part of a path from a state on, which is a cycle."""
    return tuple(path[path.index(state) :] if state in path else path)


def lowest_zero(word: int) -> int:
    """The one-hot word of the mex of a set of values held as bits.

    >>> lowest_zero(0b1011) == 1 << 2
    True
    """
    return ~word & (word + 1)


def value_of(word: int) -> int:
    """The nim-value that a one-hot word stands for."""
    return word.bit_length() - 1


def normal_outcome(collected: int) -> int:
    """The word of the outcome in normal play: N when an option is P."""
    return N_WORD if collected & P_WORD else P_WORD


def misere_outcome(collected: int) -> int:
    """The word of the outcome in misère play: P when there are options, and all of them are N."""
    return P_WORD if collected == N_WORD else N_WORD


def misere_mex(collected: int) -> int:
    """The word of the misère nim-value: 1 without options, else the mex."""
    return lowest_zero(collected) if collected else 2


def one_more(collected: int) -> int:
    """The word of the distance after one move more."""
    return collected + 1


def prefer(p_parity: int, *, nearest: bool) -> Callable[[int, int], int]:
    """A function of two distances as words: the one that the player to move prefers.

    An option whose distance has the parity of a P-position wins for the mover. Hurrying (`nearest`) she takes the
    least winning distance, or failing that the greatest losing one; delaying, the other way round.
    """

    def choose(collected: int, word: int) -> int:
        if not collected:
            return word
        wins, won = (word - 1) % 2 == p_parity, (collected - 1) % 2 == p_parity
        if wins != won:
            return word if wins else collected
        return min(collected, word) if wins == nearest else max(collected, word)

    return choose
