"""Finite commutative monoids, each given by what its generators do.

Elements are numbered from 0, the identity, in the order of their words: the exponents of the generators, compared at
the last generator first. The word of an element is the least one that makes it, so a part of a word is a word too.
"""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Word = tuple[int, ...]
"""The exponents of the generators."""

Mask = int
"""A set of elements as a number: its byte x, the lowest first, is 1 where x is in the set and 0 where it is not."""

BYTE = 256


@attrs.frozen(eq=False, repr=False)
class Monoid:
    """A finite commutative monoid.

    Attributes:
        actions: for each generator, the product with it of every element.
        words: the word of every element; the identity, element 0, has the word of zeros.

    >>> cycle = Monoid.spanned([[1, 2, 1]])[0]  # a, with a³ = a
    >>> cycle.order, cycle.product(2, 2), cycle.words
    (3, 2, ((0,), (1,), (2,)))
    """

    actions: tuple[tuple[int, ...], ...]
    words: tuple[Word, ...]

    @classmethod
    def spanned(cls, actions: Sequence[Sequence[int]], start: int = 0) -> tuple[Monoid, list[int]]:
        """The monoid of what commuting maps of a set of states do to `start`, and the state of each element.

        Every generator is kept, also one that others make; see `without_made`.
        """
        states, steps = walk(actions, start)
        number = dict(zip(states, range(len(states)), strict=True))
        words: list[Word] = [(0,) * len(actions)]
        for generator, before in steps[1:]:
            word = words[before]
            words.append((*word[:generator], word[generator] + 1, *word[generator + 1 :]))
        acting = tuple(tuple(number[action[state]] for state in states) for action in actions)
        return cls(acting, tuple(words)), states

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self.words)

    def product(self, first: int, second: int) -> int:
        """The product of two elements."""
        return self.table[first][second]

    def of_word(self, word: Iterable[int], start: int = 0) -> int:
        """The element that `start` becomes by these exponents of the generators."""
        for action, exponent in zip(self.actions, word, strict=True):
            for _ in range(exponent):
                start = action[start]
        return start

    @cached_property
    def table(self) -> Sequence[Sequence[int]]:
        """The products: `table[x][y]`; rows are bytes up to 256 elements."""
        rows: list[Sequence[int]] = [bytes(range(self.order)) if self.order <= BYTE else tuple(range(self.order))]
        acting = [bytes(action).ljust(BYTE, b"\0") if self.order <= BYTE else action for action in self.actions]
        for word in self.words[1:]:
            generator = next(index for index, exponent in enumerate(word) if exponent)
            before = self._number[(*word[:generator], word[generator] - 1, *word[generator + 1 :])]
            row, action = rows[before], acting[generator]
            if isinstance(row, bytes) and isinstance(action, bytes):
                rows.append(row.translate(action))
            else:
                rows.append(itemgetter(*row)(action))
        return rows

    @cached_property
    def _number(self) -> dict[Word, int]:
        return dict(zip(self.words, range(self.order), strict=True))

    def mask(self, elements: Iterable[int]) -> Mask:
        """The set of these elements."""
        found = bytearray(self.order)
        for element in elements:
            found[element] = 1
        return int.from_bytes(found, "little")

    def elements(self, mask: Mask) -> list[int]:
        """The elements of a set, ascending."""
        return [element for element, there in enumerate(mask.to_bytes(self.order, "little")) if there]

    @cached_property
    def pull(self) -> Callable[[int, Mask], Mask]:
        """`pull(x, s)` is the set of the elements y with x·y in the set s."""
        rows, order = self.table, self.order
        if order <= BYTE:

            def by_bytes(element: int, mask: Mask) -> Mask:
                return int.from_bytes(rows[element].translate(mask.to_bytes(BYTE, "little")), "little")  # type: ignore[attr-defined]  # bytes, up to 256

            return by_bytes
        try:
            import numpy as np
        except ImportError:
            getters = [itemgetter(*row) for row in rows]

            def by_items(element: int, mask: Mask) -> Mask:
                return int.from_bytes(bytes(getters[element](mask.to_bytes(order, "little"))), "little")

            return by_items
        indices = np.array(rows, np.intp)

        def by_arrays(element: int, mask: Mask) -> Mask:
            there = np.frombuffer(mask.to_bytes(order, "little"), np.uint8)
            return int.from_bytes(there.take(indices[element]).tobytes(), "little")

        return by_arrays

    def index_and_period(self, generator: int) -> tuple[int, int]:
        """The least i and p > 0 with g^(i+p) = g^i."""
        seen: dict[int, int] = {}
        element = 0
        while element not in seen:
            seen[element] = len(seen)
            element = self.actions[generator][element]
        return seen[element], len(seen) - seen[element]


def walk(actions: Sequence[Sequence[int]], start: int) -> tuple[list[int], list[tuple[int, int]]]:
    """All states that commuting maps reach, in the order of their least words, and how each was reached.

    A step is (the last generator of the word, the place of the state before it); the first step is (-1, -1).
    """
    seen = {start}
    states, steps = [start], [(-1, -1)]
    for generator, action in enumerate(actions):
        edge: Sequence[int] = range(len(states))
        while edge:
            begin = len(states)
            for place in edge:
                state = action[states[place]]
                if state not in seen:
                    seen.add(state)
                    states.append(state)
                    steps.append((generator, place))
            edge = range(begin, len(states))
    return states, steps


def merged(labels: Sequence[int], actions: Sequence[Sequence[int]]) -> list[int]:
    """The classes of states that no product tells apart by label: Moore's partition refinement.

    O(states · generators) for each round, and at most as many rounds as classes.
    """
    classes = _numbered(labels)
    while True:
        finer = _numbered(zip(classes, *(map(classes.__getitem__, action) for action in actions), strict=True))
        if max(finer) == max(classes):
            return finer
        classes = finer


def _numbered(labels: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]
