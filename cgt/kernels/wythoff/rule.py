"""What the kernels of Wythoff's game read."""

from __future__ import annotations

from typing import Final

from cgt.errors import RulesetError

CROSSOVER: Final = {"wythoff-table": 1_000_000, "wythoff-p-positions": 200_000_000}
"""From how many cells, and how many ranks, `auto` compiles."""


def check_width(a: int) -> None:
    """Refuse a slack below 1; raises `RulesetError`."""
    if a < 1:
        raise RulesetError(f"the generalised Wythoff game has a whole number a of at least 1, not {a}")
