"""The closed form for the quota n+q against the definition of the game."""

from __future__ import annotations

import pytest

from cgt.digits.takeaway_base import DoublingRule
from cgt.errors import NumberError, RulesetError


def least_quotas(q, stop):
    least = [10**9]
    for n in range(1, stop):
        least.append(next(k for k in range(1, n + 1) if k + q < least[n - k]))
    return least


@pytest.mark.parametrize("q", range(13))
def test_every_heap(q):
    rule = DoublingRule.of(q)
    assert [rule.least_part(n) for n in range(1, 700)] == least_quotas(q, 700)[1:]


def test_a_heap_of_a_thousand_digits():
    assert DoublingRule.of(1).least_part(5 * 2**4000) == 5 * 2**4000
    assert DoublingRule.of(1).least_part(10**1000 + 2) == 2


def test_bad_input():
    with pytest.raises(RulesetError):
        DoublingRule.of(-1)
    with pytest.raises(NumberError):
        DoublingRule.of(1).least_part(0)
