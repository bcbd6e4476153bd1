"""What the kernels of Wythoff's game read."""

from __future__ import annotations

import math
from typing import Final

from cgt.core.language import _
from cgt.core.numbers import measurable
from cgt.errors import RulesetError
from cgt.fast.backend import START_UP, choose_backend

CROSSOVER: Final = {"wythoff-table": 300_000, "wythoff-p-positions": 200_000_000}
"""From how many cells, and how many ranks, `auto` compiles."""


def check_width(a: int) -> None:
    """Refuse a slack below 1; raises `RulesetError`."""
    if a < 1:
        raise RulesetError(_("the generalised Wythoff game has a whole number a of at least 1, not {a}").format(a=a))


def seconds_for(rows: int, cols: int, a: int = 1) -> float:
    """The processor seconds that a table of so many cells is predicted to take.

    >>> seconds_for(100, 100) < 1 < seconds_for(10_000, 10_000) < 20
    True
    """
    rows, cols = measurable(rows), measurable(cols)
    cells = rows * cols
    if choose_backend("auto", CROSSOVER["wythoff-table"], cells) == "python":
        return 0.2 + 1e-6 * cells * (1 + min(a, rows, cols))  # half of it, and the import of numpy
    beyond_the_cache = math.sqrt(max(1.0, max(rows, cols) / 2000))
    return START_UP + 5e-9 * beyond_the_cache * cells * (1 + min(a, rows, cols))
