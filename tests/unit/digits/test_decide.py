"""Formulas against their meaning, evaluated number by number."""

from __future__ import annotations

from functools import cache, reduce
from itertools import pairwise, product
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.digits import automaton_arrays
from cgt.digits.automaton import Automaton
from cgt.digits.decide import Compiler, Relation, decide, define
from cgt.digits.formula import (
    And,
    Compare,
    Exists,
    ForAll,
    Iff,
    Member,
    Not,
    Or,
    Predicate,
    Term,
    exists,
    forall,
    iff,
    implies,
    variables,
)
from cgt.digits.system import kary, ostrowski, takeaway, zeckendorf
from cgt.digits.work import Work
from cgt.errors import BudgetError, MemoryBudgetError, NoAdditionError, NumberSystemError, SentenceError

BOUND = 4
SYSTEMS = [kary(2), zeckendorf(), ostrowski(2), takeaway(1, 1)]
MOST = [*SYSTEMS[:2], *(pytest.param(system, marks=pytest.mark.full) for system in SYSTEMS[2:])]
NAMES = ("x", "y", "z")


@cache
def triples(system):
    """{(m, 3m): m}, as a predicate to stand in formulas."""
    m, n = variables("m n")
    return Predicate("Triple", define(n == 3 * m, system, "m n"))


def value(term, numbers):
    return term.constant + sum(c * numbers[name] for name, c in term.coefficients.items())


def holds(formula, numbers):
    """The meaning of a formula whose bound variables are all at most BOUND by what it says."""
    match formula:
        case Compare(term, at_most):
            total = value(term, numbers)
            return total <= 0 if at_most else total == 0
        case Member(_, (one, other)):
            return value(one, numbers) >= 0 and 3 * value(one, numbers) == value(other, numbers)
        case Not(body):
            return not holds(body, numbers)
        case And(parts):
            return all(holds(part, numbers) for part in parts)
        case Or(parts):
            return any(holds(part, numbers) for part in parts)
        case Iff((one, other)):
            return holds(one, numbers) == holds(other, numbers)
        case Exists(names, body):
            return any(holds(body, {**numbers, **found}) for found in assignments(names))
        case ForAll(names, body):
            return all(holds(body, {**numbers, **found}) for found in assignments(names))
    raise AssertionError(formula)


def assignments(names):
    return (dict(zip(names, numbers, strict=True)) for numbers in product(range(BOUND + 1), repeat=len(names)))


terms = st.builds(
    lambda coefficients, constant: Term({n: c for n, c in coefficients.items() if c}, constant),
    st.dictionaries(st.sampled_from(NAMES), st.integers(-2, 3), max_size=3),
    st.integers(-4, 6),
)


def formulas(system):
    compare = st.builds(Compare, terms, at_most=st.booleans())
    member = st.builds(triples(system), terms, terms)

    def bounded(kind, name, body):
        (x,) = variables(name)
        small = x <= BOUND
        return Exists((name,), small & body) if kind else ForAll((name,), implies(small, body))

    return st.recursive(
        compare | member,
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.builds(lambda a, b: a & b, inner, inner),
            st.builds(lambda a, b: a | b, inner, inner),
            st.builds(iff, inner, inner),
            st.builds(bounded, st.booleans(), st.sampled_from(NAMES), inner),
        ),
        max_leaves=5,
    )


@pytest.mark.parametrize("system", MOST, ids=str)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_a_formula_defines_just_the_numbers_that_make_it_true(system, data):
    formula = data.draw(formulas(system))
    found = define(formula, system, NAMES)
    for numbers in assignments(NAMES):
        assert found.accepts(*numbers.values()) == holds(formula, numbers), (str(formula), numbers)


