from __future__ import annotations

from itertools import islice

import pytest

import cgt
from cgt.core.nimber import mex
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Question
from cgt.errors import CGTError, IllegalMoveError, NotApplicableError, ParseError, PositionError, RulesetError
from cgt.families.heap_game import by_definition
from cgt.families.tame_form import TabulatedMisere
from cgt.games.heaps.subtraction import AllBut, Subtraction, TakeAFibonacci, TakeAPrime, TakeASquare, TwoAmounts

FIBONACCI = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89}
GAMES = {
    Subtraction(1, 3, 4): {1, 3, 4},
    Subtraction([5, 7, 2]): {2, 5, 7},
    AllBut(1, 3): set(range(1, 100)) - {1, 3},
    AllBut({4}): set(range(1, 100)) - {4},
    TakeASquare(): {n * n for n in range(1, 10)},
    TakeAPrime(): {n for n in range(2, 100) if all(n % d for d in range(2, n))},
    TakeAFibonacci(): FIBONACCI,
}
every_game = pytest.mark.parametrize(("game", "amounts"), GAMES.items(), ids=str)


def values_by_definition(amounts, stop):
    values = []
    for size in range(stop):
        values.append(mex(values[size - take] for take in amounts if take <= size))
    return values


@every_game
def test_nim_values_are_those_of_the_definition(game, amounts):
    assert game.table().values(90) == values_by_definition(amounts, 90)
    assert game.table().values(90) == list(islice(by_definition(game), 90))
    assert game.table().values(0) == []


@every_game
def test_moves_are_legal_ascending_and_nothing_else_is_allowed(game, amounts):
    for size in (0, 1, 2, 7, 64):
        takes = list(game.position(size).moves())
        assert takes == sorted(take for take in amounts if take <= size)
        assert [take for take in range(-3, size + 5) if game.allows(size, take)] == takes


@every_game
def test_ferguson_pairing(game, amounts):
    """G(n) = 1 exactly when G(n - min S) = 0: the fact on which misère play rests."""
    values = values_by_definition(amounts, 90)
    least = min(amounts)
    assert all((values[size] == 1) == (values[size - least] == 0) for size in range(least, 90))


@every_game
def test_illegal_moves_are_refused(game, amounts):
    for move in (0, -1, 99, "1", (1,), 2.5, None, max(set(range(1, 10)) - amounts)):
        with pytest.raises(IllegalMoveError):
            game.position(50).play(move)


@every_game
def test_text_form_and_hash(game, amounts):
    _, _, arguments = str(game).rstrip(")").partition("(")
    again = type(game).from_arguments(*(arguments.split(",") if arguments else ()))
    assert again == game
    assert hash(again) == hash(game)


def test_order_and_repetition_do_not_matter():
    assert Subtraction(4, 1, 3, 1) == Subtraction({1, 3, 4}) == Subtraction(iter([3, 4, 1]))
    assert str(Subtraction(4, 1, 3, 1)) == "subtraction(1,3,4)"


@pytest.mark.parametrize("wrong", [(), ([],), (0,), (1, -2), (1, 2.0), ("1",), ("13",), (True,), (None,), ([1, "a"],)])
@pytest.mark.parametrize("kind", [Subtraction, AllBut])
def test_wrong_amounts(kind, wrong):
    with pytest.raises(RulesetError, match="needs whole numbers of at least 1"):
        kind(*wrong)


@pytest.mark.parametrize("wrong", [(), ("x",), ("1", ""), ("0",), ("-1",), ("1.5",), ("1e3",), ("²",), ("9" * 5000,)])
@pytest.mark.parametrize("kind", [Subtraction, AllBut])
def test_wrong_text(kind, wrong):
    with pytest.raises(CGTError, match="needs whole numbers of at least 1") as caught:
        kind.from_arguments(*wrong)
    assert len(str(caught.value)) < 200


