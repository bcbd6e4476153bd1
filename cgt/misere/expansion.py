"""Guessing a larger monoid, when a new position has no element in the one that is there.

Some positions are made free: their multiples are kept apart up to an index, and repeat with period 2 from there. Which
states are P-positions is then read off the least word of each, and states that nothing tells apart are merged. Nothing
here is trusted: what comes out is proved, or refuted by a sum, in `cgt.misere.solver`.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import attrs

from cgt.misere.labels import labels_of
from cgt.misere.monoid import Monoid, composed, merged, repeated, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cgt.misere.effort import Effort
    from cgt.misere.monoid import Mask, Row

Options = tuple[tuple[int, ...], ...]
"""What a position may become: each option a tuple of earlier positions, whose sum it is."""

PERIOD = 2


@attrs.frozen(eq=False)
class Pretension:
    """A monoid, a P-portion and an element for each position: what is meant to settle every sum.

    Attributes:
        monoid: the monoid.
        generators: the position that each generator of the monoid is; ascending.
        portion: the P-portion, as a set of elements.
        elements: the element of each position, by the position's number.
    """

    monoid: Monoid
    generators: tuple[int, ...]
    portion: int
    elements: tuple[int, ...]

    def word_of(self, position: int) -> dict[int, int]:
        """The element of a position as a product of generators, which are named by their positions."""
        word = self.monoid.words[self.elements[position]]
        return {generator: count for generator, count in zip(self.generators, word, strict=True) if count}

    def row(self, element: int) -> Mask:
        """The elements that make a product in the P-portion with this one."""
        rows = self._rows
        if element not in rows:
            rows[element] = self.monoid.pull(element, self.portion)
        return rows[element]

    @cached_property
    def _rows(self) -> dict[int, Mask]:
        return {}

    def reached(self, options: Iterable[tuple[int, ...]]) -> set[int]:
        """The elements of these options, each the product of its parts."""
        rows: dict[int, Row] = {}
        elements, found = self.elements, set()
        for option in options:
            element = 0
            for part in option:
                factor = elements[part]
                if not element:
                    element = factor
                    continue
                if factor not in rows:
                    rows[factor] = self.monoid.row(factor)
                element = int(rows[factor][element])
            found.add(element)
        return found

    def opened(self, options: Iterable[tuple[int, ...]]) -> Mask:
        """The elements that, together with one of these options, make a product in the P-portion."""
        mask = 0
        for element in self.reached(options):
            mask |= self.row(element)
        return mask


TRIVIAL = Pretension(Monoid((), ((),)), (), 0, ())
"""What settles no positions at all."""


class Product:
    """The product of a monoid's part and of a cycle for each free position, with its P-positions.

    States are numbers, the empty sum 0. `free` gives each free position its index, the least multiple that comes back.
    """

    def __init__(self, before: Pretension, options: Sequence[Options], free: Mapping[int, int], effort: Effort) -> None:
        self.options = options
        self._effort = effort
        bound = [place for place, position in enumerate(before.generators) if position not in free]
        base, _ = Monoid.spanned([before.monoid.actions[place] for place in bound])
        loose = sorted(free)
        sizes = [free[position] + PERIOD for position in loose]
        self.size = base.order * prod(sizes)
        effort.spend(self.size * (len(bound) + len(loose)) // 2)
        acting: dict[int, Sequence[int]] = {}
        for place, action in zip(bound, base.actions, strict=True):
            acting[before.generators[place]] = repeated(action, self.size)
        stride = base.order
        for position, size in zip(loose, sizes, strict=True):
            turn = [stride] * (size - 1) + [stride * (free[position] - size + 1)]
            cycle = [state + turn[state // stride] for state in range(stride * size)]
            acting[position] = repeated(cycle, self.size)
            stride *= size
        self.generators = tuple(sorted(acting))
        self.actions = [acting[position] for position in self.generators]
        self._acting = acting
        self._words = [
            {position: 1} if position in acting else before.word_of(position) for position in range(len(options))
        ]
        self.labels = self._labelled()

    def state(self, positions: Iterable[int]) -> int:
        """The state of a sum."""
        state = 0
        for position in positions:
            for generator, count in self._words[position].items():
                for _ in range(count):
                    state = int(self._acting[generator][state])
        return state

    def _labelled(self) -> bytearray:
        reached = [sorted(set(map(self.state, self.options[position]))) for position in self.generators]
        self._effort.spend(sum(map(len, reached)) * self.size // 16)
        return labels_of(self.actions, reached)

    def agrees(self, positions: Sequence[int]) -> bool:
        """Whether the label of this sum is the one that its options' labels ask for."""
        wins = False
        for place, position in enumerate(positions):
            rest = (*positions[:place], *positions[place + 1 :])
            wins = wins or any(self.labels[self.state((*rest, *option))] for option in self.options[position])
        return bool(self.labels[self.state(positions)]) != wins

    def reduced(self) -> Pretension:
        """What is left when states that no sum tells apart are one; generators that others make are dropped."""
        classes = merged(self.labels, self.actions)
        count = max(classes) + 1
        first = [0] * count
        for state in range(self.size - 1, -1, -1):
            first[classes[state]] = state
        actions = [list(map(classes.__getitem__, composed(action, first))) for action in self.actions]
        kept = sorted({generator for generator, _ in walk(actions, classes[0])[1][1:]})
        monoid, numbers = Monoid.spanned([actions[place] for place in kept], classes[0])
        number_of = dict(zip(numbers, range(count), strict=True))
        elements = tuple(
            number_of[classes[self.state((position,))]] if self.options[position] else 0
            for position in range(len(self.options))
        )
        portion = monoid.mask(number_of[number] for number in range(count) if self.labels[first[number]])
        return Pretension(monoid, tuple(self.generators[place] for place in kept), portion, elements)
