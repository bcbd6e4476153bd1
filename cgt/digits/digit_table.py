"""Sets of tuples of numbers by a plain table of steps over their digits, which needs no arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

import attrs

from cgt.core.concurrency import lazy_property
from cgt.digits.system import DEAD, NumberSystem

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton

Table = tuple[Sequence[Sequence[int]], Sequence[bool]]
"""The next state by state and letter, `DEAD` for none, and whether a member may end, by state. State 0 begins."""

Pair = tuple[int, int]
"""A state of a table, and one of the valid digits of a number system."""


@attrs.frozen(eq=False)
class DigitTable:
    """A set of tuples of numbers by a table of steps, read as those of an `Automaton`: digits side by side.

    Nothing is made before it is asked for, neither the table nor the automaton. Words that are no number's digits may
    be accepted; zeros in front never change the answer.

    Attributes:
        system: how all the numbers are written.
        tracks: how many numbers a tuple has.
        make: makes the table.

    >>> from cgt.digits.system import zeckendorf
    >>> odd = DigitTable(zeckendorf(), 1, lambda: ([[0, 1], [0, 1]], [False, True]))  # the last digit is 1
    >>> odd.accepts(4), odd.accepts(5), list(odd.members(10)) == list(odd.automaton.members(10))
    (True, False, True)
    """

    system: NumberSystem
    tracks: int
    make: Callable[[], Table] = attrs.field(repr=False)

    @lazy_property
    def table(self) -> Table:
        """The steps and the ends."""
        return self.make()

    @lazy_property
    def automaton(self) -> Automaton:
        """The least automaton of the set; raises `MissingExtraError` without numpy."""
        from cgt.core.arrays import np
        from cgt.digits.automaton import Automaton

        steps, ends = self.table
        made = Automaton.made(self.system, self.tracks, np.array(steps, np.int32), np.array(ends, np.bool_))
        return made & Automaton.everything(self.system, self.tracks)

    def accepts(self, *numbers: int) -> bool:
        """Whether the numbers from 0, one a track, together are a member; O(digits)."""
        (steps, ends), state = self.table, 0
        for letter in self.system.letters(numbers):
            state = steps[state][letter]
            if state == DEAD:
                return False
        return ends[state]

    def members(self, stop: int) -> Iterator[tuple[int]]:
        """The members below `stop` of a set of single numbers, ascending; O(digits) each.

        >>> from cgt.digits.system import kary
        >>> list(DigitTable(kary(3), 1, lambda: ([[0, 1, -1], [1, -1, -1]], [False, True])).members(28))
        [(1,), (3,), (9,), (27,)]
        """
        arrows, length = self._arrows, self.system.length(stop - 1)
        alive = [{pair for pair in arrows if self.table[1][pair[0]] and self.system.ends[pair[1]]}]
        for _place in range(length):
            alive.append({pair for pair, onwards in arrows.items() if any(to in alive[-1] for _digit, to in onwards)})
        waiting = [(length, (0, 0), 0)] if stop > 0 and (0, 0) in alive[length] else []
        while waiting:
            left, pair, number = waiting.pop()
            if number >= stop:  # and so are all that wait
                return
            if not left:
                yield (number,)
                continue
            left -= 1
            place, near = self.system.place(left), alive[left]
            waiting += [(left, to, number + digit * place) for digit, to in reversed(arrows[pair]) if to in near]

    @lazy_property
    def orders(self) -> frozenset[tuple[bool, bool, int]]:
        """The orders of two numbers that are in the set: whether each is above 0, and the sign of their difference.

        Words of one length stand in the order of their numbers, so that the first digits that differ tell.

        >>> from cgt.digits.expressions import named_sets
        >>> from cgt.digits.system import zeckendorf
        >>> sorted(named_sets(zeckendorf())["shift"].relation.orders)  # 0 and 0, and a number less than another
        [(False, False, 0), (True, True, -1)]
        """
        (steps, ends), valid = self.table, self.system.steps
        start = 0, 0, 0, (False, False, 0)
        met, waiting = {start}, [start]
        letters = list(product(range(self.system.digit_count), repeat=2))
        while waiting:
            state, one, other, (above, below, sign) = waiting.pop()
            for letter, (first, second) in enumerate(letters):
                to = steps[state][letter], valid[one][first], valid[other][second]
                if DEAD not in to:
                    order = above or first > 0, below or second > 0, sign or (first > second) - (first < second)
                    if (after := (*to, order)) not in met:
                        met.add(after)
                        waiting.append(after)
        words = self.system.ends
        return frozenset(order for state, one, other, order in met if ends[state] and words[one] and words[other])

    @lazy_property
    def _arrows(self) -> dict[Pair, list[tuple[int, Pair]]]:
        """The digits that may follow, each with the pair after it, by the pairs that words of numbers reach."""
        (steps, _ends), valid = self.table, self.system.steps
        result, waiting = dict[Pair, list[tuple[int, Pair]]](), [(0, 0)]
        while waiting:
            state, word = pair = waiting.pop()
            if pair not in result:
                after = enumerate(zip(steps[state], valid[word], strict=True))
                result[pair] = [(digit, to) for digit, to in after if DEAD not in to]
                waiting += [to for _digit, to in result[pair]]
        return result
