"""Telling how far long work has come, how long it has worked, and that it is enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from cgt.core.errors import BudgetError
from cgt.core.language import grouped

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


class Effort:
    """How much work may be done: counted in units of its own and not timed, so that every machine gives one answer.

    Args:
        limit: so many units; None for no limit.
        refusal: what is said when they are spent, with `{limit}` in it.

    >>> effort = Effort(5, "more than {limit} products would be needed")
    >>> effort.spend(3)
    >>> effort.spend(3)
    Traceback (most recent call last):
    cgt.core.errors.BudgetError: more than 5 products would be needed
    """

    def __init__(self, limit: int | None, refusal: str) -> None:
        self.limit, self.refusal = limit, refusal
        self.spent = 0

    def spend(self, units: int) -> None:
        """Spend so many units; raises `BudgetError` when fewer are left."""
        self.spent += units
        if self.limit is not None and self.spent > self.limit:
            raise BudgetError(self.refusal.format(limit=grouped(self.limit)))
