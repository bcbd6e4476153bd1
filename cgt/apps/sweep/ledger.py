"""What a sweep has finished, in a SQLite file: written batch by batch, and read by whoever watches the sweep."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from time import time
from typing import TYPE_CHECKING, Self

import attrs

from cgt.apps.sweep.study import VERSION, Record, read_record
from cgt.core.atomic import check_writable
from cgt.core.card import Card, Shown
from cgt.core.errors import OutputError, ParseError
from cgt.core.language import _, grouped

if TYPE_CHECKING:
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
"""What a file raises that is no ledger, or a damaged one; some messages quote its bytes."""

RECENT = 60.0
"""The rate is measured over the last so many seconds."""

SHOWN_SLOWEST = 5


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
        OutputError: the file is no ledger, or cannot be written.
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
            raise self._unusable(error) from error

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
            raise self._unusable(error) from error
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
            raise self._unusable(error) from error

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

    def _unusable(self, error: Exception) -> OutputError:
        text = _("{path} cannot be used as a sweep's ledger: {error}")
        return OutputError(text.format(path=self.path, error=error))

    def _unwritable(self, error: Exception) -> OutputError:
        text = _("{path}: the ledger cannot be written: {error}")
        return OutputError(text.format(path=self.path, error=error))


@attrs.frozen
class SweepState(Shown):
    """What a ledger tells of the sweep that was begun last.

    Attributes:
        family: the rules, as they were named.
        total: how many games are studied in all; equal codes count once.
        done, proved, failed: how many are finished, proved, and ended with an error.
        seconds: how long it has run, to the last batch where it has ended.
        rate: games a second in the last minute of the work.
        slowest: the games that took longest, with their seconds.
    """

    family: str
    total: int
    done: int
    proved: int
    failed: int
    seconds: float
    rate: float
    slowest: tuple[tuple[str, float], ...]

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left."""
        return self.done >= self.total

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; None where nothing was finished lately."""
        return None if not self.rate else (self.total - self.done) / self.rate

    def card(self) -> Card:
        """The counts, the rate and the slowest games."""
        left = self.seconds_left
        rows = [
            (_("done"), _("{done} of {total}").format(done=grouped(self.done), total=grouped(self.total))),
            (_("proved"), grouped(self.proved)),
            (_("failed"), grouped(self.failed)),
            (_("running for"), _clock(self.seconds)),
            (_("rate"), _("{rate} a second").format(rate=f"{self.rate:.1f}")),
            (_("left"), "?" if left is None else _clock(left)),
        ]
        rows += [(_("slowest"), f"{rule}: {seconds:.2f} s") for rule, seconds in self.slowest]
        return Card(self.family, rows)

    def __str__(self) -> str:
        return str(self.card())


def look(path: Path) -> SweepState:
    """The state of the sweep that a ledger keeps, running or not; raises `OutputError`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cgt.apps.sweep.run import sweep
    >>> with TemporaryDirectory() as folder:
    ...     ledger = Path(folder, "codes.ledger")
    ...     found = sweep("0.0?", 200, ledger=ledger)
    ...     state = look(ledger)
    >>> state.family, state.done, state.total, state.failed, len(state.slowest)
    ('0.0?', 7, 7, 0, 5)
    """
    with Ledger(path, reading=True) as ledger:
        run = ledger.last_run()
        studies = ledger.statuses(run)
    new = [(finished, seconds, rule) for rule, _status, finished, seconds in studies if finished >= run.begun]
    last = max((finished for finished, _seconds, _rule in new), default=run.begun)
    ended = len(studies) >= run.total
    now = last if ended else time()
    recent = min(RECENT, max(now - run.begun, 1e-3))
    counted = sum(finished >= now - recent for finished, _seconds, _rule in new)
    slowest = sorted(((rule, seconds) for _finished, seconds, rule in new), key=lambda one: -one[1])
    statuses = [status for _rule, status, _finished, _seconds in studies]
    return SweepState(
        run.family,
        run.total,
        len(studies),
        statuses.count("proved"),
        statuses.count("error"),
        now - run.begun,
        counted / recent,
        tuple(slowest[:SHOWN_SLOWEST]),
    )


def _clock(seconds: float) -> str:
    """`1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