def test_one_amount_is_read_as_several_are():
    """A set without end has a letter."""
    assert Subtraction.from_arguments("10^3") == Subtraction(1000)
    with pytest.raises(RulesetError, match=r"such as subtraction\(1,3,4\), not '1;3;4'$"):
        Subtraction.from_arguments("1;3;4")


def test_named_games_take_no_arguments():
    with pytest.raises(RulesetError):
        TakeASquare.from_arguments("2")


def test_takes_are_lazy():
    huge = 10**1000
    assert list(islice(AllBut(2).position(huge).moves(), 3)) == [1, 3, 4]
    assert list(islice(TakeAPrime().position(huge).moves(), 5)) == [2, 3, 5, 7, 11]
    assert TakeASquare().position(huge).play(10**500 * 10**500) == TakeASquare().position(0)
    assert TakeAFibonacci().allows(huge, 13)


def test_parse_and_format():
    game = Subtraction(1, 3, 4)
    position = game.parse("5, 7,9")
    assert game.wording.position_text(position) == str(position) == "5,7,9"
    assert game.wording.move_record(position, (1, 3)) == {"heap": 1, "amount": 3}
    assert game.wording.move_text(position, (1, 3)) == "take 3 from heap 2"
    for text in ("5,x", "", "5,,6", "-1", "1.5"):
        with pytest.raises(ParseError):
            game.parse(text)
    with pytest.raises(PositionError):
        game.position(-1)


def test_which_sets_have_a_closed_form():
    assert [form.name for form in Subtraction(1, 2, 3).closed_forms()] == ["remainders modulo m+1"]
    assert [form.name for form in Subtraction(2, 3).closed_forms()] == ["period of two amounts"]
    assert [form.name for form in Subtraction(1, 3, 4).closed_forms()] == [
        "periodic nim-sequence",
        "Ferguson's pairing",
    ]


def test_two_amounts_explains_and_answers_huge_heaps():
    game = Subtraction(2, 5)
    (form,) = game.closed_forms()
    assert (
        cgt.solve(game.position(16), closed_form=form).explanation
        == "16 leaves 2 when divided by 7, which is worth 1: take 2"
    )
    assert (
        cgt.solve(game.position(15), closed_form=form).explanation
        == "15 leaves 1 when divided by 7, which is worth 0: every move can be answered"
    )
    assert "the nim-sum is 1 ⊕ 2 = 3: take " in cgt.solve(game.position(2, 5), closed_form=form).explanation
    huge = 7 * 10**1000 + 5
    assert cgt.solve(game.position(huge), closed_form=form).nim_value == 2
    assert cgt.solve(game.position(huge), closed_form=form).winning_moves == (5,)


def test_misere_play_by_table_keeps_to_what_it_can_tabulate():
    game = Subtraction(1, 3, 4)
    form = game.closed_forms()[-1]
    assert form.answer(Question(game.position(5))) is None
    assert form.answer(Question(game.position(10**6), Convention.MISERE)) is not None
    assert form.answer(Question(game.position(10**8), Convention.MISERE)) is None
    assert form.answer(Question(game.position(10**1000), Convention.MISERE)) is None
    question = Question(AllBut(2).position(10**5), Convention.MISERE)
    assert TabulatedMisere(AllBut(2)).answer(question) is None
    assert cgt.solve(game.position(1000, 2000, 3000), Convention.MISERE, closed_form=form).outcome is Outcome.N
    for move in cgt.solve(game.position(1000, 2000, 3000), Convention.MISERE, closed_form=form).winning_moves:
        assert (
            cgt.solve(game.position(1000, 2000, 3000).play(move), Convention.MISERE, closed_form=form).outcome
            is Outcome.P
        )


def test_two_amounts_refuses_a_position_of_another_game():
    form = TwoAmounts(Subtraction(2, 5))
    stranger = Subtraction(2, 7).position(4)
    assert form.answer(Question(stranger)) is None
    with pytest.raises(NotApplicableError):
        cgt.solve(stranger, closed_form=form)
