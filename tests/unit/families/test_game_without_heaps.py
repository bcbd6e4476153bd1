"""What a game gets that has no heaps: all that `Game` promises, and one line where heaps are asked for."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path

import attrs
import pytest
from hypothesis import given

import cgt
from cgt.apps.play import GameSession, read_record, write_record
from cgt.apps.testing import check_ruleset, strategies
from cgt.core.reading import arguments_of
from cgt.core.sketch import drawing_of, picture_of
from cgt.errors import CGTError, IllegalMoveError, LawError, NotApplicableError, ParseError, PositionError, RulesetError
from cgt.families import capabilities

EXAMPLE = Path(__file__).resolve().parents[2] / "plugin_example" / "cgt_node_kayles_example" / "__init__.py"


def node_kayles():
    """The second example plugin's class, without installing it."""
    spec = spec_from_file_location("cgt_node_kayles_example", EXAMPLE)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.NodeKayles


NodeKayles = node_kayles()
GAME = NodeKayles()


def test_it_keeps_the_laws_and_stays_short():
    assert check_ruleset(GAME).positions == len(GAME.sample_positions(12))
    assert len(EXAMPLE.read_text().splitlines()) < 60


def test_samples_are_the_example_and_what_it_leads_to_least_first():
    samples = GAME.sample_positions(12)
    assert str(samples[0]) == "0"
    assert samples[-1] == GAME.parse(GAME.example)
    reached, new = set(), {samples[-1]}
    while new:
        reached |= new
        new = {position.play(move) for position in new for move in position.moves()} - reached
    assert set(samples) == reached
    assert len({str(position) for position in samples}) == len(samples)


def test_samples_are_no_more_than_the_bound_allows():
    assert GAME.sample_positions(0) == [GAME.parse(GAME.example)]
    names = [f"v{index}" for index in range(12)]
    path = attrs.frozen(type("Path", (NodeKayles,), {"example": ",".join(map("-".join, pairwise(names)))}))()
    assert len(path.sample_positions(1)) == 50


@given(game=strategies.plays(GAME))
def test_every_move_is_read_as_it_is_written(game):
    for position, move in game[:-1]:
        for text in (GAME.wording.write_move(position, move), f"  {GAME.wording.write_move(position, move).upper()} "):
            assert GAME.wording.read_move(position, text) == move
        assert GAME.wording.move_record(position, move) == {"move": move}


def test_capital_letters_tell_moves_apart_only_where_they_must():
    graph = GAME.parse("a-A,b")
    assert [GAME.wording.read_move(graph, text) for text in ("a", "A", "B")] == ["a", "A", "b"]
    capitals = GAME.parse("ab-Ab,c")
    with pytest.raises(ParseError, match="fits 2 moves: write Ab; ab"):
        GAME.wording.read_move(capitals, "AB")


def test_in_a_sum_the_component_is_named_or_left_to_be_guessed():
    total = GAME.parse("a-b,b-c + b-x")
    assert [GAME.wording.read_move(total, text) for text in ("1: b", "2: b", "component 2: b", "x")] == [
        (0, "b"),
        (1, "b"),
        (1, "b"),
        (1, "x"),
    ]
    with pytest.raises(ParseError, match="fits 2 moves: write 1: b; 2: b"):
        GAME.wording.read_move(total, "b")
    with pytest.raises(ParseError, match="did you mean 2: b, 1: b"):
        GAME.wording.read_move(total, "3: b")
    assert GAME.wording.move_record(total, (1, "x")) == {"component": 1, "move": "x"}


@pytest.mark.parametrize("text", ["", "take b", "x" * 100_000, "\n", "0"])
def test_what_is_no_move_is_refused_in_one_short_line(text):
    with pytest.raises((ParseError, IllegalMoveError)) as caught:
        GAME.wording.read_move(GAME.parse("a-b,b-c"), text)
    assert "a, b, c" in str(caught.value) or "did you mean b" in str(caught.value)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


