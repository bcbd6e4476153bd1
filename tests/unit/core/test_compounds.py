from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import pytest

import cgt
from cgt.core.compounds import (
    DEEPEST,
    ComponentMove,
    Conjunctive,
    ContinuedConjunctive,
    DiminishedDisjunctive,
    OrdinalSum,
    Selective,
    ShortenedSelective,
    Sum,
    Summable,
    components_of,
)
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, IllegalMoveError, PositionError
from cgt.games.heaps.nim import Nim
from cgt.games.heaps.wythoff import Wythoff
from cgt.solving.subjects import PositionText

NIM = Nim()
ONE, TWO, NOTHING = NIM.position(1), NIM.position(2), NIM.position(0)


class Own(NamedTuple):
    """A position of one's own, a heap of nim."""

    size: int

    def moves(self):
        return range(1, self.size + 1)

    def play(self, take):
        return Own(self.size - take)


def test_a_sum_shows_its_components():
    assert str(NIM.position(3, 5)) == "3,5"
    assert str(Wythoff().position(3, 5) + Wythoff().position(1, 2)) == "3,5 + 1,2"
    assert str(Sum(NIM.position(3), Wythoff().position(1, 2), Own(2))) == "nim 3 + wythoff 1,2 + Own(size=2)"
    assert str(Sum()) == "0"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("nim 3 + nim 5 + kayles 7", "nim 3,5 + kayles 7"),
        ("nim 3 + kayles 7,2 + nim 5", "nim 3 + kayles 7,2 + nim 5"),
        ("chomp 3,2 + chomp 2,2 + nim 3", "chomp 3,2 + chomp 2,2 + nim 3"),
        ("kayles 3 + 0.77 4", "kayles 3 + octal(0.77) 4"),
    ],
)
def test_neighbours_of_one_game_are_written_together_as_everywhere_else(text, written):
    position = cgt.parse_position(text)
    assert str(position) == PositionText(position).name == written
    assert cgt.parse_position(written) == position


def test_the_name_of_a_game_is_written_once_for_all_heaps_of_it(monkeypatch):
    written = []
    monkeypatch.setattr(Nim, "__str__", lambda game: written.append(game) or "nim")
    assert str(NIM.position(*range(1, 200))) == ",".join(map(str, range(1, 200)))
    assert len(written) == 1
    again = Nim()
    assert str(Sum(NIM.position(3), again.position(5), cgt.games.Kayles().position(7))) == "nim 3,5 + kayles 7"


class Renewed(Own, Summable):
    """A position whose game is made anew whenever it is asked for, as a method and a property are."""

    @property
    def game(self):
        games.append(Nim())
        return games[-1]


games = []


def test_a_sum_is_written_where_a_position_makes_its_game_anew():
    assert str(Sum(Renewed(2), Renewed(3))) == "Renewed(size=2) + Renewed(size=3)"


def test_a_sum_of_nothing_is_over():
    assert list(Sum().moves()) == []
    assert Evaluator().nim_value(Sum()) == 0
    assert Evaluator("misere").nim_value(Sum()) == 1


@pytest.mark.parametrize("text", ["kayles 7 + nim 3,5 + nim 1", "takeaway(2n) 4:3 + 0.137 5 + cram 2x3"])
def test_a_sum_of_several_games_is_read_back(text):
    position = cgt.parse_position(text)
    assert cgt.parse_position(str(position)) == position


@pytest.mark.parametrize(
    ("wrong", "instead"),
    [
        (5, r"it needs moves\(\) and play\(move\)"),
        (None, r"it needs moves\(\) and play\(move\)"),
        (object(), r"it needs moves\(\) and play\(move\)"),
        ("nim 3", r"a text is read by cgt.parse_position"),
        (NIM, r"it is a game; give one of its positions, made by its position\(…\) or parse\(text\)"),
        (Nim, r"it is a class; give an object, such as Nim\(…\)"),
        (Own, r"it is a class; give an object, such as Own\(…\)"),
    ],
)
def test_only_positions_add_up(wrong, instead):
    with pytest.raises(PositionError, match=f"is not a position: {instead}"):
        Sum(ONE, wrong)
    with pytest.raises(TypeError):
        ONE + wrong


@pytest.mark.parametrize("wrong", [1, None, (0,), (2, 1), (-1, 1), ("0", 1), (0, 1, 1), [0, 1]])
@pytest.mark.parametrize("kind", [Sum, DiminishedDisjunctive, OrdinalSum])
def test_moves_in_one_component_are_pairs(kind, wrong):
    with pytest.raises(IllegalMoveError):
        kind(ONE, TWO).play(wrong)
    assert kind(ONE, TWO).play((1, 2)) == kind(ONE, TWO).play(ComponentMove(1, 2))


@pytest.mark.parametrize("kind", [Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective])
def test_moves_in_several_components_are_tuples(kind):
    compound = kind(ONE, TWO)
    legal = set(compound.moves())
    for wrong in ((), (1,), (1, 3), (0, 1), (1, 1, 1), 1, None, "11", (None, None), [1, 1]):
        assert not (isinstance(wrong, tuple) and wrong in legal)
        with pytest.raises(IllegalMoveError):
            compound.play(wrong)
    assert compound.play((1, 2)) == kind(NOTHING, NOTHING)
    assert ((None, 1) in legal) == (kind in {Selective, ShortenedSelective})


