"""Nim-values of taking-and-breaking games: octal and hexadecimal codes, Grundy's game, every other code.

Every way to compute them is exact for every code it accepts; which one runs is a matter of speed alone, and it changes
on the way when a value does not fit. Where a move leaves two parts at most, `ByProbing` looks at them in plain Python,
for values below 256, and `BySeeking` in compiled code. Every other code goes by sets of values: `BySets` and, compiled,
`BySetsOfWords`.

The sparse space of a game: its values fall into two kinds by the parity of some of their bits, and one kind, the *rare*
values, is taken by few heaps only (Berlekamp, Conway and Guy, Winning Ways, chapter 4). A pair of two common or of two
rare parts has a rare value, a mixed pair a common one. So the pairs with a rare part settle which common values are
options. Which bits is found from the values so far by a Walsh–Hadamard transform of their histogram, and again at each
doubling. The heap's own parity may take part as one more bit when all splitting digits remove amounts of one parity.
The result is exact whichever bits are chosen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.code import Constraint, HeapCode
from cgt.core.memory_limit import BYTES_A_NUMBER, check_memory
from cgt.core.nimber import walsh_hadamard
from cgt.core.numbers import format_int
from cgt.fast.backend import Backend, choose_backend
from cgt.fast.jit import compiled_available
from cgt.fast.row import MirroredRow
from cgt.fast.sequence import MOST_SPARE, NimSequence
from cgt.fast.subtraction_values import AllButSequence, SubtractionSequence, amounts_of, excepted_of
from cgt.fast.value_sets import BySets

if TYPE_CHECKING:
    from cgt.fast.taking_breaking_loops import BySeeking
    from cgt.fast.value_sets_loops import BySetsOfWords

Filler: TypeAlias = "ByProbing | BySets | BySeeking | BySetsOfWords"
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
"""The number of pairs for each one that is examined, as only those with a rare part are, where a table is sparse."""

COMFORTABLE = {"constrained": 100, "many": 1_000, "python": 20_000, "compiled": 100_000, "sparse": 1_000_000}
"""The numbers of heaps that take a few seconds, by the kind of table."""

GOES_ON = 2.5
"""The factor by which a table grows when a few heaps more are asked for again and again: a period that was not found
among 16,000 heaps is seldom found among 40,000."""


@attrs.frozen
class TakingBreakingRule:
    """A code as numbers, where one constraint holds for every pair of heaps left.

    Attributes:
        digits: bit h of `digits[k]` says that removing k may leave exactly h heaps.
        tail: the digits that repeat beyond these.
        pairs: what is asked of the sizes of two heaps.

    >>> from cgt.core.code import HeapCode
    >>> TakingBreakingRule.of(HeapCode.parse("4!.0[3]"))
    TakingBreakingRule(digits=(4, 0), tail=(3,), pairs=<Constraint.DISTINCT: '!'>)
    """

    digits: tuple[int, ...]
    tail: tuple[int, ...]
    pairs: Constraint

    @classmethod
    def of(cls, code: HeapCode) -> TakingBreakingRule | None:
        """The code as numbers, if one constraint is on every pair, none on more heaps, and their number has a bound."""
        count = max(len(code.digits), 1)
        digits = [code.digit(taken) for taken in range(count + len(code.tail))]
        pairs = {constraint for digit in digits if (constraint := digit.constraint(2))} or {Constraint.ANY}
        beyond = {constraint for digit in digits for constraint in digit.allowed[3:] if constraint}
        if any(digit.more for digit in digits) or len(pairs) > 1 or not beyond <= {Constraint.ANY} & pairs:
            return None
        masks = tuple(sum(1 << heaps for heaps, allowed in enumerate(digit.allowed) if allowed) for digit in digits)
        return cls(masks[:count], masks[count:], pairs.pop())

    @property
    def is_of_pairs(self) -> bool:
        """Whether a move leaves at most two heaps, of any or of unequal sizes, and the code has no tail."""
        return max(self.digits) in range(4, 8) and not self.tail and self.pairs is not Constraint.EQUAL


class TakingBreakingSequence(NimSequence):
    """The nim-values of one taking-and-breaking game, computed as far as asked and continued on demand.

    >>> from cgt.core.code import HeapCode
    >>> kayles = TakingBreakingSequence(HeapCode.parse("0.77"))
    >>> kayles.extend_to(12)
    >>> kayles.values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """

    def __init__(self, code: HeapCode, *, backend: Backend = "auto") -> None:
        super().__init__()
        self.code = code
        self.rule = TakingBreakingRule.of(code)
        self._asked: Backend = backend if self.rule is not None else "python"
        self._most_heaps = len(code.digits) if code.most_parts is None else code.most_parts
        self.backend = choose_backend(self._asked, "taking-breaking", 0)
        self._table = MirroredRow()
        self._filler: Filler | None = None

    @property
    def nbytes(self) -> int:
        """The bytes of the values, forwards and backwards, and of the filler."""
        return 2 * self._row.nbytes + (0 if self._filler is None else self._filler.nbytes)

    @property
    def comfortable(self) -> int:
        """The number of heaps that take a few seconds, by the heaps left, the backend, and the rare heaps."""
        if self.rule is None:
            return COMFORTABLE["constrained"]
        if self._most_heaps > 2:
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
        check_memory(needed, f"nim-values of {format_int(stop)} heaps")
        self._table.grow(max(stop, min(2 * capacity, stop + MOST_SPARE)))
        self._row = self._table.values

    def _choose_way(self, stop: int) -> None:
        """Choose the filler: the one in use, or the compiled one from the size on where that pays."""
        known = len(self._values)
        going_on = 0 < stop - known < known // 8
        size = int(GOES_ON * stop) if going_on else stop
        sparse = self._filler.sparse_cost(size) if isinstance(self._filler, ByProbing) else None
        tail = self.rule is not None and self.rule.tail
        kind = "-sparse" if sparse is not None else "-many" if self._most_heaps > 2 else "-tail" if tail else ""
        backend = choose_backend(self._asked, f"taking-breaking{kind}", size if sparse is None else sparse)
        if self._filler is None or (backend == "compiled" and isinstance(self._filler, ByProbing | BySets)):
            self.backend = backend
            self._filler = self._first_filler()

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
        if rule is None or (self.backend == "python" and (greatest > 255 or not rule.is_of_pairs)):
            return BySets(self.code)
        if self.backend == "python":
            return ByProbing(rule, self.code)
        if rule.is_of_pairs:
            from cgt.fast.taking_breaking_loops import BySeeking

            return BySeeking(rule.digits, rule.pairs, greatest)
        from cgt.fast.value_sets_loops import BySetsOfWords

        return BySetsOfWords(rule.digits, rule.tail, rule.pairs)

    def _chunk(self, start: int) -> int:
        splits = 1 if self.rule is None else sum(digit >> 2 & 1 for digit in self.rule.digits)
        pairs = max(1, start * max(1, splits) // 2)
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

    >>> from cgt.core.code import HeapCode
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


FIRST_CHOICE = 1024
"""The heap before which no sparse space is looked for."""

OPENING = 256
"""The pairs of a digit that are looked at in any case."""

SOME_PAIRS = 2_048
"""The pairs that are looked at first where a rare value is sought among all of them."""

FEW_RARE = 100
"""The number of rare parts up to which a million heaps take a few seconds."""

TOTALS = 128
"""The totals for which the rare parts are looked at together: fewer than `OPENING`, so that the others are known."""

RARE_TO_HEAP = 600
"""About how many rare parts of one digit take as long as the rest of the work for a heap."""

RARE_TO_PAIRS = 12
"""About how many pairs are looked at together in the time in which one rare part is looked at by itself."""


class RareParts:
    """The rare parts above `OPENING`, for some consecutive totals at once."""

    def __init__(self, values: memoryview, parts: list[int]) -> None:
        self.parts = parts
        self._own = int.from_bytes(b"".join(values[part : part + 1].tobytes() * TOTALS for part in parts), "little")
        self._start, self._pairs = -TOTALS, b""

    def pairs(self, values: memoryview, total: int) -> bytes:
        """The values of the pairs with each of these parts and the sum `total`, which is more than each part."""
        if not self._start <= total < self._start + TOTALS:
            others = b"".join([values[total - part : total - part + TOTALS] for part in self.parts])
            self._start = total
            self._pairs = (self._own ^ int.from_bytes(others, "little")).to_bytes(len(others), "little")
        return self._pairs[total - self._start :: TOTALS]


class ByProbing:
    """A filler for at most two parts and values below 256: it seeks each value among the options' values, as bytes.

    A value that is there is mostly found at once, so a heap costs little more than one search for its own value; and in
    a sparse space not even that, where it is common.
    """

    def __init__(self, rule: TakingBreakingRule, code: HeapCode) -> None:
        self._digits, self._unequal, self._code = rule.digits, rule.pairs is Constraint.DISTINCT, code
        self._splits, self._kept, self._taken = (
            [removed for removed, digit in enumerate(rule.digits) if digit & bit] for bit in (4, 2, 1)
        )
        self._kinds = b"", b""  # by the heap's parity and the value, whether it is rare
        self._sparse = False
        self._rare: list[int] = []
        self._choose_at = FIRST_CHOICE
        self._reached = 0

    @property
    def nbytes(self) -> int:
        """The bytes of the list of rare heaps."""
        return BYTES_A_NUMBER * len(self._rare)

    @property
    def is_sparse(self) -> bool:
        """Whether a heap takes some microseconds, however large it is."""
        return self._sparse and len(self._rare) <= FEW_RARE

    def sparse_cost(self, stop: int) -> int | None:
        """The heaps without a rare part that take about as long as those to `stop`; None if all pairs are looked at."""
        if not self._sparse:
            return None
        return stop + stop * len(self._splits) * len(self._rare) // RARE_TO_HEAP

    def fill(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill the heaps from `start` on; return the heap reached, `stop` unless a value was too large."""
        while start < stop:
            if start >= self._choose_at or start != self._reached:
                self._sparse = start >= FIRST_CHOICE and self._choose(table.values[:start])
                self._choose_at = max(2 * start, FIRST_CHOICE)
            end = min(stop, self._choose_at)
            fill = self._fill_by_rare if self._sparse else self._fill_by_all
            self._reached = start
            self._reached = start = fill(table, start, end)
            if start < end:
                break
        return start

    def _fill_by_all(self, table: MirroredRow, start: int, stop: int) -> int:
        if start >= FIRST_CHOICE:  # and no sparse space
            table.load_numpy_for_all_pairs()
        values, splits = table.values, self._splits
        made: dict[int, bytes] = {}  # by the total: what one digit leaves now, another left a few heaps ago
        for heap in range(start, stop):
            single = [values[heap - removed] for removed in self._kept if removed < heap]
            if heap in self._taken:
                single.append(0)
            lefts = [heap - removed for removed in splits if removed < heap - 1]
            for left in lefts:
                if left not in made:
                    made[left] = self._pairs(table, left, left)
            value = _least_missing(b"".join((bytes(single), *map(made.__getitem__, lefts))))
            if value == 256:
                return heap
            table.put(heap, value)
            made.pop(heap - splits[-1], None)
        return stop

    def _fill_by_rare(self, table: MirroredRow, start: int, stop: int) -> int:
        """Fill heaps by pairs with a part up to `OPENING` or a rare one, and by all pairs if the mex is then rare."""
        values, mirror, splits, kinds = table.values, table.mirror, self._splits, self._kinds
        number, end = int.from_bytes, len(mirror)
        first = number(values[1 : OPENING + 1], "little")
        del self._rare[bisect_left(self._rare, start) :]  # an interrupted run may have entered them
        far = RareParts(values, [part for part in self._rare if OPENING < part < start - splits[-1]])
        recent = deque(self._rare[bisect_left(self._rare, start - splits[-1]) :])
        made: dict[int, bytes] = {}
        for heap in range(start, stop):
            while recent and recent[0] < heap - splits[-1]:
                far = RareParts(values, [*far.parts, recent.popleft()])
            options = bytes([values[heap - removed] for removed in self._kept])
            for removed in splits:
                left = heap - removed
                if left not in made:
                    offset = end - left
                    pairs = (first ^ number(mirror[offset : offset + OPENING], "little")).to_bytes(OPENING, "little")
                    if self._unequal and left // 2 in far.parts:
                        pairs = self._pairs(table, left, left)
                    else:
                        pairs += far.pairs(values, left)
                    made[left] = pairs
                options += made[left]
            value = _least_missing(options)
            for most in (SOME_PAIRS, heap):  # a rare value that is an option is mostly found among some of them
                if value < 256 and kinds[heap & 1][value]:
                    options += b"".join([self._pairs(table, heap - removed, most) for removed in splits])
                    value = _least_missing(options, value)
            if value == 256:
                return heap
            if kinds[heap & 1][value]:
                self._rare.append(heap)
                recent.append(heap)
            table.put(heap, value)
            made.pop(heap - splits[-1], None)
        return stop

    def _pairs(self, table: MirroredRow, total: int, most: int) -> bytes:
        return table.pairs(total, min((total - self._unequal) // 2, most))

    def _choose(self, values: memoryview) -> bool:
        """Choose bits of the value and the heap whose parity makes the fewest of these heaps rare; whether it pays."""
        splits = self._splits
        counts = [0] * (2 << max(values).bit_length())
        for parity in (0, 1):
            for value, count in Counter(values[2 - parity :: 2]).items():
                counts[2 * value + (parity + splits[0]) % 2] = count
        balance = walsh_hadamard(counts)  # the rare heaps minus the common ones
        use_parity = len({removed % 2 for removed in splits}) == 1
        # Some bit of the value itself has to take part.
        mask = min(range(2, len(counts), 1 if use_parity else 2), key=balance.__getitem__)
        of_even, of_odd = (
            bytes(1 - ((value & mask >> 1).bit_count() + (heap + splits[0] & mask & 1)) % 2 for value in range(256))
            for heap in (0, 1)
        )
        self._kinds = of_even, of_odd
        self._rare = [heap for heap in range(1, len(values)) if self._kinds[heap & 1][values[heap]]]
        far = len(self._rare) - bisect_right(self._rare, OPENING)
        return 2 * (OPENING + RARE_TO_PAIRS * far + len(self._digits)) < len(values)

    def wider(self, table: MirroredRow) -> BySets:
        """A filler by sets of values, which may be of any size."""
        return BySets(self._code)


def _least_missing(options: bytes, value: int = 0) -> int:
    """The least value from `value` on that no option has; 256 if there is none."""
    while value < 256 and value in options:
        value += 1
    return value
