"""Tables of nim-values of Wythoff's game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.memory import check_memory
from cgt.core.numbers import brief, check_whole
from cgt.errors import NumberError
from cgt.fast.backend import choose_backend
from cgt.fast.integers import smallest_unsigned
from cgt.fast.stopping import Stopped, stopped_as
from cgt.fast.threads import thread_count
from cgt.fast.wythoff import plain
from cgt.fast.wythoff.rule import CROSSOVER, check_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from cgt.fast.backend import Backend, Progress

    Integers = NDArray[Any]

STRIP = 256  # columns that are mirrored together


def nim_values(
    rows: int,
    cols: int,
    a: int = 1,
    *,
    backend: Backend = "auto",
    progress: Progress | None = None,
    memory_limit: int | None = None,
    known: NDArray[Any] | None = None,
    threads: int | None = None,
) -> NDArray[Any]:
    """The nim-values of the positions (i, j), i < rows and j < cols.

    About a × rows × cols steps, each in a bitset of rows + cols bits of which one or two words are looked at.

    Args:
        rows: positive.
        cols: positive.
        a: how far the amounts taken from both heaps must stay below differing; 1 is Wythoff's game.
        backend: `python`, `compiled`, or `auto` for the size to decide.
        progress: called with (rows done, rows in all).
        memory_limit: in bytes; by default what the machine has.
        known: nim-values of the same game to continue from; those serve that fill the shorter way across the table.
        threads: how many the compiled backend uses, by default as many as there are cores, and never more than pay.

    Returns:
        Shape (rows, cols), of the smallest unsigned type that holds rows + cols - 2, which no nim-value exceeds.

    Raises:
        RulesetError: a is below 1.
        NumberError: there is no row, or no column.
        MemoryBudgetError: the estimate is above the limit.
        Stopped: by Ctrl-C; with the whole rows found so far, or columns if the table has more rows than columns.

    >>> nim_values(4, 5).tolist()
    [[0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 0, 1, 5, 3], [3, 4, 5, 6, 2]]
    """
    check_width(a)
    needs = "a table has at least one row and one column"
    rows, cols = (check_whole(side, needs, least=None) for side in (rows, cols))
    if rows < 1 or cols < 1:
        raise NumberError(f"{needs}, not {brief(rows)} × {brief(cols)}")
    check_memory(rows * cols, f"the table of {brief(rows)} × {brief(cols)} nim-values", memory_limit)
    if rows > cols:
        with stopped_as(_turned):
            wide = nim_values(
                cols,
                rows,
                a,
                backend=backend,
                progress=progress,
                memory_limit=memory_limit,
                known=known,
                threads=threads,
            )
        return _turned(wide)
    a = min(a, cols)  # no two amounts differ by more
    kind = smallest_unsigned(rows + cols - 2)
    taken = choose_backend(backend, CROSSOVER["wythoff-table"], rows * cols)
    fill: Callable[[Integers, int, int], Iterator[int]]
    if taken == "compiled":
        from cgt.fast.wythoff import compiled

        fill = partial(compiled.fill, threads=thread_count(threads))
        words = 2 * compiled.words_a_line(rows, cols, a)
    else:
        fill = plain.fill
        words = (a + 2) * ((rows + cols) // 64 + 1)
    sets = 8 * cols * words
    check_memory(rows * cols * kind.itemsize + sets, f"the table of {rows} × {cols} nim-values", memory_limit)
    values = np.zeros((rows, cols), kind)
    done = 0
    for sides in () if known is None else (known, known.T):
        if sides.shape[1] >= cols and len(sides) > done:
            done = min(len(sides), rows)
            values[:done] = sides[:rows, :cols]
    try:
        for rows_done in fill(values, a, done):
            done = rows_done
            if progress is not None:
                progress(done, rows)
        return _mirrored(values)
    except KeyboardInterrupt as interrupt:
        if not done:
            raise
        raise Stopped(_mirrored(values[:done])) from interrupt


def _turned(values: Integers) -> Integers:
    return np.ascontiguousarray(values.T)


def _mirrored(values: Integers) -> Integers:
    """The table with the half below the main diagonal filled from the one above."""
    rows = len(values)
    for begin in range(0, rows, STRIP):
        end = min(begin + STRIP, rows)
        square = values[begin:end, begin:end]
        square[:] = np.triu(square) + np.triu(square, 1).T
        values[end:rows, begin:end] = values[begin:end, end:rows].T
    return values
