"""A sweep from its rules to its records: equal codes folded, batches on an executor, the ledger in between."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING

import attrs
from more_itertools import take, unique_everseen

from cgt.apps.sweep.families import rules_of
from cgt.apps.sweep.ledger import Ledger
from cgt.apps.sweep.study import Record, renumbered, representative, study
from cgt.core.card import Card, Shown, first_rows
from cgt.core.errors import NumberError, WorkerError
from cgt.core.language import _, grouped
from cgt.core.memory import check_memory
from cgt.core.numbers import brief, check_limit, check_whole, shortened
from cgt.core.progress import Progress, watched
from cgt.core.reading import check_text

if TYPE_CHECKING:
    from pathlib import Path


WANTED_SECONDS = 1.0
"""How long a batch should take: long beside what handing it over costs, short beside what a kill may lose."""

LARGEST_BATCH = 512

BYTES_A_RULE = 2_500
"""As measured: a rule's text, its record, and its row of the file."""

FAR = 10**15
"""A limit is below this: a ledger could not hold more."""

MOST_WORKERS = 64
"""How many processes are begun on one machine, unless it has more cores."""

BATCHES_A_WORKER = 2
"""One batch running, one queued."""


@attrs.frozen
class Sweep(Shown):
    """The records of a sweep, in the order of its rules.

    Attributes:
        records: one for each rule.
        studied: how many rules were studied now; the others were in the ledger, or are equal to one that was.
    """

    records: tuple[Record, ...]
    studied: int

    @property
    def proved(self) -> int:
        """How many are proved."""
        return sum(record.status == "proved" for record in self.records)

    def card(self) -> Card:
        """How many rules, how many proved, and the first records."""
        lines = ((record.rule, str(record).removeprefix(f"{record.rule}: ")) for record in self.records)
        return Card(self.summary, first_rows(lines, len(self.records)))

    @property
    def summary(self) -> str:
        """How many rules there are, were studied, and are proved."""
        return _("{rules} rules, {studied} studied now; {proved} proved").format(
            rules=grouped(len(self.records)), studied=grouped(self.studied), proved=grouped(self.proved)
        )


@watched("rules")
def sweep(
    rules: str | Iterable[str],
    limit: int,
    *,
    misere: bool = False,
    executor: Executor | None = None,
    workers: int = 1,
    ledger: Path | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Study every rule, each game once; the records keep the order of the rules.

    Args:
        rules: a family such as `"0.???"` (see `rules_of`), or the rules themselves.
        limit: how many nim-values are looked at for a period.
        misere: whether each code's misère quotient is looked for as well, a few seconds a code at the most.
        executor: where batches run; by default here, or on `workers` processes.
        workers: how many processes; with an executor, how many batches it works at together, if it has more than one.
        ledger: the SQLite file that keeps what is finished; the same sweep again goes on from there.
        progress: called with (done, total) once before the work and after every batch.

    Raises:
        ParseError, BudgetError: the family cannot be read, or is too large.
        NumberError: the limit is negative, or the number of workers makes no sense.
        OutputError: the ledger cannot be written.
        WorkerError: a worker was killed; what is in the ledger is kept.

    >>> found = sweep("0.0?", 200)
    >>> len(found.records), found.studied, found.proved
    (8, 7, 6)
    """
    check_limit(limit, "limit")
    if limit >= FAR:
        raise NumberError(
            _("the limit of a sweep is below {far}, not {limit}").format(far=grouped(FAR), limit=brief(limit))
        )
    check_whole(workers, "the workers are a whole number of at least 1", least=1)
    if executor is None and workers > max(MOST_WORKERS, os.cpu_count() or 1):
        raise NumberError(
            _("at most {most} processes work here, not {workers}").format(most=MOST_WORKERS, workers=brief(workers))
        )
    wanted = list(unique_everseen(rules_of(rules) if isinstance(rules, str) else rules))
    for rule in wanted:
        check_text(rule)
    check_memory(BYTES_A_RULE * len(wanted), f"the records of {shortened(len(wanted))} rules")
    stands_for = {rule: representative(rule) for rule in wanted}
    with Ledger(ledger) as kept:
        known = kept.known(limit, misere=misere)
        kept.begin(
            rules if isinstance(rules, str) else ", ".join(wanted[:3]), stands_for.values(), limit, misere=misere
        )
        todo = [rule for rule in unique_everseen(stands_for.values()) if rule not in known]
        done = 0
        if progress is not None:
            progress(done, len(todo))
        with _executor(executor, workers if len(todo) > 1 else 1) as pool:
            for records, seconds in _batches(pool, todo, limit, misere, _room(pool, workers)):
                kept.keep(records, seconds, misere=misere)
                known |= {record.rule: record for record in records}
                done += len(records)
                if progress is not None:
                    progress(done, len(todo))
    return Sweep(
        tuple(known[rule] if rule == found else renumbered(known[found], rule) for rule, found in stands_for.items()),
        len(todo),
    )


Studied = tuple[list[Record], list[float]]
"""Records, and the seconds that each of them took."""


def study_batch(rules: Sequence[str], limit: int, misere: bool = False) -> Studied:
    """The records of some rules, and the seconds they took: what a worker runs."""
    records, seconds = list[Record](), list[float]()
    for rule in rules:
        start = perf_counter()
        records.append(study(rule, limit, misere=misere))
        seconds.append(perf_counter() - start)
    return records, seconds


def _batches(pool: Executor | None, todo: Sequence[str], limit: int, misere: bool, room: int) -> Iterator[Studied]:
    """The records batch by batch, as they are finished; the size of a batch follows what the last ones cost."""
    rules = iter(todo)
    size, running = 1, set[Future[Studied]]()
    try:
        while True:
            while len(running) < room and (batch := take(size, rules)):
                running.add(
                    _now(batch, limit, misere) if pool is None else pool.submit(study_batch, batch, limit, misere)
                )
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(finished, key=lambda one: one.exception() is not None):  # what is well is kept first
                records, seconds = future.result()
                each = max(sum(seconds) / len(records), 1e-6)
                size = max(1, min(LARGEST_BATCH, 2 * size, int(WANTED_SECONDS / each)))
                yield records, seconds
    except BrokenExecutor as error:
        raise WorkerError(
            _("a worker was killed, maybe for want of memory: the same again goes on from the ledger")
        ) from error
    finally:
        for future in running:
            future.cancel()


def _now(batch: Sequence[str], limit: int, misere: bool) -> Future[Studied]:
    future: Future[Studied] = Future()
    future.set_result(study_batch(batch, limit, misere))
    return future


def _room(pool: Executor | None, workers: int) -> int:
    """How many batches are under way together."""
    if pool is None:
        return 1
    at_work = workers if workers > 1 else getattr(pool, "_max_workers", None) or os.cpu_count() or 1
    return BATCHES_A_WORKER * at_work


@contextmanager
def _executor(given: Executor | None, workers: int) -> Iterator[Executor | None]:
    if given is not None or workers <= 1:
        yield given
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_the_parent)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _end_with_the_parent() -> None:
    """Let this worker end when the sweep is killed: it would wait for its next batch for ever."""
    parent = parent_process()
    if parent is None:
        return

    def wait_for_the_end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait_for_the_end, daemon=True).start()
