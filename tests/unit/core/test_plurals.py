"""Words for a person in each language: one move is one move, and where there is no move nothing is said of answers."""

import pytest

import cgt
from cgt.core.language import language, ngettext
from cgt.core.numbers import format_int
from cgt.solving.subjects import PositionText


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mark 2", "2 divides 2 exactly 1 time, and it is worth 0: every move can be answered"),
        ("mark 8", "2 divides 8 exactly 3 times"),
        ("dim 0,3", "the empty heap is worth 0; 2 divides 3 exactly 0 times, so it is worth 1"),
        ("aliquot 0", "the empty heap is worth 0: no move is left"),
        ("exact-slow-nim(1) 1", "every play has 1 move"),
        ("exact-nim(2) 1,2", "at most 1 move can"),
        ("exact-nim(2) 2,2", "at most 2 moves can"),
        ("nim 0,0", "the nim-sum is 0 ⊕ 0 = 0: no move is left, and the player to move has lost"),
        ("nim 3,3", "the nim-sum is 3 ⊕ 3 = 0: every move can be answered"),
        ("moore-nim(2) 0,0", "no move is left"),
        ("dawsons-pawns .", "1 file is worth 1"),
        ("takeaway(2n) 1", "1 is more than the 0 that may be taken: no move is left, and the player to move has lost"),
        ("takeaway(2n) 8:2", "8 is more than the 2 that may be taken: every move can be answered"),
        ("blocked(nim,2) 0", "no move is left"),
    ],
)
def test_a_reason_counts_as_people_do(text, said):
    assert said in cgt.solve(text).explanation


def test_who_has_no_move_in_misere_play_has_won_and_is_told_of_none():
    assert cgt.solve("mark 0,0", "misere").explanation.endswith("no move is left, and the player to move has won")
    assert cgt.solve("mark 0,1", "misere").explanation.endswith("every move can be answered")


def test_none_is_singular_in_french():
    with language("fr"):
        assert ngettext("one", "many", 0) == "one"
    assert ngettext("one", "many", 0) == "many"


def test_an_outcome_and_a_long_number_speak_french():
    with language("fr"):
        assert [outcome.meaning for outcome in cgt.Outcome] == [
            "le joueur qui doit jouer gagne",
            "le joueur qui vient de jouer gagne",
            "aucun joueur ne peut forcer la victoire",
        ]
        assert format_int(10**50) == "10000000…00000000 (51 chiffres)"


def test_left_is_a_side_where_a_peg_hops():
    """The word has another meaning in a sweep, where it is what is left to do."""
    position = cgt.parse_position("peg-duotaire oo.oo")
    with language("fr"):
        moves = {PositionText(position).move(move) for move in position.moves()}
    assert {
        "sauter avec le pion de la place 1 vers la droite",
        "sauter avec le pion de la place 5 vers la gauche",
    } <= moves
    assert len(moves) == 4
