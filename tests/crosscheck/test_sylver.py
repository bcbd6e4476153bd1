"""Sylver coinage against the definition on sets of numbers, and against published moves.

Sources: Winning Ways, chapter 18; G. Sicherman, Theory and practice of Sylver coinage, INTEGERS 2 (2002).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.core.route import Question
from cgt.core.sketch import drawing_of
from cgt.errors import BudgetError, CGTError
from cgt.solving.routes import informed_routes

SYLVER = cgt.parse_ruleset("sylver")


def sums(named, stop=200):
    found = {0}
    for total in range(1, stop):
        if any(total - number in found for number in named):
            found.add(total)
    return found


@cache
def loses(left):
    """Whether the player to move loses, `left` being the numbers that may be named; who names 1 loses at once."""
    return all(not loses(named(left, number)) for number in left if number != 1)


@cache
def named(left, number):
    stop = max(left) + 1
    there = {total for total in range(stop) if total not in left}
    return frozenset(n for n in left if not any(n - number * times in there for times in range(1, n // number + 1)))


def left_by(numbers):
    return frozenset(set(range(1, 200)) - sums(numbers))


PAIRS = [(2, 3), (2, 5), (2, 9), (3, 4), (3, 5), (3, 7), (3, 8), (4, 5), (4, 7), (5, 6), (4, 9), (5, 7)]
TRIPLES = [(4, 5, 11), (4, 7, 13), (3, 5, 7), (4, 6, 9), (4, 6, 7), (5, 6, 7), (6, 8, 9), (5, 6, 19), (4, 10, 13)]


@pytest.mark.parametrize("numbers", [*PAIRS, *TRIPLES])
def test_small_positions_against_the_definition(numbers):
    position, left = SYLVER.position(*numbers), left_by(numbers)
    assert sorted(position.moves()) == sorted(left - {1})
    solution = cgt.solve(position)
    assert (solution.outcome is Outcome.P) == loses(left)
    assert list(solution.winning_moves) == sorted(n for n in left if n != 1 and loses(named(left, n)))
    for move in position.moves():
        assert left_by(position.play(move).state) == named(left, move)
    for route in informed_routes(SYLVER):
        if (said := route.answer(Question(position))) is not None:
            assert said.outcome is solution.outcome


def test_the_stolen_end_speaks_of_winning_positions_alone(upto):
    (route,) = (form for form in SYLVER.closed_forms() if not form.kinds)
    covered = 0
    for numbers in combinations(range(2, upto(10, full=13)), 3):
        position = SYLVER.position(*numbers)
        if route.answer(Question(position)) is not None:
            covered += 1
            assert not loses(left_by(position.state)), numbers
    assert covered > 5


@pytest.mark.parametrize(
    ("text", "moves"),
    [("2", [3]), ("3", [2]), ("4", [6]), ("6", [4, 9]), ("9", [6]), ("4,5", [11]), ("4,5,6,11", [7]), ("5,6", [19])],
)
def test_published_moves(text, moves):
    """The openings, and the sample game 5, 4, 11, 6, 7, 2, 3, each of whose answers wins."""
    assert list(cgt.solve(SYLVER.parse(text)).winning_moves) == moves


@pytest.mark.parametrize("prime", [5, 7, 11, 13, 999_983])
def test_primes_are_lost_openings_for_the_one_who_answers(prime):
    """R. L. Hutchings: and every answer to one can be answered, here for the small ones that a search reaches."""
    assert cgt.outcome(SYLVER.position(prime)) is Outcome.P
    assert cgt.outcome(SYLVER.position(prime, prime + 1)) is Outcome.N


def test_openings_with_a_large_prime_divisor_are_answered_by_it():
    solution = cgt.solve(SYLVER.position(70))
    assert solution.outcome is Outcome.N
    assert list(solution.winning_moves[:9]) == [5, 7]
    assert solution.winning_moves.cut


def test_what_wins_by_a_stolen_strategy_says_so():
    position = SYLVER.position(1_000_003, 1_000_033)
    assert cgt.outcome(position) is Outcome.N
    with pytest.raises(BudgetError, match="the next player wins, but by which move was not found"):
        cgt.solve(position)


def test_moves_without_end_are_listed_lazily():
    position = SYLVER.position(4, 6)
    moves = iter(position.moves())
    assert [next(moves) for _ in range(5)] == [2, 3, 5, 7, 9]
    assert str(position.play(10**9 + 1)) == "4,6,1000000001"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sylver 1,5", "at least 2"),
        ("sylver x", "character 8"),
        ("sylver 4,-6", "character 10"),
        ("sylver ", "character"),
        ("sylver 1000000000000000000000000000000,7,9999999", "the next player wins"),
    ],
)
def test_bad_positions(text, message):
    with pytest.raises(CGTError, match=message):
        cgt.solve(cgt.parse_position(text), max_positions=500)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "chomp 90x100",
            "the next player wins, but by which move was not found: a board of 90 rows and 100 columns is too large",
        ),
        ("cram 49x49", "2,401 free squares in one piece are too many to search"),
        ("chomp 90,80,70,60,50,40,30", "too large to search"),
        ("cram 7x7", "components opened"),
    ],
)
def test_boards_that_are_too_large_say_what_was_learnt(text, message):
    with pytest.raises(BudgetError, match=message):
        cgt.solve(cgt.parse_position(text), max_positions=300)


@pytest.mark.parametrize(("one", "other", "rows"), [(4, 5, 2), (3, 7, 2), (6, 9, 10), (40, 41, 40), (999, 1001, 40)])
def test_the_drawing_fills_the_sums(one, other, rows):
    """As far as the last that may be named, at most 40 rows; 10 where the play never ends."""
    last = 10 * rows
    sums = {one * i + other * j for i in range(last // one + 1) for j in range((last - one * i) // other + 1)}
    signs = ["#" if number in sums else str(number) for number in range(1, last + 1)]
    drawn = drawing_of(SYLVER.parse(f"{one},{other}"), plain=True)
    assert drawn.split() == signs
    assert len(drawn.splitlines()) == rows


def test_what_is_too_large_is_not_drawn():
    assert SYLVER.sketch((1000, 1001)) is None
    assert SYLVER.sketch(()) is None


@pytest.mark.parametrize("named", [(4, 5), (3, 8), (6, 9)])
def test_the_board_counts_from_one_and_fills_what_is_a_sum(named):
    board = SYLVER.sketch(SYLVER.position(*named).state)
    cells = "".join(board.rows)
    assert board.first == 1
    assert [number for number, cell in enumerate(cells, start=1) if cell == "#"] == sorted(
        sums(named, len(cells) + 1) - {0}
    )
