from __future__ import annotations

import random
from functools import cache

import pytest

from cgt.core.code import Constraint, Digit, HeapCode
from cgt.core.repetition import Periodicity, least_periodicity
from cgt.errors import CertificateError, NotApplicableError
from cgt.theory import option_automaton, theorems
from cgt.theory.period import period_of_code
from cgt.theory.period_certificate import PeriodCertificate, hash_of
from cgt.theory.theorems import BinaryAutomaton
from cgt.theory.verify.pattern import pattern_lasts

THEOREM = BinaryAutomaton()
LASTING = ["0.3F", "4.[3]", "0.8B", "0.{1,4}", "4!.[3]", "0.9C", "0.28", "8.9=[8]", "0.2{0,2!,3}[5C]"]
BREAKING = [("C.32[1]", Periodicity(4, 7, 4), 37, 40), ("0.2B3", Periodicity(1, 10, 5), 46, 46)]


def mex_of_options(code, worth, heap):
    values = set()
    for option in code.options(heap):
        value = 0
        for left in option:
            value ^= worth[left]
        values.add(value)
    return next(value for value in range(len(values) + 1) if value not in values)


def extended(code, begin, count):
    """The values that go on by definition from these, right or not."""
    worth = list(begin)
    while len(worth) < count:
        worth.append(mex_of_options(code, worth, len(worth)))
    return worth


def first_break(code, found, values, stop):
    worth = [found.value(heap, values) for heap in range(stop)]
    later = range(max(found.preperiod, 1), stop)
    return next((heap for heap in later if mex_of_options(code, worth, heap) != worth[heap]), None)


@cache
def certificate_of(text):
    return period_of_code(HeapCode.parse(text)).certificate


@pytest.mark.full("8.9=[8]")
@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=pytest.mark.full if text in {"0.9C", "0.28"} else ()) for text in LASTING]
)
def test_what_was_proved_lasts(text):
    found = certificate_of(text)
    assert found.theorem == THEOREM.name
    assert pattern_lasts(found.code, found.periodicity, found.values)
    found.verify()


@pytest.mark.parametrize(("text", "found", "count", "breaks"), BREAKING)
def test_a_pattern_that_breaks_late(text, found, count, breaks):
    code = HeapCode.parse(text)
    values = extended(code, [], count)
    assert found.first_failure(values) is None
    assert first_break(code, found, values, breaks + 1) == breaks
    assert not pattern_lasts(code, found, values)


@pytest.mark.parametrize(
    "text", ["0.3F", "4!.[3]", *(pytest.param(text, marks=pytest.mark.full) for text in ("0.8B", "0.{1,4}", "8.9=[8]"))]
)
def test_a_planted_value_or_saltus_is_refused(text):
    found = certificate_of(text)
    period = found.periodicity
    for heap in range(max(period.preperiod, 1), len(found.values)):
        for bit in (1, 2, 4):
            planted = [value ^ bit * (heap == at) for at, value in enumerate(found.values)]
            assert first_break(found.code, period, planted, 60) is not None
            assert not pattern_lasts(found.code, period, planted)
    for saltus in range(2 * period.saltus + 2):
        planted = Periodicity(period.preperiod, period.period, saltus)
        assert pattern_lasts(found.code, planted, found.values) is (saltus == period.saltus)


@pytest.mark.parametrize(
    ("text", "breaks"), [("4!.00011", 6), ("4!.000111", None), ("4.00011", None), ("4=.000111", 3)]
)
def test_two_heaps_of_one_residue_may_have_to_differ(text, breaks):
    # The values of heaps 1 and 2 are made up: then heap 6 has the value 0 among its options by 3 + 3 alone.
    code, found, values = HeapCode.parse(text), Periodicity(3, 1), [0, 2, 2, 1]
    assert first_break(code, found, values, 60) == breaks
    assert pattern_lasts(code, found, values) is (breaks is None)


@pytest.mark.parametrize(
    ("text", "found", "begin"),
    [
        ("0.350[6004!]", Periodicity(6, 5, 2), [0, 1, 2]),
        ("4!.[164!]", Periodicity(2, 2, 2), [0, 1]),
        ("4=.10[2211]", Periodicity(10, 3, 1), [2, 3, 0, 0, 1, 1]),
        ("0.1[214]", Periodicity(7, 5, 2), [0, 1]),
    ],
)
def test_the_tail_need_not_divide_the_period(text, found, begin):
    code = HeapCode.parse(text)
    values = extended(code, begin, found.preperiod + found.period)
    assert first_break(code, found, values, 80) is None
    assert pattern_lasts(code, found, values)


def test_no_nim_value_is_negative():
    code = HeapCode.parse("4.[3]")
    assert not pattern_lasts(code, Periodicity(1, 4, -4), [0, 1, 2, 4, 3])
    assert not pattern_lasts(code, Periodicity(1, 4, 4), [0, 1, -2, 4, 3])


@pytest.mark.parametrize("saltus", [3, 1 << 59, 10**18 - 1])
def test_no_nim_value_is_above_twice_the_heap(saltus):
    """The last digits that a saltus leaves alone are tried one by one: 2^59 of them would never end."""
    assert not pattern_lasts(HeapCode.parse("0.[3]"), Periodicity(1, 1, saltus), [0, 1])


@pytest.mark.parametrize("text", ["0.{2+}", "0.8!", "0.8?3"])
def test_what_is_not_decided(text):
    with pytest.raises(NotApplicableError):
        pattern_lasts(HeapCode.parse(text), Periodicity(1, 1), [0, 0])


