"""What a winning move in a take-away game leaves, as a pupil may carry on with it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.digits.takeaway_base import Base
from cgt.games.heaps.quota import FloorQuota, LinearQuota

if TYPE_CHECKING:
    from cgt.games.heaps.quota import Quota

SHOWN_TERMS = 8
"""How many terms of a base are told."""


def quota_advice(quota: Quota, heap: int, most: int, convention: Convention) -> str | None:
    """What is good about leaving `heap` with at most `most` to take; None where the theorem says nothing.

    >>> from cgt.core.outcome import Convention
    >>> quota_advice(LinearQuota(2), 13, 6, Convention.NORMAL)
    'leave your opponent a Fibonacci number: 13'
    >>> quota_advice(LinearQuota(2), 47, 6, Convention.NORMAL)
    'leave your opponent 47: the least part of 47 = 34 + 13 is more than the 6 that may be taken'
    """
    loses = convention.terminal_outcome is Outcome.N
    size = heap - 1 if loses else heap
    if size < 1 or not isinstance(quota, LinearQuota | FloorQuota):
        return None
    parts = Base(quota).parts(size)
    if parts[0] <= most:
        return None
    told = {
        "heap": shortened(heap),
        "size": shortened(size),
        "most": shortened(most),
        "sum": " + ".join(map(shortened, reversed(parts))),
        "base": ", ".join([*map(str, islice(Base(quota), SHOWN_TERMS)), "…"]),
    }
    if len(parts) > 1:
        text = _(
            "leave your opponent {heap}: the least part of {size} = {sum} is more than the {most} that may be taken"
        )
    elif quota == LinearQuota(2):
        fibonacci = _("leave your opponent a Fibonacci number: {heap}")
        text = _("leave your opponent 1 more than a Fibonacci number: {heap}") if loses else fibonacci
    else:
        term = _("leave your opponent {heap}, one of the numbers {base}")
        text = _("leave your opponent {heap}, 1 more than one of the numbers {base}") if loses else term
    return text.format(**told)
