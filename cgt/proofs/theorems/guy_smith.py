"""Guy and Smith's theorem: where a bounded number of heaps is left, a long enough repetition lasts for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.codes.digit import Constraint
from cgt.proofs.theorem import PeriodTheorem

if TYPE_CHECKING:
    from cgt.codes.code import HeapCode
    from cgt.proofs.periodicity import Periodicity


class GuySmith(PeriodTheorem):
    """At most c heaps left, d_k the last digit, N0 = max(n0, 1): the values up to c(N0 + p - 1) + k prove the period.

    Let m > c(N0 + p - 1) + k and suppose G(x + p) = G(x) for N0 <= x, x + p < m. An option of m has a heap of at least
    (m - k)/c > N0 + p - 1; making it p smaller leaves it nonempty and gives an option of m - p of the same value. An
    option of m - p has a heap of at least N0, and making it p larger gives an option of m of the same value. So
    G(m) = G(m - p). For c = 2 this is Guy and Smith's theorem with the least bound the argument gives: values of the
    heaps up to 2·N0 + 2p + k - 2.
    """

    name = "Guy-Smith"
    statement = "G(n + p) = G(n) for all heaps n + p <= c(n0 + p - 1) + k implies it for ever"
    reference = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"

    def covers(self, code: HeapCode) -> bool:
        """Finite codes that leave a bounded number of heaps, without constraints."""
        return code.masks is not None

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """All up to c(N0 + p - 1) + k."""
        heaps = max(code.most_parts or 0, 1)
        return heaps * (max(found.preperiod, 1) + found.period - 1) + (code.last or 0) + 1


class GuySmithConstrained(PeriodTheorem):
    """At most two heaps left, some demanded equal or unequal: the values up to 2·N0 + 3P + k - 1 prove the period.

    P is p, or 2p when p is odd and some digit demands equal heaps. Let m >= 2·N0 + 3P + k. Unequal heaps (a, b), a < b,
    of an option of m: b > N0 + P, and (a, b - P) is an option of m - P of the same value unless b - P = a; then the
    value is 0, a >= N0 + P, and (a - P, a + P) is an unequal option of m - P of value 0. Backwards, (a, b + P) is
    unequal with (a, b). Equal heaps have value 0 and exist for a rest that is even and positive; since P is even where
    that matters, m and m - P have such options together. Other options go as in Guy and Smith's proof. So the sequence
    has period P from N0 on for ever, and with it the period p that P's stretch was seen to have.
    """

    name = "Guy-Smith, constrained"
    statement = "the Guy-Smith argument, extended to two heaps demanded equal (=) or unequal (!)"
    reference = "after R. K. Guy and C. A. B. Smith (1956); the argument stands in the documentation of the class"

    def covers(self, code: HeapCode) -> bool:
        """Finite codes that leave at most two heaps, some of them constrained."""
        return code.last is not None and code.most_parts == 2 and not code.is_octal

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """All up to 2·N0 + 3P + k - 1."""
        equal = any(digit.constraint(2) is Constraint.EQUAL for digit in code.digits)
        period = found.period * (2 if equal and found.period % 2 else 1)
        return 2 * max(found.preperiod, 1) + 3 * period + (code.last or 0)
