"""The automaton of the options of every heap on binary digits, which decides whether an arithmetic period lasts.

The unknowns q1, q2, … are whole numbers from 0. With weights w, starting values v and one multiplier m, the automaton
reads the digits of a pair (n, x) and accepts it if some unknowns satisfy

    n = carry + w1·q1 + w2·q2 + …        x = constant XOR (v1 + m·q1) XOR (v2 + m·q2) XOR …

A digit of every unknown is guessed at each step, and nothing but carries has to be remembered.

Suppose that G(n + p) = G(n) + s from heap e on. A heap is then one of the finitely many below e, or e + r + pq with a
residue r and any q, worth G(e + r) + sq. Dividing a heap is an addition of the q's and the value of the option a XOR
of multiples of them: both are read off binary digits from the lowest up, with nothing to remember but carries. So for
each way to choose the counters taken and the residues, a finite automaton that guesses the digits of the q's
accepts just the pairs (heap, value of an option). J. R. Büchi, Weak second-order arithmetic and finite automata (1960).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import lcm
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import Constraint, HeapCode
from cgt.core.concurrency import lazy_property

if TYPE_CHECKING:
    from cgt.core.repetition import Periodicity

NO_VALUE = -1
"""The value of an unknown that counts in the sum alone."""

Letter = tuple[int, int]
"""The next digit of the sum n, and the next digit of the XOR x."""


@attrs.frozen(cache_hash=True)
class Reading:
    """The state of the automaton between two digits.

    Attributes:
        carry: of the sum of the unknowns, into the next digit; below 0 while the sum still owes.
        constant: the higher digits of what is XORed besides the unknowns.
        unknowns: for each unknown q its weight in the sum, and the carry of v + multiplier·q, or `NO_VALUE`.
        apart: whether two unknowns have still to differ.
    """

    carry: int
    constant: int
    unknowns: tuple[tuple[int, int], ...]
    apart: bool = False

    @property
    def ordered(self) -> Reading:
        """The same reading with its unknowns sorted: they are interchangeable, which keeps readings few."""
        return attrs.evolve(self, unknowns=tuple(sorted(self.unknowns)))

    @property
    def is_spent(self) -> bool:
        """Whether only zeros remain to be read."""
        return not (self.carry or self.constant or self.apart or any(value > 0 for _, value in self.unknowns))


@attrs.frozen
class Branch:
    """The next digits of the unknowns, with the state after them, unsorted and sorted."""

    bits: tuple[int, ...]
    after: Reading
    ordered: Reading


@attrs.frozen
class HeapsLeft:
    """The heaps of an option, up to multiples of the period; the number of counters taken is still open.

    Attributes:
        total: the sum of their least sizes.
        low: the lowest digits of the option's value, which the unknowns do not change.
        reading: where the reading starts, but for the carry.
    """

    total: int
    low: int
    reading: Reading


class OptionAutomaton:
    """The automaton of the options of every heap from `first` on, for a code with a periodicity (see `first_heap`).

    `starts` are the starting points; a letter is a digit of (heap - first) // period and one of the value above its
    lowest `low_bits` digits.
    """

    def __init__(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int]) -> None:
        self.code = code
        # Heap 0 is no heap that is left, so that no place of the period may be the empty heap's.
        self.start = max(periodicity.preperiod, 1)
        self.period, self.saltus = periodicity.period, periodicity.saltus
        self.values = [periodicity.value(heap, values) for heap in range(self.start + self.period)]
        # A period changes no digit of a value below the lowest 1 of the saltus.
        steady = self.saltus & -self.saltus
        self.low_bits = steady.bit_length() - 1 if steady else max(self.values).bit_length()
        self.multiplier = self.saltus >> self.low_bits
        self.first = first_heap(code, periodicity)
        self.skipped = (self.first - self.start) // self.period
        self.branches, self.accepts = cache(self._branches), cache(self._accepts)
        self._steps, self._choices = cache(self._all_steps), cache(self._all_choices)

    def step(self, reading: Reading, letter: Letter) -> frozenset[Reading]:
        """The states that are possible after one more digit of each number."""
        return self._steps(reading).get(letter, frozenset())

    def _accepts(self, reading: Reading) -> bool:
        """Whether the digits may end here: only zeros follow, and the unknowns can end, too."""
        seen, waiting = {reading}, [reading]
        while waiting:
            current = waiting.pop()
            if current.is_spent:
                return True
            fresh = self.step(current, (0, 0)) - seen
            seen |= fresh
            waiting.extend(fresh)
        return False

    def _all_steps(self, reading: Reading) -> dict[Letter, frozenset[Reading]]:
        return {
            letter: frozenset(branch.ordered for branch in branches)
            for letter, branches in self.branches(reading).items()
        }

    def _branches(self, reading: Reading) -> dict[Letter, list[Branch]]:
        """The branches for each choice of the next digits of the unknowns, grouped by letter."""
        results: dict[Letter, list[Branch]] = {}
        for bits in product((0, 1), repeat=len(reading.unknowns)):
            letter, after = self._follow(reading, bits)
            results.setdefault(letter, []).append(Branch(bits, after, after.ordered))
        return results

    def _follow(self, reading: Reading, bits: tuple[int, ...]) -> tuple[Letter, Reading]:
        """The letter that these digits of the unknowns give, and the state after it."""
        total, value, unknowns = reading.carry, reading.constant, []
        for (weight, carry), bit in zip(reading.unknowns, bits, strict=True):
            total += weight * bit
            if carry == NO_VALUE:
                unknowns.append((weight, NO_VALUE))
            else:
                worth = carry + self.multiplier * bit
                value ^= worth & 1
                unknowns.append((weight, worth >> 1))
        # The two that have to differ both count in the XOR; one that counts in the sum alone is a third.
        both = (bit for (_, carry), bit in zip(reading.unknowns, bits, strict=True) if carry != NO_VALUE)
        apart = reading.apart and len(set(both)) < 2
        following = Reading(total >> 1, reading.constant >> 1, tuple(unknowns), apart)
        return (total & 1, value & 1), following

    def target(self, residue: int) -> tuple[int, int]:
        """The lowest digits of the value of the heaps at a place of the period, and the carry to the higher ones."""
        value = self.values[self.start + residue] + self.saltus * self.skipped
        return value & self.low_mask, value >> self.low_bits

    @lazy_property
    def starts(self) -> dict[tuple[int, int], frozenset[Reading]]:
        """The initial states of the options, by the heap's place in the period and the value's lowest digits."""
        starts: defaultdict[tuple[int, int], set[Reading]] = defaultdict(set)
        for taken, heaps, constraint, tail in self.moves():
            for choice in self._choices(heaps, constraint):
                if tail or choice.reading.unknowns:
                    residue, reading = self.place(choice, taken, tail=tail)
                    starts[residue, choice.low].add(reading.ordered)
        return {key: frozenset(readings) for key, readings in starts.items()}

    def moves(self) -> Iterator[tuple[int, int, Constraint, bool]]:
        """The moves: counters taken, heaps left and their constraint.

        Of an endless code only the digits that differ are read; `tail` means that any multiple of `span` may be added.
        """
        count = len(self.code.digits)
        for taken in range(count + (self.span if self.code.tail else 0)):
            for heaps, constraint in enumerate(self.code.digit(taken).allowed):
                if constraint is not None:
                    yield taken, heaps, constraint, taken >= count

    @property
    def span(self) -> int:
        """The number of counters after which both the period and the tail of the code repeat."""
        return lcm(self.period, len(self.code.tail) or 1)

    def place(self, choice: HeapsLeft, taken: int, *, tail: bool = False) -> tuple[int, Reading]:
        """The place in the period of the heap with this option, and the initial state."""
        over, residue = divmod(taken + choice.total - self.start, self.period)
        reading = choice.reading
        unknowns = reading.unknowns
        if tail:
            unknowns = (*unknowns, (self.span // self.period, NO_VALUE))
        return residue, Reading(over - self.skipped, reading.constant, unknowns, reading.apart)

    def heaps_left(self, blocks: Iterable[tuple[int, int]], *, apart: bool = False) -> HeapsLeft:
        """The heaps left in blocks of equal heaps, each block given by the least size and the number of its heaps."""
        total, low, constant, unknowns = 0, 0, 0, []
        for size, heaps in blocks:
            total += heaps * size
            value = self.values[size] if heaps % 2 else 0
            low ^= value & self.low_mask
            if size < self.start:
                constant ^= value >> self.low_bits
            else:
                unknowns.append((heaps, value >> self.low_bits if heaps % 2 else NO_VALUE))
        return HeapsLeft(total, low, Reading(0, constant, tuple(unknowns), apart))

    @property
    def sizes(self) -> range:
        """The least sizes of the heaps that may be left."""
        return range(1, self.start + self.period)

    def _all_choices(self, heaps: int, constraint: Constraint) -> frozenset[HeapsLeft]:
        if constraint is Constraint.EQUAL:
            return frozenset(self.heaps_left([(size, heaps)]) for size in self.sizes)
        if constraint is Constraint.DISTINCT:
            alike = (self.heaps_left([(a, 1), (a, 1)], apart=True) for a in self.sizes if a >= self.start)
            return frozenset(alike).union(self.heaps_left([(a, 1), (b, 1)]) for a, b in combinations(self.sizes, heaps))
        if heaps < 3:
            sizes = combinations_with_replacement(self.sizes, heaps)
            return frozenset(self.heaps_left([(size, 1) for size in chosen]) for chosen in sizes)
        results = set()
        # Many choices begin alike: each different beginning is continued once.
        for fewer, single in product(self._choices(heaps - 1, constraint), self._choices(1, constraint)):
            a, b = fewer.reading, single.reading
            reading = Reading(0, a.constant ^ b.constant, tuple(sorted((*a.unknowns, *b.unknowns))))
            results.add(HeapsLeft(fewer.total + single.total, fewer.low ^ single.low, reading))
        return frozenset(results)

    @property
    def draining(self) -> int:
        """The greatest number of digits after the last ones of heap and value until all carries are spent.

        The heap's own carry is spent by then. A value's is halved with each digit, after the multiplier is added or is
        not: so it never exceeds the greater of the multiplier and what it began with.
        """
        return max(max(self.values) >> self.low_bits, self.multiplier).bit_length()

    @property
    def low_mask(self) -> int:
        """The mask of a value's lowest digits, which one more period does not change."""
        return (1 << self.low_bits) - 1


