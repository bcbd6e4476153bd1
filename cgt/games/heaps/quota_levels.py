"""The moves of take-away games as formulas, and the tables from which their levels are guessed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import attrs
import numpy as np

from cgt.core.outcome import Convention
from cgt.digits.moves import takeaway_moves
from cgt.digits.recognise import ThresholdTable
from cgt.errors import TableError
from cgt.games.heaps.quota import LinearQuota

if TYPE_CHECKING:
    from collections.abc import Callable

    from cgt.digits.moves import LinearMoves
    from cgt.games.heaps.quota import Quota
    from cgt.store.quota_table import QuotaTable

ONE_HEAP = (3_000, 20_000, 100_000, 400_000, 1_500_000)
TWO_HEAPS = (60, 150, 400)
NEVER = 1 << 60
"""Stands for a quota that no number reaches."""


def own_moves(quota: Quota, quota_table: Callable[[int], QuotaTable]) -> LinearMoves | None:
    """The moves of one heap as formulas, for a quota kn+q; None for another quota."""
    if not isinstance(quota, LinearQuota):
        return None
    once = lru_cache(maxsize=1)(quota_table)  # the levels are guessed from one table
    moves = takeaway_moves(quota.k, quota.q)
    return attrs.evolve(moves, table=lambda value, limit: level_table(once(limit), value), sizes=ONE_HEAP)


def shared_moves(quota: Quota, heaps: int = 2) -> LinearMoves | None:
    """The same of heaps under one quota."""
    if not isinstance(quota, LinearQuota):
        return None
    moves = takeaway_moves(quota.k, quota.q, heaps=heaps)
    if heaps != 2:
        return moves
    return attrs.evolve(
        moves,
        table=lambda value, limit: winning_table(quota, value, limit),
        sizes=TWO_HEAPS,
        won_table=lambda limit, convention: winning_table(quota, 1, limit, convention),
    )


def level_table(table: QuotaTable, value: int) -> ThresholdTable:
    """For each heap of a table the least quota under which it is worth at least `value`.

    >>> import cgt
    >>> level_table(cgt.games.TakeAway("2n").quota_table(12), 3).least[-1]
    np.int64(3)
    """
    rows = table.rows
    least = np.full(rows.limit + 1, NEVER, np.int64)
    steps = np.append(np.where(rows.value >= value, rows.threshold.astype(np.int64), NEVER), NEVER)
    filled = np.flatnonzero(np.diff(rows.first.astype(np.int64)))
    if len(filled):
        least[filled] = np.minimum.reduceat(steps, rows.first[filled].astype(np.int64))
    return ThresholdTable(least)


@lru_cache(maxsize=4)
def winning_table(
    quota: LinearQuota, value: int, limit: int, convention: Convention = Convention.NORMAL
) -> ThresholdTable:
    """For every two heaps up to the limit the least quota that wins, by the definition, every take tried in turn.

    Raises:
        TableError: more than the outcome is asked for.

    >>> winning_table(LinearQuota(2), 1, 5).least.tolist()[2]
    [2, 1, 1152921504606846976, 1, 1, 2]
    """
    if value != 1:
        raise TableError("under one quota only the outcome is tabulated, not the nim-values")
    least = np.full((limit + 1, limit + 1), NEVER, np.int64)
    rows = least.tolist()
    rows[0][0] = 0 if convention is Convention.MISERE else NEVER
    for high in range(1, limit + 1):
        for low in range(high + 1):
            for taken in range(1, high + 1):
                left = rows[high - taken][low]
                other = rows[high][low - taken] if taken <= low else 0  # 0 is no lost position either
                if max(left, other) > quota(taken):
                    rows[high][low] = rows[low][high] = taken
                    break
    return ThresholdTable(np.array(rows))
