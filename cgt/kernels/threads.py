"""Several cores at once: the compiled loops release the interpreter's lock while they run.

What is computed does not depend on the number of threads, only when.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias

from cgt.core.numbers import check_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST_BY_DEFAULT = 4
"""More threads than that seldom pay: they wait for each other, and for the memory."""

_by_default: ContextVar[int | None] = ContextVar("threads", default=None)

Run: TypeAlias = "Callable[[Sequence[Callable[[], object]]], list[object]]"
"""Does several pieces of work, all at once where there are threads, and gives what they give, in order."""


def thread_count(threads: int | None) -> int:
    """How many threads are meant: as many as asked for, by default one for each core that this process may use.

    Within a block of `using`, by default as many as it says.

    Raises:
        NumberError: fewer than one.

    >>> thread_count(3), thread_count(None) >= 1
    (3, True)
    """
    if threads is None:
        threads = _by_default.get()
    if threads is not None:
        return check_whole(threads, "work takes one thread or more", least=1)
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        cores = os.cpu_count() or 1
    return min(cores, MOST_BY_DEFAULT)


@contextmanager
def using(threads: int | None) -> Iterator[None]:
    """So many threads by default, until the block ends; None changes nothing.

    Raises:
        NumberError: fewer than one.

    >>> with using(1):
    ...     thread_count(None), thread_count(3)
    (1, 3)
    """
    before = _by_default.set(_by_default.get() if threads is None else thread_count(threads))
    try:
        yield
    finally:
        _by_default.reset(before)


@contextmanager
def workers(threads: int) -> Iterator[Run]:
    """So many threads, this one among them, until the block ends.

    Interrupted, it waits for the work that is under way, so that nobody writes any more when the block is left.

    >>> with workers(2) as run:
    ...     run([lambda: 3, lambda: 4])
    [3, 4]
    """
    if threads == 1:
        yield lambda work: [piece() for piece in work]
        return
    from concurrent.futures import ThreadPoolExecutor, wait

    def run(work: Sequence[Callable[[], object]]) -> list[object]:
        others = [pool.submit(piece) for piece in work[1:]]
        try:
            return [*(piece() for piece in work[:1]), *(other.result() for other in others)]
        finally:
            wait(others)

    with ThreadPoolExecutor(threads - 1, thread_name_prefix="cgt") as pool:
        yield run
