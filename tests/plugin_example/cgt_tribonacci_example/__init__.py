"""A number system of a third party: sums of Tribonacci numbers 1, 2, 4, 7, 13, …, no three of them neighbours."""

from __future__ import annotations

from cgt.digits.system import DEAD, NumberSystem

# A state is how many ones stand at the end of what was read; a third one in a row is no number's digit.
TRIBONACCI = NumberSystem("tribonacci", 2, (1, 2, 4), (1, 1, 1), ((0, 1), (0, 2), (0, DEAD)), (True, True, True))
