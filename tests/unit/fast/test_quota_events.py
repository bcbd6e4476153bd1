"""Nim-values of heaps at every quota without arrays, against the definition."""

from __future__ import annotations

from functools import cache

import pytest

from cgt.fast.quota_events import REPORT, PlainQuotaTable

LIMIT = 40
RULES = {
    "2n": lambda k: 2 * k,
    "n": lambda k: k,
    "3": lambda _k: 3,
    "n+1": lambda k: k + 1,
    "falls": lambda k: max(1, 9 - k),
    "turns": lambda k: (3, 1, 4, 1, 5)[k % 5],
}


def defined(rule):
    """The nim-value of a heap at a quota: the least that no take up to the quota leaves."""

    @cache
    def value(heap, quota):
        left = {value(heap - take, min(rule(take), heap - take)) for take in range(1, min(heap, quota) + 1)}
        return min(set(range(len(left) + 1)) - left)

    return value


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("cap", [None, 2])
def test_each_value_is_the_least_that_no_take_leaves(name, cap):
    """A quota that falls somewhere is tried move by move, and then no value is capped."""
    table = PlainQuotaTable.build(RULES[name], LIMIT, value_cap=cap)
    value = defined(RULES[name])
    for heap in range(LIMIT + 1):
        for quota in range(heap + 2):
            wanted = value(heap, quota)
            assert table.nim_value(heap, quota) == (wanted if table.value_cap is None else min(wanted, cap))


@pytest.mark.parametrize("name", RULES)
def test_a_threshold_is_the_least_quota_of_more_than_a_value(name):
    table, value = PlainQuotaTable.build(RULES[name], LIMIT), defined(RULES[name])
    for heap in range(LIMIT + 1):
        values = [value(heap, quota) for quota in range(heap + 1)]
        wanted = [next(q for q, worth in enumerate(values) if worth > v) for v in range(max(values))]
        assert table.thresholds(heap) == wanted


@pytest.mark.parametrize("name", ["2n", "falls"])
def test_progress_is_reported_now_and_then_and_not_for_every_heap(name):
    reports = []
    PlainQuotaTable.build(RULES[name], LIMIT, lambda done, total: reports.append((done, total)))
    assert reports == [(0, LIMIT + 1)]
    assert REPORT > LIMIT
