"""Games on divisors, couples and diagrams against their definitions, and values from the literature."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from math import gcd

import pytest

import cgt
from cgt.errors import BudgetError, IllegalMoveError
from cgt.families.one_heap_form import OneHeapInMisere


def sequence(options, stop):
    """The nim-values of 0, 1, 2, … of a game whose options are tuples of smaller heaps."""
    values = []
    for size in range(stop):
        reached = set()
        for heaps in options(size):
            value = 0
            for heap in heaps:
                value ^= values[heap]
            reached.add(value)
        values.append(next(value for value in range(size + 1) if value not in reached))
    return values


BY_DEFINITION = {
    "saliquant": lambda n: [(n - k,) for k in range(1, n) if n % k],
    "nontotative": lambda n: [(n - k,) for k in range(1, n) if gcd(n, k) > 1],
    "totative": lambda n: [(n - k,) for k in range(1, n) if gcd(n, k) == 1],
    "grundy(3)": lambda n: [(a, b, n - a - b) for a in range(1, n) for b in range(a + 1, n) if n - a - b > b],
    "mark": lambda n: [(n - 1,), (n // 2,)] if n else [],
    "mark(3)": lambda n: [(left,) for left in {*range(max(n - 2, 0), n), n // 3} if left < n],
    "mark(5)": lambda n: [(left,) for left in {*range(max(n - 4, 0), n), n // 5} if left < n],
    "couples-are-forever": lambda n: [(a, n - a) for a in range(1, n) if n != 2],
}


@pytest.mark.parametrize("name", sorted(BY_DEFINITION))
def test_nim_values_by_definition(name, upto):
    stop = upto(80, full=400)
    assert cgt.nim_values(name, stop) == sequence(BY_DEFINITION[name], stop)


def test_published_values(upto):
    couples = [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4, 5, 1, 2, 0, 1, 2, 3]
    assert cgt.nim_values("couples-are-forever", 35)[1:] == couples  # OEIS A046695
    assert cgt.nim_values("0.6", 34) == couples
    stop = upto(200, full=1_000)
    assert cgt.nim_values("saliquant", stop)[1::2] == [n // 2 for n in range(1, stop, 2)]  # arXiv 2309.01231
    for parts in (2, 3, 4, 5):  # A. S. Fraenkel: the power of t that divides a lost number is odd
        lost = [n for n, value in enumerate(cgt.nim_values(f"mark({parts})", stop)) if value == 0]
        assert lost == [n for n in range(stop) if n == 0 or power_of(parts, n) % 2]


def power_of(base, number):
    """How often a base divides a number of at least 1."""
    return 0 if number % base else 1 + power_of(base, number // base)


def squares_of(rows):
    return frozenset((line, place) for line, row in enumerate(rows) for place in range(row))


@cache
def diagram_value(squares, last):
    """LCTR on the squares themselves; Downright where the last square stays."""
    if not squares or (last and len(squares) == 1):
        return 0
    top, left = min(line for line, _ in squares), min(place for _, place in squares)
    options = {frozenset(s for s in squares if s[0] != top), frozenset(s for s in squares if s[1] != left)}
    reached = {diagram_value(option, last) for option in options if option or not last}
    return next(value for value in range(4) if value not in reached)


@pytest.mark.parametrize("name", ["lctr", "downright"])
def test_diagrams_by_definition(name, upto):
    game = cgt.parse_ruleset(name)
    for rows in product(range(upto(5, full=7)), repeat=4):
        if rows[0] and list(rows) == sorted(rows, reverse=True):
            position = game.position(*rows)
            value = diagram_value(squares_of(rows), name == "downright")
            assert cgt.nim_value(position) == value <= 2, rows  # at most 2: arXiv 2207.04990
            if name == "downright":  # arXiv 2501.14640: the misère form of LCTR
                assert cgt.outcome(position) is cgt.outcome(f"lctr {','.join(map(str, filter(None, rows)))}", "misere")
            won = {m for m in position.moves() if cgt.nim_value(position.play(m)) == 0}
            assert set(cgt.winning_moves(position)) == won
    assert game.position(3, 2, 0) == game.position(3, 2) == game.parse("3,2,0")
    assert game.wording.read_move(game.position(3, 2), "row") == "row"


def test_a_couple_of_huge_heaps_is_played_or_refused_without_a_walk(guarded):
    guarded()
    game = cgt.games.CouplesAreForever()
    position = game.position(10**30)
    assert position.play((3, 10**30 - 3)) == game.position(3, 10**30 - 3)
    for move in ((1, 2), (0, 10**30), (10**30 - 3, 3), (True, 10**30 - 1), [3, 10**30 - 3], 3):
        with pytest.raises(IllegalMoveError, match="is not what a heap of"):
            position.play(move)
    with pytest.raises(IllegalMoveError):
        game.position(2).play((1, 1))
    with pytest.raises(BudgetError, match="far beyond the limit"):
        cgt.solve(position)


@pytest.mark.parametrize(
    ("rule", "allowed", "parity"),
    [("saliquant", lambda n, k: n % k > 0, 1), ("nontotative", lambda n, k: gcd(n, k) > 1, 0)],
)
def test_half_of_a_large_heap_is_its_value_and_no_move_is_wrong(rule, allowed, parity, upto):
    """By the definition beyond 2,000, as closed forms answer from 2,001 on: they give all moves to 0, else some."""
    stop = upto(2_020, full=2_100)
    takes = [[k for k in range(1, n) if allowed(n, k)] for n in range(stop)]
    values: list[int] = []
    for n in range(stop):
        reached = {values[n - k] for k in takes[n]}
        values.append(next(value for value in range(n + 1) if value not in reached))
    game = cgt.parse_ruleset(rule)
    for n in range(2_001, stop):
        if n % 2 != parity:
            continue
        solution = cgt.solve(game.position(n), route="closed form")
        assert solution.nim_value == values[n]
        assert list(solution.winning_moves) == [k for k in takes[n] if values[n - k] == 0]
        for other in (parity + 2, parity + 40, n - 2):
            both = cgt.solve(game.position(n, other), route="closed form")
            assert both.nim_value == values[n] ^ values[other]
            correct = {(0, k) for k in takes[n] if values[n - k] == values[other]}
            assert set(both.winning_moves) & {(0, k) for k in takes[n]} <= correct
            assert both.winning_moves


def test_large_heaps_of_saliquant_and_nontotative_are_answered_at_once():
    large = 10**30
    assert cgt.nim_value(f"saliquant {large + 1}") == large // 2
    assert cgt.nim_value(f"nontotative {large}") == large // 2 - 1
    assert tuple(cgt.winning_moves(f"nontotative {large}")) == (large - 5, large - 2)


@pytest.mark.parametrize("name", ["aliquot", "dim", "nontotative", "prim", "saliquant", "totative"])
def test_one_heap_in_misere_play_by_definition(name, upto):
    """One heap above a hundred thousand was searched, and 10^30 refused."""
    game = cgt.parse_ruleset(name)
    form = next(form for form in game.closed_forms() if isinstance(form, OneHeapInMisere))
    lost = set()
    for size in range(1, upto(150, full=1_500)):
        takes = list(game.takes(size))
        solution = cgt.solve(game.position(size), "misere", closed_form=form)
        assert solution.winning_moves == tuple(take for take in takes if size - take in lost), size
        if takes and not solution.winning_moves:
            lost.add(size)
        assert (solution.outcome is cgt.Outcome.P) == (size in lost), size
    huge = 10**30 + 1
    solution = cgt.solve(game.position(huge), "misere")
    left = [cgt.outcome(solution.position.play(move), "misere") for move in islice(solution.winning_moves, 5)]
    assert set(left) <= {cgt.Outcome.P}
    assert bool(left) == (solution.outcome is cgt.Outcome.N)
    assert cgt.solve(game.position(9, 10), "misere").route != "closed form"  # a sum is none of its affairs


def test_the_square_of_a_prime_is_known_as_far_as_the_prime_is():
    prime = 65_537
    solution = cgt.solve(f"nontotative {prime**2}", "misere")
    reason = "one heap is lost in misère play where it is the square of a prime: every move can be answered"
    assert (solution.outcome, solution.explanation) == (cgt.Outcome.P, reason)
    assert cgt.solve(f"nontotative {9 * prime**2}", "misere").winning_moves == (
        9 * prime**2 - prime**2,
        9 * prime**2 - 9,
    )


def test_the_reason_in_misere_play_of_aliquot_fits_each_move_that_wins():
    """A heap of 4 was said to be lost where it is odd: take 2; so 6 would leave 3."""
    for heap, move in ((4, 2), (6, 1)):
        solution = cgt.solve(f"aliquot {heap}", "misere")
        assert solution.winning_moves == (move,)
        reason = "one heap is lost in misère play where it is 2, or odd and at least 5"
        assert solution.explanation == f"{reason}: take {move}"
