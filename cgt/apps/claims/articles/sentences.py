"""The articles' claims as sentences in the games' own number systems: what `decide` is asked.

A set of P-positions stands in a sentence as an automaton. "P(x, y) <=> no option is in P" has one solution, since every
move makes the position smaller: so an automaton that satisfies it is the set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.articles import relations
from cgt.apps.claims.articles.referee import global_take_away
from cgt.apps.claims.articles.tables import transcribed
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.digits.decide import decide, define
from cgt.digits.formula import And, Predicate, exists, forall, iff, implies, variables
from cgt.digits.moves import bounded_moves, takeaway_moves, wythoff_moves
from cgt.digits.system import kary, takeaway, zeckendorf
from cgt.errors import BudgetError
from cgt.theory.levels import levels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.digits.decide import Decision
    from cgt.digits.formula import Formula, Term
    from cgt.digits.system import NumberSystem


def _fibonacci(*sentences: Formula) -> Iterator[Decision]:
    return (decide(sentence, zeckendorf()) for sentence in sentences)


# Article 000: the last match loses


def least_part_wins(_bound: int) -> Iterator[Decision]:
    """000.7."""
    lost = relations.lost_heaps(2, misere=True)
    part = relations.least_part(zeckendorf())
    a, q, least = variables("a q l")
    yield decide(takeaway_moves(2).lost(lost, Convention.MISERE), zeckendorf())
    yield from _fibonacci(forall("a q l", implies(part(a - 1, least) & (least <= q), lost(a - least, 2 * least))))


def one_or_two(_bound: int) -> Iterator[Decision]:
    """000.8."""
    lost = relations.lost_heaps(2, misere=True)
    part = relations.least_part(zeckendorf())
    (a,) = variables("a")
    yield decide(takeaway_moves(2).lost(lost, Convention.MISERE), zeckendorf())
    yield from _fibonacci(forall("a", implies(a >= 2, iff(~lost(a, 2), part(a - 1, 1) | part(a - 1, 2)))))


def base_of_3n(_bound: int) -> Iterator[Decision]:
    """000.14a: the heaps that are lost when anything but the whole may be taken, less the poisoned match."""
    system, lost = takeaway(3), relations.lost_heaps(3)
    term, appended = relations.term(system), relations.shifted(system)
    n, a, b, c, d, e = variables("n a b c d e")
    chain = (a >= 2) & term(a) & appended(a, b) & appended(b, c) & appended(c, d) & appended(d, e)
    yield decide(takeaway_moves(3).lost(lost), system)
    yield decide(forall("n", implies(n >= 1, iff(lost(n, n - 1), term(n)))), system)
    yield decide(forall("n", implies((n <= 6) & term(n), (n <= 4) | (n == 6))), system)
    yield decide(term(1) & term(2) & term(3) & term(4) & term(6), system)
    yield decide(forall("a b c d e", implies(chain, e == a + d)), system)


def doubling(_bound: int) -> Iterator[Decision]:
    """000.19c: in base 2, for n+q with q = 0, 1, …, 10."""
    for q in range(11):
        lost = relations.lost_by_doubling(q)
        yield decide(takeaway_moves(1, q).lost(lost, Convention.MISERE), kary(2))


# Article 002: Wythoff's game


def _is_won_by(key: Predicate, a: int = 1, convention: Convention = Convention.NORMAL) -> Decision:
    moves = wythoff_moves(a)
    return decide(moves.lost(key, convention), moves.system)


def golden_pairs(_bound: int) -> Iterator[Decision]:
    """002.2a: the pairs of the golden ratio are the key positions."""
    x, y, n = variables("x y n")
    key, golden = relations.key_positions(), relations.golden()
    yield _is_won_by(key)
    yield from _fibonacci(forall("x y", iff(key(x, y) & (x < y), exists("n", golden(n, x) & (y == x + n)))))


def every_number_once(_bound: int) -> Iterator[Decision]:
    """002.2b."""
    m, n, k = variables("m n k")
    golden = relations.golden()
    yield from _fibonacci(
        forall("m", implies(m >= 1, exists("n", golden(n, m) | golden(n, m - n)))),
        forall("m n k", ~(golden(n, m) & golden(k, m - k))),
        forall("m n k", implies(golden(n, m) & golden(k, m), n == k)),
        forall("m n k", implies(golden(n, m - n) & golden(k, m - k), n == k)),
    )


def least_unused(_bound: int) -> Iterator[Decision]:
    """002.2c."""
    m, n, k, x = variables("m n k x")
    golden = relations.golden()
    used = exists("k", (k < n) & (golden(k, m) | golden(k, m - k)))
    yield from _fibonacci(forall("n x m", implies(golden(n, x) & (m >= 1) & (m <= x), iff(m < x, used))))


def grouped_pairs(_bound: int) -> Iterator[Decision]:
    """002.3b."""
    x, y = variables("x y")
    key = relations.key_positions()
    yield from _fibonacci(key(1, 2), forall("x y", implies(key(x, y) & (x < y), key(x + y, x + 2 * y))))


def silber(_bound: int) -> Iterator[Decision]:
    """002.4: a pair is primitive when it comes from no other pair by (x, y) -> (x + y, x + 2y)."""
    n, x, y, k = variables("n x y k")
    key, golden = relations.key_positions(), relations.golden()
    pair = golden(n, x + y) & (n == y) & (x >= 1) & key(x, y)
    derived = exists("x y", pair)
    yield from _fibonacci(forall("n", implies(n >= 1, iff(exists("k", golden(k, n)), ~derived))))


def notation(_bound: int) -> Iterator[Decision]:
    """002.5a."""
    yield _is_won_by(relations.key_positions())


def four_cases(_bound: int) -> Iterator[Decision]:
    """002.6c."""
    x, y, w, s = variables("x y w s")
    key = relations.key_positions()
    cases = exists("w", (w <= x) & (w < y) & key(w, x)) | exists("w", (x <= w) & (w < y) & key(x, w))
    cases |= exists("s", (s >= 1) & key(x - s, y - s))
    yield from _fibonacci(forall("x y", implies((x <= y) & ~key(x, y), cases)))


def misere_pairs(_bound: int) -> Iterator[Decision]:
    """002.7b."""
    yield _is_won_by(relations.misere_key_positions(), convention=Convention.MISERE)


# Article 003: Wythoff's game where the amounts may differ


def _slack_two(*sentences: Formula) -> Iterator[Decision]:
    yield _is_won_by(relations.key_positions(2), 2)
    yield from (decide(sentence, wythoff_moves(2).system) for sentence in sentences)


def near_pairs(_bound: int) -> Iterator[Decision]:
    """003.2a."""
    (n,) = variables("n")
    key = relations.key_positions(2)
    won = ~key(n, n + 1) & ~key(n, n + 3) & implies(n >= 1, ~key(n, n)) & iff(n != 1, ~key(n, n + 2))
    return _slack_two(forall("n", won))


def exception(_bound: int) -> Iterator[Decision]:
    """003.2b."""
    return _slack_two(relations.key_positions(2)(1, 3))


def doubles(_bound: int) -> Iterator[Decision]:
    """003.2c."""
    (n,) = variables("n")
    return _slack_two(forall("n", implies(n >= 1, ~relations.key_positions(2)(n, 2 * n))))


def eleven_apart(_bound: int) -> Iterator[Decision]:
    """003.2d, and for every n."""
    (n,) = variables("n")
    return _slack_two(forall("n", ~relations.key_positions(2)(n, n + 11)))


def odd_differences(_bound: int) -> Iterator[Decision]:
    """003.3."""
    n, m = variables("n m")
    return _slack_two(forall("n m", ~relations.key_positions(2)(n, n + 2 * m + 1)))


def in_one_pair(_bound: int) -> Iterator[Decision]:
    """003.5a."""
    x, y, z = variables("x y z")
    key = relations.key_positions(2)
    return _slack_two(forall("x", exists("y", key(x, y))), forall("x y z", implies(key(x, y) & key(x, z), y == z)))


def even_differences(_bound: int) -> Iterator[Decision]:
    """003.5b."""
    x, y, m = variables("x y m")
    key = relations.key_positions(2)
    return _slack_two(
        forall("m", exists("x", key(x, x + 2 * m))),
        forall("x y", implies(key(x, y) & (x <= y), exists("m", y == x + 2 * m))),
    )


# Article 004: Fibonacci nim


def whinihan(_bound: int) -> Iterator[Decision]:
    """004.1."""
    (n,) = variables("n")
    lost = relations.lost_heaps(2)
    yield decide(takeaway_moves(2).lost(lost), zeckendorf())
    yield from _fibonacci(forall("n", implies(n >= 1, iff(lost(n, n - 1), relations.is_term(n)))))


def least_part_or_all(_bound: int) -> Iterator[Decision]:
    """004.2."""
    n, q, least = variables("n q l")
    lost, part = relations.lost_heaps(2), relations.least_part(zeckendorf())
    yield decide(takeaway_moves(2).lost(lost), zeckendorf())
    yield from _fibonacci(
        forall("n q l", implies(part(n, least), iff(~lost(n, q), least <= q) & lost(n - least, 2 * least))),
        forall("n", lost(0, 2 * n)),
    )


def only_two(_bound: int) -> Iterator[Decision]:
    """004.3b."""
    (t,) = variables("t")
    lost = relations.lost_heaps(2)
    yield decide(takeaway_moves(2).lost(lost), zeckendorf())
    yield from _fibonacci(forall("t", implies((t >= 1) & (t <= 9), iff(lost(10 - t, 2 * t), t == 2))))


def winning_takes(_bound: int) -> Iterator[Decision]:
    """004.4."""
    n, t, part = variables("n t d")
    lost, least, tail = relations.lost_heaps(2), relations.least_part(zeckendorf()), relations.tail(zeckendorf())
    stated = (t == n) | exists("d", tail(n, t) & least(n - t, part) & (2 * t < part))
    yield decide(takeaway_moves(2).lost(lost), zeckendorf())
    yield from _fibonacci(forall("n t", implies((t >= 1) & (t <= n), iff(lost(n - t, 2 * t), stated))))


def small_values(_bound: int) -> Iterator[Decision]:
    """004.5a: each of the four levels satisfies the sentence that defines it."""
    below: Predicate | None = None
    for value in range(1, 5):
        reached = relations.worth_at_least(value)
        yield decide(takeaway_moves(2).level(reached, below), zeckendorf())
        below = reached


def two_heaps(_bound: int) -> Iterator[Decision]:
    """004.6a: the least winning quota is F or the Fibonacci number before it, by a position with smaller heaps.

    F is the least part of b - a. The set of won positions is guessed from a table; the first sentence proves it.
    """
    a, b, q, one, before = variables("a b q F E")
    (won,) = levels(global_take_away("2n").linear_moves() or takeaway_moves(2, heaps=2), 1)
    if won.automaton is None or won.decision is None:
        raise BudgetError(_("no automaton was found for two heaps under one quota"))
    yield won.decision
    wins = Predicate("N", won.automaton)
    least, appended, term = (make(zeckendorf()) for make in (relations.least_part, relations.shifted, relations.term))
    neighbours = (one >= 2) & term(before) & appended(before, one)
    closer = (a >= before) & ~wins(a - before, b, 2 * before)
    quota = ((one == 1) & (q >= 1)) | exists("E", neighbours & ((closer & (q >= before)) | (~closer & (q >= one))))
    yield from _fibonacci(
        forall("a q", ~wins(a, a, q)),
        forall("a b q F", implies((a < b) & least(b - a, one), iff(wins(a, b, q), quota))),
    )


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
    yield from misere_pairs(_bound)
    yield decide(forall("x y", iff(_misere(x, y), usual | small)), zeckendorf())


def misere_examples(_bound: int) -> Iterator[Decision]:
    """002.7e."""
    yield from misere_pairs(_bound)
    yield decide(relations.misere_key_positions()(0, 1) & relations.misere_key_positions()(2, 2), zeckendorf())


def _misere(x: Term, y: Term) -> Formula:
    return relations.misere_key_positions()(x, y)


def printed_pairs(table: str, a: int) -> Iterator[Decision]:
    """003.1: every printed pair is a lost position."""
    key = relations.key_positions(a)
    rows = [(row.number("heap_1"), row.number("heap_2")) for row in transcribed(table)]
    yield _is_won_by(key, a)
    yield decide(And(tuple(key(x, y) for x, y in rows)), wythoff_moves(a).system)


def lost_at_every_distance(_bound: int) -> Iterator[Decision]:
    """003.4a."""
    n, p = variables("n p")
    yield _is_won_by(relations.key_positions(2), 2)
    lost = relations.key_positions(2)(n, n + p)
    yield decide(forall("n p", implies((n >= 1) & (p >= 4), lost)), wythoff_moves(2).system)


def lost_at_some_distance(_bound: int) -> Iterator[Decision]:
    """003.4b."""
    n, p = variables("n p")
    yield _is_won_by(relations.key_positions(2), 2)
    lost = exists("n", relations.key_positions(2)(n, n + p))
    yield decide(forall("p", implies(p >= 4, lost)), wythoff_moves(2).system)


def every_slack(bound: int) -> Iterator[Decision]:
    """003.6, for d = 0, 1, … up to the bound: each number is in one pair, the differences are multiples of d + 1."""
    x, y, z, m = variables("x y z m")
    for a in range(1, bound + 2):
        key, system = relations.key_positions(a), wythoff_moves(a).system
        yield _is_won_by(key, a)
        yield decide(forall("x", exists("y", key(x, y))), system)
        yield decide(forall("x y z", implies(key(x, y) & key(x, z), y == z)), system)
        yield decide(forall("x y", implies(key(x, y) & (x <= y), exists("m", y == x + a * m))), system)
        yield decide(forall("m", exists("x", key(x, x + a * m))), system)
