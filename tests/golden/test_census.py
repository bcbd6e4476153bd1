"""The shipped census: beside the tables of others, and rows of it worked out again by the definition."""

from __future__ import annotations

import csv
import gzip
from functools import cache
from itertools import product
from pathlib import Path

import attrs
import pytest

from cgt.apps.sweep import study
from cgt.apps.sweep.families import rules_of
from cgt.apps.sweep.studies import representative
from cgt.core.code import HeapCode
from cgt.games import TakingBreaking
from cgt.theory.period_certificate import PeriodCertificate

ASSETS = Path(__file__).resolve().parents[2] / "docs" / "assets"

# T. Czajka, github.com/tczajka/octal-games (2021), "Solved games": heaps before the period, and the period.
SOLVED = {
    "0.45": (498, 20),
    "0.156": (3479, 349),
    "0.356": (7315, 142),
    "0.644": (3256, 442),
    "0.165": (5181, 1550),
    "0.16": (105_351, 149_459),
    "0.56": (326_640, 144),
    "0.127": (46_578, 4),
    "0.376": (2_268_248, 4),
    "0.354": (10_061_916, 1_180),
}
# His "Trivial games", as far as a period of its own goes: the zeros that a sequence starts with are counted otherwise.
TRIVIAL = """
4.0:2 .1:1 .4:34 .02:4 .11:1 .12:4 .15:10 .17:34 .22:3 .26:4 .31:2 .32:3 .34:8 .35:6 .44:24 .51:1 .52:4 .53:9 .54:7
.57:4 .71:2 .72:4 .75:2 .77:12 4.3:2 .002:6 .017:60 .022:5 .044:36 .045:32 .051:48 .055:148 .101:1 .102:6 .111:1
.112:6 .115:14 .116:96 .121:4 .122:5 .123:5 .124:62 .131:4 .132:5 .134:62 .141:11 .144:10 .145:9 .147:8 .152:48
.153:14 .154:11 .157:6 .171:11 .173:40 .176:8 .226:5 .312:2 .316:12 .331:3 .332:4 .351:8 .353:2 .373:28 .375:18 .512:6
.524:52 .532:5 .536:5 .772:4 4.12:7 4.72:3 4.005:79 4.024:60 4.102:10 4.122:7 4.304:21 4.323:4 4.444:24 4.722:4
4.726:16 4.766:20
"""


@cache
def read(name):
    """The header, and the lines."""
    path = ASSETS / name
    with gzip.open(path, "rt", newline="") if path.suffix == ".gz" else path.open(newline="") as file:
        header, *lines = csv.reader(file)
        return header, lines


@cache
def rows(name):
    header, lines = read(name)
    return [dict(zip(header, line, strict=True)) for line in lines]


@cache
def by_code(name):
    return {HeapCode.parse(row["rule"]): row for row in rows(name)}


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("census-octal3.csv", [f"{first}.{number:03o}" for first in "04" for number in range(512)]),
        ("census-octal4.csv.gz", [f"0.{number:04o}" for number in range(4096)]),
        ("census-hex2.csv", [f"0.{number:02X}" for number in range(256)]),
        ("census-hex3.csv.gz", [f"0.{number:03X}" for number in range(4096)]),
    ],
)
def test_it_is_whole(name, rules):
    assert [row["rule"] for row in rows(name)] == rules
    odd = {row["rule"] for row in rows(name) if row["status"] not in {"proved", "none seen"}}
    assert odd <= {"0.3DC", "0.3DD", "0.3DE", "0.3DF", "0.3FC", "0.7B8", "0.7B9"}


def test_every_subtraction_set_is_there_and_proved():
    header, lines = read("census-sets16.csv.gz")
    rules, statuses = ({line[header.index(name)] for line in lines} for name in ("rule", "status"))
    assert len(rules) == len(lines) == 2**16 - 1
    assert statuses == {"proved"}


def test_the_periods_that_others_found_last_are_the_same():
    for code, (before, period) in SOLVED.items():
        row = by_code("census-octal3.csv")[HeapCode.parse(code)]
        assert (row["status"], int(row["preperiod"]), int(row["period"])) == ("proved", before, period), code


def test_the_periods_that_others_found_first_are_the_same():
    entries = [entry.split(":") for entry in TRIVIAL.split()]
    assert len(entries) == 82
    for code, period in entries:
        row = by_code("census-octal3.csv")[HeapCode.parse(code if code[0] == "4" else f"0{code}")]
        assert (row["status"], row["period"]) == ("proved", period), code


def values_of_set(amounts, stop):
    """The nim-values by the rule of the least missing number."""
    values = []
    for heap in range(stop):
        reached = {values[heap - amount] for amount in amounts if amount <= heap}
        values.append(next(value for value in range(99) if value not in reached))
    return values


@pytest.mark.parametrize("part", range(8))
def test_subtraction_sets_by_the_definition(part, upto):
    """As many values come back as the longest amount: with them, all. And neither number is larger than it must be."""
    step = upto(1001, full=64)
    header, lines = read("census-sets16.csv.gz")
    for line in lines[part * 7 :: step]:
        row = dict(zip(header, line, strict=True))
        amounts = [int(amount) for amount in row["rule"][len("subtraction(") : -1].split(",")]
        preperiod, period = int(row["preperiod"]), int(row["period"])
        values = values_of_set(amounts, preperiod + 2 * period + 16)
        assert all(values[n] == values[n + period] for n in range(preperiod, preperiod + period + 16)), row
        assert preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period], row
        for shorter in (d for d in range(1, period) if period % d == 0):
            assert values[preperiod : preperiod + period - shorter] != values[preperiod + shorter : preperiod + period]


