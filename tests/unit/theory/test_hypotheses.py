"""The hypotheses of the theorems to the letter: how many values they need, what they afford, which states agree."""

from __future__ import annotations

import random

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.repetition import Periodicity
from cgt.theory import theorems
from cgt.theory.theorems import (
    BinaryAutomaton,
    GuySmith,
    GuySmithConstrained,
    RepeatedWindow,
    UnspentValues,
)


# By the formulas of the classes: 2·N0 + 3P + k - 1 is the last heap, N0 = max(n0, 1), P even where heaps must be equal.
@pytest.mark.parametrize(
    ("text", "found", "needed"),
    [
        ("0.7=", Periodicity(0, 3), 2 + 3 * 6 + 1),
        ("0.7=", Periodicity(0, 4), 2 + 3 * 4 + 1),
        ("0.7!", Periodicity(0, 3), 2 + 3 * 3 + 1),
        ("0.07=", Periodicity(5, 7), 10 + 3 * 14 + 2),
        ("0.07!", Periodicity(5, 7), 10 + 3 * 7 + 2),
        ("4!.0", Periodicity(9, 2), 18 + 3 * 2 + 0),
    ],
)
def test_the_constrained_theorem_needs_just_so_many(text, found, needed):
    assert GuySmithConstrained().needed(HeapCode.parse(text), found) == needed


@pytest.mark.parametrize(
    ("text", "found", "last"),
    [
        ("0.77", Periodicity(71, 12), 2 * (71 + 12 - 1) + 2),
        ("0.7", Periodicity(0, 2), 2 * (1 + 2 - 1) + 1),
        ("0.F", Periodicity(0, 5), 3 * 5 + 1),
    ],
)
def test_guy_and_smith_need_the_heaps_up_to_the_last(text, found, last):
    assert GuySmith().needed(HeapCode.parse(text), found) == last + 1


def test_a_window_is_needed_twice():
    code = HeapCode.of_subtraction({2, 5})
    assert RepeatedWindow().needed(code, Periodicity(3, 7)) == 3 + 7 + 5
    assert RepeatedWindow().needed(code, Periodicity(0, 7)) == 1 + 7 + 5
    assert RepeatedWindow().window(code, 1000) == 5


def ways(code, found):
    """Each move's counters, up to where the tail and the period begin anew, with each multiset of heaps, none too."""
    from itertools import combinations_with_replacement
    from math import lcm

    sizes = range(max(found.preperiod, 1) + found.period + 1)  # and one that stands for no heap
    taken = len(code.digits) + (lcm(found.period, len(code.tail)) if code.tail else 0)
    return taken * len(list(combinations_with_replacement(sizes, code.most_parts or 0)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0.3F", Periodicity(0, 6, 3)),
        ("4.[3]", Periodicity(1, 4, 4)),
        ("0.{1,4}", Periodicity(2, 5, 1)),
        ("0.[31]", Periodicity(0, 3, 0)),
        ("0.[1]", Periodicity(0, 5, 0)),
    ],
)
def test_an_automaton_is_afforded_up_to_a_number_of_ways(text, found, monkeypatch):
    code = HeapCode.parse(text)
    monkeypatch.setattr(theorems, "WAYS", ways(code, found))
    assert BinaryAutomaton().affordable(code, found)
    monkeypatch.setattr(theorems, "WAYS", ways(code, found) // 2)
    assert not BinaryAutomaton().affordable(code, found)
    assert not BinaryAutomaton().affordable(code, Periodicity(0, 1, -1))


def state(values, at, width, lift):
    """The state before heap `at`, in the theorem's words: the greatest value so far, the last values not yet spent."""
    window = []
    for heap in range(at - width, at):
        spent = any(values[earlier] == values[heap] for earlier in range(at - width))
        window.append("spent" if spent else values[heap] - lift)
    return max(values[:at]) - lift, window


def test_states_agree_just_when_the_definition_says_so(upto):
    """Values planted so that they repeat, and the states do not: then nothing is proved."""
    theorem, rng = UnspentValues(), random.Random(1)
    seen = set()
    for _ in range(upto(1_000, full=4_000)):
        kept = sorted(rng.sample(range(1, 5), rng.randrange(1, 4)))
        code = HeapCode.of_all_but(kept)
        if not theorem.covers(code):
            continue
        width = len(code.digits) - 1
        preperiod, period, saltus = rng.randrange(4), rng.randrange(1, 5), rng.choice((0, 1, 1, 2, 3))
        found = Periodicity(preperiod, period, saltus)
        begin = [rng.randrange(5) for _ in range(max(preperiod, 0) + period)]
        values = [found.value(heap, begin) for heap in range(theorem.needed(code, found) + rng.randrange(4))]
        early = len(values) - period
        ready = early - width > preperiod
        agree = ready and state(values, early, width, 0) == state(values, len(values), width, saltus)
        assert theorem.proves(code, found, values) is agree, (kept, found, values)
        seen.add((ready, agree))
    assert {(True, True), (True, False)} <= seen


@pytest.mark.parametrize("text", ["0.0[3]", "0.30[3]", "0.00[3]"])
def test_the_state_of_unspent_values_is_compared_behind_the_preperiod(text):
    game = cgt.parse_ruleset(text)
    found, width = game.period().certificate.periodicity, len(game.code.digits) - 1
    values = game.table().values(40)
    least = found.period + max(found.preperiod, 0) + width + 1
    assert not UnspentValues().holds(game.code, found, values[: least - 1])
    assert UnspentValues().holds(game.code, found, values[:least])
