"""The periods of all octal games of up to three digits that show early, as tabulated by others.

Source: T. Czajka, github.com/tczajka/octal-games, "Trivial games" and "Solved games" (2021): a computation independent
of this one, which confirms Winning Ways (chapter 4) and Flammenkamp's tables. One game stands for all that equal it.
"""

from __future__ import annotations

from itertools import takewhile

import pytest

import cgt
from cgt.theory.period import PeriodStatus

# Code, values before the period, period. Of the zeros that a sequence starts with, the tables keep one.
TABULATED = """
4.0:0:2 .1:2:1 .4:52:34 .02:0:4 .11:3:1 .12:1:4 .15:1:10 .17:33:34 .22:0:3 .26:0:4 .31:3:2 .32:1:3 .34:7:8 .35:1:6
.44:141:24 .51:1:1 .52:4:4 .53:11:9 .54:3:7 .57:1:4 .71:3:2 .72:1:4 .75:1:2 .77:71:12 4.3:2:2 .002:0:6 .017:14:60
.022:0:5 .044:211:36 .045:187:32 .051:47:48 .055:258:148 .101:4:1 .102:1:6 .111:4:1 .112:1:6 .115:1:14 .116:139:96
.121:4:4 .122:1:5 .123:5:5 .124:122:62 .131:4:4 .132:1:5 .134:60:62 .141:14:11 .144:4:10 .145:3:9 .147:3:8 .152:2:48
.153:16:14 .154:4:11 .157:1:6 .171:12:11 .173:21:40 .176:24:8 .226:20:5 .312:5:2 .316:4:12 .331:4:3 .332:1:4 .351:1:8
.353:4:2 .373:2:28 .375:37:18 .512:3:6 .524:1:52 .532:7:5 .536:1:5 .772:8:4 4.12:6:7 4.72:1:3 4.005:30:79 4.024:1:60
4.102:8:10 4.122:6:7 4.304:25:21 4.323:4:4 4.444:142:24 4.722:4:4 4.726:5:16 4.766:19:20
"""
# The table of harder games counts every zero.
SOLVED = [(".45", 498, 20), (".156", 3479, 349), (".356", 7315, 142), (".644", 3256, 442), (".165", 5181, 1550)]


@pytest.mark.parametrize("line", TABULATED.split())
def test_the_period_is_the_tabulated_one(line):
    code, before, period = line.split(":")
    report = cgt.games.TakingBreaking(code).period()
    assert report.status is PeriodStatus.PROVED
    assert report.periodicity.period == int(period)
    dropped = len(list(takewhile(lambda value: value == 0, report.values))) - 1
    if int(before):
        assert report.periodicity.preperiod == int(before) + dropped
    else:  # the zeros that were dropped may belong to the period
        assert report.periodicity.preperiod <= dropped


@pytest.mark.parametrize(("code", "before", "period"), SOLVED)
def test_the_harder_periods_are_the_tabulated_ones(code, before, period):
    report = cgt.games.TakingBreaking(code).period()
    assert report.status is PeriodStatus.PROVED
    assert (report.periodicity.preperiod, report.periodicity.period) == (before, period)
