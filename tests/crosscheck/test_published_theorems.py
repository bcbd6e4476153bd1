"""Published theorems as sentences in the words of their papers, decided for all numbers at once.

The sets are written down here, digit by digit or by a formula, and the rules of the games as they are told: nothing
comes from the closed forms of the library.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from cgt.digits.automaton import Automaton
from cgt.digits.decide import decide, define
from cgt.digits.formula import Predicate
from cgt.digits.grammar import parse_sentence
from cgt.digits.system import ostrowski, zeckendorf

FIBONACCI = zeckendorf()


def written(name, tracks, steps, ends, system=FIBONACCI):
    """A set by its table of steps; a letter is a digit of each track, as 00, 01, 10, 11."""
    made = Automaton.made(system, tracks, np.array(steps, np.int32), np.array(ends, np.bool_))
    return Predicate(name, made & Automaton.everything(system, tracks))


@cache
def words():
    """The words of the papers: a Fibonacci number, the least part of a number, the sum of its last parts."""
    return {
        "Fib": written("Fib", 1, [[0, 1], [1, -1]], [False, True]),
        "Least": written("Least", 2, [[0, -1, 0, 1], [1, -1, -1, -1]], [False, True]),
        "Tail": written("Tail", 2, [[0, -1, 0, 1], [1, -1, -1, 1]], [False, True]),
    }


def defined(name, text, names):
    """A predicate of Fibonacci's system by a formula."""
    return Predicate(name, define(parse_sentence(text, words()), FIBONACCI, names))


def true(text, system=FIBONACCI, **known):
    """Whether a sentence holds."""
    return bool(decide(parse_sentence(text, {**words(), **known}), system))


@cache
def lost():
    """Whinihan: under the quota q the least part of n is out of reach."""
    return defined("Lost", "forall m: Least(n, m) => q < m", "n q")


# Fibonacci nim: from n matches take t, at least 1 and at most q, and the next may take at most 2t.


def test_whinihan_the_lost_pairs_of_fibonacci_nim():
    """M. J. Whinihan, Fibonacci nim (1963)."""
    rule = "forall n q: {claim} <=> ~(exists t: 1 <= t & t <= q & t <= n & Lost(n - t, 2t))"
    assert true(rule.format(claim="Lost(n, q)"), Lost=lost())
    beginning = "forall n: n >= 2 => (Fib(n) <=> ~(exists t: 1 <= t & t <= n - 1 & Lost(n - t, 2t)))"
    assert true(beginning, Lost=lost())
    late = defined("Lost", "forall m: Least(n, m) => q < m | n == 1000 & q == m", "n q")  # one pair in all is wrong
    assert not true(rule.format(claim="Lost(n, q)"), Lost=late)


def test_allen_and_ponomarenko_all_winning_moves_of_fibonacci_nim():
    """C. Allen and V. Ponomarenko, Fibonacci nim and a full characterization of winning moves (2014)."""
    winning = "forall n t: 1 <= t & t <= n => (Lost(n - t, 2t) <=> {})"
    out_of_reach = "Tail(n, t) & (t == n | (exists m: Least(n - t, m) & 2t < m))"
    assert true(winning.format(f"({out_of_reach})"), Lost=lost())
    # Not every tail wins: of 12 = 8 + 3 + 1, taking 3 + 1 leaves 8 to a player who may take 8.
    assert not true(winning.format("Tail(n, t)"), Lost=lost())


def test_larsson_and_rubinstein_salzedo_the_values_0_to_3_of_fibonacci_nim(upto):
    """U. Larsson and S. Rubinstein-Salzedo, Grundy values of Fibonacci nim (2016), by the least parts a < b < c.

    By default those up to 1.
    """
    parts = "exists a: Least(n, a) & ({})"
    second = "(exists b: Least(n - a, b) & {})"
    third = "(exists c: Least(n - a - b, c) & c <= q)"
    far = f"(b == 3 & {third} | b >= 5 & b <= q)"
    one_two = f"a == 1 & {second.format(far)} | a == 2 & {second.format('b <= q')}"
    reached = [
        "0 == 0",
        "a <= q",
        f"a == 1 & {second.format('b <= q')} | a >= 2 & a <= q",
        f"a <= 2 & {second.format('b <= q')} | a >= 3 & a <= q",
        f"{one_two} | a == 3 & {second.format('b <= q + 1')} | a >= 5 & a <= q",
    ]
    levels = [defined("G0", "n == n & q == q", "n q")]
    levels += [defined(f"G{v}", parts.format(text), "n q") for v, text in enumerate(reached[1 : upto(3, full=5)], 1)]
    for below, level in pairwise(levels):
        assert true(
            "forall n q: G(n, q) <=> B(n, q) & (exists t: 1 <= t & t <= q & t <= n & B(n - t, 2t) & ~G(n - t, 2t))",
            G=level,
            B=below,
        )


