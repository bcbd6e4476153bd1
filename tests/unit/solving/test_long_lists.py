"""Long lists that are copied from a proved period, and P-positions that are counted by their nim-values."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb

import pytest

import cgt
from cgt.core.repetition import Periodicity
from cgt.errors import BudgetError, NotApplicableError, NumberError
from cgt.families.heap_game import LONG_LIST_VALUES
from cgt.solving.lists import count_p_positions


@pytest.mark.full("0.12", "dawsons-kayles")
@pytest.mark.parametrize("name", ["kayles", "dawsons-kayles", "0.137", "4.3", "0.007", "0.12"])
def test_a_long_list_is_what_the_kernel_computes(name):
    """4.3 grows by a saltus; of 0.007 no period is known."""
    game = cgt.parse_ruleset(name)
    stop = LONG_LIST_VALUES + 123
    assert game.table("python").values(stop) == game.table().values(stop)


def test_looking_for_a_period_computes_no_more_than_the_list():
    """0.007 has no known period: what is looked at is listed."""
    cgt.forget()
    table = cgt.parse_ruleset("0.007").table()
    table.values(LONG_LIST_VALUES)
    with table.borrow() as sequence:
        assert len(sequence.values) == LONG_LIST_VALUES


def test_a_proved_period_is_copied(monkeypatch):
    """A value that the certificate had wrong would stand in the list: so that is where it is from."""
    monkeypatch.setattr(Periodicity, "continued", lambda _self, _values, stop: [7] * stop)
    game = cgt.parse_ruleset("kayles")
    assert set(game.table().values(LONG_LIST_VALUES)) == {7}
    assert game.table().values(LONG_LIST_VALUES - 1)[:4] == [0, 1, 2, 3]
    assert game.table("python").values(LONG_LIST_VALUES)[:4] == [0, 1, 2, 3]


@pytest.mark.parametrize("stop", [0, 1, 3, 4, 11])
@pytest.mark.parametrize("saltus", [0, 2])
def test_a_pattern_goes_on(stop, saltus):
    values = [
        5,
        1,
        2,
        3,
        1 + saltus,
        2 + saltus,
        3 + saltus,
        1 + 2 * saltus,
        2 + 2 * saltus,
        3 + 2 * saltus,
        1 + 3 * saltus,
    ]
    assert Periodicity(1, 3, saltus).continued(values, stop) == values[:stop]


@pytest.mark.parametrize(("name", "stop"), [("nim", 9), ("take-a-square", 30), ("kayles", 21), ("subtraction(1,3)", 6)])
@pytest.mark.parametrize("heaps", [0, 1, 2, 3, 4])
def test_counted_is_as_many_as_there_are(name, stop, heaps):
    values = cgt.nim_values(name, stop)
    lost = [chosen for chosen in combinations_with_replacement(values, heaps) if cgt.nim_sum(*chosen) == 0]
    assert count_p_positions(name, stop, heaps=heaps) == len(lost)


def test_very_many_are_counted(upto):
    """Below 2^k each pair of heaps has one third of nim-sum 0: 4^k triples in order."""
    size = 1 << upto(6, full=9)
    equal = size  # 0, a, a, and 0, 0, 0
    assert count_p_positions("nim", size, heaps=3) == (size * size - 3 * (equal - 1) - 1) // 6 + equal
    assert count_p_positions("subtraction(1)", 10**6, heaps=2) == 2 * comb(500_001, 2)


def test_many_heaps_are_counted():
    """Four sizes of nim: the ones and threes are even in number, and so are the twos and threes."""
    for heaps in (7, 40, 41):
        chosen = [
            (ones, twos, threes)
            for ones, twos, threes in product(range(heaps + 1), repeat=3)
            if ones + twos + threes <= heaps and (ones + threes) % 2 == (twos + threes) % 2 == 0
        ]
        assert count_p_positions("nim", 4, heaps=heaps) == len(chosen)
    assert count_p_positions("nim", 1024, heaps=1000) > 10**500


def test_what_cannot_be_counted_is_refused(monkeypatch):
    with pytest.raises(NotApplicableError, match="wythoff has no independent heaps"):
        count_p_positions("wythoff", 5, heaps=2)
    with pytest.raises(NumberError, match="heaps is a whole number"):
        count_p_positions("nim", 5, heaps=-1)
    with pytest.raises(BudgetError, match="at most 1,000 heaps"):
        count_p_positions("nim", 5, heaps=10**6)
    monkeypatch.setattr("cgt.solving.lists.MOST_COUNTED", 20)
    with pytest.raises(BudgetError, match="fewer of them"):
        count_p_positions("kayles", 20, heaps=20)