def test_what_may_be_played_is_told_shortly():
    assert GAME.wording.moves_text(GAME.parse("0")) == GAME.wording.move_form(GAME.parse("0")) == "no move is left"
    many = GAME.parse(",".join(f"v{index}" for index in range(300)))
    assert GAME.wording.moves_text(many).endswith(", …")
    assert len(GAME.wording.moves_text(many)) < 100


def test_a_record_of_a_game_is_read_again(monkeypatch):
    monkeypatch.setattr("cgt.apps.play.record.parse_game", lambda _text: GAME)
    session = GameSession(GAME, GAME.parse(GAME.example), "misere")
    session.play_text("a")
    session.play_computer()
    assert write_record(read_record(write_record(session))) == write_record(session)


def test_what_a_game_cannot_do_it_has_no_methods_for():
    names = [
        "HasHeaps",
        "HasTable",
        "ListsPPositions",
        "HasPeriod",
        "HasQuota",
        "Studied",
    ]
    assert (picture_of(GAME.parse("a-b")), drawing_of(GAME.parse("a-b"))) == (None, "")
    assert [name for name in names if isinstance(GAME, getattr(capabilities, name))] == []
    for game, able in [
        (
            cgt.games.Nim(),
            {"HasHeaps", "HasTable", "HasPeriod"},
        ),
        (cgt.games.Wythoff(), {"HasHeaps", "HasTable", "ListsPPositions", "Studied"}),
        (cgt.games.MooreNim(2), {"HasHeaps", "HasTable"}),
    ]:
        assert {name for name in names if isinstance(game, getattr(capabilities, name))} == able


def test_lists_refuse_it():
    for listed in (cgt.nim_values, cgt.p_positions):
        with pytest.raises(NotApplicableError, match=r"^node-kayles-example has no heaps to list"):
            listed(GAME, 10)
    with pytest.raises(NotApplicableError, match=r"^node-kayles-example has no table"):
        cgt.nim_value_table(GAME, 3, 3)


def test_a_piece_has_a_table_of_its_squares():
    rows = [[0, 0, 1, 1, 0, 0], [0, 0, 2, 1, 0, 0], [1, 2, 2, 2, 3, 2], [1, 1, 2, 1, 4, 3]]
    assert cgt.nim_value_table("knight", 4, 6) == rows  # Winning Ways, ch. 3
    assert cgt.nim_values("knight", 5, along="3,{n}") == rows[3][:5]


def test_a_sum_is_drawn_where_all_of_it_is():
    graph, heap = GAME.parse("a-b"), cgt.games.Nim().position(3)
    assert graph._repr_svg_() is None
    assert (graph + heap)._repr_svg_() is None
    assert (cgt.games.TakeAway("2n").position(5) + heap)._repr_svg_().count("<circle") == 8


@attrs.frozen
class Stars(NodeKayles):
    """Fields of plain types are the arguments."""

    name = "stars"
    rays: int
    colour: str = "red"
    count: int = 1


def test_fields_of_plain_types_are_the_arguments():
    assert str(Stars(5)) == "stars(5)"
    assert str(Stars(5, "red", 2)) == "stars(5,red,2)"
    for game in (Stars(5), Stars(-3, "blue"), Stars(10**50, "red", 7)):
        assert Stars.from_arguments(*arguments_of(str(game))) == game
    assert str(GAME) == "node-kayles-example"
    assert str(cgt.HeapRule(lambda _size: [])) == "heap-rule"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "stars takes rays, colour, count, got none"),
        (("1", "red", "2", "3"), "got 1, red, 2, 3"),
        (("x",), "stars needs a whole number as its rays, not 'x'"),
        (("1.0",), "not '1.0'"),
        (("9" * 5000,), "whole number as its rays"),
    ],
)
def test_arguments_that_cannot_be(arguments, said):
    with pytest.raises(RulesetError) as caught:
        Stars.from_arguments(*arguments)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_position_that_loses_its_text_is_caught():
    class Mute(NodeKayles):
        def write(self, state):
            return "0"

    with pytest.raises(LawError, match="is read as"):
        check_ruleset(attrs.frozen(Mute)())


