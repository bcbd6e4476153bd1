"""The ledger: finished records of sweeps in a SQLite file, written by batches, readable meanwhile."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from math import isfinite
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast
from weakref import finalize

import attrs
from more_itertools import chunked

from cgt.apps.sweep.studies import VERSION, Record, compact, read_record
from cgt.core.atomic import alone_at, check_writable, has_lock, parse_json, path_of
from cgt.core.card import Card, Shown
from cgt.core.numbers import format_value
from cgt.errors import OutputError, ParseError

if TYPE_CHECKING:
    from types import TracebackType

_SCHEMA = """
CREATE TABLE IF NOT EXISTS asked (
    number INTEGER PRIMARY KEY, bound INTEGER NOT NULL, misere INTEGER NOT NULL, version INTEGER NOT NULL,
    UNIQUE (bound, misere, version));
CREATE TABLE IF NOT EXISTS studies (
    asked INTEGER NOT NULL, rule TEXT NOT NULL, record TEXT NOT NULL,
    status TEXT AS (json_extract(record, '$.status')), period INTEGER AS (json_extract(record, '$.period')),
    preperiod INTEGER AS (json_extract(record, '$.preperiod')), same_as TEXT AS (json_extract(record, '$.same_as')),
    PRIMARY KEY (asked, rule)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    number INTEGER PRIMARY KEY, asked INTEGER NOT NULL, family TEXT NOT NULL, total INTEGER NOT NULL,
    begun REAL NOT NULL, done TEXT NOT NULL, passed INTEGER NOT NULL, passed_done TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS batches (
    run INTEGER NOT NULL, finished REAL NOT NULL, rules INTEGER NOT NULL, longest REAL NOT NULL, slowest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS under_way (
    number INTEGER PRIMARY KEY, asked INTEGER NOT NULL, deaths INTEGER NOT NULL, rules TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS lost AFTER DELETE ON studies BEGIN
    UPDATE runs SET passed = 0, passed_done = '[0, 0, 0]' WHERE asked = OLD.asked AND passed > 0; END;
PRAGMA user_version = 3"""
"""The tables: requests with a number; studies as records without their empty fields, and columns read from them; runs
with their counts, up to `passed` all rules are done, unless a record was deleted; batches with their ends and their
slowest rules."""

DAMAGE = (sqlite3.Error, UnicodeDecodeError)
"""The errors of a file that is no ledger, or a damaged one; some messages quote its bytes."""

ODD = (*DAMAGE, ParseError, TypeError, ValueError, OverflowError)
"""The errors of a ledger that may hold anything where a number or a list is looked for."""

FULL = {"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"}
"""The errors of a full disk, or of a file that has its greatest size."""

DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB"}
"""The errors of a damaged ledger, and of a file that is none."""

UNOPENED = ("SQLITE_CANTOPEN", "SQLITE_READONLY")
"""The beginnings of the errors of a log that cannot be read without a file beside it."""

RECENT = 60.0
"""The rate is measured over the last so many seconds."""

SHOWN_SLOWEST = 5

AT_ONCE = 500
"""The number of rules looked up together."""

SHARED = ("nfs", "cifs", "smb", "lustre", "gpfs", "beegfs", "ceph", "afs", "9p", "fuse.sshfs", "fuse.gluster")
"""File systems of several machines, by the beginning of their names."""


@attrs.define
class Count:
    """The numbers of rules done, proved, and ended with an error."""

    done: int = 0
    proved: int = 0
    failed: int = 0

    def add(self, record: Record) -> None:
        """Count one more record."""
        self.done += 1
        self.proved += record.status == "proved"
        self.failed += record.status == "error"


@attrs.frozen
class Run:
    """A sweep in the ledger: its family, number of rules, start, and progress."""

    number: int
    family: str
    total: int
    begun: float
    count: Count


@attrs.define(eq=False)
class Batch:
    """Some rules that a worker is studying.

    Attributes:
        rules: these.
        deaths: how many workers died meanwhile.
        number: of the ledger's note about it.
    """

    rules: Sequence[str]
    deaths: int = 0
    number: int | None = None


class Ledger:
    """The records of sweeps in one file, or in memory, keyed by rule, question and version of the task.

    Args:
        path: the file; one sweep at a time writes to it, any number may read.
        reading: look at a ledger that is there, and write nothing.

    Raises:
        OutputError: the file is no ledger, or cannot be written, or another sweep is at it.
    """

    def __init__(self, path: Path | None = None, *, reading: bool = False) -> None:
        self.path = path
        self._reading = reading
        self._asked = self._run = 0
        self._limit = 0
        self._held = ExitStack()
        # At exit nobody waits for a file that a thread may be writing to.
        finalize(self, self._held.close).atexit = path is None
        try:
            if reading and path is not None:
                if path.exists() and not path.is_file():  # SQLite would wait for a pipe's other end
                    raise sqlite3.DatabaseError("it is no file")
                read_only = f"{path.resolve().as_uri()}?mode=ro"
                self._base = self._connect(read_only, uri=True)
                self._check()
                return
            if path is not None:
                refusal = f"another sweep is at {path}: name another ledger, or wait for it"
                self._held.enter_context(alone_at(check_writable(path), refusal))
            self._base = self._connect(":memory:" if path is None else check_writable(path))
            self._check()
            self._base.execute(f"PRAGMA journal_mode={'DELETE' if path and is_shared(path) else 'WAL'}")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._base.executescript(f"BEGIN IMMEDIATE; {_SCHEMA}; COMMIT")  # after a kill all of it is there, or none
        except (*DAMAGE, RuntimeError) as error:  # links in a loop are a RuntimeError before Python 3.13
            self._held.close()
            raise self._unusable(error) from error

    def _connect(self, place: str | Path, *, uri: bool = False) -> sqlite3.Connection:
        """Open the database, which is closed with the ledger, or when nobody has it any more."""
        # Any thread may read the records that another one made, and be the last that has them.
        base = sqlite3.connect(place, timeout=60, uri=uri, check_same_thread=False)
        self._held.callback(base.close)
        return base

    def _check(self) -> None:
        """Refuse a view in the place of a table, which may have rows without end, another version, and no ledger.

        Raises:
            sqlite3.DatabaseError: it is such a ledger.
        """
        views = self._base.execute("SELECT lower(name) FROM sqlite_master WHERE type = 'view'").fetchall()
        for (name,) in views:
            if f"CREATE TABLE IF NOT EXISTS {name} (" in _SCHEMA:
                raise sqlite3.DatabaseError(f"{name} is a view, and no table")
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        tables = self._base.execute("SELECT name FROM sqlite_master").fetchall()
        if version != 3 and ("studies",) in tables:
            age = "an older" if version < 3 else "a newer"
            raise sqlite3.DatabaseError(f"{age} version of cgt made it, name another file")
        if ("runs",) not in tables and (tables or self._reading):
            raise sqlite3.DatabaseError(
                "it tells of no sweep" if self._reading else "another program made it, name another file"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise OutputError("records in memory are not sent on: sweep with a ledger, or send list(records)")

    def close(self) -> None:
        """Close the file and release its lock; SQLite's log is removed unless another process reads the ledger."""
        if not self._reading:
            with suppress(sqlite3.Error):  # somebody reads it, or the disk is full: the log stays and is read with it
                self._base.execute("PRAGMA busy_timeout=0")
                self._base.execute("PRAGMA journal_mode=DELETE")
        self._held.close()

    def set_question(self, limit: int, *, misere: bool = False) -> None:
        """Set the limit and the convention of all records that are stored or looked up from now on."""
        key = (limit, misere, VERSION)
        find = "SELECT number FROM asked WHERE bound = ? AND misere = ? AND version = ?"
        with self._writing():
            row = self._base.execute(find, key).fetchone()
            if row is None:
                self._base.execute("INSERT INTO asked (bound, misere, version) VALUES (?, ?, ?)", key)
                row = self._base.execute(find, key).fetchone()
        (self._asked,) = row
        self._limit = limit

    def known(self, rules: Sequence[str]) -> dict[str, Record]:
        """The records of some rules that are in the ledger; raises `OutputError`."""
        known: dict[str, Record] = {}
        try:
            for some in chunked(rules, AT_ONCE):
                places = ",".join("?" * len(some))
                wanted = f"SELECT rule, record FROM studies WHERE asked = ? AND rule IN ({places})"  # noqa: S608 - no text
                with closing(self._base.execute(wanted, (self._asked, *some))) as rows:
                    known |= {rule: read_record(rule, self._limit, text) for rule, text in rows}
        except (*DAMAGE, ParseError) as error:
            raise self._damaged(error) from error
        return known

    def begin(self, family: str, total: int) -> tuple[int, Count]:
        """Record the start of a sweep; return the number of its first rules that are done, and their count."""
        last = """SELECT passed, passed_done FROM runs WHERE asked = ? AND family = ? AND total = ?
            ORDER BY number DESC LIMIT 1"""
        new = """INSERT INTO runs (asked, family, total, begun, done, passed, passed_done)
            VALUES (?, ?, ?, ?, ?, ?, ?)"""
        with self._writing():
            row = self._base.execute(last, (self._asked, family, total)).fetchone() or (0, "[0, 0, 0]")
            try:
                passed, count = int(row[0]), _count(row[1])
                if not 0 <= passed <= total:
                    raise ValueError(f"{format_value(passed)} rules of {total} cannot be done")
                if count.done != passed:
                    raise ValueError(f"of the first {passed} rules {format_value(count.done)} are counted")
            except ODD as error:
                raise self._damaged(error) from error
            run = self._base.execute(new, (self._asked, family, total, time(), row[1], passed, row[1])).lastrowid
            self._run = run or 0
        return passed, count

    def last_run(self) -> Run:
        """The last sweep that was started; raises `OutputError` where there is none."""
        try:
            last = "SELECT number, family, total, begun, done FROM runs ORDER BY number DESC LIMIT 1"
            row = self._base.execute(last).fetchone()
            if row is None:
                raise OutputError(f"{self.path} tells of no sweep")
            number, family, total, begun, done = row
            return Run(number, str(family), int(total), _moment(begun), _count(done))
        except ODD as error:
            raise self._unusable(error) from error

    def pace(self, run: Run, since: float, until: float) -> tuple[float | None, int, list[tuple[str, float]]]:
        """The end of a run's last batch, the number of rules done between two moments, and the slowest ones."""
        try:
            ((last, recent),) = self._base.execute(
                """SELECT max(finished), total(CASE WHEN finished BETWEEN ? AND ? THEN rules END)
                FROM batches WHERE run = ?""",
                (since, until, run.number),
            )
            rows = self._base.execute(
                "SELECT slowest FROM batches WHERE run = ? ORDER BY longest DESC LIMIT ?", (run.number, SHOWN_SLOWEST)
            ).fetchall()
            pairs = [pair for (text,) in rows for pair in cast("list[list[Any]]", parse_json(text))]
            slowest = sorted(((str(rule), _moment(seconds)) for rule, seconds in pairs), key=lambda one: -one[1])
            return None if last is None else _moment(last), int(recent), slowest[:SHOWN_SLOWEST]
        except ODD as error:
            raise self._unusable(error) from error

    def suspects(self) -> list[Batch]:
        """The batches under way when a worker died; notes without a death are dropped."""
        with self._writing():
            self._base.execute("DELETE FROM under_way WHERE asked = ? AND deaths = 0", (self._asked,))
            find = "SELECT number, deaths, rules FROM under_way WHERE asked = ?"
            rows = self._base.execute(find, (self._asked,)).fetchall()
            try:
                noted = [(cast("list[Any]", parse_json(text)), int(died), number) for number, died, text in rows]
                return [Batch([str(rule) for rule in rules], died, number) for rules, died, number in noted if rules]
            except ODD as error:
                raise self._damaged(error) from error

    def note(self, batch: Batch) -> None:
        """Note that a batch is under way, with the number of workers that died of it."""
        row = (batch.number, self._asked, batch.deaths, json.dumps(list(batch.rules)))
        with self._writing():
            batch.number = self._base.execute("INSERT OR REPLACE INTO under_way VALUES (?, ?, ?, ?)", row).lastrowid

    def drop(self, batch: Batch) -> None:
        """Drop the note about a batch."""
        with self._writing():
            self._base.execute("DELETE FROM under_way WHERE number = ?", (batch.number,))

    def keep(
        self, records: Iterable[Record], batch: Batch | None = None, seconds: Sequence[float] = (), rules: int = 0
    ) -> None:
        """Store finished records and their batch, with the seconds that each rule took; `rules` are done."""
        rows = ((self._asked, one.rule, compact(one)) for one in records)
        with self._writing():
            self._base.executemany("INSERT OR REPLACE INTO studies (asked, rule, record) VALUES (?, ?, ?)", rows)
            if batch is not None:
                self._base.execute("DELETE FROM under_way WHERE number = ?", (batch.number,))
                timed = sorted(zip(batch.rules, seconds, strict=False), key=lambda one: -one[1])[:SHOWN_SLOWEST]
                row = (self._run, time(), rules, timed[0][1], json.dumps(timed))
                self._base.execute("INSERT INTO batches VALUES (?, ?, ?, ?, ?)", row)

    def store_progress(self, done: Count, passed: int, passed_done: Count) -> None:
        """Store the counts of the run, the number of its first rules that are finished, and their counts."""
        texts = [json.dumps(attrs.astuple(one)) for one in (done, passed_done)]
        update = "UPDATE runs SET done = ?, passed = ?, passed_done = ? WHERE number = ?"
        with self._writing():
            self._base.execute(update, (texts[0], passed, texts[1], self._run))

    def forget_progress(self) -> None:
        """Store that no rule is known to be done, so that the next sweep looks up each of them."""
        with self._writing():
            self._base.execute("UPDATE runs SET passed = 0, passed_done = '[0, 0, 0]'")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write what the block does, whole or not at all; raises `OutputError`."""
        try:
            with self._base:
                yield
        except DAMAGE as error:
            text = f"{self.path}: the ledger cannot be written: {error}"
            raise OutputError(text + self._advice(error)) from error

    def _damaged(self, error: Exception) -> OutputError:
        return OutputError(f"{self.path} is damaged, name another file as the ledger: {error}")

    def _unusable(self, error: Exception) -> OutputError:
        return OutputError(f"{self.path} cannot be used as a sweep's ledger: {error}{self._advice(error)}")

    def _advice(self, error: Exception) -> str:
        name = getattr(error, "sqlite_errorname", "")
        if name in FULL:
            return "; make room, and the same again goes on from there"
        if name in DAMAGED and not self._reading:
            return "; name another file as the ledger"
        log = Path(f"{self.path}-wal")
        if self._reading and name.startswith(UNOPENED) and log.exists():
            return f"; with {log}, which a killed sweep leaves, it can be read in a folder that may be written"
        return ""


@attrs.frozen
class SweepState(Shown):
    """The state of the last sweep in a ledger.

    Attributes:
        family: the rules, as they were named.
        total: how many rules there are.
        done, proved, failed: how many are finished, proved, and ended with an error.
        seconds: how long it has run, to the last batch where it has ended.
        is_running: whether it is at work, or was when it was killed.
        rate: games a second in the last minute of the work.
        slowest: the games that took longest, with their seconds.
    """

    family: str
    total: int
    done: int
    proved: int
    failed: int
    seconds: float
    is_running: bool
    rate: float
    slowest: tuple[tuple[str, float], ...]

    @property
    def is_finished(self) -> bool:
        """Whether all rules are done."""
        return self.done >= self.total

    @property
    def seconds_left(self) -> float | None:
        """The seconds that the rest takes at the current rate, 0 for none; None where nothing was finished lately."""
        if self.is_finished:
            return 0.0
        return None if not self.rate else (self.total - self.done) / self.rate

    def card(self) -> Card:
        """A card of the counts, the rate and the slowest games."""
        left = self.seconds_left
        if self.is_finished or self.is_running:
            ends = "?" if left is None else _clock(left)
        else:
            ends = "stopped: the same sweep goes on from here"
        rows = [
            ("done", f"{self.done:,} of {self.total:,}"),
            ("proved", f"{self.proved:,}"),
            ("failed", f"{self.failed:,}"),
            ("running for", _clock(self.seconds)),
            ("rate", f"{self.rate:.1f} a second"),
            ("left", ends),
        ]
        rows += [("slowest", f"{rule}: {seconds:.2f} s") for rule, seconds in self.slowest]
        return Card(self.family, rows)

    def __str__(self) -> str:
        return str(self.card())


def look(path: str | Path) -> SweepState:
    """The state of the sweep in a ledger, running or not; raises `OutputError`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cgt.apps.sweep.run import sweep
    >>> with TemporaryDirectory() as folder:
    ...     ledger = Path(folder, "codes.ledger")
    ...     summary = sweep("0.0?", 200, ledger=ledger)
    ...     state = look(ledger)
    >>> state.family, state.done, state.total, state.failed, len(state.slowest)
    ('0.0?', 8, 8, 0, 5)
    """
    file = path_of(path, OutputError)
    with Ledger(file, reading=True) as ledger:
        is_running = has_lock(file.resolve())  # before the counts: else a sweep that ends meanwhile would be stopped
        run = ledger.last_run()
        now = time()
        last, _recent, slowest = ledger.pace(run, now, now)
        if run.count.done >= run.total or not is_running:
            now = last or run.begun
        passed = max(now - run.begun, 0.0)  # the clock may have been set back
        recent = min(RECENT, max(passed, 1e-3))
        _last, counted, _slowest = ledger.pace(run, now - recent, now)
    rate = counted / recent if now >= run.begun else 0.0
    counts = attrs.asdict(run.count)
    return SweepState(
        run.family, run.total, **counts, seconds=passed, is_running=is_running, rate=rate, slowest=tuple(slowest)
    )


def is_shared(path: Path) -> bool:
    """Whether a file is on a network file system, where SQLite's log beside the file does not work."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()]
        place = path.resolve()
        kinds = [(len(folder), kind) for folder, kind in mounts if place.is_relative_to(folder)]
    except (OSError, ValueError, RuntimeError):  # links in a loop are a RuntimeError before Python 3.13
        return False
    return bool(kinds) and max(kinds)[1].startswith(SHARED)


def _count(text: object) -> Count:
    """The counts that a ledger keeps as a list; raises one of `ODD`."""
    done, proved, failed = map(int, cast("list[Any]", parse_json(cast("str", text))))
    if min(proved, failed) < 0 or proved + failed > done:
        raise ValueError(f"{format_value([done, proved, failed])} are no counts of rules done, proved and failed")
    return Count(done, proved, failed)


def _moment(seconds: Any) -> float:  # noqa: ANN401 - a ledger may hold anything
    """A number of seconds that a ledger keeps; raises `ValueError` where there is none."""
    if not isfinite(seconds):
        raise ValueError(f"{seconds} is no time")
    return float(seconds)


def _clock(seconds: float) -> str:
    """The time as text, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
