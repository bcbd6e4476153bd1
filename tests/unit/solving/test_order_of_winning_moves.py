"""Winning moves come in the order of the position's moves, whatever the route; quickest first where play may go on."""

from __future__ import annotations

from itertools import islice

import pytest

import cgt
from cgt.errors import BudgetError, LoopError, NotApplicableError
from cgt.families.registry import example_ruleset

OTHERS = ["hexadecimal(0.8)", "octal(0.07)", "moore-nim(2)", "takeaway(3n)", "wythoff(2)", "delete-nim(divide)"]
TEXTS = [
    "hexadecimal(0.8) 11",
    "hexadecimal(0.8) 11,12",
    "moore-nim(2) 2,4",
    "moore-nim(2) 3,4,5",
    "ruler 2,7",
    "ruler 2,7,8,12",
    "motley 1,3,4,7",
    "kayles 7 + nim 3,5",
    "kayles 5,9,9",
    "takeaway(2n) 9:4,7:3",
]


def goes_round(position, convention):
    """Whether the play may go round for ever, so that the plain search refuses it."""
    try:
        cgt.Evaluator(convention, max_positions=5_000).outcome(position)
    except LoopError:
        return True
    return False


def check_order(position, convention, **how):
    try:
        moves = list(cgt.solve(position, convention, max_positions=5_000, **how).winning_moves)
    except (BudgetError, NotApplicableError):
        return
    place = {move: index for index, move in enumerate(islice(position.moves(), 5_000))}
    order = place.__getitem__
    if goes_round(position, convention):  # whoever takes the first of them wins at last
        remoteness = cgt.LoopyEvaluator(convention).remoteness
        order = lambda move: (remoteness(position.play(move)), place[move])  # noqa: E731 - one of two orders
    assert moves == sorted(moves, key=order), (str(position), convention)


@pytest.mark.full("blocked", "moebius", "mogul", "motley", "sprouts", "sylver")
@pytest.mark.parametrize("name", [*cgt.ruleset_names(), *OTHERS])
def test_small_positions_of_every_game(name, upto):
    game = example_ruleset(name) if name in cgt.ruleset_names() else cgt.parse_ruleset(name)
    for position in list(islice(game.sample_positions(10), 200))[-upto(3, full=40) :]:
        for convention in game.conventions:
            check_order(position, convention)


@pytest.mark.full("how1-misere-ruler 2,7,8,12", "how1-normal-ruler 2,7,8,12")
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("how", [{}, {"route": "search"}])
def test_positions_whose_routes_disagreed(text, convention, how):
    check_order(cgt.parse_position(text), convention, **how)