def test_moves_without_end_are_not_waited_for():
    class Endless:
        game = GAME

        def moves(self):
            return iter(int, 1)

        def play(self, move):
            return self

    assert len(GAME.wording.moves_text(Endless())) < 60
    with pytest.raises(IllegalMoveError):
        GAME.wording.read_move(Endless(), "x")


def test_moves_without_after_are_no_rules():
    @attrs.frozen
    class Half(cgt.Game[int, int]):
        name, title, rules, position_form, example = "half", "Half", "Take some.", "a number", "5"

        def moves(self, size):
            return range(size)

    with pytest.raises(RulesetError, match=r"half has no rules: write .*, or moves\(state\) and after"):
        cgt.solve(Half().position(5))


@attrs.frozen
class Row(cgt.Game[tuple, int]):
    """Take one of a row of numbers away."""

    name, title, rules, position_form, example = "row", "A row", "Take one away.", "numbers", "1,2,3"

    def read(self, text):
        return tuple(map(int, text.split(",")))

    def write(self, row):
        return ",".join(map(str, row))

    def steps(self, row):
        return [(place, row[:place] + row[place + 1 :]) for place in range(len(row))]


def without(row, place):
    return [*row[:place], *row[place + 1 :]]


def changed(**rules):
    """The row with other rules."""
    return attrs.frozen(type("Changed", (Row,), {"__module__": __name__, **rules}))()


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        (Row(), "1,x", "'1,x' is no position of row: ValueError: invalid literal"),
        (changed(read=lambda self, text: list(text)), "1", r"what read\('1'\) gives is hashable: .*, not \['1'\]"),
        (changed(steps=lambda self, row: [row[1:]] if row else []), "1", r"steps\(\(1,\)\) gave \(\): each step is a"),
        (changed(steps=lambda self, row: dict(enumerate(row))), "1", r"steps\(\(1,\)\) gave 0: each step is a pair"),
        (changed(steps=lambda self, row: 3), "1", r"steps\(\(1,\)\) gave 3: return a list"),
        (changed(moves=lambda self, row: range(len(row)), after=lambda self, *to: without(*to)), "1,2", "is hashable"),
        (changed(steps=lambda self, row: [(0, row[:k]) for k in range(len(row))]), "1,2", "two moves the same name, 0"),
    ],
)
def test_rules_that_give_what_they_must_not_are_told(game, text, said):
    with pytest.raises(CGTError, match=said):
        cgt.solve(game.parse(text))


def test_a_class_that_is_not_frozen_is_told_how():
    @attrs.define
    class Loose(cgt.Game[int, int]):
        name = "loose"

        def read(self, text):
            return int(text)

    with pytest.raises(RulesetError, match=r"loose cannot be remembered: .* and @attrs.frozen stands above its class"):
        Loose().parse("1")


@pytest.mark.parametrize("kind", [cgt.Game, cgt.TakingRuleset])
@pytest.mark.parametrize("ask", [cgt.solve, cgt.nim_value, lambda position: cgt.discover(position.game)])
def test_a_class_without_a_name_is_told_to_write_one(kind, ask):
    moves = {"options": lambda self, state: range(state)} if kind is cgt.Game else {"takes": lambda self, size: [1]}
    nameless = type("Nameless", (kind,), {"__module__": __name__, **moves})()
    with pytest.raises(RulesetError, match="Nameless has no name: write one in its class, such as name = 'my-game'"):
        ask(nameless.position(3))


def test_a_game_that_states_no_form_has_positions():
    """The message for a wrong state was made for a right one, too, and failed where `position_form` is missing."""

    @attrs.frozen
    class Runs(cgt.Game[str, str]):
        name = "runs"

        def options(self, state):
            return [state[:place] for place in range(len(state))]

        def read(self, text):
            return text

    assert cgt.nim_value(Runs().position("abc")) == 3
    with pytest.raises(PositionError, match=r"^5 is no position of runs$"):
        Runs().position(5)
    with pytest.raises(PositionError, match=r"is made of one state, not \('ab', 'c'\)$"):
        Runs().position("ab", "c")
    with pytest.raises(NotApplicableError, match="runs has no heaps to list"):
        cgt.nim_values(Runs(), 4)
