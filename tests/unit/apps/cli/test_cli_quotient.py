"""`cgt quotient`, and `cgt verify` of what it wrote."""

from __future__ import annotations

import json
import re

import pytest

import cgt


def test_kayles(run, run_json, tmp_path):
    record = run_json("quotient", "kayles")
    assert list(record) == ["codes", "order", "p_order", "heaps", "preperiod", "period", "status", "tame"]
    assert record == {
        "codes": ["0.77"], "order": 40, "p_order": 9, "heaps": 166, "preperiod": 71, "period": 12, "status": "proved",
        "tame": False,
    }  # fmt: skip
    target = tmp_path / "q.json"
    code, out, _ = run("quotient", "0.77", "--certificate", str(target))
    assert code == 0
    assert "a^2 = 1, b^3 = b" in out
    code, out, _ = run("verify", str(target))
    assert code == 0
    assert "holds" in out


def test_up_to_a_heap(run, run_json):
    record = run_json("quotient", "0.07", "--stop", "25")
    assert (record["order"], record["p_order"], record["heaps"], record["status"]) == (24, 5, 24, "observed")
    assert run_json("quotient", "0.3")["tame"]
    code, out, _ = run("quotient", "0.07", "--max-seconds", "0.005")
    assert code == 0
    assert "--max-seconds" in out


def test_a_forged_certificate_is_refuted_with_a_sum(run, run_json, tmp_path):
    target = tmp_path / "q.json"
    assert run("quotient", "0.75", "--certificate", str(target))[0] == 0
    record = json.loads(target.read_text())
    record["portion"] = record["portion"][1:]
    target.write_text(json.dumps(record))
    code, out, _ = run("verify", str(target))
    assert code == 1
    assert "refuted: the sum" in out
    record["family"] = 1
    target.write_text(json.dumps(record))
    code, out, err = run("verify", str(target))
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("quotient", "7.3"),
        ("quotient", "kayles", "--stop", "-1"),
        ("quotient", "kayles", "--stop", "x"),
        ("quotient", "kayles", "--certificate", "q.xyz"),
    ],
)
def test_bad_input(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("cgt: ")
    assert err.count("\n") == 1


def test_the_figure(run, tmp_path, drawn):
    target = tmp_path / "k.svg"
    assert run("plot", "quotient", "kayles", "-o", str(target))[0] == 0
    (figure,) = drawn
    assert figure.axes[0].get_title()
    assert not drawn.files or target.stat().st_size > 10_000


def test_a_quotient_that_takes_longer_than_allowed_says_what_to_do(run):
    """A game without a code has no quotient of fewer heaps to fall back to: more time, or a lower bound."""
    code, out, err = run("quotient", "take-a-square", "--stop", "200", "--max-seconds", "0.001")
    assert (code, out) == (3, "")
    assert "more than 0.001 seconds for all heaps below 200, but not for those below 18" in err
    assert "18: a higher --max-seconds allows more" in err
    assert run("quotient", "take-a-square", "--stop", "6", "--max-seconds", "0.001")[0] == 0
    with pytest.raises(cgt.errors.BudgetError, match="a higher max_seconds allows more"):
        cgt.misere_quotient("take-a-square", stop=200, max_seconds=0.001)


def test_a_bound_too_high_names_one_that_can_be_followed(run):
    """Of `mark` every advice failed: first 10 was named, and then only more seconds."""
    _code, _out, err = run("quotient", "mark", "12", "--max-seconds", "0.5")
    (below,) = re.findall(r"but not for those below (\d+)", err)
    assert run("quotient", "mark", below, "--max-seconds", "0.5")[0] == 0
    (advised,) = re.findall(r"such as (\d+)", run("quotient", "mark")[2])
    assert run("quotient", "mark", advised)[0] == 0
