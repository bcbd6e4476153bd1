"""The graph of a game with its values, and samples of its positions, as files for other programs."""

from __future__ import annotations

import csv
import json

import attrs
import pytest

import cgt
from cgt.apps.show import exports
from cgt.apps.show.exports import game_graph, position_sample, save_columns
from cgt.errors import BudgetError, NumberError, OutputError
from cgt.solving import subjects
from cgt.solving.subjects import parse_beginning


@pytest.mark.parametrize("text", ["nim 2,3", "kayles 5", "cram 2x3", "chomp 3x3", "wythoff 3,4", "node-kayles cycle 6"])
def test_a_graph_has_all_positions_and_its_values_follow_from_its_moves(text):
    graph = game_graph(cgt.parse_position(text))
    values, options = graph.positions["nim_value"], [set() for _ in graph.positions["position"]]
    for start, end in zip(graph.moves["start"], graph.moves["end"], strict=True):
        options[start].add(values[end])
    for value, after, outcome in zip(values, options, graph.positions["outcome"], strict=True):
        assert value == next(number for number in range(99) if number not in after)
        assert outcome == ("N" if value else "P")
    assert values[0] == cgt.nim_value(cgt.parse_position(text))


def test_misere_play_has_outcomes_alone():
    graph = game_graph(cgt.parse_position("nim 1,1"), "misere")
    assert graph.positions == {"position": ["1,1", "0,1", "0,0"], "outcome": ["N", "P", "N"]}


def test_play_that_can_go_round_has_draws_and_no_values():
    roads = cgt.game([[], [0], [3, 1], [2]].__getitem__)
    graph = game_graph(roads.position(2))
    known = zip(*graph.positions.values(), strict=True)
    assert sorted(known, key=str) == [("0", "P", 0), ("1", "N", 1), ("2", "D", None), ("3", "D", None)]


def test_networkx_and_graphml_hold_the_same(tmp_path):
    networkx = pytest.importorskip("networkx")
    graph = game_graph(cgt.parse_position("kayles 5"))
    made = graph.to_networkx()
    assert networkx.is_directed_acyclic_graph(made)
    assert (len(made), made.number_of_edges()) == (len(graph.positions["position"]), len(graph.moves["move"]))
    assert made.nodes[0] == {"position": "5", "outcome": "N", "nim_value": 4}
    assert graph.save(tmp_path / "a.graphml") == (tmp_path / "a.graphml",)
    read = networkx.read_graphml(tmp_path / "a.graphml", node_type=int, force_multigraph=True)
    assert dict(read.nodes(data=True)) == dict(made.nodes(data=True))
    assert sorted(read.edges(data="move")) == sorted(made.edges(data="move"))


def test_no_positions_are_written_where_their_moves_cannot_be(tmp_path):
    (tmp_path / "a-moves.csv").mkdir()
    with pytest.raises(OutputError, match=r"a-moves\.csv is a folder"):
        game_graph(cgt.parse_position("nim 2,2")).save(tmp_path / "a.csv")
    assert not (tmp_path / "a.csv").exists()


def test_columns_hold_the_same(tmp_path):
    graph = game_graph(cgt.parse_position("nim 2,2"))
    files = graph.save(tmp_path / "a.csv")
    assert [file.name for file in files] == ["a.csv", "a-moves.csv"]
    with files[0].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["position"] for row in rows] == graph.positions["position"]
    with files[1].open(encoding="utf-8", newline="") as file:
        assert [int(row["end"]) for row in csv.DictReader(file)] == graph.moves["end"]
    parquet = pytest.importorskip("pyarrow.parquet")
    files = graph.save(tmp_path / "a.parquet")
    assert parquet.read_table(files[0]).to_pydict() == graph.positions


def test_a_sample_repeats_nothing_and_is_the_same_for_a_seed():
    position = cgt.parse_position("cram 3x3")
    sample = position_sample(position, 30, seed=4)
    assert sample == position_sample(position, 30, seed=4) != position_sample(position, 30, seed=5)
    assert len(set(sample["position"])) == 30
    for text, outcome, value, moves in zip(*sample.values(), strict=True):
        one = position.game.parse(text)
        assert cgt.nim_value(one) == value
        assert cgt.outcome(one).value == outcome
        wanted = [
            position.game.wording.write_move(one, move) for move in one.moves() if not cgt.nim_value(one.play(move))
        ]
        assert json.loads(moves) == wanted


def test_each_winning_move_of_a_sample_can_be_read_back():
    # They stood between semicolons, which what is forbidden in blocked games contains.
    game = cgt.parse_ruleset("blocked(wythoff,3)")
    sample = position_sample(game.position(2, 3), 25, seed=2)
    several = 0
    for text, moves in zip(sample["position"], sample["winning_moves"], strict=True):
        one = game.parse(text)
        texts = json.loads(moves)
        several += len(texts) > 1
        assert [game.wording.read_move(one, move) for move in texts] == list(cgt.winning_moves(one))
    assert several > 5


@pytest.mark.parametrize(
    "text", ["kayles 3,2", "nim 3 + kayles 3", "0.137 4 + 0.07 4", "wythoff 1,1 + nim 2 + cram 1x3"]
)
def test_positions_and_moves_of_a_sum_can_be_read_back(text):
    # Those of several games had no names of games, and moves stood as Python shows them.
    start = cgt.parse_position(text)
    game, sample = parse_beginning(text)[0], position_sample(start, 500)
    assert len(set(sample["position"])) == len(sample["position"])
    for position, value, moves in zip(sample["position"], sample["nim_value"], sample["winning_moves"], strict=True):
        one = game.parse(position)
        assert cgt.nim_value(one) == value
        assert [game.wording.read_move(one, move) for move in json.loads(moves)] == list(cgt.winning_moves(one))
    graph = game_graph(start)
    assert sorted(graph.positions["position"]) == sorted(sample["position"])
    for place, end, move in zip(*graph.moves.values(), strict=True):
        one, after = (game.parse(graph.positions["position"][each]) for each in (place, end))
        assert one.play(game.wording.read_move(one, move)) == after


