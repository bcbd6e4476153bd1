"""Compiled loops on several cores: they release the interpreter's lock while they run.

What is computed does not depend on the number of threads, only when.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from cgt.core.numbers import check_whole

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_BY_DEFAULT = 4
"""More threads than that seldom pay: they wait for each other, and for the memory."""

_by_default: ContextVar[int | None] = ContextVar("threads", default=None)

Run: TypeAlias = "Callable[[Sequence[Callable[[], object]]], list[object]]"
"""Does several pieces of work, at the same time where there are threads, and returns their results in order."""


def thread_count() -> int:
    """The number of threads for compiled loops: as `using` sets it, by default one for each core, at most four.

    >>> thread_count() >= 1
    True
    """
    threads = _by_default.get()
    if threads is not None:
        return threads
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        cores = os.cpu_count() or 1
    return min(cores, MOST_BY_DEFAULT)


@contextmanager
def using(threads: int | None) -> Iterator[None]:
    """Set the number of threads inside a `with` block; None changes nothing.

    Raises:
        NumberError: fewer than one.

    >>> with using(1):
    ...     thread_count()
    1
    """
    if threads is None:
        threads = _by_default.get()
    else:
        check_whole(threads, "work takes one thread or more", least=1)
    before = _by_default.set(threads)
    try:
        yield
    finally:
        _by_default.reset(before)


@contextmanager
def workers(threads: int) -> Iterator[Run]:
    """A pool of threads, this one among them, inside a `with` block.

    Interrupted, it waits for the work that is under way, so that nobody writes any more when the block is left.

    >>> with workers(2) as run:
    ...     run([lambda: 3, lambda: 4])
    [3, 4]
    """
    with _others(threads - 1) as pool:
        yield _in_turn if pool is None else partial(_together, pool)


def _in_turn(work: Sequence[Callable[[], object]]) -> list[object]:
    return [piece() for piece in work]


def _together(pool: ThreadPoolExecutor, work: Sequence[Callable[[], object]]) -> list[object]:
    from concurrent.futures import wait

    others = [pool.submit(piece) for piece in work[1:]]
    try:
        return [*_in_turn(work[:1]), *(other.result() for other in others)]
    finally:
        wait(others)


@contextmanager
def _others(count: int) -> Iterator[ThreadPoolExecutor | None]:
    """A pool of threads, all of them started; None for no thread, or where the system has not so many left."""
    if not count:
        yield None
        return
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event

    with ThreadPoolExecutor(count, thread_name_prefix="cgt") as pool:
        begin, whole = Event(), False
        try:
            for _thread in range(count):
                pool.submit(begin.wait)  # none is idle, so it starts one more
            whole = True
        except RuntimeError:  # the system has no thread left
            pass
        finally:
            begin.set()
        yield pool if whole else None


def in_parts(count: int, do: Callable[[slice], object]) -> None:
    """Call `do` with slices that together cover range(count), one for each thread.

    >>> done = []
    >>> with using(2):
    ...     in_parts(5, done.append)
    >>> sorted((part.start, part.stop) for part in done)
    [(0, 3), (3, 6)]
    """
    share = -(-count // thread_count()) or 1
    parts = [partial(do, slice(begin, begin + share)) for begin in range(0, count, share)]
    with workers(max(len(parts), 1)) as run:
        run(parts)


def in_step(
    threads: int, lines: int, steps: Callable[[int], Iterable[int]], do: Callable[[int, int, int], object]
) -> Iterator[int]:
    """Do the steps of all lines in threads, none before the line above is past it; yields the number of lines done.

    A line's steps ascend. They are done in turn, and each not before the line above has come beyond it. `do` is given
    the thread, the line and the step. Left early, it waits for the steps that are under way.

    >>> done = []
    >>> list(in_step(1, 3, lambda line: range(line, 4), lambda thread, line, step: done.append((line, step))))
    [1, 2, 3]
    >>> done
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3)]
    """
    from threading import Condition

    reached = [0] * lines
    over = False
    change = Condition()

    def come(line: int, beyond: int) -> bool:
        return over or reached[line] > beyond

    def finish() -> None:
        nonlocal over
        with change:
            over = True
            change.notify_all()

    def line_done(thread: int, line: int) -> bool:
        for step in steps(line):
            if line and not come(line - 1, step):
                with change:
                    change.wait_for(partial(come, line - 1, step))
            if over:
                return False
            do(thread, line, step)
            with change:
                reached[line] = step + 1
                change.notify_all()
        return True

    def lines_done(thread: int) -> None:
        try:
            all(line_done(thread, line) for line in range(thread, lines, threads))
        except BaseException:
            finish()
            raise

    with _others(threads - 1) as pool:
        threads = threads if pool else 1
        others = [pool.submit(lines_done, thread) for thread in range(1, threads)] if pool else []
        try:
            for line in range(0, lines, threads):
                if not line_done(0, line):
                    break
                yield line + 1
            for other in others:
                other.result()
        finally:
            finish()
    if lines and (lines - 1) % threads:
        yield lines
