from __future__ import annotations

import pytest

import cgt
from cgt.core.compounds import Sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Question
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
    with pytest.raises(RulesetError, match=r"needs a whole number m of at least 1|got .*; it takes a number m"):
        BoundedNim.from_arguments(*wrong)


@pytest.mark.parametrize("wrong", [0, -3, 2.0, "3", True, None])
def test_wrong_parameter(wrong):
    with pytest.raises(RulesetError, match=r"needs a whole number m of at least 1"):
        BoundedNim(wrong)


@pytest.mark.parametrize("wrong", [0, 4, -1, (0, 1), "1"])
def test_illegal_moves(wrong):
    with pytest.raises(IllegalMoveError):
        GAME.position(9).play(wrong)


def test_explanations_of_one_row():
    assert cgt.solve(GAME.position(13), closed_form=FORM).explanation == "13 leaves 1 when divided by 4: take 1"
    assert (
        cgt.solve(GAME.position(12), closed_form=FORM).explanation
        == "12 leaves 0 when divided by 4: every move can be answered"
    )
    misere = cgt.solve(GAME.position(12), MISERE, closed_form=FORM).explanation
    assert misere == "12 leaves 0 when divided by 4; in misère play a 1 should be left to the opponent: take 3"
    assert "take" not in cgt.solve(GAME.position(13), MISERE, closed_form=FORM).explanation
    assert cgt.solve(GAME.position(0), MISERE, closed_form=FORM).explanation.endswith(
        "no move is left, and the player to move has won"
    )


def test_explanation_of_several_rows():
    assert cgt.solve(GAME.position(13, 6), closed_form=FORM).explanation == (
        "13 leaves 1 when divided by 4; 6 leaves 2 when divided by 4; the nim-sum is 1 ⊕ 2 = 3: take 3 from heap 1"
    )


def test_the_editors_example_of_article_001():
    """Rows 1 and 5; the opponent takes 2 from the second: take 2 in that same row."""
    after = GAME.position(1, 5).play((1, 2))
    assert cgt.solve(GAME.position(1, 5), closed_form=FORM).outcome is Outcome.P
    for form in (FORM, ParityRule(GAME)):
        assert cgt.solve(after, closed_form=form).winning_moves == ((1, 2),)


def test_huge_rows():
    huge = 4 * 10**1000
    position = GAME.position(huge + 3, huge + 1)
    assert cgt.solve(position, closed_form=FORM).winning_moves == ((0, 2), (1, 2))
    assert cgt.solve(position, MISERE, closed_form=FORM).winning_moves == ((0, 3), (1, 2))
    assert cgt.solve(
        BoundedNim(huge).position(huge + 2), closed_form=BoundedNim(huge).closed_forms()[0]
    ).winning_moves == (1,)
    assert len(cgt.solve(position, closed_form=FORM).explanation) < 300


def test_the_parity_rule_counts_rows():
    rule = ParityRule(GAME)
    assert cgt.solve(GAME.position(1, 5, 2, 8), closed_form=rule).explanation == (
        "modulo 4, rows that leave 1: 2, rows that leave 2: 1, rows that leave 3: 0, "
        "not all odd nor all even: take 2 from heap 2"
    )
    assert cgt.solve(GAME.position(4, 8), closed_form=rule).outcome is Outcome.P
    assert cgt.solve(GAME.position(4, 7), closed_form=rule).nim_value is None


def test_where_the_forms_apply():
    assert GAME.closed_forms() == (FORM, ParityRule(GAME))
    assert BoundedNim(4).closed_forms() == (Remainders(BoundedNim(4), 4),)
    assert ParityRule(GAME).answer(Question(GAME.position(3), MISERE)) is None
    stranger = Sum(GAME.position(3), Subtraction(1, 2).position(2))
    assert FORM.answer(Question(stranger)) is None
    with pytest.raises(NotApplicableError):
        cgt.solve(stranger, closed_form=FORM)
    with pytest.raises(NotApplicableError):
        cgt.solve(GAME.position(3), MISERE, closed_form=ParityRule(GAME))
