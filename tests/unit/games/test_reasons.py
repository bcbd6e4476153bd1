"""What a solution says in words: the reason is the one that holds of the position."""

from __future__ import annotations

import pytest

import cgt


@pytest.mark.parametrize(
    ("ruleset", "position", "convention", "words"),
    [
        ("queen", "0,0", "misere", "the queen is in the corner"),
        ("queen", "1,0", "normal", "the queen reaches one of Wythoff's pairs"),
        ("queen", "1,2", "normal", "the square is one of Wythoff's pairs"),
        ("chomp", "100,1,1,1", "normal", "the arms are heaps of nim, 99 ⊕ 3 = 96"),
        ("hackenbush", "ground-a,a-b,b-c,ground-d,d-d", "normal", "what stands on the ground is worth 3 ⊕ 2 = 1"),
        ("staircase", "3,7,5", "normal", "the odd steps have the nim-sum 3 ⊕ 5 = 6"),
        ("cyclic-nimhoff(3)", "8,5", "normal", "the quotients have the nim-sum 3 and the remainders leave 1"),
        ("poset", ",".join("abcdefghijkl"), "normal", "the trees are worth 1" + " ⊕ 1" * 11 + " = 0"),
        ("poset", ",".join("abcdefghijklm"), "normal", "the trees are worth 1" + " ⊕ 1" * 11 + " ⊕ … = 1"),
    ],
)
def test_the_reason_is_one_of_the_position(ruleset, position, convention, words):
    game = cgt.parse_ruleset(ruleset)
    assert words in cgt.solve(game.parse(position), convention).explanation


def test_a_closed_line_tells_what_it_shuts_in():
    game = cgt.parse_ruleset("brussels-sprouts")
    position = game.parse("4,4")
    told = [game.move_text(position, move) for move in position.moves() if len(move) == 4 and move[2] == 0]
    assert told == ["join A with itself, 0 of its arms on one side" + more for more in ("", ", and B")]


def test_the_moves_that_can_be_forbidden_are_counted():
    game = cgt.parse_ruleset("blocked(kayles,2)")
    assert "of which 1 can be forbidden" in cgt.solve(game.parse("5")).explanation
