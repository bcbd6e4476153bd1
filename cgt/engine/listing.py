"""The nim-values of many positions, each searched, with what was learnt about the others at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.progress import reporting
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.outcome import ConventionLike
    from cgt.core.position import Position
    from cgt.core.progress import Progress


def searched_values(
    positions: Iterable[Position],
    total: int,
    convention: ConventionLike,
    max_positions: int | None = None,
    progress: Progress | None = None,
) -> Iterator[int]:
    """The nim-value of each of `total` positions, in their order; raises `BudgetError` beyond `max_positions`.

    >>> import cgt
    >>> list(searched_values(map(cgt.Nim().position, range(5)), 5, "misere"))
    [1, 0, 2, 3, 4]
    """
    evaluator = Evaluator(convention, max_positions=max_positions)
    for position in reporting(positions, total, progress):
        yield evaluator.nim_value(position)
        check_allowed(len(evaluator), max_positions)


def check_allowed(needed: int, max_positions: int | None) -> None:
    """Raise `BudgetError` where a list needs more positions than it may look at; None allows any number."""
    if max_positions is not None and needed > max_positions:
        raise BudgetError(f"the list needs more than the {max_positions:,} positions allowed", "max_positions")
