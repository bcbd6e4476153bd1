"""Playing by a misère quotient: the options of a heap of any size that come to wanted elements, found by residues."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import comb, lcm
from typing import TYPE_CHECKING

from cgt.codes.digit import Constraint

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from cgt.misere.monoid import Monoid
    from cgt.misere.settled import SettledGame

Heaps = tuple[int, ...]

MOST_LISTED = 1_000_000
"""How many options are listed at most to count those of a larger heap."""


class QuotientPlay:
    """The options of the heaps of one settled game, by their elements.

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
        self._preperiod, self._period = game.preperiod or 0, game.period or 1
        self._turn = self._period * lcm(*range(1, self._parts + 1))
        # The heap from which the quasi-polynomial holds; None where every heap is counted by listing.
        self._base: int | None = None
        if code is not None and game.period is not None:
            self._base = self._parts * (self._preperiod + self._period) + (code.last or 0)

    def element(self, heaps: Iterable[int]) -> int:
        """The element of a sum of heaps."""
        element = 0
        for heap in heaps:
            element = self.monoid.product(self.game.element(heap), element)
        return element

    def listed(self, heap: int) -> Iterator[Heaps]:
        """The options of a heap, one by one."""
        game = self.game
        yield from game.options[heap] if game.code is None else game.code.options(heap)

    def count(self, heap: int, wanted: frozenset[int]) -> int | None:
        """How many options of `heap` come to wanted elements; None where only listing them would tell."""
        base = self._base
        if base is None or heap < base:
            return sum(number for element, number in self._histogram(heap).items() if element in wanted)
        turn, place = divmod(heap - base, self._turn)
        key = (place, wanted)
        if key not in self._sums:
            found = self._differences_at(base + place)
            if found is None:
                return None
            self._sums[key] = [sum(number for element, number in row.items() if element in wanted) for row in found]
        return sum(comb(turn, degree) * number for degree, number in enumerate(self._sums[key]))

    def options(self, heap: int, wanted: Container[int]) -> Iterator[Heaps]:
        """The options of `heap` that come to wanted elements, in the order of `HeapCode.options`, lazily."""
        code = self.game.code
        if code is None or heap <= self.game.last:
            yield from (option for option in self.listed(heap) if self.element(option) in wanted)
            return
        for taken, digit in enumerate(code.digits):
            for heaps in range(len(digit.allowed)):
                constraint = digit.constraint(heaps)
                if constraint is not None:
                    yield from self._divisions(heap - taken, heaps, constraint, wanted)

    def _divisions(self, rest: int, heaps: int, constraint: Constraint, wanted: Container[int]) -> Iterator[Heaps]:
        """The ways to leave so many heaps; the heap is beyond the last one settled, and so greater than any bound."""
        if heaps == 0:
            return
        if heaps == 1:
            yield from ((rest,) for _ in range(self.game.element(rest) in wanted))
        elif heaps == 2:
            least = 1 if constraint is Constraint.ANY else 0
            yield from self._pairs(rest, wanted, 0, 1, (rest - 1 + least) // 2)
        else:
            yield from self._several(rest, heaps, wanted, 0, 1)

    def _several(self, rest: int, heaps: int, wanted: Container[int], before: int, least: int) -> Iterator[Heaps]:
        """Ways to leave heaps of at least `least`, ascending, that come to a wanted element with `before`."""
        if heaps == 2:
            yield from self._pairs(rest, wanted, before, least, rest // 2)
            return
        # A part in the period may give one period to the greatest part: where no small first part serves, none does.
        last_first = max(least, self._preperiod) + self._period
        found = False
        for start in range(least, rest // heaps + 1):
            element = self.monoid.product(self.game.element(start), before)
            for others in self._several(rest - start, heaps - 1, wanted, element, start):
                found = True
                yield (start, *others)
            if start >= last_first and not found:
                return

    def _pairs(self, rest: int, wanted: Container[int], before: int, least: int, half: int) -> Iterator[Heaps]:
        """Pairs with the lesser heap from `least` to `half`: tried one by one before the period, by residues after."""

        def serves(lesser: int) -> bool:
            pair = self.monoid.product(self.game.element(lesser), self.game.element(rest - lesser))
            return self.monoid.product(pair, before) in wanted

        block, period = max(least, self._preperiod), self._period
        yield from ((lesser, rest - lesser) for lesser in range(least, min(block, half + 1)) if serves(lesser))
        good = [offset for offset in range(period) if block + offset <= half and serves(block + offset)]
        while good and block <= half:
            yield from ((block + offset, rest - block - offset) for offset in good if block + offset <= half)
            block += period

    def _histogram(self, heap: int) -> Counter[int]:
        if heap not in self._histograms:
            self._histograms[heap] = Counter(map(self.element, self.listed(heap)))
        return self._histograms[heap]

    def _differences_at(self, heap: int) -> list[Counter[int]] | None:
        """The forward differences of the histograms of a heap and those one turn, two turns, … further."""
        if heap not in self._differences:
            greatest = heap + (self._parts - 1) * self._turn
            if greatest ** max(self._parts - 1, 1) > MOST_LISTED:
                return None
            rows = [self._histogram(heap + degree * self._turn) for degree in range(self._parts)]
            found = []
            while rows:
                found.append(rows[0])
                rows = [_less(later, row) for row, later in pairwise(rows)]
            self._differences[heap] = found
        return self._differences[heap]


def _less(one: Counter[int], other: Counter[int]) -> Counter[int]:
    difference = Counter(one)
    difference.subtract(other)
    return difference
