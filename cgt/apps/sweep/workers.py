"""Workers that study batches of rules: a rule that kills its worker stops no sweep.

A batch whose worker died is tried again by itself; after two deaths its rules go one by one, and the rule that kills
its worker once more is recorded as an error. Two deaths may be an accident: a worker dies of another's memory as well.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pkgutil import resolve_name
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeAlias

import attrs
from more_itertools import peekable, take

from cgt import __version__
from cgt.apps.sweep.ledger import Batch, Ledger
from cgt.apps.sweep.studies import VERSION, Record
from cgt.errors import OutputError, WorkerError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

WANTED_SECONDS = 1.0
"""The desired time of a batch: long beside the cost of handing it over, short beside the loss when it is killed."""

LARGEST_BATCH = 512

BATCHES_A_WORKER = 2
"""One batch running, one queued."""

MOST_DEATHS = 2
"""The number of deaths of workers after which the rules of a batch go one by one."""

LOOK_EVERY = 1.0
"""Seconds between two counts of the workers."""

WORKERLESS_SECONDS = 600.0
"""Seconds that a cluster may be without any worker."""

LIBRARY = f"cgt {__version__}, study {VERSION}"
"""The versions that every worker must run."""

Studied: TypeAlias = tuple[list[Record], list[float], str]
"""Records, the seconds that each of them took, and the library that made them."""

Task: TypeAlias = Callable[[Sequence[str]], Studied]


class Workers:
    """Workers that study batches: this process, processes of its own, or a user's executor.

    Args:
        task: studies some rules; it can be pickled.
        executor: where batches run; by default here, or on `count` processes where a thread can look after them.
        count: how many work together; a function tells how many do now.
    """

    def __init__(self, task: Task, executor: Executor | None, count: int | Callable[[], int]) -> None:
        self._task = task
        self._given = executor
        self._count = count
        self._own: ProcessPoolExecutor | None = None
        self._line: tuple[Connection, Connection] | None = None
        self._checked: set[str] = set()
        self.is_here = executor is None and (count == 1 or not _has_thread_left())

    def room(self) -> int:
        """The number of batches that may run together.

        Raises:
            WorkerError: a machine lacks the library, or the cluster is gone.
        """
        if self.is_here:
            return 1
        try:
            self._check_machines()
            if callable(self._count):
                return BATCHES_A_WORKER * self._count()
        except OSError as error:
            raise WorkerError(f"the cluster is gone: the same again goes on from the ledger ({error})") from error
        given = self._given is not None and self._count == 1
        return BATCHES_A_WORKER * ((given and getattr(self._given, "_max_workers", None)) or self._count)

    def _check_machines(self) -> None:
        """Refuse a worker of Dask without this version of the library: a task that one cannot load ends it."""
        dask = sys.modules.get("distributed.cfexecutor")
        if dask is None or not isinstance(self._given, dask.ClientExecutor):
            return
        client = self._given._client  # noqa: SLF001 - an executor has no public name for it
        workers = client.nthreads().keys() - self._checked
        name = f"{__name__}:LIBRARY"
        libraries = client.run(resolve_name, name, workers=list(workers), on_error="return") if workers else {}
        for address, library in libraries.items():
            if library != LIBRARY and not isinstance(library, OSError):  # it is gone already
                runs = f"runs {library} and not" if isinstance(library, str) else f"({library}) cannot run"
                raise WorkerError(f"the worker {address} {runs} {LIBRARY}: every machine needs the same")
        self._checked |= workers

    def submit(self, batch: Batch) -> Future[Studied]:
        """Start a batch; one that a worker died of does not run in this process."""
        future: Future[Studied] = Future()
        if self.is_here and not batch.deaths:
            future.set_result(self._task(batch.rules))
            return future
        try:
            if self._given is not None:
                return self._given.submit(self._task, batch.rules)
            processes = self._processes(is_after_death=batch.deaths > 0)
            with _unheard():
                return processes.submit(self._task, batch.rules)
        except BrokenExecutor as error:
            future.set_exception(error)
            return future

    def _processes(self, *, is_after_death: bool) -> ProcessPoolExecutor:
        if self._own is None:
            is_after_death |= self._line is not None
            processes = self._count if isinstance(self._count, int) else self._count()
            spawn = get_context("spawn")
            try:
                line = spawn.Pipe(duplex=False)
                self._own = ProcessPoolExecutor(
                    max(processes, 1), mp_context=spawn, initializer=_end_with, initargs=line[:1]
                )
                self._line = line
            except (ImportError, NotImplementedError) as error:  # in a browser
                raise WorkerError("no processes can be begun on this system: a sweep takes workers=1") from error
            if is_after_death:
                self._check_processes(self._own)
        return self._own

    def _check_processes(self, processes: ProcessPoolExecutor) -> None:
        """Check that processes outlive a study of nothing, else their rules would be blamed; raises `WorkerError`."""
        try:
            with _unheard():
                begun = processes.submit(self._task, ())
            begun.result()
        except BrokenExecutor as error:
            text = "the processes end as they begin: a script calls sweep below `if __name__ == '__main__':`"
            raise WorkerError(f"{text}, for each process loads it again") from error

    def replace(self) -> None:
        """Start new processes, after one of them died and the others take no more work.

        Raises:
            WorkerError: they are somebody else's.
        """
        if self._given is not None:
            raise WorkerError("a worker was killed, maybe for want of memory: the same again goes on from the ledger")
        self.end(well=False)
        self._own = None

    def end(self, *, well: bool) -> None:
        """Stop our own processes, at once unless all is well."""
        if self._own is not None and self._line is not None:
            self._own.shutdown(wait=well, cancel_futures=not well)
            for end in self._line:
                end.close()


class Dispatch:
    """The dispatch of batches, whose size follows the cost of the last ones; records come as batches finish.

    Args:
        rules: those to be studied, in order.
        suspects: batches that were under way when workers died: they come last, each by itself.
        workers: who studies them.
        ledger: what keeps a note of each batch that is under way.
        limit: of the records of rules that kill their worker.
    """

    def __init__(
        self,
        rules: Iterable[str],
        suspects: Iterable[Batch],
        workers: Workers,
        ledger: Ledger,
        limit: int,
    ) -> None:
        self._rules = peekable(rules)
        self._suspects = deque(suspects)
        self._workers = workers
        self._ledger = ledger
        self._limit = limit
        self._running: dict[Future[Studied], Batch] = {}
        self._alone = False
        self._size = 1
        self._last_worker = monotonic()

    def __iter__(self) -> Iterator[tuple[Batch, list[Record], list[float]]]:
        well = False
        try:
            while self._rules or self._suspects or self._running:
                self._submit()
                if not self._running:
                    sleep(LOOK_EVERY)
                    continue
                finished = wait(self._running, LOOK_EVERY, FIRST_COMPLETED).done
                broken = any(isinstance(_failure(future), BrokenExecutor) for future in finished)
                if broken:  # and so are all the others
                    finished = wait(self._running).done
                for future in sorted(finished, key=lambda one: _failure(one) is not None):  # what is well is kept
                    yield from self._results(future)
                if broken:
                    self._workers.replace()
            well = True
        finally:
            for future, batch in self._running.items():
                future.cancel()
                self._leave(batch)
            self._workers.end(well=well)

    def _note(self, batch: Batch, deaths: int | None = None) -> None:
        """Note in the ledger that a batch is under way, with the number of workers that died of it."""
        noted = attrs.evolve(batch, deaths=batch.deaths if deaths is None else deaths)
        self._ledger.note(noted)
        batch.number = noted.number

    def _leave(self, batch: Batch) -> None:
        """Drop the note of an unfinished batch, unless workers died of it."""
        with suppress(OutputError):  # on a full disk it stays, and what ends the sweep is no less clear
            if batch.deaths:
                self._note(batch)
            else:
                self._ledger.drop(batch)

    def _submit(self) -> None:
        """Keep the workers busy: with all new batches, and then with one suspect at a time."""
        room = self._workers.room()
        if room:
            self._last_worker = monotonic()
        elif monotonic() - self._last_worker > WORKERLESS_SECONDS:
            raise WorkerError(
                f"the cluster has had no worker for {WORKERLESS_SECONDS:.0f} s: the same again goes on from the ledger"
            )
        if self._alone and self._running:
            return
        self._alone = False
        while len(self._running) < room and self._rules:
            self._begin(Batch(take(self._size, self._rules)))
        if room and not self._running and self._suspects:
            self._alone = True
            self._begin(self._suspects.popleft())

    def _begin(self, batch: Batch) -> None:
        # If this process is the worker, nobody is left to tell of its death.
        self._note(batch, 1 if self._workers.is_here and not batch.deaths else None)
        try:
            self._running[self._workers.submit(batch)] = batch
        except BaseException:
            self._leave(batch)
            raise

    def _results(self, future: Future[Studied]) -> Iterator[tuple[Batch, list[Record], list[float]]]:
        batch = self._running.pop(future)
        error = _failure(future)
        if isinstance(error, CancelledError):
            raise WorkerError("the cluster dropped a batch: the same again goes on from the ledger")
        if error is not None and _is_death(error):
            yield from self._after_death(batch)
            return
        records, seconds, *library = future.result()
        if library != [LIBRARY]:
            other = library[0] if library else "another version"
            raise WorkerError(f"a worker runs {other} and not {LIBRARY}: every machine needs the same")
        each = max(sum(seconds) / len(records), 1e-6)
        if not self._alone:
            self._size = max(1, min(LARGEST_BATCH, 2 * self._size, int(WANTED_SECONDS / each)))
        yield batch, records, seconds

    def _after_death(self, batch: Batch) -> Iterator[tuple[Batch, list[Record], list[float]]]:
        """Postpone a batch until it can be tried by itself; a rule that killed several workers is recorded."""
        batch.deaths += 1
        if batch.deaths > MOST_DEATHS and len(batch.rules) == 1:
            yield batch, [Record(batch.rules[0], self._limit, "error", error="worker killed")], [0.0]
        elif batch.deaths >= MOST_DEATHS and len(batch.rules) > 1:
            self._ledger.drop(batch)
            singles = [Batch([rule], batch.deaths) for rule in batch.rules]
            for single in singles:
                self._note(single)
            self._suspects.extendleft(reversed(singles))
        else:
            self._note(batch)
            self._suspects.append(batch)


def _failure(future: Future[Studied]) -> BaseException | None:
    """The exception of a finished batch."""
    return CancelledError() if future.cancelled() else future.exception()


def _is_death(error: BaseException) -> bool:
    """Whether an error means that a worker died, with a standard executor, or with Dask after repeated deaths."""
    dask = sys.modules.get("distributed")
    return isinstance(error, BrokenExecutor) or (dask is not None and isinstance(error, dask.KilledWorker))


@contextmanager
def _unheard() -> Iterator[None]:
    """Start processes that never hear Ctrl-C, which a terminal sends to all of a group: this process ends them."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # as it begins, it lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _has_thread_left() -> bool:
    try:
        Thread(target=int).start()
    except RuntimeError:
        return False
    return True


def _end_with(line: Connection) -> None:
    """End this worker when the other end of a line is closed, by its parent or by its parent's death."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows has no masks

    def wait_for_the_end() -> None:
        with suppress(EOFError, OSError):
            line.recv()
        os._exit(1)

    Thread(target=wait_for_the_end, daemon=True).start()
