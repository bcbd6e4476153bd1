"""Coins on a strip in misère play against the definition."""

from __future__ import annotations

from itertools import combinations

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
