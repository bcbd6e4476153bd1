"""The solver for misère quotients, position by position, each step proved before the next.

The algorithm: a new position is given an element of the monoid that is there, when that can be proved right; else the
monoid is enlarged, and sums that refute it say which positions it has to keep apart. What is proved is Theorem 1 of
`cgt.theory.quotient_certificate`, after T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games",
J. Combin. Theory A 115 (2008) 593-622.

To enlarge it, some positions are made free: their multiples are kept apart up to an index, and repeat with period 2
from there. Which states are P-positions is then read off the least word of each, and states that nothing tells apart
are merged. This guess is not trusted: `Solver` proves it, or refutes it by a sum.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import combinations
from math import prod
from operator import or_
from typing import Any

import attrs

from cgt.core.language import _
from cgt.core.numbers import format_value, is_whole
from cgt.core.progress import Effort
from cgt.errors import RulesetError
from cgt.theory.monoid import BYTE, LARGE, Mask, Monoid, Row, composed, merged, repeated, walk

OPTION_WORK, POSITION_WORK = 6, 32
"""The units of work that an option takes, to be made and read, and a position besides its options and its monoid."""

Atom = tuple[int, "Mask"]
"""One position with options: its element x, and its set E."""


class Family:
    """The invariant by which every N-sum has a move to a P-sum, closed under adding any position.

    For a sum X write E(X) for the set of elements y such that some option of X, together with y, lies in the P-portion.
    Then E(X + h) is the union of E(X) pulled back along h and E(h) pulled back along X, and X has an option in the
    P-portion exactly when E(X) holds the identity. The family keeps, for every element x, the least of the sets E(X) of
    the sums X of the atoms given so far that come to x. It is small, which makes both proving and checking cheap.

    Attributes:
        monoid: the monoid.
        portion: the P-portion, as a set of its elements.
        sets: for each element the least sets E of the sums that come to it; none is part of another.
    """

    def __init__(self, monoid: Monoid, portion: Mask, effort: Effort) -> None:
        self.monoid = monoid
        self.portion = portion
        self.sets: list[list[Mask]] = [[] for _ in range(monoid.order)]
        self._effort = effort
        self._outside = [not there for there in portion.to_bytes(monoid.order, "little")]
        self._atoms: dict[Atom, int] = {}
        self._active: dict[Atom, None] = {}
        self._pulled: dict[Mask, dict[int, Mask]] = {}
        self._made_by: dict[Atom, tuple[Atom | None, int]] = {}
        self._stacked: tuple[tuple[Atom, ...], Any, Any, Any] = ((), None, None, None)

    def covers(self, element: int, mask: Mask) -> bool:
        """Whether the family holds, for that element, a subset of the set given as a mask."""
        return any(known | mask == mask for known in self.sets[element])

    def copy(self) -> Family:
        """A copy, which can grow by itself."""
        other = Family(self.monoid, self.portion, self._effort)
        other.sets = [list(sets) for sets in self.sets]
        other._atoms, other._active, other._made_by = dict(self._atoms), dict(self._active), dict(self._made_by)
        other._pulled = self._pulled  # true of the monoid, whatever the family
        return other

    def add(self, atoms: Iterable[tuple[int, Mask, int]]) -> list[int] | None:
        """Close the family under further atoms, each an element, a set and the number of its position.

        Returns the positions of a sum outside the P-portion of which no option lies in it, or None if there is none.

        Raises:
            BudgetError: the effort is spent.
        """
        fresh: list[Atom] = []
        for element, mask, position in atoms:
            if (element, mask) not in self._atoms:
                self._atoms[element, mask] = position
                fresh.append((element, mask))
        fresh = [atom for atom in fresh if self._keep(atom)]
        for element, mask in fresh:
            self._active[element, mask] = None
            self._pulled.setdefault(mask, {})
        waiting: deque[Atom] = deque()
        old = [(element, mask) for element, masks in enumerate(self.sets) for mask in masks]
        for atom in fresh:
            if not self._enter(atom, None, self._atoms[atom], waiting):
                return self._sum(atom)
        for made in old:
            if (failing := self._extend(made, tuple(fresh), waiting)) is not None:
                return self._sum(failing)
        everything = tuple(self._active)
        while waiting:
            made = waiting.popleft()
            if made[1] in self.sets[made[0]] and (failing := self._extend(made, everything, waiting)) is not None:
                return self._sum(failing)
        return None

    def _keep(self, atom: Atom) -> bool:
        """Add an atom, unless it contains the set of another, which implies it; return whether it was added."""
        element, mask = atom
        if any(other[0] == element and other[1] != mask and other[1] | mask == mask for other in self._atoms):
            del self._atoms[atom]
            return False
        for other in [other for other in self._active if other[0] == element and other[1] | mask == other[1]]:
            del self._atoms[other], self._active[other]
        return True

    def _extend(self, made: Atom, atoms: tuple[Atom, ...], waiting: deque[Atom]) -> Atom | None:
        """Add each atom to a sum; return the sum that fails, if one does."""
        element = made[0]
        factors = len({factor for factor, _ in atoms})
        missing = [opened for opened in {opened for _, opened in atoms} if element not in self._pulled[opened]]
        self._effort.spend(factors + (factors + len(missing)) * (1 + self.monoid.order // 200))
        sums = self._by_arrays if self.monoid.order > BYTE else self._by_bytes
        for atom, further in zip(atoms, sums(made, atoms, missing), strict=True):
            target, mask = further
            # The first step of `_enter`, too; most sets end here.
            for least in self.sets[target]:
                if least | mask == mask:
                    break
            else:
                if not self._enter(further, made, self._atoms[atom], waiting):
                    return further
        return None

    def _by_bytes(self, made: Atom, atoms: tuple[Atom, ...], missing: Iterable[Mask]) -> Iterator[Atom]:
        """The element and the set of a sum with each of these atoms, by bytes."""
        element, mask = made
        monoid = self.monoid
        for opened in missing:
            self._pulled[opened][element] = monoid.pull(element, opened)
        pulled = {factor: monoid.pull(factor, mask) for factor in {factor for factor, _ in atoms}}
        row = monoid.row(element)
        return ((int(row[factor]), pulled[factor] | self._pulled[opened][element]) for factor, opened in atoms)

    def _by_arrays(self, made: Atom, atoms: tuple[Atom, ...], missing: Iterable[Mask]) -> Iterator[Atom]:
        """The element and the set of a sum with each of these atoms, by arrays, for a large monoid."""
        try:
            import numpy as np
        except ImportError:
            return self._by_bytes(made, atoms, missing)
        element, mask = made
        monoid, order = self.monoid, self.monoid.order
        for opened in missing:
            self._pulled[opened][element] = 0  # counted; it is pulled with all the others below
        if self._stacked[0] is not atoms:
            factors = np.array([factor for factor, _ in atoms])
            rows = np.stack([np.asarray(monoid.row(factor)) for factor, _ in atoms])
            joined = b"".join(opened.to_bytes(order, "little") for _, opened in atoms)
            self._stacked = (atoms, factors, rows, np.frombuffer(joined, np.uint8).reshape(len(atoms), order))
        _atoms, factors, rows, stack = self._stacked
        row = np.asarray(monoid.row(element))
        there = np.frombuffer(mask.to_bytes(order, "little"), np.uint8)
        sets = (there.take(rows) | stack.take(row, axis=1)).tobytes()
        masks = (int.from_bytes(sets[start : start + order], "little") for start in range(0, len(sets), order))
        return zip(row[factors].tolist(), masks, strict=True)

    def _enter(self, made: Atom, before: Atom | None, position: int, waiting: deque[Atom]) -> bool:
        """Record the set of a sum unless a smaller one is there; return whether the sum is right."""
        element, mask = made
        known = self.sets[element]
        if any(least | mask == mask for least in known):
            return True
        self._made_by[made] = (before, position)
        if self._outside[element] and not mask & 1:
            return False
        self.sets[element] = [least for least in known if least | mask != least]
        self.sets[element].append(mask)
        waiting.append(made)
        return True

    def _sum(self, made: Atom | None) -> list[int]:
        """The positions of the sum from which a set was built."""
        positions = []
        while made is not None:
            made, position = self._made_by[made]
            positions.append(position)
        return sorted(positions)


def labels_of(actions: Sequence[Sequence[int]], reached: Sequence[Sequence[int]]) -> bytearray:
    """The labels of the states: 1 where the least word is a P-position, with options and none of them a P-position.

    Options are taken at the least word of a state, from which all of them come earlier in the order of words. In arrays
    where there are many states and numpy is there; the answers are the same.

    Args:
        actions: what each generator does to every state; they commute, and reach every state from 0, the empty sum.
        reached: the states of each generator's options.

    >>> list(labels_of([[1, 2, 1]], [[0]]))  # a, with a³ = a, and a heap of one counter
    [0, 1, 0]
    """
    if len(actions) * len(actions[0]) > LARGE:
        with suppress(ImportError):  # numpy is not there
            return _by_arrays(actions, reached)
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
    """The labels by arrays, with one more state for words that lack a generator."""
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

    def row(state: int) -> Any:  # noqa: ANN401 - an array, and numpy must not be loaded for a type
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
"""The options of a position: each a tuple of earlier positions, whose sum it is."""

PERIOD = 2


@attrs.frozen(eq=False)
class CandidateQuotient:
    """A candidate quotient: a monoid, a P-portion and an element for each position.

    Attributes:
        monoid: the monoid.
        generators: the position that each generator of the monoid is; ascending.
        portion: the P-portion, as a set of elements.
        elements: the element of each position, by the position's number.
    """

    monoid: Monoid
    generators: tuple[int, ...]
    portion: int
    elements: list[int]
    _rows: dict[int, Mask] = attrs.field(init=False, repr=False, factory=dict)

    def word_of(self, position: int) -> dict[int, int]:
        """The element of a position as a product of generators, named by their positions."""
        word = self.monoid.words[self.elements[position]]
        return {generator: count for generator, count in zip(self.generators, word, strict=True) if count}

    def row(self, element: int) -> Mask:
        """The elements whose product with this one is in the P-portion."""
        rows = self._rows
        if element not in rows:
            rows[element] = self.monoid.pull(element, self.portion)
        return rows[element]

    def reached(self, options: Iterable[tuple[int, ...]]) -> set[int]:
        """The elements of these options, each a product of its parts' elements."""
        rows: dict[int, Row] = {}
        elements, result = self.elements, set()
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
            result.add(element)
        return result

    def opened(self, options: Iterable[tuple[int, ...]]) -> Mask:
        """The elements whose product with one of these options is in the P-portion."""
        return reduce(or_, map(self.row, self.reached(options)), 0)


