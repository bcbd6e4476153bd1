from __future__ import annotations

import random

import pytest

from cgt.core.code import HeapCode
from cgt.fast.taking_breaking_values import sequence_of
from cgt.theory.equality import (
    _by_sequence,
    _compared,
    _for_ever,
    equalities,
    larger_by_one,
    same_by_rule,
    standard_form,
)
from cgt.theory.period import period_of_code


def values_of(code, stop):
    sequence = sequence_of(code, backend="python")
    sequence.extend_to(stop)
    return sequence.values.tolist()


def test_shifted_codes_are_the_same_game(upto):
    for seed in range(upto(40, full=200)):
        rng = random.Random(seed)
        first = rng.choice("04")
        digits = "".join(rng.choice("01234567") for _ in range(rng.randrange(1, 5)))
        code = HeapCode.parse(f"{first}.{digits}")
        values = values_of(code, 30)
        for other, shift in same_by_rule(code):
            theirs = values_of(other, 36)
            low = max(0, -shift)
            assert values[low:30] == theirs[low + shift : 30 + shift]
            assert not any(values[:low])
        larger = larger_by_one(code)
        if larger is not None:
            standard, shift = standard_form(code)
            assert standard_form(larger) == (standard, shift + 1)


# Standard forms as Winning Ways has them.
@pytest.mark.parametrize(
    ("text", "standard", "shift"), [("0.07", "0.137", 1), ("0.4", "0.137", 2), ("0.6", "0.37", 1), ("4.4", "0.77", 1)]
)
def test_standard_forms(text, standard, shift):
    assert standard_form(HeapCode.parse(text)) == (HeapCode.parse(standard), shift)


def test_a_long_code_is_not_made_smaller_heap_by_heap(monkeypatch):
    code, made, of = HeapCode.parse(f"0.{'0' * 499}3"), [], HeapCode.of
    monkeypatch.setattr(HeapCode, "of", lambda *digits: made.append(None) or of(*digits))
    assert standard_form(code) == (HeapCode.parse(f"0.{'1' * 499}3"), 499)
    values = values_of(code, 1_250)
    same = same_by_rule(code)
    assert [shift for _other, shift in same] == [-499, -3, -2, -1, 1]
    for other, shift in same:
        low = max(0, -shift)
        assert values_of(other, 1_251)[low + shift : 1_250 + shift] == values[low:1_250]
    assert len(made) < 20


def found(text, limit=500):
    code = HeapCode.parse(text)
    report = period_of_code(code, limit)
    return {one.other: one for one in equalities(code, report.values, report.certificate)}


def test_by_rule_and_by_sequence_are_told_apart():
    chess = found("0.137")
    assert chess["dawsons-kayles"].by_rule
    assert chess["dawsons-kayles"].shift == 1
    assert "the same game" in str(chess["dawsons-kayles"])
    # OEIS A071453: 0.051 and 0.053 have the values of 0.117 a heap later.
    assert (found("0.051")["0.117"].shift, found("0.051")["0.117"].by_rule) == (-1, True)
    # 0.775 … plays Kayles with a move that changes no nim-value, or it does not: the values decide.
    for text in ("0.771", "0.772", "0.774"):
        for other, one in found(text).items():
            if other == "kayles":
                assert not one.by_rule
                assert values_of(HeapCode.parse(text), 300)[:300] == values_of(HeapCode.parse("0.77"), 300)[:300]


def test_equal_to_a_bound_is_not_equal_for_ever():
    # Officers with one more take, of 60: equal below, and nothing is proved.
    code = HeapCode.parse("0.6" + "0" * 58 + "3")
    report = period_of_code(code, 60)
    (one,) = [one for one in equalities(code, report.values, report.certificate) if one.other == "officers"]
    assert (one.by_rule, one.for_ever, one.checked_to) == (False, False, 60)
    assert "first 60 heaps" in str(one)
    longer = period_of_code(code, 400)
    assert [one for one in equalities(code, longer.values, None) if one.other == "officers" and one.shift == 0] == []


def test_two_periods_prove_equality_for_ever():
    one = found("0.3[3]")["nim"]
    assert one.by_rule
    # Taking 1, 3 or 5 is taking 1, as far as nim-values go; nothing named is so. Kayles and a longer spelling are.
    assert found("4.[3]")["lasker"].by_rule
    spelt = found("0.7703")
    assert all(other.for_ever or other.checked_to for other in spelt.values())


@pytest.mark.parametrize("shift", range(-4, 5))
def test_sequences_are_compared_at_shifts_of_up_to_three(shift):
    kayles = HeapCode.parse("0.77")
    known = values_of(kayles, 300)
    ours = [int(known[n + shift]) if n + shift >= 0 else 9 for n in range(200)]
    (one,) = _by_sequence(ours, None, "kayles", kayles) or (None,)
    assert (one and one.shift) == (shift if abs(shift) <= 3 else None)


def test_what_agrees_for_a_period_and_grows_apart_is_not_equal_for_ever():
    """Nim is 0, 1, 2, 3, …, taking one is 0, 1, 0, 1, …: equal for the two heaps of a common period."""
    nim = period_of_code(HeapCode.parse("0.[3]"), 60).certificate
    one = period_of_code(HeapCode.parse("0.3"), 60).certificate
    assert not _for_ever(nim, HeapCode.parse("0.3"), 0)
    assert not _for_ever(one, HeapCode.parse("0.[3]"), 0)
    assert _for_ever(one, HeapCode.parse("0.33"), 0) is False
    assert _for_ever(one, HeapCode.parse("0.303"), 0)


def test_codes_shifted_by_three_are_named_and_by_four_are_not():
    """A code may be written with heaps that are 1, 2, 3 larger: 0.1 is 0.01, 0.001 and so on."""
    for code, shifts in (("0.1", [1, 2, 3]), ("0.0001", [-3, -2, -1, 1, 2, 3]), ("0.113", [1, 2, 3])):
        assert [shift for _other, shift in same_by_rule(HeapCode.parse(code))] == shifts


@pytest.mark.parametrize(("code", "heaps"), [("0.77", 2_000), ("4.[3]", 2_000), ("0.8", 200), ("0.{2+}", 200)])
def test_how_far_sequences_are_compared(code, heaps):
    assert _compared(HeapCode.parse(code)) == heaps
