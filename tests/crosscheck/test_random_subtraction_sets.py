"""Random subtraction sets: every period is proved, and brute force agrees with it."""

from __future__ import annotations

import random

import cgt


def brute_force(amounts, stop):
    """The nim-values straight from the definition, sharing no code with the library."""
    values = []
    for heap in range(stop):
        reached = {values[heap - amount] for amount in amounts if amount <= heap}
        value = 0
        while value in reached:
            value += 1
        values.append(value)
    return values


def test_every_period_is_proved_and_agrees_with_brute_force(upto):
    chance = random.Random(7)  # the same sets in every run
    for _ in range(upto(100, full=2000)):
        amounts = chance.sample(range(1, 31), chance.randint(1, 6))
        report = cgt.games.Subtraction(amounts).period()
        assert report.certificate is not None, amounts
        preperiod, period = report.periodicity.preperiod, report.periodicity.period
        values = brute_force(amounts, preperiod + 3 * period + 60)
        assert values[preperiod:-period] == values[preperiod + period :], amounts
        assert preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period], amounts
        assert not any(
            values[preperiod : preperiod + period] == values[preperiod + less : preperiod + less + period]
            for less in range(1, period)
            if period % less == 0
        ), amounts
