"""The nim-values of positions with two coordinates as a table: Wythoff's game, or any rule given as a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import attrs
import numpy as np

from cgt.errors import PositionError, RulesetError, TableError
from cgt.kernels import wythoff
from cgt.kernels.integers import smallest_unsigned
from cgt.kernels.route import check_memory, choose_route
from cgt.tables import storage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from cgt.kernels.route import Progress, Route

KIND = "pair"


def _as_values(values: ArrayLike) -> NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 2 or not array.size or array.dtype.kind not in "iu" or int(array.min()) < 0:
        raise ValueError("the nim-values of pairs are a two-dimensional array of nonnegative integers, not empty")
    return array.astype(smallest_unsigned(int(array.max())), copy=False)


@attrs.frozen(eq=False)
class PairTable:
    """The nim-values of the positions (i, j), i < rows and j < cols.

    Attributes:
        values: nim-values, shape (rows, cols), in the smallest integer type that holds them.
        ruleset: the ruleset's text.
        route: how they were found.

    >>> table = PairTable.wythoff(6, 8)
    >>> table.nim_value(1, 2), table.nim_value(3, 3)
    (0, 6)
    >>> table.p_positions().tolist()
    [[0, 0], [1, 2], [2, 1], [3, 5], [4, 7], [5, 3]]
    """

    values: NDArray[Any] = attrs.field(converter=_as_values)
    ruleset: str = attrs.field(kw_only=True)
    route: str = attrs.field(kw_only=True, default="python")

    @classmethod
    def wythoff(
        cls,
        rows: int,
        cols: int,
        a: int = 1,
        *,
        route: Route = "auto",
        progress: Progress | None = None,
        memory_limit: int | None = None,
    ) -> Self:
        """The table of Wythoff's game: see `cgt.kernels.wythoff.nim_values` for the arguments and what is raised."""
        taken = choose_route(route, "wythoff-table", rows * cols)
        values = wythoff.nim_values(rows, cols, a, route=taken, progress=progress, memory_limit=memory_limit)
        return cls(values, ruleset="wythoff" if a == 1 else f"wythoff({a})", route=taken)

    @classmethod
    def from_options(
        cls,
        options: Callable[[int, int], Iterable[tuple[int, int]]],
        rows: int,
        cols: int,
        *,
        ruleset: str,
        progress: Progress | None = None,
        memory_limit: int | None = None,
    ) -> Self:
        """The table of any rule whose moves lead to an earlier row, or to the left in the same one.

        One call of `options(i, j)` a position: pure Python whatever the size.

        Raises:
            RulesetError: an option is outside the table, or does not come before its position.

        >>> def rook_or_knight(i, j):
        ...     yield from ((k, j) for k in range(i))
        ...     yield from ((i, k) for k in range(j))
        ...     if i >= 2 and j >= 1:
        ...         yield i - 2, j - 1
        >>> PairTable.from_options(rook_or_knight, 3, 4, ruleset="rook or knight").values.tolist()
        [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1]]
        """
        check_memory(16 * rows * cols, f"the table of {rows} × {cols} nim-values", memory_limit)
        found: list[list[int]] = []
        for i in range(rows):
            if progress is not None:
                progress(i, rows)
            row: list[int] = []
            found.append(row)
            for j in range(cols):
                reached = set()
                for k, n in options(i, j):
                    if not ((0 <= k < i and 0 <= n < cols) or (k == i and 0 <= n < j)):
                        raise RulesetError(f"{ruleset}: from ({i}, {j}) no table goes by the move to ({k}, {n})")
                    reached.add(found[k][n])
                row.append(next(value for value in range(len(reached) + 1) if value not in reached))
        if progress is not None:
            progress(rows, rows)
        return cls(np.array(found), ruleset=ruleset)

    @property
    def rows(self) -> int:
        """How many values the first coordinate takes, from 0."""
        return int(self.values.shape[0])

    @property
    def cols(self) -> int:
        """How many values the second coordinate takes, from 0."""
        return int(self.values.shape[1])

    @property
    def max_value(self) -> int:
        """The largest nim-value in the table."""
        return int(self.values.max())

    def nim_value(self, i: int, j: int) -> int:
        """The nim-value of one position.

        Raises:
            PositionError: it is outside the table.
        """
        if not (0 <= i < self.rows and 0 <= j < self.cols):
            raise PositionError(f"the table holds (0..{self.rows - 1}, 0..{self.cols - 1}), not ({i}, {j})")
        return int(self.values[i, j])

    def to_columns(self) -> dict[str, list[int]]:
        """The table as columns of equal length, `first`, `second` and `nim_value`: what pandas and polars take as is.

        >>> PairTable.wythoff(1, 3).to_columns()
        {'first': [0, 0, 0], 'second': [0, 1, 2], 'nim_value': [0, 1, 2]}
        """
        first, second = np.indices(self.values.shape)
        return {
            "first": first.ravel().tolist(),
            "second": second.ravel().tolist(),
            "nim_value": self.values.ravel().tolist(),
        }

    def _repr_html_(self) -> str:
        from cgt.render.tables import SHOWN_COLUMNS, SHOWN_ROWS, table_html

        corner = self.values[:SHOWN_ROWS, :SHOWN_COLUMNS]
        zeros = {(int(i), int(j)) for i, j in np.argwhere(corner == 0)}
        caption = f"{self.ruleset}: nim-values, P-positions marked"
        return table_html(corner.tolist(), zeros, caption=caption, size=self.values.shape)

    def p_positions(self) -> NDArray[np.int64]:
        """The positions of nim-value 0 in the order of the rows, shape (how many, 2)."""
        return np.argwhere(self.values == 0)

    def save(self, path: str | Path) -> None:
        """Write the table as `.npz` or `.npy`, whole or not at all."""
        header = {"ruleset": self.ruleset, "range": [[0, self.rows], [0, self.cols]], "route": self.route}
        storage.save(path, KIND, header, {storage.ONLY: self.values})

    @classmethod
    def load(cls, path: str | Path, *, ruleset: str | None = None) -> Self:
        """Read a table; a large `.npy` is mapped into memory, not read.

        Raises:
            TableError: the file is no such table, truncated, altered, or of another ruleset.
        """
        header, arrays = storage.load(path, KIND, ruleset=ruleset)
        try:
            return cls(arrays[storage.ONLY], ruleset=header["ruleset"], route=header["route"])
        except (KeyError, ValueError) as error:
            raise TableError(f"{path} is not a table of pairs: {error}") from error
