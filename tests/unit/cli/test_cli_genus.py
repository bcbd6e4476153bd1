"""`cgt genus`: lines for people, a list of texts for programs."""

from __future__ import annotations

# Berlekamp, Conway and Guy, Winning Ways, ch. 13.
KAYLES = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46"


def test_genera_in_lines_and_in_json(run, run_json, tmp_path):
    code, out, _ = run("genus", "kayles", "--stop", "12")
    assert (code, out.split()) == (0, KAYLES.split())
    assert run_json("genus", "kayles", "--stop", "12")["genus"] == KAYLES.split()
    path = tmp_path / "kayles.csv"
    assert run("genus", "kayles", "--stop", "6", "--output", str(path))[0] == 0
    assert path.read_text().splitlines()[-1] == "5,4,1"


def test_what_has_no_genus_is_refused(run):
    assert run("genus", "wythoff", "--stop", "5")[0] == 2
    assert run("genus", "kayles", "--stop", "-1")[0] == 2
