"""The class of a monoid with a portion, beside the definition: a bijection that keeps products and the portion."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.theory.monoid import Monoid

SMALL = ["0.3", "0.023", "0.77", "0.75", "0.123", "0.312", "0.34", "0.512", "0.712"]


def renumbered(monoid, portion, order):
    """The same monoid with its generators in another order: its elements get other numbers."""
    actions = [monoid.actions[place] for place in order]
    other, states = Monoid.spanned(actions)
    number = {state: element for element, state in enumerate(states)}
    return other, {number[element] for element in portion}


@pytest.mark.parametrize("code", [it if it != "0.77" else pytest.param(it, marks=pytest.mark.full) for it in SMALL])
def test_the_order_of_the_generators_does_not_matter(code):
    quotient = cgt.misere_quotient(code)
    monoid, portion = quotient.monoid, quotient.portion
    known = monoid.isomorphism_class(portion)
    for order in list(permutations(range(len(monoid.actions))))[:6]:
        other, inside = renumbered(monoid, portion, order)
        assert other.isomorphism_class(inside) == known


def isomorphic(first, second):
    """By the definition: every bijection is tried."""
    (one, inside), (other, also) = first, second
    if one.order != other.order or len(inside) != len(also):
        return False
    elements = range(one.order)
    return any(
        {to[element] for element in inside} == also
        and all(to[one.product(x, y)] == other.product(to[x], to[y]) for x, y in product(elements, repeat=2))
        for to in permutations(elements)
    )


@st.composite
def small_monoids(draw):
    """What one or two commuting maps make: powers of one map of at most four states."""
    size = draw(st.integers(1, 4))
    step = draw(st.lists(st.integers(0, size - 1), min_size=size, max_size=size))
    power = list(range(size))
    for _time in range(draw(st.integers(0, 3))):
        power = [step[state] for state in power]
    monoid = Monoid.spanned([step, power] if draw(st.booleans()) else [step])[0]
    portion = draw(st.sets(st.integers(0, monoid.order - 1)))
    return monoid, portion


@given(small_monoids(), small_monoids())
def test_equal_exactly_where_isomorphic(first, second):
    same = first[0].isomorphism_class(first[1]) == second[0].isomorphism_class(second[1])
    assert same == isomorphic(first, second)


def test_a_table_is_a_monoid_with_its_portion():
    quotient = cgt.misere_quotient("0.75")
    table = quotient.monoid.isomorphism_class(quotient.portion)
    rows = [row[:-1] for row in table]
    identity = next(at for at, row in enumerate(rows) if row == tuple(range(len(rows))))
    assert [row[identity] for row in rows] == list(range(len(rows)))
    assert all(rows[x][y] == rows[y][x] for x in range(len(rows)) for y in range(len(rows)))
    assert sum(row[-1] for row in table) == quotient.p_order


def test_codes_of_one_class_and_of_others(upto):
    """By default without Kayles, whose class is that of a monoid of order 40."""
    for one, other in upto([("0.03", "0.3")], full=[("0.03", "0.3"), ("0.044", "0.77")]):
        assert cgt.misere_quotient(one).form == cgt.misere_quotient(other).form
    assert len({cgt.misere_quotient(code).form for code in ("0.3", "0.023", "0.75", upto("0.123", full="0.77"))}) == 4


def test_a_monoid_with_very_many_automorphisms():
    """32 of the 34 elements are a group with more than 300,000 of them."""
    quotient = cgt.misere_quotient("nim", stop=17)
    other, inside = renumbered(quotient.monoid, quotient.portion, (2, 0, 4, 1, 3))
    assert other.isomorphism_class(inside) == quotient.monoid.isomorphism_class(quotient.portion)
