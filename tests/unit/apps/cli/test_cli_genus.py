"""`cgt genus`: lines for people, a list of texts for programs."""

from __future__ import annotations

import cgt
from cgt.theory.genus import Species

# Berlekamp, Conway and Guy, Winning Ways, ch. 13.
KAYLES = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46"


def test_genera_in_lines_and_in_json(run, run_json, tmp_path):
    code, out, _ = run("genus", "kayles", "--stop", "12")
    lines = out.splitlines()
    assert (code, " ".join(lines[:2]).split()) == (0, KAYLES.split())
    assert lines[2:] == ["reversibly tame: 7, 10", "restless: 5", "wild: 9, 11"]
    assert run_json("genus", "kayles", "--stop", "12")["genus"] == KAYLES.split()
    record = run_json("genus", "kayles", "--stop", "6")
    assert (record["species"], record["complete"], record["stopped"]) == (["nim heap"] * 5 + ["restless"], True, None)
    path = tmp_path / "kayles.csv"
    assert run("genus", "kayles", "--stop", "6", "--output", str(path))[0] == 0
    assert path.read_text().splitlines()[-1] == "5,4,1"
    assert run("genus", "kayles", "--stop", "0") == (0, "", "")


def test_what_has_no_genus_is_refused(run):
    code, _, err = run("genus", "wythoff", "--stop", "5")
    assert code == 4
    assert err.startswith(
        "cgt: wythoff is not a game of independent heaps: `cgt solve` with --genus, in Python `cgt.genus`, "
    )
    assert str(cgt.genus("wythoff 3,5")) == "0^02"
    assert "genus 0^02" in run("solve", "wythoff", "3,5", "--genus")[1]
    assert run("genus", "kayles", "--stop", "-1")[0] == 2


def test_a_game_is_called_tame_where_all_its_heaps_are(run):
    """0.07 has a wild heap behind those asked for; of Dawson's Kayles it was said that misère play goes as in nim."""
    assert cgt.genera("0.07", 30)[-1].species is Species.WILD
    assert "\ntame so far: misère play of these heaps goes as in nim\n" in run("quotient", "0.07", "8")[1]
    assert "\ntame: misère play goes as in nim\n" in run("quotient", "0.3")[1]
    assert "tame" not in run("quotient", "kayles")[1]


def test_what_is_known_before_the_budget_ends_is_shown(run, run_json):
    """Sums with a heap of 11 have more than twenty options, and so many one position may have."""
    code, out, _ = run("genus", "kayles", "--stop", "40", "--max-positions", "1")
    assert code == 0
    assert "known below heap 11, and no further" in out.splitlines()[-1]
    record = run_json("genus", "kayles", "--stop", "40", "--max-positions", "1")
    assert (len(record["genus"]), record["genus"], record["complete"]) == (11, KAYLES.split()[:11], False)
    assert "limit of 1 positions" in record["stopped"]
    code, out, err = run("genus", "kayles", "--stop", "40", "--max-positions", "0")
    assert (code, out, err.count("\n")) == (3, "", 1)
