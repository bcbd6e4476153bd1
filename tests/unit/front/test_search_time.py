"""A game whose moves are dear to list is given up in time, and the message says what allows more."""

import time

import pytest

import cgt
from cgt.errors import BudgetError


def test_a_slow_game_ends_by_the_clock():
    def options(state):
        time.sleep(0)  # a move generator that is dear
        sum(range(20_000))
        return [(state * 7 + step) % (1 << 40) + (1 << 40) for step in range(3)] if state else []

    game = cgt.game(options)
    with pytest.raises(BudgetError, match="seconds: a higher max_positions allows more"):
        cgt.solve(game.position(1), max_positions=5_000)
