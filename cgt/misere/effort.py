"""How much work a search for a quotient may cost: counted, not timed, so that every machine gives the same answer."""

from __future__ import annotations

from cgt.errors import BudgetError


class Effort:
    """A store of work; a unit is about a microsecond of plain Python.

    >>> effort = Effort(5)
    >>> effort.spend(3); effort.left
    2
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.spent = 0

    @property
    def left(self) -> int | None:
        """What may still be spent; None without a limit."""
        return None if self.limit is None else self.limit - self.spent

    def spend(self, units: int) -> None:
        """Take so many units; raises `BudgetError` when there were not as many."""
        self.spent += units
        if self.limit is not None and self.spent > self.limit:
            raise BudgetError(f"more than {self.limit:,} units of work would be needed")
