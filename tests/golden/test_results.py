"""The results that the site offers for citation, beside a second program, the definition, or what is published."""

from __future__ import annotations

import csv
import gzip
import importlib.util
import re
import shutil
import subprocess
from functools import cache
from itertools import combinations
from math import gcd
from pathlib import Path

import pytest

import cgt
from cgt.core.repetition import Periodicity
from cgt.games import Subtraction

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "docs" / "assets" / "results").glob("*-*.txt"))

# OEIS A316632 (2018): Node Kayles on the 3 × n grid.
A316632 = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3]


def terms(name):
    lines = (ROOT / "docs" / "assets" / "results" / f"{name}.txt").read_text().splitlines()
    return [int(line.split(" ")[1]) for line in lines]


@cache
def program(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.stem not in {"three-moves", "octal-periods"}], ids=lambda path: path.stem
)
def test_a_file_has_the_form_that_the_oeis_asks_for(path):
    text = path.read_text()
    assert re.fullmatch(r"(\d+ \d{1,1000}\n)+", text)
    assert [int(line.split(" ")[0]) for line in text.splitlines()] == list(range(1, text.count("\n") + 1))


def test_node_kayles_goes_on_where_the_oeis_ends():
    assert terms("node-kayles-grid-3")[: len(A316632)] == A316632


@pytest.mark.full("grid-3-12", "king-3-12", "triangle-4-7")
@pytest.mark.parametrize(
    ("kind", "rows", "columns"),
    [
        *[("grid", 3, 12), ("grid", 4, 7), ("grid", 5, 6), ("king", 3, 12), ("king", 4, 8)],
        *[("triangle", 2, 16), ("triangle", 3, 9), ("triangle", 4, 7)],
    ],
)
def test_node_kayles_by_the_second_program(kind, rows, columns):
    found = [
        program(ROOT / "tools" / "results" / "node_kayles.py").value(kind, rows, count)
        for count in range(1, columns + 1)
    ]
    assert found == terms(f"node-kayles-{kind}-{rows}")[:columns]


def test_two_rows_of_kings_play_dawsons_chess():
    found = [program(ROOT / "tools" / "results" / "node_kayles.py").value("king", 2, count) for count in range(1, 13)]
    assert found == cgt.nim_values(cgt.parse_ruleset("0.137"), 13)[1:]


@pytest.mark.full
def test_lost_rows_of_misere_dawsons_kayles():
    known = terms("misere-dawson-lost")
    evaluator = cgt.Evaluator("misere")
    lost = [heap for heap in range(20) if evaluator.outcome(cgt.parse_ruleset("0.07").position(heap)).value == "P"]
    assert lost == [heap for heap in known if heap < 20]
    quotient = cgt.misere_quotient("0.07", stop=30)
    assert [heap for heap in known if heap <= 29] == [heap for heap in range(30) if quotient.outcome(heap).value == "P"]


def values(moves, count, least):
    """Nim-values of 0, 1, … by the definition; a move ends at a number that is not below `least`, or at 0."""
    found = []
    for heap in range(count):
        ends = {found[max(heap - move, 0)] for move in moves if heap and heap - move >= least}
        found.append(next(value for value in range(len(ends) + 1) if value not in ends))
    return found


def repeats_at(found, window):
    """The least shift that brings the first window of values back."""
    return next(shift for shift in range(1, len(found)) if found[:window] == found[shift : shift + window])


@pytest.mark.parametrize(("a", "b"), [pair for pair in combinations(range(1, 13), 2) if sum(pair) <= 16])
def test_wall_and_sink(a, b):
    moves, over = (a, b, a + b), b % (2 * a)
    period = 2 * b if not over else 2 * b + 2 * a - over if over >= a else a * (2 * b + over) // gcd(a, b)
    wall = values(moves, 2 * period + 2 * (a + b), 0)
    sink = values(moves, 2 * period + 2 * (a + b), -a - b)
    assert repeats_at(wall, a + b) == repeats_at(sink[1:], a + b) == period
    assert Subtraction(a, b, a + b).period(10_000).periodicity.period == period
    swapped = {0: 2, 2: 0}
    for heap in range(1, 2 * period):
        dual = wall[(-b - heap) % period]
        assert sink[heap] == swapped.get(dual, dual)


