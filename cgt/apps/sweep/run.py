"""The run of a sweep: equal codes folded, batches on workers, records in the ledger.

Rules are made as they are needed, and read back as they are asked for: ten million take no more memory than a thousand.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, overload

import attrs
from more_itertools import chunked, unique_everseen

from cgt.apps.sweep.families import rule_count, rules_of
from cgt.apps.sweep.ledger import Batch, Count, Ledger
from cgt.apps.sweep.studies import Record, renumbered, representative, study
from cgt.apps.sweep.workers import LIBRARY, Dispatch, Studied, Workers
from cgt.core.atomic import path_of
from cgt.core.card import Card, Shown, first_rows
from cgt.core.language import language
from cgt.core.memory_limit import check_memory
from cgt.core.numbers import check_whole, format_int, format_value
from cgt.core.progress import Progress, notify, with_progress_bar
from cgt.core.reading import check_text
from cgt.errors import NumberError, OutputError, WorkerError

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path


BYTES_A_RULE = 500
"""The measured size of a rule in the memory of a ledger: its text and its record."""

LOOKED_UP = 4_096
"""The number of rules looked up in the ledger together."""

FAR = 10**15
"""A limit is below this: a ledger could not hold more."""

MOST_WORKERS = 64
"""The greatest number of processes on one machine, unless it has more cores."""


class Records(Sequence[Record]):
    """The records of a sweep in the order of its rules, read from the ledger on demand.

    Args:
        rules: the rules, a family or a list.
        ledger: where the records are: a file, or a ledger in memory that is kept open.
        limit, misere: what was studied.
    """

    def __init__(self, rules: str | Sequence[str], ledger: Path | Ledger, limit: int, *, misere: bool) -> None:
        self._rules = rules
        self._ledger = ledger
        self._limit, self._misere = limit, misere
        self._count = rule_count(rules) if isinstance(rules, str) else len(rules)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Record]:
        """The records one by one; raises `OutputError` where the ledger has lost one."""
        return self._from(0)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Record]: ...
    def __getitem__(self, place: int | slice) -> Record | Sequence[Record]:
        if isinstance(place, slice):
            places = range(self._count)[place]
            if places.step < 0:
                return tuple(self[each] for each in places)
            return tuple(islice(self._from(places.start), 0, max(places.stop - places.start, 0), places.step))
        return next(self._from(range(self._count)[place], 1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # what it is equal to may be a list

    def __repr__(self) -> str:
        return f"<{format_int(self._count, group=True)} records>"

    def _from(self, start: int, count: int = LOOKED_UP) -> Iterator[Record]:
        ledger = self._ledger if isinstance(self._ledger, Ledger) else Ledger(self._ledger, reading=True)
        try:
            ledger.set_question(self._limit, misere=self._misere)
            for some in chunked(_texts(self._rules, start), count):
                known = ledger.known(some)
                for rule in some:
                    if rule not in known:
                        if ledger is not self._ledger:  # the next sweep would skip it, where nothing was deleted
                            ledger.close()
                            with Ledger(ledger.path) as writable:
                                writable.forget_progress()
                        raise OutputError(f"{ledger.path} has lost the record of {rule}: the same sweep again finds it")
                    yield known[rule]
        finally:
            if ledger is not self._ledger:
                ledger.close()


def _texts(rules: str | Sequence[str], start: int) -> Iterable[str]:
    return rules_of(rules, start) if isinstance(rules, str) else islice(rules, start, None)


@attrs.frozen
class Sweep(Shown):
    """The result of a sweep: its records, the number of games studied now, and the numbers of rules proved and failed.

    Attributes:
        records: one for each rule; they are read from the ledger as they are asked for.
        studied: how many games were studied now; the others were in the ledger, or are equal to one that was.
        proved: how many rules are proved.
        failed: how many rules could not be studied: their records tell why.
    """

    records: Records
    studied: int
    proved: int
    failed: int

    @language("en")  # as the records are
    def card(self) -> Card:
        """A card of the number of rules, of proved ones, and the first records."""
        lines = ((record.rule, str(record).removeprefix(f"{record.rule}: ")) for record in iter(self.records))
        return Card(self.summary, first_rows(lines, len(self.records)))

    @property
    def summary(self) -> str:
        """The numbers of rules, of games studied now, of rules proved, and of failures where there are any."""
        numbers = {"rules": len(self.records), "studied now": self.studied, "proved": self.proved}
        if self.failed:
            numbers["failed"] = self.failed
        return "; ".join(f"{what}: {number:,}" for what, number in numbers.items())


@with_progress_bar("rules")
def sweep(
    rules: str | Iterable[str],
    limit: int,
    *,
    misere: bool = False,
    executor: Executor | None = None,
    workers: int | Callable[[], int] = 1,
    ledger: str | Path | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """The records of every rule, each game studied once, in the order of the rules and read on demand.

    Args:
        rules: a family such as `"0.???"` (see `rules_of`), or the rules themselves.
        limit: how many nim-values are looked at for a period.
        misere: whether each code's misère quotient is looked for as well, a few seconds a code at the most.
        executor: where batches run; by default here, or on `workers` processes.
        workers: how many processes; with an executor, how many work at its batches. A function is asked again and
            again, so that a cluster may grow, shrink, and begin with nobody: it is waited for, ten minutes at the most.
        ledger: the SQLite file that keeps what is finished; the same sweep again goes on from there.
        progress: called with (done, total), in rules, once before the work and after every batch.

    Raises:
        ParseError, BudgetError: the family cannot be read, or is too large.
        NumberError: the limit is no whole number from 0 on, or the number of workers makes no sense.
        OutputError: the ledger cannot be written, or another sweep is at it.
        MemoryBudgetError: the records of so many rules need a ledger.
        WorkerError: a process of an executor was killed that does not replace it, or a machine runs another version
            of the library; what is in the ledger is kept, and the same again goes on from there. Or the executor is
            none, or processes end as they begin, as those of a script do that calls this for itself.
        MissingExtraError, UnknownNameError, PluginError: as `study`; likewise.

    A rule that fails is recorded as an error, one that kills its worker as `worker killed`, and the rest goes on.

    >>> result = sweep("0.0?", 200)
    >>> len(result.records), result.studied, result.proved
    (8, 7, 6)
    """
    limit = check_whole(limit, "the limit of a sweep is a whole number of at least 0")
    if limit >= FAR:
        raise NumberError(f"the limit of a sweep is below {format_int(FAR, group=True)}, not {format_value(limit)}")
    if not callable(workers):
        check_whole(workers, "the workers are a whole number of at least 1", least=1)
        if executor is None and workers > max(MOST_WORKERS, os.cpu_count() or 1):
            raise NumberError(f"at most {MOST_WORKERS} processes work here, not {format_value(workers)}")
    if executor is not None and not hasattr(executor, "submit"):
        raise WorkerError(
            f"an executor is one of concurrent.futures, or works as they do, not {format_value(executor)}"
        )
    if not hasattr(rules, "__iter__"):
        check_text(rules)
    wanted = rules if isinstance(rules, str) else list(unique_everseen(rules))
    if not isinstance(wanted, str):
        for rule in wanted:
            check_text(rule)
    total = rule_count(wanted) if isinstance(wanted, str) else len(wanted)
    if ledger is None:
        check_memory(BYTES_A_RULE * total, f"the records of {format_int(total)} rules; a ledger keeps them in a file")
    path = None if ledger is None else path_of(ledger, OutputError)
    kept = Ledger(path)
    try:
        kept.set_question(limit, misere=misere)
        plan = _Plan(wanted, total, kept)
        notify(progress, plan.count.done, total)
        task = partial(study_batch, limit=limit, misere=misere)
        at_work = Workers(task, executor, workers if callable(workers) or total > 1 else 1)
        suspects = plan.suspects
        for batch, records, seconds in Dispatch(plan.fresh(), suspects, at_work, kept, limit):
            plan.finish(records, batch, seconds)
            notify(progress, plan.count.done, total)
        plan.write_count()
        notify(progress, plan.count.done, total)
    except BaseException:
        kept.close()
        raise
    if path is not None:
        kept.close()
    return Sweep(
        Records(wanted, path or kept, limit, misere=misere), plan.studied, plan.count.proved, plan.count.failed
    )


@attrs.define(eq=False)
class _Chunk:
    """Some rules that were looked up together: their end, their count, and the number of games they wait for."""

    end: int
    count: Count = attrs.Factory(Count)
    games: int = 0


class _Plan:
    """The games to be studied: rules are looked up in chunks, and each game is studied once.

    Attributes:
        count: what is done.
        studied: how many games were studied.
        suspects: batches that were under way when workers died.
    """

    def __init__(self, rules: str | Sequence[str], total: int, ledger: Ledger) -> None:
        self._ledger = ledger
        family = rules if isinstance(rules, str) else ", ".join(rules[:3])
        self._passed, self._passed_count = ledger.begin(family, total)
        if not isinstance(rules, str) or self._passed > total:  # other rules may begin alike
            self._passed, self._passed_count = 0, Count()
        self.count = attrs.evolve(self._passed_count)
        self.studied = 0
        self.suspects = ledger.suspects()
        self._suspected = {rule for batch in self.suspects for rule in batch.rules}
        self._rules = _texts(rules, self._passed)
        self._chunks: deque[_Chunk] = deque()
        self._waiting: dict[str, list[tuple[str, _Chunk]]] = {}
        self.write_count()

    def fresh(self) -> Iterator[str]:
        """The representative rules of the games to be studied, after records in the ledger have been counted."""
        end = self._passed
        for rules in chunked(self._rules, LOOKED_UP):
            end += len(rules)
            chunk = _Chunk(end)
            self._chunks.append(chunk)
            known = self._ledger.known(rules)
            for record in map(known.get, rules):
                self._add(chunk, record)
            unknown = [(rule, representative(rule)) for rule in rules if rule not in known]
            studied = self._ledger.known(list({one for _rule, one in unknown}))
            equal = [renumbered(studied[one], rule) for rule, one in unknown if one in studied]
            self._ledger.keep(equal)
            for record in equal:
                self._add(chunk, record)
            new = []
            for rule, one in unknown:
                if one not in studied:
                    if one not in self._waiting and one not in self._suspected:
                        new.append(one)
                    self._waiting.setdefault(one, []).append((rule, chunk))
                    chunk.games += 1
            self.write_count()
            yield from new

    def finish(self, records: Sequence[Record], batch: Batch, seconds: Sequence[float]) -> None:
        """Store the records of some games, and of all rules that are the same games."""
        results = {record.rule: record for record in records}
        before = self.count.done
        for record in records:
            for rule, chunk in self._waiting.pop(record.rule, ()):
                results[rule] = record if rule == record.rule else renumbered(record, rule)
                self._add(chunk, results[rule])
                chunk.games -= 1
        self.studied += len(records)
        self._ledger.keep(results.values(), batch, seconds, self.count.done - before)
        self.write_count()

    def _add(self, chunk: _Chunk, record: Record | None) -> None:
        if record is not None:
            self.count.add(record)
            chunk.count.add(record)

    def write_count(self) -> None:
        """Store the progress: all chunks before the first that waits are finished."""
        while self._chunks and not self._chunks[0].games:
            chunk = self._chunks.popleft()
            self._passed = chunk.end
            for field in ("done", "proved", "failed"):
                setattr(self._passed_count, field, getattr(self._passed_count, field) + getattr(chunk.count, field))
        self._ledger.store_progress(self.count, self._passed, self._passed_count)


def study_batch(rules: Sequence[str], limit: int, misere: bool = False) -> Studied:
    """Study some rules; return their records, the seconds that each took, and the version of the library."""
    records, seconds = list[Record](), list[float]()
    for rule in rules:
        start = perf_counter()
        records.append(study(rule, limit, misere=misere))
        seconds.append(perf_counter() - start)
    return records, seconds, LIBRARY
