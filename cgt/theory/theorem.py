"""What a theorem on nim-sequences says: which codes it covers, and when a repetition seen holds for ever.

Notation of all theorems: the code's last digit is d_k, at most c heaps are left by a move, and the sequence has been
seen to satisfy G(n + p) = G(n) + s for n >= n0 as far as it is known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from cgt.theory.periodicity import least_periodicity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.core.code import HeapCode
    from cgt.theory.periodicity import Periodicity


@runtime_checkable
class Theorem(Protocol):
    """What a theorem says for ever from finitely many nim-values of a game with a code.

    Most theorems derive from `PeriodTheorem`, which needs only `covers` and `needed`.
    """

    @property
    def name(self) -> str:
        """The name in reports and certificates: no two theorems share one, and it never changes."""
        ...

    @property
    def statement(self) -> str:
        """What it says, in one sentence."""
        ...

    @property
    def reference(self) -> str:
        """The source: author, title, year."""
        ...

    def covers(self, code: HeapCode) -> bool:
        """Whether the theorem speaks of this game."""
        ...

    def candidate(self, code: HeapCode, values: Sequence[int]) -> Periodicity | None:
        """A periodicity that these values show and that the theorem could prove, with more values perhaps."""
        ...

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """How many values, of the heaps from 0, decide whether this periodicity is proved."""
        ...

    def proves(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """Whether these values, from heap 0 on, prove the periodicity for ever; every hypothesis is checked."""
        ...

    def verifies(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """As `proves`, to verify a proof: by other code where the hypotheses take more than a comparison."""
        ...

    def refutes(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """Whether the periodicity is known to fail somewhere, though these values show it."""
        ...


class PeriodTheorem(ABC):
    """A sufficient condition for a periodicity to hold for ever; `covers` and `needed` must be written.

    Further hypotheses go into `holds`.
    """

    name: ClassVar[str]
    statement: ClassVar[str]
    reference: ClassVar[str]
    plain: ClassVar[bool] = True
    """Whether the theorem is about plain periods, saltus 0."""

    @abstractmethod
    def covers(self, code: HeapCode) -> bool:
        """Whether the theorem speaks of this game."""

    @abstractmethod
    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """How many values, of the heaps from 0, decide whether this periodicity is proved."""

    def window(self, code: HeapCode, count: int) -> int:
        """How many values at the end must recur before a periodicity is worth a look, with `count` values known."""
        return count // 3

    def affordable(self, code: HeapCode, found: Periodicity) -> bool:
        """Whether the hypotheses can be checked in a few seconds."""
        return True

    def holds(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The theorem's own hypotheses, the repetition itself apart."""
        return True

    def verified(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """As `holds`, by other code where there is any."""
        return self.holds(code, found, values)

    def candidate(self, code: HeapCode, values: Sequence[int]) -> Periodicity | None:
        """The least periodicity of the end of these values, where its hypotheses can be checked."""
        found = least_periodicity(values, window=self.window(code, len(values)), plain=self.plain)
        return found if found is not None and self.affordable(code, found) else None

    def proves(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """Whether there are enough values, they repeat, and the hypotheses hold."""
        return self._is_ready(code, found, values) and self.holds(code, found, values)

    def verifies(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The same, with `verified` in place of `holds`."""
        return self._is_ready(code, found, values) and self.verified(code, found, values)

    def refutes(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """Most theorems cannot tell."""
        return False

    def _is_ready(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        return (
            self.covers(code)
            and (found.saltus == 0 if self.plain else found.saltus >= 0)
            and len(values) >= self.needed(code, found)
            and found.first_failure(values) is None
            and self.affordable(code, found)
        )
