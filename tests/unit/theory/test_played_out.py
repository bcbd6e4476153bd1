"""Boxes of positions played out at once, against the definition one by one."""

from __future__ import annotations

from functools import cache
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.outcome import Convention
from cgt.digits.formula import Term, formula, variables
from cgt.digits.linear import addition
from cgt.digits.moves import LinearMoves, LinearOption
from cgt.digits.system import kary, ostrowski
from cgt.errors import NoAdditionError, NotApplicableError
from cgt.theory.played_out import NEAR, lost_below


def lost_by_definition(options, shape, needed):
    @cache
    def is_lost(position):
        after = {option for option in options(position) if min(option) >= 0}
        return sum(map(is_lost, after)) < needed

    return [position for position in product(*map(range, shape)) if is_lost(position)]


def taken(vectors):
    """The options of a position: one of the vectors is taken away, or added where it is negative."""

    def options(position):
        return [tuple(a - b for a, b in zip(position, vector, strict=True)) for vector in vectors]

    return options


@st.composite
def steps(draw):
    """Vectors of one to three numbers that make the sum fall, the longest beyond the margin of a box."""
    heaps = draw(st.integers(1, 3))
    part = st.integers(-3, NEAR + 2)
    vector = st.tuples(*[part] * heaps).filter(lambda each: sum(each) > 0)
    return heaps, draw(st.sets(vector, min_size=1, max_size=5))


@given(steps(), st.integers(1, 3))
def test_steps_in_any_direction(game, needed):
    heaps, vectors = game
    names = variables("x y z")[:heaps]
    options = tuple(
        LinearOption((), formula(value=True), tuple(name - take for name, take in zip(names, vector, strict=True)))
        for vector in vectors
    )
    moves = LinearMoves(tuple("xyz")[:heaps], kary(2), options, sum(names, start=Term({})), needed=needed)
    stop = (40, 22, 7)[heaps - 1]
    assert lost_below(moves, stop, Convention.NORMAL) == lost_by_definition(taken(vectors), (stop,) * heaps, needed)


@given(st.sets(st.sampled_from([(1, 1), (2, 0), (0, 3), (3, 1)]), min_size=1), st.integers(1, 2), st.integers(0, 4))
def test_steps_that_some_positions_allow_beside_moves_of_any_length(vectors, needed, least):
    x, y, t = variables("x y t")
    near = [LinearOption((), x >= least, (x - a, y - b)) for a, b in sorted(vectors)]
    moves = LinearMoves(("x", "y"), kary(2), (*near, LinearOption(("t",), t >= 1, (x, y - t))), x + y, needed=needed)

    def options(position):
        steps = taken(vectors)(position) if position[0] >= least else []
        return {*steps, *((position[0], left) for left in range(position[1]))}

    assert lost_below(moves, 24, Convention.NORMAL) == lost_by_definition(options, (24, 24), needed)


QUOTIENTS = {
    "n, m: n >= 1 -> n // 2, m + 1 | 1 <= t & t <= m // 3 -> n, m - t": lambda n, m: (
        ([(n // 2, m + 1)] if n else []) + [(n, m - t) for t in range(1, m // 3 + 1)]
    ),
    "n, m: t mod 3 == 1 & t <= m -> n - t, (m - t) // 2 | n, m - 2": lambda n, m: [
        (n, m - 2),
        *((n - t, (m - t) // 2) for t in range(1, m + 1, 3)),
    ],
    "n, m: t == m // 2 & m >= 1 -> n - t, t | s + s == t & t >= 1 -> n - s, m - t": lambda n, m: (
        ([(n - m // 2, m // 2)] if m else []) + [(n - s, m - 2 * s) for s in range(1, m // 2 + 1)]
    ),
    "n, m: 2s <= t <= 2s + 1 & 2 <= t <= 2n + 2 -> n - t + s, m | s == t & t >= 1 -> n - s, m - t": lambda n, m: (
        [(n - t + t // 2, m) for t in range(2, 2 * n + 3)] + [(n - t, m - t) for t in range(1, m + 1)]
    ),
    "n, m: n >= 1 -> n // 100000000000000000000, m | m >= n & m >= 1 -> n, m - 1": lambda n, m: (
        [(0, m)] * (n >= 1) + [(n, m - 1)] * (m >= n and m >= 1)
    ),
}


@pytest.mark.parametrize("needed", [1, 2])
@pytest.mark.parametrize("rule", QUOTIENTS)
def test_numbers_that_others_determine_are_computed(rule, needed):
    moves = attrs.evolve(cgt.parse_ruleset(f"moves({rule})").linear_moves(), needed=needed)
    expected = lost_by_definition(lambda position: QUOTIENTS[rule](*position), (20, 20), needed)
    assert lost_below(moves, 20, Convention.NORMAL) == expected


@pytest.mark.parametrize("needed", [1, 2])
@pytest.mark.parametrize("most", [10**10, 10**19, 10**30])
def test_a_chosen_number_may_be_far_beyond_the_box(most, needed):
    """Beyond 63 bits numpy made it a number without a sign."""
    rule = f"n: t == {most} & t >= 1 -> n - t | t == {most} & t >= 1 & s == t -> n - 1 | n - 2"
    moves = attrs.evolve(cgt.parse_ruleset(f"moves({rule})").linear_moves(), needed=needed)
    expected = lost_by_definition(lambda position: {(position[0] - 1,), (position[0] - 2,)}, (12,), needed)
    assert lost_below(moves, 12, Convention.NORMAL) == expected


def test_too_many_values_of_the_first_chosen_number_are_refused():
    """They were listed until the memory was full, or numpy refused the size in words of its own."""
    for most in (10**10, 10**30):
        moves = cgt.parse_ruleset(f"moves(n: s <= {most} & t >= 1 & s == 9t -> n - 1)").linear_moves()
        with pytest.raises(NotApplicableError, match="there are too many choices to play out"):
            lost_below(moves, 12, Convention.NORMAL)


def test_positions_are_listed_where_addition_has_too_many_digits():
    """The proof that an automaton of 51 digits adds took all memory, only to ask where a move is left."""
    with pytest.raises(NoAdditionError, match=r"addition in ostrowski\(50\) is not proved here: it has 51 digits"):
        addition(ostrowski(50))
    listed = cgt.p_positions("blocked(wythoff(50),1)", 5, "misere")
    assert listed == cgt.p_positions("wythoff(50)", 5, "misere")


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        pytest.param("vectors((1,-1))", "x mod 2 == 0", marks=pytest.mark.full),
        pytest.param("vectors((3,-5))", "x mod 6 <= 2", marks=pytest.mark.full),
        pytest.param("vectors((1,-1),(2,-1))", "x mod 3 == 0", marks=pytest.mark.full),
        ("moves(x, y: t >= 1 -> x - t, y + t)", "x == 0"),
    ],
)
def test_a_number_that_grows_is_bounded_by_one_that_falls(rule, sentence):
    """By x alone the plays end, and y knows no bound; by 2x + y a box has all that is reached."""
    found = cgt.discover(rule)
    assert f"the P-positions are those with {sentence}" in found.strategy
    game = cgt.parse_ruleset(rule)
    for x, y in product(range(7), repeat=2):
        position = game.position(x, y)
        assert cgt.outcome(position) is cgt.Evaluator().outcome(position)
