"""The articles' claims as sentences in the games' own number systems, for `decide`.

Most sentences stand in the articles' `.toml`, in the words that `cgt decide` reads, each claim's under the name of its
system here. A set of P-positions stands in a sentence as an automaton. "P(x, y) <=> no option is in P" has one
solution, since every move makes the position smaller: so an automaton that satisfies it is the set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING

import attrs

from cgt.apps.claims.articles.tables import transcribed
from cgt.core.memory import MEMORY
from cgt.core.outcome import Convention
from cgt.digits.decide import Decision, decide, define
from cgt.digits.digit_table import DigitTable
from cgt.digits.expressions import VILE, named_sets
from cgt.digits.formula import And, Predicate
from cgt.digits.grammar import parse_sentence
from cgt.digits.moves import LinearMoves, bounded_moves, takeaway_moves, wythoff_moves
from cgt.digits.system import DEAD, NumberSystem, kary, zeckendorf
from cgt.digits.takeaway_base import DoublingRule
from cgt.errors import BudgetError
from cgt.games.heaps.global_takeaway import GlobalTakeAway
from cgt.theory.levels import levels

if TYPE_CHECKING:
    Sets = Mapping[str, Callable[[], Predicate]]

# The sets, each an automaton written down digit by digit, or a formula.


def _written(name: str, system: NumberSystem, tracks: int, steps: list[list[int]], ends: list[bool]) -> Predicate:
    """A predicate by its table of steps, restricted to valid words."""
    return Predicate(name, DigitTable(system, tracks, lambda: (steps, ends)))


@MEMORY.cache("articles: terms")
def term(system: NumberSystem) -> Predicate:
    """The terms of a base with the digits 0 and 1: words with a single 1."""
    return _written("Term", system, 1, [[0, 1], [1, DEAD]], [False, True])


@MEMORY.cache("articles: least parts")
def least_part(system: NumberSystem) -> Predicate:
    """The pairs (n, l) where l is the least part of n; digits 0 and 1."""
    return _written("Least", system, 2, [[0, DEAD, 0, 1], [1, DEAD, DEAD, DEAD]], [False, True])


@MEMORY.cache("articles: tails")
def tail(system: NumberSystem) -> Predicate:
    """The pairs (n, t) where t is the sum of the last parts of n, one or more; digits 0 and 1."""
    return _written("Tail", system, 2, [[0, DEAD, 0, 1], [1, DEAD, DEAD, 1]], [False, True])


@MEMORY.cache("articles: shifted numbers")
def shifted(system: NumberSystem) -> Predicate:
    """The pairs (x, y) where y is x with a zero appended; a state is the digit of x that comes next."""
    digits = range(system.digit_count)
    steps = [[y if x == awaited else DEAD for x, y in product(digits, digits)] for awaited in digits]
    return _written("Shifted", system, 2, steps, [digit == 0 for digit in digits])


@MEMORY.cache("articles: even zeros")
def even_zeros(system: NumberSystem) -> Predicate:
    """The numbers above 0 that end in an even number of zeros."""
    return Predicate("Even", named_sets(system)[VILE].relation)


def _set_defined_by(name: str, system: NumberSystem, numbers: str, text: str, **sets: Predicate) -> Predicate:
    """The set of numbers that satisfy a formula given as text."""
    return Predicate(name, define(parse_sentence(text, sets), system, numbers))


@MEMORY.cache("articles: lost heaps")
def lost_heaps(k: int, *, misere: bool = False) -> Predicate:
    """The P-positions (n, q), heap and quota: every part of n, in misère play of n - 1, is greater than q."""
    system = takeaway_moves(k).system
    lost = "n >= 1 & q >= 1 & ~(exists l: Least(n - 1, l) & l <= q)" if misere else "~(exists l: Least(n, l) & l <= q)"
    return _set_defined_by("P", system, "n q", lost, Least=least_part(system))


@MEMORY.cache("articles: lost heaps by doubling")
def lost_by_doubling(q: int) -> Predicate:
    """The misère P-positions (heap, quota) under the rule n+q, in base 2, by the least part of `DoublingRule`."""
    system, rule = kary(2), DoublingRule.of(q)
    cases = [f"exists m p: n == {rule.modulus}m & l == {rule.modulus}p & Power(m, p)"]
    cases += [f"(exists m: n == {rule.modulus}m + {rest}) & l == {part}" for rest, part in enumerate(rule.residues, 1)]
    known = [_set_defined_by("", system, "n l", case, Power=least_part(system)).automaton for case in cases]
    least = Predicate("Least", reduce(or_, known))
    return _set_defined_by("P", system, "n q", "n >= 1 & q >= 1 & ~(exists l: Least(n - 1, l) & l <= q)", Least=least)


@MEMORY.cache("articles: key positions")
def key_positions(a: int = 1) -> Predicate:
    """The key positions (x, y): x ends in an even number of zeros, y is x with a zero appended; or (0, 0)."""
    system = wythoff_moves(a).system
    key = "x == 0 & y == 0 | Even(x) & Shifted(x, y) | Even(y) & Shifted(y, x)"
    return _set_defined_by("K", system, "x y", key, Even=even_zeros(system), Shifted=shifted(system))


@MEMORY.cache("articles: misère key positions")
def misere_key_positions() -> Predicate:
    """The key positions in misère play: (0, 1) and (2, 2) instead of (0, 0) and (1, 2)."""
    kept = "K(x, y) & x + y != 0 & ~(x == 1 & y == 2) & ~(x == 2 & y == 1)"
    return _set_defined_by("M", zeckendorf(), "x y", f"{kept} | x + y == 1 | x == 2 & y == 2", K=key_positions())


@MEMORY.cache("articles: golden multiples")
def golden() -> Predicate:
    """The pairs (n, x) with x = n·phi rounded down, for n >= 1: n - 1 with a zero appended, plus 1."""
    system = zeckendorf()
    return _set_defined_by("X", system, "n x", "n >= 1 & x >= 1 & Shifted(n - 1, x - 1)", Shifted=shifted(system))


_WORTH = {
    1: "a <= q",
    2: "a == 1 & (exists b: Least(n - a, b) & b <= q) | a >= 2 & a <= q",
    3: "a <= 2 & (exists b: Least(n - a, b) & b <= q) | a >= 3 & a <= q",
    4: "a == 1 & (exists b: Least(n - a, b) & (b == 3 & (exists c: Least(n - a - b, c) & c <= q) | b >= 5 & b <= q))"
    " | a == 2 & (exists b: Least(n - a, b) & b <= q) | a == 3 & (exists b: Least(n - a, b) & b - 1 <= q)"
    " | a >= 5 & a <= q",
}
"""Formulas in the least parts a, b and c of n that a heap of n is worth at least so much under the quota q."""


def worth_at_least(value: int) -> Predicate:
    """The pairs (n, q) worth at least 1, 2, 3 or 4 by three Zeckendorf parts (Larsson, Rubinstein-Salzedo 2016)."""
    system = zeckendorf()
    text = f"exists a: Least(n, a) & ({_WORTH[value]})"
    return _set_defined_by(f"G{value}", system, "n q", text, Least=least_part(system))


def multiples_of_four() -> Predicate:
    """The multiples of 4."""
    return _set_defined_by("P", kary(2), "n", "exists m: n == 4m")


def left_equal() -> Predicate:
    """The pairs (a, b) that the second player leaves: equal heaps of at least 2, or one match in all, 000.11."""
    return _set_defined_by("E", kary(2), "a b", "a == b & a >= 2 | a + b == 1")


# The sentences

_SOLVES = re.compile(r"(\w+) are the lost positions")
_NAMED = re.compile(r"(\w+)\(")


@attrs.frozen
class SentenceContext:
    """The moves, the named sets and the convention that a claim's sentences refer to.

    Attributes:
        moves: of a game, in whose number system they are read.
        sets: the sets that they name.
        misere: whether lost means lost in misère play; by the name of a set, where there are both.
    """

    moves: LinearMoves
    sets: Sets
    misere: str = ""

    def decided(self, sentence: str) -> Decision:
        """The decision of a sentence; "P are the lost positions" is the sentence that the moves define."""
        if match := _SOLVES.fullmatch(sentence):
            convention = Convention.MISERE if match[1] == self.misere else Convention.NORMAL
            return decide(self.moves.lost(self.sets[match[1]](), convention), self.moves.system)
        named = {name: self.sets[name]() for name in _NAMED.findall(sentence)}
        return decide(parse_sentence(sentence, named), self.moves.system)


def _under_quota(k: int, *, misere: bool = False) -> SentenceContext:
    moves = takeaway_moves(k)
    sets: Sets = {
        "P": partial(lost_heaps, k, misere=misere),
        "Term": partial(term, moves.system),
        "Least": partial(least_part, moves.system),
        "Tail": partial(tail, moves.system),
        "Shifted": partial(shifted, moves.system),
    }
    return SentenceContext(moves, sets, "P" if misere else "")


def _of_pairs(a: int) -> SentenceContext:
    sets: Sets = {"K": partial(key_positions, a), "M": misere_key_positions, "X": golden}
    return SentenceContext(wythoff_moves(a), sets, "M")


SYSTEMS: Mapping[str, Callable[[], SentenceContext]] = {
    "2n": partial(_under_quota, 2),
    "2n, misère": partial(_under_quota, 2, misere=True),
    "3n": partial(_under_quota, 3),
    "base 2": lambda: SentenceContext(bounded_moves(3), {"P": multiples_of_four, "E": left_equal}),
    "wythoff": partial(_of_pairs, 1),
    "wythoff(2)": partial(_of_pairs, 2),
}
"""The number systems by the names in claims."""


def decided(system: str, sentences: Sequence[str], _bound: int) -> Iterator[Decision]:
    """The decisions of a claim's sentences, in turn."""
    spoken = SYSTEMS[system]()
    return map(spoken.decided, sentences)


