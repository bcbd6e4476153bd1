"""Sums and compounds of random games against brute force on the plain rules, written out here once more."""

from __future__ import annotations

from functools import cache
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.core.compounds import (
    Conjunctive,
    ContinuedConjunctive,
    DiminishedDisjunctive,
    OrdinalSum,
    Selective,
    ShortenedSelective,
    Sum,
    Summable,
)
from cgt.core.outcome import Outcome
from cgt.engine.evaluator import Evaluator

BOTH = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])


@attrs.frozen
class Place(Summable):
    """A place in a random game: `graph[i]` lists the places, all below i, to which one may move from i."""

    graph: tuple[tuple[int, ...], ...]
    at: int

    def moves(self):
        return self.graph[self.at]

    def play(self, move):
        return Place(self.graph, move)


@st.composite
def graphs(draw, size=6):
    return tuple(tuple(sorted(draw(st.sets(st.integers(0, at - 1))) if at else ())) for at in range(size))


def places(count, size=6):
    return st.builds(
        lambda graph, ats: [Place(graph, at) for at in ats],
        graphs(size),
        st.lists(st.integers(0, size - 1), min_size=count, max_size=count),
    )


# The rules of each compound once more, on bare tuples of components: a list of the options, each such a tuple.


def sum_options(parts):
    return [(*parts[:i], option, *parts[i + 1 :]) for i, part in enumerate(parts) for option in followers(part)]


def conjunctive_options(parts):
    return [] if any(map(is_over, parts)) else list(product(*map(followers, parts)))


def continued_options(parts):
    return [] if all(map(is_over, parts)) else list(product(*(followers(part) or [part] for part in parts)))


def selective_options(parts):
    chosen = product(*([(False, part), *((True, option) for option in followers(part))] for part in parts))
    return [tuple(option for _, option in choice) for choice in chosen if any(moved for moved, _ in choice)]


def shortened_options(parts):
    return [] if any(map(is_over, parts)) else selective_options(parts)


def diminished_options(parts):
    return [] if any(map(is_over, parts)) else sum_options(parts)


def ordinal_options(parts):
    if len(parts) == 1:
        return [(option,) for option in followers(parts[0])]
    base, top = parts
    return [(option,) for option in followers(base)] + [(base, option) for option in followers(top)]


def followers(part):
    return [part.play(move) for move in part.moves()]


def is_over(part):
    return not followers(part)


def solver(options, misere):
    """Plain recursion: is it a win, the nim-value, the remoteness and the suspense of a tuple of components."""

    @cache
    def wins(parts):
        after = options(parts)
        return any(not wins(option) for option in after) if after else misere

    @cache
    def value(parts):
        values = {value(option) for option in options(parts)}
        return next(n for n in range(len(values) + 1) if n not in values)

    @cache
    def length(parts, hurrying):
        """How long the play lasts when the winner hurries and the loser delays, or the other way round."""
        after = options(parts)
        if not after:
            return 0
        winning = [length(option, hurrying) for option in after if not wins(option)]
        pick = min if bool(winning) == hurrying else max
        return 1 + pick(winning or [length(option, hurrying) for option in after])

    return wins, value, length


RULES = {
    Sum: sum_options,
    Conjunctive: conjunctive_options,
    ContinuedConjunctive: continued_options,
    Selective: selective_options,
    ShortenedSelective: shortened_options,
    DiminishedDisjunctive: diminished_options,
    OrdinalSum: ordinal_options,
}
COMPOUNDS = pytest.mark.parametrize("kind", list(RULES), ids=lambda kind: kind.__name__)


