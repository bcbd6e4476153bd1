"""`cgt claims`: verdicts as a table, in detail and as JSON, and what it says to bad input."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from cgt.apps.claims.articles import tables as printed_tables


@pytest.fixture
def run(run):
    return partial(run, "claims")


def test_json_has_its_keys(run):
    code, out, err = run("000.17", "--stop", "21", "--json")
    assert (code, err) == (0, "")
    records = json.loads(out)["claims"]
    assert [record["id"] for record in records] == ["000.17a", "000.17b", "000.17c", "000.17d"]
    for record in records:
        assert list(record)[:6] == ["id", "statement", "verdict", "bound", "counterexample", "reference"]
        assert record["bound"] == 20
        assert record["agrees"]
    assert records[0]["counterexample"] == {"where": "k = 4, p = 7", "says": "U_7 = 10", "true": "U_7 = 9"}
    assert len(records[0]["facts"]) == 19
    assert records[3]["verdict"] == "proved"
    assert records[3]["counterexample"] is None
    assert "induction" in records[3]["theorem"]
    assert records[0]["theorem"] is None


def test_a_table_has_no_bound_in_json(run):
    code, out, _ = run("000.4", "--json")
    assert code == 0
    assert json.loads(out)["claims"][0]["bound"] is None


def test_details_in_words(run):
    code, out, _ = run("002.6a", "001.6", "--stop", "11")
    assert code == 0
    words = " ".join(out.split())
    assert "002.6a (algorithm)" in words
    assert "(2, 4): it says case 3: go to (3, 5)" in words
    assert "001.6a (algorithm)" in words
    assert "verdict: proved not decided: it is one position, searched whole by: the search is exhaustive" in words


def test_an_article_at_a_small_bound_agrees(run):
    code, out, _ = run("001", "--stop", "7")
    assert code == 0
    assert "not the verdict on record" not in out


def test_a_flipped_cell_gives_exit_code_1(run, tmp_path, monkeypatch):
    folder = tmp_path / "data"
    shutil.copytree(Path(printed_tables.__file__).parent / "data", folder)
    monkeypatch.setattr(printed_tables, "FOLDER", folder)
    path = folder / "000_13_rule_3n.csv"
    path.write_text(path.read_text().replace("\n30,29\n", "\n30,28\n"))
    code, out, _ = run("000.13")
    assert code == 1
    assert "not the verdict on record" in out
    assert "000_13_rule_3n.csv, line 30" in " ".join(out.split())


def test_a_broken_table_gives_exit_code_2(run, tmp_path, monkeypatch):
    monkeypatch.setattr(printed_tables, "FOLDER", tmp_path)
    code, out, err = run("000.13")
    assert (code, out) == (2, "")
    assert "000_13_rule_3n.csv is missing" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["000.177"], 2, "did you mean 000.17"),
        (["wythoff"], 2, "ids run from 000.1 to 004.8"),
        (["000.4", "--stop", "4"], 2, "finite, so checked whole"),
        (["000.3", "--stop", "1"], 2, "at least 2, not 1"),
        (["000.3", "--stop", "many"], 2, "many"),
        (["000.7", "--stop", "5001"], 3, "hours or so: say --yes"),
        (["000.7", "--stop", "1" + "0" * 400], 3, "thousands of years or so"),
    ],
)
def test_bad_input_is_one_line(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_yes_runs_what_would_take_long(run, monkeypatch):
    monkeypatch.setattr("cgt.apps.claims.catalogue.LONG_CHECK_SECONDS", 0.0)
    assert run("000.3", "--stop", "6")[0] == 3
    assert run("000.3", "--stop", "6", "--yes")[0] == 0


def test_a_stop_below_two_is_refused(capsys):
    from cgt.apps.cli import main

    for stop in ("-1", "1"):
        assert main(["claims", "--stop", stop, "003"]) == 2
        assert "at least 2" in capsys.readouterr().err
