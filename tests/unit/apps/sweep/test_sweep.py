"""A sweep gives the same records whoever computes them, and goes on after any kill."""

import csv
import gzip
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache, partial
from hashlib import sha256
from itertools import chain, combinations
from multiprocessing import get_context
from pathlib import Path

import attrs
import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.sweep import rules_of, sweep
from cgt.apps.sweep.families import rule_count
from cgt.apps.sweep.ledger import Ledger, is_shared, look
from cgt.apps.sweep.run import study_batch
from cgt.apps.sweep.studies import Record, study
from cgt.core.language import language
from cgt.errors import (
    BudgetError,
    MemoryBudgetError,
    MissingExtraError,
    NumberError,
    OutputError,
    ParseError,
    PluginError,
    UnknownNameError,
    WorkerError,
)
from cgt.families.registry import parse_ruleset

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows any signal ends the process at once


@pytest.mark.parametrize(
    ("family", "rules"),
    [
        ("kayles", ["kayles"]),
        ("0.?", [f"0.{digit}" for digit in range(8)]),
        ("0.1#", [f"0.1{digit}" for digit in "0123456789ABCDEF"]),
        ("takeaway({1..2}n+{0..1})", ["takeaway(1n+0)", "takeaway(1n+1)", "takeaway(2n+0)", "takeaway(2n+1)"]),
        ("subtraction(subsets(2..4))", ["2", "3", "4", "2,3", "2,4", "3,4", "2,3,4"]),
        ("subtraction(subsets(1..3,3))", ["1,2,3"]),
        ("{0,4}.?{3,5}", [f"{first}.{digit}{last}" for first in "04" for digit in range(8) for last in "35"]),
        ("takeaway({2n,3n/2})", ["takeaway(2n)", "takeaway(3n/2)"]),
        ("{wythoff,vectors((2,2),(3,3)), kayles}", ["wythoff", "vectors((2,2),(3,3))", "kayles"]),
        ("wythoff({1..2})", ["wythoff(1)", "wythoff(2)"]),
    ],
)
def test_the_rules_of_a_family(family, rules):
    wanted = [f"subtraction({rule})" for rule in rules] if family.startswith("sub") else rules
    assert list(rules_of(family)) == wanted


@pytest.mark.full("a{1..70}b?{x,y}{1..200}c", "subsets(1..14)")
@pytest.mark.parametrize(
    "family",
    [
        "0.???",
        "a{1..70}b?{x,y}{1..200}c",
        "{1..20000}",
        "s(subsets(1..9))?",
        "subsets(1..14)",
        "kayles",
    ],
)
def test_a_family_may_be_begun_anywhere(family):
    every = list(rules_of(family))
    assert len(every) == rule_count(family)
    for start in {0, 1, len(every) // 3, len(every) // 2, len(every) - 1, len(every)} - {-1}:
        assert list(rules_of(family, start)) == every[start:]


def test_subsets_are_all_there_are():
    numbers = range(1, 9)
    every = chain.from_iterable(combinations(numbers, size) for size in range(1, 9))
    assert list(rules_of("subsets(1..8)")) == [",".join(map(str, one)) for one in every]


@pytest.mark.parametrize("family", ["{1..", "a{5}", "subsets(3)", "wythoff({3..1})", "subsets(5..2)"])
def test_a_bad_family_says_where(family):
    with pytest.raises(ParseError, match="character"):
        list(rules_of(family))


@pytest.mark.parametrize(
    "family",
    ["{3..1}", "subsets(5..2)", "subsets(1..3,9)", "subsets(1..3,0)", "vectorsets(2,0,1)", "vectorsets(2,1,4)"],
)
def test_a_family_without_rules_is_refused(family):
    with pytest.raises(ParseError, match=f"{re.escape(family)} is empty, at character 3"):
        rule_count(f"a({family})")


@pytest.mark.parametrize("heaps", [0, 7, 9])
def test_vectors_have_no_other_number_of_heaps_than_was_said(heaps):
    with pytest.raises(ParseError, match=f"1 to 6 numbers, not {heaps}"):
        rules_of(f"vectors(vectorsets({heaps},1,1))")
    assert rule_count("vectors(vectorsets(6,1,1))") == 63


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


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 5])
def test_however_few_values_are_looked_at_what_is_kept_can_be_read(limit, tmp_path):
    """The period of an equal code may begin beyond the limit, where its heaps have other numbers."""
    rules = ["0.04", "subtraction(4)", "subtraction(5,100)", "0.0"]
    again = [list(sweep(rules, limit, ledger=tmp_path / "a.ledger").records) for _time in range(2)]
    assert again[0] == again[1]
    assert [record.rule for record in again[0]] == rules


