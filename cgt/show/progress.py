"""A bar for long work, drawn by rich: on a terminal for the command line, by itself in a notebook."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from cgt.core.language import _
from cgt.core.plugins import installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from cgt.core.progress import Progress

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 1.0
"""Seconds of work before the bar shows."""

_shown: ContextVar[bool] = ContextVar("cgt_bar", default=False)
"""Whether a bar is shown already; then no second one is."""


@contextmanager
def progress_bar(what: str, console: Console | None = None) -> Iterator[Progress]:
    """Give a callback `progress(done, total)` that draws a bar and the time left once the work has taken a second."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=None)
    begun = monotonic()

    def report(done: int, total: int) -> None:
        if not bar.live.is_started and monotonic() - begun > PATIENCE:
            bar.start()
        bar.update(task, completed=done, total=total)

    token = _shown.set(True)
    try:
        yield report
    finally:
        _shown.reset(token)
        bar.stop()


def watched(what: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
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
    """Whether a notebook runs this, and has what draws a bar in it."""
    if "ipykernel" not in sys.modules or not installed("rich", "ipywidgets"):
        return False
    from rich.console import Console

    return Console().is_jupyter