def doubling(_bound: int) -> Iterator[Decision]:
    """The decisions for 000.19c: in base 2, for n+q with q = 0, 1, …, 10."""
    for q in range(11):
        lost = lost_by_doubling(q)
        yield decide(takeaway_moves(1, q).lost(lost, Convention.MISERE), kary(2))


def printed_pairs(table: str, a: int) -> Iterator[Decision]:
    """The decisions for 003.1: every printed pair is a lost position."""
    spoken, key = _of_pairs(a), key_positions(a)
    rows = [(row.number("heap_1"), row.number("heap_2")) for row in transcribed(table)]
    yield spoken.decided("K are the lost positions")
    yield decide(And(tuple(key(x, y) for x, y in rows)), spoken.moves.system)


def every_slack(bound: int) -> Iterator[Decision]:
    """The decisions for 003.6, for d = 0, 1, …: each number is in one pair, the differences are multiples of d + 1."""
    for a in range(1, bound + 2):
        yield from map(
            _of_pairs(a).decided,
            (
                "K are the lost positions",
                "forall x: exists y: K(x, y)",
                "forall x y z: K(x, y) & K(x, z) => y == z",
                f"forall x y: K(x, y) & x <= y => exists m: y == x + {a}m",
                f"forall m: exists x: K(x, x + {a}m)",
            ),
        )


