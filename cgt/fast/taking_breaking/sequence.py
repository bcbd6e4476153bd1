"""The sequence of a taking-and-breaking game: which way fills it, and when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgt.core.memory import check_memory
from cgt.core.numbers import measurable
from cgt.fast.backend import START_UP, Backend, Progress, choose_backend
from cgt.fast.jit import compiled_available
from cgt.fast.sequence import NimSequence
from cgt.fast.taking_breaking.plain import BySets
from cgt.fast.taking_breaking.probing import ByProbing
from cgt.fast.taking_breaking.rule import PairConstraint, TakingBreakingRule
from cgt.fast.taking_breaking.table import Filler, MirroredRow
from cgt.fast.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from cgt.core.code import HeapCode

PAIRS_A_CHUNK = {"python": 2 * 10**8, "compiled": 10**9}
"""About as many pairs of parts are looked at between two reports of progress, where Ctrl-C is heard at the latest."""

MOST_HEAPS_A_CHUNK = 1 << 16
FEWEST_HEAPS_A_CHUNK = 16

SETS_TO_PAIRS = 1000
"""About how many pairs of values are looked at in the time in which one set of them is translated."""


PAIRS_TO_RARE = 100
"""Of so many pairs one at most has a rare part and is looked at, where the filler says that it is sparse."""

COMFORTABLE = {"constrained": 100, "many": 1_000, "python": 20_000, "compiled": 100_000, "sparse": 1_000_000}
"""How many heaps take a few seconds at most."""

GOES_ON = 2.5
"""Who has asked for a few heaps more again and again will ask for so many times as many: a period that was not found
among 16,000 heaps is seldom found among 40,000."""

NEVER = 1 << 62
"""The crossover of a code that the loops do not take."""


class TakingBreakingSequence(NimSequence):
    """The nim-values of one taking-and-breaking game, computed as far as asked and continued from there.

    >>> from cgt.core.code import HeapCode
    >>> kayles = TakingBreakingSequence(HeapCode.parse("0.77"))
    >>> kayles.extend_to(12)
    >>> kayles.values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """

    def __init__(
        self,
        code: HeapCode,
        *,
        backend: Backend = "auto",
        memory_limit: int | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__()
        self.code = code
        self._threads = thread_count(threads)
        self.rule = TakingBreakingRule.of_code(code)
        self._asked: Backend = backend if self.rule is not None else "python"
        self._most_heaps = len(code.digits) if code.most_parts is None else code.most_parts
        self.backend = choose_backend(self._asked, NEVER, 0)
        self._memory_limit = memory_limit
        self._table = MirroredRow()
        self._filler: Filler | None = None

    @property
    def comfortable(self) -> int:
        """How many heaps take a few seconds at most, by the heaps left, the backend, and the share of rare heaps."""
        if self.rule is None:
            return COMFORTABLE["constrained"]
        if self.rule.most_heaps > 2:
            return COMFORTABLE["many"]
        if self._asked == "python" or not compiled_available():
            return COMFORTABLE["python"]
        return COMFORTABLE["sparse" if self._filler is not None and self._filler.is_sparse else "compiled"]

    def seconds_to(self, stop: int) -> float:
        """As if no heap were rare: a game with a sparse space takes a tenth of it, or less."""
        stop = measurable(stop)
        compiled = choose_backend(self._asked, NEVER if self.rule is None else self.rule.crossover, stop) == "compiled"
        if self.rule is None or self.rule.most_heaps > 2:
            return START_UP + 4e-11 * stop**3 if compiled else BySets(self.code).seconds_to(stop)
        splits = max(1, len(self.rule.splits))
        if compiled:
            return START_UP + 2e-7 * stop + 1e-10 * stop * stop * splits
        return 3e-6 * stop + 2.5e-10 * stop * stop * splits

    def _make_room(self, stop: int) -> None:
        capacity = len(self._table.values)
        if stop <= capacity:
            return
        # Old and new tables, both ways round, and where sets are kept or heaps are listed, a word each.
        needed = stop * (4 * self._table.values.itemsize + 16 * max(self._most_heaps - 1, 1))
        check_memory(needed, f"nim-values of {stop} heaps", self._memory_limit)
        self._table.grow(max(stop, min(2 * capacity, stop + (1 << 20))))
        self._row = self._table.values

    def _choose_way(self, stop: int) -> None:
        """The filler in use, or the compiled one from the size on where that pays."""
        known = len(self._values)
        going_on = 0 < stop - known < known // 8
        size = int(GOES_ON * stop) if going_on else stop
        backend = choose_backend(self._asked, NEVER if self.rule is None else self.rule.crossover, size)
        if self._filler is None or (backend == "compiled" and isinstance(self._filler, ByProbing | BySets)):
            self.backend = backend
            self._filler = self._first_filler()

    def _fill(self, start: int, stop: int) -> int:
        filler = self._filler or self._first_filler()
        end = min(stop, start + self._chunk(start))
        reached = filler.fill(self._table, start, end)
        if reached < end:
            self._filler = filler.wider(self._table)
        self._row = self._table.values
        return reached

    def _enter(self, values: Sequence[int]) -> None:
        self._table.enter(values)
        self._row = self._table.values

    def _first_filler(self) -> Filler:
        rule, greatest = self.rule, max(self._values, default=0)
        if rule is None or self.backend == "python":
            return ByProbing(rule) if rule is not None and rule.plain_pairs and greatest < 256 else BySets(self.code)
        from cgt.fast.taking_breaking.compiled import BySeeking, BySetsOfWords

        if rule.plain_pairs:
            return BySeeking(rule, BySeeking.size_for(greatest), self._threads)
        return BySetsOfWords(rule, 1, self._memory_limit)

    def _chunk(self, start: int) -> int:
        pairs = max(1, start * max(1, 0 if self.rule is None else len(self.rule.splits)) // 2)
        if self._most_heaps > 2:
            pairs *= SETS_TO_PAIRS
        elif self._filler is not None and self._filler.is_sparse:
            pairs = -(-pairs // PAIRS_TO_RARE)
        # The last heaps of a chunk take longer than its first one: where three are left, by far.
        few = self._most_heaps < 3 and self.rule is not None
        most = MOST_HEAPS_A_CHUNK if few else len(self.values) // 8
        return max(min(PAIRS_A_CHUNK[self.backend] // pairs, most), FEWEST_HEAPS_A_CHUNK)


def sequence_for(code: HeapCode, backend: Backend) -> TakingBreakingSequence:
    """As `cgt.fast.sequence.CodeFamily.sequence_for`: every code, though not every one has loops."""
    return TakingBreakingSequence(code, backend=backend)


def nim_values(
    digits: Sequence[int],
    stop: int,
    *,
    tail: Sequence[int] = (),
    parts: PairConstraint = "any",
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
    threads: int | None = None,
) -> npt.NDArray[Any]:
    """The nim-values of the heaps 0..stop - 1 of a taking-and-breaking game, in the smallest unsigned type.

    Args:
        digits: `digits[k]` has bit h set when k may be removed from a heap and leave exactly h nonempty heaps.
        stop: the number of heaps.
        tail: digits that repeat for ever after `digits`.
        parts: which two heaps a move may leave: of any sizes, of unequal sizes only, or of equal sizes only.
        backend: pure Python or compiled; by size if `auto`.
        progress: called with (heaps done, stop).
        memory_limit: bytes the table may take.
        threads: how many the compiled backend uses where no sparse space spares the pairs; by default one a core.

    Raises:
        MemoryBudgetError: the table would not fit.
        RulesetError: the digits make no game.

    O(stop²) pairs of heaps at worst, a small part of a nanosecond each; near O(stop) for the many games where few heaps
    have a rare value. A game whose moves leave three heaps or more takes O(stop²) sets of values.

    >>> nim_values([0, 7, 7], 12).tolist()  # Kayles, 0.77: take one or two, and break the rest if you like
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> nim_values([4], 8, tail=[3]).tolist()  # Lasker's nim, 4.333…
    [0, 1, 2, 4, 3, 5, 6, 8]
    """
    import numpy as np

    code = TakingBreakingRule.of(digits, tail, parts).code
    sequence = TakingBreakingSequence(code, backend=backend, memory_limit=memory_limit, threads=threads)
    sequence.extend_to(stop, progress)
    return np.asarray(sequence.values)


def grundy_values(
    stop: int,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
) -> npt.NDArray[Any]:
    """The nim-values of Grundy's game, break a heap into two unequal heaps, for the heaps 0..stop - 1.

    >>> grundy_values(15).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]
    """
    return nim_values([4], stop, parts="unequal", backend=backend, progress=progress, memory_limit=memory_limit)
