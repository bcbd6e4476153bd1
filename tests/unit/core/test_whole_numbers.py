"""What is a whole number and what is none: the same answer wherever a user gives one."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction

import numpy as np
import pytest

import cgt
from cgt.core.language import language
from cgt.core.nimber import Nimber, nim_product, nim_sum
from cgt.core.numbers import check_limit, check_whole, is_whole
from cgt.engine.players import PodiumEvaluator
from cgt.errors import BudgetError, CGTError, IllegalMoveError, NumberError, ParseError, PositionError, RulesetError
from cgt.families.registry import parse_ruleset
from cgt.games.heaps.takeaway import TakeAway

NO_NUMBERS = [True, False, 2.0, "2", None, (2,), np.bool_(1), np.array([1, 2]), np.array(1.0)]
NEEDS = "it is a whole number of at least 0"


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_what_is_no_whole_number(value):
    assert not is_whole(value)
    with pytest.raises(NumberError, match="it is a whole number of at least 0, not "):
        check_whole(value, NEEDS)


def test_numbers_of_any_kind_become_ints():
    for value in (7, np.int64(7), np.uint8(7), np.array(7)):
        assert type(check_whole(value, NEEDS)) is int
        assert check_whole(value, NEEDS) == 7
    assert check_whole(-7, NEEDS, least=None) == -7
    with pytest.raises(ParseError):
        check_whole(np.int64(1), NEEDS, least=2, error=ParseError)
    heap = cgt.games.Nim().position(np.int64(5))
    assert type(heap.size) is int
    assert cgt.nim_value(heap) == 5


@pytest.mark.parametrize(
    ("game", "heaps", "move"),
    [
        ("nim", [3], True),
        ("nim", [3, 4], (True, 1)),
        ("nim", [3, 4], (1, True)),
        ("subtraction(1,3,4)", [5], True),
        ("take-a-square", [5], True),
        ("takeaway(2n)", [5], True),
        ("wythoff", [3, 5], (True, 0)),
        ("moore-nim(2)", [3, 5], (True, True)),
        ("kayles", [3], (True,)),
        ("kayles", [3], (True, True)),
        ("global-takeaway(2n)", [3, 4], (0, True)),
    ],
)
def test_true_is_no_move(game, heaps, move):
    with pytest.raises(IllegalMoveError, match="True"):
        parse_ruleset(game).position(*heaps).play(move)


def test_true_is_no_move_of_a_heap_rule():
    rule = cgt.HeapRule(lambda n: [(n - 1,)] if n else [])
    with pytest.raises(IllegalMoveError, match="True"):
        rule.position(2).play((True,))
    with pytest.raises(RulesetError, match="True"):
        cgt.HeapRule(lambda n: [(True,)] if n > 1 else []).table().values(5)


@pytest.mark.parametrize("wrong", [True, 1.0, None])
@pytest.mark.parametrize(
    "make",
    [
        lambda wrong: cgt.games.Nim().position(3, wrong),
        lambda wrong: cgt.games.Wythoff().position(3, wrong),
        lambda wrong: cgt.games.TakeAway("2n").position((3, wrong)),
        cgt.games.BoundedNim,
        cgt.games.Wythoff,
        cgt.games.MooreNim,
        lambda wrong: cgt.games.Subtraction(1, wrong),
        cgt.games.LinearQuota,
        lambda wrong: cgt.games.LinearQuota(1, wrong),
        lambda wrong: cgt.games.TableQuota((1, wrong)),
        lambda wrong: cgt.games.TakeAway("2n", wrong),
        Nimber,
        lambda wrong: nim_sum(1, wrong),
        lambda wrong: nim_product(1, wrong),
        lambda wrong: cgt.nim_values(cgt.games.Nim(), wrong),
        lambda wrong: cgt.nim_value_table(cgt.games.Nim(), 2, wrong),
        lambda wrong: cgt.crosscheck(cgt.games.Nim(), wrong),
    ],
)
def test_true_and_its_like_are_refused_wherever_a_number_is_wanted(make, wrong):
    with pytest.raises(CGTError) as refusal:
        make(wrong)
    assert repr(wrong) in str(refusal.value)
    assert isinstance(refusal.value, ValueError)


def test_a_quota_of_true_is_refused():
    with pytest.raises(RulesetError, match="whole number"):
        TakeAway(lambda taken: taken > 0).position((5, 2)).play(1)


@pytest.mark.parametrize("wrong", [-1, "a", True, 2.5])
@pytest.mark.parametrize(
    "ask",
    [
        lambda limit: cgt.Evaluator(max_positions=limit),
        lambda limit: PodiumEvaluator(3, max_positions=limit).place(cgt.games.Nim().position(1)),
        lambda limit: cgt.solve(cgt.games.Nim().position(3), max_positions=limit),
        lambda limit: cgt.nim_values(cgt.games.Nim(), 3, max_positions=limit),
        lambda limit: cgt.nim_value_table(cgt.games.Nim(), 3, 3, max_positions=limit),
        lambda limit: cgt.p_positions(cgt.games.Nim(), 3, max_positions=limit),
        lambda limit: cgt.crosscheck(cgt.games.Nim(), 3, max_positions=limit),
        check_limit,
    ],
)
def test_a_limit_is_a_whole_number_or_none(ask, wrong):
    with pytest.raises(NumberError, match="max_positions is a whole number of at least 0, or None for no limit, not"):
        ask(wrong)
    ask(None)


@pytest.mark.parametrize("wrong", [-1, -(10**400), float("nan"), "10", 3j])
@pytest.mark.parametrize(
    "ask",
    [lambda wrong: cgt.Evaluator(max_seconds=wrong), lambda wrong: cgt.misere_quotient("kayles", max_seconds=wrong)],
)
def test_seconds_are_a_number_or_none(ask, wrong):
    with pytest.raises(NumberError, match="max_seconds is a number of at least 0, or None for no limit, not "):
        ask(wrong)


def test_seconds_may_be_a_fraction():
    with pytest.raises(BudgetError, match=r"takes more than 0\.25 seconds"):
        cgt.misere_quotient("mark", stop=25, max_seconds=Fraction(1, 4))


def test_positions_of_another_kind_are_still_refused():
    with pytest.raises(PositionError):
        cgt.games.Nim().position((3,))


@pytest.mark.parametrize("players", [1, True, "a", 2.0, 10**30])
def test_players_are_some_whole_number(players):
    with pytest.raises(RulesetError, match="2 to 1,000,000 players"):
        PodiumEvaluator(players)


@pytest.mark.parametrize("question", ["outcome", "nim_value", "remoteness", "suspense", "winning_moves"])
def test_an_evaluator_is_asked_about_positions(question):
    with pytest.raises(PositionError, match="5 is not a position"):
        getattr(cgt.Evaluator(), question)(5)


def test_a_move_may_be_one_of_numpys_numbers():
    np = pytest.importorskip("numpy")
    heap = cgt.games.Nim().position(np.int64(5))
    assert heap.play(np.int64(2)) == cgt.games.Nim().position(3)
    assert type(heap.play(np.int64(2)).size) is int
    with pytest.raises(cgt.errors.IllegalMoveError):
        heap.play(np.bool_(True))


@pytest.mark.parametrize(
    ("game", "heaps"),
    [
        (cgt.games.Cram(), (3, 5)),
        (cgt.games.Notakto(), (3, 3)),
        (cgt.games.PegDuotaire(), (5,)),
        (cgt.games.Sprouts(), (3,)),
        (cgt.games.Queen(), (3, 5)),
        (cgt.games.Motley(), (1, 3)),
        (cgt.games.Kayles(), (5,)),
        (cgt.games.Nim(), (3, 5)),
        (cgt.games.GlobalTakeAway("2n"), (3, 5)),
        (cgt.game(lambda n: [n - 1, n // 2] if n else []), (5,)),
        (cgt.game(lambda n: [n - 1, n // 2] if n else [], example=np.int64(3)), (3, 4)),
        (cgt.game(lambda pair: [(pair[0] - 1, pair[1])] if pair[0] else [], example=(5, 2)), (3, 5)),
        (cgt.game(lambda pair: [(pair[0] - 1, pair[1])] if pair[0] else [], example=(5, 2)), ((3, 5),)),
    ],
    ids=repr,
)
def test_positions_and_moves_of_numpys_numbers_are_those_of_ints(game, heaps):
    position, same = game.position(*heaps), game.position(*_numpys(heaps))
    assert repr(same) == repr(position)
    for move in position.moves():
        assert repr(position.play(_numpys(move))) == repr(position.play(move))


def _numpys(value):
    """The value with numpy's numbers for ints, in tuples too."""
    return tuple(map(_numpys, value)) if isinstance(value, tuple) else np.int64(value) if is_whole(value) else value


