"""One number for a table of nim-values, the same as the C references print."""

from __future__ import annotations

from typing import Any

import numpy as np


def of_heaps(answer: Any) -> int:  # noqa: ANN401 - an array or a list of values
    """The sum of the nim-values, each times heap modulo 251 plus 1."""
    values = np.asarray(answer)
    weights = np.arange(251, dtype=np.int64) + 1
    total = 0
    step = 251 * 4096
    for start in range(0, len(values), step):
        part = values[start : start + step]
        total += int(part.astype(np.int64) @ np.resize(weights, len(part)))
    return total
