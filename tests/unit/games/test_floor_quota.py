"""Quotas that are parts of what was taken: read exactly, and answered as the definition says."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import floor

import pytest

import cgt
from cgt.errors import ParseError, RulesetError
from cgt.games.heaps.quota import LinearQuota, parse_quota

QUOTAS = {
    "3n/2": lambda n: floor(Fraction(3 * n, 2)),
    "floor(3n/2)": lambda n: floor(Fraction(3 * n, 2)),
    "(3n+1)/2": lambda n: floor(Fraction(3 * n + 1, 2)),
    "floor((5n-1)/3)": lambda n: floor(Fraction(5 * n - 1, 3)),
    "n/2+1": lambda n: floor(Fraction(n, 2)) + 1,
    "floor(7n/3)-1": lambda n: floor(Fraction(7 * n, 3)) - 1,
}


@pytest.mark.parametrize("text", QUOTAS)
def test_it_is_the_exact_floor_and_reads_back(text):
    quota = parse_quota(text)
    for taken in (*range(1, 200), 10**40 + 1):
        assert quota(taken) == QUOTAS[text](taken)
    assert parse_quota(str(quota)) == quota
    assert str(cgt.parse_ruleset(str(cgt.parse_ruleset(f"takeaway({text})")))) == f"takeaway({quota})"


@pytest.mark.parametrize("text", QUOTAS)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_closed_form_agrees_with_the_definition(text, convention, upto):
    @cache
    def wins(size, quota):
        """Whether the player to move wins, by the rules."""
        moves = range(1, min(size, quota) + 1)
        if not moves:
            return convention == "misere"
        return any(not wins(size - take, QUOTAS[text](take)) for take in moves)

    game = cgt.games.TakeAway(text)
    for size in range(1, upto(14, full=31)):
        for quota in range(1, size + 1):
            solution = cgt.solve(game.position((size, quota)), convention)
            takes = tuple(k for k in range(1, quota + 1) if not wins(size - k, QUOTAS[text](k)))
            assert (solution.outcome == "N", tuple(sorted(solution.winning_moves))) == (wins(size, quota), takes)
            assert solution.route == "closed form"


def test_equal_rules_are_equal():
    assert cgt.games.TakeAway("3n/2") == cgt.games.TakeAway("floor(3n/2)") == cgt.games.TakeAway("6n/4")
    assert cgt.games.TakeAway("2·n − 1") == cgt.games.TakeAway("2n-1")
    assert parse_quota("4n/2+1") == LinearQuota(2, 1)


def test_a_heap_beyond_any_table_is_answered():
    assert cgt.solve(cgt.games.TakeAway("3n/2").position((10**30, 7))).route == "closed form"


@pytest.mark.parametrize("text", ["n/2", "3n/0", "floor(n/3)"])
def test_a_quota_below_one_is_refused(text):
    with pytest.raises(RulesetError, match="at least 1"):
        parse_quota(text)


@pytest.mark.parametrize("text", ["3n/2n", "floor(3n/2", "3n/2)", "3/2n", "3n/-2", "3n//2", "(3n/2"])
def test_what_is_no_quota_is_refused(text):
    with pytest.raises(ParseError, match="3n/2"):
        parse_quota(text)


def test_it_never_falls_so_its_strategy_is_proved():
    found = cgt.discover("takeaway(3n/2)")
    assert found.proved
    assert found.tried == ()
    assert found.values[:5] == (1, 2, 4, 8, 16)
    assert found.recurrence == "U_p = 2U_(p-1) for every p >= 2, proved from the base itself"
    found.base.verify()
