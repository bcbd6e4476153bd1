"""Games of states with huge numbers: answered, or refused in one line, and never tried for ever."""

from __future__ import annotations

from itertools import islice
from time import process_time

import pytest

import cgt
from cgt.errors import BudgetError, CGTError, PositionError
from cgt.games.heaps.numbers import NumbersRuleset
from cgt.rulesets.registry import example_ruleset, parse_ruleset
from cgt.rulesets.states import StateRuleset

STATES = [name for name in cgt.ruleset_names() if isinstance(example_ruleset(name), StateRuleset)]
NUMBERS = [name for name in STATES if isinstance(example_ruleset(name), NumbersRuleset)]
ANSWERED = {"cyclic-nimhoff", "euclid", "rook", "queen", "king", "knight"}


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("name", NUMBERS)
def test_huge_numbers_are_answered_or_refused(name, convention):
    game = example_ruleset(name)
    count = len(game.parse(game.example).state)
    begun, message = process_time(), ""
    try:
        position = game.of(*(10**30 + place for place in range(count)))
        solution = cgt.solve(position, convention, max_positions=1_000)
    except CGTError as refused:
        message = str(refused)
    else:
        assert all(len(game.move_text(position, move)) < 300 for move in islice(solution.winning_moves, 3))
    assert len(message) < 300
    assert bool(message) != (name in ANSWERED) or (name in ANSWERED and convention == "misere")
    assert process_time() - begun < 5


@pytest.mark.parametrize("name", STATES)
def test_a_position_of_several_states_is_refused(name):
    game = example_ruleset(name)
    state = game.parse(game.example).state
    with pytest.raises(PositionError, match=r"one state|position"):
        game.position(state, state)


def test_what_has_too_many_moves_is_said():
    with pytest.raises(BudgetError, match="more than 100,000 moves"):
        cgt.solve(parse_ruleset("welter").parse("5,1000000"))
