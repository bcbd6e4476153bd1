"""`cgt recognise` and its certificates on the command line."""

from __future__ import annotations

import json

import pytest

from cgt.apps.cli import main


def run(capsys, *arguments):
    code = main(list(arguments))
    return code, capsys.readouterr()


def test_levels_are_proved_certified_and_decided_again(capsys, tmp_path, upto):
    path = tmp_path / "levels.json"
    game, level, states = upto(("bounded-nim(1)", "1", 2), full=("takeaway(n)", "2", 4))
    code, shown = run(capsys, "recognise", game, "--level", level, "--certificate", str(path))
    assert code == 0
    assert f"level {level}: {states} states, proved for all positions" in shown.out
    code, shown = run(capsys, "verify", str(path))
    assert (code, "decided again" in shown.out) == (0, True)


def test_the_positions_of_each_nim_value_are_told_in_a_sentence(capsys):
    """An automaton of one state may be empty: then nothing is said of it."""
    code, shown = run(capsys, "recognise", "vectors((1,1),(2,0),(0,2))")
    assert (code, shown.out.splitlines()[1:]) == (
        0,
        [
            "level 1: 4 states, proved for all positions",
            "nim-value 0: (x + y) mod 4 <= 1",
            "level 2: 1 state, proved for all positions",
            "nim-value 1: (x + y) mod 4 >= 2",
            "level 3: 1 state, proved for all positions",
        ],
    )
    code, shown = run(capsys, "recognise", "bounded-nim(3)", "--misere")
    assert "P-positions: n mod 4 == 1" in shown.out
    code, shown = run(capsys, "recognise", "bounded-nim(3)", "--level", "1", "--json")
    assert json.loads(shown.out)["levels"][0]["sentence"] == "n mod 4 == 0"


def test_a_game_without_formulas_is_stated_as_the_advice_says(capsys):
    code, shown = run(capsys, "recognise", "nim")
    advised = shown.err.strip()[shown.err.index("moves(") :]
    assert code == 4
    code, shown = run(capsys, "recognise", advised, "--level", "1")
    assert (code, shown.out.splitlines()[-1]) == (0, "nim-value 0: x == y")


def test_another_number_system_is_read_and_goes_into_the_certificate(capsys, tmp_path, upto):
    path = tmp_path / "ternary.json"
    game = ("bounded-nim(2)", "--level", upto("1", full="2"), "--base", "base 3")
    code, shown = run(capsys, "recognise", *game, "--certificate", str(path))
    assert (code, "bounded-nim(2) in base 3" in shown.out) == (0, True)
    code, shown = run(capsys, "verify", str(path))
    assert (code, "in base 3: decided again" in shown.out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nim",), 4),
        (("takeaway(2n)", "--level", "0"), 2),
        (("takeaway(2n)", "--stop", "1"), 2),
        (("takeaway(2n)", "--stop", "-5"), 2),
        (("takeaway(2n)", "--base", "roman"), 2),
        (("takeaway([3,1,8])",), 4),
    ],
)
def test_what_cannot_be_recognised_is_said_in_one_line(capsys, arguments, code):
    got, shown = run(capsys, "recognise", *arguments)
    assert got == code
    assert len(shown.err.strip().splitlines()) == 1
