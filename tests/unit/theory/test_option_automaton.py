"""The automaton for a heap's options accepts just the values that the options have, and its verdicts are true."""

from __future__ import annotations

import random
from functools import reduce
from operator import xor

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.repetition import Periodicity, least_periodicity
from cgt.theory.option_automaton import OptionAutomaton, breaking_heap
from cgt.theory.period import PeriodStatus, period_of_code
from cgt.theory.theorems import BinaryAutomaton


def by_definition(code, stop):
    values = []
    for heap in range(stop):
        reached = option_values(code, heap, values)
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values


def option_values(code, heap, values):
    return {reduce(xor, (values[part] for part in option), 0) for option in code.options(heap)}


def accepted(automaton, heap, most):
    """The values up to `most` that the automaton accepts for a heap."""
    periods, residue = divmod(heap - automaton.first, automaton.period)
    found = set()
    for value in range(most + 1):
        low, high, left = value % (1 << automaton.low_bits), value >> automaton.low_bits, periods
        readings = automaton.starts.get((residue, low), frozenset())
        while left or high:
            letter = (left & 1, high & 1)
            readings = frozenset().union(*(automaton.step(reading, letter) for reading in readings))
            left, high = left >> 1, high >> 1
        if any(automaton.accepts(reading) for reading in readings):
            found.add(value)
    return found


LASTING = ["0.3F", "4.[3]", "0.8B", "0.9E", "0.BB", "0.9C", "0.{1,4}", "0.3[7]", "4!.[3]", "0.[5=]", "0.[17]", "C.[3]"]
QUICK = [pytest.param(text, marks=pytest.mark.full) if text == "0.9C" else text for text in LASTING]


@pytest.mark.full("0.8[3]", "0.BB")
@pytest.mark.parametrize(
    "text", [*QUICK, "0.8[3]", "0.{3=}3", "0.{0,1,4=}F", "0.3[03]", "4!.3[70]", "4=.[3]", "0.[24!]"]
)
def test_it_accepts_the_values_of_the_options(text, upto):
    code = HeapCode.parse(text)
    values = by_definition(code, 130 if text == "0.9C" else upto(50, full=70))
    found = least_periodicity(values)
    automaton = OptionAutomaton(code, found, values)
    assert automaton.first + 8 <= len(values)
    for heap in range(automaton.first, min(automaton.first + upto(10, full=20), len(values))):
        reached = option_values(code, heap, values)
        assert accepted(automaton, heap, 2 * max(values) + 1) == reached


@pytest.mark.parametrize("text", QUICK)
def test_what_lasts_is_proved(text):
    report = period_of_code(HeapCode.parse(text))
    assert (report.status, report.theorem) == (PeriodStatus.PROVED, "binary automaton")
    report.certificate.verify()
    found = report.periodicity
    values = by_definition(report.certificate.code, 2 * report.checked_to if text != "0.9C" else 200)
    assert found.first_failure(values) is None
    assert least_periodicity(values) == found


# Lasker (1931): G(4k+1) = 4k+1, G(4k+2) = 4k+2, G(4k+3) = 4k+4, G(4k+4) = 4k+3.
# Kenyon's game, Winning Ways (1982), chapter 4: saltus 3, the one known that is no power of two.
@pytest.mark.parametrize(
    ("text", "periodicity", "start"),
    [
        ("4.[3]", Periodicity(1, 4, 4), [0, 1, 2, 4, 3, 5, 6, 8, 7]),
        ("0.3F", Periodicity(0, 6, 3), [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]),
    ],
)
def test_the_games_of_the_books(text, periodicity, start):
    report = period_of_code(HeapCode.parse(text))
    assert report.periodicity == periodicity
    assert [report.certificate.nim_value(heap) for heap in range(len(start))] == start


def random_code(rng):
    digits = "01234567" if rng.random() < 0.5 else "0123456789ABCDEF"
    head = "".join(rng.choice(digits) for _ in range(rng.randrange(1, 4)))
    tail = "".join(rng.choice("01234567") for _ in range(rng.randrange(1, 3)))
    return f"{rng.choice(['0', '4', '4!'])}.{head}[{tail}]"


@pytest.mark.full
def test_a_verdict_on_a_pattern_seen_early_is_true(upto):
    """Patterns that only a few values show: those that break do so by the heap that is told, the others never."""
    for seed in range(upto(20, full=60)):
        rng = random.Random(seed)
        code = HeapCode.parse(random_code(rng))
        values = by_definition(code, 100 if code.most_parts < 3 else 60)
        for seen in (12, 16, 24, 40):
            found = least_periodicity(values[:seen], window=seen // 2)
            if found is None or OptionAutomaton(code, found, values).first > seen:
                continue
            heap = breaking_heap(OptionAutomaton(code, found, values))
            fails = found.first_failure(values)
            assert (heap is None) <= (fails is None)
            if heap is not None and heap < len(values):
                assert fails is not None
                assert fails <= heap


@pytest.mark.full("0.2B3-lie1-46-56")
@pytest.mark.parametrize(
    ("text", "lie", "fails", "told"),
    [("C.32[1]", Periodicity(4, 7, 4), 40, 40), ("0.2B3", Periodicity(1, 10, 5), 46, 56)],
)
def test_a_pattern_that_breaks_later_is_not_called_observed(text, lie, fails, told):
    """Thirty-seven values and more show it without exception, and it is no pattern."""
    code = HeapCode.parse(text)
    assert lie.first_failure(by_definition(code, 60)) == fails
    assert BinaryAutomaton().breaks_by(code, lie, by_definition(code, 37)) == told
    report = period_of_code(code, limit=37)
    assert (report.status, report.periodicity, report.enough) == (PeriodStatus.NONE, None, None)


def test_too_large_a_pattern_is_left_alone():
    code = HeapCode.parse("0.83E")
    theorem = BinaryAutomaton()
    assert theorem.covers(code)
    assert theorem.affordable(code, Periodicity(28, 36, 16))
    assert not theorem.affordable(code, Periodicity(472, 896, 512))


@pytest.mark.full
def test_that_large_pattern_fails_in_the_end():
    """The page of periods called it observed, after fewer values."""
    values = cgt.nim_values("hexadecimal(0.83E)", 2705)
    assert [n for n in range(472, 2705 - 896) if values[n + 896] != values[n] + 512] == [1808]


@pytest.mark.parametrize(("text", "exact"), [("0.3F", True), ("0.BB", True), ("0.[17]", True), ("4.[3]", False)])
def test_so_many_zeros_spend_all_carries(text, exact):
    """From everything that may be remembered and can end, by zeros alone: nothing else is left of heap and value."""
    code = HeapCode.parse(text)
    values = by_definition(code, 70)
    automaton = OptionAutomaton(code, least_periodicity(values), values)
    seen = {reading for readings in automaton.starts.values() for reading in readings}
    waiting = list(seen)
    while waiting:
        reading = waiting.pop()
        for letter in ((0, 0), (0, 1), (1, 0), (1, 1)):
            fresh = set(automaton.step(reading, letter)) - seen
            seen |= fresh
            waiting += fresh
    longest = 0
    for reading in filter(automaton.accepts, seen):
        zeros, readings = 0, {reading}
        while not any(one.is_spent for one in readings):
            readings = {after for one in readings for after in automaton.step(one, (0, 0))}
            zeros += 1
        longest = max(longest, zeros)
    assert longest == automaton.draining if exact else longest <= automaton.draining
