"""How the rows of a take-away table are kept: chains of steps that share their tails.

The nim-value of (n, q) is a step function of the quota q. Row n is a chain of steps, smallest quota first: step s says
that from the quota `n + 1 - origin[s]` on the nim-value is `value[s]`, up to the next step `tail[s]`; step 0 ends every
chain. A step named by its origin stays true while n grows, so each row keeps only the steps that differ from the row
before and points into that row's chain for the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np

from cgt.kernels.integers import smallest_unsigned
from cgt.kernels.route import ChosenRoute, Route, choose_route

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Integers = NDArray[Any]

Method = Literal["event-driven", "dense"]
"""`event-driven` for nondecreasing quotas, near N log N; `dense` for any other, N² / 2 look-ups."""

CHUNK = 1 << 20  # look-ups that the Python route makes together


@attrs.frozen(eq=False)
class QuotaRows:
    """The nim-values of every heap 0..limit at every quota, as rows of steps.

    Attributes:
        first: the first step of each row, shape (limit + 1,).
        origin: one more than the heap that the step's threshold comes from, shape (steps,).
        value: the nim-value from the threshold on, shape (steps,).
        tail: the next step of the row, shape (steps,).
        route: `python` or `compiled`.
        method: `event-driven` or `dense`.
    """

    first: Integers
    origin: Integers
    value: Integers
    tail: Integers
    route: ChosenRoute
    method: Method

    @classmethod
    def pack(
        cls,
        first: ArrayLike,
        origin: ArrayLike,
        value: ArrayLike,
        tail: ArrayLike,
        route: ChosenRoute,
        method: Method,
    ) -> QuotaRows:
        """The rows in the smallest integer types that hold them."""
        heaps, values = np.asarray(first), np.asarray(value)
        steps = smallest_unsigned(len(values))
        return cls(
            heaps.astype(steps),
            np.asarray(origin).astype(smallest_unsigned(len(heaps))),
            values.astype(smallest_unsigned(int(values.max()))),
            np.asarray(tail).astype(steps),
            route,
            method,
        )

    @property
    def limit(self) -> int:
        """The largest heap."""
        return len(self.first) - 1

    @property
    def nbytes(self) -> int:
        """The memory the rows take."""
        return sum(int(array.nbytes) for array in (self.first, self.origin, self.value, self.tail))

    def is_sound(self) -> bool:
        """Whether every row is a chain that ends: what the loops rely on, asked of rows that come from a file."""
        steps = len(self.origin)
        return bool(
            all(
                array.ndim == 1 and array.dtype.kind == "u"
                for array in (self.first, self.origin, self.value, self.tail)
            )
            and steps == len(self.value) == len(self.tail)
            and steps > 0
            and self.origin[0] == self.tail[0] == 0
            and max(self.first.max(initial=0), self.tail.max()) < steps
            and (self.origin[1:] > self.origin[self.tail[1:]]).all()
        )

    def row(self, heap: int) -> list[tuple[int, int]]:
        """The row of a heap as pairs (least quota, nim-value from there on), smallest quota first."""
        found = []
        step = int(self.first[heap])
        while step:
            found.append((heap + 1 - int(self.origin[step]), int(self.value[step])))
            step = int(self.tail[step])
        return found

    def nim_values(self, heaps: Integers, quotas: Integers, *, route: Route = "auto") -> Integers:
        """The nim-values of (heaps[i], quotas[i]), two arrays of one shape; the caller has checked their range."""
        flat, bounds = np.ascontiguousarray(heaps).reshape(-1), np.ascontiguousarray(quotas).reshape(-1)
        out = np.zeros(len(flat), self.value.dtype)
        if choose_route(route, "quota-look-up", len(flat)) == "compiled":
            from cgt.kernels.compiled.quota import look_up

            look_up(flat, bounds, self.first, self.origin, self.value, self.tail, out)
        else:
            for begin in range(0, len(flat), CHUNK):
                part = slice(begin, begin + CHUNK)
                self._walk(flat[part], bounds[part], out[part])
        return out.reshape(np.shape(heaps))

    def _walk(self, heaps: Integers, quotas: Integers, out: Integers) -> None:
        """All the look-ups walk their chains together; those that have arrived leave."""
        bounds = heaps.astype(np.int64) + 1 - np.minimum(quotas, heaps)
        steps = self.first[heaps]
        waiting = np.arange(len(heaps))
        while len(waiting):
            goes_on = np.flatnonzero(self.origin[steps] >= bounds)
            waiting, steps, bounds = waiting[goes_on], steps[goes_on], bounds[goes_on]
            out[waiting] = self.value[steps]
            steps = self.tail[steps]

    def nim_sums(self, heaps: Integers, quotas: Integers, *, route: Route = "auto") -> Integers:
        """The nim-sum of each position, arrays of shape (positions, heaps); the caller has checked their range."""
        if choose_route(route, "quota-look-up", heaps.size) == "compiled":
            from cgt.kernels.compiled.quota import nim_sums

            out = np.zeros(len(heaps), self.value.dtype)
            nim_sums(heaps, quotas, self.first, self.origin, self.value, self.tail, out)
            return out
        sums: Integers = np.bitwise_xor.reduce(self.nim_values(heaps, quotas, route="python"), axis=1)
        return sums


def unpack(rows: QuotaRows) -> tuple[Sequence[int], ...]:
    """The four arrays as Python lists: first, origin, value, tail."""
    return tuple(array.tolist() for array in (rows.first, rows.origin, rows.value, rows.tail))
