"""Answers with more winning moves than can be listed or counted."""

from __future__ import annotations

import json

from cgt.cli import main

POSITION = "1073741824,1073741824,1073741823,1073741823"


def test_text_shows_the_first_ones(capsys):
    assert main(("solve", "moore-nim(2)", POSITION)) == 0
    assert "more other moves than can be counted" in " ".join(capsys.readouterr().out.split())


def test_json_lists_the_first_and_says_that_there_are_more(capsys):
    assert main(("solve", "moore-nim(2)", POSITION, "--json")) == 0
    record = json.loads(capsys.readouterr().out)
    assert len(record["winning_moves"]) == 10_000
    assert record["winning_moves_total"] is None


def test_json_lists_all_where_they_can_be_listed(capsys):
    assert main(("solve", "moore-nim(2)", "3,4,5,6", "--json")) == 0
    assert "winning_moves_total" not in json.loads(capsys.readouterr().out)
