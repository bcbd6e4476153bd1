from __future__ import annotations

import json

import pytest

from cgt.cli import main
from cgt.heaps.certificate import Certificate


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def run_json(run):
    def run_json(*arguments):
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run_json


def test_period(run, run_json, tmp_path):
    record = run_json("period", "kayles")
    assert list(record) == [
        "ruleset", "preperiod", "period", "saltus", "exceptions", "status", "theorem", "checked_to", "enough",
    ]  # fmt: skip
    assert (record["preperiod"], record["period"], record["status"]) == (71, 12, "proved")
    target = tmp_path / "kayles.json"
    code, out, _ = run("period", "0.77", "--certificate", str(target))
    assert code == 0
    assert "proved (Guy-Smith)" in out
    Certificate.load(target).verify()


def test_a_limit_too_small(run):
    code, out, _ = run("period", "kayles", "--limit", "150")
    assert code == 0
    assert "observed to 150 only; 167 values would decide" in out


@pytest.mark.parametrize(
    "arguments",
    [("period", "7.3"), ("period", "wythoff"), ("period", "0.3!"), ("discover", "0.7x"), ("discover", "what")],
)
def test_bad_input(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("cgt: ")
    assert err.count("\n") == 1


def test_nothing_to_certify(run, tmp_path):
    code, _, err = run("period", "grundy", "--limit", "100", "--certificate", str(tmp_path / "x.json"))
    assert code == 2
    assert "nothing to certify" in err
    assert list(tmp_path.iterdir()) == []


def test_discover(run, run_json):
    record = run_json("discover", "0.137")
    assert record["proved"]
    assert record["kind"] == "heap game"
    code, out, _ = run("discover", "takeaway(3n)")
    assert code == 0
    assert "U_(p-4)" in out


def test_solve_a_huge_heap(run, run_json):
    heap = str(10**30)
    code, out, _ = run("solve", "kayles", heap)
    assert code == 0
    assert "other moves" in out
    record = json.loads(json.dumps(run_json("solve", "kayles", heap)))
    assert record["winning_moves_total"] > 10**28
    assert len(record["winning_moves"]) == 10_000
