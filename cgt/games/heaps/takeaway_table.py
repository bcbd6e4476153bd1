"""The nim-values of take-away heaps under every quota, as a table that grows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from cgt.core.compounds import components_of
from cgt.core.nim_table import NimTable
from cgt.core.numbers import format_int
from cgt.core.position import Position
from cgt.errors import BudgetError, NotApplicableError, PositionError
from cgt.fast.jit import numpy_installed
from cgt.fast.quota_events import PlainQuotaTable
from cgt.games.heaps.quota import LinearQuota, Pile, TakeAwayRuleset, opening_quota

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.core.progress import Progress
    from cgt.fast.backend import Backend
    from cgt.store.quota_table import QuotaTable

LEAST_TABLED_HEAP = 100
"""The least heap for which a table is made: a search of a smaller one is done before a table is begun."""

VALUE_CAP, SMALL_QUOTA = 32, 1_000
"""The bounds of the values, and of the quotas, that are worked out first: where a take of n leaves the quota 2n, a heap
of up to a million is worth less than that cap under every such quota."""

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

    def __init__(self, ruleset: TakeAwayRuleset[tuple[int, int], int], backend: Backend) -> None:
        self.ruleset = ruleset
        self._backend = backend
        self._known: QuotaTable | PlainQuotaTable | None = None

    def entries(self, position: Position) -> int | None:
        largest = max((pile.size for pile in _piles(position)), default=0)
        return largest + 1 if largest >= LEAST_TABLED_HEAP else None

    @property
    def nbytes(self) -> int:
        return 0 if self._known is None else self._known.rows.nbytes

    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        largest = max((pile.size for pile in _piles(position)), default=0)
        if self._known is None or self._known.limit < largest:
            # A little further, so that heaps of much the same size asked one after another find it large enough.
            if progress is not None:
                progress(0, largest + 1)
            small = all(pile.quota < SMALL_QUOTA for pile in _piles(position))
            slack = largest // 64 if numpy_installed() else 0
            self._to(largest + slack, progress, VALUE_CAP if small else None)

    def __call__(self, position: Position) -> int:
        total = 0
        for pile in components_of(position):
            heap, quota = self._numbers(pile)
            known = self._to(0, value_cap=VALUE_CAP)
            value = known.nim_value(heap, quota)
            total ^= value if value != known.value_cap else self._to(known.limit).nim_value(heap, quota)
        return total

    def moves_to(self, component: Position, value: int) -> list[int]:
        """The takes to the value, ascending, found together."""
        size, most = self._numbers(component)
        table = self._to(0, value_cap=None if value >= VALUE_CAP else VALUE_CAP)
        if isinstance(table, PlainQuotaTable):
            after_take = self.ruleset.next_quota
            return [take for take in range(1, most + 1) if table.nim_value(size - take, after_take(take)) == value]
        import numpy as np

        takes = np.arange(1, most + 1)
        quota = self.ruleset.quota
        if isinstance(quota, LinearQuota) and max(abs(quota.k), abs(quota.q)) < STEEPEST:
            after = quota.k * takes + quota.q
        else:
            cut = (min(self.ruleset.next_quota(take), size) for take in range(1, most + 1))
            after = np.fromiter(cut, np.int64, most)
        numbers: list[int] = takes[table.nim_values(size - takes, after) == value].tolist()
        return numbers

    def values(self, stop: int, progress: Progress | None = None) -> list[int]:
        if not stop:
            return []
        openings = [opening_quota(self.ruleset.opening, size) for size in range(stop)]
        table = self._to(stop - 1, progress)
        if isinstance(table, PlainQuotaTable):
            return list(map(table.nim_value, range(stop), openings))
        return list(map(int, table.nim_values(range(stop), openings)))

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """The nim-values, a row for each heap and a column for each quota."""
        if not rows:
            return []
        table = self._to(rows - 1, progress)
        within = ([least for least in table.thresholds(heap) if least < columns] for heap in range(rows))
        return [[bisect_right(thresholds, quota) for quota in range(columns)] for thresholds in within]

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        """Save the heaps below the number of rows, under every quota, to a file."""
        if len(sizes) != 2:
            raise NotApplicableError("a file keeps take-away heaps under every quota")
        self.arrays(sizes[0] - 1, path=path, progress=progress)

    def arrays(
        self,
        limit: int,
        *,
        progress: Progress | None = None,
        memory_limit: int | None = None,
        path: str | Path | None = None,
        value_cap: int | None = None,
    ) -> QuotaTable:
        """The nim-values of the heaps 0..limit under every quota, by the definition: see `QuotaTable.build`.

        Raises:
            MissingExtraError: numpy is not installed.

        >>> import cgt
        >>> cgt.games.TakeAway("2n").table().arrays(100).row(12)
        [(1, 1), (3, 3), (8, 6)]
        """
        from cgt.store.quota_table import QuotaTable

        return QuotaTable.build(
            self._quota,
            limit,
            name=str(self.ruleset),
            backend=self._backend,
            progress=progress,
            memory_limit=memory_limit,
            path=path,
            value_cap=value_cap,
        )

    @property
    def _quota(self) -> tuple[int, int] | Callable[[int], int]:
        quota = self.ruleset.quota
        return (quota.k, quota.q) if isinstance(quota, LinearQuota) else self.ruleset.next_quota

    def _to(
        self, limit: int, progress: Progress | None = None, value_cap: int | None = None
    ) -> QuotaTable | PlainQuotaTable:
        """The table of the heaps 0..limit at least, with values cut at `value_cap` if given; it grows by a quarter."""
        known = self._known
        if isinstance(known, PlainQuotaTable) or not numpy_installed():
            return self._plain_to(limit, progress, value_cap)
        if known is None or (value_cap is None and known.value_cap is not None):
            limit = limit if known is None else max(limit, known.limit)
            known = self._known = self.arrays(limit, progress=progress, value_cap=value_cap)
        elif known.limit < limit:
            limit = max(limit, known.limit + known.limit // 4)
            known = self._known = known.extend(limit, self._quota, backend=self._backend, progress=progress)
        return known

    def _plain_to(self, limit: int, progress: Progress | None, value_cap: int | None) -> PlainQuotaTable:
        known = self._known
        if (
            isinstance(known, PlainQuotaTable)
            and known.limit >= limit
            and (value_cap is not None or known.value_cap is None)
        ):
            return known
        limit = max(limit, 0 if known is None else known.limit)
        plain = self._known = PlainQuotaTable.build(self.ruleset.next_quota, limit, progress, value_cap)
        if plain is None:
            raise BudgetError(
                f"a table of {self.ruleset} to {format_int(limit)} needs numpy: pip install 'cgt-impartial[fast]'"
            )
        return plain

    def _numbers(self, pile: Position) -> tuple[int, int]:
        if not isinstance(pile, Pile) or pile.game != self.ruleset:
            raise PositionError(f"{pile} is not a heap of {self.ruleset}")
        return pile.state


def _piles(position: Position) -> list[Pile]:
    return [part for part in components_of(position) if isinstance(part, Pile)]
