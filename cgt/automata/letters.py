"""Letters of several tracks: one digit of each, as one number, the first track's digit the most significant."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.core.memory import check_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@cache
def digits_of(digit_count: int, tracks: int) -> NDArray[np.int16]:
    """The digits of every letter, a row each.

    >>> digits_of(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    check_memory(2 * tracks * digit_count**tracks, f"the letters of {tracks} tracks of {digit_count} digits")
    table = np.indices((digit_count,) * tracks, np.int16).reshape(tracks, digit_count**tracks).T
    table.flags.writeable = False
    return table


def columns(digit_count: int, tracks: int, chosen: Sequence[int]) -> NDArray[Any]:
    """For each letter of all tracks the letter of the chosen tracks, in their order.

    >>> columns(2, 2, (1,)).tolist(), columns(2, 2, (1, 0)).tolist()
    ([0, 1, 0, 1], [0, 2, 1, 3])
    """
    table = digits_of(digit_count, tracks).astype(np.int64)
    letters = np.zeros(len(table), np.int64)
    for track in chosen:
        letters = letters * digit_count + table[:, track]
    return letters


def fibres(digit_count: int, tracks: int, kept: Sequence[int]) -> NDArray[Any]:
    """For each letter of the kept tracks, in their order, the letters of all tracks that show it; a row each.

    >>> fibres(2, 2, (1,)).tolist()
    [[0, 2], [1, 3]]
    """
    return np.argsort(columns(digit_count, tracks, kept), kind="stable").reshape(digit_count ** len(kept), -1)