def test_moves_of_a_sum_of_games_without_names_have_one_number():
    graph = game_graph(cgt.Sum(SmallHeap(1), SmallHeap(2)))
    assert graph.positions["position"][0] == "1 + 2"
    assert graph.moves["move"][:3] == ["1: 1", "2: 1", "2: 2"]


@attrs.frozen
class SmallHeap:
    """A heap that is no position of a game of the library."""

    size: int

    def moves(self):
        return range(1, self.size + 1)

    def play(self, move):
        return SmallHeap(self.size - move)

    def __str__(self):
        return str(self.size)


def test_a_sample_words_its_winning_moves_alone(monkeypatch):
    # Every move of every position was worded, and thrown away: two fifths of the time.
    worded = []
    writer = exports._writer
    monkeypatch.setattr(exports, "_writer", lambda one: lambda move: worded.append(move) or writer(one)(move))
    sample = position_sample(cgt.parse_position("kayles 8"), 10, seed=1)
    assert len(worded) == sum(len(json.loads(moves)) for moves in sample["winning_moves"]) > 0


def test_a_sum_is_taken_apart_once_for_all_its_moves(monkeypatch):
    # It was for each move: the graph of a sum of several games took twice the time.
    places = subjects._places
    taken_apart = []
    monkeypatch.setattr(subjects, "_places", lambda position: taken_apart.append(position) or places(position))
    graph = game_graph(cgt.parse_position("nim 3 + kayles 3"))
    positions, moves = len(graph.positions["position"]), len(graph.moves["move"])
    assert len(taken_apart) <= 2 * positions < positions + moves  # once more for its own text


def test_a_small_game_gives_all_its_positions():
    assert sorted(position_sample(cgt.parse_position("nim 1,1"), 50)["position"]) == ["0,0", "0,1", "1,1"]


def test_a_sample_of_a_game_too_large_to_list_is_met_in_random_plays():
    """Cram on 3 x 4 has some hundred positions: the same columns, by plays, as of the whole list."""
    start = cgt.parse_position("cram 3x4")
    sample = position_sample(start, 40, seed=3, max_positions=100)
    assert sample == position_sample(start, 40, seed=3, max_positions=100) != position_sample(start, 40, seed=3)
    graph = game_graph(start).positions
    values = dict(zip(graph["position"], graph["nim_value"], strict=True))
    assert len(values) > 100
    assert len(set(sample["position"])) == 40
    assert [values[text] for text in sample["position"]] == sample["nim_value"]
    assert {0, 1, 2} <= set(sample["nim_value"])


def test_random_plays_end_where_play_goes_round_or_has_no_more_positions():
    walk = cgt.parse_position("walk a: a>b,b>a,b>c")
    assert sorted(position_sample(walk, 9, max_positions=1)["outcome"]) == ["N", "P", "P"]
    with pytest.raises(BudgetError, match="more than 100,000 moves to choose from"):
        position_sample(cgt.parse_position("nim 10^9,10^9"), 5, max_positions=10)


def test_positions_where_play_can_go_round_have_their_nim_values_too():
    """They had none, though they were solved: a is worth 0, b 1, and x, where one may stay for ever, infinity."""
    for text, expected in (("walk a: a>b,b>a,b>c", [0, 1, 0]), ("walk x: x>x,x>y", [None, 0])):
        walk = cgt.parse_position(text)
        assert game_graph(walk).positions["nim_value"] == expected
        sample = position_sample(walk, 9)
        assert sorted(zip(sample["position"], sample["nim_value"], strict=True)) == sorted(
            zip(game_graph(walk).positions["position"], expected, strict=True)
        )
    assert "nim_value" not in game_graph(walk, "misere").positions


def test_a_graph_of_few_positions_with_many_moves_is_refused(monkeypatch):
    """Of nim 10000 it would have 50 million moves: minutes, and gigabytes."""
    monkeypatch.setattr(exports, "MOST_POSITIONS", 10)
    start = cgt.parse_position("nim 50")
    with pytest.raises(BudgetError, match="more than 1,020 moves between positions"):
        game_graph(start, max_positions=51)
    assert len(game_graph(start, max_positions=100).moves["move"]) == 50 * 51 // 2


def test_what_is_too_large_or_no_seed_or_no_format_is_refused(tmp_path):
    with pytest.raises(BudgetError, match="more than 10 positions"):
        game_graph(cgt.parse_position("nim 9,9"), max_positions=10)
    with pytest.raises(NumberError, match="seed"):
        position_sample(cgt.parse_position("nim 1"), 1, seed=1.5)
    with pytest.raises(OutputError, match="suffix"):
        game_graph(cgt.parse_position("nim 1")).save(tmp_path / "a.xlsx")
    with pytest.raises(OutputError, match="suffix"):
        save_columns({"a": [1]}, tmp_path / "a.graphml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["aliquot 1000000000000000000000000000000,7", "nim 1000000000000000000000000000000,7"])
def test_a_graph_that_is_hopeless_is_refused_before_a_move_is_made(monkeypatch, text):
    """Of aliquot it was told that not all divisors of a number on the way were found."""
    monkeypatch.setattr(exports, "_walk", lambda *_: pytest.fail("a walk began"))
    with pytest.raises(BudgetError, match=r"play leads to more than 100,000 positions$"):
        game_graph(subjects.parse_position(text))
