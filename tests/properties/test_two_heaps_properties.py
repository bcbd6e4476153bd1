"""Two heaps under one quota 2n: the strategy at any size against its recursive statement, and against the engine."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.games.heaps.global_takeaway import TwoHeapsOneQuota, least_winning_quota, winning_takes

HEAPS = st.one_of(st.integers(0, 10**4), st.integers(0, 10**60), st.integers(10**200, 10**202))
FIBONACCI = [1, 2]


def fibonacci_numbers(stop):
    """Up to the first that is not below."""
    while FIBONACCI[-1] < stop:
        FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])
    return FIBONACCI[: max(bisect_left(FIBONACCI, stop) + 1, 2)]


def least_by_recursion(low, high):
    """Larsson and Rubinstein-Salzedo: F', the number before the least part F, if it can be taken and wins; else F."""
    if low == high:
        return None
    rest = high - low
    numbers = fibonacci_numbers(rest + 1)
    for part in reversed(numbers):
        rest -= part if part <= rest else 0
        if not rest:
            break
    if part == 1:
        return 1
    before = numbers[numbers.index(part) - 1]
    if low < before:
        return part
    theirs = least_by_recursion(low - before, high)
    return before if theirs is None or theirs > 2 * before else part


def wins(low, high, larger, amount):
    """Whether a take leaves the opponent too small a quota."""
    after = sorted((low, high - amount) if larger else (low - amount, high))
    theirs = least_by_recursion(*after)
    return theirs is None or theirs > 2 * amount


@given(HEAPS, HEAPS)
def test_the_least_winning_quota_is_that_of_the_recursion(one, two):
    low, high = sorted((one, two))
    assert least_winning_quota(low, high) == least_by_recursion(low, high)


@given(st.integers(0, 10**15), st.lists(st.integers(1, 70), max_size=8))
def test_heaps_whose_difference_has_few_parts(low, places):
    numbers = fibonacci_numbers(10**16)
    high = low + sum(numbers[place] for place in places)
    assert least_winning_quota(low, high) == least_by_recursion(low, high)


@given(HEAPS, HEAPS, st.data())
def test_every_take_listed_wins_and_others_do_not(one, two, data):
    low, high = sorted((one, two))
    listed = [tuple(take) for take in winning_takes(low, high)]
    assert len(set(listed)) == len(listed)
    for larger, amount in data.draw(st.permutations(listed))[:5]:
        assert 1 <= amount <= (high if larger else low)
        assert wins(low, high, larger, amount)
    # Amounts that come close: Fibonacci numbers, their neighbours, and sums and differences of two listed takes.
    amounts = [amount for _, amount in listed]
    close = {number + step for number in fibonacci_numbers(high) for step in (-1, 0, 1)}
    close |= {abs(one + sign * two) for one, two in pairwise(amounts) for sign in (-1, 1)}
    tried = data.draw(st.lists(st.tuples(st.booleans(), st.sampled_from(sorted(close))), max_size=12))
    for larger, amount in tried:
        if 1 <= amount <= (high if larger else low):
            assert wins(low, high, larger, amount) == ((larger, amount) in listed)


@given(st.integers(0, 25), st.integers(0, 25), st.integers(1, 25))
def test_all_winning_moves_are_those_of_the_engine(one, two, quota):
    """The heaps in any order, one of them empty perhaps."""
    game = cgt.games.GlobalTakeAway("2n")
    position = game.position(one, 0, two, quota=quota)
    solution = cgt.solve(position, closed_form=TwoHeapsOneQuota(game))
    assert list(solution.winning_moves) == cgt.Evaluator().winning_moves(position)
