"""Which route a kernel takes, what it may spend and how it reports: the decisions every kernel shares.

A route is pure Python (always there) or compiled (numba). The crossover sizes below are measured: under them the
compiled route's start-up costs more than it saves.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, Literal

from cgt.errors import MemoryBudgetError, MissingExtraError
from cgt.kernels.jit import compiled_available, jit_disabled, numba_installed

Route = Literal["auto", "python", "compiled"]
"""What a caller asks for; `auto` lets the size decide."""

ChosenRoute = Literal["python", "compiled"]
"""What a kernel reports."""

Progress = Callable[[int, int], None]
"""Called now and then with (done, total), in the kernel's own unit: heaps, rows or ranks."""

Family = Literal[
    "subtraction",
    "all-but",
    "taking-breaking",
    "taking-breaking-tail",
    "taking-breaking-many",
    "quota-table",
    "quota-look-up",
    "wythoff-table",
    "wythoff-p-positions",
]

CROSSOVER: Final[dict[Family, int]] = {
    "subtraction": 3_000_000,  # heaps
    "all-but": 300_000,  # heaps
    "taking-breaking": 40_000,  # heaps
    "taking-breaking-tail": 16_000,  # heaps; a code that never ends
    "taking-breaking-many": 700,  # heaps; three or more left by a move
    "quota-table": 20_000,  # heaps
    "quota-look-up": 5_000_000,  # look-ups
    "wythoff-table": 1_000_000,  # cells
    "wythoff-p-positions": 200_000_000,  # ranks
}
"""The size from which `auto` compiles, a family; `python -m benchmarks.compare` measures them."""

FALLBACK_MEMORY_LIMIT: Final = 4 << 30
"""Bytes a kernel may take where the operating system does not tell the size of the memory."""


def choose_route(route: Route, family: Family, size: int) -> ChosenRoute:
    """The route a kernel takes for `size` items of work.

    `compiled` is also honoured where compilation is switched off by `NUMBA_DISABLE_JIT`: the same source then runs as
    plain Python.

    Raises:
        MissingExtraError: `compiled` was asked for and numba is not installed.
        ValueError: no such route.

    >>> choose_route("auto", "subtraction", 100)
    'python'
    """
    if route == "python":
        return "python"
    if route == "compiled":
        if not numba_installed() and not jit_disabled():
            raise MissingExtraError("the compiled route needs numba: pip install 'cgt-impartial[fast]'")
        return "compiled"
    if route == "auto":
        return "compiled" if size >= CROSSOVER[family] and compiled_available() else "python"
    raise ValueError(f"a route is 'auto', 'python' or 'compiled', not {route!r}")


def default_memory_limit() -> int:
    """The bytes a kernel may take when nobody says: the machine's memory, or 4 GiB where that is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not on Windows, not everywhere else either
        return FALLBACK_MEMORY_LIMIT


def check_memory(needed: int, what: str, memory_limit: int | None = None) -> None:
    """Refuse, before anything is allocated, work whose estimate of `needed` bytes exceeds the limit.

    Raises:
        MemoryBudgetError: with the estimate and the limit.

    >>> check_memory(2_000_000_000, "nim-values to 2000000000", memory_limit=1_000_000_000)
    Traceback (most recent call last):
    cgt.errors.MemoryBudgetError: nim-values to 2000000000 would take about 2.0 GB, and the limit is 1.0 GB
    """
    limit = default_memory_limit() if memory_limit is None else memory_limit
    if needed > limit:
        raise MemoryBudgetError(f"{what} would take about {_size(needed)}, and the limit is {_size(limit)}")


def _size(count: int) -> str:
    for unit, scale in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= scale:
            return f"{count / scale:.1f} {unit}"
    return f"{count} bytes"
