"""Misère quotients, position by position: each step is proved before the next one begins.

The algorithm: a new position is given an element of the monoid that is there, when that can be proved right; else the
monoid is enlarged, and sums that refute it say which positions it has to keep apart. What is proved is Theorem 1 of
`cgt.theory.quotient_certificate`, after T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games",
J. Combin. Theory A 115 (2008) 593-622.

To enlarge it, some positions are made free: their multiples are kept apart up to an index, and repeat with period 2
from there. Which states are P-positions is then read off the least word of each, and states that nothing tells apart
are merged. This guess is not trusted: `Solver` proves it, or refutes it by a sum.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.numbers import brief, is_whole
from cgt.errors import RulesetError
from cgt.theory.monoid import LARGE, Monoid, composed, merged, repeated, walk
from cgt.theory.quotient_family import Effort, Family

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cgt.theory.monoid import Mask, Row


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
"""The pretension that settles no positions."""


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


class Solver:
    """The misère quotient of the positions added so far, numbered from 0 as they come.

    Attributes:
        options: the options of each position.
        pretension: the monoid, its P-portion, and the element of each position.
        family: the invariant that proves it.

    >>> solver = Solver()
    >>> for heap in range(4):  # nim
    ...     solver.add([(left,) for left in range(heap)])
    >>> solver.pretension.monoid.order, solver.pretension.elements
    (6, (0, 1, 2, 3))
    """

    def __init__(self, effort: Effort | None = None) -> None:
        self.effort = Effort(None) if effort is None else effort
        self.options: list[Options] = []
        self.pretension = TRIVIAL
        self.family = Family(TRIVIAL.monoid, TRIVIAL.portion, self.effort)

    def add(self, options: Iterable[tuple[int, ...]]) -> None:
        """One more position, by its options: each a tuple of positions added before, whose sum it is.

        Raises:
            RulesetError: an option holds a position that was not added before.
            BudgetError: the effort is spent; the solver is unchanged.
        """
        position = len(self.options)
        listed: dict[tuple[int, ...], None] = {}
        for option in options:
            self.effort.spend(1)
            listed[tuple(option)] = None
        given = tuple(listed)
        for option in given:
            if not all(is_whole(part) and 0 <= part < position for part in option):
                raise RulesetError(
                    f"position {position} may not become {brief(option)}: options are sums of earlier positions"
                )
        self.options.append(given)
        try:
            self._settle(position, given)
        except BaseException:
            del self.options[position:]
            raise

    def _settle(self, position: int, given: Options) -> None:
        if not given:
            self._know(position, 0)
            return
        mask = self.pretension.opened(given)
        self.effort.spend(self.pretension.monoid.order)
        candidates = self._candidates(mask)
        for element in candidates:
            if self.family.covers(element, mask):
                self._know(position, element)
                return
        for element in candidates:
            family = self.family.copy()
            if family.add([(element, mask, position)]) is None:
                self._know(position, element)
                self.family = family
                return
        self._expand(position)

    def _know(self, position: int, element: int) -> None:
        known = self.pretension
        elements = (*known.elements[:position], element)
        self.pretension = Pretension(known.monoid, known.generators, known.portion, elements)

    def _candidates(self, mask: Mask) -> list[int]:
        """The elements that a position with this set of options may have, judged by one more position."""
        monoid = self.pretension.monoid
        allowed = (1 << 8 * monoid.order) // 255  # every element
        shut = 0
        inside = mask.to_bytes(monoid.order, "little")
        if not inside[0]:
            allowed &= self.pretension.portion
        for element, sets in enumerate(self.family.sets):
            if inside[element]:
                shut |= self.pretension.row(element)
            else:
                for least in sets:
                    allowed &= least | self.pretension.row(element)
        return monoid.elements(allowed & ~shut)

    def _expand(self, position: int) -> None:
        """Find a monoid with an element for the new position: the quotient through it."""
        before = self.pretension
        free = {position: 3}
        indices = dict(free)
        table = Product(before, self.options, free, self.effort)
        while True:
            pretension = table.reduced()
            self.effort.spend(
                table.size * len(table.actions) + len(pretension.elements) * pretension.monoid.order // 16
            )
            found = self._prove(pretension)
            if isinstance(found, Family):
                self.pretension, self.family = pretension, found
                return
            table = self._separate(pretension, found, position, indices)

    def _separate(
        self, pretension: Pretension, failing: Sequence[int], position: int, indices: dict[int, int]
    ) -> Product:
        """A table that labels the failing sum correctly, with the fewest positions made free."""
        counts = Counter(failing)
        heaps = sorted(counts, key=lambda heap: (heap == position, heap))
        wanted = {heap: max(indices.get(heap, 0), counts[heap] - 1, 1) + 1 for heap in heaps}
        table = None
        for size in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, size):
                free = {heap: wanted[heap] for heap in chosen}
                table = Product(pretension, self.options, free, self.effort)
                if table.agrees(failing):
                    indices.update(free)
                    return table
        assert table is not None  # noqa: S101 - a failing sum has a position; this tells the type checker
        indices.update(wanted)
        return table

    def _prove(self, pretension: Pretension) -> Family | list[int]:
        """The invariant that proves a pretension for the positions so far, or a sum that refutes it."""
        atoms: dict[tuple[int, Mask], int] = {}
        for position, options in enumerate(self.options):
            if not options:
                continue
            element = pretension.elements[position]
            mask = pretension.opened(options)
            if clash := pretension.row(element) & mask:
                return self._clash(pretension, position, clash)
            atoms.setdefault((element, mask), position)
        family = Family(pretension.monoid, pretension.portion, self.effort)
        failing = family.add((element, mask, position) for (element, mask), position in atoms.items())
        return family if failing is None else failing

    def _clash(self, pretension: Pretension, position: int, clash: Mask) -> list[int]:
        """A sum in the P-portion with an option in it: the position and the word of an element of `clash`."""
        words = (pretension.monoid.words[element] for element in pretension.monoid.elements(clash))
        word = min(words, key=sum)
        others = [heap for heap, count in zip(pretension.generators, word, strict=True) for _ in range(count)]
        return sorted([*others, position])
