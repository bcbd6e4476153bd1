"""Answers with more winning moves than can be listed or counted."""

from __future__ import annotations

import json

import pytest

from cgt.apps.cli import main
from cgt.core import lazy_moves
from cgt.solving import solve


@pytest.fixture(autouse=True)
def counted(monkeypatch, upto):
    """Moves are counted up to a thousand, not up to a hundred thousand."""
    monkeypatch.setattr(lazy_moves, "LIMIT", upto(1_000, full=lazy_moves.LIMIT))


POSITION = "1073741824,1073741824,1073741823,1073741823"


def test_text_shows_the_first_ones(capsys):
    assert main(("solve", "moore-nim(2)", POSITION)) == 0
    assert "more other moves than can be counted" in " ".join(capsys.readouterr().out.split())


def test_json_lists_the_first_and_says_that_there_are_more(capsys, monkeypatch, upto):
    assert solve.LISTED_MOVES == 10_000
    listed = upto(500, full=10_000)
    monkeypatch.setattr(solve, "LISTED_MOVES", listed)
    assert main(("solve", "moore-nim(2)", POSITION, "--json")) == 0
    record = json.loads(capsys.readouterr().out)
    assert len(record["winning_moves"]) == listed
    assert record["winning_moves_total"] is None


def test_json_lists_all_where_they_can_be_listed(capsys):
    assert main(("solve", "moore-nim(2)", "3,4,5,6", "--json")) == 0
    assert "winning_moves_total" not in json.loads(capsys.readouterr().out)


def test_moves_in_a_row_are_told_as_a_range(capsys):
    """From 9, every take from 5 to 8 leaves 1 to 4, where nothing can be taken."""
    assert main(("solve", "subtraction(5,6,7,8)", "9")) == 0
    assert "winning: take 5 to 8\n" in capsys.readouterr().out


def test_two_moves_in_a_row_are_told_each(capsys):
    assert main(("solve", "all-but(1,3)", "700")) == 0
    assert "take 699; or take 700\n" in capsys.readouterr().out


def test_a_range_counts_for_all_its_moves(capsys):
    """Of a heap of 1,000 with takes of 501 to 800, but not 600: the two ranges tell all the 299 moves."""
    takes = ",".join(str(take) for take in range(501, 801) if take != 600)
    assert main(("solve", f"subtraction({takes})", "1000")) == 0
    assert "winning: take 501 to 599; or take 601 to 800\n" in capsys.readouterr().out
