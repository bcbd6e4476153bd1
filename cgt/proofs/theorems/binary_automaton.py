"""Büchi's theorem at work: whether an arithmetic period lasts for ever is decided by a finite automaton."""

from __future__ import annotations

from functools import lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING

from cgt.codes.digit import Constraint
from cgt.proofs.decision import breaking_heap
from cgt.proofs.option_automaton import OptionAutomaton, first_heap
from cgt.proofs.theorem import PeriodTheorem
from cgt.proofs.verify.pattern import pattern_lasts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.codes.code import HeapCode
    from cgt.proofs.periodicity import Periodicity

WAYS = 3_000_000
"""How many ways to choose the heaps left are tried at most: a few seconds."""

UNORDERED = {None, Constraint.ANY, Constraint.EQUAL}


class BinaryAutomaton(PeriodTheorem):
    """Whether an arithmetic period lasts for ever is decidable, and decided, for three heaps, endless codes and more.

    Let G(n + p) = G(n) + s for n >= n0 among the values at hand, and let F be the sequence that goes on so. The first
    heaps, to `OptionAutomaton.first`, are seen to have G = F. For the others, "the values of the options that F gives
    to heap n are all that are below F(n), and not F(n)" speaks of additions and XORs of multiples only, which finite
    automata carry out digit by digit: so an automaton tells for which n it is true. If that is all n, G = F by
    induction. If not, the pattern breaks. Nothing else is asked of the game: no power of two as saltus (Kenyon's 0.3F
    has 3), no digits that divide in three at both parities, as in the theorems of R. B. Austin (1976) and of S. Howse
    and R. J. Nowakowski (Theoret. Comput. Sci. 313, 2004), whose games are covered.
    """

    name = "binary automaton"
    statement = "an automaton that reads binary digits finds no heap where the pattern fails to reproduce itself"
    reference = (
        "J. R. Büchi, Weak second-order arithmetic and finite automata, Z. Math. Logik Grundlagen Math. 6 (1960)"
    )
    plain = False

    def covers(self, code: HeapCode) -> bool:
        """Codes with a tail, or that leave three heaps or four; of those only all-equal ones may be demanded."""
        most = code.most_parts
        demanded = {constraint for digit in (*code.digits, *code.tail) for constraint in digit.allowed[3:]}
        return most is not None and most <= 4 and (most > 2 or bool(code.tail)) and demanded <= UNORDERED

    def affordable(self, code: HeapCode, found: Periodicity) -> bool:
        """Some millions of ways to choose the heaps left, each up to a multiple of the period."""
        span = lcm(found.period, len(code.tail)) if code.tail else 0
        sizes = max(found.preperiod, 1) + found.period
        moves = len(code.digits) + span
        most = code.most_parts or 0
        return found.saltus >= 0 and moves * comb(sizes + most, most) <= WAYS

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """The heaps below n0, a period, and as many as can have an option all of whose heaps are below n0."""
        return max(first_heap(code, found), max(found.preperiod, 1) + found.period)

    def holds(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The automaton finds no heap that breaks the pattern."""
        return self.breaks_by(code, found, values) is None

    def verified(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """A second automaton, which shares no code with the first, finds none either."""
        return pattern_lasts(code, found, values)

    def refutes(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """When the heaps at hand do not break the pattern, but the automaton finds one that does."""
        asked = self.covers(code) and self.affordable(code, found) and len(values) >= self.needed(code, found)
        return asked and self.breaks_by(code, found, values) is not None

    def breaks_by(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> int | None:
        """A heap by which the pattern breaks."""
        return _breaks_by(code, found, tuple(map(int, values[: max(found.preperiod, 1) + found.period])))


@lru_cache(maxsize=64)
def _breaks_by(code: HeapCode, found: Periodicity, values: tuple[int, ...]) -> int | None:
    return breaking_heap(OptionAutomaton(code, found, values))
