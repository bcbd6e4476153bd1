"""Repetition in sequences: least period, exact preperiod, saltus, all of a finite stretch.

This is an observation about the values at hand; `cgt.theory.theorems` prove that it lasts for ever.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import compress, pairwise
from operator import ne
from typing import Final, Literal

import attrs

from cgt.core.card import Values
from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.errors import PositionError

WIDER: Final[dict[str, Literal["H", "I", "Q"]]] = {"B": "H", "H": "I", "I": "Q"}
"""The unsigned formats, and the one that is twice as wide."""
UNSIGNED = WIDER.keys()

LONG_PATTERN = 4096
"""Values that are compared at a time, of a shorter period several turns."""


@attrs.frozen
class Periodicity:
    """G(n + period) = G(n) + saltus for all n >= preperiod; a plain period has saltus 0."""

    preperiod: int
    period: int
    saltus: int = 0

    def reduce(self, heap: int) -> tuple[int, int]:
        """The heap below preperiod + period that this one repeats, and how many periods lie between.

        Raises:
            PositionError: the heap is negative.

        >>> Periodicity(71, 12).reduce(10**30)
        (76, 83333333333333333333333333327)
        """
        if heap < self.preperiod:
            if heap < 0:
                raise PositionError(f"a heap holds 0 or more, not {format_value(heap)}")
            return heap, 0
        turns, place = divmod(heap - self.preperiod, self.period)
        return self.preperiod + place, turns

    def value(self, heap: int, values: Sequence[int]) -> int:
        """The value at any heap, from `values` at 0 .. preperiod + period - 1."""
        source, turns = self.reduce(heap)
        return int(values[source]) + turns * self.saltus

    def residues(self, values: Sequence[int]) -> list[int]:
        """The constants b of G(n) = b + saltus·(n // period), one for each remainder of n modulo the period.

        >>> Periodicity(1, 4, 4).residues([0, 1, 2, 4, 3])
        [-1, 1, 2, 4]
        """
        heaps = sorted(range(self.preperiod, self.preperiod + self.period), key=lambda heap: heap % self.period)
        return [int(values[heap]) - heap // self.period * self.saltus for heap in heaps]

    def exceptions(self, values: Sequence[int]) -> list[int]:
        """The heaps below the preperiod that break the pattern when it is continued backwards to 0.

        >>> Periodicity(3, 2).exceptions([7, 2, 9, 2, 1])
        [0, 2]
        """
        broken: list[int] = []
        pattern = [int(value) for value in values[self.preperiod : self.preperiod + self.period]]
        if self.saltus == 0 and len(pattern) < self.preperiod:  # a short pattern several times over is one as well
            pattern *= -(-min(self.preperiod, LONG_PATTERN) // self.period)
        for turns in range(1, -(-self.preperiod // len(pattern)) + 1):
            start = self.preperiod - turns * len(pattern)
            first = max(start, 0)
            expected = pattern[first - start :]
            if self.saltus:
                expected = [value - turns * self.saltus for value in expected]
            known = values[first : start + len(pattern)]
            broken += compress(range(first, first + len(known)), map(ne, known, expected))
        return sorted(broken)

    def first_failure(self, values: Sequence[int]) -> int | None:
        """The least heap whose value is not the one a period earlier plus the saltus; None if all agree."""
        row, later = as_row(values), self.preperiod + self.period
        early, late = row[self.preperiod : max(len(row) - self.period, 0)], row[later:]
        if not self.saltus and early.tobytes() == late.tobytes():
            return None
        pairs = zip(early, late, strict=True)
        return next((later + n for n, (a, b) in enumerate(pairs) if a + self.saltus != b), None)

    def continued(self, values: Sequence[int], stop: int) -> list[int]:
        """The values of the heaps 0 .. stop-1, the period copied as often as need be.

        >>> Periodicity(1, 2, 3).continued([9, 1, 2], 7)
        [9, 1, 2, 4, 5, 7, 8]
        """
        result = [int(value) for value in values[: self.preperiod]]
        block = [int(value) for value in values[self.preperiod : self.preperiod + self.period]]
        turns = max(0, -(-(stop - self.preperiod) // self.period))
        if self.saltus:
            for turn in range(turns):
                result += [value + turn * self.saltus for value in block]
        else:
            result += block * turns
        return result[:stop]

    def bracketed(self, values: Sequence[int]) -> Values:
        """The `Values` for display: the values from heap 0 on, with one period in brackets."""
        return Values(values, self.preperiod, self.period, self.saltus)

    def __str__(self) -> str:
        if self.saltus:
            text = _("period {period}, saltus {saltus}, from heap {preperiod}")
        else:
            text = _("period {period}, from heap {preperiod}")
        return text.format(period=self.period, saltus=self.saltus, preperiod=self.preperiod)


def as_row(values: Iterable[int]) -> memoryview:
    """The values as a row of integers of one width; a `memoryview` or an array of numpy's is not copied."""
    try:
        return memoryview(values)  # type: ignore[arg-type]  # not every sequence is one
    except TypeError:
        numbers = array("q", values)
    low, high = min(numbers, default=0), max(numbers, default=0)
    for kind, bits in (("b", 7), ("h", 15), ("i", 31)):
        if -(1 << bits) <= low <= high < 1 << bits:
            return memoryview(array(kind, numbers))
    return memoryview(numbers)


def distance_of_repeated_window(row: memoryview, width: int) -> int | None:
    """The distance back to the last occurrence of the last `width` values, if there is one; 0 < width.

    Where they determine all that follows, this distance is a period from there on; and it is the least one, for the
    least period would bring the same window back too, and sooner.

    >>> distance_of_repeated_window(as_row([5, 1, 2, 1, 2, 1, 2]), 3)
    2
    """
    if len(row) <= width:
        return None
    size = row.itemsize
    # A search forwards is linear at worst, a search backwards is not. Every number's own bytes are turned round too,
    # which a comparison for equality does not mind.
    backwards = row.tobytes()[::-1]
    window = backwards[: width * size]
    distance = backwards.find(window, size)
    while distance % size and distance >= 0:
        distance = backwards.find(window, distance + 1)
    return distance // size if distance >= 0 else None


def last_difference(row: memoryview, shift: int) -> int | None:
    """The greatest n with row[n] != row[n + shift], both at hand; None if all agree.

    >>> last_difference(as_row([5, 1, 2, 1, 2]), 2)
    0
    """
    early, late = row[: len(row) - shift].tobytes(), row[shift:].tobytes()
    if early == late:
        return None
    # The last difference is mostly near the beginning: double the stretch looked at from the front.
    stop, step = len(early), 1 << 10
    while step < stop and early[step:] != late[step:]:
        step *= 4
    step = min(step, stop)
    bits = (int.from_bytes(early[:step], "little") ^ int.from_bytes(late[:step], "little")).bit_length()
    return (bits - 1) // (8 * row.itemsize)


def least_periodicity(values: Sequence[int], *, window: int | None = None, plain: bool = False) -> Periodicity | None:
    """The least (arithmetic) period of the end of a sequence, with the exact preperiod; None where no period shows.

    The end means the last `window` values, by default half of all: they must have occurred before, a saltus apart, or,
    when only `plain` periods are wanted, as they are. Values that are not there are not considered. O(n) operations
    on bytes.

    >>> least_periodicity([9, 1, 2, 1, 2, 1, 2, 1]), least_periodicity([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    (Periodicity(preperiod=1, period=2, saltus=0), Periodicity(preperiod=0, period=2, saltus=1))
    >>> least_periodicity([1, 2, 4, 8, 16, 32]) is None
    True
    """
    count = len(values)
    window = count // 2 if window is None else window
    if count < 2 or not 0 < window < count:
        return None
    # A constant saltus means that the differences have that period.
    row = as_row(values if plain else _steps(values))
    width = window if plain else window - 1
    period = distance_of_repeated_window(row, width) if width else 1
    if period is None:
        return None
    mismatch = last_difference(row, period)
    return Periodicity(0 if mismatch is None else mismatch + 1, period, int(values[-1]) - int(values[-1 - period]))


def _steps(values: Sequence[int]) -> Iterable[int]:
    """The differences of neighbours, or numbers in one-to-one correspondence with them."""
    try:
        row = memoryview(values)  # type: ignore[arg-type]  # as above
    except TypeError:
        return (after - before for before, after in pairwise(values))
    if row.format not in UNSIGNED or len(row) < 2:
        return (after - before for before, after in pairwise(row.tolist()))
    # Each number in a place twice as wide, all of them as one integer: with a bit above each number, none borrows.
    width = row.itemsize
    wide = bytearray(2 * width * len(row))
    data = row.tobytes()
    for byte in range(width):
        wide[byte :: 2 * width] = data[byte::width]
    low = int.from_bytes(wide[: -2 * width], "little")
    above = int.from_bytes((b"\0" * width + b"\1" + b"\0" * (width - 1)) * (len(row) - 1), "little")
    high = int.from_bytes(wide[2 * width :], "little")
    steps = (high + above - low).to_bytes(2 * width * (len(row) - 1), "little")
    return memoryview(steps).cast(WIDER[row.format])
