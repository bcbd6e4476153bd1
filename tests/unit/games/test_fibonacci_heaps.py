"""Fibonacci nim of several heaps, each with its quota: against the definition, and where a table is not needed."""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from random import Random

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.core.route import Facts, Question
from cgt.digits.decide import decide, define
from cgt.digits.formula import Predicate, forall, formula, implies
from cgt.fast.jit import compiled_works
from cgt.games.heaps.fibonacci_nim import small_nim_value
from cgt.theory.levels import levels

GAME = cgt.games.FibonacciNim()


@cache
def value(size, quota):
    """By the definition."""
    options = {value(size - take, min(size - take, 2 * take)) for take in range(1, min(size, quota) + 1)}
    return next(number for number in range(size + 2) if number not in options)


@pytest.mark.parametrize("count", [2, 3])
def test_the_winning_moves_of_several_heaps(count):
    (form,) = (form for form in GAME.closed_forms() if form.name == "small nim-values")
    piles = [(size, quota) for size in range(1, 8) for quota in range(1, size + 1) if value(size, quota) <= 3]
    for chosen in list(combinations_with_replacement(piles, count))[:: 1 if count == 2 else 17]:
        position = GAME.parse(" + ".join(f"{size}:{quota}" for size, quota in chosen))
        assert small_nim_value(*chosen[0]) == value(*chosen[0])
        total = reduce(xor, (value(*pile) for pile in chosen))
        wanted = {
            (index, take)
            for index, (size, quota) in enumerate(chosen)
            for take in range(1, quota + 1)
            if value(size - take, min(size - take, 2 * take)) ^ value(size, quota) == total
        }
        found = cgt.solve(position, Convention.NORMAL, closed_form=form).winning_moves
        assert {(move.component, move.move) for move in found} == wanted
        assert cgt.solve(position, Convention.NORMAL, closed_form=form).nim_value == total


def test_who_wins_above_the_levels_is_told_without_a_table():
    (route,) = (form for form in GAME.closed_forms() if form.name == "proved levels" and not form.kinds)
    position = GAME.parse("100000:50000 + 5:2")
    answer = route.answer(Question(position, Convention.NORMAL, Facts.OUTCOME))
    assert (answer.outcome, answer.winning_moves) == (cgt.Outcome.N, None)
    assert route.answer(Question(position, Convention.MISERE, Facts.OUTCOME)) is None
    assert route.answer(Question(GAME.parse("5:2 + 5:2"), Convention.NORMAL, Facts.OUTCOME)) is None
    if compiled_works():
        solution = cgt.solve(position)
        assert [other.route for other in solution.completed_by] == ["table"]
        assert solution.winning_moves
        assert all(cgt.outcome(position.play(move)) is cgt.Outcome.P for move in solution.winning_moves)


@cache
def misere_value(size, quota):
    """By the definition: a position without a move is worth 1."""
    options = {misere_value(size - take, min(size - take, 2 * take)) for take in range(1, min(size, quota) + 1)}
    return next(number for number in range(size + 2) if number not in options) if options else 1


def test_every_heap_is_tame():
    for size in range(60):
        for quota in range(bool(size), size + 1):
            pair = GAME.tame_pair(GAME.position((size, quota)), value(size, quota))
            assert pair == (value(size, quota), misere_value(size, quota))
            assert pair in {(0, 1), (1, 0), (0, 0)} or pair[0] == pair[1] > 1


@pytest.mark.full
def test_every_heap_of_any_size_is_tame_as_automata_decide():
    moves = GAME.linear_moves()
    first, second = (Predicate(f"G{number}", level.automaton) for number, level in enumerate(levels(moves, 2), 1))

    def is_one(option):
        return first(*option) & ~second(*option)

    heap = moves.position
    like_one, like_two = ~first(*heap) & moves.some_option(is_one), first(*heap)
    over = ~moves.some_option(lambda _option: formula(value=True))
    fickle = Predicate("F", define(like_one | over & ~like_two, moves.system, moves.names))
    sentences = [
        implies(second(*heap), moves.some_option(lambda option: fickle(*option))),
        implies(is_one(heap), ~moves.some_option(lambda option: ~first(*option) & ~fickle(*option))),
        implies(~first(*heap) & ~fickle(*heap), heap[1] == 1),
    ]
    for sentence in sentences:
        assert decide(forall(moves.names, sentence), moves.system)
    assert not decide(forall(moves.names, implies(~first(*heap), fickle(*heap))), moves.system)


def test_misere_sums_by_the_nim_values_of_normal_play(upto):
    evaluator = cgt.Evaluator("misere")
    random = Random(5)
    for _ in range(upto(25, full=60)):
        sizes = [random.randint(1, 13) for _ in range(random.choice((2, 2, 3)))]
        position = GAME.position(*((size, random.choice((1, 2, random.randint(1, size)))) for size in sizes))
        solution = cgt.solve(position, "misere")
        wanted = {move for move in position.moves() if evaluator.outcome(position.play(move)) == "P"}
        assert (solution.route, solution.outcome) == ("tame sum", evaluator.outcome(position))
        assert set(solution.winning_moves) == wanted


@pytest.mark.parametrize(("heaps", "outcome"), [("70,80", "P"), ("1000,1000", "P"), (f"{10**12}:2,34:1,8:1", "P")])
def test_misere_sums_beyond_a_search(heaps, outcome):
    """The last one: worth 0 each, and heaps of 8 and 34 under the quota 1 are no end of the game."""
    assert cgt.outcome(GAME.parse(heaps), "misere") == outcome
    assert cgt.outcome(GAME.parse(f"{heaps},5:5"), "misere") == "N"
