"""Guesses from tables, and proofs of them: right ones stand, wrong ones are refused with a counterexample."""

from __future__ import annotations

import tracemalloc
from functools import cache, reduce
from importlib.resources import files
from operator import or_

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.outcome import Convention
from cgt.digits.automaton import Automaton
from cgt.digits.decide import decide
from cgt.digits.formula import Predicate
from cgt.digits.linear import linear, number_automaton
from cgt.digits.moves import HasLinearMoves
from cgt.digits.recognise import DenseTable, PeriodicTable, recognise
from cgt.digits.system import kary, zeckendorf
from cgt.errors import TableError
from cgt.games.heaps.level_machine import shipped
from cgt.games.heaps.linear_moves import pair_sentences, partners
from cgt.theory.levels import LevelCertificate, levels, lost_positions


@cache
def fibonacci_nim(heap, quota):
    """The nim-value, by the definition."""
    options = {fibonacci_nim(heap - taken, min(2 * taken, heap - taken)) for taken in range(1, min(heap, quota) + 1)}
    return next(value for value in range(heap + 2) if value not in options)


@cache
def proved(name, up_to):
    return list(levels(cgt.parse_ruleset(name).linear_moves(), up_to, limit=20_000))


def audit(moves, lost, convention=Convention.NORMAL):
    """Whether an automaton is the set of P-positions, decided by the definition alone."""
    assert decide(moves.ends(), moves.system)
    return decide(moves.lost(Predicate("P", lost), convention), moves.system)


@pytest.mark.full
def test_the_levels_of_fibonacci_nim_are_what_the_definition_gives(upto):
    found = proved("takeaway(2n)", 4)
    assert [(level.status, level.automaton.states) for level in found] == [
        ("proved", 8),
        ("proved", 10),
        ("proved", 12),
        ("proved", 22),
    ]
    for heap in range(upto(35, full=60)):
        for quota in range(heap + 3):
            value = fibonacci_nim(heap, min(heap, quota))
            assert [level.automaton.accepts(heap, quota) for level in found] == [value >= v for v in (1, 2, 3, 4)]


def test_one_wrong_arrow_is_refused_where_the_sets_first_differ_or_before(upto):
    moves = cgt.games.TakeAway("2n").linear_moves()
    right, below = shipped().automaton(4), Predicate("G3", shipped().automaton(3))
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
            if refused == upto(3, full=12):
                return
    raise AssertionError(refused)


def test_a_threshold_wrong_late_in_the_table_is_refused():
    moves = cgt.games.TakeAway("2n").linear_moves()
    table = moves.table(1, 3_000)
    table.least[2_900] += 1
    assert recognise(table, moves.system) is None
    right = shipped().automaton(1)
    assert table.first_difference(right) in {(2_900, int(table.least[2_900]) - 1), (2_900, int(table.least[2_900]))}


@given(st.lists(st.booleans(), max_size=5), st.lists(st.booleans(), min_size=1, max_size=9), st.data())
def test_a_table_that_repeats_is_read_anywhere(begin, turn, data):
    table = PeriodicTable(np.array(begin + turn), len(begin), 100)
    stop = 8 * len(begin + turn) ** 2
    written = (begin + stop * turn)[:stop]
    low = data.draw(st.integers(0, stop))
    size = data.draw(st.integers(0, stop - low))
    assert [*table.block([low], [size])] == written[low : low + size]
    assert [table.holds([number]) for number in range(stop)] == written
    assert table.block([low], [stop - low + 1]) is None


def test_a_short_turn_is_repeated_in_little_memory():
    table = PeriodicTable(np.arange(1_000) % 2 == 0, 999, 0)
    tracemalloc.start()
    assert table.block([1_000], [1_000_000]) == bytes(1_000_000)
    assert tracemalloc.get_traced_memory()[1] < 4_000_000  # a turn in a list for each time took 8 MB, and long
    tracemalloc.stop()


def test_a_table_shows_the_period_of_its_second_half_alone():
    numbers = np.arange(60)
    table = DenseTable((numbers > 3) & (numbers % 7 == 2)).repeated()
    assert (table.preperiod, len(table.answers)) == (3, 10)
    assert DenseTable(numbers == 3).repeated().preperiod == 4
    assert (table.compared, DenseTable(np.arange(99) == 3).repeated().compared) == (160, 99)
    assert table.first_difference(number_automaton(kary(), 9)) == (16,)
    assert DenseTable(numbers % 31 == 0).repeated() is None
    assert DenseTable(np.ones((5, 5))).repeated() is None


def test_a_guess_that_runs_out_of_the_table_at_one_depth_is_made_at_the_next():
    """Six digits tell apart 63 numbers of 101, and what is the same to them leads out of any table."""
    assert recognise(DenseTable(np.arange(1 << 16) % 101 == 0), kary(2)).states == 101


