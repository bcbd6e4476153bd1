from __future__ import annotations

from itertools import combinations, islice, pairwise

import pytest

from cgt.digits import fibonacci as fib
from cgt.digits.fibonacci import wythoff_pair
from cgt.errors import NumberError, ParseError

NUMBERS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


def test_zeckendorf_is_the_only_sum_without_neighbours():
    found = {}
    for size in range(6):
        for places in combinations(range(len(NUMBERS)), size):
            if all(high - low > 1 for low, high in pairwise(places)):
                found.setdefault(sum(NUMBERS[place] for place in places), []).append(
                    tuple(NUMBERS[place] for place in places)
                )
    for n in range(144):
        assert found[n] == [fib.zeckendorf(n)]


def test_places_match_the_parts():
    for n in range(1, 500):
        assert tuple(fib.fibonacci(place) for place in fib.zeckendorf_places(n)) == fib.zeckendorf(n)
        assert fib.is_fibonacci(n) == (len(fib.zeckendorf(n)) == 1)


def test_a_thousand_digits():
    n = 10**1000 + 12345
    parts = fib.zeckendorf(n)
    assert sum(parts) == n
    assert all(2 * low < high for low, high in pairwise(parts))
    assert fib.from_notation(fib.to_notation(n)) == n


def test_notation():
    assert [fib.to_notation(n) for n in (1, 2, 3, 4, 30)] == ["1F", "10F", "100F", "101F", "1010001F"]
    for n in range(300):
        assert fib.from_notation(fib.to_notation(n)) == n
        if n:
            digits = fib.to_notation(n)[:-1]
            assert fib.trailing_zeros(n) == len(digits) - len(digits.rstrip("0"))
    # The article's own: (8, 13) written without carrying.
    assert (fib.from_notation("1011F"), fib.from_notation("10110F")) == (8, 13)


@pytest.mark.parametrize(("text", "index"), [("10210F", 2), ("F", 0), ("", 0), (" 1x", 2), ("1F0", 1)])
def test_bad_notation_points_at_the_place(text, index):
    with pytest.raises(ParseError) as caught:
        fib.from_notation(text)
    assert caught.value.index == index


def test_refusals():
    for call in (fib.zeckendorf, fib.to_notation, fib.trailing_zeros, fib.fibonacci):
        with pytest.raises(NumberError):
            call(-1)


def test_pairs():
    assert list(islice(fib.paired(fib.fibonacci_like(1, 2)), 3)) == [(1, 2), (3, 5), (8, 13)]
    assert list(fib.paired([1, 2, 3])) == [(1, 2)]


def test_primitive_pairs_are_those_of_lower_rank():
    """Silber: a pair is primitive exactly when its rank is itself the lesser of a pair."""
    lessers = {wythoff_pair(rank)[0] for rank in range(1, 400)}
    expected = [wythoff_pair(rank) for rank in range(1, 400) if rank in lessers]
    assert list(fib.primitive_pairs(600)) == [pair for pair in expected if pair[0] < 600]
