"""The nim-values of a take-away game's heaps at every quota, as a table: look-up of arrays, files, continuation."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Self

import attrs

from cgt.core.arrays import np
from cgt.core.card import SHOWN_COLUMNS, SHOWN_ROWS, Card, Grid
from cgt.core.numbers import format_value
from cgt.errors import PositionError, TableError
from cgt.fast.backend import Backend, ChosenBackend, stopped_as
from cgt.fast.quota_rows import Method, QuotaRows
from cgt.fast.quota_values import Quota, quota_values, thresholds
from cgt.store import array_files as storage
from cgt.store.kept_table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from cgt.core.progress import Progress


@attrs.frozen(eq=False)
class QuotaTable(Table):
    """The nim-values of every (n, q), n in 0..limit, q >= 0: a move takes 1 <= k <= min(n, q), leaving (n - k, f(k)).

    Attributes:
        rows: the nim-values, row by row.
        name: the ruleset's text.
        quota_digest: a checksum of f(1..limit), so that another f cannot continue the table.
        value_cap: nim-values from this on are written as this; None: each is written as it is.

    >>> table = QuotaTable.build(lambda k: 2 * k, 1000, name="Fibonacci nim")
    >>> table.nim_value(12, 3), table.nim_value(12, 1000)
    (3, 6)
    >>> table.row(12)
    [(1, 1), (3, 3), (8, 6)]
    >>> table.nim_sum([12, 7, 100], [3, 2, 5])
    2
    """

    KIND = "quota"
    SUFFIXES = (".npz",)

    rows: QuotaRows
    name: str
    quota_digest: str
    value_cap: int | None = None

    @classmethod
    def build(
        cls,
        quota: Quota,
        limit: int,
        *,
        name: str = "take-away",
        backend: Backend = "auto",
        progress: Progress | None = None,
        memory_limit: int | None = None,
        path: str | Path | None = None,
        value_cap: int | None = None,
    ) -> Self:
        """The table of the heaps 0..limit; see `cgt.fast.quota_values.thresholds` for the arguments and errors.

        Near N log N for a nondecreasing quota function; N² / 2 for any other.

        With a path, an `.npz`, the table in that file is continued, and the file keeps what was found, also when Ctrl-C
        stops the work. A table there that reaches further is given as it is.

        Raises:
            TableError: what stands at the path is no quota table, or one of another name or quota function.
            OutputError: nothing can be written there.
        """

        def go_on(known: Self | None) -> Self:
            if known is not None and known.value_cap == value_cap:
                return known.extend(limit, quota, backend=backend, progress=progress, memory_limit=memory_limit)
            values = quota_values(quota, limit, memory_limit=memory_limit)
            table = partial(cls._of, values, name, value_cap)
            find = partial(thresholds, values[1:], limit, backend=backend, progress=progress, memory_limit=memory_limit)
            with stopped_as(table):
                return table(find(value_cap=value_cap))

        return cls._kept(path, name, go_on)

    @classmethod
    def _of(cls, values: NDArray[Any], name: str, value_cap: int | None, rows: QuotaRows) -> Self:
        """The table of these rows and of f(0..limit), which may reach further."""
        digest = storage.digest(np.minimum(values[: rows.limit + 1], rows.limit))
        return cls(rows, name, digest, value_cap if rows.method == "event-driven" else None)

    def extend(
        self,
        limit: int,
        quota: Quota,
        *,
        backend: Backend = "auto",
        progress: Progress | None = None,
        memory_limit: int | None = None,
    ) -> Self:
        """The table to a larger limit, continued from where this one stops; itself if it already reaches that far.

        Raises:
            TableError: the quota function is not the one of this table.
        """
        values = quota_values(quota, max(limit, self.limit), memory_limit=memory_limit)
        if storage.digest(np.minimum(values[: self.limit + 1], self.limit)) != self.quota_digest:
            raise TableError(f"the table of {self.name} was built with another quota function")
        if limit <= self.limit:
            return self
        table = partial(self._of, values, self.name, self.value_cap)
        find = partial(thresholds, values[1:], limit, backend=backend, progress=progress, memory_limit=memory_limit)
        with stopped_as(table):
            return table(find(known=self.rows, value_cap=self.value_cap))

    def holds(self, other: Self) -> bool:
        """Whether the other table has the same name, no larger heaps, and the same `value_cap` unless this has none."""
        return self.name == other.name and self.limit >= other.limit and self.value_cap in {None, other.value_cap}

    @property
    def size(self) -> int:
        """The number of heaps that the table holds: one more than the largest."""
        return self.limit + 1

    @property
    def limit(self) -> int:
        """The largest heap."""
        return self.rows.limit

    @property
    def max_value(self) -> int:
        """The largest nim-value in the table."""
        return self.rows.largest_value

    @property
    def backend(self) -> ChosenBackend:
        """`python` or `compiled`."""
        return self.rows.backend

    @property
    def method(self) -> Method:
        """`event-driven` for a nondecreasing quota function, `dense` for any other."""
        return self.rows.method

    def nim_value(self, heap: int, quota: int) -> int:
        """The nim-value of a heap of which `quota` may be taken at most; `value_cap` means that much or more.

        Raises:
            PositionError: the heap is not in the table, or the quota negative.
        """
        self._check(heap, heap, quota)
        return max((value for threshold, value in self.rows.row(heap) if threshold <= quota), default=0)

    def row(self, heap: int) -> list[tuple[int, int]]:
        """The heap's nim-values as pairs (least quota, nim-value from there on); below the first pair it is 0."""
        self._check(heap, heap, 0)
        return self.rows.row(heap)

    def thresholds(self, heap: int) -> list[int]:
        """T_0, T_1, …: at index v the least quota whose nim-value exceeds v."""
        numbers: list[int] = []
        for threshold, value in self.row(heap):
            numbers += [threshold] * (value - len(numbers))
        return numbers

    def nim_values(self, heaps: ArrayLike, quotas: ArrayLike, *, backend: Backend = "auto") -> NDArray[Any]:
        """The nim-values of (heaps[i], quotas[i]), two arrays of any one shape."""
        sizes, bounds = self._pairs(heaps, quotas)
        return self.rows.nim_values(sizes, bounds, backend=backend)

    def nim_sum(self, heaps: ArrayLike, quotas: ArrayLike, *, backend: Backend = "auto") -> int | NDArray[Any]:
        """The nim-sum of positions of several heaps, each with a quota of its own.

        Args:
            heaps: those of one position, shape (heaps,), or of many, shape (positions, heaps).
            quotas: the quotas, of the same shape.
            backend: as for `build`.

        Returns:
            An int for one position, an array of shape (positions,) for many.

        Raises:
            PositionError: a heap is not in the table, or a quota is negative.
        """
        sizes, bounds = self._pairs(heaps, quotas)
        if sizes.ndim == 1:
            return int(self.rows.nim_sums(sizes[None], bounds[None], backend=backend)[0])
        if sizes.ndim != 2:
            raise PositionError(f"positions are arrays of shape (positions, heaps), not {sizes.shape}")
        return self.rows.nim_sums(sizes, bounds, backend=backend)

    def _pairs(self, heaps: ArrayLike, quotas: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
        sizes, bounds = np.asarray(heaps), np.asarray(quotas)
        if sizes.shape != bounds.shape:
            raise PositionError(f"as many quotas as heaps are needed, not shapes {sizes.shape} and {bounds.shape}")
        if sizes.size == 0:
            return sizes.astype(np.int64), bounds.astype(np.int64)
        if sizes.dtype.kind not in "iu" or bounds.dtype.kind not in "iu":
            raise PositionError("heaps and quotas are whole numbers")
        self._check(int(sizes.min()), int(sizes.max()), int(bounds.min()))
        if bounds.dtype == np.uint64:
            bounds = np.minimum(bounds, np.uint64(self.limit))
        return sizes.astype(np.int64, copy=False), bounds.astype(np.int64, copy=False)

    def _check(self, least: int, largest: int, quota: int) -> None:
        if least < 0 or largest > self.limit:
            wrong = format_value(least if least < 0 else largest)
            raise PositionError(f"the table holds the heaps 0..{self.limit}, not {wrong}")
        if quota < 0:
            raise PositionError(f"a quota is at least 0, not {format_value(quota)}")

    def card(self) -> Card:
        """A card of the first rows and columns."""
        rows, columns = min(self.limit + 1, SHOWN_ROWS), min(self.limit + 1, SHOWN_COLUMNS)
        corner = [[self.nim_value(heap, quota) for quota in range(columns)] for heap in range(rows)]
        title = f"{self.name}: nim-values by heap (down) and quota (across), P-positions marked"
        return Card(title, figure=Grid(corner, (self.limit + 1, self.limit + 1)))

    def _contents(self) -> tuple[storage.Header, storage.Arrays]:
        rows = self.rows
        header = {
            "ruleset": self.name,
            "range": [0, self.limit + 1],
            "route": self.backend,
            "method": self.method,
            "quota": self.quota_digest,
            **({} if self.value_cap is None else {"value_cap": self.value_cap}),
        }
        return header, {"first": rows.first, "threshold": rows.threshold, "value": rows.value}

    @classmethod
    def _from_contents(cls, header: storage.Header, arrays: storage.Arrays) -> Self:
        if not QuotaRows.are_sound(**arrays):
            raise ValueError("its rows are not in order")
        limit = len(arrays["first"]) - 2
        rows = QuotaRows.pack(**arrays, largest=limit, backend=header["route"], method=header["method"])
        return cls(rows, header["ruleset"], header["quota"], header.get("value_cap"))
