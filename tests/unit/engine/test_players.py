"""More than two players: Li's podium and Propp's rule against their definitions."""

from __future__ import annotations

from functools import cache

import pytest

import cgt
from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
from cgt.errors import BudgetError, RulesetError

CONVENTIONS = ["normal", "misere"]


def places_by_definition(position, players, convention):
    """Play out every line, each player choosing the best place for herself; seats are numbered round the table."""

    @cache
    def standings(here, to_move):
        moves = list(here.moves())
        if not moves:
            last = (to_move - 1) % players
            order = [(last - step) % players for step in range(players)]
            return tuple(order if convention == "normal" else order[::-1])
        options = [standings(here.play(move), (to_move + 1) % players) for move in moves]
        return min(options, key=lambda order: order.index(to_move))

    return standings(position, 0).index(0) + 1


def forcing_player(position, players, convention):
    """Who can force the win against all others together: for each player a two-sided game of that player alone."""

    @cache
    def forces(player, here, to_move):
        moves = list(here.moves())
        if not moves:
            return player == ((to_move - 1) % players if convention == "normal" else to_move)
        results = (forces(player, here.play(move), (to_move + 1) % players) for move in moves)
        return any(results) if to_move == player else all(results)

    return next((player for player in range(players) if forces(player, position, 0)), None)


POSITIONS = [
    *(cgt.games.Nim().position(a, b, c) for a in range(4) for b in range(a, 4) for c in range(2)),
    *(cgt.games.TakeAway("2n").position((n, q)) for n in range(1, 11) for q in range(1, n + 1)),
]


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_podium_is_the_definition(players, convention):
    podium = PodiumEvaluator(players, convention)
    for position in POSITIONS:
        assert podium.place(position) == places_by_definition(position, players, convention), str(position)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_winner_is_who_can_force_it(players, convention):
    rule = WinnerEvaluator(players, convention)
    for position in POSITIONS:
        assert rule.winner(position) == forcing_player(position, players, convention), str(position)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_two_players_are_the_usual_game(convention):
    podium, rule, usual = PodiumEvaluator(2, convention), WinnerEvaluator(2, convention), cgt.Evaluator(convention)
    for position in POSITIONS:
        wins = usual.outcome(position) is cgt.Outcome.N
        assert (podium.place(position) == 1) == wins
        assert (rule.winner(position) == 0) == wins
        if wins:
            assert podium.best_moves(position) == rule.winning_moves(position) == usual.winning_moves(position)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_li_theorem_of_nim(players):
    """Li (1978): the player to move comes last iff the binary digits of the heaps sum to 0 modulo the players."""
    podium = PodiumEvaluator(players)
    for a in range(5):
        for b in range(a, 5):
            for c in range(b, 5):
                digits = [sum(heap >> bit & 1 for heap in (a, b, c)) % players for bit in range(3)]
                assert (podium.place(cgt.games.Nim().position(a, b, c)) == players) == (not any(digits))


def test_best_moves_lead_to_the_place():
    podium = PodiumEvaluator(3)
    position = cgt.games.TakeAway("2n").position((12, 4))
    for move in position.moves():
        after = podium.place(position.play(move)) % 3 + 1
        assert (move in podium.best_moves(position)) == (after == podium.place(position))


def test_a_long_game_needs_no_recursion(upto):
    length = upto(4_000, full=20_000)
    assert PodiumEvaluator(3).place(cgt.games.Subtraction({1}).position(length)) == length % 3


def test_a_budget_is_of_one_call():
    podium, position = PodiumEvaluator(3), cgt.games.Subtraction({1, 2, 3}).position(40)
    best = podium.best_moves(position)
    assert PodiumEvaluator(3, max_positions=41).best_moves(position) == best
    with pytest.raises(BudgetError):
        PodiumEvaluator(3, max_positions=39).best_moves(position)


def test_bad_input():
    with pytest.raises(RulesetError, match="2 to 1,000,000 players, not 10000000…"):
        PodiumEvaluator(10**50)
    with pytest.raises(RulesetError, match="2 to 1,000,000 players"):
        PodiumEvaluator(1)
    with pytest.raises(BudgetError):
        WinnerEvaluator(3, max_positions=5).winner(cgt.games.Nim().position(9, 9))
