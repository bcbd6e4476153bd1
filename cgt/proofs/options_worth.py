"""The options of one heap, of any size, that have a given nim-value: counted and listed digit by digit.

A heap of 10^30 may have 10^58 options. The automaton of `cgt.proofs.option_automaton` is led along the binary digits of
this heap and this value: how many ways there are to finish is a sum over what it may remember, and a walk that only
takes steps from which it can finish meets the options one by one, without a search in vain.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import groupby, product
from math import factorial, prod
from typing import TYPE_CHECKING

import attrs

from cgt.codes.digit import Constraint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.proofs.carries import Branch, Letter, Reading
    from cgt.proofs.option_automaton import OptionAutomaton


Blocks = tuple[tuple[int, int], ...]
"""Equal heaps together: for each block the least size of its heaps, and their number."""

ORDERS = factorial(4)
CYCLES: dict[int, list[tuple[tuple[int, ...], int]]] = {
    1: [((1,), 1)],
    2: [((1, 1), 2), ((2,), 2)],
    3: [((1, 1, 1), 6), ((2, 1), 2), ((3,), 3)],
    4: [((1, 1, 1, 1), 24), ((2, 1, 1), 4), ((2, 2), 8), ((3, 1), 3), ((4,), 4)],
}
"""The lengths of a permutation's cycles, and how many permutations leave such a one as it is."""


@attrs.frozen
class _Way:
    """One way to choose an option's heaps up to multiples of the period."""

    taken: int
    sizes: tuple[int, ...]
    constraint: Constraint
    tail: bool


