"""Tables for many heaps against the engine."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import cgt
from cgt.apps.claims.articles.oracles import least_quotas, wythoff_p_positions
from cgt.errors import MemoryBudgetError, PositionError


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("heaps", "stop", "a"), [(2, 9, 1), (2, 9, 3), (3, 7, 1), (3, 6, 2), (4, 5, 1)])
def test_wythoff_against_the_engine(heaps, stop, a, misere):
    evaluator = cgt.Evaluator("misere" if misere else "normal")
    game = cgt.games.Wythoff(a=a, heaps=heaps)
    expected = [
        sizes
        for sizes in combinations_with_replacement(range(stop), heaps)
        if evaluator.outcome(game.position(*sizes)) is cgt.Outcome.P
    ]
    assert wythoff_p_positions(heaps, stop, a, misere=misere) == expected


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rule", ["2n", "n+1", "3n", "[3,1,4,2,6]"])
@pytest.mark.parametrize(("heaps", "stop"), [(1, 12), (2, 7), (3, 5)])
def test_least_quotas_against_the_engine(heaps, stop, rule, misere):
    evaluator = cgt.Evaluator("misere" if misere else "normal")
    game = cgt.games.GlobalTakeAway(rule)
    table = least_quotas(heaps, stop, game.quota, misere=misere)
    for sizes in combinations_with_replacement(range(stop), heaps):
        for quota in range(1, sizes[-1] + 1):
            wins = evaluator.outcome(game.position(*sizes, quota=quota)) is cgt.Outcome.N
            assert wins == (table[sizes] is not None and table[sizes] <= quota), (sizes, quota)


def test_a_longer_last_heap():
    def quota(taken):
        return 2 * taken

    square = least_quotas(3, 20, quota, misere=True)
    long = least_quotas(3, 4, quota, misere=True, last_stop=20)
    assert long == {sizes: least for sizes, least in square.items() if sizes[1] < 4}


def test_bad_input():
    with pytest.raises(PositionError):
        wythoff_p_positions(0, 5)
    with pytest.raises(PositionError):
        wythoff_p_positions(2, 5, a=0)
    with pytest.raises(MemoryBudgetError, match="limit of 5,000,000"):
        least_quotas(4, 400, lambda taken: 2 * taken)
