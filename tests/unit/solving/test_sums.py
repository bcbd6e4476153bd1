"""Sums of several games, as a person types and reads them."""

import pytest

import cgt
from cgt.errors import CGTError, ParseError
from cgt.solving.sums import Told, parse_position


@pytest.mark.parametrize(
    "text",
    [
        "kayles 7",
        "nim 3,5",
        "kayles 7 + nim 3,5 + wythoff 1,2",
        "takeaway(2n+1) 10:4 + nim 3",
        "octal(0.07) 5 + global-takeaway(2n) 3,5:2",
        "nim 1 + kayles 2 + nim 3",
    ],
)
def test_what_is_written_is_read_back(text):
    position = parse_position(text)
    assert Told(position).name == text
    assert parse_position(Told(position).name) == position


def test_spaces_and_bare_codes():
    assert parse_position("  0.77   7+nim 3 , 5 ") == parse_position("octal(0.77) 7 + nim 3,5")


@pytest.mark.parametrize(
    ("text", "place"), [("kayles 7 + 5", 12), ("nim", 1), ("nim 3 + ", 9), ("kayles 7 + nim 3,x", 18), ("", 1)]
)
def test_mistakes_are_shown_at_their_place(text, place):
    with pytest.raises(ParseError, match=f"at character {place} of"):
        parse_position(text)


@pytest.mark.parametrize("text", ["foo 3", "takeaway(2n 3", "+", "nim 3 + foo(2) 1", "nim(3) 5"])
def test_what_cannot_be_read_is_refused_by_name(text):
    with pytest.raises(CGTError):
        parse_position(text)


def test_every_move_of_a_sum_has_its_summand():
    position = parse_position("kayles 3 + nim 2,1 + kayles 1")
    assert [(str(one), one.first) for one in Told(position).summands] == [
        ("kayles 3", 0),
        ("nim 2,1", 1),
        ("kayles 1", 3),
    ]
    for index, move in position.moves():
        one, inner = Told(position).summand_of((index, move))
        assert one.ruleset == position.parts[index].game
        before, after = position.parts[: one.first], position.play((index, move)).parts
        changed = Told(one.position.play(inner)).summands[0].position
        assert str(changed).split(",") == [str(part) for part in after[len(before) :]][: len(str(changed).split(","))]
    assert Told(position).move((2, 1)) == "in nim 2,1: take 1 from heap 2"
    assert Told(position).record((2, 1)) == {"summand": 1, "heap": 1, "amount": 1}


def test_one_game_alone_speaks_as_ever():
    position = cgt.games.Nim().position(3, 5)
    assert Told(position).move((1, 2)) == "take 2 from heap 2"
    assert Told(position).record((1, 2)) == {"heap": 1, "amount": 2}
