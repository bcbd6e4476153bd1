"""Errors point at the very character in the text that a user typed, and are short whatever was typed."""

from __future__ import annotations

import pytest

import cgt
from cgt.apps import claims
from cgt.apps.cli import main
from cgt.core.code import HeapCode
from cgt.core.language import language
from cgt.errors import CGTError, LoopError, ParseError, PluginError, RulesetError, UnknownNameError
from cgt.families.registry import parse_ruleset

LONG = 20_000


def place_of(read, text):
    """The marked place in the text is the place that the error names; the mark ^ is taken out before reading."""
    plain, index = text.replace("^", ""), text.index("^")
    with pytest.raises(ParseError) as caught:
        read(plain)
    error = caught.value
    assert (error.text, error.index) == (plain, index), str(error)
    assert f", at character {index + 1} of {plain!r}" in str(error)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("nim", "3+^"),
        ("nim", "3 + ^"),
        ("nim", "^+3"),
        ("nim", "3 + 4,^x"),
        ("nim", "3 +  4, ^x + 5"),
        ("nim", "3, ^-5"),
        ("nim", "  ^x"),
        ("nim", "3 + ^wythoff 4,5"),
        ("nim", "3,^"),
        ("takeaway(2n)", "21:4 + 10: ^y"),
        ("takeaway(2n)", "21:4,10:^"),
        ("takeaway(2n)", "21:4, ^1.5"),
        ("global-takeaway(2n)", "5,5:2 + 50, ^y:3"),
        ("global-takeaway(2n)", "5,5:2 + 50,5: ^z"),
        ("wythoff", "3,5 + 1,^b"),
        ("kayles", "7 + 8,^,9"),
    ],
)
def test_a_place_in_a_position(game, text):
    place_of(parse_ruleset(game).parse, text)


@pytest.mark.parametrize(
    "text",
    [
        "octal(0.7^x)",
        " octal( 0.7^x )",
        "taking-breaking( ^3.0 )",
        "taking-breaking(4.[3]^7)",
        "moves(x,y:  x - 1,y ^or x,y - 1)",
        "moves( x, y: x - 1, y | x, y -^)",
        "moves(x:  t >= 1  &  ^-> x - t)",
    ],
)
def test_a_place_in_a_ruleset(text):
    place_of(parse_ruleset, text)


def test_a_place_in_a_game_in_front_of_its_position():
    place_of(cgt.parse_position, "nim 3 + moves(x,y:  x - 1,y ^or x,y - 1) 3,4")


@pytest.mark.parametrize("text", ["0.7^x", "  0.7^x", " ^3.0 ", "0.^[] "])
def test_a_place_in_a_code(text):
    place_of(HeapCode.parse, text)


def test_a_place_in_a_long_text_is_shown_with_what_is_around_it():
    text = "1," * LONG + "x" + ",2" * LONG
    with pytest.raises(ParseError) as caught:
        cgt.games.Nim().parse(text)
    assert caught.value.index == 2 * LONG
    shown = str(caught.value)
    assert len(shown) < 250
    assert f"at character {2 * LONG + 1} of '…1,1," in shown
    assert ",x,2" in shown
    assert shown.endswith("2,2,…'")


def test_an_error_moved_into_a_longer_text_without_a_place_stays_as_it_is():
    assert str(ParseError("no number").within("a longer text", 3)) == "no number"


@pytest.mark.parametrize(
    "ask",
    [
        lambda long: cgt.games.Nim().parse(long),
        lambda long: cgt.games.Nim().parse("+".join(long)),
        parse_ruleset,
        lambda long: parse_ruleset(f"nim({long})"),
        lambda long: parse_ruleset(f"wythoff({long})"),
        lambda long: parse_ruleset(f"takeaway({long})"),
        lambda long: parse_ruleset(f"takeaway(2n,{long})"),
        lambda long: parse_ruleset(f"fibonacci-nim(1,{long})"),
        lambda long: parse_ruleset(f"octal({long})"),
        lambda long: parse_ruleset("?" + long),
        lambda long: parse_ruleset(f"fibonacci-nim({','.join(long)})"),
        lambda long: cgt.solve(cgt.games.Nim().position(1), long),
        lambda long: cgt.solve(cgt.games.Nim().position(1), route=long),
        lambda long: language(long).__enter__(),
        claims.get,
        lambda long: cgt.games.Wythoff().position(*[1] * LONG).play((0,) * LONG),
        lambda long: cgt.games.TakeAway([1] * LONG + [long]),
    ],
)
def test_long_input_is_not_echoed(ask):
    with pytest.raises(CGTError) as caught:
        ask("x" * LONG)
    assert len(str(caught.value)) <= 600
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [CGTError, RulesetError, UnknownNameError, PluginError, ParseError])
def test_every_error_keeps_its_beginning_and_its_end(kind):
    assert str(kind("wrong")) == "wrong"
    shown = str(kind(f"this is wrong: {'x' * LONG}; that would be right"))
    assert shown.startswith("this is wrong: x")
    assert shown.endswith("x; that would be right")
    assert "x…x" in shown


def test_a_loop_of_long_positions_is_told_in_short():
    assert len(str(LoopError(("p" * LONG, "q")))) <= 600


@pytest.mark.parametrize(
    "arguments",
    [["solve", "nim", "x" * LONG], ["solve", "nim", "3", "y" * LONG], ["--" + "z" * LONG], ["w" * LONG]],
)
def test_the_command_line_is_short_about_it_too(arguments, capsys):
    assert main(arguments) == 2
    assert len(capsys.readouterr().err) < 700
