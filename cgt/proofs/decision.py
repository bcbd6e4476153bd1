"""Does an arithmetic periodicity hold for ever? Decided by running a finite automaton through all heaps."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.proofs.carries import Letter, Reading
    from cgt.proofs.option_automaton import OptionAutomaton

LETTERS: tuple[Letter, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


@attrs.frozen
class _Moment:
    """A digit has been read of a heap's number of periods and of a value w: all that decides how it can go on.

    Attributes:
        readings: where the options of that heap and value may stand.
        carry: of the heap's own value, into its next digit.
        order: 1, 0 or -1 as w is greater than the heap's own value, equal or less by the digits read.
    """

    readings: frozenset[Reading]
    carry: int
    order: int


def breaking_heap(automaton: OptionAutomaton) -> int | None:
    """A heap by which the periodicity fails, or None when it never does.

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
    """Whether a value less than the heap's own is an option's, and its own is not."""
    order = -1 if moment.carry else moment.order
    return order > 0 or (order < 0) == any(map(automaton.accepts, moment.readings))