@pytest.mark.parametrize("most", range(3, 15))
def test_three_moves_that_are_not_additive(most):
    for a, b in combinations(range(1, most), 2):
        if a + b != most:
            found = Subtraction(a, b, most).period(10_000).periodicity
            assert any(total % found.period == 0 for total in (a + b, a + most, b + most))


def test_the_program_on_three_moves_found_no_exception():
    *records, last = (ROOT / "docs" / "assets" / "results" / "three-moves.txt").read_text().splitlines()
    assert re.fullmatch(r"moves to \d+: \d+ sets that are not additive, \d+ that are, 0 exceptions", last)
    assert len(records) == 68
    for record in records:
        preperiod, *moves, period = map(int, re.findall(r"\d+", record))
        assert Subtraction(*moves).period(30_000).periodicity == Periodicity(preperiod, period), record


PERIODS = [
    (code, int(period), int(preperiod))
    for code, period, preperiod in map(
        str.split, (ROOT / "docs" / "assets" / "results" / "octal-periods.txt").read_text().splitlines()
    )
]


def test_the_octal_periods_are_those_of_the_census():
    with gzip.open(ROOT / "docs" / "assets" / "census-octal4.csv.gz", "rt", newline="") as file:
        rows = {row["rule"]: row for row in csv.DictReader(file)}
    for code, period, preperiod in PERIODS:
        row = rows[code]
        assert (row["status"], row["period"], row["preperiod"]) == ("proved", str(period), str(preperiod))


@pytest.mark.parametrize(
    ("code", "period", "preperiod"),
    [
        pytest.param(*one, marks=pytest.mark.full if sum(one[1:]) >= 1_000 else ())
        for one in PERIODS
        if sum(one[1:]) < 7_500
    ],
)
def test_octal_periods_by_the_library(code, period, preperiod):
    """Those that take longer are worked out again by `octal_periods.cpp`."""
    found = cgt.parse_ruleset(code).period(20_000)
    assert (found.status, found.periodicity.period, found.periodicity.preperiod) == ("proved", period, preperiod)
    found.certificate.verify()


@pytest.mark.full
def test_octal_periods_by_the_second_program(tmp_path, upto):
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no C++ compiler: the second program is not run")
    program = tmp_path / "octal_periods"
    subprocess.run([compiler, "-O2", "-o", program, ROOT / "tools" / "results" / "octal_periods.cpp"], check=True)
    some = [one for one in PERIODS if sum(one[1:]) < upto(6_000, full=20_000)]
    given = "".join(f"{code} {period} {preperiod}\n" for code, period, preperiod in some)
    done = subprocess.run([program], input=given, capture_output=True, text=True, check=True)
    assert done.stdout == "".join(f"{code} the same\n" for code, *_numbers in some)
    code, period, preperiod = some[0]
    wrong = f"{code} {period} {preperiod + 1}\n{code} {period} {preperiod - 1}\n{code} {2 * period} {preperiod}\n"
    told = subprocess.run([program], input=wrong, capture_output=True, text=True, check=False)
    assert told.returncode
    assert "the same" not in told.stdout


def test_the_periods_of_powers_and_more_are_those_of_the_definition():
    _names, _line, *rows = program(ROOT / "docs" / "generate" / "results.py").powers_and_more().splitlines()
    for row in rows:
        base, *periods = [cell.strip() for cell in row.strip("|").split("|")]
        for more, period in zip(range(-3, 6), periods, strict=True):
            amounts = [take for k in range(12) if 1 <= (take := int(base) ** k + more) <= 1_000]
            values = []
            for heap in range(1_000):
                met = {values[heap - take] for take in amounts if take <= heap}
                values.append(min(set(range(len(met) + 1)) - met))
            if period != "–":
                least = next(p for p in range(1, 500) if all(values[n] == values[n - p] for n in range(p, 1_000)))
                assert int(period) == least, (base, more)
