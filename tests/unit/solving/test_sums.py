"""Sums of several games, as a person types and reads them."""

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.core.wording import Place
from cgt.errors import CGTError, ParseError
from cgt.solving.subjects import PositionText, SeveralGames, parse_position


@pytest.mark.parametrize(
    "text",
    [
        "kayles 7",
        "nim 3,5",
        "kayles 7 + nim 3,5 + wythoff 1,2",
        "takeaway(2n+1) 10:4 + nim 3",
        "octal(0.07) 5 + global-takeaway(2n) 3,5:2",
        "nim 1 + kayles 2 + nim 3",
        "chomp 5,3,1 + chomp 2,1",
        "knight 3,5 + chomp 5,3,1 + chomp 2,1",
    ],
)
def test_what_is_written_is_read_back(text):
    position = parse_position(text)
    assert PositionText(position).name == text
    assert parse_position(PositionText(position).name) == position


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
    words = SeveralGames().wording
    assert [(PositionText(summand).name, place) for summand, place in words.places(position)] == [
        ("kayles 3", Place(0, 0, 3)),
        ("nim 2,1", Place(1, 1, 3)),
        ("kayles 1", Place(2, 3, 3)),
    ]
    for index, move in position.moves():
        summand, inner, place = words.locate(position, (index, move))
        assert PositionText(summand).ruleset == position.parts[index].game
        assert words.whole_move(summand, inner, place) == (index, move)
        before, after = position.parts[: place.first], position.play((index, move)).parts
        changed = str(summand.play(inner))
        assert changed.split(",") == [str(part) for part in after[len(before) :]][: len(changed.split(","))]
        assert SeveralGames().wording.read_move(position, PositionText(position).write((index, move))) == (index, move)
    assert PositionText(position).move((2, 1)) == "in nim 2,1: take 1 from heap 2"
    assert PositionText(position).record((2, 1)) == {"summand": 1, "heap": 1, "amount": 1}


def test_components_that_name_no_game_are_told_in_the_words_of_any_game():
    class Pile(int):
        def moves(self):
            return range(1, self + 1)

        def play(self, take):
            return Pile(self - take)

    position = cgt.Sum(Pile(2), cgt.games.Nim().position(3))
    told = PositionText(position)
    assert told.name == "2 + nim 3"
    assert (told.move((0, 1)), told.write((1, 2))) == ("in 2: 1", "2: 2")
    assert told.record((0, 1)) == {"summand": 0, "move": 1}
    assert (PositionText(Pile(2)).move(1), PositionText(Pile(2)).name, PositionText(cgt.Sum()).name) == ("1", "2", "0")


def test_one_game_alone_speaks_as_ever():
    position = cgt.games.Nim().position(3, 5)
    assert PositionText(position).move((1, 2)) == "take 2 from heap 2"
    assert PositionText(position).record((1, 2)) == {"heap": 1, "amount": 2}


FIBONACCI = f"fibonacci-nim {10**24}:17"
"""Worth 3; takes of 7, 8, 9, 10, … leave positions whose values are not known at such a size."""


@pytest.mark.parametrize("other", ["nim 8", "kayles 5", "kayles 9", "nim 100"])
def test_what_cannot_be_valued_hides_no_winning_move_behind_it(other):
    first, last = cgt.solve(f"{FIBONACCI} + {other}"), cgt.solve(f"{other} + {FIBONACCI}")
    assert {(move.component, move.move) for move in first.winning_moves} == {
        (1 - move.component, move.move) for move in last.winning_moves
    }
    assert first.winning_moves.cut
    for move in first.winning_moves:
        assert cgt.outcome(first.position.play(move)) is Outcome.P
    small = cgt.parse_position(other)
    worth = [move for move in small.moves() if cgt.nim_value(small.play(move)) == 3]
    assert worth == [move.move for move in first.winning_moves if move.component == 1]
