from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgt.apps.cli import main
from cgt.theory.period_certificate import PeriodCertificate


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
    PeriodCertificate.load(target).verify()
    assert run("verify", str(target))[0] == 0


def test_a_limit_too_small(run):
    code, out, _ = run("period", "kayles", "--stop", "150")
    assert code == 0
    assert "observed to 150 only; 167 values would decide" in out


@pytest.mark.parametrize(
    "arguments",
    [("period", "7.3"), ("period", "0.3!"), ("discover", "0.7x"), ("discover", "what")],
)
def test_bad_input(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("cgt: ")
    assert err.count("\n") == 1


def test_a_game_without_a_sequence(run):
    code, out, err = run("period", "wythoff")
    assert (code, out, err.count("\n")) == (4, "", 1)


def test_nothing_to_certify(run, tmp_path):
    code, _, err = run("period", "grundy", "--stop", "100", "--certificate", str(tmp_path / "x.json"))
    assert code == 2
    assert "nothing to certify" in err
    assert list(tmp_path.iterdir()) == []


def test_the_numbers_of_a_set(run, tmp_path):
    """Whoever asked for a certificate of a proved period was told that there was nothing to certify."""
    target = tmp_path / "set.json"
    code, out, _ = run("period", "subtraction(2^k+1)", "--certificate", str(target))
    assert (code, out) == (0, "subtraction(2^k+1): period 7, from heap 0, proved (remainders of the amounts)\n")
    assert run("verify", str(target))[0] == 0
    target.write_text(target.read_text().replace("2^k+1", "2^k+2"))
    code, out, _ = run("verify", str(target))
    assert (code, out) == (1, "refuted: the nim-value of heap 2 under subtraction(2^k+2) is not 1\n")


def test_a_period_that_cannot_be_is_not_looked_for_further(run):
    expected = "take-a-square: no period, proved (every number has a multiple that may be taken)\n"
    assert run("period", "take-a-square", "--stop", "10^12") == (0, expected, "")


def test_discover(run, run_json, upto):
    record = run_json("discover", upto("0.75", full="0.137"))
    assert record["proved"]
    assert record["kind"] == "heap game"
    code, out, _ = run("discover", "takeaway(2n)")
    assert code == 0
    assert "U_(p-2)" in out


def test_solve_a_huge_heap(run, run_json):
    heap = str(10**30)
    code, out, _ = run("solve", "kayles", heap)
    assert code == 0
    assert "other moves" in out
    record = json.loads(json.dumps(run_json("solve", "kayles", heap)))
    assert record["winning_moves_total"] > 10**28
    assert len(record["winning_moves"]) == 10_000


def test_a_certificate_is_verified_and_answers(run, run_json, tmp_path):
    """0.156 shows its period too late to be found while solving; its certificate answers at once."""
    target = tmp_path / "c.json"
    assert run("period", "octal(0.156)", "--certificate", str(target))[0] == 0
    record = run_json("verify", str(target))
    assert (record["code"], record["period"], record["holds"], record["failure"]) == ("0.156", 349, True, None)
    solved = run_json("solve", "octal(0.156)", f"{10**30},7", "--certificate", str(target))
    certificate = PeriodCertificate.load(target)
    assert solved["nim_value"] == certificate.nim_value(10**30) ^ certificate.nim_value(7)
    assert solved["route"] == "certificate"
    assert solved["reference"].endswith(f"the certificate {target} says so; cgt verify checks it")
    code, _, err = run("solve", "kayles", "5", "--certificate", str(target))
    assert (code, "of 0.156" in err) == (2, True)
    code, _, err = run("solve", "octal(0.156)", "5", "--misere", "--certificate", str(target))
    assert (code, err.count("\n")) == (4, 1)


def test_a_position_is_answered_by_the_certificate_of_a_period_alone(run, tmp_path):
    target = tmp_path / "q.json"
    run("quotient", "octal(0.123)", "6", "--certificate", str(target))
    code, _, err = run("solve", "octal(0.137)", "50", "--certificate", str(target))
    assert (code, err) == (2, f"cgt: {target} is no certificate of a period: its kind is 'misere quotient'\n")


def test_a_forged_certificate_is_refuted(run, tmp_path):
    target = tmp_path / "c.json"
    run("period", "kenyons", "--certificate", str(target))
    record = json.loads(target.read_text())
    for change, exit_code in [
        ({"saltus": 4}, 1),
        ({"values": [0, 1, 2, 0, 1, 3]}, 1),
        ({"values": [10**40] * 6}, 2),
        ({"window": 10**15}, 3),
        ({"theorem": "wishful thinking"}, 1),
    ]:
        target.write_text(json.dumps(record | change))
        code, out, err = run("verify", str(target))
        assert code == exit_code
        assert (out + err).count("\n") == 1
    target.write_bytes(b"\xff\xfe{")
    assert run("verify", str(target))[0] == 2


def test_compare(run, run_json, tmp_path):
    """OEIS A002186 begins at index 1."""
    target = tmp_path / "b002186.txt"
    target.write_text("# A002186\n1 1\n2 2\n3 3\n4 1\n5 4\n6 3\n")
    record = run_json("compare", "kayles", str(target))
    assert record == {"ruleset": "kayles", "start": 1, "stop": 7, "agrees": True, "difference": None}
    target.write_text("1 1\n2 2\n3 3\n4 2\n")
    code, out, _ = run("compare", "kayles", str(target))
    assert (code, out) == (1, "first difference at 4: 1 here, 2 there\n")
    target.write_bytes(b"1 1\n2 \xff\n")
    code, _, err = run("compare", "kayles", str(target))
    assert (code, err.count("\n")) == (2, 1)


def test_no_period_seen_says_how_to_look_further(run):
    assert run("period", "kayles", "--stop", "50")[1].endswith("look further with --stop\n")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "/dev/zero"),
        ("compare", "kayles", "/dev/zero"),
        ("solve", "kayles", "5", "--certificate", "/dev/zero"),
    ],
)
def test_an_endless_file_is_not_read_to_its_end(run, arguments):
    code, _, err = run(*arguments)
    assert (code, err.count("\n")) == (2, 1)
    assert "0,000,000 characters" in err


def test_where_a_certificate_cannot_go_is_said_before_the_work(run, tmp_path):
    target = tmp_path / "nowhere" / "x.json"
    code, out, err = run("period", "octal(0.16)", "--certificate", str(target))
    assert (code, out) == (2, "")
    assert "there is no folder" in err


@pytest.mark.parametrize("limit", ["1.5", "x", "True"])
def test_a_limit_is_a_whole_number(run, limit):
    assert run("period", "kayles", "--stop", limit)[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("values", "0.007", "--stop", "30"),
        ("table", "wythoff", "5", "6"),
        ("period", "0.07"),
        ("discover", "0.75", "--stop", "150"),
        pytest.param(("discover", "0.07", "--stop", "150"), marks=pytest.mark.full),
    ],
)
def test_threads_change_no_answer(run, arguments):
    code, out, _ = run(*arguments)
    assert code == 0
    assert run(*arguments, "--threads", "2")[:2] == (0, out)
    code, out, err = run(*arguments, "--threads", "0")
    assert (code, out) == (2, "")
    assert "one thread or more, not 0" in err


@pytest.mark.parametrize(("code", "words"), [("0.011", "2 exceptions: 2, 3")])
def test_exceptions_are_counted(code, words, capsys):
    assert main(["period", code]) == 0
    assert words in capsys.readouterr().out
