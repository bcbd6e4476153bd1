"""Winning moves in heaps of any size, found by residues without lists.

A proved period tells a heap's nim-value, or its element in a misère quotient.

A heap of 10^30 may have 10^58 options. The automaton of `cgt.theory.option_automaton` is led along the binary digits of
this heap and this value: how many ways there are to finish is a sum over what it may remember, and a walk that only
takes steps from which it can finish meets the options one by one, without a search in vain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby, pairwise, product
from math import comb, factorial, lcm, prod
from operator import xor
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import Constraint, HeapCode, partitions
from cgt.core.concurrency import lazy_property
from cgt.core.lazy_moves import in_order
from cgt.core.nimber import nim_sum
from cgt.theory.theorems import BinaryAutomaton, reference_of

if TYPE_CHECKING:
    from cgt.core.repetition import Periodicity
    from cgt.theory.monoid import Monoid
    from cgt.theory.option_automaton import Branch, Letter, OptionAutomaton, Reading
    from cgt.theory.settled import SettledGame

Heaps = tuple[int, ...]

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
    """A choice of an option's heaps up to multiples of the period."""

    taken: int
    sizes: tuple[int, ...]
    constraint: Constraint
    tail: bool


class OptionsWorth:
    """The options of `heap`, at least `automaton.first`, with nim-value `value`.

    >>> from cgt.core.code import HeapCode
    >>> from cgt.theory.option_automaton import OptionAutomaton
    >>> from cgt.theory.period import period_of_code
    >>> result = period_of_code(HeapCode.parse("0.3F"))
    >>> worth = OptionsWorth(OptionAutomaton(HeapCode.parse("0.3F"), result.periodicity, result.values), 10**9, 0)
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
        """The number of options; O(log heap) steps, apart from the choices of residues."""
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
        """The options, lazily: fewest counters taken first, each option ascending."""
        for way in self.ways:
            for heaps in self._walk(way):
                yield tuple(sorted(heaps))

    @lazy_property
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
            low = reduce(xor, map(automaton.values.__getitem__, sizes), 0)
            alike = constraint is Constraint.DISTINCT and sizes[0] == sizes[-1] < automaton.start
            fits = (taken + sum(sizes) - automaton.start) % automaton.period == self.residue
            if fits and not alike and low & automaton.low_mask == self.low:
                yield sizes

    def _ascending(self, taken: int, heaps: int, least: int) -> Iterator[tuple[int, ...]]:
        """The ascending least sizes of an option's heaps, the last of them fitting the heap modulo the period."""
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
        return self.automaton.place(self.automaton.heaps_left(blocks, apart=apart), way.taken, tail=way.tail)[1]

    def _branches(self, reading: Reading, letter: Letter) -> Sequence[Branch]:
        return self.automaton.branches(reading).get(letter, ())

    @lazy_property
    def _open(self) -> list[set[Reading]]:
        """The states before each digit from which the digits can still be completed."""
        levels = [{self._reading(way, *_blocks_of(way, self.automaton.start)).ordered for way in self.ways}]
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
        blocks, apart = _blocks_of(way, self.automaton.start)
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
        """The heaps with these numbers of periods; None for another order of interchangeable heaps."""
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


def _blocks_of(way: _Way, start: int) -> tuple[Blocks, bool]:
    """The blocks of a choice, one heap each or all in one if they must be equal, and whether two must differ."""
    if way.constraint is Constraint.EQUAL:
        return ((way.sizes[0], len(way.sizes)),), False
    apart = way.constraint is Constraint.DISTINCT and way.sizes[0] == way.sizes[-1] >= start
    return tuple((size, 1) for size in way.sizes), apart


def _unordered(way: _Way, start: int) -> Iterator[tuple[Blocks, bool, int]]:
    """Blocks of heaps whose solutions, weighted by symmetries, count the options (Burnside)."""
    blocks, apart = _blocks_of(way, start)
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


