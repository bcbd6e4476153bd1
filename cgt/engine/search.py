"""The one search loop: depth first, on an explicit stack, into a memo that survives a stop.

Every quantity is folded from the options' values. A value is kept as a *word*, a positive int: for outcomes and
nim-values the one-hot word `1 << value`, so that options are collected by `|` and the mex is the lowest zero bit; for
remoteness and suspense the number plus one. The word 0 marks a node whose options are being searched: meeting it again
is a loop in the game, found for free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from cgt.core.numbers import check_limit
from cgt.errors import BudgetError, LoopError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Node = TypeVar("Node")

OPTIONS_PER_POSITION = 20
"""The budget of options looked at, as a multiple of the budget of positions, so that wide games end in time too."""


NUMBERED_PER_POSITION = 5
"""The budget of options of a sum's components that are numbered and kept, which takes time and memory."""


class Budget:
    """How many positions a search may still open, how many options it may look at, and how many it may keep."""

    __slots__ = ("limit", "numbered", "options", "positions")

    def __init__(self, positions: int | None) -> None:
        check_limit(positions)
        self.limit = positions
        self.positions = positions if positions is not None else 1 << 62
        self.options = self.positions * OPTIONS_PER_POSITION
        self.numbered = self.positions * NUMBERED_PER_POSITION

    def error(self) -> BudgetError:
        """The error to raise once it is spent."""
        return BudgetError(
            f"the search was stopped at its limit of {self.limit:,} positions or {OPTIONS_PER_POSITION} times as many "
            "options",
            "max_positions",
        )


def lowest_zero(word: int) -> int:
    """The one-hot word of the mex of a set of values held as bits.

    >>> lowest_zero(0b1011) == 1 << 2
    True
    """
    return ~word & (word + 1)


@attrs.frozen
class Fold(Generic[Node]):
    """How a node's word follows from its options' words."""

    options: Callable[[Node], Iterable[Node]]
    """The options of a node."""
    finish: Callable[[int], int]
    """From the collected words (0 when there are no options) to the node's own word."""
    resolve: Callable[[Node], tuple[int, Node | None]]
    """Asked of a node of unknown word: (word, node) settles it, (word, None) too but is not remembered, (0, other) says
    that another node's word is needed first, or is its word, and (0, node) leaves it to its options."""
    combine: Callable[[int, int], int] | None = None
    """Collects an option's word into what has been collected; None is the bitwise or, without the cost of a call."""
    key: Callable[[Node], Node] | None = None
    """Turns what `options` gives into nodes; asked again only when the class changes, for a class of which a member was
    returned as something other than a plain tuple is taken to consist of nodes already."""
    cut: int = 0
    """Once the collected words have one of these bits, further options change nothing."""


def search(root: Node, memo: dict[Node, int], fold: Fold[Node], budget: Budget) -> int:
    """The word of `root`; every word found on the way stays in `memo`, whatever stops the search.

    Raises:
        LoopError: a node is its own follower; the error holds the cycle.
        BudgetError: the budget is spent.
    """
    options, finish, resolve, combine, cut = fold.options, fold.finish, fold.resolve, fold.combine, fold.cut
    key = fold.key
    known_kind: type | None = None
    path: list[Node] = []
    # For each node of the path: the options still to be looked at of the one before, what it has collected, and the
    # option that waits for this node, where that is another.
    waiting: list[tuple[Iterator[Node], int, Node | None]] = []
    rest: Iterator[Node] = iter((root,))
    pending, collected = rest, 0
    shared: dict[int, int] = {}
    left = budget.options
    get = memo.get
    try:
        while True:
            for node in pending:
                left -= 1
                if type(node) is not known_kind and key is not None:
                    node = key(node)  # noqa: PLW2901 - from here on the node alone counts
                    if type(node) is not tuple:
                        known_kind = type(node)
                word = get(node)
                if not word:
                    if word is not None:
                        raise LoopError(_cycle(path, node))
                    if left < 0 or budget.positions <= 0:
                        raise budget.error()
                    budget.options = left
                    word, target = resolve(node)
                    left = budget.options
                    if not word and target is not None:
                        word = None if target is node else get(target)
                        if word is None:
                            waiting.append((rest, collected, None if target is node else node))
                            budget.positions -= 1
                            # On the path before in the memo, so that an interruption in between leaves no mark behind.
                            path.append(target)
                            memo[target] = 0
                            pending = rest = iter(options(target))
                            collected = 0
                            break
                        if not word:
                            raise LoopError(_cycle(path, target))
                    if target is not None:
                        memo[node] = word
                collected = collected | word if combine is None else combine(collected, word)
                if cut and collected & cut:
                    pending = rest = iter(())
                    break
            else:
                if pending is not rest:
                    # Only the option that had waited was to be looked at again.
                    pending = rest
                    continue
                if not path:
                    return collected
                word = finish(collected)
                word = memo[path[-1]] = shared.setdefault(word, word)
                path.pop()
                rest, collected, waited = waiting.pop()
                pending = rest
                if waited is not None:
                    pending = iter((waited,))
                    continue
                collected = collected | word if combine is None else combine(collected, word)
                if cut and collected & cut:
                    pending = rest = iter(())
    finally:
        budget.options = left
        for node in path:
            memo.pop(node, None)


def _cycle(path: list[Node], node: Node) -> tuple[object, ...]:
    # A search within a search may come back to what the outer one has on its path: then all of the inner is shown.
    return tuple(path[path.index(node) :] if node in path else path)
