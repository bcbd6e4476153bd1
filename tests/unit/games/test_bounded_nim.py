from __future__ import annotations

import pytest

from cgt.core.compounds import Sum
from cgt.core.outcome import Convention, Outcome
from cgt.errors import IllegalMoveError, NotApplicableError, RulesetError
from cgt.games.heaps.bounded_nim import BoundedNim, ParityRule, Remainders
from cgt.games.heaps.subtraction import Subtraction

MISERE = Convention.MISERE
GAME = BoundedNim(3)
FORM = Remainders(GAME, 3)


def test_text_form():
    assert str(GAME) == "bounded-nim(3)"
    assert BoundedNim.from_arguments("3") == GAME


@pytest.mark.parametrize("wrong", [(), ("0",), ("x",), ("3", "4"), ("-1",), ("1.5",)])
def test_wrong_text(wrong):
    with pytest.raises(RulesetError, match="needs a whole number m of at least 1"):
        BoundedNim.from_arguments(*wrong)


@pytest.mark.parametrize("wrong", [0, -3, 2.0, "3", True, None])
def test_wrong_parameter(wrong):
    with pytest.raises(RulesetError, match="needs a whole number m of at least 1"):
        BoundedNim(wrong)


@pytest.mark.parametrize("wrong", [0, 4, -1, (0, 1), "1"])
def test_illegal_moves(wrong):
    with pytest.raises(IllegalMoveError):
        GAME.position(9).play(wrong)


def test_explanations_of_one_row():
    assert FORM.explain(GAME.position(13)) == "13 leaves 1 when divided by 4: take 1"
    assert FORM.explain(GAME.position(12)) == "12 leaves 0 when divided by 4: every move can be answered"
    misere = FORM.explain(GAME.position(12), MISERE)
    assert misere == "12 leaves 0 when divided by 4; in misère play a 1 should be left to the opponent: take 3"
    assert "take" not in FORM.explain(GAME.position(13), MISERE)
    assert FORM.explain(GAME.position(0), MISERE).endswith("no move is left, and the player to move has won")


def test_explanation_of_several_rows():
    assert FORM.explain(GAME.position(13, 6)) == (
        "13 leaves 1 when divided by 4; 6 leaves 2 when divided by 4; the nim-sum is 1 ⊕ 2 = 3: take 3 from heap 1"
    )


def test_the_editors_example_of_article_001():
    """Rows 1 and 5; the opponent takes 2 from the second: take 2 in that same row."""
    after = GAME.position(1, 5).play((1, 2))
    assert FORM.outcome(GAME.position(1, 5)) is Outcome.P
    assert FORM.winning_moves(after) == ParityRule(GAME).winning_moves(after) == ((1, 2),)


def test_huge_rows():
    huge = 4 * 10**1000
    position = GAME.position(huge + 3, huge + 1)
    assert FORM.winning_moves(position) == ((0, 2), (1, 2))
    assert FORM.winning_moves(position, MISERE) == ((0, 3), (1, 2))
    assert BoundedNim(huge).closed_forms()[0].winning_moves(BoundedNim(huge).position(huge + 2)) == (1,)
    assert len(FORM.explain(position)) < 300


def test_the_parity_rule_counts_rows():
    rule = ParityRule(GAME)
    assert rule.explain(GAME.position(1, 5, 2, 8)) == (
        "modulo 4, rows that leave 1: 2, rows that leave 2: 1, rows that leave 3: 0, "
        "not all odd nor all even: take 2 from heap 2"
    )
    assert rule.outcome(GAME.position(4, 8)) is Outcome.P
    assert rule.nim_value(GAME.position(4, 8)) is None


def test_where_the_forms_apply():
    assert GAME.closed_forms() == (FORM, ParityRule(GAME))
    assert BoundedNim(4).closed_forms() == (Remainders(BoundedNim(4), 4),)
    assert not ParityRule(GAME).applies(GAME.position(3), MISERE)
    stranger = Sum(GAME.position(3), Subtraction(1, 2).position(2))
    assert not FORM.applies(stranger)
    with pytest.raises(NotApplicableError):
        FORM.outcome(stranger)
    with pytest.raises(NotApplicableError):
        ParityRule(GAME).winning_moves(GAME.position(3), MISERE)