@attrs.frozen
class Residues:
    """The options with a wanted value, where the values of heaps repeat with a plain period.

    Attributes:
        worth: what a heap is worth, as a number; 0 for no heap at all.
        plus: what two heaps side by side are worth, by what each is.
        preperiod, period: from where on, and how, `worth` repeats.
    """

    worth: Callable[[int], int]
    plus: Callable[[int, int], int]
    preperiod: int
    period: int

    def options(self, code: HeapCode, heap: int, wanted: Container[int]) -> Iterator[Heaps]:
        """The options with a wanted value under a code without a tail, lazily, in the order of `HeapCode.options`."""
        for rest, heaps, constraint in code.divisions(heap):
            if heaps == 2 and constraint is not Constraint.EQUAL:
                yield from self._pairs(rest, wanted, 0, 1, _half(rest, constraint))
            elif heaps > 2 and constraint is Constraint.ANY:
                yield from self._several(rest, heaps, wanted, 0, 1)
            else:
                parts = partitions(rest, heaps, constraint)
                yield from (part for part in parts if reduce(self.plus, map(self.worth, part), 0) in wanted)

    def count(self, code: HeapCode, heap: int, wanted: Container[int]) -> int | None:
        """The number of options with a wanted value; None where a move may leave three heaps or more."""
        total = 0
        for rest, heaps, constraint in code.divisions(heap):
            if heaps > 2:
                return None
            if heaps == 2 and constraint is not Constraint.EQUAL:
                total += self._count_pairs(rest, wanted, _half(rest, constraint))
            else:
                parts = partitions(rest, heaps, constraint)
                total += sum(reduce(self.plus, map(self.worth, part), 0) in wanted for part in parts)
        return total

    def _several(self, rest: int, heaps: int, wanted: Container[int], before: int, least: int) -> Iterator[Heaps]:
        """The ascending heaps of at least `least` whose value, added to `before`, is wanted."""
        if heaps == 2:
            yield from self._pairs(rest, wanted, before, least, rest // 2)
            return
        # A part in the period may give one period to the greatest part: where no small first part serves, none does.
        last_first = max(least, self.preperiod) + self.period
        holds = False
        for start in range(least, rest // heaps + 1):
            for others in self._several(rest - start, heaps - 1, wanted, self.plus(self.worth(start), before), start):
                holds = True
                yield (start, *others)
            if start >= last_first and not holds:
                return

    def _pairs(self, rest: int, wanted: Container[int], before: int, least: int, half: int) -> Iterator[Heaps]:
        """The pairs with a lesser heap from `least` to `half`: one by one before the period, by residues after."""
        block = max(least, self.preperiod)
        early = range(least, min(block, half + 1))
        yield from ((lesser, rest - lesser) for lesser in early if self._serves(lesser, rest, wanted, before))
        good = self._good(rest, wanted, before, block, half)
        while good and block <= half:
            yield from ((block + offset, rest - block - offset) for offset in good if block + offset <= half)
            block += self.period

    def _count_pairs(self, rest: int, wanted: Container[int], half: int) -> int:
        block = max(1, self.preperiod)
        early = sum(self._serves(lesser, rest, wanted, 0) for lesser in range(1, min(block, half + 1)))
        return early + sum(
            1 + (half - block - offset) // self.period for offset in self._good(rest, wanted, 0, block, half)
        )

    def _good(self, rest: int, wanted: Container[int], before: int, block: int, half: int) -> list[int]:
        """The offsets from `block`, below the period, of the lesser heaps that fit; they repeat with the period.

        Both heaps are in the period then, since the greater is no smaller.
        """
        offsets = range(min(self.period, half - block + 1))
        return [offset for offset in offsets if self._serves(block + offset, rest, wanted, before)]

    def _serves(self, lesser: int, rest: int, wanted: Container[int], before: int) -> bool:
        return self.plus(self.plus(self.worth(lesser), self.worth(rest - lesser)), before) in wanted


def _half(rest: int, constraint: Constraint) -> int:
    """The greatest size of the lesser of two heaps."""
    return (rest - (constraint is not Constraint.ANY)) // 2


class PeriodicPlay:
    """The options of a given nim-value in any heap of a game whose period a theorem proves.

    `options_to(heap, value)` gives them lazily, fewest counters taken first; `count_to(heap, value)` their number. With
    a plain period, taking and dividing in two goes by residues, in the order of `HeapCode.options`. With a saltus, an
    endless code or three heaps and more it goes by binary digits (see `options_worth`), in no promised order.
    Where the period is too long for that, three heaps are found lazily, but would have to be counted one by one.

    Attributes:
        values: those of the heaps before the end of the first period, at least.
        theorem: the name of the theorem.

    >>> from cgt.core.code import HeapCode
    >>> from cgt.theory.period import period_of_code
    >>> kayles = period_of_code(HeapCode.parse("0.77"))
    >>> play = PeriodicPlay(kayles.code, kayles.periodicity, kayles.values, kayles.theorem)
    >>> play.count_to(10**30, 0), next(play.options_to(10**30, 0))
    (83333333333333333333333333338, (1, 999999999999999999999999999997))
    """

    def __init__(self, code: HeapCode, periodicity: Periodicity, values: Sequence[int], theorem: str) -> None:
        self.code = code
        self.periodicity = periodicity
        self.values = values
        self.theorem = theorem
        self._residues = Residues(self.value, xor, periodicity.preperiod, periodicity.period)

    @property
    def reference(self) -> str:
        """The source of the theorem."""
        return reference_of(self.theorem)

    def value(self, heap: int) -> int:
        """The nim-value of a heap."""
        return self.periodicity.value(heap, self.values)

    def options_to(self, heap: int, value: int) -> Iterator[tuple[int, ...]]:
        """The options of `heap` with that nim-value."""
        if self._automaton is not None:
            if heap >= self._automaton.first:
                options = OptionsWorth(self._automaton, heap, value).options()
                yield from in_order(options, key=lambda option: (-sum(option), len(option), option))
            else:
                yield from (option for option in self.code.options(heap) if nim_sum(*map(self.value, option)) == value)
            return
        if self.code.tail:
            yield from ((left,) if left else () for left in reversed(self._heaps_worth(heap, value)))
            return
        yield from self._residues.options(self.code, heap, {value})

    def count_to(self, heap: int, value: int) -> int | None:
        """The number of options of `heap` with that nim-value; None where they would be counted one by one."""
        if self._automaton is not None:
            if heap >= self._automaton.first:
                return OptionsWorth(self._automaton, heap, value).count()
            return sum(1 for _option in self.options_to(heap, value))
        if self.code.tail:
            return len(self._heaps_worth(heap, value))
        return self._residues.count(self.code, heap, {value})

    @lazy_property
    def _automaton(self) -> OptionAutomaton | None:
        """The automaton of the options, for codes where residues alone do not find them."""
        plain = self.periodicity.saltus == 0 and not self.code.tail and (self.code.most_parts or 0) < 3
        theorem = BinaryAutomaton()
        few = self.code.is_taking and self.periodicity.saltus > 0
        if plain or few or not (theorem.covers(self.code) and theorem.affordable(self.code, self.periodicity)):
            return None
        from cgt.theory.option_automaton import OptionAutomaton

        return OptionAutomaton(self.code, self.periodicity, self.values)

    def _heaps_worth(self, heap: int, value: int) -> list[int]:
        """The heaps of nim-value `value` that taking from `heap` can leave, ascending, under a code that only takes.

        The saltus is above 0, so they are few: one a place of the period, and those before it.
        """
        result, known = self.periodicity, self.values
        heaps = [left for left in range(min(result.preperiod, heap)) if known[left] == value]
        for source in range(result.preperiod, result.preperiod + result.period):
            turns, off = divmod(value - known[source], result.saltus)
            if turns >= 0 and not off and source + turns * result.period < heap:
                heaps.append(source + turns * result.period)
        allowed = (left for left in heaps if self.code.digit(heap - left).constraint(1 if left else 0) is not None)
        return sorted(allowed)


MOST_LISTED = 1_000_000
"""The greatest number of options listed to count those of a larger heap."""


class QuotientPlay:
    """The options of the heaps of one settled game by their elements.

    Where the elements repeat with period p from heap n0, the number of options of a heap that come to an element is a
    quasi-polynomial in the heap: with t parts at most and k counters taken at most, its period is p·lcm(1, …, t), its
    degree t - 1, and it holds from t(n0 + p) + k on. (Heaps below n0 and those of each residue have rational generating
    functions; a multiset of j of one residue has the denominator (1 - x^p)(1 - x^2p)…(1 - x^jp).) So t small heaps of
    the same residue tell the number for any larger one.

    >>> import cgt
    >>> kayles = cgt.misere_quotient("0.77")
    >>> play = QuotientPlay(kayles.game, kayles.monoid)
    >>> play.count(10**30, kayles.portion), next(play.options(10**30, kayles.portion))
    (83333333333333333333333333338, (1, 999999999999999999999999999997))
    """

    def __init__(self, game: SettledGame, monoid: Monoid) -> None:
        self.game = game
        self.monoid = monoid
        self._histograms: dict[int, Counter[int]] = {}
        self._differences: dict[int, list[Counter[int]]] = {}
        self._sums: dict[tuple[int, object], list[int]] = {}
        code = game.code
        self._parts = max(code.most_parts or 1, 1) if code is not None else 1
        preperiod, period = game.preperiod or 0, game.period or 1
        self._turn = period * lcm(*range(1, self._parts + 1))
        self._residues = Residues(game.element, monoid.product, preperiod, period)
        # The heap from which the quasi-polynomial holds; None where every heap is counted by listing.
        self._base: int | None = None
        if code is not None and game.period is not None:
            self._base = self._parts * (preperiod + period) + (code.last or 0)

    def element(self, heaps: Iterable[int]) -> int:
        """The element of a sum of heaps."""
        element = 0
        for heap in heaps:
            element = self.monoid.product(self.game.element(heap), element)
        return element

    def listed(self, heap: int) -> Iterator[Heaps]:
        """The options of a heap, listed one by one."""
        game = self.game
        yield from game.options[heap] if game.code is None else game.code.options(heap)

    def count(self, heap: int, wanted: frozenset[int]) -> int | None:
        """The number of options of `heap` with wanted elements; None where they would be listed one by one."""
        base = self._base
        if base is None or heap < base:
            return sum(number for element, number in self._histogram(heap).items() if element in wanted)
        turn, place = divmod(heap - base, self._turn)
        key = (place, wanted)
        if key not in self._sums:
            differences = self._differences_at(base + place)
            if differences is None:
                return None
            self._sums[key] = [
                sum(number for element, number in row.items() if element in wanted) for row in differences
            ]
        return sum(comb(turn, degree) * number for degree, number in enumerate(self._sums[key]))

    def options(self, heap: int, wanted: Container[int]) -> Iterator[Heaps]:
        """The options of `heap` with wanted elements, in the order of `HeapCode.options`, lazily."""
        code = self.game.code
        if code is None or heap <= self.game.last:
            yield from (option for option in self.listed(heap) if self.element(option) in wanted)
        else:
            yield from self._residues.options(code, heap, wanted)

    def _histogram(self, heap: int) -> Counter[int]:
        if heap not in self._histograms:
            self._histograms[heap] = Counter(map(self.element, self.listed(heap)))
        return self._histograms[heap]

    def _differences_at(self, heap: int) -> list[Counter[int]] | None:
        """The forward differences of the histograms of a heap and later ones; None where they are too long to list."""
        if heap not in self._differences:
            greatest = heap + (self._parts - 1) * self._turn
            if greatest ** max(self._parts - 1, 1) > MOST_LISTED:
                return None
            rows = [self._histogram(heap + degree * self._turn) for degree in range(self._parts)]
            results = []
            while rows:
                results.append(rows[0])
                rows = [_less(later, row) for row, later in pairwise(rows)]
            self._differences[heap] = results
        return self._differences[heap]


def _less(one: Counter[int], other: Counter[int]) -> Counter[int]:
    difference = Counter(one)
    difference.subtract(other)
    return difference
