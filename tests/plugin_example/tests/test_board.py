"""A game that functions give is served like any other, by every command."""

from __future__ import annotations

import io
import json
import sys

import pytest
from cgt_board_example import BOARD

import cgt
from cgt.apps.cli import main
from cgt.apps.testing import check_ruleset
from cgt.errors import ParseError


@pytest.fixture
def run(capsys, monkeypatch):
    """A command line: what it prints, or what it says against it when that exit code is expected."""

    def call(*arguments, typed="", code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(arguments) == code
        said = capsys.readouterr()
        return said.err if code else said.out

    return call


def test_it_keeps_the_laws():
    assert check_ruleset(BOARD).positions > 10


@pytest.mark.parametrize(
    "text", ["..../..../....", "#.../..../....", "####/..../....", "..../.##./....", "#.#./.#.#/#.#."]
)
def test_it_is_cram(text):
    assert cgt.nim_value(BOARD.parse(text)) == cgt.nim_value(cgt.parse_position(f"cram {text}"))


def test_texts():
    assert cgt.parse_ruleset("board-example") == BOARD
    assert str(cgt.parse_position("board-example ####/####/##..")) == "####/####/##.."
    with pytest.raises(ParseError, match="3 rows of 4 squares"):
        BOARD.parse("...")


def test_every_command_serves_it_or_says_why_not(run, tmp_path):
    assert "board-example" in {game["name"] for game in json.loads(run("games", "--json"))["games"]}
    assert "domino" in run("games", "board-example")
    assert json.loads(run("solve", "board-example", "####/##../####", "--json"))["winning_moves"] == [{"move": "6-7"}]
    assert "P-positions that" in run("discover", "board-example")
    assert "You win!" in run("play", "board-example", "####/##../####", typed="6-7\nquit\n")
    run("lesson", "board-example", "-o", str(tmp_path / "lesson.html"))
    assert "domino" in (tmp_path / "lesson.html").read_text(encoding="utf-8")
    for command in (["values", "--stop", "5"], ["p-positions", "--stop", "5"], ["table", "3", "3"], ["period"]):
        said = run(command[0], "board-example", *command[1:], code=4)
        assert "board-example" in said
        assert len(said.splitlines()) == 1
