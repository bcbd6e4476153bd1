"""Telling how far long work has come, and how long it has worked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with (done, total), in the work's own unit."""

REPORT_EVERY = 256

worked = getattr(time, "thread_time", time.process_time)
"""Processor seconds of this thread; a browser, which has one, tells those of the process."""


def reporting(items: Iterable[T], total: int, progress: Progress | None) -> Iterator[T]:
    """The items, with a report after every 256 of them and after the last.

    >>> list(reporting("ab", 2, lambda done, total: print(done, "of", total)))
    2 of 2
    ['a', 'b']
    """
    for done, item in enumerate(items, start=1):
        yield item
        if progress is not None and (done % REPORT_EVERY == 0 or done == total):
            progress(done, total)
