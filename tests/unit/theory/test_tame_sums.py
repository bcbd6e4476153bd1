"""Misère sums of tame games, and of a restive one beside nim, against misère play searched move by move."""

from __future__ import annotations

import random
from functools import cache

import pytest

import cgt
from cgt.families.tame_sum import MOST_MOVES, TameSum

RESTIVE = [[], [()], [(), (1,)], [(2,)], [(), (3,)]]
"""Heaps 1 and 2 of nim, 3 = {2}, and 4 = {0,3}, which is restive: its genus is 1^20 and 3's 0^02."""


@cache
def lost(position):
    """Misère play by the definition: no move wins, and not to have a move wins too."""
    after = [position.play(move) for move in position.moves()]
    return bool(after) and not any(map(lost, after))


def winning(position):
    return [move for move in position.moves() if lost(position.play(move))]


def random_sum(rng):
    kayles, wythoff, nim = cgt.parse_ruleset("kayles"), cgt.games.Wythoff(), cgt.games.Nim()
    parts = [
        lambda: kayles.position(rng.randrange(8)),
        lambda: wythoff.position(rng.randrange(4), rng.randrange(4)),
        lambda: nim.position(rng.randrange(5)),
        lambda: cgt.games.Subtraction(1, 2).position(rng.randrange(7)),
        lambda: cgt.parse_position(rng.choice(["chomp 2,1", "chomp 3,2", "cram 2x3", "end-nim 2,1,2"])),
    ]
    return cgt.Sum(*(rng.choice(parts)() for _ in range(rng.randrange(2, 4))))


def test_sums_of_games_of_many_kinds(upto):
    rng = random.Random(3)
    answered = complete = 0
    for _ in range(upto(10, full=600)):
        position = random_sum(rng)
        total = TameSum.of(position)
        if total is None:
            continue
        answered += 1
        assert (total.outcome is cgt.Outcome.P) == lost(position), position
        moves = total.winning_moves()
        if moves is not None:
            complete += 1
            assert sorted(moves, key=str) == sorted(winning(position), key=str), position
    assert complete > answered // 2 > 2


def test_a_restive_game_beside_heaps_of_nim(upto):
    rng = random.Random(4)
    rule = cgt.HeapRule(RESTIVE.__getitem__, name="restive")
    assert str(cgt.genus(rule.position(4))) == "1^20"
    for _ in range(upto(15, full=200)):
        position = cgt.Sum(
            rule.position(4), *(cgt.games.Nim().position(rng.randrange(6)) for _ in range(rng.randrange(1, 3)))
        )
        total = TameSum.of(position)
        assert (total.outcome is cgt.Outcome.P) == lost(position), position
        assert sorted(total.winning_moves(), key=str) == sorted(winning(position), key=str), position


def test_what_no_theorem_covers_is_left_to_others():
    kayles, nim, wythoff = cgt.parse_ruleset("kayles"), cgt.games.Nim(), cgt.games.Wythoff()
    assert TameSum.of(kayles.position(5) + nim.position(3)) is None  # restless
    assert TameSum.of(kayles.position(9) + nim.position(3)) is None  # wild
    rule = cgt.HeapRule(RESTIVE.__getitem__, name="restive")
    assert TameSum.of(rule.position(4) + rule.position(4)) is None  # two restive ones
    assert TameSum.of(rule.position(4) + wythoff.position(3, 5)) is None  # tame, and no heap of nim
    assert TameSum.of(cgt.parse_ruleset("kayles").position(10**30) + nim.position(3)) is None
    ring = cgt.game([[], [2], [1, 0]].__getitem__)
    assert TameSum.of(ring.position(1) + nim.position(3)) is None


def test_the_route_answers_heaps_of_any_size():
    for text, wanted in (("kayles 8 + nim 1000000000000000000000,3", "N"), ("chomp 3,2 + nim 300,300", "P")):
        solution = cgt.solve(cgt.parse_position(text), "misere")
        assert (solution.route, str(solution.outcome)) == ("tame sum", wanted)
    position = cgt.parse_position("wythoff 3,5 + nim 300,500")
    solution = cgt.solve(position, "misere")
    for move in solution.winning_moves:
        assert cgt.outcome(position.play(move), "misere") is cgt.Outcome.P
    assert "wythoff 3,5 as 2+2" in solution.explanation


def test_a_move_that_the_theorem_does_not_know_is_not_left_out():
    """Kayles 7 counts as 2, but becomes 5, which is restless: beside heaps of like size, its moves are not told."""
    position = cgt.parse_position("kayles 7 + nim 300,304")
    assert cgt.outcome(position, "misere") is cgt.Outcome.N
    assert TameSum.of(position).winning_moves() is None


def test_one_heap_larger_than_all_else_answers_what_is_not_tame(upto):
    """The same, small enough for the search by definition: the heap of nim is larger than what else there is."""
    for heaps in upto(((9,),), full=((9,), (11, 1), (12, 2), (14, 4))):
        position = cgt.Sum(cgt.parse_ruleset("kayles").position(7), *map(cgt.games.Nim().position, heaps))
        found = TameSum.of(position).winning_moves()
        assert found is not None
        assert sorted(found, key=str) == sorted(winning(position), key=str)
    huge = cgt.parse_position("kayles 7 + nim 300,500")
    assert list(TameSum.of(huge).winning_moves()) == [(2, 198)]
    if upto(False, full=True):  # after another route has looked for a quotient
        assert list(cgt.solve(huge, "misere").winning_moves) == [(2, 198)]


@pytest.mark.parametrize("more", [0, 1])
def test_a_heap_of_too_many_moves_is_left_to_others_and_none_is_forgotten(more, upto, monkeypatch):
    most = upto(60, full=MOST_MOVES)
    monkeypatch.setattr("cgt.families.tame_sum.MOST_MOVES", most)
    options = most + more
    moves = [(1,) * (number % 25) + (2,) * (number // 25) for number in range(options)]
    rule = cgt.HeapRule(lambda size: moves if size == 3 else [])
    found = TameSum.of(cgt.Sum(rule.position(3), cgt.games.Nim().position(1)))
    assert (found is None) == (more > 0)
