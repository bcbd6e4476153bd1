"""Subtraction of an infinite set by name, and of vectors, against the definition."""

from __future__ import annotations

from itertools import count, product, takewhile
from math import factorial

import pytest

import cgt
from cgt.digits.number_sets import number_set
from cgt.errors import LoopError, ParseError, RulesetError
from cgt.games import VectorGame

SETS = {
    "2^k": [2**k for k in range(12)],
    "2^k-1": [2**k - 1 for k in range(1, 12)],
    "3^k": [3**k for k in range(9)],
    "x*x": [x * x for x in range(1, 40)],
    "x^3": [x**3 for x in range(1, 20)],
    "x^2+1": [x * x + 1 for x in range(40)],
    "triangles": [x * (x + 1) // 2 for x in range(1, 60)],
    "k!": [factorial(k) for k in range(1, 9)],
    "fibonacci": [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987],
    "primes": [n for n in range(2, 600) if all(n % d for d in range(2, n))],
}


@pytest.mark.parametrize("text", SETS)
def test_a_set_has_the_numbers_of_its_formula(text):
    numbers = number_set(text)
    assert list(takewhile(lambda n: n < 500, numbers.members())) == [n for n in SETS[text] if n < 500]
    assert [n for n in range(500) if n in numbers] == [n for n in SETS[text] if n < 500]


@pytest.mark.parametrize("text", SETS)
def test_nim_values_are_those_of_the_definition(text):
    values = []
    for n in range(300):
        met = {values[n - take] for take in SETS[text] if take <= n}
        values.append(next(value for value in count() if value not in met))
    game = cgt.parse_ruleset(f"subtraction({text})")
    assert cgt.nim_values(game, 300) == values
    assert cgt.parse_ruleset(str(game)) == game


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2^k+0", "take-a-power(2)"),
        ("x^2-0", "take-a-square"),
        ("x^3+00", "take-a-cube"),
        ("02^k+01", "subtraction(2^k+1)"),
        ("x^02+3", "subtraction(x^2+3)"),
    ],
)
def test_a_set_has_one_name(text, name):
    """2^k + 0 was no game of powers, and x^2 + 0 was no game of squares."""
    assert str(cgt.parse_ruleset(f"subtraction({text})")) == name


@pytest.mark.parametrize("name", ["take-a-cube", "take-a-triangle", "take-a-factorial"])
def test_sets_have_names_of_their_own(name):
    game = cgt.parse_ruleset(name)
    assert str(game) == name
    assert next(iter(game.amounts())) == 1


@pytest.mark.parametrize(
    "text", ["", "1^k", "2^x", "x", "x^1", "primes+1", "x!!", "__import__('os')", "9" * 5000 + "^k"]
)
def test_what_is_no_set_is_told_in_one_line(text):
    with pytest.raises(ParseError) as told:
        number_set(text)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300


@pytest.mark.full("2^k", "2^k+1")
@pytest.mark.parametrize("text", ["2^k", "2^k+1", "3^k"])
def test_powers_are_proved(text):
    found = cgt.discover(f"subtraction({text})")
    assert found.proved
    cgt.verify(found.levels)


VECTORS = [
    ((1, 0), (0, 1), (2, 2)),
    ((1, 3), (2, 2), (2, 3)),
    ((2, -1), (0, 1)),
    ((1,), (3,), (4,)),
    ((1, 1, 1), (0, 2, 0)),
]


@pytest.mark.parametrize("vectors", VECTORS)
def test_vectors_are_taken_as_the_definition_says(vectors):
    game = VectorGame(*vectors)
    assert cgt.parse_ruleset(str(game)) == game
    for position in product(range(5), repeat=len(vectors[0])):
        options = {tuple(a - b for a, b in zip(position, vector, strict=True)) for vector in vectors}
        expected = {option for option in options if min(option) >= 0}
        assert set(game.options(position)) == set(game.position(*position).moves()) == expected


def test_vectors_that_make_no_sense():
    for vectors in ([], [(1, 0), (1,)], [(1.5, 0)], [()], [(1,) * 7], [5]):
        with pytest.raises(RulesetError):
            VectorGame(*vectors)
    for text in ("vectors(1,0)", "vectors((1,x))", "vectors((1;0))"):
        with pytest.raises(ParseError):
            cgt.parse_ruleset(text)
    with pytest.raises(LoopError):
        cgt.nim_value(VectorGame((1, -1), (-1, 1)).position(2, 2))
    with pytest.raises(LoopError):
        cgt.nim_value(VectorGame((0, 0)).position(2, 2))
