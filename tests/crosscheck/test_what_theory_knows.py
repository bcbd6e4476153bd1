"""Games at any size by theory: each formula against the definition, and against the engine."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import gcd

import pytest

import cgt
from cgt.games.boards.leaper import Blocks, _blocks


def mex(values):
    return next(number for number in range(len(values) + 1) if number not in values)


@cache
def leaper_value(far, near, square, misere):
    """By the definition."""
    x, y = square
    legs = {(far, near), (far, -near), (near, far), (-near, far)}
    reached = {leaper_value(far, near, (x - along, y - up), misere) for along, up in legs if along <= x and up <= y}
    return mex(reached) if reached else int(misere)


@pytest.mark.full(
    *("misere-4-1", "misere-4-2", "misere-5-4", "misere-6-2"), *("normal-3-1", "normal-3-2", "normal-5-4", "normal-6-2")
)
@pytest.mark.parametrize(("far", "near"), [(3, 1), (3, 2), (4, 1), (5, 4), (4, 2), (6, 2), (2, 1)])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_a_leaper_is_known_far_beyond_what_was_looked_at(far, near, convention):
    game, most = cgt.games.Leaper(far, near), 24 * far
    squares = [(x, y) for x in range(0, most, 3) for y in range(x, most, 5)]
    for square in squares:
        solution = cgt.solve(game.position(*square), convention)
        value = leaper_value(far, near, square, convention == "misere")
        assert (solution.outcome == "P") == (value == 0), square
        assert solution.route == "closed form"
        assert solution.nim_value in {value, None}, square


@pytest.mark.full("misere-11-3", "normal-11-3", "normal-3-1", "normal-4-3", "normal-6-4")
@pytest.mark.parametrize(("far", "near"), [(3, 1), (4, 3), (6, 4), (11, 3)])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_engine_agrees_on_leapers(far, near, convention, upto):
    assert cgt.crosscheck(cgt.games.Leaper(far, near), upto(16, full=25), convention).agrees


@pytest.mark.full
@pytest.mark.parametrize("far", range(2, 12))
def test_every_leaper_with_short_legs_is_proved(far):
    for near in range(1, far):
        if gcd(far, near) == 1:
            assert all(isinstance(_blocks(far, near, misere), Blocks) for misere in (False, True))


def test_blocks_that_do_not_go_on_are_refused(monkeypatch):
    """The check can fail: with a start too early, nothing is claimed."""
    monkeypatch.setattr("cgt.games.boards.leaper.STARTS", ((1, 2),))
    _blocks.cache_clear()
    assert _blocks(3, 1, False) is None
    monkeypatch.undo()
    _blocks.cache_clear()
    assert _blocks(3, 1, False) is not None


@pytest.mark.full
def test_blocks_of_long_legs_are_not_looked_for():
    """As many squares as they take for legs that differ much; what is beyond is refused before any is worked out."""
    assert _blocks(10**9, 3, False) is None
    assert _blocks(12, 11, False) is None


@pytest.mark.parametrize(("far", "near"), [(4, 3), pytest.param(11, 3, marks=pytest.mark.full)])
def test_huge_boards_are_answered_as_near_ones(far, near):
    game = cgt.games.Leaper(far, near)
    assert cgt.nim_value(game.position(10**6, 5)) == cgt.nim_value(game.position(10**6 % (2 * far) + 20 * far, 5))


def test_huge_boards_are_answered_at_once():
    far_away = 10**30
    assert cgt.nim_value("leaper(3,1) 1000000,5") == cgt.nim_value("leaper(3,1) 1000006,5") == 2
    position = cgt.games.Leaper(3, 1).position(6 * far_away + 50, 6 * far_away + 51)
    assert cgt.nim_value(position) == cgt.nim_value("leaper(3,1) 50,51")


@cache
def slow_value(heaps, taken_from, misere):
    """Exact slow nim by the definition."""
    alive = [place for place, heap in enumerate(heaps) if heap]
    reached = {
        slow_value(tuple(sorted(heap - (place in chosen) for place, heap in enumerate(heaps))), taken_from, misere)
        for chosen in combinations(alive, taken_from)
    }
    return mex(reached) if reached else int(misere)


@pytest.mark.parametrize("taken_from", [1, 2, 3])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_play_of_one_length_is_parity(taken_from, convention):
    game = cgt.games.ExactSlowNim(taken_from)
    for count in range(1, 4):
        for heaps in combinations_with_replacement(range(6), count):
            if taken_from == 1 or sum(map(bool, heaps)) <= taken_from:
                solution = cgt.solve(game.position(*heaps), convention)
                assert solution.nim_value == slow_value(heaps, taken_from, convention == "misere")
                assert solution.route == "closed form"


@pytest.mark.parametrize("game", ["exact-nim(1)", "exact-slow-nim(1)", "exact-slow-nim(2)"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_engine_agrees_on_exact_nim(game, convention):
    report = cgt.crosscheck(game, 18, convention)
    assert report.agrees
    assert report.checked > 80


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_exact_nim_of_one_heap_is_nim(convention):
    nim, same = cgt.parse_ruleset("nim"), cgt.parse_ruleset("exact-nim(1)")
    for heaps in combinations_with_replacement(range(7), 3):
        one, other = cgt.solve(nim.position(*heaps), convention), cgt.solve(same.position(*heaps), convention)
        assert (one.outcome, one.nim_value) == (other.outcome, other.nim_value)
        taken = {(place, amount) for move in other.winning_moves for place, amount in enumerate(move) if amount}
        assert {tuple(move) for move in one.winning_moves} == taken


def test_huge_heaps_of_exact_nim_are_answered():
    assert cgt.winning_moves("exact-nim(1) 1000000000,3") == ((999999997, 0),)
    assert cgt.outcome("exact-slow-nim(1) 1000000000,3") == "N"
    assert cgt.outcome("exact-slow-nim(2) 1000000000,4") == "P"
    assert cgt.outcome("exact-slow-nim(2) 1000000000,4", "misere") == "N"


@pytest.mark.full
def test_moebius_beyond_coin_60():
    """By the definition of its values: each is the least number that is no nim-sum of at most four smaller ones."""
    from cgt.games.coins.turning import Moebius

    values = [Moebius().coin_value(coin) for coin in range(1, 100)]
    few = [{0}]
    for _more in range(4):
        few.append({total ^ value for total in few[-1] for value in values[:63]})
    sums = set().union(*few)
    assert values[63] == next(number for number in range(values[63] + 1) if number not in sums)
    assert all(one < other for one, other in pairwise(values))
    assert cgt.solve("moebius 61,100").outcome == "N"


def test_wythoffs_own_paper_is_the_source_of_his_positions():
    assert "Wythoff, A modification of the game of nim" in cgt.solve("wythoff 3,5").reference
    assert "Fraenkel" in cgt.solve("wythoff(2) 3,5").reference
    assert "Fraenkel" in cgt.solve("wythoff 3,5", "misere").reference