def test_a_record_tells_what_the_period_is():
    (one,) = sweep(["0.77"], 500).records
    report = parse_ruleset("0.77").period(500)
    assert (one.period, one.preperiod, one.saltus, one.status) == (12, 71, 0, "proved")
    assert one.certificate is not None
    assert one.largest == max(report.values)


@pytest.mark.parametrize("rule", ["nim(3)", "takeaway(3n/2)", "vectors((1,2),(2,1))"])
def test_a_record_is_the_same_whatever_the_language_of_its_reader(rule):
    """It is kept in a ledger, and compared with those of other machines."""
    english = study(rule, 50)
    with language("fr"):
        assert study(rule, 50) == english


def test_a_rule_that_cannot_be_studied_stops_nothing():
    found = sweep(["0.4.", "0.7", "nim(3)"], 50)
    assert [one.status for one in found.records] == ["error", "proved", "error"]


class SpeechlessError(Exception):
    def __str__(self):
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("oh\nno \x1b[31m"), "ValueError: oh no \\x1b[31m"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (MemoryError(), "MemoryError"),
        (OSError(5, "broken"), "OSError: [Errno 5] broken"),
        (SystemExit(3), "SystemExit: 3"),
        (BaseException("panicked"), "BaseException: panicked"),  # so a panic of Rust arrives
        (SpeechlessError(), f"{__name__}.SpeechlessError: <exception str() failed>"),
    ],
)
def test_whatever_a_rule_raises_stops_nothing(error, told, monkeypatch):
    def options(number):
        if number > 20:
            raise error
        return range(number)

    games = {"evil": cgt.game(options), "0.7": parse_ruleset("0.7")}
    monkeypatch.setattr(sys.modules[study.__module__], "parse_ruleset", games.__getitem__)
    evil, good = sweep(["evil", "0.7"], 50).records
    assert (evil.status, evil.error, good.status) == ("error", told, "proved")


def test_failures_are_counted_and_studied_again_where_they_are_deleted(tmp_path, capsys):
    path = tmp_path / "a.ledger"
    command = ["sweep", "nim({3..4})", "50", "--ledger", str(path), "--workers", "1"]
    for studied in (2, 0, 1):
        assert main(command) == 1
        told = f"rules: 2; studied now: {studied}; proved: 0; failed: 2"
        assert capsys.readouterr().out.splitlines()[-1] == told
        if not studied:
            base = sqlite3.connect(path)
            base.execute("DELETE FROM studies WHERE status = 'error' AND rule = 'nim(3)'")
            base.commit()
            base.close()
    assert main(["sweep", "{nim(3),0.7}", "50", "--ledger", str(path), "--workers", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "rules: 2; studied now: 1; proved: 1; failed: 1"


def test_ctrl_c_within_a_rule_stops_the_sweep(monkeypatch):
    def options(number):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[study.__module__], "parse_ruleset", lambda _text: cgt.game(options))
    with pytest.raises(KeyboardInterrupt):
        sweep(["evil"], 50)


@pytest.mark.parametrize("error", [MissingExtraError("install it"), UnknownNameError("none"), PluginError("broken")])
def test_what_is_no_fault_of_the_rules_is_not_kept(error, tmp_path, monkeypatch):
    def parse(text):
        raise error

    path = tmp_path / "a.ledger"
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules[study.__module__], "parse_ruleset", parse)
        with pytest.raises(type(error)):
            sweep("0.0?", 50, ledger=path)
    assert sweep("0.0?", 50, ledger=path).studied == 7


def test_whoever_computes_them_the_records_are_the_same(upto):
    alone = sweep("0.1?", 120)
    with ThreadPoolExecutor(3) as threads:
        assert sweep("0.1?", 120, executor=threads) == alone
    if upto(False, full=True):  # by default those of a process are compared where it is killed, below
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            assert sweep("0.1?", 120, executor=processes) == alone


@pytest.mark.parametrize("rules", ["0.\ud800", ["0.\ud800"], [7], ["0.7", None]])
def test_what_is_no_text_is_no_rule(rules, tmp_path):
    with pytest.raises(ParseError, match=r"only text|half a character"):
        sweep(rules, 60, ledger=tmp_path / "a.ledger")


