"""Patterns of nim-values: those that are there are seen, with how far, and no others."""

from __future__ import annotations

import random
from math import isqrt

import pytest

import cgt
from cgt.solving.sentences import decide_sentence
from cgt.theory.observed import observations


def exponent(n, base):
    return 0 if n == 0 or n % base else 1 + exponent(n // base, base)


def least_prime(n):
    """Which of the primes, counted from 1, divides n first; 0 for 0 and 1."""
    return next((sum(map(is_prime, range(p + 1))) for p in range(2, n + 1) if n % p == 0), 0)


SEEN = {
    "the exponent of 2 in n + 1": lambda n: exponent(n + 1, 2),
    "the exponent of 3 in n": lambda n: exponent(n, 3),
    "the number of different prime factors of n": lambda n: sum(n % p == 0 for p in range(2, n + 1) if is_prime(p)),
    "the number of ones among the binary digits of n": lambda n: n.bit_count(),
    "the whole part of 3/2 n": lambda n: 3 * n // 2,
    "the whole part of 4/7 (n + 1)": lambda n: 4 * (n + 1) // 7,
    "the whole part of 5/7 (n - 1) from heap 1 on": lambda n: max(0, 5 * (n - 1) // 7),
    "the number of ones among the binary digits of n - 1 from heap 1 on": lambda n: (n - 1).bit_count() if n else 5,
    "the whole part of x n for an x between 0.618033 and 0.618035": lambda n: (isqrt(5 * n * n) - n) // 2,
    "the whole part of the square root of n": isqrt,
    "the exponent of 7 in n from heap 9 on": lambda n: exponent(n, 7) + (n == 8),
    "the number of binary digits of n, less one from heap 2 on": lambda n: n.bit_length() - 1 + 8 * (n == 1),
    "the number of divisors of n from heap 1 on": lambda n: sum(n % d == 0 for d in range(1, n + 1)),
    "the place of the least prime that divides n, the first being 2": least_prime,
    "automatic in base 2: automata of 2 states": lambda n: n.bit_count() % 2,
    "automatic in base 3": lambda n: int("1" not in ternary(n)),
    "automatic in base 10": lambda n: int("7" in str(n)),
    "automatic in zeckendorf": lambda n: int(n in FIBONACCI),
    "2-regular of rank 3": lambda n: len(bin(n)) + 3 * n.bit_count(),
}
FIBONACCI = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584}


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def ternary(n):
    return (ternary(n // 3) if n else "") + str(n % 3)


def test_few_values_show_what_is_regular():
    values = [0, 1]
    for n in range(2, 400):
        values.append(values[n // 2] + (values[n // 2 + 1] if n % 2 else 0))
    assert observations(values) == [
        "observed to 399: 2-regular of rank 2: 2 subsequences a(2^e n + r) span all the others"
    ]


@pytest.mark.full(
    "automatic in base 3",
    "the exponent of 3 in n",
    "the exponent of 7 in n from heap 9 on",
    "the number of different prime factors of n",
    "the number of divisors of n from heap 1 on",
    "the number of ones among the binary digits of n",
)
@pytest.mark.parametrize("pattern", SEEN)
def test_a_pattern_is_seen_with_how_far(pattern):
    values = [SEEN[pattern](n) for n in range(600 if "prime" in pattern else 1_600)]
    (line,) = observations(values)
    assert line.startswith(f"observed to {len(values) - 1:,}: {pattern}")
    values[-1] += 1
    assert pattern not in " ".join(observations(values))


def test_no_pattern_is_seen_where_there_is_none(upto):
    chosen = random.Random(7)
    assert observations([chosen.randrange(5) for _n in range(upto(1_000, full=3_000))]) == []
    assert observations([1, 2] * 50) == []


def test_an_own_function_is_recognised():
    found = cgt.discover(cgt.TakingRule(lambda n: [d for d in range(1, n) if n % d == 0]), 600)
    assert not found.proved
    assert found.seen[0] == "observed to 599: the exponent of 2 in n"


def test_named_sets_stand_in_sentences():
    assert decide_sentence("forall n: power2(n) & n >= 2 => exists m: n == 2m & power2(m)")
    assert decide_sentence("forall n: n >= 1 => (lower(n) <=> ~upper(n))", "zeckendorf")
    assert decide_sentence("forall n: fib(n) => lower(n) | n == 2", "zeckendorf").counterexample == {"n": 5}
