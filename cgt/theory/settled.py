"""Games settled by a misère quotient, and the theorem that extends a period of elements to all heaps.

**Theorem 2** (T. E. Plambeck 2005; Plambeck and Siegel 2008). A code takes at most k counters and leaves at most t
heaps of any sizes. Suppose that a quotient settles the heaps 0..N, that Φ(j + p) = Φ(j) for n0 <= j <= N - p with
n0 >= 1 and p >= 1, and that N >= t(n0 + p) + k - t. Then Φ continued with period p settles all heaps, by the same
monoid and P-portion.

*Proof.* For n > N let b be a greatest part of an option of n. It is at least (n - k)/t, hence at least n0 + p: with
b - p in its place it is an option of n - p, of the same element. Conversely a greatest part b of an option of n - p is
at least n0, and b + p makes it an option of n. (Since n - p > k, taking a whole heap is an option of neither.) So n and
n - p reach the same elements, and the conditions of Theorem 1 for n are those for n - p. ∎

Where two heaps left must be unequal, the part b - p may equal the other part a; then (a - p, a + p) serves instead, of
the same element, if a - p >= n0. That asks for N >= 2n0 + 3p + k - 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from cgt.core.code import Constraint, HeapCode

Options = tuple[tuple[int, ...], ...]


@attrs.frozen
class SettledGame:
    """The positions of one game in a misère quotient, with their elements.

    Attributes:
        code: its rule, whose heaps 0, 1, … are the positions; None for a finite set of positions.
        options: without a code, the options of each position, each a tuple of positions before it.
        elements: the element of each position.
        preperiod, period: with a code, where the elements are proved to repeat for ever, else None.
    """

    code: HeapCode | None
    options: tuple[Options, ...] = attrs.field(repr=False)
    elements: tuple[int, ...] = attrs.field(repr=False)
    preperiod: int | None = None
    period: int | None = None

    @property
    def last(self) -> int:
        """The last position with an element of its own, not by periodicity."""
        return len(self.elements) - 1

    @property
    def is_whole(self) -> bool:
        """Whether every position of the game has an element."""
        return self.code is None or self.period is not None

    def covers(self, position: int) -> bool:
        """Whether this position, or heap, has an element."""
        return position >= 0 and (self.period is not None or position < len(self.elements))

    def element(self, position: int) -> int:
        """The element of a position, or of a heap of any size that is covered."""
        if position >= len(self.elements) and self.preperiod is not None and self.period is not None:
            position = self.preperiod + (position - self.preperiod) % self.period
        return self.elements[position]

    def record(self) -> dict[str, Any]:
        """The game as a JSON object."""
        rule = {"code": str(self.code)} if self.code is not None else {"options": self.options}
        return rule | {"elements": self.elements, "preperiod": self.preperiod, "period": self.period}


def heaps_needed(code: HeapCode, preperiod: int, period: int) -> int | None:
    """The least N for which Theorem 2 holds, or None for a code that it does not cover.

    >>> from cgt.core.code import HeapCode
    >>> heaps_needed(HeapCode.parse("0.77"), 71, 12), heaps_needed(HeapCode.parse("0.[3]"), 1, 1)
    (166, None)
    """
    if code.last is None or code.most_parts is None:
        return None
    parts = max(code.most_parts, 1)
    asked = {constraint for digit in code.digits for constraint in digit.allowed[2:] if constraint}
    if asked <= {Constraint.ANY}:
        return parts * (preperiod + period) + code.last - parts
    if parts == 2 and Constraint.EQUAL not in asked:
        return 2 * preperiod + 3 * period + code.last - 1
    return None


def proved_period(code: HeapCode, elements: Sequence[int]) -> tuple[int, int] | None:
    """The least period that Theorem 2 proves from the elements of the heaps 0..N, with its least preperiod; O(N)."""
    last = len(elements) - 1
    base = heaps_needed(code, 1, 1)
    if base is None or base > last:
        return None
    each_start = (heaps_needed(code, 2, 1) or base) - base
    each_period = (heaps_needed(code, 1, 2) or base) - base

    def start_of(period: int) -> int:
        """The greatest preperiod with which so many heaps prove the period."""
        return 1 + (last - base - each_period * (period - 1)) // each_start

    backwards, period = "".join(map(chr, reversed(elements))), 0
    shortest = backwards[: last - start_of(1)]  # what comes again a period before; of a greater period it may be more
    while 0 < (period := backwards.find(shortest, period + 1)) <= 1 + (last - base) // each_period:
        start = start_of(period)
        if backwards.startswith(backwards[: last + 1 - period - start], period):
            while start > 1 and elements[start - 1] == elements[start - 1 + period]:
                start -= 1
            return start, period
    return None
