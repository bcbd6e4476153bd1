"""Decisions that are stopped: by Ctrl-C or by a budget. Nothing is claimed, and the next one is as right as ever."""

from __future__ import annotations

import pytest

import cgt
from cgt.digits.decide import decide
from cgt.digits.formula import Predicate
from cgt.digits.grammar import parse_sentence
from cgt.digits.system import kary, zeckendorf
from cgt.digits.work import Step, Work
from cgt.errors import BudgetError
from cgt.games.heaps.level_machine import shipped
from cgt.solving.sentences import decide_sentence
from cgt.theory.levels import levels


def a_level(value):
    moves = cgt.games.TakeAway("2n").linear_moves()
    reached = [Predicate(f"G{v}", shipped().automaton(v)) for v in (value, value - 1)]
    return moves.level(*reached), moves.system


class CtrlC:
    """A progress that stops the work at its `call`-th word."""

    def __init__(self, call):
        self.left = call

    def __call__(self, done, of):
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


def test_ctrl_c_stops_a_decision_wherever_it_is_and_leaves_a_decider_that_works(upto):
    sentence, system = a_level(2)
    before = decide(sentence, system)
    told = []
    decide(sentence, system, work=Work(progress=lambda done, of: told.append((done, of))))
    assert len(told) > 3
    assert all(0 <= done <= of for done, of in told)
    for call in range(1, len(told) + 1, max(1, len(told) // upto(2, full=4))):
        with pytest.raises(KeyboardInterrupt):
            decide(sentence, system, work=Work(progress=CtrlC(call)))
        assert decide(sentence, system) == before  # the same answer by the same steps, with the very same formula


def test_ctrl_c_stops_the_search_for_levels(upto):
    moves = cgt.games.TakeAway("2n").linear_moves()
    limit = upto(300, full=3_000)
    with pytest.raises(KeyboardInterrupt):
        list(levels(moves, 2, limit=limit, progress=CtrlC(5)))
    assert [level.status for level in levels(moves, 2, limit=limit)] == ["proved", "proved"]


@pytest.mark.parametrize("sentence", ["forall n: exists m: n == 2m | n == 2m + 1", "forall n m: n + m <= 2n + 5"])
@pytest.mark.parametrize("system", [kary(2), zeckendorf()], ids=str)
def test_a_budget_too_small_says_what_was_reached_and_claims_nothing(sentence, system, upto):
    formula = parse_sentence(sentence)
    right = bool(decide(formula, system))
    answers = set()
    for states in range(1, 60, upto(7, full=3)):
        try:
            answers.add(bool(decide(formula, system, work=Work(states=states))))
        except BudgetError as error:
            assert f"more than {states} states: nothing is decided; allow more" in str(error)  # noqa: PT017 - of many
            assert not answers, "what a smaller budget decided is not refused with a larger one"
    assert answers == {right}


def test_a_budget_of_seconds_says_what_was_reached():
    sentence, system = a_level(5)
    with pytest.raises(BudgetError, match=r"was at [\d,]+ states after 1e-09 s: nothing is decided; allow more"):
        decide(sentence, system, work=Work(seconds=1e-9))


def test_the_automaton_of_a_bound_is_made_within_the_seconds_too():
    """It is kept for later sentences; one of 5,000 digits was made for minutes without a look at the clock."""
    sentence = parse_sentence(f"forall n: n <= {10**40 + 7}")
    with pytest.raises(BudgetError, match=r"^a (product|minimal automaton) was at [\d,]+ states? after 1e-09 s"):
        decide(sentence, kary(), work=Work(seconds=1e-9))
    assert decide(sentence, kary()).counterexample == {"n": 10**40 + 8}


def test_a_level_beyond_the_budget_is_observed_and_not_proved():
    *_, level = levels(cgt.games.TakeAway("2n").linear_moves(), 1, limit=300, states=9)
    assert (level.status, level.decision) == ("observed", None)
    assert "nothing is decided" in level.note
    assert level.automaton == shipped().automaton(1)
    assert not level.automaton.accepts(0, 1)


def test_a_step_tells_how_many_of_its_states_differ():
    assert str(Step("exists n", 1200, 1200)) == "exists n: states 1,200"
    assert str(Step("exists n", 1200, 7)) == "exists n: states 1,200, minimised 7"


def test_the_sets_of_a_game_are_made_within_the_seconds_too():
    """They took as long as they took."""
    with pytest.raises(BudgetError, match="after 1e-09 s: nothing is decided"):
        decide_sentence(
            "forall n: P(n) => n >= 0", game="moves(n: 1 <= t <= 3 -> n - t; ends n <= 2)", work=Work(seconds=1e-9)
        )
