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
        ("poset", ",".join("abcdefghijkl"), "normal", "the trees are worth 1" + " ⊕ 1" * 11 + " = 0"),
        ("poset", ",".join("abcdefghijklm"), "normal", "the trees are worth 1" + " ⊕ 1" * 11 + " ⊕ … = 1"),
    ],
)
def test_the_reason_is_one_of_the_position(ruleset, position, convention, words):
    game = cgt.parse_ruleset(ruleset)
    assert words in cgt.solve(game.parse(position), convention).explanation
