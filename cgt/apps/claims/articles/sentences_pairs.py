"""More of the articles' claims on Wythoff's game as sentences: the printed pairs, the recipes, and what is false."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.articles import relations
from cgt.apps.claims.articles.tables import transcribed
from cgt.core.outcome import Convention
from cgt.digits.decide import decide
from cgt.digits.formula import And, exists, forall, iff, implies, variables
from cgt.digits.moves import wythoff_moves
from cgt.digits.system import zeckendorf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.digits.decide import Decision
    from cgt.digits.formula import Formula, Term


def _lost(a: int) -> Decision:
    """The pairs K are the lost positions, where the two amounts differ by less than a."""
    moves = wythoff_moves(a)
    return decide(moves.lost(relations.key_positions(a)), moves.system)


def three_cases(_bound: int) -> Iterator[Decision]:
    """002.6a: cut y to x's partner, or x to y's, or go down the diagonal; 002.6c has one case more."""
    x, y, w, s = variables("x y w s")
    key = relations.key_positions()
    cases = exists("w", (x <= w) & (w < y) & key(x, w)) | exists("w", (w < x) & key(w, y))
    cases |= exists("s", (s >= 1) & key(x - s, y - s))
    yield decide(forall("x y", implies((x <= y) & ~key(x, y), cases)), zeckendorf())


def three_left_in_all(_bound: int) -> Iterator[Decision]:
    """002.7c: key positions with three matches or more are those of misère play too."""
    x, y = variables("x y")
    yield decide(forall("x y", implies(relations.key_positions()(x, y) & (x + y >= 3), _misere(x, y))), zeckendorf())


def three_left_in_a_heap(_bound: int) -> Iterator[Decision]:
    """002.7d: the misère key positions are the usual ones with 3 or more in a heap, and (0, 1) and (2, 2)."""
    x, y = variables("x y")
    usual = relations.key_positions()(x, y) & ((x >= 3) | (y >= 3))
    small = ((x + y == 1) & (x <= 1)) | ((x == 2) & (y == 2))
    yield _misere_lost()
    yield decide(forall("x y", iff(_misere(x, y), usual | small)), zeckendorf())


def misere_examples(_bound: int) -> Iterator[Decision]:
    """002.7e."""
    yield _misere_lost()
    yield decide(relations.misere_key_positions()(0, 1) & relations.misere_key_positions()(2, 2), zeckendorf())


def _misere(x: Term, y: Term) -> Formula:
    return relations.misere_key_positions()(x, y)


def _misere_lost() -> Decision:
    return decide(wythoff_moves().lost(relations.misere_key_positions(), Convention.MISERE), zeckendorf())


def printed_pairs(table: str, a: int) -> Iterator[Decision]:
    """003.1: every printed pair is a lost position."""
    key = relations.key_positions(a)
    rows = [(row.number("heap_1"), row.number("heap_2")) for row in transcribed(table)]
    yield _lost(a)
    yield decide(And(tuple(key(x, y) for x, y in rows)), wythoff_moves(a).system)


def lost_at_every_distance(_bound: int) -> Iterator[Decision]:
    """003.4a."""
    n, p = variables("n p")
    yield _lost(2)
    lost = relations.key_positions(2)(n, n + p)
    yield decide(forall("n p", implies((n >= 1) & (p >= 4), lost)), wythoff_moves(2).system)


def lost_at_some_distance(_bound: int) -> Iterator[Decision]:
    """003.4b."""
    n, p = variables("n p")
    yield _lost(2)
    lost = exists("n", relations.key_positions(2)(n, n + p))
    yield decide(forall("p", implies(p >= 4, lost)), wythoff_moves(2).system)


def every_slack(bound: int) -> Iterator[Decision]:
    """003.6, for d = 0, 1, … up to the bound: each number is in one pair, the differences are multiples of d + 1."""
    x, y, z, m = variables("x y z m")
    for a in range(1, bound + 2):
        key, system = relations.key_positions(a), wythoff_moves(a).system
        yield _lost(a)
        yield decide(forall("x", exists("y", key(x, y))), system)
        yield decide(forall("x y z", implies(key(x, y) & key(x, z), y == z)), system)
        yield decide(forall("x y", implies(key(x, y) & (x <= y), exists("m", y == x + a * m))), system)
        yield decide(forall("m", exists("x", key(x, x + a * m))), system)
