"""A game without heaps gets what the others get, and what speaks of heaps refuses it in one line."""

from __future__ import annotations

import io
import json
import sys
from itertools import pairwise

import pytest
from cgt_node_kayles_example import NodeKayles

import cgt
from cgt.apps.cli import main
from cgt.apps.play import GameSession
from cgt.apps.testing import check_ruleset
from cgt.errors import IllegalMoveError, NotApplicableError, ParseError

GAME = NodeKayles()


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
    assert check_ruleset(GAME).positions > 10


def value(vertices, edges):
    """By the definition, on sets."""
    options = set()
    for vertex in vertices:
        gone = {vertex} | {other for edge in edges if vertex in edge for other in edge}
        options.add(value(vertices - gone, [edge for edge in edges if not gone & set(edge)]))
    return next(number for number in range(len(options) + 1) if number not in options)


@pytest.mark.parametrize(
    "text", ["0", "a", "a-b", "a-b,b-c", "a,b,c", "a-b,b-c,c-a", "a-b,c-d", "a-b,b-c,c-d,d-e,e-a,e-f"]
)
def test_its_nim_values_are_those_of_the_definition(text):
    pairs = [entry.split("-") for entry in text.split(",") if text != "0"]
    edges = [pair for pair in pairs if len(pair) == 2]
    true = value(frozenset(vertex for pair in pairs for vertex in pair), edges)
    assert cgt.nim_value(GAME.parse(text)) == true


@pytest.mark.parametrize("length", range(1, 16))
def test_a_path_is_dawsons_kayles(length):
    """On a path a vertex takes the pins beside it away too: the octal game 0.137 (Berlekamp, Conway and Guy)."""
    names = [f"v{index}" for index in range(length)]
    path = GAME.parse(",".join(f"{a}-{b}" for a, b in pairwise(names)) or names[0])
    assert cgt.nim_value(path) == cgt.parse_ruleset("0.137").table().values(length + 1)[length]


def test_sums_with_other_games():
    graph = GAME.parse("a-b,b-c")
    total = graph + cgt.games.Nim().position(3)
    solution = cgt.solve(total)
    assert solution.nim_value == cgt.nim_value(graph) ^ 3
    assert all(cgt.outcome(total.play(move)) is cgt.Outcome.P for move in solution.winning_moves)
    assert "in nim 3: take 1" in solution._repr_html_()


def test_moves_are_read_written_and_told():
    total = GAME.parse("a-b,b-c + x-y")
    for move in total.moves():
        assert GAME.wording.read_move(total, GAME.wording.write_move(total, move)) == move
        assert GAME.wording.read_move(total, GAME.wording.move_text(total, move)) == move
    assert GAME.wording.read_move(total, "X") == (1, "x")
    assert GAME.wording.move_record(total, (1, "x")) == {"component": 1, "move": "x"}
    assert GAME.wording.move_text(GAME.parse("a-b"), "a") == "a"
    with pytest.raises(ParseError, match="did you mean 2: y, 2: x"):
        GAME.wording.read_move(total, "2: z")
    with pytest.raises(IllegalMoveError, match="not allowed here: the moves are 1: a, 1: b, 1: c, 2: x, 2: y"):
        GAME.wording.read_move(total, "q")


def test_a_game_is_played():
    session = GameSession(GAME, GAME.parse("a-b,b-c"))
    assert session.hint().startswith("this wins: b")
    session.play_text("b")
    assert (session.is_over, session.winner, str(session.position)) == (True, 0, "0")


def test_lists_of_heaps_refuse_it():
    for listed in (cgt.nim_values, cgt.p_positions):
        with pytest.raises(NotApplicableError, match="node-kayles-example has no heaps to list"):
            listed(GAME, 10)
    with pytest.raises(NotApplicableError, match="node-kayles-example has no table"):
        cgt.nim_value_table(GAME, 3, 3)


@pytest.mark.parametrize("command", ["values", "p-positions", "table", "period", "plot"])
def test_the_command_line_refuses_lists_of_heaps_in_one_line(run, command, tmp_path):
    rest = {
        "values": ["--stop", "5"],
        "p-positions": ["--stop", "5"],
        "table": ["3", "3"],
        "plot": ["-o", str(tmp_path / "figure.svg")],
    }
    figure = ["sequence"] if command == "plot" else []
    said = run(command, *figure, "node-kayles-example", *rest.get(command, []), code=4)
    assert "node-kayles-example" in said
    assert len(said.splitlines()) == 1


def test_the_command_line_serves_it(run):
    games = json.loads(run("games", "--json"))["games"]
    assert {"node-kayles-example", "powers"} <= {game["name"] for game in games}
    assert "Node Kayles, as an example" in run("games", "node-kayles-example")
    assert json.loads(run("solve", "node-kayles-example", "a-b,b-c", "--json"))["winning_moves"] == [{"move": "b"}]
    assert "winning: b" in run("solve", "node-kayles-example", "a-b,b-c")
    assert "P-positions that" in run("discover", "node-kayles-example")
    played = run("play", "node-kayles-example", "a-b,b-c", typed="z\nhint\nb\nquit\n")
    assert "Whoever moves last wins." in played
    assert "You win!" in played
