"""The nim-values of the heaps 0, 1, 2, … as a table: look-up of arrays, files, continuation."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import gcd
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.arrays import np
from cgt.core.card import Card, Values
from cgt.core.nimber import mex, nim_sum
from cgt.core.numbers import check_whole, format_value, shape_text
from cgt.core.progress import Progress, thread_seconds
from cgt.errors import PositionError, TableError, TableWarning
from cgt.fast.backend import Backend, stoppable
from cgt.fast.row import smallest_unsigned
from cgt.store.kept_table import ValuesTable

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from cgt.fast.sequence import HeapGame


BEGINNING, SPREAD, END = 64, 64, 8
"""The numbers of heaps that are compared: of the first ones, of any, and of the last ones."""

OPTIONS = 100_000
"""The number of options examined in all: a tenth of a second. Heaps with more options than are left are skipped."""

COMPARE_SECONDS = 1.0
"""The processor seconds for the comparison of a table with a function that is given as its rule."""

FROM_THE_END = 1_000
"""The number of last heaps that are compared first."""


def sampled(size: int) -> list[int]:
    """Numbers below `size`, ascending: the first, the last, and a fixed selection between.

    >>> sampled(5), len(sampled(10**9)), sampled(10**9)[-1]
    ([0, 1, 2, 3, 4], 136, 999999999)
    """
    random = Random(size)  # noqa: S311 - a sample, no secret
    some = (random.randrange(size) for _ in range(SPREAD)) if size else ()
    return sorted({*range(min(BEGINNING, size)), *some, *range(max(0, size - END), size)})


def spread(size: int) -> Iterator[int]:
    """Every number below `size` once, in an order that keeps each far from those before it.

    >>> list(spread(10))
    [0, 7, 4, 1, 8, 5, 2, 9, 6, 3]
    """
    step = int(size * 0.618) | 1 if size < 1 << 50 else 1
    while gcd(step, size) > 1:
        step += 2
    return (place * step % size for place in range(size))


def _as_values(values: ArrayLike) -> NDArray[Any]:
    array = np.asarray(values)
    if array.size == 0:
        return np.zeros(0, np.uint8)
    if array.ndim != 1 or array.dtype.kind not in "iu" or int(array.min()) < 0:
        raise ValueError("nim-values are one row of nonnegative integers")
    return array.astype(smallest_unsigned(int(array.max())), copy=False)


@attrs.frozen(eq=False)
class SequenceTable(ValuesTable):
    """The nim-values of the heaps 0..stop-1 of a ruleset.

    Attributes:
        values: nim-values, shape (stop,), in the smallest integer type that holds them.
        ruleset: the ruleset's text.
        backend: how they were found.

    >>> table = SequenceTable([0, 1, 2, 0, 1, 2], ruleset="subtraction {1, 2}")
    >>> table.nim_value(4), table.max_value
    (1, 2)
    """

    KIND = "sequence"

    values: NDArray[Any] = attrs.field(converter=_as_values, repr=shape_text)

    @classmethod
    def build(
        cls,
        ruleset: HeapGame,
        stop: int,
        *,
        backend: Backend = "auto",
        progress: Progress | None = None,
        path: str | Path | None = None,
    ) -> SequenceTable:
        """The nim-values of the heaps 0..stop-1 of a ruleset, by the fastest way there is.

        With a path, an `.npz` or `.npy`, the table in that file is continued, and the file keeps what was found, also
        when Ctrl-C stops the work. A table there that reaches further is given as it is.

        Raises:
            NumberError: `stop` is no whole number of at least 0.
            MemoryBudgetError: they would not fit; nothing was allocated.
            MissingExtraError: the compiled backend was asked for and numba is not installed.
            TableError: what stands at the path is no table of this ruleset.
            OutputError: nothing can be written there.

        >>> import cgt
        >>> table = SequenceTable.build(cgt.games.Subtraction({1, 3, 4}), 1_000_000)
        >>> table.nim_value(999_999), table.backend
        (0, 'python')
        """
        nothing = cls(np.zeros(0, np.uint8), ruleset=str(ruleset))
        return cls._kept(
            path,
            str(ruleset),
            lambda known: (known or nothing).continued(ruleset, stop, backend=backend, progress=progress),
        )

    def continued(
        self, ruleset: HeapGame, stop: int, *, backend: Backend = "auto", progress: Progress | None = None
    ) -> SequenceTable:
        """The table up to `stop`, continued from where it ends, in memory or on disk; itself if none is missing.

        Raises:
            TableError: the table is of another ruleset, by name or by a sample of its values.
            NumberError, MemoryBudgetError, MissingExtraError: as for `build`.
        """
        if str(ruleset) != self.ruleset:
            raise TableError(f"the table is of {self.ruleset}, not of {ruleset}")
        stop = check_whole(stop, "stop is a whole number of at least 0")
        self._check_rule(ruleset)
        if stop <= self.stop:
            return self
        sequence = ruleset.sequence(backend)
        sequence.resume(self.values)  # type: ignore[arg-type]  # an array of numbers serves as a sequence of them

        def reached() -> SequenceTable:
            return attrs.evolve(self, values=sequence.values, backend=sequence.backend)

        with stoppable(reached):
            sequence.extend_to(stop, progress)
        return reached()

    def _check_rule(self, ruleset: HeapGame) -> None:
        """Check a sample of the values against the rule: another may have the same name; raises `TableError`.

        A function's text does not tell the rule, so as many more are compared as a second allows, the last ones first.
        Where some are left, a `TableWarning` says so.
        """
        self._compare(ruleset, sampled(self.stop))
        if getattr(ruleset, "function", None) is None:
            return
        end, compared = thread_seconds() + COMPARE_SECONDS, 0
        before = max(0, self.stop - FROM_THE_END)
        for heap in chain(range(before, self.stop), filter(before.__gt__, spread(self.stop))):
            if thread_seconds() >= end:
                break
            compared += self._compare(ruleset, [heap])
        if compared < self.stop:
            warnings.warn(
                f"{compared:,} of {self.stop:,} values agree, and no more were compared: the rule of the table is not "
                f"known to be the function {ruleset} that was given",
                TableWarning,
                stacklevel=2,
            )

    def _compare(self, ruleset: HeapGame, heaps: Iterable[int]) -> int:
        """Check that each heap's value is the mex of its options' values; return the number of heaps compared.

        Raises:
            TableError: naming the first that is not.
        """
        stranger = 2 * self.max_value + 1  # not an option: no position has its value
        left, compared = OPTIONS, 0
        for heap in heaps:
            options = list(islice(ruleset.heap_options(heap), left + 1))
            if len(options) > left:
                continue
            left -= len(options)
            reached = (
                nim_sum(*(self.nim_value(size) if size < heap else stranger for size in option)) for option in options
            )
            if mex(reached) != self.nim_value(heap):
                raise TableError(
                    f"the table is of another rule called {self.ruleset}: "
                    f"heap {heap} has the nim-value {self.nim_value(heap)} there, not under this rule"
                )
            compared += 1
        return compared

    @property
    def stop(self) -> int:
        """The first heap that is not in the table."""
        return len(self.values)

    def nim_value(self, heap: int) -> int:
        """The nim-value of one heap.

        Raises:
            PositionError: the heap is not in the table.
        """
        if not 0 <= heap < self.stop:
            raise PositionError(f"the table holds the heaps 0..{self.stop - 1}, not {format_value(heap)}")
        return int(self.values[heap])

    def card(self) -> Card:
        """A card of the first values."""
        return Card(f"{self.ruleset}, {self.stop:,} nim-values", figure=Values(self.values.tolist()))
