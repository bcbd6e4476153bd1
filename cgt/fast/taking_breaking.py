"""Nim-values of taking-and-breaking games: octal and hexadecimal codes, Grundy's game, any rule given by digits.

Every way to compute them is exact for every rule it accepts; which one runs is a matter of speed alone, and it changes
on the way when a value does not fit. Where a move leaves two parts at most, `ByProbing` looks at them in plain Python,
for values below 256, and `BySeeking` in compiled code. Every other rule goes by sets of values: `BySets` and, compiled,
`BySetsOfWords`.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

from cgt.core.code import HeapCode
from cgt.core.digit import Constraint, Digit
from cgt.core.errors import RulesetError
from cgt.core.language import _
from cgt.core.memory import check_memory
from cgt.fast.backend import CROSSOVER, Backend, choose_backend
from cgt.fast.jit import compiled_available, compiled_before
from cgt.fast.row import MirroredRow
from cgt.fast.sequence import NimSequence
from cgt.fast.subtraction import AllButSequence, SubtractionSequence, amounts_of, excepted_of
from cgt.fast.taking_breaking_probing import ByProbing
from cgt.fast.threads import thread_count
from cgt.fast.value_sets import BySets

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from cgt.core.progress import Progress
    from cgt.fast.taking_breaking_faster import BySeekingFaster
    from cgt.fast.value_sets_loops import BySetsOfWords

PairConstraint = Literal["any", "unequal", "equal"]
"""The sizes of the two heaps a heap may be broken into."""

CONSTRAINTS: Final[dict[PairConstraint, Constraint]] = {
    "any": Constraint.ANY,
    "unequal": Constraint.DISTINCT,
    "equal": Constraint.EQUAL,
}

Filler: TypeAlias = "ByProbing | BySets | BySeekingFaster | BySetsOfWords"
"""A way to extend a table: `fill` returns the heap it came to, `stop` unless a value was too large for it; it may be
repeated where it was interrupted; `wider` is the way that goes on from there, the table made ready for it.
"""

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

LONG_TO_COMPILE = 4
"""How many times the size it takes for the loops of sparse games where no compiled code is kept: they take 3 s."""

GOES_ON = 2.5
"""Who has asked for a few heaps more again and again will ask for so many times as many: a period that was not found
among 16,000 heaps is seldom found among 40,000."""


@attrs.frozen
class TakingBreakingRule:
    """Bit h of `digits[k]`: removing k may leave exactly h nonempty heaps; beyond the digits the `tail` repeats.

    >>> kayles = TakingBreakingRule.of([0, 7, 7])
    >>> kayles.most_heaps, kayles.splits
    (2, (1, 2))
    """

    digits: tuple[int, ...]
    tail: tuple[int, ...]
    parts: PairConstraint

    @classmethod
    def of(cls, digits: Sequence[int], tail: Sequence[int] = (), parts: PairConstraint = "any") -> TakingBreakingRule:
        """The rule with these digits, checked.

        Raises:
            RulesetError: a digit is negative, or lets a move change nothing, or breaks into three heaps or more while
                `parts` compares two.
        """
        head, rest = tuple(map(index, digits)), tuple(map(index, tail))
        if not any(rest):
            rest = ()
        if not head:  # the tail begins with the removal of nothing
            head, rest = rest[:1] or (0,), rest[1:] + rest[:1]
        for digit in head + rest:
            if digit < 0:
                raise RulesetError(f"a digit is a non-negative integer, not {digit}")
        if head[0] & 3:
            raise RulesetError(
                _("removing nothing must leave two heaps or more, or play need not end: d_0 = {head}").format(
                    head=head[0]
                )
            )
        if parts not in {"any", "unequal", "equal"}:
            raise RulesetError(f"parts are 'any', 'unequal' or 'equal', not {parts!r}")
        rule = cls(head, rest, parts)
        if parts != "any" and rule.most_heaps > 2:
            raise RulesetError(f"{parts} parts are two parts: no digit may have a bit above 4")
        return rule

    @classmethod
    def of_code(cls, code: HeapCode) -> TakingBreakingRule | None:
        """The code as numbers, if one constraint is on every pair, none on more heaps, and their number has a bound.

        >>> TakingBreakingRule.of_code(HeapCode.parse("4!.0")).parts
        'unequal'
        """
        on_pairs = {digit.constraint(2) for digit in (*code.digits, *code.tail)} - {None}
        parts = [parts for parts, constraint in CONSTRAINTS.items() if on_pairs <= {constraint}]
        heads, tail = [_mask(digit) for digit in code.digits], [_mask(digit) for digit in code.tail]
        if not parts or None in heads or None in tail or (parts[0] != "any" and (code.most_parts or 0) > 2):
            return None
        return cls.of([mask or 0 for mask in heads], [mask or 0 for mask in tail], parts[0])

    @property
    def code(self) -> HeapCode:
        pair = CONSTRAINTS[self.parts]
        return HeapCode.of(*([Digit.of_mask(digit, pair) for digit in part] for part in (self.digits, self.tail)))

    @property
    def most_heaps(self) -> int:
        """The most heaps one move can leave of a heap."""
        return max(digit.bit_length() for digit in self.digits + self.tail) - 1

    @property
    def splits(self) -> tuple[int, ...]:
        """The amounts within `digits` whose removal may leave two heaps."""
        return tuple(removed for removed, digit in enumerate(self.digits) if digit & 4)

    @property
    def plain_pairs(self) -> bool:
        """Whether pairs of parts are all the breaking there is: no more than two heaps, no tail, not equal parts."""
        return self.most_heaps == 2 and not self.tail and self.parts != "equal"


def _mask(digit: Digit) -> int | None:
    """The digit as a number, constraints on pairs left out; None for any other constraint, or no bound."""
    if digit.more or any(constraint not in {None, Constraint.ANY} for constraint in digit.allowed[3:]):
        return None
    return sum(1 << heaps for heaps, constraint in enumerate(digit.allowed) if constraint)


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
        self.backend = choose_backend(self._asked, CROSSOVER["taking-breaking"], 0)
        self._memory_limit = memory_limit
        self._table = MirroredRow()
        self._filler: Filler | None = None

    @property
    def nbytes(self) -> int:
        """Both ways round, and where sets of values are kept a word or an integer each."""
        sets = 64 * len(self._row) * max(self._most_heaps, 1) if isinstance(self._filler, BySets) else 0
        return 2 * self._row.nbytes + sets

    @property
    def comfortable(self) -> int:
        """How many heaps take a few seconds at most, by the heaps left, the backend, and the share of rare heaps."""
        if self.rule is None:
            return COMFORTABLE["constrained"]
        if self.rule.most_heaps > 2:
            return COMFORTABLE["many"]
        if self._filler is not None and self._filler.is_sparse:
            return COMFORTABLE["sparse"]
        return COMFORTABLE["python" if self._asked == "python" or not compiled_available() else "compiled"]

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
        backend = choose_backend(self._asked, self._crossover, size)
        if self._filler is None or (backend == "compiled" and isinstance(self._filler, ByProbing | BySets)):
            self.backend = backend
            self._filler = self._first_filler()

    @property
    def _crossover(self) -> int:
        """The heaps from which `auto` compiles."""
        if self.rule is None:
            return 0
        sparse = isinstance(self._filler, ByProbing) and self._filler.is_sparse
        kind = "-sparse" if sparse else "-many" if self.rule.most_heaps > 2 else "-tail" if self.rule.tail else ""
        return CROSSOVER["taking-breaking" + kind] * (LONG_TO_COMPILE if sparse and not compiled_before() else 1)

    def _fill(self, start: int, stop: int) -> int:
        filler = self._filler or self._first_filler()
        end = min(stop, start + self._chunk(start))
        reached = filler.fill(self._table, start, end)
        if reached < end:
            self._filler = filler.wider(self._table)
            self._choose_way(stop)
        self._row = self._table.values
        return reached

    def _enter(self, values: Sequence[int]) -> None:
        self._table.enter(values)
        self._row = self._table.values

    def _first_filler(self) -> Filler:
        rule, greatest = self.rule, max(self._values, default=0)
        if rule is None or self.backend == "python":
            if rule is None or not rule.plain_pairs or greatest > 255:
                return BySets(self.code)
            return ByProbing(rule.digits, rule.parts, self.code)
        if rule.plain_pairs:
            from cgt.fast.taking_breaking_faster import BySeekingFaster

            return BySeekingFaster(rule.digits, rule.parts, greatest, self._threads)
        from cgt.fast.value_sets_loops import BySetsOfWords

        return BySetsOfWords(rule.digits, rule.tail, rule.parts, 1, self._memory_limit)

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


def sequence_of(code: HeapCode, *, backend: Backend = "auto") -> NimSequence:
    """The nim-values of a code by the fastest loops that take it, in plain Python or compiled.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.

    >>> kayles = sequence_of(HeapCode.parse("0.77"))
    >>> kayles.extend_to(14)
    >>> list(kayles.values)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]
    """
    if (amounts := amounts_of(code)) is not None:
        return SubtractionSequence(amounts, backend=backend)
    if (excepted := excepted_of(code)) is not None:
        return AllButSequence(excepted, backend=backend)
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
