"""What a trial says where a claim is false: the claim, and the truth beside it."""

from __future__ import annotations

import attrs
import pytest

from cgt.apps.claims import get
from cgt.apps.claims.articles import printed_programs, rows_of_matches, wythoff_slack


def test_a_position_that_a_construction_misses_is_told_with_both_winners(monkeypatch):
    """(1, 2) is lost in Wythoff's game: a construction without it says that the first player wins."""
    build = wythoff_slack.build_pairs
    monkeypatch.setattr(
        wythoff_slack, "build_pairs", lambda a, count: [pair for pair in build(a, count) if (a, *pair) != (1, 1, 2)]
    )
    told = [str(finding) for finding in wythoff_slack.TRIALS["003.6"]["check"](0) if "pair" not in finding.where]
    assert told == ["d = 0, (1, 2): it says the first player wins; true is the second player wins"]


def test_a_wrong_answer_of_the_program_is_told_beside_a_right_table(monkeypatch):
    """The table for 10,950 matches stood in for the answers to other heaps: those were asked for and not compared."""
    run = printed_programs.turbo_pascal
    monkeypatch.setattr(
        printed_programs,
        "turbo_pascal",
        lambda matches: attrs.evolve(run(matches), answer=7) if matches == 100 else run(matches),
    )
    told = [str(finding) for finding in printed_programs.TRIALS["000.9a"]["check"](1)]
    assert told == ["a = 100: it says take 7; true is take 2"]


def test_a_fact_of_no_number_says_so_and_heaps_are_counted_from_one():
    """Up to 2 the readings hold for no m, which was told as an empty list; the first heap was heap 0."""
    told = [str(fact) for name in ("001.5b", "001.5c") for fact in get(name).verdict(2).facts if "holds" in fact.about]
    assert told == [
        "reading (b) holds for m up to 2: none: those with m mod 4 = 3",
        "reading (c) holds for m up to 2: none",
    ]
    assert "winning: 2 from heap 1, 10 from heap 2" in str(get("004.5b").verdict(10).facts[-1])


@pytest.mark.parametrize("rows", [(4,), (1, 5), (2, 4, 6)])
def test_even_counts_are_those_of_residues(monkeypatch, rows):
    """The check of 001.5a saw equal rows alone: a multiple of 4, or two rows of one residue, were not looked at."""
    search = rows_of_matches.is_losing
    monkeypatch.setattr(rows_of_matches, "is_losing", lambda one, m: (one, m) != (rows, 3) and search(one, m))
    told = [str(finding) for finding in rows_of_matches.TRIALS["001.5a"]["check"](4)]
    assert told == [f"m = 3, rows {rows}: it says losing; true is winning"]
