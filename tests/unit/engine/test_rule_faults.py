"""Slips in rules of one's own: each question names what is wrong, and an error of the author's own stays as it is."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

import cgt
from cgt.core.compounds import Conjunctive, OrdinalSum
from cgt.engine.players import PodiumEvaluator
from cgt.errors import BudgetError, IllegalMoveError, PositionError, RulesetError

QUESTIONS = {
    "outcome": cgt.outcome,
    "misere": lambda position: cgt.outcome(position, "misere"),
    "nim-value": cgt.nim_value,
    "remoteness": cgt.remoteness,
    "solve": cgt.solve,
    "moves": cgt.winning_moves,
    "genus": cgt.genus,
    "evaluator": cgt.Evaluator().nim_value,
    "loopy": cgt.LoopyEvaluator().outcome,
}


class Pile:
    """A class of one's own that is right."""

    def __init__(self, size):
        self.size = size

    def __eq__(self, other):
        return type(other) is type(self) and self.size == other.size

    def __hash__(self):
        return hash(self.size)

    def moves(self):
        return range(1, min(3, self.size) + 1)

    def play(self, take):
        return type(self)(self.size - take)


def pile(**methods):
    return type("Own", (Pile,), methods)(5)


class Counters(cgt.Game):
    name, title, rules, position_form, example = "counters", "Counters", "Take one.", "a number", "3"

    def read(self, text):
        return int(text)


def counters(**methods):
    return type("Own", (Counters,), methods)().parse("3")


def one_less(_self, size):
    return [size - 1] if size else []


@dataclasses.dataclass(frozen=True)
class Listed:
    holds: object

    def moves(self):
        return [1] if self.holds == 3 else []

    def play(self, move):
        return Listed([move])


def falling(state):
    if state == (1,):
        return None
    less = [(*state[:at], size - 1, *state[at + 1 :]) for at, size in enumerate(state) if size]
    return [*less, (1, 1)] if state == (3,) else less


WRONG = {
    "play gives None": (pile(play=lambda self, take: None), r"play\(1\) of Own gave None: return a position"),
    "play gives a number": (pile(play=lambda self, take: 3), r"play\(1\) of Own gave 3: return a position"),
    "moves gives None": (pile(moves=lambda self: None), r"moves\(\) of Own gave None: return a list"),
    "no representative": (pile(canonical=lambda self: None), r"canonical\(\) of Own gave None"),
    "no components": (pile(components=lambda self: None), r"components\(\) of Own gave None"),
    "numbers for components": (pile(components=lambda self: [3]), r"components\(\) of Own gave 3"),
    "a list in a field": (Listed(3), "a position cannot be remembered"),
    "options gives None": (counters(options=lambda self, size: None), r"options\(3\) gave None: return a list"),
    "a game's moves": (
        counters(moves=lambda self, size: None, after=lambda self, size, move: size - move),
        r"moves\(3\) gave None: return a list",
    ),
    "steps of three": (counters(steps=lambda self, size: [(1, 2, 3)]), "each step is a pair"),
    "a game's components": (
        counters(options=one_less, components=lambda self, size: None),
        r"components\(3\) gave None",
    ),
    "components one by one": (
        counters(options=one_less, components=lambda self, size: iter((size,))),
        r"components\(3\) gave .*: return a list",
    ),
    "an unhashable representative": (
        counters(options=one_less, canonical=lambda self, size: [size]),
        r"what canonical\(3\) gives is hashable",
    ),
    "what falls apart": (
        cgt.game(falling, components=lambda state: [(size,) for size in state], example=(3,)).position((3,)),
        r"options\(\(1,\)\) gave None: return a list",
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_slip_is_named(wrong, question):
    position, message = WRONG[wrong]
    with pytest.raises((RulesetError, PositionError), match=message):
        QUESTIONS[question](position)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("wrong", [wrong for wrong in WRONG if wrong != "a list in a field"])
def test_a_slip_in_a_component_is_named(wrong, question):
    position, message = WRONG[wrong]
    with pytest.raises((RulesetError, PositionError), match=message):
        QUESTIONS[question](cgt.Sum(cgt.games.Nim().position(3), position))


@pytest.mark.parametrize("wrong", ["moves gives None", "options gives None"])
@pytest.mark.parametrize(
    "whole",
    [
        lambda position: Conjunctive(cgt.games.Nim().position(3), position),
        lambda position: OrdinalSum(cgt.games.Nim().position(3), position),
        cgt.with_pass,
        lambda position: cgt.blocked(position, 2),
    ],
)
def test_a_slip_in_what_a_position_is_made_of_is_named(whole, wrong):
    position, message = WRONG[wrong]
    with pytest.raises(RulesetError, match=message):
        cgt.outcome(whole(position))


def test_the_moves_of_a_position_name_a_slip():
    for wrong in ("options gives None", "steps of three"):
        position, message = WRONG[wrong]
        with pytest.raises(RulesetError, match=message):
            position.moves()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("error", "fails"),
    [(TypeError, lambda: "a" + 1), (AttributeError, lambda: (1).size), (ValueError, lambda: int("x"))],
)
def test_an_authors_own_error_stays(error, fails, question):
    with pytest.raises(error) as caught:
        QUESTIONS[question](pile(play=lambda self, take: fails()))
    assert type(caught.value) is error


@pytest.mark.parametrize("last", [None, [[3]]])
def test_a_loop_does_not_hide_it(last):
    position = cgt.game({0: [1], 1: [0, 2], 2: last}.__getitem__).position(0)
    for ask in (cgt.outcome, cgt.LoopyEvaluator().outcome):
        with pytest.raises((RulesetError, PositionError), match=r"options\(2\) g"):
            ask(position)


def test_compounds_are_of_positions():
    for make in (Conjunctive, OrdinalSum):
        with pytest.raises(PositionError, match=r"3 is not a position: it needs moves\(\) and play\(move\)"):
            make(3, 4)
    for forbidden in ([[1]], 1):
        with pytest.raises(IllegalMoveError, match=r"are no moves: give a list of them, such as \[1\]"):
            cgt.blocked(cgt.games.Nim().position(3), 2, forbidden)


def test_moves_that_are_not_hashable_cannot_be_forbidden():
    @dataclasses.dataclass(frozen=True)
    class Pile:
        size: int

        def moves(self):
            return [[take] for take in range(1, min(self.size, 2) + 1)]

        def play(self, move):
            return Pile(self.size - move[0])

    assert cgt.outcome(Pile(4)) is cgt.Outcome.N
    for ask in (cgt.outcome, cgt.solve, lambda position: list(position.play("ask").moves())):
        with pytest.raises(PositionError, match=r"a move that may be forbidden is hashable: .* not \[1\]"):
            ask(cgt.blocked(Pile(4), 2))


def test_moves_without_end_of_a_class_are_not_tried_for_ever(monkeypatch):
    monkeypatch.setattr("cgt.core.game.MOST_MOVES", 10_000)

    @dataclasses.dataclass(frozen=True)
    class Endless:
        size: int

        def moves(self):
            return itertools.count(1) if self.size else []

        def play(self, move):
            return Endless(0)

    for ask in (cgt.winning_moves, cgt.Evaluator().best_move, PodiumEvaluator(2).best_moves):
        with pytest.raises(BudgetError, match="Endless has more than 10,000 moves here, too many to try one by one"):
            ask(Endless(1))
