"""How the rows of a take-away table are kept: where the nim-value changes, row behind row in one array.

The nim-value of (n, q) is a nondecreasing step function of the quota q. The steps of row n stand at `first[n]`, …,
`first[n + 1] - 1`: from the quota `threshold[s]` on the nim-value is `value[s]`, up to the next step; it is 0 below the
first. Neighbouring rows often end alike, but one stretch a row is quick to search, and long rows have little in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np

from cgt.core.numbers import outlined
from cgt.kernels.integers import smallest_unsigned
from cgt.kernels.quota.rule import CROSSOVER
from cgt.kernels.route import ChosenRoute, KernelRoute, choose_route
from cgt.kernels.threads import in_parts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Integers = NDArray[Any]

Method = Literal["event-driven", "dense"]
"""`event-driven` for nondecreasing quotas, near N log N; `dense` for any other, N² / 2 look-ups."""

CHUNK = 1 << 16  # look-ups that the Python route makes together, few enough for the cache


@attrs.frozen(eq=False)
class QuotaRows:
    """The nim-values of every heap 0..limit at every quota, as rows of steps.

    Attributes:
        first: the first step of each row, and the number of steps behind the last, shape (limit + 2,).
        threshold: the quota from which on the step holds, ascending in a row, shape (steps,).
        value: the nim-value from the threshold on, shape (steps,).
        route: `python` or `compiled`.
        method: `event-driven` or `dense`.
    """

    first: Integers = attrs.field(repr=outlined)
    threshold: Integers = attrs.field(repr=outlined)
    value: Integers = attrs.field(repr=outlined)
    route: ChosenRoute
    method: Method

    @classmethod
    def pack(
        cls,
        first: ArrayLike,
        threshold: ArrayLike,
        value: ArrayLike,
        largest: int,
        route: ChosenRoute,
        method: Method,
    ) -> QuotaRows:
        """The rows in the smallest integer types that hold them; no threshold is above `largest`."""
        values = np.asarray(value)
        return cls(
            _unsigned(np.asarray(first), len(values)),
            _unsigned(np.asarray(threshold), max(largest, 0)),
            _unsigned(values, int(values.max(initial=0))),
            route,
            method,
        )

    @property
    def limit(self) -> int:
        """The largest heap, -1 for no heaps at all."""
        return len(self.first) - 2

    @property
    def nbytes(self) -> int:
        """The memory the rows take."""
        return sum(int(array.nbytes) for array in (self.first, self.threshold, self.value))

    def is_sound(self) -> bool:
        """Whether every row is a stretch of ascending steps: what the loops rely on, asked of rows from a file."""
        first, threshold, value = self.first, self.threshold, self.value
        if not all(array.ndim == 1 and array.dtype.kind == "u" for array in (first, threshold, value)):
            return False
        if not len(first) or first[0] or (first[1:] < first[:-1]).any():
            return False
        if not first[-1] == len(threshold) == len(value):
            return False
        begins = np.zeros(len(threshold) + 1, np.bool_)
        begins[first] = True
        rises = (threshold[1:] > threshold[:-1]) & (value[1:] > value[:-1])
        return bool((rises | begins[1:-1]).all())

    def row(self, heap: int) -> list[tuple[int, int]]:
        """The row of a heap as pairs (least quota, nim-value from there on), smallest quota first."""
        steps = slice(int(self.first[heap]), int(self.first[heap + 1]))
        return list(zip(self.threshold[steps].tolist(), self.value[steps].tolist(), strict=True))

    def nim_values(
        self, heaps: Integers, quotas: Integers, *, route: KernelRoute = "auto", threads: int | None = None
    ) -> Integers:
        """The nim-values of (heaps[i], quotas[i]), two arrays of one shape; the caller has checked their range."""
        flat, bounds = np.ascontiguousarray(heaps).reshape(-1), np.ascontiguousarray(quotas).reshape(-1)
        out = np.zeros(len(flat), self.value.dtype)
        if choose_route(route, CROSSOVER["quota-look-up"], len(flat)) == "compiled":
            from cgt.kernels.quota.loops import look_up

            def do(part: slice) -> None:
                look_up(flat[part], bounds[part], self.first, self.threshold, self.value, out[part])

            in_parts(threads, len(flat), do)
        elif len(self.value):
            for begin in range(0, len(flat), CHUNK):
                part = slice(begin, begin + CHUNK)
                self._look_up(flat[part], bounds[part], out[part])
        return out.reshape(np.shape(heaps))

    def _look_up(self, heaps: Integers, quotas: Integers, out: Integers) -> None:
        """All rows are halved together until each is down to the step that holds."""
        begins = self.first[heaps].astype(np.int64)
        lengths = self.first[heaps + 1] - begins
        places = begins.copy()
        for _ in range(int(lengths.max(initial=0)).bit_length()):
            halves = (lengths + 1) >> 1
            places += halves * (self.threshold[places + halves - 1] <= quotas)  # a row with nothing left stays
            lengths -= halves
        out[:] = np.where(places > begins, self.value[places - 1], 0)

    def nim_sums(
        self, heaps: Integers, quotas: Integers, *, route: KernelRoute = "auto", threads: int | None = None
    ) -> Integers:
        """The nim-sum of each position, arrays of shape (positions, heaps); the caller has checked their range."""
        if choose_route(route, CROSSOVER["quota-look-up"], heaps.size) == "compiled":
            from cgt.kernels.quota.loops import nim_sums

            out = np.zeros(len(heaps), self.value.dtype)

            def do(part: slice) -> None:
                nim_sums(heaps[part], quotas[part], self.first, self.threshold, self.value, out[part])

            in_parts(threads, len(heaps), do)
            return out
        sums: Integers = np.bitwise_xor.reduce(self.nim_values(heaps, quotas, route="python"), axis=1)
        return sums


def _unsigned(array: Integers, largest: int) -> Integers:
    """The array in the smallest type that holds its numbers, without a copy where the size is the same."""
    kind = smallest_unsigned(largest)
    return array.view(kind) if array.itemsize == kind.itemsize else array.astype(kind)