def test_what_is_in_the_ledger_is_not_studied_again(tmp_path):
    first = sweep("0.0?", 100, ledger=tmp_path / "a.ledger")
    again = sweep("0.0?", 100, ledger=tmp_path / "a.ledger")
    assert (first.studied > 0, again.studied) == (True, 0)
    assert again.records == first.records
    assert sweep("0.0?", 101, ledger=tmp_path / "a.ledger").studied == first.studied


def test_misere_play_is_studied_where_it_is_asked_for(tmp_path):
    path = tmp_path / "a.ledger"
    plain = sweep(["0.75", "0.05", "wythoff"], 60, ledger=path)
    asked = sweep(["0.75", "0.05", "wythoff", "0.107"], 60, misere=True, ledger=path)
    assert {one.misere for one in plain.records} == {None}
    assert asked.studied == 3
    known, shifted, pairs, form = asked.records
    assert (known.misere, known.misere_order, known.misere_p_portion) == ("proved", 8, 2)  # Plambeck and Siegel (2008)
    assert pairs.misere is None
    assert (shifted.same_as, shifted.misere_heaps) == ("0.107", form.misere_heaps + 1)
    assert (shifted.misere, shifted.misere_certificate) == (form.misere, form.misere_certificate)


@pytest.mark.full
def test_a_quotient_without_an_end_in_sight_is_told_as_far_as_it_goes():
    (dawson,) = sweep(["0.137"], 60, misere=True).records
    assert dawson.misere == "settled"
    assert dawson.misere_heaps >= 25


def test_a_quota_is_told_by_its_recurrence():
    fibonacci, ended, pairs = sweep(["takeaway(2n)", "takeaway(3)", "wythoff(2)"], 50).records
    assert (fibonacci.status, fibonacci.recurrence) == ("proved", "U_p = U_(p-1) + U_(p-2) for every p >= 3")
    assert fibonacci.certificate is not None
    assert (ended.status, ended.recurrence, pairs.status) == ("proved", None, "proved")


def test_a_family_that_makes_a_text_twice_ends(tmp_path):
    path = tmp_path / "a.ledger"
    for studied in (3, 0):
        found = sweep("0.{1,11}{11,1}", 60, ledger=path)
        assert [one.rule for one in found.records] == ["0.111", "0.11", "0.1111", "0.111"]
        assert (found.studied, found.proved, look(path).is_finished) == (studied, 4, True)


def test_a_certificate_is_had_again_as_the_guide_says(tmp_path, capsys):
    automaton = "vectors((0,1),(2,1))"
    code, quota, linear = sweep(["0.75", "takeaway(2n)", automaton], 100, misere=True).records
    file = tmp_path / "a.json"
    for command, recorded in (
        (["period", "0.75", "--stop", "100"], code.certificate),
        (["quotient", "0.75"], code.misere_certificate),
    ):
        assert main([*command, "--certificate", str(file)]) == 0
        assert sha256(file.read_bytes()).hexdigest() == recorded
    assert main(["recognise", automaton, "--level", "1", "--stop", "100", "--certificate", str(file)]) == 0
    assert json.loads(file.read_text())["sha256"] == linear.certificate
    base = parse_ruleset("takeaway(2n)").study(100).base
    assert sha256(base.to_json().encode()).hexdigest() == quota.certificate


def test_what_has_no_nim_sequence_is_told_as_that(monkeypatch):
    assert str(study("cram", 50)) == "cram: neither a period nor a theorem"
    to_three = cgt.game(lambda n: range(max(n - 3, 0), n))
    monkeypatch.setattr(sys.modules[study.__module__], "parse_ruleset", lambda _text: to_three)
    assert str(study("of-functions", 50)) == "of-functions: period 4 from 0, observed"


def test_a_ledger_that_is_none_is_refused(tmp_path):
    path = tmp_path / "a.ledger"
    path.write_text("not a database, whatever its name" * 50)
    with pytest.raises(OutputError, match="not a database; name another file as the ledger"):
        sweep("0.0?", 100, ledger=path)


def test_the_database_of_another_program_is_refused_and_not_changed(tmp_path):
    path = tmp_path / "a.ledger"
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE letters (text)")
        base.execute("PRAGMA user_version=75")
        base.commit()
    before = path.read_bytes()
    with pytest.raises(OutputError, match="another program made it, name another file"):
        sweep("0.0?", 60, ledger=path)
    assert path.read_bytes() == before


