"""The inclusion on the fly, by antichains, against the whole subset construction."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.memory_limit import at_most
from cgt.digits import constructions
from cgt.digits.automaton_arrays import DEAD, least_word
from cgt.digits.constructions import Guess, Part, determinise
from cgt.digits.decide import decide
from cgt.digits.formula import Predicate
from cgt.digits.work import Work
from cgt.errors import BudgetError, MemoryBudgetError
from cgt.games.heaps.level_machine import shipped

LETTERS, WIDTH = 2, 2


@st.composite
def automata(draw, letters):
    """A deterministic automaton with some arrows missing."""
    states = draw(st.integers(1, 6))
    targets = st.integers(-1, states - 1)
    steps = [draw(st.lists(targets, min_size=letters, max_size=letters)) for _ in range(states)]
    ends = draw(st.lists(st.booleans(), min_size=states, max_size=states))
    return np.array(steps, np.int32), np.array(ends)


def accepts_some_guess(steps, ends, start, word):
    """By the definition: some digits guessed beside the letters lead to an end."""
    states = set(start)
    for letter in word:
        guessed = range(letter * WIDTH, (letter + 1) * WIDTH)
        states = {int(steps[state][each]) for state in states for each in guessed} - {-1}
    return any(ends[state] for state in states)


def is_accepted(steps, ends, word):
    state = 0
    for letter in word:
        state = steps[state][letter]
        if state < 0:
            return False
    return bool(ends[state])


@given(automata(LETTERS * WIDTH), automata(LETTERS))
def test_the_shortest_words_that_are_missing_are_those_of_the_whole_construction(guessed, guide):
    fibres = np.arange(LETTERS * WIDTH).reshape(LETTERS, WIDTH)
    guess = Guess.of(*guessed, fibres)
    found = []
    for until_missing in (False, True):
        made = determinise(guess, Work(), guide, until_missing=until_missing)
        found.append(least_word(made.steps, guide[1][made.guides] & ~made.ends, LETTERS, 1))
    assert found[0] == found[1]
    (length,) = {len(found[0][0])} if found[0] is not None else {4}
    wrong = [
        word
        for size in range(length + 1)
        for word in product(range(LETTERS), repeat=size)
        if is_accepted(*guide, word) and not accepts_some_guess(*guessed, guess.start, word)
    ]
    assert wrong[:1] == ([] if found[0] is None else [tuple(found[0][0])])


def test_supersets_are_left_out_and_the_answer_stays():
    """Under a guide of one state that takes all words, the start is a part of every set after it."""
    steps = np.array([[0, 1, 0, 1], [0, 1, 1, 0]], np.int32)
    guess = Guess(steps, np.array([True, False]), np.arange(4).reshape(2, 2), np.array([0]))
    everything = np.zeros((1, 2), np.int32), np.ones(1, np.bool_)
    made = determinise(guess, Work(), everything, until_missing=True)
    assert made.dropped
    assert not (everything[1][made.guides] & ~made.ends).any()


def test_sets_of_many_states_are_not_compared(monkeypatch):
    monkeypatch.setattr(constructions, "MOST_BITS", 1)
    steps = np.array([[0, 1, 0, 1], [0, 1, 1, 0]], np.int32)
    guess = Guess(steps, np.array([True, False]), np.arange(4).reshape(2, 2), np.array([0]))
    everything = np.zeros((1, 2), np.int32), np.ones(1, np.bool_)
    assert not determinise(guess, Work(), everything, until_missing=True).dropped


def test_the_plan_tells_what_was_left_out():
    moves = cgt.games.TakeAway("2n").linear_moves()
    fourth, fifth = (Predicate(f"G{level}", shipped().automaton(level)) for level in (4, 5))
    assert "supersets left out" in decide(moves.level(fifth, fourth), moves.system).explain()


def test_a_product_counts_its_states_from_the_first_on():
    """A word of three letters and no other: three states after the first, and a fourth is one too many."""
    steps = np.array([[1], [2], [3], [DEAD]], np.int32)
    part = Part(steps, np.array([False, False, False, True]), np.zeros(1, np.int64))
    made, ends = constructions.product([part, part], Work(states=4))
    assert (made.tolist(), ends.tolist()) == (steps.tolist(), [False, False, False, True])
    with pytest.raises(BudgetError, match="a product has more than 3 states"):
        constructions.product([part, part], Work(states=3))


def test_sets_of_more_than_memory_holds_are_refused():
    """Those of the words whose sixteenth letter from the end is 1."""
    last = 16
    steps = [[0, 0, 0, 1], *([after, DEAD] * 2 for after in range(2, last + 1)), [DEAD] * 4]
    guess = Guess(np.array(steps, np.int32), np.arange(last + 1) == last, np.arange(4).reshape(2, 2), np.array([0]))
    with (
        at_most(1_000_000, "max_bytes"),
        pytest.raises(MemoryBudgetError, match=r"^a projection of [\d,]+ states"),
    ):
        determinise(guess, Work())
    assert len(determinise(guess, Work()).ends) == 1 << last
