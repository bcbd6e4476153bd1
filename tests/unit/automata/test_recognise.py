"""Guesses from tables, and proofs of them: right ones stand, wrong ones are refused with a counterexample."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import cgt
from cgt.automata.automaton import Automaton
from cgt.automata.decide import decide
from cgt.automata.formula import Predicate
from cgt.automata.moves import HasLinearMoves
from cgt.automata.recognise import recognise, table_of
from cgt.core.outcome import Convention
from cgt.errors import TableError
from cgt.numeration.system import kary, zeckendorf
from cgt.proofs.levels import audit, levels, lost_positions


@cache
def fibonacci_nim(heap, quota):
    """The nim-value, by the definition."""
    options = {fibonacci_nim(heap - taken, min(2 * taken, heap - taken)) for taken in range(1, min(heap, quota) + 1)}
    return next(value for value in range(heap + 2) if value not in options)


@cache
def proved(name, up_to):
    return list(levels(cgt.parse_ruleset(name).linear_moves(), up_to, limit=20_000))


def test_the_levels_of_fibonacci_nim_are_what_the_definition_gives():
    found = proved("takeaway(2n)", 4)
    assert [(level.status, level.automaton.states) for level in found] == [
        ("proved", 8),
        ("proved", 10),
        ("proved", 12),
        ("proved", 22),
    ]
    for heap in range(60):
        for quota in range(heap + 3):
            value = fibonacci_nim(heap, min(heap, quota))
            assert [level.automaton.accepts(heap, quota) for level in found] == [value >= v for v in (1, 2, 3, 4)]


def test_one_wrong_arrow_is_refused_where_the_sets_first_differ_or_before():
    found = proved("takeaway(2n)", 4)
    moves = cgt.TakeAway("2n").linear_moves()
    right, below = found[3].automaton, Predicate("G3", found[2].automaton)
    refused = 0
    for state in range(1, right.states):
        for letter in range(4):
            steps = right.steps.copy()
            steps[state, letter] = (steps[state, letter] + 2) % right.states if steps[state, letter] >= 0 else 0
            wrong = Automaton.made(right.system, 2, steps, right.ends) & Automaton.everything(right.system, 2)
            if wrong == right or (wrong and wrong.steps[0, 0] != 0):
                continue
            decision = decide(moves.level(Predicate("G4", wrong), below), moves.system)
            assert not decision
            assert set(decision.counterexample) == {"n", "q"}
            refused += 1
            if refused == 6:
                return
    raise AssertionError(refused)


def test_a_threshold_wrong_late_in_the_table_is_refused():
    moves = cgt.TakeAway("2n").linear_moves()
    table = moves.table(1, 3_000)
    table.least[2_900] += 1
    assert recognise(table, moves.system) is None
    right = proved("takeaway(2n)", 4)[0].automaton
    assert table.first_difference(right) in {(2_900, int(table.least[2_900]) - 1), (2_900, int(table.least[2_900]))}


@pytest.mark.parametrize(("name", "states"), [("takeaway(n)", [3, 4, 9, 13, 42]), ("subtraction(1,3,4)", None)])
def test_levels_of_other_rules(name, states):
    found = proved(name, 5)
    assert all(level.status == "proved" for level in found)
    if states:
        assert [level.automaton.states for level in found] == states


@pytest.mark.full
def test_wythoff_with_slack_two_has_values_0_and_1_for_ever():
    found = list(levels(cgt.Wythoff(a=2).linear_moves(), 2, limit=400))
    assert [level.status for level in found] == ["proved", "proved"]
    values = cgt.Wythoff(a=2).pair_table(300, 300).values
    x, y = np.ogrid[:300, :300]
    for value, level in enumerate(found, 1):
        assert (level.automaton.accepts_all(x, y) == (values >= value)).all()


def test_two_heaps_under_one_quota_are_proved():
    (level,) = levels(cgt.GlobalTakeAway("2n").linear_moves(), 1)
    assert level.status == "proved"
    game = cgt.GlobalTakeAway("2n")
    for a in range(9):
        for b in range(9):
            for quota in range(1, max(a, b) + 1):
                lost = cgt.outcome(game.position(a, b, quota=quota)) == cgt.Outcome.P
                assert level.automaton.accepts(a, b, quota) != lost


def test_misere_play_is_proved_too():
    game = cgt.Wythoff()
    level = lost_positions(game.linear_moves(), Convention.MISERE)
    assert level.status == "proved"
    pairs = [pair for pair in level.automaton.members(12)]  # noqa: C416 - pairs reads better
    assert sorted(pair for pair in pairs if pair[0] <= pair[1]) == [(0, 1), (2, 2), (3, 5), (4, 7), (6, 10)]


def test_an_audit_finds_the_least_position_that_a_wrong_claim_misjudges():
    moves = cgt.TakeAway("2n").linear_moves()
    (normal,) = levels(moves, 1)
    right = ~normal.automaton
    assert audit(moves, right)
    assert audit(moves, right, Convention.MISERE).counterexample == {"n": 0, "q": 0}


def test_where_nothing_adds_a_level_is_observed_with_the_reason():
    (level,) = levels(cgt.TakeAway("4n").linear_moves(), 1)
    assert level.status == "observed"
    assert "not Pisot" in level.note


def test_a_table_too_short_and_a_set_that_is_none():
    with pytest.raises(TableError, match="too short"):
        recognise(table_of(lambda n: n == 0, 1, 1), zeckendorf())
    squares = {n * n for n in range(40)}
    assert recognise(table_of(lambda n: n in squares, 1, 1500), kary(2)) is None


def test_rulesets_say_whether_their_moves_are_linear():
    assert isinstance(cgt.TakeAway("2n"), HasLinearMoves)
    assert cgt.TakeAway([3, 1, 8]).linear_moves() is None
    assert cgt.Wythoff(heaps=3).linear_moves() is None
    assert not isinstance(cgt.Nim(), HasLinearMoves)
