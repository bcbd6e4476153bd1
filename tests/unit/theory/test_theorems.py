"""What is proved must be true, and what is not quite there must not be called proved."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.repetition import Periodicity
from cgt.fast.taking_breaking_values import sequence_of
from cgt.theory.period import PeriodStatus, _CodeJudge, period_of_code
from cgt.theory.theorems import THEOREMS, BinaryAutomaton, UnspentValues, theorems_for


def by_definition(code, stop):
    values = []
    for heap in range(stop):
        reached = set()
        for option in code.options(heap):
            value = 0
            for part in option:
                value ^= values[part]
            reached.add(value)
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values


CODES = [
    "0.77",
    "0.137",
    "0.07",
    "0.3F",
    "4!.0",
    "0.7!",
    "0.7=",
    "0.34=",
    "4.[3]",
    "0.[3]",
    "0.3[03]",
    "0.C?",
    "{2+}.0",
]


@pytest.mark.parametrize(
    "text",
    [
        *CODES,
        "0.{0,2!+}",
        "0.{0+}",
        "0.3{3+}",
        "4!.{2,4+}",
        "0.{4,6}1",
        "0.{4}",
        "C.1",
        "0.0",
        "0.{1,3!}3",
        "0.303",
        "4.07",
    ],
)
def test_sequences_agree_with_the_definition(text):
    code = HeapCode.parse(text)
    expected = by_definition(code, 26)
    sequence = sequence_of(code)
    sequence.extend_to(7)
    sequence.extend_to(26)
    assert sequence.values[:26].tolist() == expected


# OEIS, and R. K. Guy's table of octal games as kept by A. Flammenkamp: last exception + 1, period.
KNOWN = {
    "0.77": (71, 12),
    "0.07": (53, 34),
    "0.137": (52, 34),
    "0.45": (498, 20),
    "0.115": (1, 14),
    "0.176": (24, 8),
    "0.156": (3479, 349),
    "0.644": (3256, 442),
}


@pytest.mark.parametrize("text", KNOWN)
def test_known_octal_periods_are_proved(text):
    report = period_of_code(HeapCode.parse(text))
    assert report.status is PeriodStatus.PROVED
    assert (report.periodicity.preperiod, report.periodicity.period) == KNOWN[text]


def test_few_values_prove_kayles():
    report = period_of_code(HeapCode.parse("0.77"))
    assert report.checked_to == 167
    assert report.exceptions == [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]


def test_a_limit_too_small_says_what_was_seen_and_what_would_do():
    report = period_of_code(HeapCode.parse("0.77"), limit=166)
    assert (report.status, report.checked_to, report.enough) == (PeriodStatus.OBSERVED, 166, 167)
    assert "167 values would decide" in str(report)
    none = period_of_code(HeapCode.parse("0.77"), limit=60)
    assert none.status in {PeriodStatus.NONE, PeriodStatus.OBSERVED}


def random_code(rng):
    kind = rng.randrange(5)
    length = rng.randrange(1, 5)
    if kind == 0:
        return "0." + "".join(rng.choice("0123") for _ in range(length))
    if kind == 1:
        return rng.choice("04") + "." + "".join(rng.choice("01234567") for _ in range(length))
    if kind == 2:
        return (
            rng.choice(["0", "4!", "4="])
            + "."
            + "".join(rng.choice(["0", "1", "2", "3", "4!", "5=", "7!", "6=", "7"]) for _ in range(length))
        )
    if kind == 3:
        return "0." + "".join(rng.choice("0123") for _ in range(length + 2)) + "[3]"
    return rng.choice("048C") + "." + "".join(rng.choice("01238B9") for _ in range(min(length, 2)))


@pytest.fixture(scope="module")
def reports(upto):
    """What is said about random codes of five kinds."""
    found = []
    for seed in range(upto(30, full=150)):
        code = HeapCode.parse(random_code(random.Random(seed)))
        found.append((code, period_of_code(code, limit=250 if (code.most_parts or 0) < 3 else 60)))
    return found


def test_proved_periods_go_on(reports):
    """Every theorem, against four times the values it was shown, and against periods and preperiods that are less."""
    for code, report in reports:
        if report.status is not PeriodStatus.PROVED:
            continue
        found = report.periodicity
        sequence = sequence_of(code)
        stop = 4 * report.checked_to + 20
        sequence.extend_to(stop)
        values = [int(value) for value in sequence.values[:stop]]
        assert found.first_failure(values) is None, code
        before = found.preperiod - 1
        assert before < 0 or values[before] + found.saltus != values[before + found.period], code
        for less in range(1, found.period):
            steps = {values[n + less] - values[n] for n in range(found.preperiod, stop - less)}
            assert len(steps) > 1, (code, less, found)


def test_every_theorem_was_at_work_above(reports):
    assert {theorem.name for theorem in THEOREMS} - {"no saltus for two heaps"} <= {
        report.theorem for _code, report in reports
    }


@pytest.mark.parametrize("text", ["0.77", "0.303", "0.300[3]", "0.7!"])
def test_a_planted_change_is_refused(text):
    """A long run that repeats, one value of it perturbed: no theorem may call the period proved."""
    code = HeapCode.parse(text)
    report = period_of_code(code)
    (theorem,) = (theorem for theorem in theorems_for(code) if theorem.name == report.theorem)
    found, count = report.periodicity, theorem.needed(code, report.periodicity)
    values = [found.value(heap, report.values) for heap in range(count)]
    assert theorem.proves(code, found, values)
    assert not theorem.proves(code, found, values[:-1])
    rng = random.Random(3)
    for place in [
        *rng.sample(range(found.preperiod + found.period, count), min(20, count - found.preperiod - found.period)),
        count - 1,
    ]:
        changed = values.copy()
        changed[place] += 1
        assert not theorem.proves(code, found, changed)


def test_a_game_that_only_looks_periodic():
    """0.3033…: takes 1, 3, 4 and 40; for 40 heaps it is 1, 3, 4, period 7, and the theorem waits."""
    code = HeapCode.of_subtraction({1, 3, 4, 40})
    short = period_of_code(code, limit=40)
    assert short.status is not PeriodStatus.PROVED
    full = period_of_code(code)
    assert full.status is PeriodStatus.PROVED
    assert full.periodicity != Periodicity(0, 7)
    assert list(islice(full.values, 40)) == [Periodicity(0, 7).value(n, full.values) for n in range(40)]


def test_theorems_cover_only_what_they_may():
    assert not list(theorems_for(HeapCode.parse("{2+}.0")))
    assert not list(theorems_for(HeapCode.parse("0.8!")))
    assert [theorem.name for theorem in theorems_for(HeapCode.parse("0.{5}"))] == ["Guy-Smith"]
    assert [theorem.name for theorem in theorems_for(HeapCode.parse("4.[3]"))] == ["binary automaton"]
    assert [theorem.name for theorem in theorems_for(HeapCode.parse("0.[30]"))] == ["binary automaton"]
    assert period_of_code(HeapCode.parse("{2+}.0"), 60).status is PeriodStatus.OBSERVED


def test_without_a_limit_sparse_games_are_looked_at_further():
    """0.56 has its last exception beyond heap 326,000, and few heaps with rare values."""
    pytest.importorskip("numba")
    report = period_of_code(HeapCode.parse("0.56"))
    assert (report.status, report.periodicity.period) == (PeriodStatus.PROVED, 144)


@pytest.mark.parametrize(("code", "seen"), [("0.7", False), ("0.77", False), ("0.{0,5}", True), ("0.{2+}", True)])
def test_an_arithmetic_period_is_shown_without_a_theorem_where_it_may_last(code, seen):
    """Where a take leaves two heaps at most, and takes are finitely many, none lasts."""
    judge = _CodeJudge(HeapCode.parse(code))
    found = judge.candidate([heap // 3 for heap in range(300)])
    assert judge.theorem is None
    assert (found is not None and (found.period, found.saltus) == (3, 1)) == seen


def test_the_binary_automaton_asks_for_no_more_values_than_it_needs():
    theorem, code = BinaryAutomaton(), HeapCode.parse("4.[3]")
    found = [Periodicity(0, 3, 1), Periodicity(1, 3, 1), Periodicity(2, 3, 1), Periodicity(0, 300, 1)]
    assert [theorem.needed(code, one) for one in found] == [4, 4, 5, 301]


def test_a_record_of_a_period_names_its_exceptions():
    assert list(period_of_code(HeapCode.parse("0.011"), 60).record()["exceptions"]) == [2, 3]


def test_unspent_values_that_have_changed_places_are_another_state():
    """Of 0.0333…: after 0, 1, 2, 3 the state after 0, 1 has come again two higher; after 0, 1, 3, 2 it has not."""
    code, found = HeapCode.of_all_but({1}), Periodicity(0, 2, 2)
    assert [UnspentValues().holds(code, found, values) for values in ([0, 1, 2, 3], [0, 1, 3, 2])] == [True, False]


def test_a_search_without_a_limit_ends_before_long(monkeypatch):
    """0.77…7 of 70 digits took minutes, each heap being compared with 70 others at each size."""
    monkeypatch.setattr("cgt.theory.period.PATIENCE_SECONDS", 0.0)
    report = cgt.period("0.7777777")
    assert report.status is PeriodStatus.NONE
    assert 0 < report.checked_to < 1_000
    assert cgt.period("0.7777777", 1_000).checked_to == 1_000
