"""Playing with a certificate: nim-values and winning moves in heaps of any size, found by residues, never by lists."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from more_itertools import ilen

from cgt.codes.digit import Constraint, partitions
from cgt.core.nimber import nim_sum
from cgt.proofs.option_automaton import OptionAutomaton
from cgt.proofs.options_worth import OptionsWorth
from cgt.proofs.theorems.binary_automaton import BinaryAutomaton

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.codes.digit import Digit
    from cgt.proofs.period_certificate import PeriodCertificate


class PeriodicPlay:
    """The options of given nim-value of any heap of a game with a certificate.

    `options_to(heap, value)` gives them lazily, fewest counters taken first; `count_to(heap, value)` their number. With
    a plain period, taking and dividing in two goes by residues, in the order of `HeapCode.options`. With a saltus, an
    endless code or three heaps and more it goes by binary digits (see `options_worth`), in no promised order.
    Where the period is too long for that, three heaps are found lazily, but would have to be counted one by one.

    >>> from cgt.codes.code import HeapCode
    >>> from cgt.proofs.period import period_of_code
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
