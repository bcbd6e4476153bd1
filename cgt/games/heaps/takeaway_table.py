"""The table of a take-away game: the nim-values of heaps under every quota."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, ClassVar

from cgt.core.compounds import components_of
from cgt.core.nim_table import NimTable
from cgt.errors import NotApplicableError, PositionError
from cgt.fast.jit import numpy_installed
from cgt.games.heaps.quota import LinearQuota
from cgt.games.heaps.under_quota import opening_quota

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cgt.core.position import Position
    from cgt.core.progress import Progress
    from cgt.fast.backend import Backend
    from cgt.games.heaps.under_quota import TakeAwayRuleset
    from cgt.store.quota_table import QuotaTable

LEAST_TABLED_HEAP = 100
"""Below this a search is done before a table is begun."""

STEEPEST = 1 << 31
"""A quota kn+q with k and q below this is computed in arrays of 64 bits."""


class TakeAwayTable(NimTable):
    """The nim-values of the heaps of a game, with a quota each.

    >>> import cgt
    >>> game = cgt.games.TakeAway("2n")
    >>> table = game.table()
    >>> table.extend_to(game.position(100))
    >>> table(game.position((50, 9))), table.moves_to(game.position((50, 9)), 0)
    (3, [3])
    """

    in_bulk: ClassVar[bool] = True

    def __init__(self, ruleset: TakeAwayRuleset, build: Callable[..., QuotaTable], backend: Backend = "auto") -> None:
        self.ruleset = ruleset
        self._build = build
        self._backend = backend
        self._known: QuotaTable | None = None

    def entries(self, position: Position) -> int | None:
        largest = max((pile.size for pile in _piles(position)), default=0)
        return largest + 1 if largest >= LEAST_TABLED_HEAP and numpy_installed() else None

    @property
    def nbytes(self) -> int:
        return 0 if self._known is None else self._known.rows.nbytes

    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        largest = max((pile.size for pile in _piles(position)), default=0)
        if self._known is None or self._known.limit < largest:
            # A little further, so that heaps of much the same size asked one after another find it large enough.
            if progress is not None:
                progress(0, largest + 1)
            self._to(largest + largest // 64, progress)

    def __call__(self, position: Position) -> int:
        total = 0
        for pile in components_of(position):
            total ^= int(self._to(0).nim_value(*self._numbers(pile)))
        return total

    def moves_to(self, component: Position, value: int) -> list[int]:
        """The takes, ascending, found all at once."""
        import numpy as np

        size, most = self._numbers(component)
        takes = np.arange(1, most + 1)
        quota = self.ruleset.quota
        if isinstance(quota, LinearQuota) and max(abs(quota.k), abs(quota.q)) < STEEPEST:
            after = quota.k * takes + quota.q
        else:
            cut = (min(self.ruleset.next_quota(take), size) for take in range(1, most + 1))
            after = np.fromiter(cut, np.int64, most)
        found: list[int] = takes[self._to(0).nim_values(size - takes, after) == value].tolist()
        return found

    def values(self, stop: int, progress: Progress | None = None) -> list[int]:
        if not stop:
            return []
        openings = [opening_quota(self.ruleset.opening, size) for size in range(stop)]
        return list(map(int, self._to(stop - 1, progress).nim_values(range(stop), openings)))

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """A row a heap and a column a quota."""
        if not rows:
            return []
        table = self._to(rows - 1, progress)
        within = ([least for least in table.thresholds(heap) if least < columns] for heap in range(rows))
        return [[bisect_right(thresholds, quota) for quota in range(columns)] for thresholds in within]

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        """The heaps below the number of rows, under every quota."""
        if len(sizes) != 2:
            raise NotApplicableError("a file keeps take-away heaps under every quota")
        self._build(sizes[0] - 1, path=path, backend=self._backend, progress=progress)

    def _to(self, limit: int, progress: Progress | None = None) -> QuotaTable:
        """The table of the heaps 0..limit at the least; it grows by a quarter or more."""
        known = self._known
        if known is None or known.limit < limit:
            limit = limit if known is None else max(limit, known.limit + known.limit // 4)
            known = self._known = self._build(limit, known=known, backend=self._backend, progress=progress)
        return known

    def _numbers(self, pile: Any) -> tuple[int, int]:  # noqa: ANN401 - a position of any game
        if getattr(pile, "game", None) != self.ruleset:
            raise PositionError(f"{pile} is not a heap of {self.ruleset}")
        return pile.state[0], pile.state[1]


def _piles(position: Position) -> list[Any]:
    return [part for part in components_of(position) if hasattr(part, "quota")]
