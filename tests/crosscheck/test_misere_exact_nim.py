"""Exact nim in misère play, k above half the heaps: the closed form against the definition, and on huge heaps."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest

import cgt

HEAPS = {(2, 2): (7, 14), (2, 3): (5, 8), (3, 3): (4, 7), (3, 4): (3, 5), (3, 5): (3, 4), (4, 5): (3, 4)}
"""By k and the number of heaps, the size below which they are by default, and with `--full`."""


def options(heaps, taken_from):
    """By definition: at least one counter from each of exactly so many heaps."""
    for places in combinations(range(len(heaps)), taken_from):
        for left in product(*(range(heaps[place]) for place in places)):
            option = list(heaps)
            for place, size in zip(places, left, strict=True):
                option[place] = size
            yield tuple(option)


@pytest.mark.parametrize(("taken_from", "count"), HEAPS)
def test_outcomes_moves_and_values_are_those_of_the_definition(taken_from, count, upto):
    @cache
    def nim_value(heaps):
        met = {nim_value(tuple(sorted(option))) for option in options(heaps, taken_from)}
        return min(set(range(len(met) + 1)) - met) if met else 1

    game = cgt.games.ExactNim(taken_from)
    short, long = HEAPS[taken_from, count]
    for heaps in product(range(upto(short, full=long)), repeat=count):
        solution = cgt.solve(game.position(*heaps), "misere")
        assert solution.route == "closed form", heaps
        assert solution.nim_value == nim_value(tuple(sorted(heaps))), heaps
        assert (solution.outcome is cgt.Outcome.P) == (solution.nim_value == 0), heaps
        position = solution.position
        lost = [move for move in position.moves() if not nim_value(game.after(heaps, move))]
        assert list(solution.winning_moves) == lost, heaps


def test_huge_heaps():
    """Two heaps of 10^30 were refused, since a search would open as many positions."""
    won = cgt.solve(f"exact-nim(2) {10**30},{10**30 + 7},5", "misere")
    assert won.winning_moves
    assert all(cgt.outcome(won.position.play(move), "misere") == "P" for move in won.winning_moves[:10])
    assert cgt.outcome(f"exact-nim(2) {10**30},1", "misere") == "P"
