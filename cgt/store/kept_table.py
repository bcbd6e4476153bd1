"""The base of the tables of nim-values that are saved to files and continued from them.

`docs/measured.md` has the times of each beside C and a naive table, and `python -m benchmarks.compare` measures them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import attrs

from cgt.core.atomic import check_target, lock, path_of
from cgt.core.card import Shown
from cgt.errors import TableError
from cgt.fast.backend import Stopped, stoppable
from cgt.store import array_files as storage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Stamp = tuple[int, int, int] | None


@attrs.frozen(eq=False)
class Table(Shown, ABC):
    """The nim-values of a ruleset, with all that is needed to save and load them."""

    KIND: ClassVar[str]
    SUFFIXES: ClassVar[tuple[str, ...]] = (".npz", ".npy")
    UNIT: ClassVar[str] = "heaps"

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of `UNIT`s that the table holds."""

    @abstractmethod
    def _contents(self) -> tuple[storage.Header, storage.Arrays]:
        """The header and the arrays of the table's file."""

    @classmethod
    @abstractmethod
    def _from_contents(cls, header: storage.Header, arrays: storage.Arrays) -> Self:
        """The table with this header and these arrays, as they were saved.

        Raises:
            KeyError, TypeError, ValueError: the header or the arrays are of no such table.
        """

    def save(self, path: str | Path) -> None:
        """Write the table in the format of the suffix, `.npz` or, for a single array, `.npy`; whole or not at all.

        Raises:
            ValueError: no such suffix.
        """
        storage.save(path, self.KIND, *self._contents())

    @classmethod
    def load(cls, path: str | Path, *, ruleset: str | None = None) -> Self:
        """Read a table; a large `.npy` is mapped into memory, not read.

        Raises:
            TableError: the file is no such table, truncated, altered, or of another ruleset.
            FileNotFoundError: there is no such file.
        """
        header, arrays = storage.load(path, cls.KIND, ruleset=ruleset)
        try:
            return cls._from_contents(header, arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(f"{path} is no table of the kind {cls.KIND!r}: {error}") from error

    @classmethod
    def _kept(cls, path: str | Path | None, ruleset: str, go_on: Callable[[Self | None], Self]) -> Self:
        """The table that `go_on` makes of the one in the file (or of None), saved to that file.

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
            raise Stopped(stopped.done, _stop_text(path, known)) from stopped
        return table

    def _save_beyond(self, path: str | Path, stamp: Stamp) -> None:
        """Save the table, unless another process has meanwhile saved one there that holds it."""
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
        """Whether every position of the other table is in this one, and their rules have one name."""


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
        """The number of nim-values that the table holds."""
        return self.values.size

    @property
    def max_value(self) -> int:
        """The largest nim-value, 0 for an empty table."""
        return int(self.values.max(initial=0))

    def holds(self, other: Self) -> bool:
        """Whether the other table has the same name, and no larger shape."""
        shapes = zip(self.values.shape, other.values.shape, strict=True)
        return self.ruleset == other.ruleset and all(ours >= theirs for ours, theirs in shapes)

    def _contents(self) -> tuple[storage.Header, storage.Arrays]:
        ranges: list[Any] = [[0, length] for length in self.values.shape]
        header = {"ruleset": self.ruleset, "range": ranges if len(ranges) > 1 else ranges[0], "route": self.backend}
        return header, {storage.ONLY: self.values}

    @classmethod
    def _from_contents(cls, header: storage.Header, arrays: storage.Arrays) -> Self:
        return cls(arrays[storage.ONLY], ruleset=header["ruleset"], backend=header["route"])


def _stamp(path: str | Path) -> Stamp:
    """The stamp of a file, which changes when the file does; None where there is no file."""
    try:
        status = path_of(path, TableError).stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _stop_text(path: str | Path, kept: Table | None) -> str:
    if kept is None:
        return "interrupted, with nothing to keep yet"
    return f"interrupted; {path} keeps {kept.size:,} {kept.UNIT}: repeat it to go on from there"
