"""Answers with more winning moves than can be listed or counted."""

from __future__ import annotations

from cgt.cli import main

POSITION = "1073741824,1073741824,1073741823,1073741823"


def test_text_shows_the_first_ones(capsys):
    assert main(("solve", "moore-nim(2)", POSITION)) == 0
    assert "more other moves than can be counted" in " ".join(capsys.readouterr().out.split())


def test_json_refuses(capsys):
    assert main(("solve", "moore-nim(2)", POSITION, "--json")) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "cgt: there are more than 10,000 winning moves, too many to list: ask without --json\n"
