from __future__ import annotations

import random

import numpy as np
import pytest

from cgt.core.repetition import (
    Periodicity,
    as_row,
    distance_of_repeated_window,
    last_difference,
    least_periodicity,
)
from cgt.errors import PositionError


def planted(rng, preperiod, period, saltus, length, top):
    values = [rng.randrange(top) for _ in range(preperiod + period)]
    while len(values) < length:
        values.append(values[-period] + saltus)
    return values


def least_by_trying(values, window, *, plain=False):
    """The least p for which the last `window` values stand p places earlier too, up to a constant."""
    count = len(values)
    for period in range(1, count - window + 1):
        saltus = 0 if plain else values[-1] - values[-1 - period]
        if all(values[n] - values[n - period] == saltus for n in range(count - window, count)):
            preperiod = count - window - period
            while preperiod > 0 and values[preperiod - 1 + period] - values[preperiod - 1] == saltus:
                preperiod -= 1
            return Periodicity(preperiod, period, saltus)
    return None


def test_agrees_with_trying_every_period(upto):
    for seed in range(upto(60, full=300)):
        rng = random.Random(seed)
        values = planted(
            rng,
            rng.randrange(12),
            rng.randrange(1, 9),
            rng.choice([0, 0, 1, 3]),
            rng.randrange(2, 60),
            rng.choice([2, 5, 400]),
        )
        for window in {1, len(values) // 2, len(values) // 3} - {0, len(values)}:
            assert least_periodicity(values, window=window) == least_by_trying(values, window)
            assert least_periodicity(values, window=window, plain=True) == least_by_trying(values, window, plain=True)
            assert least_periodicity(np.array(values, np.uint16), window=window) == least_by_trying(values, window)


def test_wide_values_are_compared_whole():
    # 256 and 1, side by side, share bytes in every alignment.
    values = [256, 1, 256, 65536, 1, 256] * 6
    assert least_periodicity(values) == Periodicity(0, 6)
    assert distance_of_repeated_window(as_row([1, 256, 1, 256]), 2) == 2
    assert distance_of_repeated_window(as_row([2**40, 0, 2**40, 0, 2**40]), 3) == 2


@pytest.mark.parametrize("numbers", [(0, 1, 256, 257), (1, 1 << 8, 1 << 16, 1 << 24), (-200, 55, 0), (-(1 << 15), 1)])
def test_packed_numbers_are_compared_as_numbers(numbers):
    """However their bytes lie, and whatever their signs."""
    chance = random.Random(16)
    for _ in range(200):
        values = chance.choices(numbers, k=chance.randrange(3, 12))
        window = chance.randrange(1, len(values))
        shifts = (n for n in range(1, len(values) - window + 1) if values[-window - n : -n] == values[-window:])
        assert distance_of_repeated_window(as_row(values), window) == next(shifts, None)
        shift = chance.randrange(1, len(values))
        differ = [n for n in range(len(values) - shift) if values[n] != values[n + shift]]
        assert last_difference(as_row(values), shift) == max(differ, default=None)
        failing = Periodicity(0, shift).first_failure(values)
        assert failing == (differ[0] + shift if differ else None)


def test_value_and_exceptions():
    values = [4, 1, 0, 1, 2, 1, 2]
    found = Periodicity(2, 3, 2)
    assert [found.value(n, values) for n in range(2, 9)] == [0, 1, 2, 2, 3, 4, 4]
    kayles_like = Periodicity(5, 2)
    assert kayles_like.exceptions([3, 9, 3, 9, 5, 9, 3]) == [4]
    assert found.value(10**30, values) == values[2 + (10**30 - 2) % 3] + 2 * ((10**30 - 2) // 3)


@pytest.mark.parametrize("saltus", [0, 2])
def test_a_planted_change_is_the_first_failure(saltus):
    rng = random.Random(5)
    for place in (20, 57, 99):
        values = planted(rng, 6, 7, saltus, 100, 9)
        found = Periodicity(6, 7, saltus)
        assert found.first_failure(values) is None
        values[place] += 1
        assert found.first_failure(values) == place


def test_short_sequences_show_nothing():
    for values in ([], [3], [1, 2]):
        assert least_periodicity(values) in {None, Periodicity(0, 1, 1)}


def test_there_is_no_negative_heap():
    """A Python list would answer from its end."""
    with pytest.raises(PositionError, match="a heap holds 0 or more, not -1"):
        Periodicity(71, 12).value(-1, range(83))