@pytest.mark.parametrize("system", MOST, ids=str)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_sentence_is_true_or_fails_where_it_says(system, data):
    x, y, z = variables("x y z")
    formula = data.draw(formulas(system))
    bounded = implies((x <= BOUND) & (y <= BOUND) & (z <= BOUND), formula)
    found = decide(forall("x y z", bounded), system)
    failing = [numbers for numbers in assignments(NAMES) if not holds(formula, numbers)]
    assert bool(found) == (not failing)
    if failing:

        def order(numbers):
            return max(map(system.length, numbers.values())), list(numbers.values())

        assert found.counterexample in failing
        if not any("on the fly" in step.what for step in found.steps):
            assert found.counterexample == min(failing, key=order)


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_what_a_sentence_binds_within_makes_no_counterexample_longer(system):
    """For y = 0 the inner x must be 3, for y = 1 it may be 2, which some systems write with fewer digits."""
    x, y = variables("x y")
    within = forall("x", implies(x <= 4, iff(x >= 2, triples(system)(y + 5 - 2 * x, 3))))
    assert decide(forall("y", implies(y <= 4, within)), system).counterexample == {"y": 0}


def test_every_number_is_even_or_odd_but_not_both(upto):
    n, m, k = variables("n m k")
    for system in upto(SYSTEMS[:2], full=(*SYSTEMS, takeaway(3))):
        assert decide(forall("n", exists("m", (n == 2 * m) | (n == 2 * m + 1))), system)
        assert decide(forall("n m k", ~((n == 2 * m) & (n == 2 * k + 1))), system)


def test_a_classic_sentence_about_the_fibonacci_word():
    """No four equal blocks in a row, but three: the critical exponent is 2 + phi (Mignosi and Pirillo, 1992)."""
    system = zeckendorf()
    word = Predicate("F", Automaton.of(system, 1, [[0, 1], [0, -1]], [False, True]))  # 1 where the expansion ends in 1
    i, n, t = variables("i n t")

    def repeats(times):
        same = iff(word(i + t), word(i + t + n))
        return exists("i n", (n >= 1) & forall("t", implies(t + n + 1 <= times * n, same)))

    assert decide(repeats(3), system)
    assert not decide(repeats(4), system)


def test_bad_sentences_are_refused_by_name():
    n, m, k = variables("n m k")
    with pytest.raises(SentenceError, match="m is bound by no quantifier"):
        decide(forall("n", n <= m), kary(2))
    with pytest.raises(SentenceError, match="not be linear"):
        n * m
    with pytest.raises(SentenceError, match="ask decide"):
        bool(n <= m)
    with pytest.raises(SentenceError, match="about 2 numbers, not 1"):
        triples(kary(2))(n)
    with pytest.raises(NumberSystemError, match="zeckendorf"):
        decide(forall("n m", triples(zeckendorf())(n, m)), kary(2))
    with pytest.raises(NoAdditionError, match="not Pisot"):
        decide(forall("n m k", implies(k == n + m, n <= k)), takeaway(4))
    with pytest.raises(BudgetError, match="more than 3 states"):
        decide(forall("n", exists("m", n <= 2 * m)), zeckendorf(), work=Work(states=3))
    with pytest.raises(SentenceError, match="different names"):
        forall("n n", n <= m)


def test_order_is_decided_even_where_nothing_adds():
    n, m = variables("n m")
    assert decide(forall("n m", (n <= m) | (m <= n)), takeaway(4))
    assert not decide(forall("n", n <= 1000), takeaway(4))


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_a_term_may_stand_on_several_tracks_of_a_predicate(system):
    n, m = variables("n m")
    equal = Predicate("Equal", define(n == m, system, "n m"))
    triple = triples(system)
    assert decide(equal(2, 2), system)
    assert decide(forall("n", equal(n + 1, n + 1)), system)
    assert not decide(forall("n", triple(n + 1, n + 1)), system)
    assert decide(forall("n m", implies(triple(n + m, n + m), (n == 0) & (m == 0))), system)
    assert decide(forall("n", iff(triple(n, n), n == 0)), system)
    assert define(triple(n, n), system, "n").accepts(0)


def test_formulas_are_told_apart_by_what_they_are_and_not_by_their_kind():
    x, y = variables("x y")
    made = [
        join(one, other) for join in (lambda a, b: a & b, lambda a, b: a | b) for one, other in ((x < y, y < x),) * 2
    ]
    made += [~(x < y), ~(y < x), x < y, y < x, forall("x", x < y), forall("x", y < x)]
    assert len({*made}) == len(made)


