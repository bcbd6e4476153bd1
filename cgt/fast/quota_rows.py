"""The rows of a take-away table: the quotas where the nim-value changes, all rows in one array.

The nim-values of row n are steps: from the quota `threshold[s]` on the nim-value is `value[s]`, up to the next step; it
is 0 below the first. The steps of row n stand at `first[n]`, …, `first[n + 1] - 1`. Neighbouring rows often end alike,
but one stretch a row is quick to search, and long rows have little in common.

A step is one word of 32 bits: the threshold, and below it the value as far as there is room, `bits` of it. The rest is
told once a row: `turns[k, n]` is how many steps of row n have a value below (k + 1)·2^bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import attrs

from cgt.core.arrays import np
from cgt.core.numbers import shape_text
from cgt.fast.backend import Backend, ChosenBackend, choose_backend
from cgt.fast.jit import njit
from cgt.fast.row import smallest_unsigned
from cgt.fast.threads import in_parts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Integers = NDArray[Any]

Method = Literal["event-driven", "dense"]
"""`event-driven` for nondecreasing quotas, near N log N; `dense` for any other, N² / 2 look-ups."""

CHUNK = 1 << 16  # look-ups that plain Python makes together, few enough for the cache
ROWS_AT_ONCE = 1 << 15  # that are put into words, or read from them
TURNS = np.uint32


class Steps(NamedTuple):
    """The arrays of `QuotaRows`, for the loops."""

    first: Integers
    steps: Integers
    turns: Integers
    bits: int


@njit
def value_of(row: int, step: int | np.int64, rows: Steps) -> np.int64:
    """The nim-value of a step of the row."""
    value = np.int64(rows.steps[step]) & ((np.int64(1) << rows.bits) - 1)
    for level in range(len(rows.turns)):
        if step - np.int64(rows.first[row]) >= rows.turns[level, row]:
            value += np.int64(1) << rows.bits
    return value


@njit
def put_step(row: int, begin: int, step: int, least: int, worth: int, rows: Steps) -> None:
    """Write a step of the row that begins at the step `begin`: from the quota `least` on its nim-value is `worth`."""
    rows.steps[step] = least << rows.bits | worth & ((1 << rows.bits) - 1)
    for level in range(len(rows.turns)):
        if worth < (level + 1) << rows.bits:
            rows.turns[level, row] = step + 1 - begin


@njit
def nim_sums(
    heaps: Integers, quotas: Integers, first: Integers, steps: Integers, turns: Integers, bits: int, out: Integers
) -> None:
    """The nim-sum of each position: heaps and quotas of shape (positions, heaps).

    All in one function: taken apart, it is compiled to twice as slow code.
    """
    low = (np.int64(1) << bits) - 1
    limit = np.int64(len(first) - 2)
    levels = len(turns)
    for i in range(heaps.shape[0]):
        total = np.int64(0)
        for j in range(heaps.shape[1]):
            heap = heaps[i, j]
            beyond = (min(quotas[i, j], limit) + 1) << bits
            begin = np.int64(first[heap])  # unsigned numbers would not mix with the others
            length = np.int64(first[heap + 1]) - begin
            place = begin
            while length > 0:
                half = (length + 1) >> 1
                if np.int64(steps[place + half - 1]) < beyond:
                    place += half
                length -= half
            if place > begin:
                value = np.int64(steps[place - 1]) & low
                for level in range(levels):
                    if place - begin > turns[level, heap]:
                        value += np.int64(1) << bits
                total ^= value
        out[i] = total


def word_for(limit: int) -> tuple[np.dtype[Any], int]:
    """The integer type of a step in a table of heaps up to the limit, and the number of its bits left for the value.

    >>> word_for(10_000_000), word_for(1 << 40)
    ((dtype('uint32'), 8), (dtype('uint64'), 22))
    """
    kind = np.dtype(np.uint32 if limit < 1 << 28 else np.uint64)
    return kind, min(8 * kind.itemsize, 63) - limit.bit_length()  # a word more than the greatest is a signed number


@attrs.frozen(eq=False)
class QuotaRows:
    """The nim-values of every heap 0..limit at every quota, as rows of steps.

    Attributes:
        first: the first step of each row, and the number of steps behind the last, shape (limit + 2,).
        steps: the words, shape (steps,); ascending thresholds and values in a row.
        turns: see the module, shape (levels, limit + 1).
        bits: of a word, that belong to the value.
        backend: `python` or `compiled`.
        method: `event-driven` or `dense`.
    """

    first: Integers = attrs.field(repr=shape_text)
    steps: Integers = attrs.field(repr=shape_text)
    turns: Integers = attrs.field(repr=shape_text)
    bits: int
    backend: ChosenBackend
    method: Method

    @classmethod
    def pack(
        cls,
        first: ArrayLike,
        threshold: ArrayLike,
        value: ArrayLike,
        largest: int,
        backend: ChosenBackend,
        method: Method,
    ) -> QuotaRows:
        """The rows of these steps, packed for heaps up to `largest`; no threshold is above it."""
        begins, values = np.asarray(first, np.int64), np.asarray(value)
        kind, bits = word_for(max(largest, 0))
        steps = np.asarray(threshold).astype(kind)
        turns = np.zeros((int(values.max(initial=0)) >> bits, len(begins) - 1), TURNS)
        for rows, part in _stretches(begins):
            steps[part] = steps[part] << kind.type(bits) | values[part].astype(kind) & kind.type((1 << bits) - 1)
            for level, turn in enumerate(turns, 1):
                below = np.append(0, np.cumsum(values[part] < level << bits))
                turn[rows] = np.diff(below[begins[rows.start : rows.stop + 1] - part.start])
        return cls(_unsigned(begins, len(steps)), steps, turns, bits, backend, method)

    @property
    def limit(self) -> int:
        """The largest heap, -1 for no heaps at all."""
        return len(self.first) - 2

    @property
    def threshold(self) -> Integers:
        """The quota from which on each step holds, ascending in a row, shape (steps,)."""
        thresholds = self.steps >> self.steps.dtype.type(self.bits)
        return _unsigned(thresholds, max(self.limit, 0))

    @property
    def value(self) -> Integers:
        """The nim-value from each threshold on, shape (steps,)."""
        values = np.zeros(len(self.steps), smallest_unsigned(self.largest_value))
        for rows, part in _stretches(self.first):
            lengths: Integers = np.diff(self.first[rows.start : rows.stop + 1].astype(np.int64))
            low = self._low(self.steps[part])
            places = np.arange(len(low)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            for turn in self.turns:
                low += (places >= np.repeat(turn[rows], lengths)).astype(np.int64) << self.bits
            values[part] = low
        return values

    def _low(self, words: Integers) -> Integers:
        """The nim-values in the low bits of packed steps."""
        low: Integers = words & words.dtype.type((1 << self.bits) - 1)
        return low.astype(np.int64)

    @property
    def largest_value(self) -> int:
        """The greatest nim-value in the table."""
        lengths: Integers = np.diff(self.first.astype(np.int64))
        levels = (self.turns < lengths).sum(axis=0)
        last = self._low(self.steps[self.first[1:][lengths > 0].astype(np.int64) - 1])  # values ascend in a row
        return int((last + (levels[lengths > 0] << self.bits)).max(initial=0))

    @property
    def nbytes(self) -> int:
        """The bytes that the rows take."""
        return sum(int(array.nbytes) for array in (self.first, self.steps, self.turns))

    @staticmethod
    def are_sound(first: Integers, threshold: Integers, value: Integers) -> bool:
        """Whether every row is an ascending stretch of steps, as the loops require; for rows read from a file."""
        if not all(array.ndim == 1 and array.dtype.kind == "u" for array in (first, threshold, value)):
            return False
        if not len(first) or first[0] or (first[1:] < first[:-1]).any():
            return False
        if not first[-1] == len(threshold) == len(value) or int(threshold.max(initial=0)) > max(len(first) - 2, 0):
            return False
        begins = np.zeros(len(threshold) + 1, np.bool_)
        begins[first] = True
        rises = (threshold[1:] > threshold[:-1]) & (value[1:] > value[:-1])
        return bool((rises | begins[1:-1]).all())

    def row(self, heap: int) -> list[tuple[int, int]]:
        """The row of a heap as pairs (least quota, nim-value from there on), smallest quota first."""
        words = self.steps[int(self.first[heap]) : int(self.first[heap + 1])].tolist()
        turns = self.turns[:, heap].tolist()
        levels = [sum(place >= turn for turn in turns) for place in range(len(words))]
        low = (1 << self.bits) - 1
        return [
            (word >> self.bits, (level << self.bits) + (word & low)) for word, level in zip(words, levels, strict=True)
        ]

    def nim_values(self, heaps: Integers, quotas: Integers, *, backend: Backend = "auto") -> Integers:
        """The nim-values of (heaps[i], quotas[i]), two arrays of one shape; the caller has checked their range."""
        flat, bounds = np.ascontiguousarray(heaps).reshape(-1), np.ascontiguousarray(quotas).reshape(-1)
        if choose_backend(backend, "quota-look-up", len(flat)) == "compiled":
            positions = flat.reshape(-1, 1), bounds.reshape(-1, 1)
            return self.nim_sums(*positions, backend="compiled").reshape(np.shape(heaps))
        out = np.zeros(len(flat), self._kind)
        for begin in range(0, len(flat) if len(self.steps) else 0, CHUNK):
            part = slice(begin, begin + CHUNK)
            self._look_up(flat[part], bounds[part], out[part])
        return out.reshape(np.shape(heaps))

    def _look_up(self, heaps: Integers, quotas: Integers, out: Integers) -> None:
        """Write the nim-values into `out`, by binary search for the step in all rows at once."""
        begins = self.first[heaps].astype(np.int64)
        lengths = self.first[heaps + 1] - begins
        places = begins.copy()
        beyond = np.minimum(quotas, self.limit) + 1 << self.bits
        for _ in range(int(lengths.max(initial=0)).bit_length()):
            halves = (lengths + 1) >> 1
            places += halves * (self.steps[places + halves - 1] < beyond)  # a row with nothing left stays
            lengths -= halves
        values = self._low(self.steps[places - 1])
        for turn in self.turns:
            values += (places - begins > turn[heaps]).astype(np.int64) << self.bits
        out[:] = np.where(places > begins, values, 0)

    @property
    def _kind(self) -> np.dtype[Any]:
        """The smallest integer type that holds every possible value."""
        return smallest_unsigned(((len(self.turns) + 1) << self.bits) - 1)

    def nim_sums(self, heaps: Integers, quotas: Integers, *, backend: Backend = "auto") -> Integers:
        """The nim-sum of each position, arrays of shape (positions, heaps); the caller has checked their range."""
        if choose_backend(backend, "quota-look-up", heaps.size) == "compiled":
            out = np.zeros(len(heaps), self._kind)

            def do(part: slice) -> None:
                nim_sums(heaps[part], quotas[part], self.first, self.steps, self.turns, self.bits, out[part])

            in_parts(len(heaps), do)
            return out
        sums: Integers = np.bitwise_xor.reduce(self.nim_values(heaps, quotas, backend="python"), axis=1)
        return sums


def _stretches(first: Integers) -> Iterator[tuple[slice, slice]]:
    """Slices of rows, and of their steps, so small that temporary arrays stay small beside the table."""
    for begin in range(0, len(first) - 1, ROWS_AT_ONCE):
        end = min(begin + ROWS_AT_ONCE, len(first) - 1)
        yield slice(begin, end), slice(int(first[begin]), int(first[end]))


def _unsigned(array: Integers, largest: int) -> Integers:
    """The array in the smallest type that holds its numbers, without a copy where the size is the same."""
    kind = smallest_unsigned(largest)
    return array.view(kind) if array.itemsize == kind.itemsize else array.astype(kind)
