"""The sets that the articles' sentences speak of, each an automaton written down digit by digit, or by a formula."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from cgt.digits.automaton import Automaton
from cgt.digits.decide import define
from cgt.digits.formula import Predicate, exists, variables
from cgt.digits.moves import takeaway_moves, wythoff_moves
from cgt.digits.system import kary, zeckendorf
from cgt.digits.takeaway_base import DoublingRule

if TYPE_CHECKING:
    from cgt.digits.formula import Formula, Term
    from cgt.digits.system import NumberSystem

DEAD = -1


def _written(name: str, system: NumberSystem, tracks: int, steps: list[list[int]], ends: list[bool]) -> Predicate:
    """A set by its table of steps, of which only the valid words are kept."""
    made = Automaton.made(system, tracks, np.array(steps, np.int32), np.array(ends, np.bool_))
    return Predicate(name, made & Automaton.everything(system, tracks))


@cache
def term(system: NumberSystem) -> Predicate:
    """The terms of a base with the digits 0 and 1: a single 1."""
    return _written("Term", system, 1, [[0, 1], [1, DEAD]], [False, True])


@cache
def least_part(system: NumberSystem) -> Predicate:
    """(n, l): the last 1 of n stands where l has its only one; digits 0 and 1."""
    return _written("Least", system, 2, [[0, DEAD, 0, 1], [1, DEAD, DEAD, DEAD]], [False, True])


@cache
def tail(system: NumberSystem) -> Predicate:
    """(n, t): t is the sum of the last parts of n, one or more; digits 0 and 1."""
    return _written("Tail", system, 2, [[0, DEAD, 0, 1], [1, DEAD, DEAD, 1]], [False, True])


@cache
def shifted(system: NumberSystem) -> Predicate:
    """(x, y): y is written as x with a zero appended. A state is the digit of x that has to come next."""
    digits = range(system.digit_count)
    steps = [[y if x == awaited else DEAD for x, y in product(digits, digits)] for awaited in digits]
    return _written("Shifted", system, 2, steps, [digit == 0 for digit in digits])


@cache
def even_zeros(system: NumberSystem) -> Predicate:
    """The numbers above 0 that end in an even number of zeros."""
    others = system.digit_count - 1
    return _written(
        "Even", system, 1, [[0, *[1] * others], [2, *[1] * others], [1, *[1] * others]], [False, True, False]
    )


@cache
def lost_heaps(k: int, q: int = 0, *, misere: bool = False) -> Predicate:
    """(n, q): under the quota q no part of n is within reach; of n - 1 where the last match loses."""
    system = takeaway_moves(k, q).system
    n, quota, least = variables("n q l")
    part = least_part(system)
    if misere:
        lost: Formula = (n >= 1) & (quota >= 1) & ~exists("l", part(n - 1, least) & (least <= quota))
    else:
        lost = ~exists("l", part(n, least) & (least <= quota))
    return Predicate("P", define(lost, system, ("n", "q")))


@cache
def lost_by_doubling(q: int) -> Predicate:
    """(a, n) under the quota n+q, the last match losing: no take of the doubling rule is within reach, in base 2."""
    system, rule = kary(2), DoublingRule.of(q)
    n, part, m, p, quota = variables("n l m p q")
    power = least_part(system)
    cases = [exists("m p", (n == rule.modulus * m) & (part == rule.modulus * p) & power(m, p))]
    cases += [
        exists("m", n == rule.modulus * m + residue) & (part == least) for residue, least in enumerate(rule.residues, 1)
    ]
    least = Predicate("Least", reduce(or_, (define(case, system, ("n", "l")) for case in cases)))
    lost = (n >= 1) & (quota >= 1) & ~exists("l", least(n - 1, part) & (part <= quota))
    return Predicate("P", define(lost, system, ("n", "q")))


@cache
def key_positions(a: int = 1) -> Predicate:
    """(x, y): the smaller ends in an even number of zeros, and the greater is it with a zero appended; or (0, 0)."""
    system = wythoff_moves(a).system
    x, y = variables("x y")
    even, appended = even_zeros(system), shifted(system)
    key = ((x == 0) & (y == 0)) | (even(x) & appended(x, y)) | (even(y) & appended(y, x))
    return Predicate("K", define(key, system, ("x", "y")))


@cache
def misere_key_positions() -> Predicate:
    """The same for Wythoff's game in misère play: (0, 1) and (2, 2) instead of (0, 0) and (1, 2)."""
    x, y = variables("x y")
    key = key_positions()

    def either(one: int, other: int) -> Formula:
        return ((x == one) & (y == other)) | ((x == other) & (y == one))

    misere = (key(x, y) & ~either(0, 0) & ~either(1, 2)) | either(0, 1) | either(2, 2)
    return Predicate("M", define(misere, zeckendorf(), ("x", "y")))


@cache
def golden() -> Predicate:
    """(n, x): x = n·phi rounded down, for n >= 1: n - 1 with a zero appended, plus 1."""
    n, x = variables("n x")
    return Predicate("X", define((n >= 1) & (x >= 1) & shifted(zeckendorf())(n - 1, x - 1), zeckendorf(), ("n", "x")))


def worth_at_least(value: int) -> Predicate:
    """(n, q): worth at least 1, 2, 3 or 4 by the three least Zeckendorf parts (Larsson, Rubinstein-Salzedo 2016)."""
    n, q, one, two, three = variables("n q one two three")
    part = least_part(zeckendorf())

    def second(then: Formula) -> Formula:
        return exists("two", part(n - one, two) & then)

    reaches: Formula = one <= q
    if value == 2:
        reaches = ((one == 1) & second(two <= q)) | ((one >= 2) & (one <= q))
    elif value == 3:
        reaches = ((one <= 2) & second(two <= q)) | ((one >= 3) & (one <= q))
    elif value == 4:
        third = exists("three", part(n - one - two, three) & (three <= q))
        reaches = (
            ((one == 1) & second(((two == 3) & third) | ((two >= 5) & (two <= q))))
            | ((one == 2) & second(two <= q))
            | ((one == 3) & second(two - 1 <= q))
            | ((one >= 5) & (one <= q))
        )
    return Predicate(f"G{value}", define(exists("one", part(n, one) & reaches), zeckendorf(), ("n", "q")))


def is_term(number: Term) -> Formula:
    """A Fibonacci number."""
    return term(zeckendorf())(number)
