"""What a sweep has finished, in a SQLite file: written batch by batch, so that a kill loses what is under way alone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Self

import attrs

from cgt.apps.sweep.study import VERSION, Record, read_record
from cgt.core.atomic import check_writable
from cgt.core.language import _
from cgt.errors import OutputError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

_MAKE = """CREATE TABLE IF NOT EXISTS studies (
    rule TEXT NOT NULL, bound INTEGER NOT NULL, misere INTEGER NOT NULL, version INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (rule, bound, misere, version))"""


DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""What a file that is none of ours, or no more, raises: its own bytes stand in some messages."""


class Ledger:
    """The records of sweeps in one file, or in memory; keyed by rule, by what was asked, and by the task's version.

    Raises:
        OutputError: the file is none of ours, or cannot be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        try:
            self._base = sqlite3.connect(":memory:" if path is None else check_writable(path), timeout=60)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._base.execute(_MAKE)
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

    def keep(self, records: Iterable[Record], *, misere: bool = False) -> None:
        """Keep finished records; they are on disk when this returns."""
        rows = [(one.rule, one.limit, misere, VERSION, json.dumps(attrs.asdict(one))) for one in records]
        try:
            with self._base:
                self._base.executemany("INSERT OR REPLACE INTO studies VALUES (?, ?, ?, ?, ?)", rows)
        except DAMAGE as error:
            raise OutputError(
                _("{path}: the ledger cannot be written: {error}").format(path=self.path, error=error)
            ) from error
