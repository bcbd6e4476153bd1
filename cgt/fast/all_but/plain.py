"""All-but games in pure Python."""

from __future__ import annotations

from array import array


class Filler:
    """Fills a row, `start` of whose heaps are known."""

    def __init__(self, excepted: tuple[int, ...], row: memoryview, start: int, stop: int) -> None:
        self._excepted, self._row = tuple(amount for amount in excepted if amount < stop), row
        self._values = row[:start].tolist()
        self._total = [0] * (max(self._values, default=-1) + 1)  # how many heaps have each value
        for value in self._values:
            self._total[value] += 1

    def fill(self, start: int, stop: int) -> None:
        """Fill the heaps from `start` on, as far as which it is filled."""
        values, total = self._values, self._total
        for heap in range(start, stop):
            lying = [values[heap - amount] for amount in self._excepted if amount <= heap]
            best = min((value for value in lying if lying.count(value) == total[value]), default=len(total))
            values.append(best)
            if best == len(total):
                total.append(0)
            total[best] += 1
        self._row[start:stop] = array("Q", values[start:])