@cache
def unbroken(stop):
    """What a sweep finds that nobody kills."""
    return sweep("0.??", stop)


KILLED = """
import sys
from cgt.apps.sweep.run import sweep
from pathlib import Path
sweep("0.??", int(sys.argv[2]), ledger=Path(sys.argv[1]), progress=lambda done, total: print(done, flush=True))
"""


def alive(pid):
    """Whether a process is there and no mere name of one that has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted by /proc")
def test_no_worker_outlives_a_sweep_that_is_killed(tmp_path):
    script = tmp_path / "many.py"
    script.write_text(
        "import multiprocessing\nfrom cgt.apps.sweep import sweep\n"
        "def told(done, total):\n"
        "    if done: print(*(one.pid for one in multiprocessing.active_children()), flush=True)\n"
        "if __name__ == '__main__': sweep('0.???', 3000, workers=2, progress=told)\n"
    )
    running = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    with running:
        workers = [int(pid) for pid in running.stdout.readline().split()]
        assert len(workers) == 2
        running.kill()
    end = time.monotonic() + 60
    while any(map(alive, workers)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(map(alive, workers))


def test_a_worker_that_is_killed_is_told_and_loses_nothing_finished(tmp_path, upto):
    path, stop = tmp_path / "a.ledger", upto(100, full=300)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        worker = pool.submit(os.getpid).result()

        def kill(done, total):
            with suppress(ProcessLookupError):  # batches that were done before it died are reported after that
                if done >= 3:
                    os.kill(worker, KILL)

        with pytest.raises(WorkerError, match="goes on"):
            sweep("0.??", stop, executor=pool, ledger=path, progress=kill)
    finished = sweep("0.??", stop, ledger=path)
    assert finished.studied <= 51 - 3
    assert finished.records == unbroken(stop).records


@pytest.mark.full
def test_a_cluster_gives_the_same_also_when_it_loses_a_worker():
    distributed = pytest.importorskip("distributed")
    alone = sweep("0.??", 800)
    assert {one.status for one in alone.records} == {"proved", "observed", "none seen"}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())

        def kill(done, total):
            if done >= 5 and pids:
                os.kill(pids.pop(), KILL)
                pids.clear()

        executor = client.get_executor(pure=False)
        assert sweep("0.??", 800, executor=executor, workers=2, progress=kill) == alone
        assert pids == []


@pytest.mark.full
def test_the_command_finds_a_cluster(tmp_path, capsys):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        path = tmp_path / "a.csv"
        assert main(["sweep", "0.1?", "--stop", "100", "-o", str(path), "--scheduler", cluster.scheduler_address]) == 0
    assert main(["sweep", "0.1?", "--stop", "100", "-o", str(tmp_path / "b.csv")]) == 0
    assert path.read_bytes() == (tmp_path / "b.csv").read_bytes()
    capsys.readouterr()
    for address in ("tcp://127.0.0.1:9", "tls://127.0.0.1:9"):
        assert main(["sweep", "0.1?", "-o", str(tmp_path / "c.csv"), "--scheduler", address]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"cgt: no Dask scheduler answers at {address}: ")
        assert told.count("\n") == 1


CLUSTER = """
from distributed import LocalCluster
with LocalCluster(n_workers=1, processes=False, protocol="tcp://", dashboard_address=None) as cluster:
    print(cluster.scheduler_address, flush=True)
    input()