@BOTH
@given(parts=places(1, size=9))
def test_single_games(parts, misere):
    (place,) = parts
    wins, value, length = solver(sum_options, misere)
    evaluator = Evaluator("misere" if misere else "normal")
    assert (evaluator.outcome(place) is Outcome.N) == wins((place,))
    assert evaluator.winning_moves(place) == [move for move in place.moves() if not wins((place.play(move),))]
    assert evaluator.remoteness(place) == length((place,), True)
    assert evaluator.suspense(place) == length((place,), False)
    assert len(evaluator.best_line(place)) == length((place,), True)
    if not misere:
        assert evaluator.nim_value(place) == value((place,))


@COMPOUNDS
@BOTH
@given(data=st.data())
def test_compounds(kind, misere, data):
    parts = data.draw(places(2 if kind is OrdinalSum else data.draw(st.integers(1, 3))))
    compound = kind(*parts)
    wins, value, length = solver(RULES[kind], misere)
    expected = Outcome.N if wins(tuple(parts)) else Outcome.P
    convention = "misere" if misere else "normal"
    for theory in (True, False):
        evaluator = Evaluator(convention, theory=theory)
        assert evaluator.outcome(compound) is expected
        assert {evaluator.outcome(compound.play(move)) for move in evaluator.winning_moves(compound)} <= {Outcome.P}
        assert bool(evaluator.winning_moves(compound)) == (wins(tuple(parts)) and bool(RULES[kind](tuple(parts))))
        assert evaluator.remoteness(compound) == length(tuple(parts), True)
        assert evaluator.suspense(compound) == length(tuple(parts), False)
        if not misere:
            assert evaluator.nim_value(compound) == value(tuple(parts))


@COMPOUNDS
@given(data=st.data())
def test_moves_of_compounds_are_those_of_the_rules(kind, data):
    parts = data.draw(places(2))
    compound = kind(*parts)
    options = [compound.play(move) for move in compound.moves()]
    expected = RULES[kind](tuple(parts))
    if kind is OrdinalSum:
        assert options == [option[0] if len(option) == 1 else OrdinalSum(*option) for option in expected]
    else:
        assert sorted(str(option.parts) for option in options) == sorted(map(str, expected))
    assert len({*compound.moves()}) == len(options)


@BOTH
@given(parts=places(3))
def test_compounds_inside_sums(parts, misere):
    """A sum with compounds among its components, by theory and without."""
    one, two, three = parts
    total = Sum(Selective(one, two), OrdinalSum(two, three), Conjunctive(three, one))
    convention = "misere" if misere else "normal"
    by_theory, searched = Evaluator(convention), Evaluator(convention, theory=False)
    assert by_theory.outcome(total) is searched.outcome(total)
    assert by_theory.winning_moves(total) == searched.winning_moves(total)
    assert by_theory.remoteness(total) == searched.remoteness(total)


@given(parts=places(2), n=st.integers(0, 3))
def test_misere_nim_value_is_the_heap_that_makes_a_p_position(parts, n):
    """Winning Ways: the misère nim-value of G is the n for which G + *n is P."""

    def options(state):
        components, heap = state[:-1], state[-1]
        return [(*option, heap) for option in sum_options(components)] + [(*components, less) for less in range(heap)]

    wins, _, _ = solver(options, True)
    evaluator = Evaluator("misere")
    for components in (tuple(parts), tuple(parts[:1])):
        value = evaluator.nim_value(Sum(*components))
        assert [heap for heap in range(9) if not wins((*components, heap))] == [value]


@given(parts=places(3))
def test_laws_of_sums(parts):
    one, two, three = parts
    assert Sum(one, Sum(two, three)) == Sum(Sum(one, two), three) == one + two + three == Sum(three, one, two)
    assert hash(Sum(one, two, three)) == hash(Sum(three, two, one))
    assert (one + two).parts == (one, two)
    assert Sum() + one == Sum(one)
    assert Sum(one, one) != Sum(one)
    evaluator = Evaluator()
    assert evaluator.nim_value(one + one + two) == evaluator.nim_value(two)
    for index, part in enumerate(parts):
        for move in part.moves():
            assert Sum(*parts).play((index, move)).parts[index] == part.play(move)
