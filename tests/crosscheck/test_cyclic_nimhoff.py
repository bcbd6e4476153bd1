"""Misère cyclic nimhoff: the closed form against the definition, and where the moves are too many to try."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import cgt
from cgt.games.heaps.cyclic_nimhoff import RemaindersInMisere

STOPS = {1: (25, 60), 2: (12, 24), 3: (5, 9), 4: (3, 5)}
"""By the number of heaps, the size below which they are by default, and with `--full`."""


def options(heaps, cycle):
    """By definition: any number from one heap, or less than the cycle in all."""
    takes = {
        tuple(n * (i == place) for i in range(len(heaps))) for place, h in enumerate(heaps) for n in range(1, h + 1)
    }
    takes |= {take for take in product(*(range(min(h, cycle - 1) + 1) for h in heaps)) if 0 < sum(take) < cycle}
    return {take: tuple(heap - n for heap, n in zip(heaps, take, strict=True)) for take in takes}


@pytest.mark.parametrize("count", STOPS)
@pytest.mark.parametrize("cycle", [2, 3, 4, 5, 7])
def test_outcomes_and_winning_moves_are_those_of_the_definition(cycle, count, upto):
    @cache
    def is_p(heaps):
        left = options(heaps, cycle).values()
        return bool(left) and not any(map(is_p, left))

    game = cgt.games.CyclicNimhoff(cycle)
    for heaps in product(range(upto(STOPS[count][0], full=STOPS[count][1])), repeat=count):
        position = game.position(*heaps)
        solution = cgt.solve(position, "misere", closed_form=RemaindersInMisere(game))
        won = [move for move, left in options(heaps, cycle).items() if is_p(left)]
        assert (solution.outcome is cgt.Outcome.P) == is_p(heaps), heaps
        assert set(solution.winning_moves) == set(won), heaps
        in_order = [move for move in position.moves() if move in solution.winning_moves]
        assert list(solution.winning_moves) == in_order, heaps


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("cyclic-nimhoff(1000) 1000,2000,3000", (1, 0, 998)),
        (f"cyclic-nimhoff(1000) {10**30 + 1},1,{10**30 + 998}", (0, 1, 998)),
        (f"cyclic-nimhoff({10**20}) {10**30},{10**30}", (1, 10**20 - 2)),
        ("cyclic-nimhoff(1000) 30,30,30,30", (30, 30, 30, 29)),
    ],
)
def test_a_winning_move_among_too_many_is_given(text, move):
    solution = cgt.solve(text, "misere")
    assert (solution.outcome, solution.winning_moves[0]) == (cgt.Outcome.N, move)
    assert cgt.outcome(cgt.parse_position(text).play(move), "misere") is cgt.Outcome.P


def test_the_way_to_win_is_in_words():
    three, two = (cgt.solve(f"cyclic-nimhoff({cycle}) 4,3", "misere") for cycle in (3, 2))
    assert (three.outcome, two.outcome) == ("P", "N")
    for cycle, words in ((3, "leave 1 when divided by 3"), (2, "an odd number of ones")):
        assert words in RemaindersInMisere(cgt.games.CyclicNimhoff(cycle)).strategy
