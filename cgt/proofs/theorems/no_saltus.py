"""Where at most two heaps are left after bounded takes, no nim-sequence grows for ever: a saltus is 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.codes.code import HeapCode
    from cgt.proofs.periodicity import Periodicity


class NoSaltus:
    """Finite codes that leave two heaps at most, under whatever constraint: an arithmetic period has saltus 0.

    Suppose G(n + p) = G(n) + s for n >= n0 with s > 0, so that G(n) lies within a constant C of n·s/p. Then heap n has
    about n·s/p values among its options, all those below G(n). The options with fewer than two heaps, or with a heap
    below n0, have boundedly many. Of two heaps a and b, x = G(a) and y = G(b) add up to some N within 2C + ks/p of
    n·s/p: boundedly many sums N. From x + y = N the value v = x XOR y satisfies N = v + 2u where u = x AND y has no
    digit 1 in common with v. The number f(N) of such v obeys f(2N + 1) = f(N) and f(2N) = f(N) + f(N - 1): it is
    Stern's diatomic sequence, which grows as N to the power 0.695 at most. So heap n has fewer values than it needs,
    once n is large. A negative saltus is impossible since no nim-value is negative.
    """

    name: ClassVar[str] = "no saltus for two heaps"
    statement: ClassVar[str] = "where bounded takes leave at most two heaps, the saltus of an arithmetic period is 0"
    reference: ClassVar[str] = "after R. B. Austin, Impartial and partisan games (1976); the argument is the class's"

    def covers(self, code: HeapCode) -> bool:
        """Codes without a tail that leave at most two heaps."""
        return code.last is not None and code.most_parts is not None and code.most_parts < 3

    def candidate(self, code: HeapCode, values: Sequence[int]) -> Periodicity | None:
        """It proves no period."""
        return None

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """None: it speaks without values."""
        return 0

    def proves(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """It proves no period."""
        return False

    def verifies(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """It proves no period."""
        return False

    def refutes(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """Every saltus but 0."""
        return self.covers(code) and found.saltus != 0
