"""More of the articles' claims as sentences: of matches in heaps and rows, where a strategy or an insertion is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.articles import relations
from cgt.core.outcome import Convention
from cgt.digits.decide import decide, define
from cgt.digits.formula import Predicate, exists, forall, implies, variables
from cgt.digits.moves import bounded_moves, takeaway_moves
from cgt.digits.system import kary, takeaway, zeckendorf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.digits.decide import Decision
    from cgt.digits.formula import Formula
    from cgt.digits.system import NumberSystem


def fifty_matches(_bound: int) -> Iterator[Decision]:
    """000.1: taking 2 of 50 leaves a lost position."""
    lost = relations.lost_heaps(2, misere=True)
    yield decide(takeaway_moves(2).lost(lost, Convention.MISERE), zeckendorf())
    yield decide(lost(48, 4), zeckendorf())


def inserted_at_once(k: int) -> Iterator[Decision]:
    """000.5a for k = 2 and 000.14b for k = 3: what is inserted after any term A > k is right, and is all there is.

    The sequence is n's least part, at n = 1, 2, …; A div k terms are those of j with kj <= A, one less for a multiple
    of k those with kj < A.
    """
    system = _base(k)
    least, n, a, j, part, m = relations.least_part(system), *variables("n A j l m")
    within = (a >= k + 1) & (j >= 1) & (k * j <= (a if k == 2 else a - 1))
    yield decide(forall("n A j l", implies(least(n, a) & within & least(j, part), least(n + j, part))), system)
    after_one = exists("n A j", least(n, a) & within & (m == n + j))
    yield decide(forall("m", implies((m >= 1) & ~relations.term(system)(m), after_one)), system)


def inserted_once(k: int) -> Iterator[Decision]:
    """000.5b and 000.14c: every place that no base number has is within reach of one's own insertion."""
    system = _base(k)
    term, n, j, m = relations.term(system), *variables("n j m")
    within = (n >= k + 1) & (j >= 1) & (k * j <= (n if k == 2 else n - 1))
    after_one = exists("n j", term(n) & within & (m == n + j))
    yield decide(forall("m", implies((m >= 1) & ~term(m), after_one)), system)


def editors_note(_bound: int) -> Iterator[Decision]:
    """000.14d: below 21 no more terms stand after a base number n than the rule gives, those j with 3j < n."""
    system = takeaway(3)
    n, following = variables("n m")
    neighbours = relations.term(system)(n) & relations.shifted(system)(n, following)
    few = 3 * (following - n - 1) < n
    yield decide(forall("n m", implies(neighbours & (n >= 4) & (n < 21), few)), system)


def _base(k: int) -> NumberSystem:
    return zeckendorf() if k == 2 else takeaway(k)


def _left_equal() -> Predicate:
    """(a, b): both heaps equal and at least 2, or one match in all: what the second player leaves, 000.11."""
    a, b = variables("a b")
    one = ((a == 0) & (b == 1)) | ((a == 1) & (b == 0))
    return Predicate("E", define(((a == b) & (a >= 2)) | one, kary(2), "a b"))


def equal_heaps(_bound: int) -> Iterator[Decision]:
    """000.11a: after any move from E, which is never empty, the game is over or some answer leads back to E."""
    a, b, q, t, s = variables("a b q t s")
    left = _left_equal()
    for one, other in ((a - t, b), (a, b - t)):
        back: Formula = ((s <= one) & left(one - s, other)) | ((s <= other) & left(one, other - s))
        over = (one == 0) & (other == 0)
        answered = over | exists("s", (s >= 1) & (s <= 2 * t) & back)
        moved = left(a, b) & (t >= 1) & (t <= q) & (one >= 0) & (other >= 0)
        yield decide(forall("a b q t", implies(moved, answered)), kary(2))
    yield decide(~left(0, 0), kary(2))


def mirrored(_bound: int) -> Iterator[Decision]:
    """000.11b: the three answers are allowed, and lead back to E."""
    a, t = variables("a t")
    left = _left_equal()
    moved = (a >= 2) & (t >= 1) & (t <= a)
    same = implies(a - t >= 2, left(a - t, a - t))
    emptied = implies(a - t == 1, (a <= 2 * t) & left(a - t, 0))
    one_left = implies(a == t, (a - 1 >= 1) & (a - 1 <= 2 * t) & left(0, 1))
    yield decide(forall("a t", implies(moved, same & emptied & one_left)), kary(2))
    yield from equal_heaps(_bound)


def multiples_of_four(_bound: int) -> Iterator[Decision]:
    """001.1."""
    n, m = variables("n m")
    lost = Predicate("P", define(exists("m", n == 4 * m), kary(2), "n"))
    yield decide(bounded_moves(3).lost(lost), kary(2))
    yield decide(forall("m", lost(4 * m)), kary(2))


def residues_change(_bound: int) -> Iterator[Decision]:
    """001.6b: a move leaves another residue modulo 4 in its row, so one or two of the three counts change by 1."""
    m, k, r, s, t = variables("m k r s t")
    move = (t >= 1) & (t <= 3) & (r <= 3) & (s <= 3) & (4 * m + r == 4 * k + s + t)
    yield decide(forall("m k r s t", implies(move, ~(r == s))), kary(2))
