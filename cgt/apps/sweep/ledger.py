"""What a sweep has finished, in a SQLite file: written batch by batch, so that a kill loses what is under way alone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from time import time
from typing import TYPE_CHECKING, Self

import attrs

from cgt.apps.sweep.study import VERSION, Record, read_record
from cgt.core.atomic import check_writable
from cgt.core.language import _
from cgt.errors import OutputError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from types import TracebackType

_MAKE = """CREATE TABLE IF NOT EXISTS studies (
    rule TEXT NOT NULL, bound INTEGER NOT NULL, misere INTEGER NOT NULL, version INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (rule, bound, misere, version))"""

# What is there to be looked at: when each study was finished and how long it took, what was asked for, and of what.
_WATCHED = """
CREATE TABLE IF NOT EXISTS times (
    rule TEXT NOT NULL, bound INTEGER NOT NULL, misere INTEGER NOT NULL, version INTEGER NOT NULL,
    finished REAL NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (rule, bound, misere, version));
CREATE TABLE IF NOT EXISTS runs (
    number INTEGER PRIMARY KEY, family TEXT NOT NULL, bound INTEGER NOT NULL, misere INTEGER NOT NULL,
    version INTEGER NOT NULL, begun REAL NOT NULL);
CREATE TABLE IF NOT EXISTS wanted (rule TEXT PRIMARY KEY)"""


DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""What a file that is none of ours, or no more, raises: its own bytes stand in some messages."""


@attrs.frozen
class Run:
    """A sweep that was begun: of what family, to what bound, when, and of how many games."""

    family: str
    bound: int
    misere: bool
    version: int
    begun: float
    total: int


class Ledger:
    """The records of sweeps in one file, or in memory; keyed by rule, by what was asked, and by the task's version.

    Args:
        path: the file.
        reading: look at a ledger that is there, and write nothing.

    Raises:
        OutputError: the file is none of ours, or cannot be written.
    """

    def __init__(self, path: Path | None = None, *, reading: bool = False) -> None:
        self.path = path
        try:
            if reading and path is not None:
                read_only = f"{path.resolve().as_uri()}?mode=ro"
                self._base = sqlite3.connect(read_only, timeout=60, uri=True)
                return
            self._base = sqlite3.connect(":memory:" if path is None else check_writable(path), timeout=60)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._base.execute(_MAKE)
            self._base.executescript(_WATCHED)
            self._base.commit()
        except DAMAGE as error:
            raise OutputError(
                _("{path} cannot be used as a sweep's ledger: {error}").format(path=path, error=error)
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._base.close()

    def known(self, limit: int, *, misere: bool = False) -> dict[str, Record]:
        """The records there are for a limit, with or without misère quotients, by rule; raises `OutputError`."""
        wanted = "SELECT rule, record FROM studies WHERE bound = ? AND misere = ? AND version = ?"
        try:
            with closing(self._base.execute(wanted, (limit, misere, VERSION))) as rows:
                return {rule: read_record(rule, limit, text) for rule, text in rows}
        except (*DAMAGE, ParseError) as error:
            raise OutputError(
                _("{path} is damaged, name another file as the ledger: {error}").format(path=self.path, error=error)
            ) from error

    def begin(self, family: str, rules: Iterable[str], limit: int, *, misere: bool = False) -> None:
        """Write down that a sweep of these games begins, for those who watch it."""
        try:
            with self._base:
                self._base.execute("DELETE FROM wanted")
                self._base.executemany("INSERT OR IGNORE INTO wanted VALUES (?)", ((rule,) for rule in rules))
                row = (family, limit, misere, VERSION, time())
                self._base.execute(
                    "INSERT INTO runs (family, bound, misere, version, begun) VALUES (?, ?, ?, ?, ?)", row
                )
        except DAMAGE as error:
            raise self._unwritable(error) from error

    def last_run(self) -> Run:
        """The sweep that was begun last; raises `OutputError` where none was."""
        try:
            last = "SELECT family, bound, misere, version, begun FROM runs ORDER BY number DESC LIMIT 1"
            row = self._base.execute(last).fetchone()
            (total,) = self._base.execute("SELECT count(*) FROM wanted").fetchone()
        except DAMAGE as error:
            raise OutputError(
                _("{path} cannot be used as a sweep's ledger: {error}").format(path=self.path, error=error)
            ) from error
        if row is None:
            raise OutputError(_("{path} tells of no sweep").format(path=self.path))
        family, bound, misere, version, begun = row
        return Run(family, bound, bool(misere), version, begun, total)

    def statuses(self, run: Run) -> list[tuple[str, str, float, float]]:
        """What is finished of a run: each rule, its status, when it was finished, and the seconds it took."""
        finished = """SELECT studies.rule, json_extract(record, '$.status'), coalesce(finished, 0), coalesce(seconds, 0)
            FROM studies JOIN wanted USING (rule) LEFT JOIN times USING (rule, bound, misere, version)
            WHERE bound = ? AND misere = ? AND version = ?"""
        try:
            with closing(self._base.execute(finished, (run.bound, run.misere, run.version))) as rows:
                return list(rows)
        except DAMAGE as error:
            raise OutputError(
                _("{path} cannot be used as a sweep's ledger: {error}").format(path=self.path, error=error)
            ) from error

    def keep(self, records: Sequence[Record], seconds: Sequence[float] = (), *, misere: bool = False) -> None:
        """Keep finished records, and how long each took; they are on disk when this returns."""
        rows = [(one.rule, one.limit, misere, VERSION, json.dumps(attrs.asdict(one))) for one in records]
        now = time()
        times = [(*row[:4], now, each) for row, each in zip(rows, seconds, strict=False)]
        try:
            with self._base:
                self._base.executemany("INSERT OR REPLACE INTO studies VALUES (?, ?, ?, ?, ?)", rows)
                self._base.executemany("INSERT OR REPLACE INTO times VALUES (?, ?, ?, ?, ?, ?)", times)
        except DAMAGE as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: Exception) -> OutputError:
        text = _("{path}: the ledger cannot be written: {error}")
        return OutputError(text.format(path=self.path, error=error))