def first_heap(code: HeapCode, periodicity: Periodicity) -> int:
    """The least heap n0 + jp from which on no option has all its heaps below n0, tails apart."""
    start = max(periodicity.preperiod, 1)
    greatest = max(code.most_parts or 0, 1) * (start - 1) + max(len(code.digits) - 1, 0)
    return start + periodicity.period * max(0, -(-(greatest + 1 - start) // periodicity.period))


LETTERS: tuple[Letter, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


@attrs.frozen
class _Moment:
    """A state of the decision: digits of a heap's number of periods and of a value w have been read.

    Attributes:
        readings: where the options of that heap and value may stand.
        carry: of the heap's own value, into its next digit.
        order: 1, 0 or -1 as w is greater than the heap's own value, equal or less by the digits read.
    """

    readings: frozenset[Reading]
    carry: int
    order: int


def breaking_heap(automaton: OptionAutomaton) -> int | None:
    """A heap at which the periodicity fails, or None when it holds for ever.

    Given that the heaps below `automaton.first` follow it. A heap follows it when its options' values are all that are
    less than the value it should have, and not that one. The automaton for the options, made deterministic, is run
    beside one that compares with that value, from every place of the period. If there is a place where they end
    wrongly, the digits that lead there tell the heap; the period fails there or before.
    """
    first: dict[_Moment, tuple[int, int]] = {}
    for residue, low in product(range(automaton.period), range(1 << automaton.low_bits)):
        own, carry = automaton.target(residue)
        readings = automaton.starts.get((residue, low), frozenset())
        first.setdefault(_Moment(readings, carry, (low > own) - (low < own)), (residue, 0))
    seen, level, place = dict(first), dict(first), 1
    while level:
        deeper: dict[_Moment, tuple[int, int]] = {}
        for moment, (residue, periods) in level.items():
            if not _ends_well(automaton, moment):
                return automaton.first + residue + automaton.period * periods
            for (digit, _), following in _next(automaton, moment):
                if following not in seen:
                    seen[following] = deeper[following] = residue, periods + digit * place
        level, place = deeper, 2 * place
    return None


def _next(automaton: OptionAutomaton, moment: _Moment) -> Iterator[tuple[Letter, _Moment]]:
    for letter in LETTERS:
        readings = frozenset().union(*(automaton.step(reading, letter) for reading in moment.readings))
        worth = moment.carry + automaton.multiplier * letter[0]
        order = letter[1] - (worth & 1) or moment.order
        yield letter, _Moment(readings, worth >> 1, order)


def _ends_well(automaton: OptionAutomaton, moment: _Moment) -> bool:
    """Whether the state satisfies the mex rule: smaller values are options' values, and the heap's own is not."""
    order = -1 if moment.carry else moment.order
    return order > 0 or (order < 0) == any(map(automaton.accepts, moment.readings))
