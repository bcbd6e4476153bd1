"""Carries: what an automaton remembers that checks a sum and a XOR of unknown numbers from their lowest digits up.

The unknowns q1, q2, … are whole numbers from 0. With weights w, starting values v and one multiplier m, the automaton
reads the digits of a pair (n, x) and accepts it if some unknowns satisfy

    n = carry + w1·q1 + w2·q2 + …        x = constant XOR (v1 + m·q1) XOR (v2 + m·q2) XOR …

A digit of every unknown is guessed at each step, and nothing but carries has to be remembered. Nothing here knows of
heaps; `cgt.proofs.option_automaton` does.
"""

from __future__ import annotations

from itertools import product

import attrs
from more_itertools import all_equal

NO_VALUE = -1
"""The value of an unknown that counts in the sum alone."""

Letter = tuple[int, int]
"""The next digit of the sum n, and the next digit of the XOR x."""


@attrs.frozen(cache_hash=True)
class Reading:
    """What the automaton remembers between two digits.

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
        """The same, the unknowns in their one order: they are interchangeable, which keeps the readings few."""
        return attrs.evolve(self, unknowns=tuple(sorted(self.unknowns)))

    @property
    def is_spent(self) -> bool:
        """Whether nothing but zeros is left to read."""
        return not (self.carry or self.constant or self.apart or any(value > 0 for _, value in self.unknowns))


@attrs.frozen
class Branch:
    """The next digits of the unknowns, and what is remembered then, in the order of before and in the one order."""

    bits: tuple[int, ...]
    after: Reading
    ordered: Reading


class Carries:
    """The automaton for one multiplier; its states are `Reading`s, of which any may be the start."""

    def __init__(self, multiplier: int) -> None:
        self.multiplier = multiplier
        self._branches: dict[Reading, dict[Letter, list[Branch]]] = {}
        self._steps: dict[Reading, dict[Letter, frozenset[Reading]]] = {}
        self._accepted: dict[Reading, bool] = {}

    def step(self, reading: Reading, letter: Letter) -> frozenset[Reading]:
        """All that may be remembered after one more digit of each."""
        known = self._steps.get(reading)
        if known is None:
            known = self._steps[reading] = self._all_steps(reading)
        return known.get(letter, frozenset())

    def accepts(self, reading: Reading) -> bool:
        """Whether the digits may end here: nothing but zeros follow, and the unknowns can end too."""
        known = self._accepted.get(reading)
        if known is None:
            known = self._accepted[reading] = self._reaches_the_end(reading)
        return known

    def _reaches_the_end(self, reading: Reading) -> bool:
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

    def branches(self, reading: Reading) -> dict[Letter, list[Branch]]:
        """What each choice of the next digits of the unknowns leads to, by the letter that it makes."""
        known = self._branches.get(reading)
        if known is None:
            known = self._branches[reading] = {}
            for bits in product((0, 1), repeat=len(reading.unknowns)):
                letter, after = self._follow(reading, bits)
                known.setdefault(letter, []).append(Branch(bits, after, after.ordered))
        return known

    def _follow(self, reading: Reading, bits: tuple[int, ...]) -> tuple[Letter, Reading]:
        """The letter that these digits of the unknowns make, and what is remembered then."""
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
        apart = reading.apart and all_equal(both)
        following = Reading(total >> 1, reading.constant >> 1, tuple(unknowns), apart)
        return (total & 1, value & 1), following
