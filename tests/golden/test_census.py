"""The shipped census: rows of it worked out again, by the task and for subtraction sets by the definition."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cgt.sweep import study

ASSETS = Path(__file__).resolve().parents[2] / "docs" / "assets"


def rows(name):
    with (ASSETS / f"census-{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_it_is_whole():
    assert [row["rule"] for row in rows("octal3")] == [f"0.{number:03o}" for number in range(512)]
    assert len({row["rule"] for row in rows("sets12")}) == len(rows("sets12")) == 2**12 - 1


def definition(amounts, stop):
    """The nim-values by the rule of the least missing number."""
    values = []
    for heap in range(stop):
        reached = {values[heap - amount] for amount in amounts if amount <= heap}
        values.append(next(value for value in range(99) if value not in reached))
    return values


@pytest.mark.parametrize("part", range(8))
def test_subtraction_sets_by_the_definition(part, upto):
    """As many values come back as the longest amount: with them, all. And neither number is larger than it must be."""
    step = upto(64, full=8)
    for row in rows("sets12")[part::step]:
        amounts = [int(amount) for amount in row["rule"][len("subtraction(") : -1].split(",")]
        preperiod, period = int(row["preperiod"]), int(row["period"])
        values = definition(amounts, preperiod + 2 * period + 12)
        assert all(values[n] == values[n + period] for n in range(preperiod, preperiod + period + 12)), row
        assert preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period], row
        for shorter in (d for d in range(1, period) if period % d == 0):
            assert values[preperiod : preperiod + period - shorter] != values[preperiod + shorter : preperiod + period]


@pytest.mark.parametrize("rule", ["0.007", "0.137", "0.770", "0.177", "0.451"])
def test_octal_codes_again(rule):
    row = next(row for row in rows("octal3") if row["rule"] == rule)
    again = study(row["same_as"] or rule, 20_000)
    assert (again.status, str(again.period or ""), again.certificate or "") == (
        row["status"],
        row["period"],
        row["certificate"],
    )
