"""The quota n+q in closed form: what to take is read off the heap modulo a small number, and a power of two.

The base 1, 2, 3, … of the quota n+q doubles for ever once a step exceeds q: when H_j - H_{j-1} > q, the quota after
H_{j-1} stays below H_j, so that H_{j+1} = 2·H_j, and the next step is greater still. With c the first such H_j, a heap
of n = c·s + r, r < c, is the sum of the parts of r and of c times the powers of two in s.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Self

import attrs

from cgt.core.numbers import check_whole
from cgt.errors import RulesetError
from cgt.numeration.takeaway_base import Base


@attrs.frozen
class DoublingRule:
    """The least winning quota under n+q, from `residues` (for n mod c = 1 .. c-1) or as c times a power of two.

    >>> rule = DoublingRule.of(1)
    >>> rule.modulus, rule.residues, [rule.least_part(n) for n in (5, 10, 60, 100, 163)]
    (5, (1, 2, 3, 1), [5, 10, 20, 20, 3])
    """

    q: int
    modulus: int
    residues: tuple[int, ...]

    @classmethod
    def of(cls, q: int) -> Self:
        """The rule for the quota n+q.

        Raises:
            RulesetError: q is negative.
        """
        if q < 0:
            raise RulesetError(f"the rule is for n+q with q of at least 0, not {q}")
        base = Base(lambda taken: taken + q)
        steps = pairwise(base)
        # A base starts with the step from 0 to 1, which exceeds q only for q = 0.
        modulus = 1 if q == 0 else next(high for low, high in steps if high - low > q)
        return cls(q, modulus, tuple(base.least_part(n) for n in range(1, modulus)))

    def least_part(self, n: int) -> int:
        """The least quota that wins from n >= 1 in normal play; in misère play ask for the heap less one."""
        n = check_whole(n, "only heaps from 1 have a least part", least=1)
        times, residue = divmod(n, self.modulus)
        return self.residues[residue - 1] if residue else self.modulus * (times & -times)

    def __str__(self) -> str:
        table = ", ".join(f"{residue}: {part}" for residue, part in enumerate(self.residues, start=1))
        power = f"0: {self.modulus} times the greatest power of two in n/{self.modulus}"
        return f"n mod {self.modulus} -> {', '.join(filter(None, (table, power)))}"
