"""A take-away game studied: the base of its quota, the base's recurrence, and whether a theorem covers it."""

from __future__ import annotations

from itertools import islice

from cgt.core.language import _
from cgt.digits.takeaway_base import Base, first_drop, is_covered, is_nondecreasing
from cgt.errors import BudgetError
from cgt.families.discovery import Discovery
from cgt.games.heaps.quota import FloorQuota, LinearQuota, Quota
from cgt.theory.base_recurrence import linear_recurrence

SHOWN_TERMS = 24
BOUND_OF_QUOTAS = 10_000


def study(rule: str, quota: Quota) -> Discovery:
    """What the base of a quota says, as far as Schwenk's theorem covers it; `rule` is the game, as text."""
    base = Base(quota)
    never_falls = isinstance(quota, LinearQuota | FloorQuota)
    bound = BOUND_OF_QUOTAS
    covered = never_falls or is_covered(quota, bound)
    every = never_falls or is_nondecreasing(quota, bound)
    tried = []
    recurrence = found = None
    divisor = quota.d if isinstance(quota, FloorQuota) else 1
    if isinstance(quota, LinearQuota | FloorQuota) and quota.k >= divisor:
        try:
            found = linear_recurrence(quota.k, quota.q, divisor)
            recurrence = _("{recurrence}, proved from the base itself").format(recurrence=found)
        except BudgetError as error:
            tried.append(str(error))
    elif (last := base.ends_at(10**6)) is not None:
        recurrence = _("none: the base ends with {last}, which greedy sums use again and again").format(last=last)
    if not covered:
        falls = _("Schwenk's theorem: the quota falls by more than 1 after a take of {take}")
        tried.append(falls.format(take=first_drop(quota, bound)))
    strategy = None
    if covered:
        strategy = _(
            "write the heap as a greedy sum of base numbers; whoever may take the least part wins by taking it"
        )
        if not every:
            strategy += _("; the quota falls at places, so other takes may win as well")
    looked = _("Schwenk's hypothesis was checked for takes up to {bound}").format(bound=bound)
    return Discovery(
        rule=rule,
        kind="quota",
        listed="base",
        values=tuple(islice(base, SHOWN_TERMS)) if covered else (),
        recurrence=recurrence if covered else None,
        base=found,
        strategy=strategy,
        proved=never_falls,
        tried=tuple(tried if never_falls else [*tried, looked]),
    )
