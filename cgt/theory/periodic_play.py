"""Playing with a certificate: nim-values and winning moves in heaps of any size, found by residues, never by lists.

A heap of 10^30 may have 10^58 options. The automaton of `cgt.theory.option_automaton` is led along the binary digits of
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
from more_itertools import ilen

from cgt.core.digit import Constraint, partitions
from cgt.core.nimber import nim_sum
from cgt.theory.option_automaton import OptionAutomaton
from cgt.theory.theorems import BinaryAutomaton

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.core.digit import Digit
    from cgt.theory.option_automaton import Branch, Letter, Reading
    from cgt.theory.period_certificate import PeriodCertificate

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

    >>> from cgt.core.code import HeapCode
    >>> from cgt.theory.option_automaton import OptionAutomaton
    >>> from cgt.theory.period import period_of_code
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


class PeriodicPlay:
    """The options of given nim-value of any heap of a game with a certificate.

    `options_to(heap, value)` gives them lazily, fewest counters taken first; `count_to(heap, value)` their number. With
    a plain period, taking and dividing in two goes by residues, in the order of `HeapCode.options`. With a saltus, an
    endless code or three heaps and more it goes by binary digits (see `options_worth`), in no promised order.
    Where the period is too long for that, three heaps are found lazily, but would have to be counted one by one.

    >>> from cgt.core.code import HeapCode
    >>> from cgt.theory.period import period_of_code
    >>> play = PeriodicPlay(period_of_code(HeapCode.parse("0.77")).certificate)
    >>> play.count_to(10**30, 0), next(play.options_to(10**30, 0))
    (83333333333333333333333333338, (1, 999999999999999999999999999997))
    """

    def __init__(self, certificate: PeriodCertificate) -> None:
        self.certificate = certificate
        self.code = certificate.code
        self.periodicity = certificate.periodicity

    def value(self, heap: int) -> int:
        """The nim-value of a heap."""
        return self.certificate.nim_value(heap)

    def options_to(self, heap: int, value: int) -> Iterator[tuple[int, ...]]:
        """The options of `heap` with that nim-value."""
        if self._automaton is not None:
            if heap >= self._automaton.first:
                yield from OptionsWorth(self._automaton, heap, value).options()
            else:
                yield from (option for option in self.code.options(heap) if self._worth(option) == value)
            return
        if self.code.tail:
            yield from ((left,) if left else () for left in reversed(self._heaps_worth(heap, value)))
            return
        for taken, digit in self._digits(heap):
            rest = heap - taken
            for heaps in range(rest + 1 if digit.more else min(rest + 1, len(digit.allowed))):
                constraint = digit.constraint(heaps)
                if constraint is not None:
                    yield from self._divisions(rest, heaps, constraint, value)

    def count_to(self, heap: int, value: int) -> int | None:
        """How many options of `heap` have that nim-value; None where only counting them one by one would tell."""
        if self._automaton is not None:
            if heap >= self._automaton.first:
                return OptionsWorth(self._automaton, heap, value).count()
            return ilen(self.options_to(heap, value))
        if self.code.tail:
            return len(self._heaps_worth(heap, value))
        total = 0
        for taken, digit in self._digits(heap):
            rest = heap - taken
            if digit.most is None or min(digit.most, rest) > 2:
                return None
            for heaps in range(min(rest + 1, len(digit.allowed))):
                constraint = digit.constraint(heaps)
                if constraint is None:
                    continue
                if heaps == 2 and constraint is not Constraint.EQUAL:
                    total += self._count_pairs(rest, constraint, value)
                else:
                    total += ilen(self._divisions(rest, heaps, constraint, value))
        return total

    @cached_property
    def _automaton(self) -> OptionAutomaton | None:
        """The automaton for the options, where residues alone do not find them."""
        plain = self.periodicity.saltus == 0 and not self.code.tail and (self.code.most_parts or 0) < 3
        theorem = BinaryAutomaton()
        few = self.code.is_taking and self.periodicity.saltus > 0
        if plain or few or not theorem.covers(self.code):
            return None
        if not theorem.affordable(self.code, self.periodicity):
            return None
        return OptionAutomaton(self.code, self.periodicity, self.certificate.values)

    def _digits(self, heap: int) -> Iterator[tuple[int, Digit]]:
        return ((taken, digit) for taken, digit in enumerate(self.code.digits[: heap + 1]) if digit)

    def _heaps_worth(self, heap: int, value: int) -> list[int]:
        """The heaps worth `value` that taking from `heap` can leave, ascending, under a code that only takes.

        The saltus is above 0, so they are few: one a place of the period, and those before it.
        """
        found, known = self.periodicity, self.certificate.values
        heaps = [left for left in range(min(found.preperiod, heap)) if known[left] == value]
        for source in range(found.preperiod, found.preperiod + found.period):
            turns, off = divmod(value - known[source], found.saltus)
            if turns >= 0 and not off and source + turns * found.period < heap:
                heaps.append(source + turns * found.period)
        allowed = (left for left in heaps if self.code.digit(heap - left).constraint(1 if left else 0) is not None)
        return sorted(allowed)

    def _divisions(
        self, rest: int, heaps: int, constraint: Constraint, value: int, least: int = 1
    ) -> Iterator[tuple[int, ...]]:
        if heaps < 2 or constraint is Constraint.EQUAL:
            yield from (part for part in partitions(rest, heaps, constraint) if self._worth(part) == value)
        elif heaps == 2:
            yield from ((first, rest - first) for first in self._firsts(rest, constraint, value, least))
        elif constraint is Constraint.ANY:
            for first in range(least, rest // heaps + 1):
                for others in self._divisions(rest - first, heaps - 1, constraint, value ^ self.value(first), first):
                    yield (first, *others)
        else:
            yield from (part for part in partitions(rest, heaps, constraint) if self._worth(part) == value)

    def _worth(self, heaps: tuple[int, ...]) -> int:
        return nim_sum(*map(self.value, heaps))

    def _firsts(self, rest: int, constraint: Constraint, value: int, least: int) -> Iterator[int]:
        """The lesser heaps of the pairs, ascending: tried one by one before the period, by residues after."""
        half, start = (rest - (constraint is not Constraint.ANY)) // 2, self.periodicity.preperiod
        yield from (a for a in range(least, min(start, half + 1)) if self.value(a) ^ self.value(rest - a) == value)
        block = max(start, least)
        period = self.periodicity.period
        if block <= half:
            good = self._good(rest, value, block)
            while good and block <= half:
                yield from (block + offset for offset in good if block + offset <= half)
                block += period

    def _count_pairs(self, rest: int, constraint: Constraint, value: int) -> int:
        half, start = (rest - (constraint is not Constraint.ANY)) // 2, max(self.periodicity.preperiod, 1)
        if half < start:
            return ilen(self._firsts(rest, constraint, value, 1))
        early = sum(1 for a in range(1, start) if self.value(a) ^ self.value(rest - a) == value)
        period = self.periodicity.period
        late = (half - start - offset for offset in self._good(rest, value, start))
        return early + sum(room // period + 1 for room in late if room >= 0)

    def _good(self, rest: int, value: int, start: int) -> list[int]:
        """The offsets from `start`, within a period, of lesser heaps that make a pair of that value.

        Both heaps are in the period, since the greater is no smaller: every later period has the same offsets.
        """
        return [
            offset
            for offset in range(self.periodicity.period)
            if rest - start - offset >= self.periodicity.preperiod
            and self.value(start + offset) ^ self.value(rest - start - offset) == value
        ]
