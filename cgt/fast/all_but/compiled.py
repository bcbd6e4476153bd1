"""All-but games on the compiled backend."""

from __future__ import annotations

import numpy as np

from cgt.fast.all_but import loops


class Filler:
    """As `cgt.fast.all_but.plain.Filler`."""

    def __init__(self, excepted: tuple[int, ...], row: memoryview, start: int, stop: int) -> None:
        self._excepted = np.array([amount for amount in excepted if amount < stop], np.int64)
        self._values = np.asarray(row).view(np.int64)
        self._counts = np.zeros((2, stop + 1), np.int64)  # how many heaps have each value, and a row to work in
        self._counts[0] = np.bincount(self._values[:start], minlength=stop + 1)
        self._top = int(self._values[:start].max(initial=-1))

    def fill(self, start: int, stop: int) -> None:
        self._top = loops.fill_all_but(self._values, start, stop, self._excepted, self._counts, self._top)
