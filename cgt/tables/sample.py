"""Is a stored table the one of this rule? A rule given as a function has no text, so a sample of values is asked."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, TypeVar

from cgt.core.nimber import mex
from cgt.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BEGINNING, SPREAD, END = 64, 64, 8
"""How many of the first positions are looked at, how many anywhere, how many of the last."""

OPTIONS = 100_000
"""How many options are looked at in all: a tenth of a second. A position with more than are left is passed over."""

Place = TypeVar("Place")


def sampled(size: int) -> list[int]:
    """Numbers below `size`, ascending: the first, the last, and some between, always the same.

    >>> sampled(5), len(sampled(10**9)), sampled(10**9)[-1]
    ([0, 1, 2, 3, 4], 136, 999999999)
    """
    random = Random(size)  # noqa: S311 - a sample, no secret
    spread = (random.randrange(size) for _ in range(SPREAD)) if size else ()
    return sorted({*range(min(BEGINNING, size)), *spread, *range(max(0, size - END), size)})


def check_sample(
    places: Iterable[Place],
    value: Callable[[Place], int],
    reached: Callable[[Place], Iterable[int]],
    name: Callable[[Place], str],
    ruleset: str,
) -> None:
    """Make sure that each place's value is the mex of those that its options reach.

    Raises:
        TableError: naming the first that is not.

    >>> check_sample([0, 1], [0, 0].__getitem__, lambda heap: range(heap), "heap {}".format, "h")
    Traceback (most recent call last):
    cgt.errors.TableError: the table is of another rule called h: heap 1 has the nim-value 0 there, not under this rule
    """
    left = OPTIONS
    for place in places:
        values = list(islice(reached(place), left + 1))
        if len(values) > left:
            continue
        left -= len(values)
        if mex(values) != value(place):
            raise TableError(
                f"the table is of another rule called {ruleset}: "
                f"{name(place)} has the nim-value {value(place)} there, not under this rule"
            )
