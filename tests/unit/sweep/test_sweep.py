"""A sweep gives the same records whoever computes them, and goes on after any kill."""

import csv
import json
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain, combinations
from multiprocessing import get_context

import attrs
import pytest

from cgt.cli import main
from cgt.errors import BudgetError, OutputError, ParseError
from cgt.rulesets.registry import parse_ruleset
from cgt.sweep import rules_of, sweep
from cgt.sweep.run import study_batch
from cgt.sweep.study import study


@pytest.mark.parametrize(
    ("family", "rules"),
    [
        ("kayles", ["kayles"]),
        ("0.?", [f"0.{digit}" for digit in range(8)]),
        ("0.1#", [f"0.1{digit}" for digit in "0123456789ABCDEF"]),
        ("takeaway({1..2}n+{0..1})", ["takeaway(1n+0)", "takeaway(1n+1)", "takeaway(2n+0)", "takeaway(2n+1)"]),
        ("subtraction(subsets(2..4))", ["2", "3", "4", "2,3", "2,4", "3,4", "2,3,4"]),
        ("subtraction(subsets(1..3,3))", ["1,2,3"]),
        ("subtraction(subsets(1..2,3))", []),
    ],
)
def test_the_rules_of_a_family(family, rules):
    wanted = [f"subtraction({rule})" for rule in rules] if family.startswith("sub") else rules
    assert list(rules_of(family)) == wanted


def test_subsets_are_all_there_are():
    numbers = range(1, 9)
    every = chain.from_iterable(combinations(numbers, size) for size in range(1, 9))
    assert list(rules_of("subsets(1..8)")) == [",".join(map(str, one)) for one in every]


@pytest.mark.parametrize("family", ["{1..", "a{5}", "subsets(3)", "wythoff({3..1})", "subsets(5..2)"])
def test_a_bad_family_says_where(family):
    with pytest.raises(ParseError, match="character"):
        list(rules_of(family))


@pytest.mark.parametrize("family", ["????????????????", "{1..999999999}", "subsets(1..999)", "{1..9999}{1..9999}"])
def test_a_family_that_is_too_large_is_refused_at_once(family):
    with pytest.raises(BudgetError, match="rules"):
        rules_of(family)


def test_equal_codes_are_studied_once_and_both_told():
    found = sweep(["0.07", "0.4", "0.137"], 400)
    assert found.studied == 1
    assert [one.same_as for one in found.records] == ["0.137", "0.137", None]
    assert {one.period for one in found.records} == {34}


@pytest.mark.parametrize("family", ["0.??", pytest.param("0.???", marks=pytest.mark.full)])
def test_what_an_equal_code_lends_is_what_a_study_of_its_own_finds(family):
    folded = [one for one in sweep(family, 400).records if one.same_as is not None]
    assert len(folded) > 10
    for one in folded:
        own = study(one.rule, 500)
        if one.status == own.status == "proved":
            assert (one.period, one.preperiod, one.saltus) == (own.period, own.preperiod, own.saltus), one.rule


def test_a_record_tells_what_the_period_is():
    (one,) = sweep(["0.77"], 500).records
    report = parse_ruleset("0.77").period(500)
    assert (one.period, one.preperiod, one.saltus, one.status) == (12, 71, 0, "proved")
    assert one.certificate is not None
    assert one.largest == max(report.values)


def test_a_rule_that_cannot_be_studied_stops_nothing():
    found = sweep(["no-such-game", "0.7", "nim(3)"], 50)
    assert [one.status for one in found.records] == ["error", "proved", "error"]


def test_whoever_computes_them_the_records_are_the_same(tmp_path):
    alone = sweep("0.1?", 120)
    with ThreadPoolExecutor(3) as threads:
        assert sweep("0.1?", 120, executor=threads) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert sweep("0.1?", 120, executor=processes) == alone


def test_what_is_in_the_ledger_is_not_studied_again(tmp_path):
    first = sweep("0.0?", 100, ledger=tmp_path / "a.ledger")
    again = sweep("0.0?", 100, ledger=tmp_path / "a.ledger")
    assert (first.studied > 0, again.studied) == (True, 0)
    assert again.records == first.records
    assert sweep("0.0?", 101, ledger=tmp_path / "a.ledger").studied == first.studied


def test_a_ledger_that_is_none_is_refused(tmp_path):
    path = tmp_path / "a.ledger"
    path.write_text("not a database, whatever its name" * 50)
    with pytest.raises(OutputError, match="ledger"):
        sweep("0.0?", 100, ledger=path)


KILLED = """
import sys
from cgt.sweep.run import sweep
from pathlib import Path
sweep("0.??", 300, ledger=Path(sys.argv[1]), progress=lambda done, total: print(done, flush=True))
"""


@pytest.mark.parametrize("moments", [1, pytest.param(10, marks=pytest.mark.full)])
def test_a_sweep_that_is_killed_goes_on_and_ends_the_same(tmp_path, moments):
    path, kept = tmp_path / "a.ledger", 0
    for moment in range(moments):
        running = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True)
        with running:
            for _batch in range(2 + moment % 3):
                running.stdout.readline()
            time.sleep(0.003 * (moment % 4))
            running.send_signal(signal.SIGKILL)
        with sqlite3.connect(path) as base:
            (now,) = base.execute("SELECT count(*) FROM records").fetchone()
        base.close()
        assert now >= kept
        kept = now
    assert kept > 0
    unbroken = sweep("0.??", 300)
    finished = sweep("0.??", 300, ledger=path)
    assert finished.records == unbroken.records
    assert finished.studied == unbroken.studied - kept


def test_the_command_writes_and_goes_on(tmp_path, capsys):
    path = tmp_path / "records.csv"
    assert main(["sweep", "subtraction(subsets(1..3))", "-o", str(path), "--json", "--workers", "1"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["rules"] == 7
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["rule"] for row in rows] == list(rules_of("subtraction(subsets(1..3))"))
    assert {row["status"] for row in rows} == {"proved"}
    assert main(["sweep", "subtraction(subsets(1..3))", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["studied"] == 0


@pytest.mark.parametrize("name", ["a.xlsx", "no/such/folder.csv"])
def test_a_bad_path_is_refused_before_the_work(tmp_path, capsys, name):
    assert main(["sweep", "0.???", "-o", str(tmp_path / name)]) == 2
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().err.count("\n") == 1


def test_parquet_holds_the_same_rows(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main(["sweep", "0.0?", "-o", str(tmp_path / "a.parquet"), "--limit", "100", "--workers", "1"]) == 0
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert rows == [attrs.asdict(record) for record in sweep("0.0?", 100).records]


def test_a_batch_says_what_it_took():
    records, seconds = study_batch(["0.7", "0.77"], 200)
    assert [record.rule for record in records] == ["0.7", "0.77"]
    assert seconds > 0
