"""Misère nim-values of positions by the definition alone: no engine, so that an engine can be checked against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.language import _, grouped
from cgt.core.nimber import mex
from cgt.errors import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.position import Position

MOST_POSITIONS = 1_000_000
"""How many positions are worked out at most: about a minute."""


def misere_values(positions: Iterable[Position]) -> Iterator[int]:
    """The misère nim-values: 1 where no move is left, else the least number that no option has (Winning Ways, ch. 13).

    Raises:
        BudgetError: more than `MOST_POSITIONS` positions come up.

    >>> import cgt
    >>> list(misere_values(map(cgt.games.Nim().position, range(5))))
    [1, 0, 2, 3, 4]
    """
    known: dict[Position, int] = {}
    for position in positions:
        waiting = [position]
        while waiting:
            here = waiting[-1]
            options = [] if here in known else [here.play(move) for move in here.moves()]
            unknown = [option for option in options if option not in known]
            waiting += unknown
            if unknown:
                continue
            waiting.pop()
            if here not in known:
                known[here] = mex(known[option] for option in options) if options else 1
            if len(known) + len(waiting) > MOST_POSITIONS:
                raise BudgetError(
                    _("misère nim-values need more than {most} positions here").format(most=grouped(MOST_POSITIONS))
                )
        yield known[position]