"""


@pytest.mark.full
def test_a_cluster_that_is_killed_is_told_in_one_line(tmp_path):
    pytest.importorskip("distributed")
    (tmp_path / "cluster.py").write_text(CLUSTER)
    ledger = tmp_path / "a.ledger"
    command = [sys.executable, "-m", "cgt", "sweep", "0.????", "20000", "--ledger", str(ledger), "--json"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, tmp_path / "cluster.py"], **pipes) as cluster:
        command += ["--scheduler", cluster.stdout.readline().strip()]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            done = 0
            while done < 20:
                time.sleep(0.2)
                assert process.poll() is None
                with suppress(OutputError):  # it has not begun
                    done = look(ledger).done
            cluster.kill()
            *_dashboard, error = map(json.loads, process.communicate()[1].splitlines())
    assert process.returncode == 2
    assert "the same again goes on from the ledger" in error["error"]["message"]


@pytest.mark.parametrize("moments", [1, pytest.param(10, marks=pytest.mark.full)])
def test_a_sweep_that_is_killed_goes_on_and_ends_the_same(tmp_path, moments, upto):
    path, stop, kept = tmp_path / "a.ledger", upto(100, full=300), 0
    for moment in range(moments):
        command = [sys.executable, "-c", KILLED, str(path), str(stop)]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        with running:
            for _batch in range(2 + moment % 3):
                running.stdout.readline()
            time.sleep(0.003 * (moment % 4))
            running.kill()
        with sqlite3.connect(path) as base:
            (now,) = base.execute("SELECT count(*) FROM studies WHERE same_as IS NULL").fetchone()
        base.close()
        assert now >= kept
        kept = now
    assert kept > 0
    finished = sweep("0.??", stop, ledger=path)
    assert finished.records == unbroken(stop).records
    assert finished.studied == unbroken(stop).studied - kept


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


def test_without_a_file_the_records_are_in_the_json(capsys):
    assert main(["sweep", "0.{7,75}", "--stop", "100", "--misere", "--workers", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["rule"], one["misere_order"]) for one in found["records"]] == [("0.7", 2), ("0.75", 8)]
    assert main(["sweep", "{takeaway(3n/2),0.75}", "--stop", "100", "--misere", "--workers", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "takeaway(3n/2): U_p = 2U_(p-1) for every p >= 2, proved"
    assert told[1] == "0.75: period 2 from 1, proved; misère quotient of order 8 for all heaps"


@pytest.mark.parametrize("name", ["a.xlsx", "no/such/folder.csv"])
def test_a_bad_path_is_refused_before_the_work(tmp_path, capsys, name):
    assert main(["sweep", "0.???", "-o", str(tmp_path / name)]) == 2
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().err.count("\n") == 1


def test_a_packed_table_is_the_same_table_and_the_same_bytes_again(tmp_path):
    for name in ("a.csv", "a.csv.gz", "b.csv.gz"):
        assert main(["sweep", "0.0?", "-o", str(tmp_path / name), "--stop", "100", "--workers", "1"]) == 0
    packed = (tmp_path / "a.csv.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "a.csv").read_bytes()
    assert packed == (tmp_path / "b.csv.gz").read_bytes()


def test_the_same_sweep_in_another_format_is_not_studied_again(tmp_path, capsys):
    for name in ("a.csv", "a.json", "a.csv.gz", "a.CSV.GZ"):
        assert main(["sweep", "0.0?", "-o", str(tmp_path / name), "--stop", "60", "--workers", "1", "--json"]) == 0
    assert [json.loads(line)["studied"] for line in capsys.readouterr().out.splitlines()] == [7, 0, 0, 0]
    assert main(["watch", str(tmp_path / "a.csv.gz"), "--json"]) == 0


def test_parquet_holds_the_same_rows(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main(["sweep", "0.0?", "-o", str(tmp_path / "a.parquet"), "--stop", "100", "--workers", "1"]) == 0
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert rows == [attrs.asdict(record) for record in sweep("0.0?", 100).records]


def test_a_batch_says_what_it_took():
    records, seconds, library = study_batch(["0.7", "0.77"], 200)
    assert [record.rule for record in records] == ["0.7", "0.77"]
    assert len(seconds) == 2
    assert min(seconds) > 0
    assert cgt.__version__ in library


@pytest.mark.parametrize("workers", [0, -5, 100_000, 1.5])
def test_a_number_of_workers_that_makes_no_sense_is_refused(workers):
    with pytest.raises(NumberError):
        sweep("0.0?", 60, workers=workers)


def test_a_long_range_is_walked_and_not_listed():
    family = "takeaway({0..1001}n+{1..3})"
    assert list(rules_of(family)) == [f"takeaway({k}n+{q})" for k in range(1002) for q in (1, 2, 3)]
    tracemalloc.start()
    assert next(iter(rules_of("subtraction({1,2},{1..2000000})"))) == "subtraction(1,1)"
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("limit", [-5, None, 1.5, "60"])
def test_a_limit_that_is_none_is_refused(limit):
    with pytest.raises(NumberError, match="the limit of a sweep is a whole number of at least 0"):
        sweep("0.0?", limit)


@pytest.mark.parametrize("rules", [5, None])
def test_what_names_no_rules_is_refused(rules):
    with pytest.raises(ParseError, match="only text"):
        sweep(rules, 60)


def test_what_is_no_executor_is_refused():
    with pytest.raises(WorkerError, match="concurrent"):
        sweep("0.0?", 60, executor=3)


def test_a_ledger_may_be_named_by_text(tmp_path):
    path = tmp_path / "a.ledger"
    assert sweep("0.0?", 60, ledger=str(path)).records == sweep("0.0?", 60, ledger=path).records
    assert look(str(path)).is_finished


@pytest.mark.parametrize("limit", [10**15, 1 << 63, 10**20])
def test_a_limit_that_no_ledger_holds_is_refused(limit):
    with pytest.raises(NumberError, match="the limit of a sweep is below"):
        sweep("0.0?", limit)


@pytest.mark.parametrize("family", ["subsets(1..9999,5000)", "vectorsets(6,99,1)", "?" * 100_000, "{1..99}" * 9])
def test_a_family_beyond_counting_is_refused(family):
    with pytest.raises(BudgetError, match="choose a smaller one"):
        rules_of(family)


def fake_study(monkeypatch):
    """Studies that take no time, and codes that are no others renumbered; the module where they are."""
    run = sys.modules[sweep.__wrapped__.__module__]
    monkeypatch.setattr(run, "representative", lambda rule: rule)
    monkeypatch.setattr(run, "study", lambda rule, limit, misere=False: Record(rule, limit, "proved", period=12))
    return run


@pytest.mark.parametrize("count", [1_500, pytest.param(200_000, marks=pytest.mark.full)])
def test_many_rules_take_no_more_memory_and_a_resume_skips_them(count, tmp_path, monkeypatch):
    run = fake_study(monkeypatch)
    monkeypatch.setattr(run, "LOOKED_UP", min(count // 10, run.LOOKED_UP))
    path, seen = tmp_path / "a.ledger", []

    def stop(done, total):
        seen.append(done)
        if done > count // 2:
            raise KeyboardInterrupt

    tracemalloc.start()
    with pytest.raises(KeyboardInterrupt):
        sweep(f"wythoff({{1..{count}}})", 60, ledger=path, progress=stop)
    seen.clear()
    rest = sweep(f"wythoff({{1..{count}}})", 60, ledger=path, progress=lambda done, _total: seen.append(done))
    assert tracemalloc.get_traced_memory()[1] < 25_000_000
    tracemalloc.stop()
    assert count // 3 < seen[0] <= count // 2 + 512
    assert seen[-1] == rest.proved == len(rest.records) == count
    assert rest.studied < 2 * count // 3
    assert (rest.records[0].rule, rest.records[-1].rule) == ("wythoff(1)", f"wythoff({count})")
    assert [one.rule for one in rest.records[5:11:2]] == ["wythoff(6)", "wythoff(8)", "wythoff(10)"]
    assert len({one.rule for one in rest.records}) == count


def test_records_need_a_ledger_where_memory_would_not_hold_them(monkeypatch):
    def refuse(needed, what):
        raise MemoryBudgetError(f"{what}: {needed}")

    monkeypatch.setattr(sys.modules[sweep.__wrapped__.__module__], "check_memory", refuse)
    with pytest.raises(MemoryBudgetError, match="a ledger keeps them"):
        sweep("0.????????", 60)


def test_a_record_that_the_ledger_lost_is_missed(tmp_path):
    path = tmp_path / "a.ledger"
    found = sweep("0.0?", 60, ledger=path)
    base = sqlite3.connect(path)
    base.execute("DELETE FROM studies WHERE rule = '0.03'")
    base.commit()
    base.close()
    assert found.records[0].rule == "0.00"
    with pytest.raises(OutputError, match=r"lost the record of 0\.03: the same sweep again finds it"):
        list(found.records)
    assert list(sweep("0.0?", 60, ledger=path).records) == list(sweep("0.0?", 60).records)


def test_a_record_that_a_damaged_ledger_lost_is_found_by_the_same_sweep_again(tmp_path):
    ledger = tmp_path / "a.ledger"
    whole = sweep("0.0?", 30, ledger=ledger)
    before = list(whole.records)
    with closing(sqlite3.connect(ledger)) as base:
        base.execute("UPDATE studies SET rule = '0.x3' WHERE rule = '0.03'")
        base.commit()
    with pytest.raises(OutputError, match=r"lost the record of 0\.03: the same sweep again finds it"):
        list(whole.records)
    again = sweep("0.0?", 30, ledger=ledger)
    assert list(again.records) == before
    assert again.proved == whole.proved


def test_two_sweeps_on_one_ledger_do_not_mix(tmp_path):
    path = tmp_path / "a.ledger"
    with Ledger(path), pytest.raises(OutputError, match="another sweep is at"):
        sweep("0.0?", 60, ledger=path)
    assert sweep("0.0?", 60, ledger=path).studied == 7
    assert [file.name for file in tmp_path.iterdir() if "lock" in file.name] == []


@pytest.mark.parametrize(
    ("version", "match"), [(0, "an older version"), (2, "an older version"), (4, "a newer version")]
)
def test_a_ledger_of_another_version_of_the_library_is_refused(version, match, tmp_path):
    path = tmp_path / "a.ledger"
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE studies (rule TEXT, record TEXT)")
        base.execute(f"PRAGMA user_version={version}")
        base.commit()
    again = partial(sweep, "0.0?", 60, ledger=path)
    errors = []  # kept, as a notebook keeps the last one: the lock was kept with it
    for use in (again, again, partial(look, path)):
        with pytest.raises(OutputError, match=match) as error:
            use()
        errors.append(error)
    assert [file.name for file in tmp_path.iterdir()] == ["a.ledger"]


def test_a_database_is_closed_when_nobody_has_its_ledger_any_more(monkeypatch, tmp_path):
    opened = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *where, **how: opened.append(connect(*where, **how)) or opened[-1])
    with ThreadPoolExecutor(1) as pool:  # its records were none for any other thread, which could not close it either
        found = pool.submit(sweep, "0.0?", 60).result()
    assert len(list(found.records)) == 8
    del found
    (tmp_path / "a.ledger").write_bytes(b"no ledger at all" * 99)
    with pytest.raises(OutputError):
        Ledger(tmp_path / "a.ledger")
    for base in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            base.execute("SELECT 1")


def test_a_database_in_memory_is_closed_at_exit():
    program = """
