"""Every system's digits and addition, against whole numbers."""

from __future__ import annotations

from random import Random

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.core.memory import forget
from cgt.core.memory_limit import at_most
from cgt.digits.automaton import Automaton
from cgt.digits.linear import addition, addition_fault, linear
from cgt.digits.system import kary, number_system, ostrowski, takeaway, zeckendorf
from cgt.errors import MemoryBudgetError, NoAdditionError, NumberError

ADDING = [kary(2), kary(3), zeckendorf(), ostrowski(2), ostrowski(3), takeaway(3), takeaway(1, 1), takeaway(2, 1)]
SOME = [pytest.param(system, marks=pytest.mark.full if at in (1, 4, 7) else ()) for at, system in enumerate(ADDING)]
ALL = [*ADDING, kary(10), ostrowski(5), takeaway(4), takeaway(6), takeaway(3, 1), takeaway(1, 3), takeaway(3, -2)]


@pytest.mark.parametrize("system", ALL, ids=str)
def test_valid_words_of_one_length_in_order_are_the_numbers(system):
    length = 8 if system.digit_count == 2 else 3
    words = np.ndindex(*(system.digit_count,) * length)
    assert [word for word in words if system.is_valid(word)] == [
        system.digits(n, length) for n in range(system.place(length))
    ]


@pytest.mark.parametrize("system", ALL, ids=str)
@settings(max_examples=10, deadline=None)
@given(number=st.integers(0, 10**100))
def test_digits_and_back(system, number):
    assert system.number(system.digits(number)) == number
    assert number_system(system.name) == system


@pytest.mark.full("takeaway(3n)")
@pytest.mark.parametrize("system", SOME, ids=str)
def test_addition_is_addition(system, upto):
    add = addition(system)
    x, y, z = np.ogrid[:12, : upto(16, full=30), : upto(32, full=70)]
    right = x + y == z
    assert (add.accepts_all(x, y, z) == right).all()
    for sizes in (right.shape, (1, 7, 10), (0, 3, 1), (2, 1, 0), (1, 1, 1)):
        assert (add.accepts_box(*sizes) == right[tuple(map(slice, sizes))]).all()
    random = Random(1)
    for _ in range(upto(4, full=20)):
        one, other = random.randrange(10**100), random.randrange(10**100)
        assert add.accepts(one, other, one + other)
        assert not add.accepts(one, other, one + other + random.choice([-1, 1, 10**50]))


@pytest.mark.full
@pytest.mark.parametrize("system", ADDING, ids=str)
def test_addition_to_ten_thousand(system):
    add, y = addition(system), np.arange(10_001)
    for x in range(0, 10_001, 7):
        assert add.accepts_all(np.int64(x), y, x + y).all()
        assert not add.accepts_all(np.int64(x), y, x + y + 1).any()


def test_an_adder_with_one_wrong_arrow_is_refused(upto):
    add = addition(zeckendorf())
    refused = 0
    arrows = [tuple(arrow) for arrow in np.argwhere(add.steps >= 0).tolist() if any(arrow)]
    for arrow in arrows[:: upto(4, full=1)]:
        steps = add.steps.copy()
        steps[arrow] = -1
        assert addition_fault(Automaton.made(add.system, 3, steps, add.ends)) is not None
        refused += 1
    assert refused > upto(10, full=40)


@pytest.mark.parametrize("k", [4, 6])
def test_where_nothing_adds_it_is_said(k):
    with pytest.raises(NoAdditionError, match="not Pisot"):
        addition(takeaway(k))


def test_an_automaton_that_is_none_of_numbers_is_refused():
    with pytest.raises(NumberError, match="no number's digits"):
        Automaton.of(zeckendorf(), 1, [[0, 0]], [True])
    with pytest.raises(NumberError, match="states 0 to 0"):
        Automaton.of(kary(2), 1, [[0, 7]], [True])
    with pytest.raises(NumberError, match="row of 4 steps"):
        Automaton.of(kary(2), 2, [[0, 0]], [True])
    with pytest.raises(NumberError, match="2 numbers were given"):
        Automaton.everything(kary(2), 1).accepts(1, 2)


@pytest.mark.parametrize("system", [kary(2), zeckendorf(), ostrowski(2)], ids=str)
def test_counting_and_listing_agree_with_asking(system):
    found = linear(system, (3, -2), -1, at_most=True)
    pairs = {(x, y) for x in range(25) for y in range(25) if 3 * x - 2 * y - 1 <= 0}
    assert set(found.members(25)) == pairs
    assert found.count(25) == len(pairs)
    assert found.least() == (0, 0)
    assert (~found).least() == (1, 0)
    assert attrs.evolve(found) == found
    assert found ^ found == Automaton.nothing(system, 2)


@pytest.mark.parametrize("large", [2**40, 2**62 + 1, 10**30])
def test_coefficients_beyond_64_bits_are_refused(large):
    """`x + large y <= 10` holds for no y above 0."""
    with pytest.raises(NoAdditionError, match=f"the coefficients 1, {large} are too large for an automaton in base 2"):
        linear(kary(), (1, large), -10, at_most=True)
    small = linear(kary(), (1, 10**6), -10, at_most=True)
    assert list(small.members()) == [(x, 0) for x in range(11)]


def test_a_box_of_more_tuples_than_memory_holds_is_refused():
    with at_most(10_000_000, "max_bytes"), pytest.raises(MemoryBudgetError, match="27,000,000 tuples"):
        addition(kary()).accepts_box(300, 300, 300)


@pytest.mark.parametrize(
    ("coefficients", "what"),
    [
        ((5, 3, 1, -4), "the letters of an equation of 4 numbers"),
        ((127, 83, -101), r"an equation of 3 numbers of \d+ states"),
    ],
)
def test_an_equation_of_more_than_memory_holds_is_refused(coefficients, what):
    """500a + 300b + 170c + 90d <= 410e in base 10 took five gigabytes."""
    forget()
    with at_most(4_000_000, "max_bytes"), pytest.raises(MemoryBudgetError, match=f"^{what} would take about"):
        linear(kary(10), coefficients, 0, at_most=True)


def test_a_product_of_more_than_memory_holds_is_refused():
    numbers = [linear(kary(10), coefficients, 0, at_most=True) for coefficients in ((13, -7, 3), (7, 5, -11))]
    with at_most(4_000_000, "max_bytes"), pytest.raises(MemoryBudgetError, match=r"^a product of [\d,]+ states would"):
        numbers[0] & numbers[1]
