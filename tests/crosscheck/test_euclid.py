"""Euclid in both conventions: the formulas against the definition and the engine."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import cgt
from cgt.errors import IllegalMoveError, NotApplicableError, PositionError
from cgt.games import Euclid


@cache
def misere_value(a, b):
    """The misère nim-value by the definition: 1 where no move is left, else the mex."""
    a, b = sorted((a, b))
    reached = {misere_value(a, left) for left in range(b - a, 0, -a)}
    return next(value for value in range(len(reached) + 1) if value not in reached) if reached else 1


@cache
def is_lost(a, b, least, last_wins):
    """Whether the player to move loses, by the definition."""
    a, b = sorted((a, b))
    options = [(a, left) for left in range(b - a, least - 1, -a)] if a else []
    if not options:
        return last_wins
    return not any(is_lost(*option, least, last_wins) for option in options)


@pytest.mark.full("misere-euclid", "normal-euclid(zero)")
@pytest.mark.parametrize("text", ["euclid", "euclid(zero)"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_formulas_are_those_of_the_definition(text, convention, upto):
    game, most = cgt.parse_ruleset(text), upto(35, full=60)
    for a in range(game.least, most):
        for b in range(max(a, 1), most):
            solution = cgt.solve(game.position(a, b), convention)
            assert solution.route == "closed form"
            assert (solution.outcome == "P") == is_lost(a, b, game.least, convention == "normal"), (a, b)
            if text == "euclid" and convention == "misere":
                assert solution.nim_value == misere_value(a, b), (a, b)


@pytest.mark.parametrize("text", ["euclid", "euclid(zero)"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_every_winning_move_is_found(text, convention):
    assert cgt.crosscheck(text, 25, convention).agrees


@pytest.mark.parametrize("text", ["euclid", "euclid(zero)"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_list_is_what_a_search_finds(text, convention):
    game = cgt.parse_ruleset(text)
    least = game.least
    pairs = [(a, b) for a in range(least, 14) for b in range(a, 14)]
    assert cgt.p_positions(game, 14, convention) == [
        pair for pair in pairs if is_lost(*pair, least, convention == "normal")
    ]


def test_huge_numbers_are_answered_in_misere_play():
    a, b = 1, 2
    while b < 10**400:
        a, b = b, a + b
    normal, misere = cgt.solve(Euclid().position(7 * a, 7 * b)), cgt.solve(Euclid().position(7 * a, 7 * b), "misere")
    assert normal.nim_value + misere.nim_value == 1
    assert "play is forced" in misere.explanation
    assert (
        cgt.solve(Euclid().position(a, b + 1)).nim_value == cgt.solve(Euclid().position(a, b + 1), "misere").nim_value
    )


def test_positions_are_made_of_a_pair_or_of_two_numbers():
    assert Euclid().position(7, 50) == Euclid().parse("7,50")
    with pytest.raises(PositionError, match="at least 1"):
        Euclid().position(0, 5)
    with pytest.raises(NotApplicableError, match="euclid has no positions of one heap to list"):
        cgt.nim_values("euclid", 5)


@pytest.mark.parametrize("text", ["euclid", "euclid(zero)"])
def test_moves_are_exactly_those_the_rule_allows(text):
    game = cgt.parse_ruleset(text)
    for a, b in product(range(1, 7), repeat=2):
        position, low, high = game.position(a, b), min(a, b), max(a, b)
        allowed = {high - low * times for times in range(1, high + 1)} & set(range(text == "euclid", high))
        assert set(position.moves()) == allowed
        for left in set(range(-1, high + 2)) - allowed:
            with pytest.raises(IllegalMoveError):
                position.play(left)
