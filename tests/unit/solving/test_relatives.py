"""Games without a code of their own know the codes that they are, heap for heap or shifted."""

from __future__ import annotations

import pytest

import cgt


@pytest.mark.parametrize(
    ("name", "code", "shift"),
    [("treblecross", "0.007", 2), ("couples-are-forever", "0.6", -1), ("couples-are-forever", "officers", -1)],
)
def test_a_named_game_knows_its_code(name, code, shift):
    found = cgt.discover(name, 200)
    assert (code, shift) in [(same.other, same.shift) for same in found.equalities]
    assert f"the same game as {code}: heap n here is heap n {'+' if shift > 0 else '-'} {abs(shift)} there" in str(
        found.card().rows
    )


@pytest.mark.parametrize("name", ["treblecross", "couples-are-forever"])
def test_what_is_equal_by_rule_is_worth_the_same(name, upto):
    stop = upto(120, full=400)
    values = cgt.nim_values(name, stop)
    equalities = cgt.discover(name, 100).equalities
    assert equalities
    for same in equalities:
        assert same.by_rule
        theirs = cgt.nim_values(same.other, stop + 3)
        for heap in range(max(0, -same.shift), stop):
            assert values[heap] == theirs[heap + same.shift], (same, heap)


def test_a_function_is_recognised_as_a_named_game_as_far_as_it_is_seen():
    rows = cgt.HeapRule(
        lambda n: [tuple(filter(None, (a, n - k - a))) for k in (1, 2) for a in range((n - k) // 2 + 1) if n >= k],
        name="pins",
    )
    found = cgt.discover(rows, 100)
    assert [str(same) for same in found.equalities] == [
        "the same nim-sequence as kayles: equal for the first 100 heaps"
    ]
