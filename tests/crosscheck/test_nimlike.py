"""Misère play of codes whose heaps may be taken whole or to one counter: the closed form against the definition."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.families.nimlike_form import NimlikeInMisere, is_nimlike

STOPS = {1: (13, 30), 2: (7, 12), 3: (4, 6)}
"""By the number of heaps, the size below which they are by default, and with `--full`."""


@cache
def is_p(position):
    """By definition: whoever cannot move wins."""
    options = [position.play(move) for move in position.moves()]
    return bool(options) and not any(map(is_p, options))


@pytest.mark.full("0.7[3]", "0.37[3]", "C.[3]", "0.3B[37]", "0.F3[3]")
@pytest.mark.parametrize(
    "code", ["4.[3]", "0.[3]", "0.[7]", "0.3[F]", "0.7[3]", "0.37[3]", "C.[3]", "0.3B[37]", "0.F3[3]"]
)
def test_outcomes_moves_and_values_are_those_of_the_definition(code, upto):
    game, evaluator = cgt.games.TakingBreaking(code), cgt.Evaluator("misere")
    form = NimlikeInMisere(game)
    for count, (short, long) in STOPS.items():
        for heaps in product(range(upto(short, full=long)), repeat=count):
            position = game.position(*heaps)
            solution = cgt.solve(position, "misere", closed_form=form)
            assert (solution.outcome is cgt.Outcome.P) == is_p(position), heaps
            assert list(solution.winning_moves) == [m for m in position.moves() if is_p(position.play(m))], heaps
            assert solution.nim_value == evaluator.nim_value(position), heaps


def test_laskers_nim_of_any_size():
    """Heaps above 510 were refused, as far as the misère quotient was known."""
    lost = cgt.solve(f"lasker {10**30},{10**30}", "misere")
    assert (lost.outcome, lost.route) == ("P", "certificate")
    won = cgt.solve(f"lasker {10**30},5", "misere")
    assert won.winning_moves
    assert all(cgt.outcome(won.position.play(move), "misere") == "P" for move in won.winning_moves[:5])
    alone = cgt.solve(f"lasker {10**30},1,1", "misere")
    assert all(cgt.outcome(alone.position.play(move), "misere") == "P" for move in alone.winning_moves[:5])
    assert "lost are an odd number of ones, and a nim-sum of 0 where a heap is larger" in alone.explanation


@pytest.mark.parametrize("code", ["0.77", "0.07", "4!.0", "0.3", "0.[2]", "0.[1]", "0.2[3]", "0.3[1]", "0.33"])
def test_other_codes_are_not_nimlike(code):
    assert not is_nimlike(HeapCode.parse(code))
