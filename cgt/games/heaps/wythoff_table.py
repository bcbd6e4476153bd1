"""The table of Wythoff's game on two heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.compounds import components_of
from cgt.core.nim_table import NimTable
from cgt.core.numbers import brief
from cgt.errors import NotApplicableError, PositionError
from cgt.fast.jit import numpy_installed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cgt.core.position import Position
    from cgt.core.progress import Progress
    from cgt.fast.backend import Backend
    from cgt.games.heaps.joint_heaps import JointRuleset
    from cgt.store.pair_table import PairTable

LEAST_TABLE = 1_000
"""Below so many cells a search is done before a table is begun."""


class PairsOfHeaps(NimTable):
    """The nim-values of the positions with at most two heaps that are not empty."""

    def __init__(self, ruleset: JointRuleset, build: Callable[..., PairTable], backend: Backend = "auto") -> None:
        self.ruleset = ruleset
        self._build = build
        self._backend = backend
        self._known: PairTable | None = None

    def entries(self, position: Position) -> int | None:
        """None for three heaps or more, where a search is done before numpy is loaded, and without numpy."""
        parts = components_of(position)
        if not all(map(self.ruleset.owns, parts)) or any(
            sum(map(bool, self.ruleset.sizes(part))) > 2 for part in parts
        ):
            return None
        rows, columns = self._sides(position)
        return rows * columns if rows * columns >= LEAST_TABLE and numpy_installed() else None

    @property
    def nbytes(self) -> int:
        return 0 if self._known is None else self._known.values.nbytes

    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        rows, columns = self._sides(position)
        known = self._known
        if known is not None and known.rows >= rows and known.cols >= columns:
            return
        if progress is not None:
            progress(0, rows * columns)
        if known is not None and known.rows * known.cols <= 4 * rows * columns:
            # Both, and a little further, so that pairs asked one after another do not each go on by one.
            rows, columns = max(rows * 5 // 4, known.rows), max(columns * 5 // 4, known.cols)
        self._known = self._built(rows, columns, progress)

    def __call__(self, position: Position) -> int:
        total = 0
        for part in components_of(position):
            if not self.ruleset.owns(part):
                raise PositionError(f"{brief(part)} is not a position of {self.ruleset}")
            lesser, greater = self._two_greatest(part)
            total ^= 0 if self._known is None else self._known.nim_value(lesser, greater)
        return total

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """Of two heaps."""
        found: list[list[int]] = self._built(rows, columns, progress).values.tolist()
        return found

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        if len(sizes) != 2:
            raise NotApplicableError("a file keeps the pairs of heaps of such a game")
        self._build(*sizes, path=path, backend=self._backend, progress=progress)

    def _built(self, rows: int, columns: int, progress: Progress | None) -> PairTable:
        return self._build(rows, columns, backend=self._backend, progress=progress)

    def _sides(self, position: Position) -> tuple[int, int]:
        """The rows and columns of a table that holds every component."""
        pairs = [self._two_greatest(part) for part in components_of(position)]
        return max(lesser for lesser, _ in pairs) + 1, max(greater for _, greater in pairs) + 1

    def _two_greatest(self, part: Position) -> tuple[int, int]:
        *_, lesser, greater = sorted((0, 0, *self.ruleset.sizes(part)))
        return lesser, greater