# Wythoff's game: take any number from one heap, or from both numbers that differ by less than a.

WYTHOFF = (
    "forall x y: K(x, y) <=> ~(exists t: 1 <= t & t <= x & K(x - t, y) | 1 <= t & t <= y & K(x, y - t)"
    " | (exists s: 1 <= s & s <= x & 1 <= t & t <= y & s < t + {a} & t < s + {a} & K(x - s, y - t)))"
)


def shift(system):
    """(x, y): y is x with a zero appended; a state is the digit of x that comes next."""
    digits = range(system.digit_count)
    steps = [[y if x == awaited else -1 for x in digits for y in digits] for awaited in digits]
    return written("Shift", 2, steps, [awaited == 0 for awaited in digits], system)


def fraenkel_pairs(a):
    """A. S. Fraenkel: the smaller number ends in an even number of zeros, and with one zero more it is the greater."""
    system, others = ostrowski(a), [1] * a
    even = [[0, *others], [2, *others], [1, *others]]
    known = {"Even": written("Even", 1, even, [False, True, False], system), "Shift": shift(system)}
    text = "x == 0 & y == 0 | Even(x) & Shift(x, y) | Even(y) & Shift(y, x)"
    return Predicate("K", define(parse_sentence(text, known), system, "x y"))


@pytest.mark.parametrize("a", [1, *(pytest.param(a, marks=pytest.mark.full) for a in (2, 3, 4, 5))])
def test_wythoff_and_fraenkel_the_lost_pairs(a):
    """W. A. Wythoff (1907), a = 1; A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts (1982)."""
    assert true(WYTHOFF.format(a=a), ostrowski(a), K=fraenkel_pairs(a))
    assert not true(WYTHOFF.format(a=a + 1), ostrowski(a), K=fraenkel_pairs(a))


def test_wythoff_every_number_is_in_one_pair_and_every_difference_too():
    """W. A. Wythoff, A modification of the game of nim (1907)."""
    pairs = fraenkel_pairs(1)
    assert true("forall x: exists y: K(x, y)", K=pairs)
    assert true("forall x y z: K(x, y) & K(x, z) => y == z", K=pairs)
    assert true("forall d: exists x: K(x, x + d)", K=pairs)
    assert true("forall x z d: K(x, x + d) & K(z, z + d) => x == z", K=pairs)


def test_silber_wythoff_pairs_in_fibonacci_numbers():
    """R. Silber, Wythoff's Nim and Fibonacci representations (1977); A Fibonacci property of Wythoff pairs (1976)."""
    pairs = fraenkel_pairs(1)
    at_odd = written("Odd", 1, [[0, 1], [2, -1], [1, -1]], [False, True, False])  # a Fibonacci number 1, 3, 8, …
    smaller = "forall x: (exists y: x < y & K(x, y)) <=> (exists m: Least(x, m) & Odd(m))"
    assert true(smaller, K=pairs, Odd=at_odd)
    assert true("forall x y: x < y & K(x, y) => Shift(x, y)", K=pairs, Shift=shift(FIBONACCI))
    # Of a pair of Fibonacci numbers that are neighbours, and of their sums: (1, 2), (3, 5), (8, 13), …
    assert true("forall x y: x < y & K(x, y) & Fib(x) => Fib(y) & (forall z: x < z & z < y => ~Fib(z))", K=pairs)


@pytest.mark.full
def test_the_fibonacci_word_has_cubes_and_no_fourth_powers_and_recurs():
    """J. Berstel (1980): in f[i] = 1 where i ends in 1; every block stands again, within 4n letters and more."""
    word = {"F": written("F", 1, [[0, 1], [0, -1]], [False, True])}
    power = "exists i n: n >= 1 & (forall t: t < {} => (F(i + t) <=> F(i + t + n)))"
    assert true(power.format("2n"), **word)
    assert not true(power.format("3n"), **word)
    again = "forall i n: exists j: i < j & j <= i + 4n + 4 & (forall t: t < n => (F(i + t) <=> F(j + t)))"
    assert true(again, **word)