class Side(IntEnum):
    LEFT = 1
    RIGHT = 2


class Sides(cgt.Game):
    """A game on a number, whose moves speak of sides."""

    name = "sides"

    def moves(self, state):
        return [(side, "cut") for side in Side if side <= state]

    def after(self, state, move):
        return state - {"LEFT": 1, "RIGHT": 2}[move[0].name]


def test_members_of_an_enum_stay_what_they_are_in_a_move():
    position = Sides().position(5)
    assert cgt.winning_moves(position) == ((Side.RIGHT, "cut"),)
    assert position.play((Side.RIGHT, "cut")).state == 3


SMALL = [np.int8, np.uint8, np.int16, np.int32, np.int64]


@pytest.mark.parametrize("kind", SMALL)
def test_limits_and_bounds_of_numpys_kinds_are_ints(kind):
    """They overflow where more than a few of them are multiplied, with an answer and a warning."""
    rule = cgt.game(lambda n: [n - 1, n // 2] if n else [])
    most, stop = kind(100), kind(20)
    assert cgt.outcome(rule.position(9), max_positions=most) == cgt.outcome(rule.position(9))
    assert cgt.remoteness(rule.position(9), max_positions=most) == cgt.remoteness(rule.position(9))
    assert cgt.nim_values(rule, stop, max_positions=most) == cgt.nim_values(rule, 20)
    assert cgt.nim_value_table("wythoff", stop, stop) == cgt.nim_value_table("wythoff", 20, 20)
    assert cgt.p_positions("nim", stop, heaps=kind(2)) == cgt.p_positions("nim", 20, heaps=2)
    assert cgt.period("kayles", kind(100)) == cgt.period("kayles", 100)
    assert cgt.genera("kayles", kind(5), max_positions=most) == cgt.genera("kayles", 5)
    assert str(cgt.misere_quotient("0.07", stop=stop, max_seconds=kind(3))) == str(
        cgt.misere_quotient("0.07", stop=20, max_seconds=3)
    )
    for evaluator in (cgt.Evaluator, cgt.LoopyEvaluator):
        assert type(evaluator(max_positions=most).max_positions) is int
        assert evaluator(max_positions=most).outcome(rule.position(9)) == cgt.outcome(rule.position(9))


@pytest.mark.parametrize("kind", SMALL)
@pytest.mark.parametrize(
    ("make", "heaps"),
    [
        (lambda a, b: cgt.games.Wythoff(a), (10**30, 5)),
        (lambda a, b: cgt.games.Wythoff(a), (40_000, 50_000)),
        (lambda a, b: cgt.games.BoundedNim(a), (10**30, 5)),
        (lambda a, b: cgt.games.MooreNim(a), (10**30, 5)),
        (lambda a, b: cgt.games.TakeAPower(a), (1_000, 5)),
        (lambda a, b: cgt.games.PassingGame("nim", a), (30, 4)),
        (lambda a, b: cgt.games.TakeAway(cgt.games.LinearQuota(a, b)), ((10**30, 5),)),
        (lambda a, b: cgt.games.TakeAway(cgt.games.FloorQuota(b, b, a)), ((1_000, 5),)),
        (lambda a, b: cgt.games.TakeAway([a, b]), ((1_000, 5),)),
        (lambda a, b: cgt.games.TakeAway("2n", a), (10**30,)),
        (lambda a, b: cgt.games.Kotzig(b + b, (a, b)), (0,)),
        (lambda a, b: cgt.games.HypergraphNim([[a, b], [b]]), (1, 2, 3, 4)),
    ],
)
def test_parameters_of_numpys_kinds_are_ints(make, heaps, kind):
    game, same = make(kind(2), kind(3)), make(2, 3)
    assert (str(game), repr(game)) == (str(same), repr(same))
    for convention in ("normal", "misere"):
        moves = cgt.winning_moves(game.position(*heaps), convention)
        assert repr(moves) == repr(cgt.winning_moves(same.position(*heaps), convention))


def test_a_quota_of_a_function_may_be_one_of_numpys_numbers():
    game = cgt.games.GlobalTakeAway(lambda taken: np.int64(2 * taken))
    assert cgt.outcome(game.position(2, 3, quota=1)) == cgt.outcome("global-takeaway(2n) 2,3:1")


def test_a_message_of_a_wrong_number_is_in_one_language():
    """Of what somebody typed it is French; what only a programmer meets is English to the last word."""
    position = cgt.parse_position("kayles 5")
    english = (
        lambda: cgt.games.Nim().position(-1),
        lambda: cgt.nim_sum(-1),
        lambda: cgt.with_pass(position, 0),
        lambda: cgt.misere_quotient("kayles", stop=-1),
        lambda: cgt.genera("kayles", -1),
        lambda: cgt.nim_values("kayles", -1),
        lambda: cgt.outcome(position, max_positions=-1),
        lambda: cgt.games.Kotzig(9, [1, 2]).position(0, 5),
        lambda: cgt.games.Geography().position("a", "abc"),
    )
    french = {
        lambda: cgt.parse_position("brussels-sprouts 0,1"): "un dessin a un nombre entier de bras libres, au moins 1",
        lambda: cgt.parse_position("takeaway([0,1]) 5"): "chaque quota d’une table est un nombre entier d’au moins 1",
        lambda: cgt.parse_position("mock-turtles 9999999"): "la place d’une pièce est un nombre entier",
        lambda: cgt.parse_position("kotzig(5,1,2) 5"): "une case de kotzig(5,1,2) est un nombre entier de 0 à 4",
        lambda: cgt.parse_position("rugs 0:1"): "lignes et colonnes se comptent de 1 à 1 000 000",
        lambda: cgt.parse_ruleset("subtraction(0)"): "subtraction(amounts) demande des nombres entiers d’au moins 1",
        lambda: cgt.parse_ruleset("mark(x)"): "mark(t) demande un entier t d’au moins 2",
        lambda: cgt.games.Euclid().position(0, 3): "euclid se joue sur des nombres entiers d’au moins 1",
    }
    with language("fr"):
        for ask in english:
            with pytest.raises(CGTError, match=", not ") as error:
                ask()
            assert "et non" not in str(error.value)
        for ask, text in french.items():
            with pytest.raises(CGTError, match=", et non ") as error:
                ask()
            assert str(error.value).replace("\u202f", " ").replace("\xa0", " ").startswith(text)