@pytest.mark.full("1000", "200", "501")
@pytest.mark.parametrize("most", [100, 200, 501, 1000])
def test_up_to_so_many_may_be_taken(most):
    level = lost_positions(cgt.parse_ruleset(f"moves(n: t >= 1 & t <= {most} -> n - t)").linear_moves())
    assert level.status == "proved"
    assert level.automaton.accepts((most + 1) * 10**30)
    assert not any(level.automaton.accepts((most + 1) * 10**30 + rest) for rest in range(1, most + 1))


@pytest.mark.full("takeaway(n)-states0")
@pytest.mark.parametrize(("name", "states"), [("takeaway(n)", [3, 4, 9, 13, 42]), ("subtraction(1,3,4)", None)])
def test_levels_of_other_rules(name, states, upto):
    up_to = upto(2, full=5)
    found = proved(name, up_to)
    assert all(level.status == "proved" for level in found)
    if states:
        assert [level.automaton.states for level in found] == states[:up_to]


@pytest.mark.parametrize("a", [1, pytest.param(2, marks=pytest.mark.full), 3])
def test_the_pairs_of_a_nim_value_follow_one_by_one(a):
    values = wythoff_values(a, 16)
    for value, row in enumerate(partners(a, value, 100) for value in range(4)):
        found = {(x, y) for x, y in enumerate(row[:16]) if y < 16}
        assert found == {tuple(pair) for pair in np.argwhere(values == value).tolist()}


def wythoff_values(a, stop):
    """By the definition."""
    values = np.zeros((stop, stop), int)
    for x, y in np.ndindex(stop, stop):
        options = {*values[:x, y].tolist(), *values[x, :y].tolist()}
        options |= {
            int(values[x - k, y - l])
            for k in range(1, x + 1)
            for l in range(max(1, k - a + 1), min(y, k + a - 1) + 1)  # noqa: E741 - as the rule says it
        }
        values[x, y] = next(value for value in range(2 * stop) if value not in options)
    return values


@pytest.mark.full
def test_wythoff_with_slack_two_has_values_0_1_and_2_for_ever():
    found = list(levels(cgt.games.Wythoff(a=2).linear_moves(), 3))
    assert [(level.status, level.automaton.states) for level in found] == [
        ("proved", 15),
        ("proved", 18),
        ("proved", 85),
    ]
    values = cgt.games.Wythoff(a=2).table().arrays(300, 300).values
    x, y = np.ogrid[:300, :300]
    for value, level in enumerate(found, 1):
        assert (level.automaton.accepts_all(x, y) == (values >= value)).all()


def wythoff_values_0_and_1():
    text = (files("cgt.games.heaps") / "data" / "wythoff-levels.json").read_text()
    return LevelCertificate.from_json(text).automata


def test_nim_value_1_of_wythoff_is_recognised():
    """Worth 2 or more: 885 states, guessed from heaps below 1,500,000."""
    first, second = wythoff_values_0_and_1()
    assert [level.states for level in (first, second, first - second)] == [13, 885, 825]
    assert {pair for pair in (first - second).members(25)} == {  # noqa: C416 - pairs reads better
        tuple(pair) for pair in np.argwhere(wythoff_values(1, 25) == 1).tolist()
    }


@pytest.mark.full
def test_nim_value_1_of_wythoff_is_proved_and_refused_with_one_pair_too_many():
    first, second = wythoff_values_0_and_1()
    moves = cgt.games.Wythoff().linear_moves()
    assert decide(moves.sentences(Predicate("G2", second), Predicate("G1", first)), moves.system)
    wrong = second | Automaton.of(moves.system, 2, *exactly(moves.system, 322, 520))
    assert not decide(moves.sentences(Predicate("G2", wrong), Predicate("G1", first)), moves.system)


def exactly(system, x, y):
    """The steps and ends of one pair."""
    length = system.length(max(x, y))
    steps = np.full((length + 1, 4), -1)
    for place, (one, other) in enumerate(zip(system.digits(x, length), system.digits(y, length), strict=True)):
        steps[place, 2 * one + other] = place + 1
    steps[0, 0] = 0
    return steps, [False] * length + [True]


@pytest.mark.full
def test_the_stated_sentences_say_what_the_definition_says():
    moves = cgt.games.Wythoff().linear_moves()
    (right,) = levels(moves, 1)
    for pair in ((1, 2), (1, 1)):
        one = Automaton.of(moves.system, 2, *exactly(moves.system, *pair))
        for guess in (right.automaton, right.automaton | one, right.automaton - one):
            stated = decide(moves.sentences(Predicate("G1", guess), None), moves.system)
            defined = decide(moves.level(Predicate("G1", guess), None), moves.system)
            assert bool(stated) == bool(defined) == (guess == right.automaton)


