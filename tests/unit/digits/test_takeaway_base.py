from __future__ import annotations

import random
from itertools import islice

import pytest

import cgt
from cgt.digits import system
from cgt.digits.fibonacci import zeckendorf
from cgt.digits.takeaway_base import (
    Base,
    first_drop,
    is_covered,
    is_nondecreasing,
    winning_sequence,
)
from cgt.errors import BudgetError, NumberError

LINEAR = [(1, 0), (1, 1), (1, 2), (1, 9), (2, 0), (2, 1), (2, -1), (3, 0), (3, -2), (4, 0), (5, 3), (7, 0)]


def least_winning(f, stop):
    """L(n) = min { k : f(k) < L(n - k) } with L(0) infinite, for any f at all."""
    least = [float("inf")]
    for n in range(1, stop):
        least.append(next(k for k in range(1, n + 1) if f(k) < least[n - k]))
    return least


def winning_by_definition(f, least, n, quota):
    return [k for k in range(1, min(n, quota) + 1) if f(k) < least[n - k]]


def winning_takes(base, n, quota):
    return list(base.winning_tails(base.expansion(n), quota))


def check(f, stop):
    least, base = least_winning(f, stop), Base(f)
    nondecreasing = is_nondecreasing(f, stop)
    assert [base.least_part(n) for n in range(1, stop)] == least[1:]
    assert winning_sequence(base, stop) == least[1:]
    for n in range(stop):
        assert sum(base.parts(n)) == n
        for quota in {1, 2, n // 3 + 1, n // 2 + 1, n + 1}:
            takes, expected = winning_takes(base, n, quota), winning_by_definition(f, least, n, quota)
            assert takes == expected if nondecreasing else set(takes) <= set(expected)


@pytest.mark.parametrize(("k", "q"), LINEAR)
def test_linear_quotas(k, q):
    check(lambda x: k * x + q, 150)


@pytest.mark.parametrize("constant", [1, 2, 3, 6])
def test_constant_quotas_end_the_base(constant):
    check(lambda x: constant, 60)
    assert Base(lambda x: constant).ends_at(1000) == constant + 1


def test_random_covered_quotas(upto):
    """Nondecreasing for even seeds; for odd ones steps of -1 occur too."""
    for seed in range(upto(10, full=40)):
        rng = random.Random(seed)
        table = [0, rng.randint(1, 5)]
        steps = [-1, -1, -1, 0, 1, 3, 6] if seed % 2 else [0, 0, 1, 2, 5]
        while len(table) < 130:
            table.append(max(1, table[-1] + rng.choice(steps)))
        f = table.__getitem__
        assert is_covered(f, 120)
        check(f, 110)


def test_an_uncovered_quota_is_noticed_and_really_fails():
    table = {1: 3, 2: 1, 3: 3}
    f = lambda n: table.get(n, 8)  # noqa: E731 - the shortest way to say it
    assert first_drop(f, 50) == 1
    assert not is_covered(f, 50)
    assert least_winning(f, 5)[4] == 2
    assert Base(f).least_part(4) == 4
    assert not is_covered(lambda n: n - 1, 5)


def test_a_thousand_digits(upto):
    base = Base(lambda x: 2 * x)
    n = 10 ** upto(200, full=1_000) + 99
    assert base.parts(n) == zeckendorf(n)
    takes = winning_takes(base, n, n)
    assert takes[-1] == n
    assert all(base.least_part(n - take) > 2 * take for take in takes[:-1])


def test_a_huge_heap_on_an_ended_base():
    base = Base(lambda x: 3)
    assert list(islice(base.winning_tails(base.expansion(4 * 10**40 + 1), 10**40), 3)) == [1, 5, 9]
    with pytest.raises(BudgetError):
        base.parts(4 * 10**40)
    with pytest.raises(NumberError):
        base.term(5)
    with pytest.raises(NumberError):
        base.link(4)
    assert base.term(4) == 4


def test_terms_of_the_article():
    assert [Base(lambda x: 4 * x).term(p) for p in range(1, 10)] == [1, 2, 3, 4, 5, 7, 9, 12, 15]


def test_refusals():
    with pytest.raises(NumberError):
        Base(lambda x: x).expansion(-1)
    with pytest.raises(NumberError):
        Base(lambda x: x).least_part(0)


def test_a_base_whose_words_take_too_many_states_is_refused_before_the_memory_is_full(monkeypatch):
    monkeypatch.setattr(system, "MOST_HELD", 50)
    with pytest.raises(BudgetError, match="too many states"):
        system.takeaway(17, 5)
    assert cgt.discover("takeaway(19n + 3)").levels is None
    rule = cgt.games.FormulaGame("n, q: t >= 1 & t <= q -> n - t, 23t + 1")
    assert rule.linear_moves().system.name == "base 2"
