"""The linear moves of the families of games that have them."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING

from cgt.automata.formula import Term, variables
from cgt.automata.moves import LinearMoves, LinearOption
from cgt.numeration.system import kary, ostrowski, takeaway

if TYPE_CHECKING:
    from collections.abc import Iterable

HEAP_NAMES = "abcdefgh"


def takeaway_moves(k: int, q: int = 0, *, heaps: int = 1) -> LinearMoves:
    """Heaps under one quota: take t from one of them, t at most the quota, which becomes kt + q.

    All is read in the game's own base, and where that doubles in the end, for k of at most 1, in base 2, where less is
    to be carried. A quota above the heap is as good as the heap.

    >>> print(takeaway_moves(2).options[0].condition)
    1 <= t & t <= q
    """
    names = ("n",) if heaps == 1 else tuple(islice(HEAP_NAMES, heaps))
    *sizes, quota, t = variables(" ".join((*names, "q", "t")))
    options = []
    for taken in range(heaps):
        left = [size - t if heap == taken else size for heap, size in enumerate(sizes)]
        options.append(LinearOption(("t",), (t >= 1) & (t <= quota), (*left, k * t + q)))
    total = sum(sizes, start=Term({}))
    system = takeaway(k, q) if k > 1 else kary(2)
    return LinearMoves((*names, "q"), system, tuple(options), total)


def wythoff_moves(a: int = 1) -> LinearMoves:
    """Two heaps: take any number from one, or numbers that differ by less than a from both.

    >>> wythoff_moves(2).system.name
    'ostrowski(2)'
    """
    x, y, s, t = variables("x y s t")
    options = (
        LinearOption(("t",), t >= 1, (x - t, y)),
        LinearOption(("t",), t >= 1, (x, y - t)),
        LinearOption(("s", "t"), (s >= 1) & (t >= 1) & (s - t <= a - 1) & (t - s <= a - 1), (x - s, y - t)),
    )
    return LinearMoves(("x", "y"), ostrowski(a), options, x + y)


def subtraction_moves(takes: Iterable[int]) -> LinearMoves:
    """One heap: take one of finitely many numbers.

    >>> subtraction_moves([1, 3, 4]).names
    ('n',)
    """
    n, t = variables("n t")
    allowed = reduce(or_, [t == take for take in takes])
    return LinearMoves(("n",), kary(2), (LinearOption(("t",), allowed & (t >= 1), (n - t,)),), n)


def bounded_moves(most: int) -> LinearMoves:
    """One heap: take 1 to `most`."""
    n, t = variables("n t")
    return LinearMoves(("n",), kary(2), (LinearOption(("t",), (t >= 1) & (t <= most), (n - t,)),), n)