@pytest.mark.parametrize("system", [zeckendorf(), kary(2)], ids=str)
def test_a_large_number_beside_two_variables(system):
    x, y = variables("x y")
    size = 10**7
    rows = [(0, size), (5, size + 5), (5, size + 4), (size, 2 * size), (size, 0)]
    for formula in (x + size == y, y == x + size):
        later = define(formula, system, "x y")
        assert later.accepts_all(*zip(*rows, strict=True)).tolist() == [other == one + size for one, other in rows]
    assert define(2 * x == 2 * size, system, "x").accepts_all([size - 1, size]).tolist() == [False, True]


def test_what_forall_says_within_exists_is_decided_on_the_way():
    """Numbers up to y, all of them, within a sentence about some y."""
    x, y, z = variables("x y z")
    below = forall("z", (z > y) | (z + z <= x))
    assert decide(forall("x", exists("y", below & (x <= 2 * y + 1))), zeckendorf())
    found = decide(forall("x", ~exists("y", below & (y == 3))), zeckendorf())
    assert (found.holds, found.counterexample) == (False, {"x": 6})


@pytest.mark.parametrize("system", [zeckendorf(), kary(2)], ids=str)
def test_half_of_a_number_is_not_always_one(system):
    """A variable is put in the place of what equals it, but not of what equals its double."""
    x, y, z = variables("x y z")
    assert not decide(exists("x", 2 * x == 3), system)
    assert not decide(forall("y", exists("x", 2 * x == y)), system)
    assert not decide(exists("x y z", (2 * x == y + z) & (y == z + 1)), system)
    assert decide(exists("x y", (2 * x == y + 1) & (y == 3) & (x == 2)), system)


def test_a_conjunction_of_many_large_parts_is_exact():
    """The states of all parts together make more pairs than 64 bits number."""
    (x,) = variables("x")
    gone = [2**40 + each for each in range(16)]
    found = define(And(tuple(x != each for each in gone)), kary())
    assert [number for (number,) in (~found).members()] == gone


def test_a_variable_may_have_any_name_and_two_equations():
    v, y = variables("v y")
    even = Predicate("Even", define(exists("v", y == 2 * v), kary()))
    found = define(exists("v", (v == y) & (y == v) & even(v)), kary())
    assert [number for (number,) in found.members(9)] == [0, 2, 4, 6, 8]


def test_what_is_said_of_several_variables_is_made_once():
    x, y, z, n = variables("x y z n")
    multiple = Predicate("T", define(exists("n", x == 3 * n), kary(), "x"))
    decision = decide(forall("x y z", ~(multiple(x + y) & multiple(x + z) & multiple(y + z)) | multiple(x)), kary())
    assert decision.holds
    assert sum(step.what.startswith("exists v'") for step in decision.steps) == 1


def test_more_letters_than_memory_holds_are_refused_before_they_are_made():
    """Nine variables side by side in base 10 have 10^9 letters: 18 GB were taken, and a bare MemoryError followed."""
    names = "a b c d e f g h i"
    same = [one <= other for one, other in pairwise(variables(names))]
    with pytest.raises(MemoryBudgetError, match="the letters of 9 tracks of 10 digits would take"):
        decide(forall(names, reduce(or_, same)), kary(10))


def test_what_is_guessed_beside_what_is_kept_counts_as_letters_too():
    relation = Relation(tuple("abcde"), Automaton.everything(kary(10), 5))
    with pytest.raises(MemoryBudgetError, match="the letters of 11 tracks of 10 digits would take"):
        Compiler(kary(10), Work()).guess(relation, tuple("uvwxyz"))


@pytest.mark.parametrize("many", [0, 10**9])
def test_letters_that_lead_alike_may_be_looked_at_once(many, monkeypatch):
    """Two digits in base 1000 are a million letters, of three kinds where numbers are compared."""
    monkeypatch.setattr(automaton_arrays, "MANY_LETTERS", many)
    n, m = variables("n m")
    assert decide(forall("n", n < 5), kary(30)).counterexample == {"n": 5}
    smaller = define(n * 3 <= m, kary(7), ("n", "m"))
    assert smaller.states == 4
    assert all(smaller.accepts(one, other) == (3 * one <= other) for one in range(60) for other in range(180))
