"""Periods of games in which the numbers of an infinite set are taken: the theorems on remainders."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import eq
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgt.digits.number_sets import NumberSet

REMAINDERS = "remainders of the amounts"
"""The theorem that proves a period p.

Let v(n mod p) = G(n) for n < N; let no remainder r of any number make v(x - r) = v(x); and for each x and each value
below v(x), let some remainder r of a number of at most N make v(x - r) that value. Then by induction G(n) = v(n mod p)
for n >= N, too: all of these moves are there, and none leads to the heap's own value.
"""

MULTIPLES = "every number has a multiple that may be taken"
"""The theorem that there is no period.

Let G(n + p) = G(n) + s for all large n. If s > 0 the values grow like n, but the numbers of the set below n are o(n),
and G(n) is at most as many. If s = 0, take a multiple of p: it leads from a heap to one of the same value.
"""

LONGEST_PATTERN = 2_000
"""The longest period that is proved by remainders, in time that grows with its square: a second."""

MOST_NEEDED = 10**12
"""The greatest number of values that is worth naming as what would decide a period."""


def decisive(numbers: NumberSet, pattern: Sequence[int]) -> float:
    """The number of values that proves that `pattern` is repeated for ever.

    It is infinite where no number of values does, or none is known, and 0 where the pattern is not repeated for ever.

    >>> from cgt.digits.number_sets import number_set
    >>> decisive(number_set("2^k+1"), [0, 0, 1, 1, 2, 2, 3]), decisive(number_set("x^2"), [0, 1])
    (7, 0)
    """
    period = len(pattern)
    if period > LONGEST_PATTERN or (least := numbers.remainders(period)) is None:
        return math.inf
    missing = [set(range(value)) for value in pattern]
    needed: float = period
    for remainder, number in least.items():
        led_to = [pattern[place - remainder] for place in range(period)]
        if any(map(eq, led_to, pattern)):
            return 0
        if any(missing):
            needed = max(needed, number)
            for values, value in zip(missing, led_to, strict=True):
                values.discard(value)
    return math.inf if any(missing) else needed
