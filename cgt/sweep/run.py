"""A sweep from its rules to its records: equal codes folded, batches on an executor, the ledger in between."""

from __future__ import annotations

import os
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING

import attrs
from more_itertools import take, unique_everseen

from cgt.core.numbers import check_limit
from cgt.sweep.families import rules_of
from cgt.sweep.ledger import Ledger
from cgt.sweep.study import Record, renumbered, representative, study

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from cgt.core.progress import Progress

WANTED_SECONDS = 1.0
"""How long a batch should take: long beside what handing it over costs, short beside what a kill may lose."""

LARGEST_BATCH = 512


@attrs.frozen
class Sweep:
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


def sweep(
    rules: str | Iterable[str],
    limit: int,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    ledger: Path | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Study every rule, each game once, and give the records in the rules' order, whoever computed them.

    Args:
        rules: a family such as `"0.???"` (see `rules_of`), or the rules themselves.
        limit: how many nim-values are looked at for a period.
        executor: where batches run; by default here, or on `workers` processes.
        workers: how many processes, without an executor.
        ledger: the SQLite file that keeps what is finished; the same sweep again goes on from there.
        progress: called with (done, total) after every batch.

    Raises:
        ParseError, BudgetError: the family cannot be read, or is too large.
        NumberError: the limit is negative.
        OutputError: the ledger cannot be written.

    >>> found = sweep("0.0?", 200)
    >>> len(found.records), found.studied, found.proved
    (8, 7, 6)
    """
    check_limit(limit, "limit")
    wanted = list(unique_everseen(rules_of(rules) if isinstance(rules, str) else rules))
    stands_for = {rule: representative(rule) for rule in wanted}
    with Ledger(ledger) as kept:
        known = kept.known(limit)
        todo = [rule for rule in unique_everseen(stands_for.values()) if rule not in known]
        done = 0
        with _executor(executor, workers if len(todo) > 1 else 1) as pool:
            for records in _batches(pool, todo, limit):
                kept.keep(records)
                known |= {record.rule: record for record in records}
                done += len(records)
                if progress is not None:
                    progress(done, len(todo))
    return Sweep(
        tuple(known[rule] if rule == found else renumbered(known[found], rule) for rule, found in stands_for.items()),
        len(todo),
    )


def study_batch(rules: Sequence[str], limit: int) -> tuple[list[Record], float]:
    """The records of some rules, and the seconds they took: what a worker runs."""
    start = perf_counter()
    return [study(rule, limit) for rule in rules], perf_counter() - start


def _batches(pool: Executor | None, todo: Sequence[str], limit: int) -> Iterator[list[Record]]:
    """The records batch by batch, as they are finished; the size of a batch follows what the last ones cost."""
    rules = iter(todo)
    size, running = 1, set[Future[tuple[list[Record], float]]]()
    room = 1 if pool is None else 2 * (getattr(pool, "_max_workers", None) or os.cpu_count() or 1)
    while True:
        while len(running) < room and (batch := take(size, rules)):
            if pool is None:
                running.add(_now(batch, limit))
            else:
                running.add(pool.submit(study_batch, batch, limit))
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            records, seconds = future.result()
            each = max(seconds / len(records), 1e-6)
            size = max(1, min(LARGEST_BATCH, 2 * size, int(WANTED_SECONDS / each)))
            yield records


def _now(batch: Sequence[str], limit: int) -> Future[tuple[list[Record], float]]:
    future: Future[tuple[list[Record], float]] = Future()
    future.set_result(study_batch(batch, limit))
    return future


@contextmanager
def _executor(given: Executor | None, workers: int) -> Iterator[Executor | None]:
    if given is not None or workers <= 1:
        yield given
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