class Product:
    """The product of a part of a monoid with a cycle for each free position, and its P-positions.

    States are numbers, the empty sum 0. `free` gives each free position its index, the least multiple that comes back.
    """

    def __init__(
        self, before: CandidateQuotient, options: Sequence[Options], free: Mapping[int, int], effort: Effort
    ) -> None:
        self.options = options
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
        reached = [sorted(set(map(self.state, options[position]))) for position in self.generators]
        effort.spend(sum(map(len, reached)) * self.size // 16)
        self.labels = labels_of(self.actions, reached)

    def state(self, positions: Iterable[int]) -> int:
        """The state of a sum."""
        state = 0
        for position in positions:
            for generator, count in self._words[position].items():
                for _turn in range(count):
                    state = int(self._acting[generator][state])
        return state

    def agrees(self, positions: Sequence[int]) -> bool:
        """Whether the label of this sum agrees with the labels of its options."""
        wins = False
        for place, position in enumerate(positions):
            rest = (*positions[:place], *positions[place + 1 :])
            wins = wins or any(self.labels[self.state((*rest, *option))] for option in self.options[position])
        return bool(self.labels[self.state(positions)]) != wins

    def reduced(self) -> CandidateQuotient:
        """The quotient: states merged that no sum separates, without generators that others express."""
        classes = merged(self.labels, self.actions)
        count = max(classes) + 1
        first = [0] * count
        for state in range(self.size - 1, -1, -1):
            first[classes[state]] = state
        actions = [list(map(classes.__getitem__, composed(action, first))) for action in self.actions]
        kept = sorted({generator for generator, _ in walk(actions, classes[0])[1][1:]})
        monoid, numbers = Monoid.spanned([actions[place] for place in kept], classes[0])
        number_of = dict(zip(numbers, range(count), strict=True))
        elements = [
            number_of[classes[self.state((position,))]] if options else 0
            for position, options in enumerate(self.options)
        ]
        portion = monoid.mask(number_of[number] for number in range(count) if self.labels[first[number]])
        return CandidateQuotient(monoid, tuple(self.generators[place] for place in kept), portion, elements)


class Solver:
    """The misère quotient of the positions added so far, numbered from 0 as they come.

    Attributes:
        options: the options of each position.
        candidate: the monoid, its P-portion, and the element of each position.
        family: the invariant that proves it.

    Args:
        effort: the work that may be done, about a microsecond a unit; None for no limit.

    >>> solver = Solver()
    >>> for heap in range(4):  # nim
    ...     solver.add([(left,) for left in range(heap)])
    >>> solver.candidate.monoid.order, solver.candidate.elements
    (6, [0, 1, 2, 3])
    """

    def __init__(self, effort: int | None = None) -> None:
        self.effort = Effort(effort, _("more than {limit} units of work would be needed"))
        self.options: list[Options] = []
        self.candidate = CandidateQuotient(Monoid((), ((),)), (), 0, [])
        self.family = Family(self.candidate.monoid, 0, self.effort)

    def add(self, options: Iterable[tuple[int, ...]]) -> None:
        """Add a position, given by its options: each a tuple of earlier positions, whose sum it is.

        Raises:
            RulesetError: an option holds a position that was not added before.
            BudgetError: the effort is spent; the solver is unchanged.
        """
        position = len(self.options)
        listed: dict[tuple[int, ...], None] = {}
        for option in options:
            self.effort.spend(OPTION_WORK)
            listed[tuple(option)] = None
        given = tuple(listed)
        for option in given:
            if not all(is_whole(part) and 0 <= part < position for part in option):
                raise RulesetError(
                    f"position {position} may not become {format_value(option)}: options are sums of earlier positions"
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
        mask = self.candidate.opened(given)
        self.effort.spend(POSITION_WORK + self.candidate.monoid.order)
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
        self.candidate.elements[position:] = [element]

    def _candidates(self, mask: Mask) -> list[int]:
        """The candidate elements of a position, given the mask that `CandidateQuotient.opened` makes of its options."""
        monoid = self.candidate.monoid
        allowed = (1 << 8 * monoid.order) // 255  # every element
        shut = 0
        inside = mask.to_bytes(monoid.order, "little")
        if not inside[0]:
            allowed &= self.candidate.portion
        for element, sets in enumerate(self.family.sets):
            if inside[element]:
                shut |= self.candidate.row(element)
            else:
                for least in sets:
                    allowed &= least | self.candidate.row(element)
        return monoid.elements(allowed & ~shut)

    def _expand(self, position: int) -> None:
        """Extend the quotient by a generator for the new position."""
        before = self.candidate
        free = {position: 3}
        indices = dict(free)
        table = Product(before, self.options, free, self.effort)
        while True:
            candidate = table.reduced()
            self.effort.spend(table.size * len(table.actions) + len(candidate.elements) * candidate.monoid.order // 16)
            proved = self._prove(candidate)
            if isinstance(proved, Family):
                self.candidate, self.family = candidate, proved
                return
            table = self._separate(candidate, proved, position, indices)

    def _separate(
        self, candidate: CandidateQuotient, failing: Sequence[int], position: int, indices: dict[int, int]
    ) -> Product:
        """A product that labels the failing sum correctly, with the fewest positions made free."""
        counts = Counter(failing)
        heaps = sorted(counts, key=lambda heap: (heap == position, heap))
        wanted = {heap: max(indices.get(heap, 0), counts[heap] - 1, 1) + 1 for heap in heaps}
        table = None
        for size in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, size):
                free = {heap: wanted[heap] for heap in chosen}
                table = Product(candidate, self.options, free, self.effort)
                if table.agrees(failing):
                    indices.update(free)
                    return table
        assert table is not None  # noqa: S101 - a failing sum has a position; this tells the type checker
        indices.update(wanted)
        return table

    def _prove(self, candidate: CandidateQuotient) -> Family | list[int]:
        """The invariant that proves a candidate quotient for the positions so far, or a sum that refutes it."""
        atoms: dict[tuple[int, Mask], int] = {}
        for position, options in enumerate(self.options):
            if not options:
                continue
            element = candidate.elements[position]
            mask = candidate.opened(options)
            if clash := candidate.row(element) & mask:
                return self._clash(candidate, position, clash)
            atoms.setdefault((element, mask), position)
        family = Family(candidate.monoid, candidate.portion, self.effort)
        failing = family.add((element, mask, position) for (element, mask), position in atoms.items())
        return family if failing is None else failing

    def _clash(self, candidate: CandidateQuotient, position: int, clash: Mask) -> list[int]:
        """A P-sum with an option that is a P-sum: the position, and the word of an element of `clash`."""
        words = (candidate.monoid.words[element] for element in candidate.monoid.elements(clash))
        word = min(words, key=sum)
        others = [heap for heap, count in zip(candidate.generators, word, strict=True) for _ in range(count)]
        return sorted([*others, position])
