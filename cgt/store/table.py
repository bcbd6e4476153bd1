"""What the tables share: they are kept in files, go on from what a file holds, and are compared with their rule."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from itertools import chain, islice
from math import gcd
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import attrs

from cgt.core.atomic import lock
from cgt.core.card import Shown
from cgt.core.errors import TableError, TableWarning
from cgt.core.nimber import mex
from cgt.core.progress import worked
from cgt.fast.backend import Stopped, stoppable
from cgt.store import arrays as storage
from cgt.store.sheet import check_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    Stamp = tuple[int, int, int] | None

BEGINNING, SPREAD, END = 64, 64, 8
"""How many of the first positions are looked at, how many anywhere, how many of the last."""

OPTIONS = 100_000
"""How many options are looked at in all: a tenth of a second. Positions with more options than are left are skipped."""

PATIENCE = 1.0
"""How many processor seconds a table is compared with a function that is said to be its rule."""

FROM_THE_END = 1_000
"""How many of the last positions are compared first."""

Place = TypeVar("Place")


def sampled(size: int) -> list[int]:
    """Numbers below `size`, ascending: the first, the last, and some between, always the same.

    >>> sampled(5), len(sampled(10**9)), sampled(10**9)[-1]
    ([0, 1, 2, 3, 4], 136, 999999999)
    """
    random = Random(size)  # noqa: S311 - a sample, no secret
    spread = (random.randrange(size) for _ in range(SPREAD)) if size else ()
    return sorted({*range(min(BEGINNING, size)), *spread, *range(max(0, size - END), size)})


def check_sample(
    places: Iterable[Place],
    value: Callable[[Place], int],
    reached: Callable[[Place], Iterable[int]],
    name: Callable[[Place], str],
    ruleset: str,
) -> int:
    """Make sure that each place's value is the mex of those that its options reach; how many places were compared.

    Raises:
        TableError: naming the first that is not.

    >>> check_sample([0, 1], [0, 0].__getitem__, lambda heap: range(heap), "heap {}".format, "h")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    cgt.core.errors.TableError: the table is of another rule called h: heap 1 has the nim-value 0 there, not under ...
    """
    left, compared = OPTIONS, 0
    for place in places:
        values = list(islice(reached(place), left + 1))
        if len(values) > left:
            continue
        left -= len(values)
        if mex(values) != value(place):
            raise TableError(
                f"the table is of another rule called {ruleset}: "
                f"{name(place)} has the nim-value {value(place)} there, not under this rule"
            )
        compared += 1
    return compared


def check_function(
    size: int,
    value: Callable[[int], int],
    reached: Callable[[int], Iterable[int]],
    name: Callable[[int], str],
    ruleset: str,
) -> None:
    """As `check_sample` for a rule that only a function tells: as many places below `size` as a second allows.

    The last ones come first, then others from the whole table. Where some are left, a `TableWarning` says so.
    """
    end, compared = worked() + PATIENCE, 0
    before = max(0, size - FROM_THE_END)
    for place in chain(range(before, size), filter(before.__gt__, _spread(size))):
        if worked() >= end:
            break
        compared += check_sample([place], value, reached, name, ruleset)
    if compared < size:
        warnings.warn(
            f"{compared:,} of {size:,} values agree, and no more were compared: the rule of the table is not known to "
            f"be the function {ruleset} that was given",
            TableWarning,
            stacklevel=2,
        )


def _spread(size: int) -> Iterator[int]:
    """Every number below `size` once, each far from those before it.

    >>> list(_spread(10))
    [0, 7, 4, 1, 8, 5, 2, 9, 6, 3]
    """
    step = int(size * 0.618) | 1 if size < 1 << 50 else 1
    while gcd(step, size) > 1:
        step += 2
    return (place * step % size for place in range(size))


@attrs.frozen(eq=False)
class Table(Shown, ABC):
    """Nim-values of a ruleset, with what a file needs to be read again."""

    KIND: ClassVar[str]
    SUFFIXES: ClassVar[tuple[str, ...]] = (".npz", ".npy")
    UNIT: ClassVar[str] = "heaps"

    @property
    @abstractmethod
    def size(self) -> int:
        """How many the table holds of its `UNIT`."""

    @abstractmethod
    def _stored(self) -> tuple[storage.Header, storage.Arrays]:
        """The header and the arrays of the table's file."""

    @classmethod
    @abstractmethod
    def _restored(cls, header: storage.Header, arrays: storage.Arrays) -> Self:
        """The table of such a file.

        Raises:
            KeyError, TypeError, ValueError: the header or the arrays are of no such table.
        """

    def save(self, path: str | Path) -> None:
        """Write the table in the format of the suffix, `.npz` or, for a single array, `.npy`; whole or not at all.

        Raises:
            ValueError: no such suffix.
        """
        storage.save(path, self.KIND, *self._stored())

    @classmethod
    def load(cls, path: str | Path, *, ruleset: str | None = None) -> Self:
        """Read a table; a large `.npy` is mapped into memory, not read.

        Raises:
            TableError: the file is no such table, truncated, altered, or of another ruleset.
            FileNotFoundError: there is no such file.
        """
        header, arrays = storage.load(path, cls.KIND, ruleset=ruleset)
        try:
            return cls._restored(header, arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(f"{path} is no table of the kind {cls.KIND!r}: {error}") from error

    @classmethod
    def _kept(cls, path: str | Path | None, ruleset: str, go_on: Callable[[Self | None], Self]) -> Self:
        """The table that `go_on` makes of the one in the file, which keeps it from then on.

        Stopped by Ctrl-C, the file keeps what was finished, if that is more than it held; a second Ctrl-C leaves the
        file as it was.
        """
        if path is None:
            return go_on(None)
        check_target(path, cls.SUFFIXES)
        stamp = _stamp(path)
        known = cls.load(path, ruleset=ruleset) if stamp else None
        try:
            table = go_on(known)
            with stoppable(lambda: table):
                if table is not known:
                    table._save_beyond(path, stamp)  # noqa: SLF001 - its own class
        except Stopped as stopped:
            if stopped.done.size > (known.size if known else 0):
                stopped.done._save_beyond(path, stamp)  # noqa: SLF001 - likewise
                known = stopped.done
            raise Stopped(stopped.done, _told(path, known)) from stopped
        return table

    def _save_beyond(self, path: str | Path, stamp: Stamp) -> None:
        """Save the table, unless somebody else has meanwhile written one there that holds it."""
        with lock(Path(path).resolve().parent):
            now = _stamp(path)
            other = None
            if now and now != stamp:
                with suppress(TableError):
                    other = self.load(path)
            if other is None or not other.holds(self):
                self.save(path)

    @abstractmethod
    def holds(self, other: Self) -> bool:
        """Whether every position of the other table is in this one, and the rules are called the same."""


@attrs.frozen(eq=False)
class ValuesTable(Table):
    """A table that is one array of nim-values.

    Attributes:
        values: nim-values, in the smallest integer type that holds them.
        ruleset: the ruleset's text.
        backend: how they were found.
    """

    values: NDArray[Any]
    ruleset: str = attrs.field(kw_only=True)
    backend: str = attrs.field(kw_only=True, default="python")

    @property
    def size(self) -> int:
        """How many nim-values the table holds."""
        return self.values.size

    @property
    def max_value(self) -> int:
        """The largest nim-value, 0 for an empty table."""
        return int(self.values.max(initial=0))

    def holds(self, other: Self) -> bool:
        """By the name, and the shape."""
        shapes = zip(self.values.shape, other.values.shape, strict=True)
        return self.ruleset == other.ruleset and all(ours >= theirs for ours, theirs in shapes)

    def _stored(self) -> tuple[storage.Header, storage.Arrays]:
        ranges: list[Any] = [[0, length] for length in self.values.shape]
        header = {"ruleset": self.ruleset, "range": ranges if len(ranges) > 1 else ranges[0], "route": self.backend}
        return header, {storage.ONLY: self.values}

    @classmethod
    def _restored(cls, header: storage.Header, arrays: storage.Arrays) -> Self:
        return cls(arrays[storage.ONLY], ruleset=header["ruleset"], backend=header["route"])


def _stamp(path: str | Path) -> Stamp:
    """What tells whether a file is still the same; None where there is none."""
    try:
        found = Path(path).stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _told(path: str | Path, kept: Table | None) -> str:
    if kept is None:
        return "interrupted, with nothing to keep yet"
    return f"interrupted; {path} keeps {kept.size:,} {kept.UNIT}: repeat it to go on from there"
