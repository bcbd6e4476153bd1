"""The search loops: depth first, on an explicit stack, into a memo that survives a stop.

Every quantity is folded from the options' values. A value is kept as a *word*, a positive int: for outcomes and
nim-values the one-hot word `1 << value`, so that options are collected by `|` and the mex is the lowest zero bit; for
remoteness and suspense the number plus one. The word 0 marks a node whose options are being searched: meeting it again
is a loop in the game, found for free.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from cgt.errors import LoopError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from cgt.core.position import Position
    from cgt.engine.budget import Budget

Node = TypeVar("Node")


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
    """Turns what `options` gives into nodes; it is not asked about members of the classes in `plain`."""
    plain: Collection[type] = ()
    """Classes whose members are nodes already."""
    cut: int = 0
    """Once the collected words have one of these bits, further options change nothing."""


def search(root: Node, memo: dict[Node, int], fold: Fold[Node], budget: Budget) -> int:
    """The word of `root`; every word found on the way stays in `memo`, whatever stops the search.

    Raises:
        LoopError: a node is its own follower; the error holds the cycle.
        BudgetError: the budget is spent.
    """
    options, finish, resolve, combine, cut = fold.options, fold.finish, fold.resolve, fold.combine, fold.cut
    key, plain = fold.key, fold.plain
    known_kind: type | None = None
    path: list[Node] = []
    # For each node of the path: the options still to be looked at of the one before, what it has collected, and the
    # option that waits for this node, where that is another.
    rests: list[Iterator[Node]] = []
    sums: list[int] = []
    waits: list[Node | None] = []
    rest: Iterator[Node] = iter((root,))
    pending, collected = rest, 0
    shared: dict[int, int] = {}
    ticks = budget.ticks()
    get = memo.get
    try:
        while True:
            for node in pending:
                if type(node) is not known_kind and key is not None:
                    node = key(node)  # noqa: PLW2901 - from here on the node alone counts
                    if type(node) in plain:
                        known_kind = type(node)
                word = get(node)
                if not word:
                    if word is not None:
                        raise LoopError(cycle(path, node))
                    budget.check()
                    word, target = resolve(node)
                    if not word and target is not None:
                        word = None if target is node else get(target)
                        if word is None:
                            rests.append(rest)
                            sums.append(collected)
                            waits.append(None if target is node else node)
                            budget.positions -= 1
                            # On the path before in the memo, so that an interruption in between leaves no mark behind.
                            path.append(target)
                            memo[target] = 0
                            pending = rest = compress(options(target), ticks)
                            collected = 0
                            break
                        if not word:
                            raise LoopError(cycle(path, target))
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
                rest, collected, waited = rests.pop(), sums.pop(), waits.pop()
                pending = rest
                if waited is not None:
                    pending = iter((waited,))
                    continue
                collected = collected | word if combine is None else combine(collected, word)
                if cut and collected & cut:
                    pending = rest = iter(())
    finally:
        for node in path:
            memo.pop(node, None)


def flat_search(root: Position, memo: dict[Any, int], fold: Fold[Any], budget: Budget, kind: type[Position]) -> int:
    """The word of `root` by a quicker loop, where nodes are positions of one class that stand for themselves.

    0 as soon as a position of another class is met; what was learnt stays in the memo.

    Raises:
        LoopError: a node is its own follower; the error holds the cycle.
        BudgetError: the budget is spent.
    """
    finish, combine, cut = fold.finish, fold.combine, fold.cut
    path: list[Any] = []
    rests: list[Iterator[Any]] = []
    sums: list[int] = []
    rest: Iterator[Any] = iter((root,))
    collected = 0
    shared: dict[int, int] = {}
    ticks = budget.ticks()
    quota = looked = 0
    get = memo.get
    try:
        while True:
            for node in rest:
                if type(node) is not kind:
                    return 0
                word = get(node)
                if not word:
                    if word is not None:
                        raise LoopError(cycle(path, node))
                    if not quota:
                        quota, looked = budget.allot(looked), 0
                    quota -= 1
                    rests.append(rest)
                    sums.append(collected)
                    path.append(node)
                    memo[node] = 0
                    # Lists and tuples are counted by their length; an iterator counts the others as it goes along.
                    moves = node.moves()
                    if type(moves) is list or type(moves) is tuple:
                        looked += len(moves)
                        rest = map(node.play, moves)
                    else:
                        rest = map(node.play, compress(moves, ticks))
                    collected = 0
                    break
                if combine is None:
                    collected |= word
                    if word == cut:
                        rest = iter(())
                        break
                else:
                    collected = combine(collected, word)
            else:
                if not path:
                    return collected
                word = finish(collected)
                word = memo[path[-1]] = shared.setdefault(word, word)
                path.pop()
                rest, collected = rests.pop(), sums.pop()
                if combine is None:
                    collected |= word
                    if word == cut:
                        rest = iter(())
                else:
                    collected = combine(collected, word)
    finally:
        budget.give_back(quota, looked)
        for node in path:
            memo.pop(node, None)


def cycle(path: list[Node], node: Node) -> tuple[object, ...]:
    """The part of a path from a node on."""
    # A search within a search may come back to what the outer one has on its path: then all of the inner is shown.
    return tuple(path[path.index(node) :] if node in path else path)