@pytest.mark.parametrize("kind", [Conjunctive, ShortenedSelective, DiminishedDisjunctive])
def test_play_ends_with_the_first_component(kind):
    ended = kind(NOTHING, TWO)
    assert list(ended.moves()) == []
    for move in ((None, 1), (0, 1), (1, 1)):
        with pytest.raises(IllegalMoveError):
            ended.play(move)


@pytest.mark.parametrize("kind", [ContinuedConjunctive, Selective])
def test_play_goes_on_in_the_components_that_remain(kind):
    assert set(kind(NOTHING, TWO).moves()) == {(None, 1), (None, 2)}


@pytest.mark.parametrize("kind", [Conjunctive, Selective, DiminishedDisjunctive])
def test_a_compound_of_nothing_makes_no_sense(kind):
    with pytest.raises(PositionError, match="at least one component"):
        kind()


def test_compounds_show_their_kind():
    assert str(Conjunctive(ONE, TWO)) == "Conjunctive(1, 2)"
    assert str(DiminishedDisjunctive(ONE, TWO)) == "DiminishedDisjunctive(1, 2)"
    assert str(OrdinalSum(ONE, TWO)) == "(1 : 2)"


class Left(NamedTuple):
    size: int

    def moves(self):
        return range(1, self.size + 1)

    def play(self, move):
        return Left(self.size - move)


class Right(NamedTuple):
    size: int

    def moves(self):
        return (1,) if self.size else ()

    def play(self, move):
        return Right(self.size - move)


@pytest.mark.parametrize("kind", [Sum, Conjunctive, Selective, DiminishedDisjunctive, OrdinalSum])
def test_components_of_different_classes_are_different(kind):
    """As tuples they are equal, as games they are not."""
    assert Left(2) == Right(2)
    assert kind(Left(2), Left(3)) != kind(Right(2), Right(3))
    assert kind(Left(2), Left(3)) == kind(Left(2), Left(3))
    assert hash(kind(Left(2), Left(3))) == hash(kind(Left(2), Left(3)))
    evaluator = Evaluator()
    assert evaluator.nim_value(Sum(Left(2), Left(3))) == 1
    assert evaluator.nim_value(Sum(Right(2), Right(3))) == 1
    assert evaluator.nim_value(Sum(Left(2), Right(2))) == 2


def test_components_are_taken_apart_all_the_way():
    class Pair(NamedTuple):
        left: object
        right: object

        def moves(self):
            return ()

        def play(self, move):
            raise IllegalMoveError

        def components(self):
            return [self.left, self.right]

    assert components_of(Pair(Pair(ONE, Sum(TWO, ONE)), NOTHING)) == (ONE, TWO, ONE, NOTHING)
    assert components_of(ONE) == (ONE,)


@pytest.mark.parametrize(
    "kind", [Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective, DiminishedDisjunctive]
)
def test_a_compound_in_one_of_its_kind_is_one_compound(kind):
    """And so fifty in each other are answered at once, as one of fifty components is."""
    deep = ONE
    for _ in range(50):
        deep = kind(deep, TWO)
    assert deep == kind(ONE, *[TWO] * 50)
    assert len(deep.parts) == 51
    if kind is not DiminishedDisjunctive:
        assert cgt.outcome(deep) == cgt.outcome(kind(*[TWO] * 50, ONE))


def test_compounds_in_each_other_have_a_depth_that_is_searched():
    tower = ONE
    for _ in range(DEEPEST):
        tower = OrdinalSum(ONE, tower)
    assert cgt.nim_value(tower) == DEEPEST + 1
    for parts in ((ONE, tower), (tower, ONE), (cgt.Sum(ONE, tower), TWO)):
        for kind in (OrdinalSum, Conjunctive):
            with pytest.raises(PositionError, match="at most 100 compounds may stand in each other"):
                kind(*parts)


@pytest.mark.parametrize(
    "inside",
    [
        lambda one: cgt.blocked(one, 2),
        lambda one: cgt.with_pass(Conjunctive(one)),
        lambda one: Selective(cgt.blocked(one, 2) + NIM.position(1)),
    ],
)
def test_changed_rules_are_no_deeper_in_each_other_than_compounds(inside):
    with pytest.raises(PositionError, match=f"at most {DEEPEST} compounds"):
        reduce(lambda one, _turn: inside(one), range(1_000), NIM.position(1))
    fifty = reduce(lambda one, _turn: inside(one), range(DEEPEST // 2 - 1), NIM.position(1))
    assert hash(fifty) == hash(reduce(lambda one, _turn: inside(one), range(DEEPEST // 2 - 1), NIM.position(1)))


@pytest.mark.parametrize("compound", [Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective])
def test_the_moves_of_a_part_are_listed_up_to_a_bound(compound):
    """A heap of 10^9 filled the memory before the first move, and the process was killed."""
    with pytest.raises(BudgetError, match=f"a part of {compound.__name__} has more than 100,000 moves"):
        cgt.winning_moves(compound(NIM.position(200_000), TWO))
    assert len(list(compound(NIM.position(1_000), ONE).moves())) >= 1_000
