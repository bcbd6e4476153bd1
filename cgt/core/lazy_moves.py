"""Move lists that may be too long to write down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from operator import eq
from sys import maxsize
from typing import Any, overload

from cgt.core.concurrency import raised_by_handler
from cgt.core.game import M
from cgt.core.language import _
from cgt.core.numbers import exact_repr, format_int
from cgt.core.position import Move
from cgt.errors import BudgetError

LIMIT = 100_000
"""The greatest number of moves that are counted."""

MOST_SORTED = 1_000
"""The greatest number of moves that are put in order."""

MOST_LISTED = 20_000
"""The greatest number of moves of a walk that are listed at once."""


def counted(moves: Sequence[Move]) -> int | None:
    """The number of moves; None when there are too many to count, or perhaps others.

    >>> counted((1, 2)), counted(LazyMoves(lambda: iter(range(10**100))))
    (2, None)
    """
    # A known total may be larger than `len` can say.
    total = moves.total if isinstance(moves, LazyMoves) else None
    if isinstance(moves, LazyMoves) and moves.cut:
        return None
    try:
        return len(moves) if total is None else total
    except BudgetError:
        return None


def listed(walk: Callable[[], Iterator[M]], known: str = "", total: int | None = None) -> Sequence[M]:
    """The moves of a walk, whose number is `total` if that is known: as a tuple, or lazily where they are very many.

    Where the walk ends with a `BudgetError`, the moves found so far: `cut` is set then.

    Raises:
        BudgetError: it found none, and was not all; the message begins with what is `known` all the same.

    >>> listed(lambda: iter(range(3))), listed(lambda: iter(range(10**100)))
    ((0, 1, 2), LazyMoves(0, 1, 2, 3, …))
    """
    if total is not None and total > MOST_LISTED:
        return LazyMoves(walk, total)
    results: list[M] = []
    try:
        for move in walk():
            if len(results) == MOST_LISTED:
                return LazyMoves(walk)
            results.append(move)
    except BudgetError as error:
        if results:
            return LazyMoves(results.__iter__, cut=True)
        raise BudgetError(
            _("{known}, but {what}").format(known=known, what=error.what) if known else error.what, error.limit
        ) from None
    return tuple(results)


def in_order(moves: Iterable[M], key: Callable[[M], Any]) -> Iterator[M]:
    """Moves in the order of a key; where they are more than 1,000, as they come.

    >>> list(in_order([3, 1, 2], key=lambda move: move))
    [1, 2, 3]
    """
    rest = iter(moves)
    first = list(islice(rest, MOST_SORTED + 1))
    return iter(sorted(first, key=key)) if len(first) <= MOST_SORTED else chain(first, rest)


class LazyMoves(Sequence[M]):
    """A sequence of moves that are computed as one walks along it, from the start each time.

    Its truth value and its first moves are cheap however many there are.

    Args:
        start: begins the walk.
        total: how many there are, where a formula tells; it may be beyond any list.
        slow: a walk to the end would take long: without a `total` they are not counted.
        cut: there may be other moves, which were not found; the length is that of the moves that were.

    Raises:
        BudgetError: the length, an index from the end, or whether another list is equal, is asked for, no `total` is
            known, and there are more than 100,000 moves, or the walk is slow; likewise whether a move is among them.

    >>> moves = LazyMoves(lambda: iter(range(10**100)))
    >>> moves, bool(moves), moves[2], moves[:3], 7 in moves
    (LazyMoves(0, 1, 2, 3, …), True, 2, (0, 1, 2), True)
    """

    def __init__(
        self, start: Callable[[], Iterator[M]], total: int | None = None, *, slow: bool = False, cut: bool = False
    ) -> None:
        self._start = start
        self.total = total
        self.slow = slow
        self.cut = cut

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the walk, where it can be pickled, else the moves themselves."""
        import pickle

        try:
            pickle.dumps(self._start)
        except Exception as error:  # a function within a function raises one thing or another
            if raised_by_handler(error):
                raise
            return tuple, (tuple(islice(self, len(LazyMoves(self._start, slow=self.slow)))),)
        return partial(LazyMoves, slow=self.slow, cut=self.cut), (self._start, self.total)

    def __iter__(self) -> Iterator[M]:
        return self._start()

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        if self.total is not None:
            if self.total > maxsize:
                raise BudgetError(f"there are {format_int(self.total)} moves, more than Python counts: see `total`")
            return self.total
        length = LIMIT + 1 if self.slow else sum(1 for _ in islice(self, LIMIT + 1))
        if length > LIMIT:
            what = "too many moves to count" if self.slow else f"more than {LIMIT:,} moves"
            raise BudgetError(f"there are {what}: walk along them instead of counting them")
        return length

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[M, ...]: ...
    def __getitem__(self, index: int | slice) -> M | tuple[M, ...]:
        if isinstance(index, int):
            place = index if index >= 0 else len(self) + index
            beyond = place < 0 or (self.total is not None and place >= self.total)
            for move in () if beyond else islice(self, min(place, maxsize), None):
                return move
            raise IndexError(f"there is no move number {format_int(index)}")
        parts = [part if part is None else min(part, maxsize) for part in (index.start, index.stop, index.step)]
        forward = all(part is None or part >= 0 for part in parts)
        return tuple(islice(self, *parts)) if forward else tuple(self)[index]

    def __contains__(self, move: object) -> bool:
        rest = iter(self)
        if any(other == move for other in islice(rest, LIMIT)):
            return True
        if any(True for _ in rest):
            raise BudgetError(f"the move is none of the first {LIMIT:,}: ask the position whether it may be played")
        return False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LazyMoves | tuple | list):
            return NotImplemented
        if isinstance(other, LazyMoves):
            if self.cut != other.cut or self._start == other._start:  # a copy: nothing is walked along
                return self.cut == other.cut
            return len(self) == len(other) and all(map(eq, self, other))
        return not self.cut and tuple(islice(self, len(other) + 1)) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = list(map(exact_repr, islice(self, 5)))
        if len(shown) < 5:
            return f"LazyMoves({', '.join([*shown, *['perhaps others'] * self.cut])})"
        total = f", {format_int(self.total)} in all" if self.total is not None else ""
        return f"LazyMoves({', '.join([*shown[:4], '…'])}{total})"
