"""Golomb's theorem: where only a window of values matters, a window that comes again decides the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.proofs.theorem import PeriodTheorem

if TYPE_CHECKING:
    from cgt.codes.code import HeapCode
    from cgt.proofs.periodicity import Periodicity


class RepeatedWindow(PeriodTheorem):
    """Finite sets of takes: the last k values decide all that follow.

    For n > k, taking and never breaking, G(n) is a function of G(n-1), …, G(n-k), the same for every n: that a digit
    may demand or forbid an empty rest only matters for n <= k. So when the k values from max(n0, 1) on come again p
    later, everything after them does.
    """

    name = "repeated window"
    statement = "k consecutive nim-values that occur again, k the greatest take, determine all that follows"
    reference = "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"

    def covers(self, code: HeapCode) -> bool:
        """Finite codes that only take."""
        return code.last is not None and code.is_taking

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """Two windows, a period apart."""
        return max(found.preperiod, 1) + found.period + (code.last or 0)

    def window(self, code: HeapCode, count: int) -> int:
        """As many as the greatest take."""
        return max(code.last or 0, 1)
