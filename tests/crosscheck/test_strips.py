"""Coins on a strip in misère play against the definition."""

from __future__ import annotations

from functools import cache
from itertools import combinations, count, product

import pytest

import cgt


@pytest.mark.parametrize(("coins", "squares"), [(1, 12), (2, 12), (3, 10), (4, 10), (5, 11)])
def test_misere_welter_by_its_definition(coins, squares):
    """The value and all winning moves, in the order of moves; 0 and 1 change places on 2^k positions of k coins."""
    game, values = cgt.games.Welter(), {}
    for state in sorted(combinations(range(squares), coins), key=sum):
        after = {
            (start, end): tuple(sorted({*state, end} - {start}))
            for start in state
            for end in range(start)
            if end not in state
        }
        reached = {values[option] for option in after.values()}
        values[state] = next(value for value in range(squares * coins) if value not in reached) if after else 1
        solution = cgt.solve(game.position(*state), "misere", route="closed form")
        assert solution.nim_value == values[state]
        assert solution.winning_moves == tuple(move for move, option in after.items() if values[option] == 0)
    changed = [state for state in values if cgt.nim_value(game.position(*state)) != values[state]]
    assert len(changed) == 2**coins


@pytest.mark.parametrize("name", ["staircase", "silver-dollar"])
def test_misere_play_as_in_nim_by_its_definition(name, upto):
    """A single coin far up was refused: its moves were too many to try."""
    game = cgt.parse_ruleset(name)

    @cache
    def worth(state):
        reached = {worth(game.after(state, move)) for move in game.moves(state)}
        return next(value for value in count() if value not in reached) if reached else 1

    if name == "staircase":
        states = list(product(range(upto(3, full=4)), repeat=4))
    else:
        states = [state for coins in range(1, 5) for state in combinations(range(upto(9, full=12)), coins)]
    for state in states:
        solution = cgt.solve(game.position(*state), "misere", route="closed form")
        assert solution.nim_value == worth(state), state
        won = [move for move in game.moves(state) if worth(game.after(state, move)) == 0]
        assert solution.winning_moves == tuple(sorted(won)), state
    assert cgt.outcome(f"{name} {10**30}", "misere") is cgt.Outcome.N