def random_digit(dice, most):
    kinds = {2: list(Constraint)[:3]}
    counts = {
        heaps: dice.choice(kinds.get(heaps, [Constraint.ANY, Constraint.EQUAL]))
        for heaps in range(most + 1)
        if dice.random() < 0.35
    }
    return Digit.of(counts)


def random_patterns(seed, count):
    """Codes with patterns seen in the values that go on from a start, which may be false; a third of them spoilt."""
    dice = random.Random(seed)
    while count:
        most = dice.choice([2, 3, 3, 3, 4])
        head = Digit.of({2: dice.choice(list(Constraint)[:3])} if dice.random() < 0.3 else {})
        digits = [random_digit(dice, most) for _ in range(dice.randint(1, 3))]
        tail = [random_digit(dice, 3) for _ in range(dice.randint(1, 3))] if dice.random() < 0.6 else []
        code = HeapCode.of([head, *digits], tail)
        begin = [0] if dice.random() < 0.5 else [dice.randrange(4) for _ in range(dice.randint(1, 5))]
        values = extended(code, begin, dice.choice([16, 24, 32]))
        seen = least_periodicity(values, window=len(values) // 3)
        if seen is None or seen.saltus < 0 or seen.preperiod + 2 * seen.period > len(values):
            continue
        # At the heaps of a false start, a pattern that lasts otherwise may break.
        start = max(seen.preperiod, dice.choice([1, len(begin), len(begin)]))
        found = Periodicity(start, seen.period, seen.saltus)
        pattern = [found.value(heap, values) for heap in range(found.preperiod + found.period)]
        spoil = dice.randrange(6)
        if spoil == 0:
            pattern[dice.randrange(found.preperiod, len(pattern))] ^= dice.choice([1, 2, 4])
        elif spoil == 1:
            found = Periodicity(found.preperiod, found.period, found.saltus + dice.choice([1, 2, 4]))
        yield code, found, pattern
        count -= 1


def test_random_patterns_against_the_definition(upto):
    verdicts = []
    for code, found, pattern in random_patterns(1, upto(20, full=120)):
        verdict = pattern_lasts(code, found, pattern)
        if verdict:
            assert first_break(code, found, pattern, 40) is None, (code, found, pattern)
        else:
            # Small patterns break at small heaps.
            assert first_break(code, found, pattern, 120), (code, found, pattern)
        verdicts.append(verdict)
    assert upto(5, full=30) < sum(verdicts) < upto(15, full=90)


def test_both_procedures_agree(upto):
    verdicts = []
    for code, found, pattern in random_patterns(2, upto(15, full=180)):
        if not THEOREM.covers(code) or not THEOREM.affordable(code, found):
            continue
        # The first procedure is about the heaps from here on: those before are for the values at hand to show.
        values = extended(code, pattern[: max(found.preperiod, 1)], THEOREM.needed(code, found))
        if values[: len(pattern)] != pattern or found.first_failure(values) is not None:
            continue
        verdict = pattern_lasts(code, found, pattern)
        assert verdict is THEOREM.holds(code, found, values), (code, found, pattern)
        verdicts.append(verdict)
    assert sum(verdicts) > upto(3, full=50)
    assert len(verdicts) - sum(verdicts) > upto(0, full=10)


def forged(text, found, count):
    """A certificate of a pattern that is seen in so many values."""
    code = HeapCode.parse(text)
    values = extended(code, [], count)
    kept = tuple(values[: found.preperiod + found.period])
    return PeriodCertificate(found, count, kept, hash_of(values), code, THEOREM.name)


@pytest.mark.parametrize(("text", "found", "count", "_breaks"), BREAKING)
def test_a_certificate_of_a_pattern_that_breaks_is_refused(text, found, count, _breaks):
    assert THEOREM.needed(HeapCode.parse(text), found) <= count
    with pytest.raises(CertificateError, match="hypotheses"):
        forged(text, found, count).verify()


def test_a_certificate_with_too_few_values_is_refused():
    true = certificate_of("8.9=[8]")
    needed = THEOREM.needed(true.code, true.periodicity)
    forged(str(true.code), true.periodicity, needed).verify()
    assert needed > len(true.values)
    with pytest.raises(CertificateError, match="hypotheses"):
        forged(str(true.code), true.periodicity, needed - 1).verify()


@pytest.mark.parametrize("text", ["0.77", "0.8!", "0.{2+}"])
def test_a_certificate_by_a_theorem_that_does_not_cover_the_code_is_refused(text):
    code = HeapCode.parse(text)
    values = extended(code, [], 10)
    for preperiod in range(9):
        found = Periodicity(preperiod, 10 - preperiod)
        with pytest.raises(CertificateError, match=r"does not decide|not the least"):
            PeriodCertificate(found, 10, tuple(values), hash_of(values), code, THEOREM.name).verify()


@pytest.mark.full("0.[1]-found1-does not decide")
@pytest.mark.parametrize(
    ("text", "found", "says"),
    [("0.[3]", Periodicity(0, 4, 4), "the least: 2"), ("0.[1]", Periodicity(1, 1 << 11, 1 << 11), "does not decide")],
)
def test_a_forged_period_is_refused_before_its_last_digits_are_tried(monkeypatch, text, found, says):
    monkeypatch.setattr(theorems, "pattern_lasts", None)
    with pytest.raises(CertificateError, match=says):
        forged(text, found, THEOREM.needed(HeapCode.parse(text), found)).verify()


def test_verification_leaves_the_first_procedure_alone(monkeypatch):
    found = certificate_of("0.3F")
    monkeypatch.setattr(theorems, "_breaks_by", None)
    monkeypatch.setattr(option_automaton, "OptionAutomaton", None)
    monkeypatch.setattr(option_automaton, "breaking_heap", None)
    found.verify()