import sqlite3
from functools import partial
class Heard(sqlite3.Connection):
    def close(self):
        print("closed")
        super().close()
sqlite3.connect = partial(sqlite3.connect, factory=Heard)
from cgt.apps.sweep import sweep
kept = sweep("0.0?", 60)
"""
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert (result.stdout, result.stderr) == ("closed\n", "")


@pytest.mark.parametrize(("kind", "shared"), [("nfs4", True), ("lustre", True), ("ext4", False)])
def test_a_ledger_on_a_file_system_of_several_machines_has_no_log_beside_it(
    kind, shared, tmp_path, monkeypatch, capsys
):
    mounts = f"/dev/root / ext4 rw 0 0\nserver:/export {tmp_path} {kind} rw 0 0\n"
    monkeypatch.setattr(sys.modules[Ledger.__module__], "Path", lambda _name: FakeMounts(mounts))
    assert is_shared(tmp_path / "a.ledger") == shared
    assert sweep("0.0?", 60, ledger=tmp_path / "a.ledger").studied == 7
    with Ledger(tmp_path / "a.ledger") as ledger:
        ledger.set_question(61)
        assert (tmp_path / "a.ledger-wal").exists() != shared
    assert main(["sweep", "0.0?", "--stop", "60", "--workers", "1", "-o", str(tmp_path / "a.csv")]) == 0
    assert ("several machines" in capsys.readouterr().err) == shared


class FakeMounts:
    """What the system says of its file systems."""

    def __init__(self, text):
        self.text = text

    def read_text(self, encoding):
        assert encoding == "utf-8"
        return self.text


def test_the_ledger_is_not_the_output(tmp_path, capsys):
    path = str(tmp_path / "a.csv")
    assert main(["sweep", "0.0?", "--stop", "60", "--workers", "1", "-o", path, "--ledger", path]) == 2
    assert "name two files" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ledger", ["a\ud800", "no/such/\ud800", "a\0b", "no/such/file", "loop"])
def test_a_ledger_that_is_no_file_beside_an_output(ledger, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    assert main(["sweep", "0.0?", "--stop", "60", "--workers", "1", "-o", "a.csv", "--ledger", ledger]) in {2, 4}
    assert capsys.readouterr().err.startswith("cgt: ")
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]
