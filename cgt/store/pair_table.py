"""The nim-values of Wythoff's game on two heaps as a table: look-up of arrays, files, continuation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import attrs

from cgt.core.arrays import np
from cgt.core.card import SHOWN_COLUMNS, SHOWN_ROWS, Card, Grid
from cgt.core.numbers import exact_repr, format_value, shape_text
from cgt.errors import PositionError
from cgt.fast.backend import Backend, choose_backend, stopped_as
from cgt.fast.row import smallest_unsigned
from cgt.fast.wythoff_values import nim_values
from cgt.store.kept_table import ValuesTable

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

    from cgt.core.progress import Progress


def _as_values(values: ArrayLike) -> NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 2 or not array.size or array.dtype.kind not in "iu" or int(array.min()) < 0:
        raise ValueError("the nim-values of pairs are a two-dimensional array of nonnegative integers, not empty")
    return array.astype(smallest_unsigned(int(array.max())), copy=False)


@attrs.frozen(eq=False)
class PairTable(ValuesTable):
    """The nim-values of the positions (i, j), i < rows and j < cols.

    Attributes:
        values: nim-values, shape (rows, cols), in the smallest integer type that holds them.
        ruleset: the ruleset's text.
        backend: how they were found.

    >>> table = PairTable.wythoff(6, 8)
    >>> table.nim_value(1, 2), table.nim_value(3, 3)
    (0, 6)
    """

    KIND = "pair"
    UNIT = "positions"

    values: NDArray[Any] = attrs.field(converter=_as_values, repr=shape_text)

    @classmethod
    def wythoff(
        cls,
        rows: int,
        cols: int,
        a: int = 1,
        *,
        backend: Backend = "auto",
        progress: Progress | None = None,
        memory_limit: int | None = None,
        path: str | Path | None = None,
    ) -> Self:
        """The table of Wythoff's game: see `cgt.fast.wythoff_values.nim_values` for the arguments and what is raised.

        With a path, an `.npz` or `.npy`, the table in that file is continued in its longer direction, and the file
        keeps what was found, also when Ctrl-C stops the work. A table there that holds this one is given as it is; one
        that fills neither way across is replaced.

        Raises:
            TableError: what stands at the path is no table of this ruleset.
            OutputError: nothing can be written there.
        """
        ruleset = "wythoff" if a == 1 else f"wythoff({exact_repr(a)})"
        taken = choose_backend(backend, "wythoff-table", rows * cols)

        def go_on(known: Self | None) -> Self:
            if known is not None and known.rows >= rows and known.cols >= cols:
                return known
            with stopped_as(lambda values: cls(values, ruleset=ruleset, backend=taken)):
                values = nim_values(
                    rows,
                    cols,
                    a,
                    backend=taken,
                    progress=progress,
                    memory_limit=memory_limit,
                    known=None if known is None else known.values,
                )
            return cls(values, ruleset=ruleset, backend=taken)

        return cls._kept(path, ruleset, go_on)

    @property
    def rows(self) -> int:
        """The number of values of the first coordinate, from 0."""
        return int(self.values.shape[0])

    @property
    def cols(self) -> int:
        """The number of values of the second coordinate, from 0."""
        return int(self.values.shape[1])

    def nim_value(self, i: int, j: int) -> int:
        """The nim-value of one position.

        Raises:
            PositionError: it is outside the table.
        """
        if not (0 <= i < self.rows and 0 <= j < self.cols):
            raise PositionError(f"the table holds (0..{self.rows - 1}, 0..{self.cols - 1}), not {format_value((i, j))}")
        return int(self.values[i, j])

    def card(self) -> Card:
        """A card of the first rows and columns."""
        corner = self.values[:SHOWN_ROWS, :SHOWN_COLUMNS].tolist()
        return Card(f"{self.ruleset}: nim-values, P-positions marked", figure=Grid(corner, self.values.shape))
