"""Several automata read side by side: what all of some accept, and others judge."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.automata.arrays import DEAD, empty

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cgt.automata.arrays import Ends, Steps
    from cgt.automata.work import Work

LOOKED_UP = 1 << 24
"""Up to so many pairs of states a plain array tells which were met; above, a sorted list does."""

AT_ONCE = 1 << 22
"""How many letters are read at once."""


@attrs.frozen(eq=False)
class Part:
    """One automaton in a product.

    Attributes:
        steps, ends: the automaton.
        columns: for each letter of the product the letter that this part reads.
        needed: whether no word is accepted that it has given up; the others are read on, and only judge the end.
    """

    steps: Steps
    ends: Ends
    columns: NDArray[Any]
    needed: bool = True


def product(
    parts: Sequence[Part],
    work: Work,
    accepts: Callable[[list[Ends]], Ends] | None = None,
    *,
    first: bool = False,
    what: str = "a product",
) -> tuple[Steps, Ends]:
    """The states of all parts that are reached together, level by level.

    At least one part is needed. `accepts` judges from the parts' ends, in order; without it all must accept. With
    `first` the work ends with the shortest words accepted. Time: proportional to the states reached times the letters.
    """
    letters = len(parts[0].columns)
    if not all(len(part.ends) for part in parts):
        return empty(letters)
    sizes = [len(part.ends) + (not part.needed) for part in parts]  # one more for having given up
    tables = [_table(part) for part in parts]
    seen = _seen(sizes)
    level = [np.zeros(1, np.int64) for _ in parts]
    seen.add(np.zeros(1, np.int64))
    rows, states, count = [], [level], 1
    chunk = max(1, AT_ONCE // (letters * len(parts)))
    judge = (lambda ends: np.asarray(np.logical_and.reduce(ends))) if accepts is None else accepts
    while len(level[0]):
        if first and judge([_ends(part)[column] for part, column in zip(parts, level, strict=True)]).any():
            rows.append(np.full((len(level[0]), letters), DEAD, np.int32))
            break
        found: list[list[NDArray[Any]]] = []
        for begin in range(0, len(level[0]), chunk):
            block = [column[begin : begin + chunk] for column in level]
            row, fresh = _read(block, tables, parts, sizes, seen)
            rows.append(row)
            found.append(fresh)
            count += len(fresh[0])
            work.check(count, what)
        level = [np.concatenate(columns) for columns in zip(*found, strict=True)]
        states.append(level)
    joined = [np.concatenate(columns) for columns in zip(*states, strict=True)]
    last = [_ends(part)[column] for part, column in zip(parts, joined, strict=True)]
    return np.concatenate(rows), judge(last)


def _table(part: Part) -> NDArray[Any]:
    steps = part.steps.astype(np.int64)
    if not part.needed:
        gone = len(steps)
        steps = np.vstack([np.where(steps == DEAD, gone, steps), np.full((1, steps.shape[1]), gone)])
    return steps


def _ends(part: Part) -> Ends:
    return part.ends if part.needed else np.append(part.ends, np.False_)


def _read(
    block: list[NDArray[Any]],
    tables: list[NDArray[Any]],
    parts: Sequence[Part],
    sizes: list[int],
    seen: _Looked | _Sorted,
) -> tuple[Steps, list[NDArray[Any]]]:
    """One letter more from a block of states: where each goes, and the states never met before."""
    dead: NDArray[Any] | None = None
    keys: NDArray[Any] | None = None
    for state, table, part, size in zip(block, tables, parts, sizes, strict=True):
        after = table[state][:, part.columns]
        if part.needed:
            dead = after == DEAD if dead is None else dead | (after == DEAD)
        keys = after if keys is None else keys * size + after
    assert keys is not None  # noqa: S101 - a product has parts
    assert dead is not None  # noqa: S101 - and one of them is needed
    alive = ~dead
    fresh, numbers = seen.number(keys[alive])
    row = np.full(keys.shape, DEAD, np.int32)
    row[alive] = numbers
    columns = []
    for size in reversed(sizes):
        fresh, rest = np.divmod(fresh, size)
        columns.append(rest)
    return row, columns[::-1]


def _seen(sizes: list[int]) -> _Looked | _Sorted:
    total = prod(sizes)
    return _Looked(total) if total <= LOOKED_UP else _Sorted()


class _Looked:
    """The numbers of the states met so far, in an array that has a place for every state there could be."""

    def __init__(self, total: int) -> None:
        self._numbers = np.full(total, DEAD, np.int32)
        self._count = 0

    def add(self, fresh: NDArray[Any]) -> None:
        self._numbers[fresh] = np.arange(self._count, self._count + len(fresh))
        self._count += len(fresh)

    def number(self, keys: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The keys never met, ascending, and the number of every key."""
        numbers = self._numbers[keys]
        fresh = np.unique(keys[numbers == DEAD])
        if len(fresh):
            self.add(fresh)
            numbers = self._numbers[keys]
        return fresh, numbers


class _Sorted:
    """The same where there is no room for an array: the keys met, sorted."""

    def __init__(self) -> None:
        self._keys = np.zeros(0, np.int64)
        self._numbers = np.zeros(0, np.int32)

    def add(self, fresh: NDArray[Any]) -> None:
        at = np.searchsorted(self._keys, fresh)
        numbers = np.arange(len(self._keys), len(self._keys) + len(fresh), dtype=np.int32)
        self._keys = np.insert(self._keys, at, fresh)
        self._numbers = np.insert(self._numbers, at, numbers)

    def number(self, keys: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The keys never met, ascending, and the number of every key."""
        distinct, back = np.unique(keys, return_inverse=True)
        at = np.searchsorted(self._keys, distinct)
        known = at < len(self._keys)
        known[known] = self._keys[at[known]] == distinct[known]
        fresh = distinct[~known]
        if len(fresh):
            self.add(fresh)
            at = np.searchsorted(self._keys, distinct)
        return fresh, self._numbers[at][back]
