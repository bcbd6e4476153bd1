from __future__ import annotations

from itertools import islice, product
from math import comb

import pytest

import cgt
from cgt.core.outcome import Convention, Outcome
from cgt.errors import BudgetError, IllegalMoveError, NotApplicableError, ParseError, RulesetError
from cgt.games.heaps.moore import BinaryColumns, MooreNim

MISERE = Convention.MISERE
GAME = MooreNim(2)
FORM = BinaryColumns(GAME)


def test_text_form():
    assert str(GAME) == "moore-nim(2)"
    assert MooreNim.from_arguments("2") == GAME
    assert GAME.closed_forms() == (FORM,)


@pytest.mark.parametrize("wrong", [(), ("0",), ("x",), ("1", "2"), ("-1",)])
def test_wrong_text(wrong):
    with pytest.raises(RulesetError, match=r"needs a whole number k of at least 1|got .*; it takes a number k"):
        MooreNim.from_arguments(*wrong)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_moves_are_exactly_those_the_rule_allows(most):
    heaps = (2, 0, 3, 1)
    expected = {
        amounts
        for amounts in product(range(3), range(1), range(4), range(2))
        if 1 <= sum(amount > 0 for amount in amounts) <= most
    }
    moves = list(MooreNim(most).position(*heaps).moves())
    assert len(moves) == len(expected)
    assert set(moves) == expected


@pytest.mark.parametrize("wrong", [(0, 0, 0), (1, 1, 1), (4, 0, 0), (-1, 0, 1), (1, 1), 1, None, (1.0, 0, 0), "100"])
def test_illegal_moves(wrong):
    with pytest.raises(IllegalMoveError, match=r"may not be taken from the heaps 3, 3, 3 under moore-nim\(2\)"):
        GAME.position(3, 3, 3).play(wrong)


def test_positions_are_equal_up_to_order_only_when_canonical():
    position = GAME.position(5, 1, 3)
    assert position != GAME.position(1, 3, 5)
    assert position.canonical() == GAME.position(1, 3, 5).canonical() == GAME.position(1, 3, 5)
    assert hash(GAME.position(5, 1, 3)) == hash(position)
    assert position != MooreNim(3).position(5, 1, 3)


def test_records_and_text():
    position = GAME.parse("5,1, 3")
    assert GAME.wording.position_text(position) == str(position) == "5,1,3"
    assert GAME.wording.move_record(position, (0, 0, 2)) == {"heap": 2, "amount": 2}
    assert GAME.wording.move_record(position, (4, 0, 2)) == {"heaps": [0, 2], "amounts": [4, 2]}
    assert GAME.wording.move_text(position, (4, 0, 2)) == "take 4 from heap 1 and 2 from heap 3"
    total = GAME.parse("5,1 + 3,4")
    assert GAME.wording.position_text(total) == str(total) == "5,1 + 3,4"
    assert GAME.wording.move_record(total, (1, (2, 3))) == {"heaps": [2, 3], "amounts": [2, 3]}
    with pytest.raises(ParseError):
        GAME.parse("5,x")


def test_explanations():
    assert cgt.solve(GAME.position(5, 6, 7), closed_form=FORM).explanation == (
        "in binary the heaps are 101, 110, 111, and the numbers of ones in the columns are 3, 2, 2; "
        "every count should be a multiple of 3: take 1 from heap 2 and 2 from heap 3"
    )
    assert cgt.solve(GAME.position(3, 3, 3), closed_form=FORM).explanation == (
        "in binary the heaps are 11, 11, 11, and the numbers of ones in the columns are 3, 3; "
        "every count should be a multiple of 3, and is: every move can be answered"
    )
    assert (
        "the last one 1 more (misère play), and is: "
        in cgt.solve(GAME.position(1), MISERE, closed_form=FORM).explanation
    )
    assert cgt.solve(GAME.position(0, 0), MISERE, closed_form=FORM).explanation.endswith(
        "no move is left, and the player to move has won"
    )
    huge = cgt.solve(GAME.position(2**2000, 2**2000, 3), closed_form=FORM).explanation
    assert huge.startswith("in binary, 2 heaps have a 1 worth 2^2000; every count should be a multiple of 3: take ")
    assert len(huge) < 400


def test_huge_heaps_have_a_first_winning_move_at_once(upto):
    huge = 10 ** upto(300, full=1_000)
    position = GAME.position(huge, huge + 1, huge + 2, 7)
    assert cgt.solve(position, closed_form=FORM).outcome is Outcome.N
    for convention in Convention:
        moves = cgt.solve(position, convention, closed_form=FORM).winning_moves
        assert moves
        for move in islice(moves, 5):
            assert cgt.solve(position.play(move), convention, closed_form=FORM).outcome is Outcome.P
    assert cgt.solve(GAME.position(huge, huge, huge), MISERE, closed_form=FORM).outcome is Outcome.P
    assert not cgt.solve(GAME.position(huge, huge, huge), closed_form=FORM).winning_moves


def test_winning_moves_that_are_too_many_to_list(monkeypatch):
    """From 2^n - 1, 2^n - 1 and twice that, each digit of the first two may be shared out in two ways."""
    n = 30
    position = GAME.position(2**n, 2**n, 2**n - 1)
    moves = cgt.solve(position, closed_form=FORM).winning_moves
    # Both large heaps are lowered, and each of the n lower columns needs two ones more: both heaps become 2^n - 1; or
    # the third heap is lowered instead, which is no use.
    assert list(moves) == [(1, 1, 0)]
    many = cgt.solve(GAME.position(2**n, 2**n, 2**n - 1, 2**n - 1), closed_form=FORM).winning_moves
    monkeypatch.setattr("cgt.core.lazy_moves.LIMIT", 1_000)
    with pytest.raises(BudgetError, match="more than 1,000 moves"):
        len(many)
    few = cgt.solve(GAME.position(2**3, 2**3, 2**3 - 1, 2**3 - 1), closed_form=FORM).winning_moves
    assert len(few) == comb(2, 1) ** 3


def test_k_1_is_nim():
    form = BinaryColumns(MooreNim(1))
    position = MooreNim(1).position(3, 4, 6)
    assert cgt.solve(position, closed_form=form).nim_value == 1
    assert cgt.solve(position, MISERE, closed_form=form).nim_value == 1
    assert list(cgt.solve(position, closed_form=form).winning_moves) == [(1, 0, 0)]
    assert cgt.solve(GAME.position(3, 4, 6), closed_form=FORM).nim_value is None
    assert cgt.solve(GAME.position(3, 3, 3), closed_form=FORM).nim_value == 0


@pytest.mark.parametrize("convention", Convention)
def test_heaps_that_one_move_may_reach_are_one_heap(convention, monkeypatch):
    for heaps in product(range(4), range(4), (0,)):
        assert FORM.nim_value(heaps, convention) == cgt.Evaluator(convention).nim_value(GAME.position(*heaps))
    monkeypatch.setattr(MooreNim, "moves", lambda *_heaps: pytest.fail("a heap was searched, and all below it"))
    assert cgt.nim_values("moore-nim(2)", 10**4)[-1] == 10**4 - 1


def test_a_position_of_another_game_is_refused():
    with pytest.raises(NotApplicableError):
        cgt.solve(MooreNim(3).position(1, 2), closed_form=FORM)
    with pytest.raises(NotApplicableError):
        cgt.solve(GAME.position(1) + GAME.position(2), closed_form=FORM)