@pytest.mark.full
def test_each_stated_sentence_catches_what_no_other_does():
    """Sets put in the place of the losing pairs of Wythoff's game, and which of the sentences say that they are not."""
    game = cgt.games.Wythoff().linear_moves()
    system = game.system

    def pairs(*found):
        return reduce(or_, (Automaton.of(system, 2, *exactly(system, *pair)) for pair in found))

    def failing(reached, below=None):
        stated = pair_sentences(Predicate("G1", reached), None if below is None else Predicate("G0", below))
        return [number for number, part in enumerate(stated.parts) if not decide(part, reached.system)]

    (right,) = (level.automaton for level in levels(game, 1))
    (slack,) = (level.automaton for level in levels(cgt.games.Wythoff(a=2).linear_moves(), 1))
    # The losing pairs of misère play: none has the moves to (0, 0), which is lost there.
    misere = (right | pairs((0, 0), (1, 2), (2, 1))) - pairs((0, 1), (1, 0), (2, 2))
    swapped = (right | pairs((1, 2), (2, 1), (3, 5), (5, 3))) - pairs((1, 3), (3, 1), (2, 5), (5, 2))
    assert failing(right) == []
    assert failing(right | pairs((2, 1))) == [1, 3]  # (1, 2) without (2, 1)
    assert failing(right - pairs((1, 4), (4, 1))) == [2, 4, 6]  # two partners of 1
    assert failing(right | pairs((1, 2), (2, 1))) == [3, 5]  # none
    assert failing(Automaton.everything(system, 2) - linear(system, (1, -1), 0, at_most=False)) == [4, 5]
    assert failing(swapped) == [4, 5]  # a difference twice, another missing
    assert failing(slack) == [5]  # of a = 2, whose differences are even
    assert failing(misere) == [6]
    assert 7 in failing(right, below=right - pairs((0, 3)))  # reached, but not below


def test_a_pair_table_tells_where_an_automaton_differs(upto):
    stop = upto(300, full=3_000)
    table = cgt.games.Wythoff().linear_moves().table(1, stop)
    right = recognise(table, zeckendorf())
    assert table.first_difference(right) is None
    assert table.first_difference(Automaton.everything(zeckendorf(), 2)) == (0, 0)
    assert table.first_difference(Automaton.nothing(zeckendorf(), 2)) == (stop, stop)


def test_two_heaps_under_one_quota_are_proved(upto):
    (level,) = levels(cgt.games.GlobalTakeAway("2n").linear_moves(), 1, limit=upto(100, full=None))
    assert level.status == "proved"
    game = cgt.games.GlobalTakeAway("2n")
    for a in range(upto(6, full=9)):
        for b in range(9):
            for quota in range(1, max(a, b) + 1):
                lost = cgt.outcome(game.position(a, b, quota=quota)) == cgt.Outcome.P
                assert level.automaton.accepts(a, b, quota) != lost


@pytest.mark.full  # by default tests/unit/theory/test_levels.py proves the same set, and compares it further
def test_misere_play_is_proved_too():
    game = cgt.games.Wythoff()
    level = lost_positions(game.linear_moves(), Convention.MISERE)
    assert level.status == "proved"
    pairs = [pair for pair in level.automaton.members(12)]  # noqa: C416 - pairs reads better
    assert sorted(pair for pair in pairs if pair[0] <= pair[1]) == [(0, 1), (2, 2), (3, 5), (4, 7), (6, 10)]


def test_the_definition_finds_the_least_position_that_a_wrong_claim_misjudges():
    moves = cgt.games.TakeAway("2n").linear_moves()
    right = ~shipped().automaton(1)
    assert audit(moves, right)
    assert audit(moves, right, Convention.MISERE).counterexample == {"n": 0, "q": 0}


def test_where_nothing_adds_a_level_is_observed_with_the_reason():
    (level,) = levels(cgt.games.TakeAway("4n").linear_moves(), 1, limit=300)
    assert level.status == "observed"
    assert "not Pisot" in level.note


def test_a_table_too_short_and_a_set_that_is_none():
    with pytest.raises(TableError, match="too short"):
        recognise(DenseTable([True]), zeckendorf())
    squares = {n * n for n in range(40)}
    assert recognise(DenseTable([n in squares for n in range(1500)]), kary(2)) is None


def test_rulesets_say_whether_their_moves_are_linear():
    assert isinstance(cgt.games.TakeAway("2n"), HasLinearMoves)
    assert cgt.games.TakeAway([3, 1, 8]).linear_moves() is None
    assert cgt.games.Wythoff(heaps=3).linear_moves() is None
    assert not isinstance(cgt.games.Nim(), HasLinearMoves)
