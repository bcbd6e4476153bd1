"""Sets as plain tables of digits, against the definitions and against the automata that are made from them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from itertools import product

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.digits import expressions
from cgt.digits.choices import at_most_0
from cgt.digits.evaluate import holds, without_quantifiers
from cgt.digits.expressions import NAMED, named_sets, recognised_by
from cgt.digits.formula import conjuncts
from cgt.digits.grammar import NIM_SUM, parse_sentence
from cgt.digits.system import kary, number_system
from cgt.errors import ParseError

STOP = 501
SYSTEMS = ("base 2", "base 3", "base 10", "zeckendorf", "ostrowski(2)", "takeaway(3n)")


@attrs.frozen
class Expression:
    """A regular expression, with the ends of what it may read of a word from a place on, by the definition."""

    text: str
    ends: Callable[[str, int], frozenset[int]] = attrs.field(converter=cache)

    @classmethod
    def of_digits(cls, text, digits):
        return cls(text, lambda word, at: frozenset({at + 1} if word[at : at + 1] in digits else ()))

    def __add__(self, other):
        return Expression(
            self.text + other.text,
            lambda word, at: frozenset(end for middle in self.ends(word, at) for end in other.ends(word, middle)),
        )

    def __or__(self, other):
        return Expression(f"({self.text}|{other.text})", lambda word, at: self.ends(word, at) | other.ends(word, at))

    def repeated(self, sign):
        def ends(word, at):
            once = self.ends(word, at)
            met, waiting = set(once), list(once) if sign != "?" else []
            while waiting:
                fresh = self.ends(word, waiting.pop()) - met
                met |= fresh
                waiting += fresh
            return frozenset(met | ({at} if sign != "+" else set()))

        return Expression(f"({self.text}){sign}", ends)


def expressions_in(system):
    every = [*"0123456789"[: system.digit_count]]
    some = st.lists(st.sampled_from(every), min_size=1, max_size=3)
    pieces = st.one_of(
        st.sampled_from(every).map(lambda digit: Expression.of_digits(digit, [digit])),
        some.map(lambda digits: Expression.of_digits(f"[{''.join(digits)}]", digits)),
        st.just(Expression.of_digits(".", every)),
    )
    return st.recursive(
        pieces,
        lambda inside: st.one_of(
            st.builds(Expression.repeated, inside, st.sampled_from("*+?")),
            st.builds(operator.add, inside, inside),
            st.builds(operator.or_, inside, inside),
        ),
        max_leaves=8,
    )


@given(st.data())
def test_an_expression_is_read_as_it_is_defined_and_by_its_automaton(data):
    """With as many zeros in front as help."""
    system = number_system(data.draw(st.sampled_from(SYSTEMS)))
    expression = data.draw(expressions_in(system))
    table, stop = recognised_by(expression.text, system), 90
    words = ["".join(map(str, system.digits(number))) for number in range(stop)]
    given = [["0" * zeros + word for zeros in range(9)] for word in words]
    meant = [any(len(word) in expression.ends(word, 0) for word in with_zeros) for with_zeros in given]
    assert [table.accepts(number) for number in range(stop)] == meant
    assert table.automaton.accepts_box(stop).tolist() == meant
    for end in (0, 1, 2, stop // 2, stop):
        assert list(table.members(end)) == [(number,) for number in range(end) if meant[number]]


def fibonacci_numbers(stop):
    one, other, numbers = 1, 2, set()
    while one < stop:
        numbers.add(one)
        one, other = other, one + other
    return numbers


def wythoff_pairs(stop):
    """The lower and the upper numbers below `stop`, each pair the least number left and that and its place."""
    lower, upper = set(), set()
    for number in range(1, stop):
        if number not in upper:
            lower.add(number)
            upper.add(number + len(lower))
    return lower, upper


MEANT = {
    "power2": {2**k for k in range(9)},
    "power3": {3**k for k in range(6)},
    "evil": {n for n in range(STOP) if n.bit_count() % 2 == 0},
    "odious": {n for n in range(STOP) if n.bit_count() % 2 == 1},
    "fib": fibonacci_numbers(STOP),
    "lower": wythoff_pairs(STOP)[0],
    "upper": {n for n in wythoff_pairs(STOP)[1] if n < STOP},
}


@pytest.mark.parametrize("name", NAMED)
def test_a_named_set_is_what_its_name_says(name):
    table = named_sets(number_system(NAMED[name][0]))[name].relation
    assert {n for n in range(STOP) if table.accepts(n)} == MEANT[name]
    assert list(table.members(STOP)) == [(n,) for n in sorted(MEANT[name])]
    assert table.automaton.accepts_box(STOP).nonzero()[0].tolist() == sorted(MEANT[name])


@pytest.mark.parametrize("base", [*SYSTEMS, "base 16"])
def test_sets_of_several_numbers_are_those_of_their_automata(base):
    sets = {name: predicate.relation for name, predicate in named_sets(number_system(base)).items()}
    for name in ("shift", "below"):
        pairs = {pair for pair in product(range(60), repeat=2) if sets[name].accepts(*pair)}
        assert pairs == set(map(tuple, np.argwhere(sets[name].automaton.accepts_box(60, 60)).tolist()))
        assert {(x > 0, y > 0, (x > y) - (x < y)) for x, y in pairs} == sets[name].orders
    if NIM_SUM in sets:
        for triple in product(range(18), repeat=3):
            assert sets[NIM_SUM].accepts(*triple) == (triple[0] ^ triple[1] == triple[2])
            assert sets[NIM_SUM].accepts(*triple) == sets[NIM_SUM].automaton.accepts(*triple)


def test_members_of_hundreds_of_digits_are_walked_along():
    members = recognised_by("10*", kary()).members(1 << 600)
    assert [power for (power,) in members] == [1 << place for place in range(600)]


def test_only_what_is_spoken_of_is_made(monkeypatch):
    def refuse(*_arguments):
        raise AssertionError

    for name in ("_vile", "_dopey", "_shift", "_below", "_nim_sum"):
        monkeypatch.setattr(expressions, name, refuse)
    assert cgt.parse_ruleset("moves(n: power2(t) -> n - t)").parsed.chosen(0) == ["t"]
    with pytest.raises(ParseError, match="take power2, evil, odious, vile, dopey, shift, below, or define"):
        cgt.parse_ruleset("moves(n: power2(t) & primes2(t) -> n - t)")


@pytest.mark.full(
    "below(x, y) & y >= 1-zeckendorf", "power2(y - x) & ~power2(x + 1)-base 2", "x xor y <= 3 & y >= x + 2-base 2"
)
@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("power2(x) & ~evil(y)", "base 2"),
        ("power2(y - x) & ~power2(x + 1)", "base 2"),
        ("shift(x, y) & y >= 1", "base 2"),
        ("shift(x, y + 1) & x >= 2", "zeckendorf"),
        ("below(x, y) & y >= 1", "zeckendorf"),
        ("below(x, y)", "base 3"),
        ("~(x <= 3 | vile(y) | ~fib(x))", "zeckendorf"),
        ("x xor y <= 3 & y >= x + 2", "base 2"),
        ("2x > x xor y & 3y >= x xor 5", "base 2"),
        ("S(x) & S(x) & ~S(y)", "base 2"),
    ],
)
def test_the_bounds_that_sets_imply_hold_of_all_their_members(text, base, upto):
    system = number_system(base)
    sets = {**named_sets(system), "S": cgt.digits.formula.Predicate("S", recognised_by("1000000.*", system))}
    sentence = without_quantifiers(parse_sentence(f"{text} & x + y >= 0", sets), system)
    bounds = at_most_0(conjuncts(sentence))
    met = 0
    for x, y in product(range(upto(66, full=150)), repeat=2):
        numbers = {"x": x, "y": y}
        if holds(sentence, numbers):
            met += 1
            assert all(holds(bound <= 0, numbers) for bound in bounds), (x, y)
    assert met > 5
