"""Patterns of nim-values: those that are there are seen, with how far, and no others."""

from __future__ import annotations

import random

import pytest

import cgt
from cgt.solving.sentences import decide_sentence
from cgt.theory.observed import observations


def exponent(n, base):
    return 0 if n == 0 or n % base else 1 + exponent(n // base, base)


SEEN = {
    "the exponent of 2 in n + 1": lambda n: exponent(n + 1, 2),
    "the exponent of 3 in n": lambda n: exponent(n, 3),
    "the number of different prime factors of n": lambda n: sum(n % p == 0 for p in range(2, n + 1) if is_prime(p)),
    "the number of ones among the binary digits of n": lambda n: n.bit_count(),
    "the whole part of 3n/2": lambda n: 3 * n // 2,
    "automatic in base 2: automata of 2 states": lambda n: n.bit_count() % 2,
    "automatic in zeckendorf": lambda n: int(n in FIBONACCI),
    "2-regular of rank 3": lambda n: len(bin(n)) + 3 * n.bit_count(),
}
FIBONACCI = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584}


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


@pytest.mark.parametrize("pattern", SEEN)
def test_a_pattern_is_seen_with_how_far(pattern):
    values = [SEEN[pattern](n) for n in range(600 if "prime" in pattern else 2_600)]
    (line,) = observations(values)
    assert line.startswith(f"observed to {len(values) - 1:,}: {pattern}")
    values[-1] += 1
    assert pattern not in " ".join(observations(values))


def test_no_pattern_is_seen_where_there_is_none():
    chosen = random.Random(7)
    assert observations([chosen.randrange(5) for _n in range(3_000)]) == []
    assert observations([1, 2] * 50) == []


def test_an_own_function_is_recognised():
    found = cgt.discover(cgt.TakingRule(lambda n: [d for d in range(1, n) if n % d == 0]), 600)
    assert not found.proved
    assert found.seen[0] == "observed to 599: the exponent of 2 in n"


def test_named_sets_stand_in_sentences():
    assert decide_sentence("forall n: power2(n) & n >= 2 => exists m: n == 2m & power2(m)")
    assert decide_sentence("forall n: n >= 1 => (lower(n) <=> ~upper(n))", "zeckendorf")
    assert decide_sentence("forall n: fib(n) => lower(n) | n == 2", "zeckendorf").counterexample == {"n": 5}
