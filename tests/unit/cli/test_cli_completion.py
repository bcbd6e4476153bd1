"""What the shell is offered when a word is to be completed."""

from __future__ import annotations

import pytest

import cgt
from cgt import claims
from cgt.cli import main


@pytest.fixture
def offered(capsys):
    def offered(*words):
        assert main(["__complete", *words]) == 0
        _before, _mark, records = capsys.readouterr().out.partition("\x1fbegin\n")
        return [record.partition("\t")[0] for record in records.splitlines()]

    return offered


@pytest.mark.parametrize("command", ["solve", "values", "table", "p-positions", "check", "games", "play", "period"])
def test_games_are_offered_by_name(offered, command):
    assert offered(command, "") == cgt.ruleset_names()


def test_figures_and_claims_are_offered(offered):
    figures = claims.FIGURES
    assert offered("plot", "") == [
        "sequence",
        "heatmap",
        "p-positions",
        "numeration",
        "cost",
        "quotient",
        "genus",
        *figures,
    ]
    assert offered("plot", "heatmap", "") == cgt.ruleset_names()
    assert offered("claims", "") == [claim.id for claim in claims.claims()]
