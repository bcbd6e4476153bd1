"""Progress reports and bars for long work, and bounds on the effort that it may take.

A bar is drawn by rich: on a terminal for the command line, by itself in a notebook.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from importlib.util import find_spec
from threading import Timer
from typing import TYPE_CHECKING, ParamSpec, TypeAlias, TypeVar

from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.errors import BudgetError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with (done, total), in the work's own unit."""

REPORT_EVERY = 256
FIRST_REPORTS = frozenset({1, 2, 4, 8, 16, 32, 64, 128})

thread_seconds = getattr(time, "thread_time", time.process_time)
"""Processor seconds of this thread; a browser, which has one, tells those of the process."""


def notify(progress: Progress | None, done: int, total: int) -> None:
    """Call a progress callback, where there is one."""
    if progress is not None:
        progress(done, total)


def reporting(items: Iterable[T], total: int, progress: Progress | None) -> Iterator[T]:
    """The items, with a report after 1, 2, 4, …, 128 of them, after every 256 and after the last.

    >>> list(reporting("ab", 2, lambda done, total: print(done, "of", total)))
    1 of 2
    2 of 2
    ['a', 'b']
    """
    for done, item in enumerate(items, start=1):
        yield item
        if progress is not None and (done in FIRST_REPORTS or done % REPORT_EVERY == 0 or done == total):
            progress(done, total)


class Effort:
    """A bound on work, counted in units and not timed, so that every machine gives one answer.

    Args:
        limit: so many units; None for no limit.
        refusal: the message when they are spent, with `{limit}` in it.

    >>> effort = Effort(5, "more than {limit} products would be needed")
    >>> effort.spend(3)
    >>> effort.spend(3)
    Traceback (most recent call last):
    cgt.errors.BudgetError: more than 5 products would be needed
    """

    def __init__(self, limit: int | None, refusal: str) -> None:
        self.limit, self.refusal = limit, refusal
        self.spent = 0

    def spend(self, units: int) -> None:
        """Spend so many units; raises `BudgetError` when fewer are left."""
        self.spent += units
        if self.limit is not None and self.spent > self.limit:
            raise BudgetError(self.refusal.format(limit=format_int(self.limit, group=True)))


BAR_AFTER_SECONDS = 1.0
"""Seconds of work before the bar shows."""

_shown: ContextVar[bool] = ContextVar("cgt_bar", default=False)
"""Whether a bar is shown already; then no second one is."""


@contextmanager
def progress_bar(what: str, console: Console | None = None) -> Iterator[Progress]:
    """A context manager: a callback `progress(done, total)` for a bar, which shows after a second in any case."""
    from rich import progress as of_rich

    columns = of_rich.BarColumn(), of_rich.MofNCompleteColumn(), of_rich.TimeRemainingColumn()
    bar = of_rich.Progress(of_rich.TextColumn(what, markup=False), *columns, console=console, transient=True)
    task = bar.add_task(what, total=None)

    def report(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)

    token = _shown.set(True)
    try:
        with shown_late(bar):
            yield report
    finally:
        _shown.reset(token)


@contextmanager
def shown_late(bar: Bar) -> Iterator[None]:
    """Show a bar inside a `with` block, once that takes longer than a second."""
    timer = Timer(BAR_AFTER_SECONDS, bar.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


def with_progress_bar(what: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function that takes `progress`: in a notebook it shows a bar, where nobody gives another."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            if kwargs.get("progress") is not None or _shown.get() or not _in_notebook():
                return function(*args, **kwargs)
            with progress_bar(_(what)) as progress:
                kwargs["progress"] = progress
                return function(*args, **kwargs)

        return call

    return decorate


def _in_notebook() -> bool:
    """Whether this runs in a notebook that has what draws a bar."""
    if "ipykernel" not in sys.modules or not (find_spec("rich") and find_spec("ipywidgets")):
        return False
    from rich.console import Console

    return Console().is_jupyter
