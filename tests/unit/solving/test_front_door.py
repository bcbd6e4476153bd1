"""What somebody types first: numbers with blanks, brackets and powers, small limits, and a look at the answer."""

from __future__ import annotations

import pytest

import cgt
from cgt.errors import BudgetError, CGTError, IllegalMoveError, NumberError, ParseError


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("nim 3 4 5", "nim 3,4,5"),
        ("nim(3,4,5)", "nim 3,4,5"),
        ("nim (3, 4, 5)", "nim 3,4,5"),
        ("kayles 3; 4", "kayles 3,4"),
        ("wythoff(3, 5)", "wythoff 3,5"),
        ("moore-nim(2) 3 4", "moore-nim(2) 3,4"),
    ],
)
def test_advice_for_positions_written_otherwise(text, meant):
    with pytest.raises(ParseError, match="write ") as refusal:
        cgt.parse_position(text)
    assert f"write {meant}," in str(refusal.value)
    cgt.parse_position(meant)


@pytest.mark.parametrize("text", ["subtraction(3,4)", "wythoff(2)", "bounded-nim(3)", "nothing(3)", "nim()"])
def test_a_game_with_arguments_alone_is_no_position(text):
    with pytest.raises(CGTError, match=r"say a position, too|there is no ruleset"):
        cgt.parse_position(text)


def test_powers_are_read_as_the_numbers_they_are():
    assert (
        cgt.parse_position("kayles 10^30") == cgt.parse_position("kayles 10**30") == cgt.games.Kayles().position(10**30)
    )
    assert cgt.parse_position("wythoff 10^30, 2 ** 100") == cgt.games.Wythoff().position(10**30, 2**100)
    assert cgt.parse_position("takeaway(2n) 10^30:5") == cgt.games.TakeAway("2n").position((10**30, 5))
    for text in ("nim 10^100000", "nim 99999999999^99999", "nim 2^-1", "nim 2^3^4", "nim 10^^3", "nim 9^999999999"):
        with pytest.raises(ParseError):
            cgt.parse_position(text)


@pytest.mark.parametrize("ask", [cgt.outcome, cgt.nim_value, cgt.winning_moves, cgt.remoteness])
def test_a_limit_that_is_advised_is_taken(ask):
    with pytest.raises(BudgetError, match="a higher max_positions allows more"):
        ask("cram 5x5", max_positions=1)
    assert ask("chomp 2,1", max_positions=1_000) is not None
    with pytest.raises(NumberError):
        ask("nim 3", max_positions=-1)


def test_a_solution_is_represented_in_a_line():
    assert repr(cgt.solve("kayles 7")) == "<Solution of kayles 7, normal: N, nim-value 2, by certificate>"
    for text in ("nim 10^3000,3", "wythoff 3,5 + nim 2", "cram 4x4", f"nim {','.join(['3'] * 500)}"):
        for convention in ("normal", "misere"):
            assert len(repr(cgt.solve(text, convention))) < 250


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (cgt.games.Kayles().position(7), 3),
        (cgt.games.Octal("0.07").position(7), 3),
        (cgt.games.Grundy().position(7), (3, 3)),
    ],
)
def test_a_refused_move_says_what_a_move_looks_like(position, move):
    with pytest.raises(IllegalMoveError) as refusal:
        position.play(move)
    first = next(iter(position.moves()))
    assert str(first) in str(refusal.value)
    position.play(first)


class Word(str):
    """A position that is a text: a move strikes out one letter."""

    __slots__ = ()

    def moves(self):
        return range(len(self))

    def play(self, move):
        return Word(self[:move] + self[move + 1 :])


def test_a_position_that_is_a_text_is_not_read():
    assert cgt.outcome(Word("nim")) == "N"
    assert cgt.solve(Word("nim 3")).winning_moves == (0, 1, 2, 3, 4)
    assert cgt.genus(Word("abc")) == cgt.genus("subtraction(1) 3")
    assert cgt.nim_value(cgt.parse_position("nim 3") + Word("abc")) == 2
