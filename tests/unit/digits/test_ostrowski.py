from __future__ import annotations

from itertools import pairwise

import pytest

from cgt.digits import fibonacci as ostrowski
from cgt.errors import NumberError


def pairs_by_mex(a, stop):
    """The recursive construction: A is the least number unused, B = A + a·rank."""
    used, rank, pairs = set(), 0, []
    low = 0
    while low < stop:
        pairs.append((low, low + a * rank))
        used |= set(pairs[-1])
        rank += 1
        while low in used:
            low += 1
    return pairs


@pytest.mark.parametrize("a", range(1, 7))
def test_pairs_agree_with_the_mex_construction(a, upto):
    expected = pairs_by_mex(a, 300)
    assert [ostrowski.wythoff_pair(rank, a) for rank in range(len(expected))] == expected
    pairs = set(expected)
    stop = upto(40, full=80)
    for x in range(stop):
        for y in range(x, stop):
            assert ostrowski.is_wythoff_pair(x, y, a) == ((x, y) in pairs)
            assert ostrowski.is_wythoff_pair(y, x, a) == ((x, y) in pairs)
            assert (ostrowski.rank_of_pair(x, y, a) is not None) == ((x, y) in pairs)


@pytest.mark.parametrize("a", [1, 2, 5])
def test_digits(a):
    for n in range(400):
        written = ostrowski.digits(n, a)
        assert ostrowski.from_digits(written, a) == n
        assert not written or written[0] > 0
        assert all(0 <= digit <= a for digit in written)
        assert all(right == 0 for left, right in pairwise(written) if left == a)


@pytest.mark.parametrize("a", [1, 2, 3])
def test_any_size(a):
    rank = 10**500 + 321
    x, y = ostrowski.wythoff_pair(rank, a)
    assert ostrowski.is_wythoff_pair(x, y, a)
    assert ostrowski.rank_of_pair(y, x, a) == rank
    assert not ostrowski.is_wythoff_pair(x, y + 1, a)
    assert ostrowski.rank_of_pair(x + 1, y + 1, a) is None


def test_refusals():
    with pytest.raises(NumberError):
        ostrowski.digits(-1)
    with pytest.raises(NumberError):
        ostrowski.digits(5, 0)
    with pytest.raises(NumberError):
        ostrowski.wythoff_pair(-1)
    with pytest.raises(NumberError):
        ostrowski.is_wythoff_pair(-1, 3)
