"""What `--json` promises: one object, with the version of its form, for every command; and so for every error."""

from __future__ import annotations

import json

import pytest

import cgt
from cgt.apps.cli import app

COMMANDS = [
    ["games"],
    ["solve", "nim", "3,5"],
    ["values", "kayles", "--stop", "5"],
    ["table", "wythoff", "3", "3"],
    ["p-positions", "wythoff", "--stop", "5"],
    ["check", "nim", "--stop", "4"],
    ["claims", "001.6", "--stop", "4"],
    ["period", "kayles"],
    ["discover", "subtraction(1,2)"],
    ["quotient", "0.77"],
    ["genus", "0.07", "--stop", "5"],
    ["sweep", "0.0?", "--stop", "50", "--workers", "1"],
    ["search", "cram", "2x3"],
    ["doctor"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_result_begins_with_the_version_of_its_form(run, command):
    _code, out, err = run(*command, "--json")
    assert err == ""
    assert next(iter(json.loads(out).items())) == ("schema", 1)


@pytest.mark.parametrize("text", ["nim 3,5", "takeaway(2n) 50:2", "kayles 7 + nim 3", "walk a: a>b,b>a,a>c"])
def test_what_solve_prints_is_the_record_of_the_solution(run, text):
    assert json.loads(run("solve", text, "--json")[1]) == {"schema": 1, **cgt.solve(text).record()}


def test_a_file_has_the_version_too(tmp_path, run):
    assert run("solve", "nim", "3", "-o", str(tmp_path / "a.json"))[0] == 0
    assert json.loads((tmp_path / "a.json").read_text())["schema"] == 1


@pytest.mark.parametrize(
    ("arguments", "kind", "exit_code"),
    [
        (["solve", "nym", "3"], "UnknownNameError", 2),
        (["solve", "nim", "3,x"], "ParseError", 2),
        (["solve", "nim", "3", "4"], "UsageError", 2),
        (["solve", "kayles", "1", "-o", "/nowhere/at/all.json"], "OutputError", 2),
        (["table", "takeaway(2n)", "100000", "100000"], "BudgetError", 3),
        (["period", "with-pass(nim)"], "NotApplicableError", 4),
        (["quotient", "wythoff"], "NotApplicableError", 4),
        (["genus", "wythoff"], "NotApplicableError", 4),
        (["check", "sprouts"], "NotApplicableError", 4),
        (["check", "with-pass(kayles)"], "NotApplicableError", 4),
    ],
)
def test_an_error_is_an_object_on_stderr_with_the_same_exit_code(run, arguments, kind, exit_code):
    code, out, err = run(*arguments, "--json")
    plain = run(*arguments)
    assert (code, out, plain[0]) == (exit_code, "", exit_code)
    error = json.loads(err)["error"]
    assert json.loads(err)["schema"] == 1
    assert (error["kind"], error["exit_code"]) == (kind, exit_code)
    assert " ".join(plain[2].split()) == f"cgt: {error['message']}"


def test_a_mistake_of_the_program_is_an_object_too(run, monkeypatch):
    def broken(*_arguments, **_options):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(app, "call_command", broken)
    code, out, err = run("games", "--json")
    assert (code, out, json.loads(err)["error"]["kind"]) == (70, "", "ZeroDivisionError")


def test_after_two_dashes_it_is_no_option(run):
    code, _out, err = run("solve", "nym", "3", "--", "--json")
    assert code == 2
    assert err.startswith("cgt: ")


def test_the_record_says_that_there_may_be_others(run_json):
    record = run_json("solve", f"fibonacci-nim {10**24}:17 + kayles 5")
    assert len(record["winning_moves"]) == 7
    assert record["winning_moves_total"] is None
    assert "winning_moves_total" not in run_json("solve", "nim 3,4,6")
