"""What a trial says where a claim is false: the claim, and the truth beside it."""

from __future__ import annotations

from cgt.apps.claims.articles import wythoff_slack


def test_a_position_that_a_construction_misses_is_told_with_both_winners(monkeypatch):
    """(1, 2) is lost in Wythoff's game: a construction without it says that the first player wins."""
    build = wythoff_slack.build_pairs
    monkeypatch.setattr(
        wythoff_slack, "build_pairs", lambda a, count: [pair for pair in build(a, count) if (a, *pair) != (1, 1, 2)]
    )
    told = [str(finding) for finding in wythoff_slack.TRIALS["003.6"]["check"](0) if "pair" not in finding.where]
    assert told == ["d = 0, (1, 2): it says the first player wins; true is the second player wins"]
