"""The best route by default: what is asked first is not much dearer than any other route that answers."""

from __future__ import annotations

import time

import pytest

import cgt
from cgt.core.route import Facts, Question
from cgt.errors import BudgetError, CGTError
from cgt.front.routes.asking import Routes
from cgt.rulesets.capabilities import HasHeaps
from cgt.rulesets.registry import example_ruleset, ruleset_names

SIZES = (10, 100, 1_000, 10_000, 100_000)
UNNOTICED = 1.0
"""Seconds that nobody minds on a busy machine: the import of numpy, or of the theorems on periods, is among them."""


def seconds(position, only=None):
    """What the nim-value takes, by one route or the best; None where it does not answer."""
    question = Question(position, needed=Facts.NIM_VALUE, max_positions=150_000)
    begun = time.process_time()
    try:
        Routes().ask(question, only)
    except CGTError:
        return None
    return time.process_time() - begun


def of_size(ruleset, size):
    """As many heaps of that size as the game lists; None for a game that has no heaps."""
    if not isinstance(ruleset, HasHeaps):
        return None
    return ruleset.position(*[size] * ruleset.listed_heaps)


@pytest.mark.full
@pytest.mark.parametrize("name", ruleset_names())
def test_no_answer_costs_three_times_the_best_route(name):
    ruleset = example_ruleset(name)
    for size in SIZES:
        position = of_size(ruleset, size)
        if position is None:
            continue
        taken = seconds(position)
        if taken is None or taken < UNNOTICED:
            continue
        asked = {route.name for _cost, route in Routes().ranked(Question(position, needed=Facts.NIM_VALUE))}
        others = {route: seconds(position, route) for route in asked}
        best = min(found for found in others.values() if found is not None)
        assert taken <= 3 * best + UNNOTICED, (position, taken, others)


def test_two_heaps_of_wythoff_are_tabulated():
    """The nim-values by the definition, written out, on the way to (45, 50)."""
    values = {}
    for i in range(46):
        for j in range(51):
            reached = {values[k, j] for k in range(i)} | {values[i, k] for k in range(j)}
            reached |= {values[i - k, j - k] for k in range(1, min(i, j) + 1)}
            values[i, j] = next(value for value in range(i + j + 1) if value not in reached)
    game = cgt.Wythoff()
    answer = Routes().ask(Question(game.position(45, 50), needed=Facts.NIM_VALUE))
    assert ([more.route for more in answer.completed_by], answer.nim_value) == (["table"], values[45, 50])
    total = game.position(45, 50) + game.position(30, 40)
    assert cgt.nim_value(total) == values[45, 50] ^ values[30, 40]


@pytest.mark.parametrize(
    ("text", "position"), [("wythoff", "200000,200000"), ("treblecross", "3000000"), ("fibonacci-nim", "50000000:9")]
)
def test_what_is_too_large_is_refused_at_once_with_its_size(text, position):
    game = cgt.parse_ruleset(text)
    with pytest.raises(BudgetError, match="a table of"):
        cgt.nim_value(game.parse(position))
