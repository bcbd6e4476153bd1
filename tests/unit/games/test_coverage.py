"""Of which positions a theorem speaks: no less than it can, and no more than it may."""

from itertools import combinations
from math import gcd

import pytest

import cgt
from cgt.games.boards.chomp import FullRectangle
from cgt.games.coins.sylver import LARGEST_TABLE, StolenEnd


def no_sums(numbers):
    """The numbers from 1 on that are no sums of those."""
    sums = {0}
    for total in range(1, numbers[0] * numbers[-1] + 1):
        if any(total - number in sums for number in numbers):
            sums.add(total)
    return set(range(1, numbers[0] * numbers[-1] + 1)) - sums


def test_the_stolen_end_is_where_every_number_named_takes_the_greatest_away():
    form = StolenEnd(cgt.parse_ruleset("sylver"))
    for named in [(2, 3), *combinations(range(3, 12), 2), *combinations(range(4, 12), 3)]:
        left = no_sums(named)
        if gcd(*named) > 1:
            continue
        greatest = max(left)
        paired = all((number in left) != (greatest - number in left) for number in range(greatest + 1))
        assert form.covers(named) == (paired and named != (2, 3)), named


def test_a_table_of_gaps_too_large_is_not_made():
    assert not StolenEnd(cgt.parse_ruleset("sylver")).covers((1_001, 1_002, LARGEST_TABLE))


@pytest.mark.parametrize(
    ("rows", "covered"), [((2, 2), True), ((5, 5, 5), True), ((1, 1), False), ((5,), False), ((5, 5, 4), False)]
)
def test_full_rectangles_of_chomp(rows, covered):
    assert FullRectangle(cgt.parse_ruleset("chomp")).covers(rows) == covered
