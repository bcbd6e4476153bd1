"""A take-away game's table as a look-up for positions, its winning moves found all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.compounds import components_of
from cgt.errors import PositionError
from cgt.games.heaps.quota import LinearQuota

if TYPE_CHECKING:
    from cgt.core.position import Position
    from cgt.games.heaps.under_quota import TakeAwayRuleset
    from cgt.store.quota_table import QuotaTable

STEEPEST = 1 << 31
"""A quota kn+q with k and q below this is computed in arrays of 64 bits."""


@attrs.frozen(eq=False)
class QuotaLookUp:
    """The nim-values of the heaps of a game, with a quota each.

    >>> import cgt
    >>> game = cgt.games.TakeAway("2n")
    >>> look_up = QuotaLookUp(game, game.quota_table(100))
    >>> look_up(game.position((50, 9))), look_up.moves_to(game.position((50, 9)), 0)
    (3, [3])
    """

    ruleset: TakeAwayRuleset
    table: QuotaTable = attrs.field(repr=False)
    in_bulk: ClassVar[bool] = True
    """`moves_to` takes no longer for a million moves than for one."""

    def __call__(self, position: Position) -> int:
        """The nim-value of a heap, or of a sum of heaps; raises `PositionError` for one of another game."""
        total = 0
        for pile in components_of(position):
            total ^= int(self.table.nim_value(*self._numbers(pile)))
        return total

    def moves_to(self, pile: Position, value: int) -> list[int]:
        """The takes from one heap that leave this nim-value, ascending."""
        import numpy as np

        size, most = self._numbers(pile)
        takes = np.arange(1, most + 1)
        quota = self.ruleset.quota
        if isinstance(quota, LinearQuota) and max(abs(quota.k), abs(quota.q)) < STEEPEST:
            after = quota.k * takes + quota.q
        else:
            cut = (min(self.ruleset.next_quota(take), size) for take in range(1, most + 1))
            after = np.fromiter(cut, np.int64, most)
        found: list[int] = takes[self.table.nim_values(size - takes, after) == value].tolist()
        return found

    def _numbers(self, pile: Any) -> tuple[int, int]:  # noqa: ANN401 - its class imports this module
        if getattr(pile, "game", None) != self.ruleset:
            raise PositionError(f"{pile} is not a heap of {self.ruleset}")
        return pile.size, pile.quota