def values_of_code(code, stop):
    """The nim-values by what each digit says: its bits are the numbers of heaps that may be left."""
    first, digits = code.split(".")
    moves = [(take, int(digit, 16)) for take, digit in enumerate(first + digits)]
    values = []
    for heap in range(stop):
        reached = set()
        for take, digit in moves:
            rest = heap - take
            for count in (count for count in range(4) if digit >> count & 1 and rest >= 0):
                if count == 0:
                    reached |= {0} if rest == 0 else set()
                elif count == 1:
                    reached |= {values[rest]} if rest > 0 else set()
                elif count == 2:
                    reached |= {values[left] ^ values[rest - left] for left in range(1, rest // 2 + 1)}
                else:
                    pairs = product(range(1, rest // 3 + 1), range(1, rest))
                    fits = ((a, b, rest - a - b) for a, b in pairs if a <= b <= rest - a - b)
                    reached |= {values[a] ^ values[b] ^ values[c] for a, b, c in fits}
        values.append(next(value for value in range(9999) if value not in reached))
    return values


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("census-octal3.csv", "0.116"),
        ("census-octal3.csv", "4.724"),
        ("census-octal4.csv.gz", "0.1015"),
        ("census-hex2.csv", "0.9C"),
        ("census-hex2.csv", "0.28"),
        ("census-hex3.csv.gz", "0.13C"),
        pytest.param("census-octal3.csv", "4.344", marks=pytest.mark.full),
        pytest.param("census-octal4.csv.gz", "0.7126", marks=pytest.mark.full),
        pytest.param("census-hex3.csv.gz", "0.177", marks=pytest.mark.full),
        pytest.param("census-hex3.csv.gz", "0.3DD", marks=pytest.mark.full),
        pytest.param("census-hex3.csv.gz", "0.B14", marks=pytest.mark.full),
    ],
)
def test_codes_by_the_definition(name, rule):
    """The pattern holds as far as we look, and not one heap earlier."""
    row = next(row for row in rows(name) if row["rule"] == rule)
    period, preperiod, saltus = int(row["period"]), int(row["preperiod"]), int(row["saltus"])
    three = any(int(digit, 16) > 7 for digit in rule[2:])
    values = values_of_code(rule, preperiod + (2 if three else 3) * period + 8)
    assert all(values[n] + saltus == values[n + period] for n in range(preperiod, len(values) - period))
    assert preperiod == 0 or values[preperiod - 1] + saltus != values[preperiod - 1 + period]


@pytest.mark.parametrize("code", ["4.344", pytest.param("4.364", marks=pytest.mark.full)])
def test_the_certificates_that_are_shipped_hold(code):
    certificate = PeriodCertificate.load(ASSETS / "certificates" / f"period-{code}.json")
    certificate.verify()
    row = by_code("census-octal3.csv")[HeapCode.parse(code)]
    found = certificate.periodicity
    assert (str(found.period), str(found.preperiod)) == (row["period"], row["preperiod"])


@pytest.mark.full("census-hex2.csv-0.9C-2000")
@pytest.mark.parametrize(
    ("name", "rule", "limit"),
    [
        ("census-octal3.csv", "0.137", 2_000),
        ("census-octal3.csv", "0.177", 2_000),
        ("census-octal4.csv.gz", "0.7136", 5_000),
        ("census-hex2.csv", "0.9C", 2_000),
    ],
)
def test_rows_again(name, rule, limit):
    row = next(row for row in rows(name) if row["rule"] == rule)
    again = study(row["same_as"] or rule, limit)
    assert (again.status, str(again.period or ""), again.certificate or "") == (
        row["status"],
        row["period"],
        row["certificate"],
    )


def test_codes_whose_values_come_back_larger_again(upto):
    """The table of `docs/periods.md` is made of these rows."""
    found = [row for row in rows("census-hex2.csv") if row["saltus"] not in {"", "0"}]
    assert len(found) > 70
    for row in found[:: upto(24, full=1)]:
        report = TakingBreaking(row["rule"]).period()
        assert report.status == row["status"] == "proved", row
        now = attrs.astuple(report.periodicity)
        assert now == tuple(int(row[name]) for name in ("preperiod", "period", "saltus")), row


def test_the_census_of_vectors_is_made_by_its_rules(upto):
    """Each row is of one set of vectors; some of them are studied anew, by default one."""
    by_rule = {row["rule"]: row for row in rows("census-vectors.csv")}
    assert set(by_rule) == {rule for count in (1, 2) for rule in rules_of(f"vectors(vectorsets(2,4,{count}))")}
    three = {row["rule"]: row for row in rows("census-three-vectors.csv")}
    assert list(three) == list(rules_of("vectors(vectorsets(2,4,3))"))
    again = ["vectors((0,1),(1,0))", "vectors((1,1))", "vectors((1,2),(2,1))", "vectors((0,1),(0,3),(4,1))"]
    for rule in again[: upto(1, full=4)]:
        row = by_rule.get(rule) or three[rule]
        record = study(rule, int(row["limit"]))
        assert (record.status, record.recurrence) == (row["status"], row["recurrence"])
        assert record.certificate == row["certificate"]


def test_sets_of_vectors_with_the_heaps_swapped_have_one_record():
    three = {row["rule"]: row for row in rows("census-three-vectors.csv")}
    swapped = [row for row in three.values() if row["same_as"]]
    assert len(swapped) > len(three) // 4
    for row in swapped:
        other = three[row["same_as"]]
        assert representative(row["rule"]) == other["rule"]
        assert all(row[name] == other[name] for name in row if name not in {"rule", "same_as"})
