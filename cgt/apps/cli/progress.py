"""A progress bar for long work: on a terminal only, and only once the work has taken a second."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a callback `progress(done, total)` that draws a bar on stderr; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from cgt.apps.cli.console import Screen
    from cgt.show import progress

    with progress.progress_bar(what, Screen(stderr=True, soft_wrap=False)) as report:
        yield report


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show that work of unknown length goes on, and for how long; on a terminal, after a second."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from cgt.apps.cli.console import Screen
    from cgt.show import progress

    columns = SpinnerColumn(), TextColumn(what, markup=False), TimeElapsedColumn()
    bar = Progress(*columns, console=Screen(stderr=True, soft_wrap=False), transient=True)
    bar.add_task(what, total=None)
    timer = Timer(progress.PATIENCE, bar.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