class OptionsWorth:
    """The options of `heap`, at least `automaton.first`, of nim-value `value`.

    >>> from cgt.codes.code import HeapCode
    >>> from cgt.proofs.option_automaton import OptionAutomaton
    >>> from cgt.proofs.period import period_of_code
    >>> found = period_of_code(HeapCode.parse("0.3F"))
    >>> worth = OptionsWorth(OptionAutomaton(HeapCode.parse("0.3F"), found.periodicity, found.values), 10**9, 0)
    >>> worth.count(), next(worth.options())
    (443111, (499999999, 499999999))
    """

    def __init__(self, automaton: OptionAutomaton, heap: int, value: int) -> None:
        self.automaton = automaton
        periods, self.residue = divmod(heap - automaton.first, automaton.period)
        self.low, high = value & automaton.low_mask, value >> automaton.low_bits
        digits = max((periods + automaton.skipped + 1).bit_length(), high.bit_length()) + automaton.draining
        self.letters = [(periods >> digit & 1, high >> digit & 1) for digit in range(digits)]

    def count(self) -> int:
        """How many there are; O(log heap) steps, apart from the ways to choose residues."""
        weights: defaultdict[Reading, int] = defaultdict(int)
        for way in self.ways:
            for blocks, apart, symmetries in _unordered(way, self.automaton.start):
                weights[self._reading(way, blocks, apart).ordered] += ORDERS // symmetries
        for letter in self.letters:
            following: defaultdict[Reading, int] = defaultdict(int)
            for reading, weight in weights.items():
                for branch in self._branches(reading, letter):
                    following[branch.ordered] += weight
            weights = following
        return sum(weight for reading, weight in weights.items() if reading.is_spent) // ORDERS

    def options(self) -> Iterator[tuple[int, ...]]:
        """All of them, lazily: fewest counters taken first, each option ascending."""
        for way in self.ways:
            for heaps in self._walk(way):
                yield tuple(sorted(heaps))

    @cached_property
    def ways(self) -> list[_Way]:
        """The choices of residues that fit the heap and the lowest digits of the value."""
        return [
            _Way(taken, sizes, constraint, tail)
            for taken, heaps, constraint, tail in self.automaton.moves()
            for sizes in self._sizes(taken, heaps, constraint)
            if tail or any(size >= self.automaton.start for size in sizes)
        ]

    def _sizes(self, taken: int, heaps: int, constraint: Constraint) -> Iterator[tuple[int, ...]]:
        automaton = self.automaton
        if constraint is Constraint.EQUAL:
            chosen: Iterator[tuple[int, ...]] = ((size,) * heaps for size in automaton.sizes)
        else:
            chosen = self._ascending(taken, heaps, 1)
        for sizes in chosen:
            low = 0
            for size in sizes:
                low ^= automaton.values[size]
            alike = constraint is Constraint.DISTINCT and sizes[0] == sizes[-1] < automaton.start
            fits = (taken + sum(sizes) - automaton.start) % automaton.period == self.residue
            if fits and not alike and low & automaton.low_mask == self.low:
                yield sizes

    def _ascending(self, taken: int, heaps: int, least: int) -> Iterator[tuple[int, ...]]:
        """Sizes in ascending order; the last is one of the few that can fit."""
        automaton = self.automaton
        if heaps == 0:
            yield ()
        elif heaps == 1:
            yield from ((size,) for size in range(least, automaton.start))
            last = automaton.start + (self.residue - taken) % automaton.period
            if last >= least:
                yield (last,)
        else:
            for first in range(least, automaton.sizes.stop):
                for others in self._ascending(taken + first, heaps - 1, first):
                    yield (first, *others)

    def _reading(self, way: _Way, blocks: Blocks, apart: bool) -> Reading:
        return self.automaton.place(self.automaton.choose(blocks, apart=apart), way.taken, tail=way.tail)[1]

    def _branches(self, reading: Reading, letter: Letter) -> Sequence[Branch]:
        return self.automaton.branches(reading).get(letter, ())

    @cached_property
    def _open(self) -> list[set[Reading]]:
        """For each digit, what may be remembered before it so that the walk can still be finished."""
        levels = [{self._reading(way, *_in_order(way, self.automaton.start)).ordered for way in self.ways}]
        for letter in self.letters:
            levels.append(set().union(*(self.automaton.step(reading, letter) for reading in levels[-1])))
        levels[-1] = {reading for reading in levels[-1] if reading.is_spent}
        for digit, letter in reversed(list(enumerate(self.letters))):
            after = levels[digit + 1]
            levels[digit] = {
                reading for reading in levels[digit] if not after.isdisjoint(self.automaton.step(reading, letter))
            }
        return levels

    def _walk(self, way: _Way) -> Iterator[tuple[int, ...]]:
        blocks, apart = _in_order(way, self.automaton.start)
        reading = self._reading(way, blocks, apart)
        if reading.ordered not in self._open[0]:
            return
        waiting = [(0, reading, (0,) * len(reading.unknowns))]
        while waiting:
            digit, reading, periods = waiting.pop()
            if digit == len(self.letters):
                heaps = self._heaps(blocks, periods)
                if heaps is not None:
                    yield heaps
                continue
            for branch in self._branches(reading, self.letters[digit]):
                if branch.ordered in self._open[digit + 1]:
                    further = tuple(known | bit << digit for known, bit in zip(periods, branch.bits, strict=True))
                    waiting.append((digit + 1, branch.after, further))

    def _heaps(self, blocks: Blocks, periods: tuple[int, ...]) -> tuple[int, ...] | None:
        """The heaps of so many periods; None when this is another order of heaps that are alike."""
        heaps: list[int] = []
        turns = iter(periods)
        last = (0, 0)
        for size, number in blocks:
            turn = next(turns) if size >= self.automaton.start else 0
            if last > (size, turn):
                return None
            last = (size, turn)
            heaps += [size + turn * self.automaton.period] * number
        return tuple(heaps)


def _in_order(way: _Way, start: int) -> tuple[Blocks, bool]:
    """The heaps one by one, all equal ones together where the rule demands it, and whether two have to differ."""
    if way.constraint is Constraint.EQUAL:
        return ((way.sizes[0], len(way.sizes)),), False
    apart = way.constraint is Constraint.DISTINCT and way.sizes[0] == way.sizes[-1] >= start
    return tuple((size, 1) for size in way.sizes), apart


def _unordered(way: _Way, start: int) -> Iterator[tuple[Blocks, bool, int]]:
    """Blocks whose solutions, each divided by its number of symmetries, make the number of options (Burnside)."""
    blocks, apart = _in_order(way, start)
    if way.constraint is Constraint.EQUAL or apart:
        yield blocks, apart, 2 if apart else 1
        return
    groups = [(size, len(list(alike))) for size, alike in groupby(way.sizes)]
    cycles = [CYCLES[number] if size >= start else [((1,) * number, 1)] for size, number in groups]
    for chosen in product(*cycles):
        together = tuple(
            (size, length) for (size, _), (lengths, _) in zip(groups, chosen, strict=True) for length in lengths
        )
        yield together, False, prod(symmetries for _, symmetries in chosen)
