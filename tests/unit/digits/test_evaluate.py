"""Formulas at given numbers, against the automata that decide them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from cgt.digits.decide import define
from cgt.digits.evaluate import holds, without_quantifiers
from cgt.digits.expressions import named_sets
from cgt.digits.formula import speaks_of_sets
from cgt.digits.grammar import parse_sentence
from cgt.digits.system import kary

COMPUTED = [
    "x mod 3 == 1",
    "(x - y) mod 4 <= y mod 3",
    "~(x // 2 < (y + 1) // 3) | x == y",
    "(x mod 4) // 2 == (2x - 3y) // 5",
    "exists m: x == 2m & m >= y",
    "exists m: x + m == y & (exists k: m == 3k)",
    "exists m: 3m <= x + 1 & x < 3m + 2",
]
NOT_COMPUTED = ["exists m: 3m <= x & y <= 3m + 1", "exists m: 3m <= x & x <= 3m + 3", "exists m k: x == 2m + 3k"]


NIM_SUMS = [
    "x xor y <= 3",
    "x xor y xor 5 >= x",
    "(x xor (y - 2)) // 2 <= y mod 3",
    "x xor 3 == y + 1",
    "~((x - y) xor (y - x) == 0 | (x xor 3) - 1 <= y)",
    "x - 1 == y - 1 xor 2 | ~(y xor x == x - y)",
]


@pytest.mark.parametrize("text", [*COMPUTED, *NOT_COMPUTED, *NIM_SUMS, "power2(x // 3) & ~vile((x + y) mod 5)"])
def test_a_sentence_is_read_off_at_numbers_as_it_is_decided(text, upto):
    sets, side = named_sets(kary()), upto(18, full=24)
    sentence = parse_sentence(f"({text}) & x + y >= 0", sets)
    plain, decided = without_quantifiers(sentence, kary()), define(sentence, kary(), ("x", "y")).accepts_box(side, side)
    for x, y in product(range(side), repeat=2):
        assert holds(plain, {"x": x, "y": y}) == decided[x, y], (x, y)
    x, y = np.ogrid[:side, :side]
    assert np.array_equal(np.broadcast_to(holds(plain, {"x": x, "y": y}), decided.shape), decided)


HUGE = 1 << 5000


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (NIM_SUMS[0], [(HUGE | 1, HUGE | 2)]),
        (NIM_SUMS[1], [(HUGE, 0), (3, HUGE)]),
        (NIM_SUMS[2], [(HUGE, HUGE + 2), (HUGE + 1, HUGE + 3)]),
        (NIM_SUMS[3], [(HUGE, HUGE + 2), (HUGE + 3, HUGE - 1)]),
    ],
)
def test_a_nim_sum_is_computed_without_an_automaton(text, numbers):
    plain = without_quantifiers(parse_sentence(text, named_sets(kary())), kary())
    assert not speaks_of_sets(plain)
    assert all(holds(plain, {"x": x, "y": y}) for x, y in numbers)
    assert not holds(plain, {"x": 2 * HUGE, "y": 2 * HUGE + 4})


def test_a_number_that_others_determine_is_computed_without_an_automaton():
    assert not any(speaks_of_sets(without_quantifiers(parse_sentence(text), kary())) for text in COMPUTED)
    assert all(speaks_of_sets(without_quantifiers(parse_sentence(text), kary())) for text in NOT_COMPUTED)
    large = without_quantifiers(parse_sentence("x mod 7 == 3"), kary())
    assert [holds(large, {"x": 7 * 10**1000 + rest}) for rest in range(7)] == [rest == 3 for rest in range(7)]
