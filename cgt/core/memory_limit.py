"""Memory limits: estimates before memory is taken, what the process takes, what the machine can give.

Linux tells both in files; elsewhere psutil does, which the package needs on Windows and macOS.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from cgt.core.concurrency import raised_by_handler, suppress_own
from cgt.core.language import language
from cgt.core.numbers import bytes_text, format_int
from cgt.errors import MemoryBudgetError

if TYPE_CHECKING:
    from pathlib import Path

FALLBACK_MEMORY_LIMIT: Final = 1 << 30
"""Bytes a table may take where nobody tells the size of the memory."""

STATM: Final = "/proc/self/statm"
"""The file in which Linux gives the number of pages of a process."""

ALWAYS_THERE: Final = 1 << 20
"""The number of bytes below which a limit is not checked: the operating system is not asked."""

MOST_FOR_A_CERTIFICATE: Final = 1 << 30
"""Bytes that the check of a certificate may take: its size comes from an untrusted file."""

BYTES_A_NUMBER: Final = 36
"""The greatest size of a number in a list or tuple: its place, and the number itself when it is above 256."""

BYTES_A_TUPLE: Final = 56
"""The size of a tuple in a list, without its numbers."""

_bound: ContextVar[tuple[int, str] | None] = ContextVar("cgt_memory", default=None)
"""The bytes that work may take by default, and the parameter that allows more."""


@contextmanager
def at_most(max_bytes: int, parameter: str) -> Iterator[None]:
    """Lower the default memory limit to `max_bytes` inside a `with` block; errors name the `parameter` that raises it.

    >>> with at_most(10**9, "max_positions"):
    ...     check_memory(2_000_000_000, "nim-values to 2000000000")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    cgt.errors.MemoryBudgetError: nim-values to 2000000000 would take about 2.0 GB, and the limit is 1.0 GB: a ...
    """
    token = _bound.set((max_bytes, parameter))
    try:
        yield
    finally:
        _bound.reset(token)


def resident_memory() -> int:
    """The bytes of memory that this process takes now; 0 where neither the system nor psutil reports it.

    >>> resident_memory() > 1_000_000
    True
    """
    try:
        with open(STATM, "rb", buffering=0) as pages:  # noqa: PTH123 - a `Path` takes as long as all the rest
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError) as error:
        if raised_by_handler(error):
            raise
        return psutil.Process().memory_info().rss if (psutil := _psutil()) else 0


def default_memory_limit() -> int:
    """The bytes a table may take by default: the machine's available memory, or 1 GiB where that is unknown.

    In a container, what it may take: the limits of the control group that the process is in, and of those around it.
    """
    from pathlib import Path  # which answers that take little do without

    available = _available(Path("/"))
    if available is None:
        available = psutil.virtual_memory().available if (psutil := _psutil()) else FALLBACK_MEMORY_LIMIT
    return min([available, *_container_limits(Path("/"))])


def _psutil() -> Any:  # noqa: ANN401 - a module without types
    try:
        import psutil
    except ImportError:
        return None
    return psutil


def _available(root: Path) -> int | None:
    """MemAvailable of Linux: the bytes that can be used without swapping; None where it is unknown."""
    with suppress_own(OSError, ValueError):
        for line in (root / "proc/meminfo").read_text().splitlines():
            name, _colon, size = line.partition(":")
            if name == "MemAvailable":
                return int(size.removesuffix("kB")) << 10
    return None


def _container_limits(root: Path) -> Iterator[int]:
    """The memory limits of this process's control groups on Linux, of versions 2 and 1."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError as error:
        if raised_by_handler(error):
            raise
        return
    mounted = root / "sys/fs/cgroup"
    for line in lines:
        _, controllers, group = (*line.split(":", 2), "", "")[:3]
        if not controllers:
            top, name = mounted, "memory.max"
        elif "memory" in controllers.split(","):
            top, name = mounted / "memory", "memory.limit_in_bytes"
        else:
            continue
        inner = top / group.lstrip("/")
        for folder in (inner, *inner.parents):  # within a container, its own group is mounted as the top
            with suppress_own(OSError, ValueError):  # "max" is no number
                yield int((folder / name).read_text())
            if folder == top:
                break


def check_memory(needed: int, what: str, memory_limit: int | None = None) -> None:
    """Raise `MemoryBudgetError`, before anything is allocated, if the estimate of `needed` bytes exceeds the limit.

    Raises:
        MemoryBudgetError: with the estimate and the limit.

    >>> check_memory(2_000_000_000, "nim-values to 2000000000", memory_limit=1_000_000_000)
    Traceback (most recent call last):
    cgt.errors.MemoryBudgetError: nim-values to 2000000000 would take about 2.0 GB, and the limit is 1.0 GB
    """
    if memory_limit is None and needed <= ALWAYS_THERE:
        return
    limit, parameter = default_memory_limit() if memory_limit is None else memory_limit, None
    if memory_limit is None and (bound := _bound.get()) is not None and bound[0] < limit:
        limit, parameter = bound
    if needed > limit:
        with language("en"):  # as the rest of the message
            message = f"{what} would take about {bytes_text(needed)}, and the limit is {bytes_text(limit)}"
        raise MemoryBudgetError(message, parameter)


def check_list(count: int, what: str, *, width: int | None = None) -> None:
    """`check_memory` for a Python list of numbers, or of tuples of `width` numbers; `what` is their name in the plural.

    >>> check_list(10**15, "nim-values")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    cgt.errors.MemoryBudgetError: a list of 1000000000000000 nim-values would take about 36.0 PB, and the limit ...
    """
    each = BYTES_A_NUMBER if width is None else BYTES_A_TUPLE + BYTES_A_NUMBER * width
    check_memory(each * count, f"a list of {format_int(count)} {what}")