def small_values(_bound: int) -> Iterator[Decision]:
    """The decisions for 004.5a: each of the four levels satisfies the sentence that defines it."""
    below: Predicate | None = None
    for value in range(1, 5):
        reached = worth_at_least(value)
        yield decide(takeaway_moves(2).level(reached, below), zeckendorf())
        below = reached


def two_heaps(_bound: int) -> Iterator[Decision]:
    """The decisions for 004.6a: the least quota that wins is the least part of b - a, or the term before it.

    F is the least part of b - a. The set of won positions is guessed from a table; the first sentence proves it.
    """
    (won,) = levels(GlobalTakeAway("2n").linear_moves() or takeaway_moves(2, heaps=2), 1)
    if won.automaton is None or won.decision is None:
        raise BudgetError("no automaton was found for two heaps under one quota")
    yield won.decision
    sets: Sets = {**_under_quota(2).sets, "N": partial(Predicate, "N", won.automaton)}
    quota = (
        "F == 1 & 1 <= q | (exists E: 2 <= F & Term(E) & Shifted(E, F) & "
        "((E <= a & ~N(a - E, b, 2E)) & E <= q | ~(E <= a & ~N(a - E, b, 2E)) & F <= q))"
    )
    spoken = SentenceContext(takeaway_moves(2), sets)
    yield spoken.decided("forall a q: ~N(a, a, q)")
    yield spoken.decided(f"forall a b q F: a < b & Least(b - a, F) => (N(a, b, q) <=> {quota})")
