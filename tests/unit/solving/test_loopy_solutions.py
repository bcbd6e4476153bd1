"""Draws at the front door, on cards, in JSON and in play."""

from __future__ import annotations

import json
from random import Random

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.cli.screen import plain
from cgt.apps.cli.solutions import text_of
from cgt.apps.play.opponent import Analyst, Level, Reason, choose_move
from cgt.core.language import language
from cgt.core.outcome import Outcome
from cgt.errors import LoopError

#  0 is the end; 1 and 4 win, 5 loses; 2 and 3 go round.
ROADS = [[], [0], [3, 1], [2, 1], [2, 5], [1]]
GAME = cgt.game(ROADS.__getitem__, name="roads")


def position(place):
    return GAME.position(place)


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_solve_tells_draws(convention):
    evaluator = cgt.LoopyEvaluator(convention)
    found = [cgt.solve(position(place), convention) for place in range(6)]
    assert [solution.outcome for solution in found] == [evaluator.outcome(position(place)) for place in range(6)]
    assert [set(solution.winning_moves) for solution in found] == [
        set(evaluator.winning_moves(position(place))) for place in range(6)
    ]
    assert cgt.outcome(position(2)) is Outcome.D
    assert cgt.winning_moves(position(2)) == ()


def test_a_draw_on_a_card_in_a_text_and_in_json():
    solution = cgt.solve(position(2))
    assert dict(solution.details) == {"value": "∞(1)", "moves that keep the draw": "3"}
    assert "D: neither player can force a win" in str(solution.card())
    assert "a draw: neither player can force a win" in plain(text_of(solution))
    record = json.loads(json.dumps(solution.record()))
    assert (record["outcome"], record["winning_moves"], record["nim_value"]) == ("D", [], None)
    assert record["details"]["moves that keep the draw"] == "3"


def test_the_keys_of_a_record_are_the_same_in_every_language():
    """A program on a French machine looked for `value` and got `valeur`."""
    with language("fr"):
        solution = cgt.solve(position(2))
        assert list(solution.record()["details"]) == ["value", "moves that keep the draw"]
        assert "coups qui gardent la nulle" in plain(text_of(solution))
        assert {"valeur", "coups qui gardent la nulle"} <= dict(solution.card().rows).keys()


def test_a_draw_by_a_move_that_changes_nothing_says_so():
    """Who forgot to write t >= 1 is told why nobody wins."""
    solution = cgt.solve(cgt.parse_ruleset("moves(n: t <= 5 -> n - t)").position(7))
    assert solution.outcome is Outcome.D
    assert solution.explanation.startswith("a move may leave all as it is, as no condition says t >= 1: ")
    assert cgt.solve("moves(n: t >= 1 & t <= 5 -> n - t)  7").outcome is not Outcome.D


@pytest.mark.parametrize(
    ("rule", "condition"),
    [
        ("moves(x, y: t >= 1 -> x - t, y | t <= 3 -> x, y - t) 3,2", ", as no condition says t >= 1: "),
        ("moves(x, y: s <= 1 & t <= 1 -> x - s, y - t) 3,2", ", as no condition says s + t >= 1: "),
        ("moves(n: n >= 1 -> n | n - 2) 3", ": "),
    ],
)
def test_the_condition_that_is_missing_is_that_of_what_the_mover_chooses(rule, condition):
    """A move that is written to change nothing lacks none."""
    solution = cgt.solve(rule)
    assert solution.outcome is Outcome.D
    assert solution.explanation.startswith(f"a move may leave all as it is{condition}the play need not end")


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("beside", [0, 2])
def test_the_nim_value_is_that_of_the_solution_and_infinity_is_none(convention, beside):
    """It was refused wherever play can go round, also where the answer tells it."""
    for place in (2, 3, 4):
        total = cgt.Sum(position(place), cgt.games.Nim().position(beside))
        if (expected := cgt.solve(total, convention).nim_value) is None:
            with pytest.raises(LoopError, match="LoopyEvaluator"):
                cgt.nim_value(total, convention)
        else:
            assert cgt.nim_value(total, convention) == expected


def test_a_position_has_the_nim_value_of_the_heap_beside_which_it_is_lost():
    """Both are played as one game here, so that nothing is added."""

    def options(pair):
        return [(end, pair[1]) for end in ROADS[pair[0]]] + [(pair[0], heap) for heap in range(pair[1])]

    beside = cgt.game(options, example=(0, 0))
    for place in (0, 1, 4, 5):
        lost = [heap for heap in range(5) if cgt.outcome(beside.position((place, heap))) is Outcome.P]
        assert lost == [cgt.nim_value(position(place))]


@pytest.mark.parametrize(
    ("convention", "steps"), [("normal", [0, 1, None, None, 3, 2]), ("misere", [0, 1, 2, 2, 3, 2])]
)
def test_the_remoteness_is_that_of_a_forced_end_and_a_draw_has_none(convention, steps):
    """It was refused wherever play can go round, also where the answer says within how many moves an end is forced."""
    for place, expected in enumerate(steps):
        if expected is None:
            with pytest.raises(LoopError, match=r"3 -> .*; neither player can force an end: a draw has no remoteness"):
                cgt.remoteness(position(place), convention)
        else:
            assert cgt.remoteness(position(place), convention) == expected


def test_the_command_tells_the_remoteness_of_a_forced_end_too(capsys):
    assert main(["solve", "vectors((1,-1),(-1,1),(1,0))", "3,2", "--remoteness"]) == 0
    assert "remoteness 9" in capsys.readouterr().out
    assert main(["solve", "moves(n: t <= 3 -> n - t)", "5", "--remoteness"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_quickest_win_comes_first():
    # From 0 one may win at once, or go the long way round by 2.
    game = cgt.game([[2, 1], [], [3, 0], [1]].__getitem__)
    evaluator = cgt.LoopyEvaluator()
    solution = cgt.solve(game.position(0))
    assert solution.outcome is Outcome.N
    distances = [evaluator.remoteness(game.position(state)) for state in solution.winning_moves]
    assert distances == sorted(distances)


def test_the_computer_keeps_a_draw_and_makes_progress():
    analyst = Analyst("normal")
    choice = choose_move(analyst, position(2), Level(), Random(0))
    assert (choice.move, choice.reason) == (3, Reason.DRAW)
    place, moves = 4, 0
    while ROADS[place]:
        place = choose_move(analyst, position(place), Level(), Random(0)).move
        moves += 1
        assert moves < 10
