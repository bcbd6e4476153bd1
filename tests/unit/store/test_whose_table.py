"""A table in a file is continued by the rule it is of, whatever the rules are called, and never made poorer."""

from __future__ import annotations

import warnings
from itertools import count

import pytest

from cgt.errors import TableError, TableWarning
from cgt.families.function_heap_game import HeapRule, TakingRule
from cgt.store.quota_table import QuotaTable
from cgt.store.sequence_table import SequenceTable

ONE_LESS = HeapRule(lambda n: [(n - 1,)] if n else [])
ANY_LESS = HeapRule(lambda n: [(i,) for i in range(n)])
SQUARES = [root * root for root in range(1, 60)]
TAKE_ONE = TakingRule(lambda n: range(1, min(n, 1) + 1))
TAKE_TWO = TakingRule(lambda n: range(1, min(n, 2) + 1))


@pytest.mark.parametrize("ending", ["npz", "npy"])
@pytest.mark.parametrize(("one", "other"), [(ONE_LESS, ANY_LESS), (ANY_LESS, ONE_LESS), (TAKE_ONE, TAKE_TWO)])
@pytest.mark.parametrize("stop", [3, 6, 10])
def test_rules_of_one_name_do_not_share_a_table(tmp_path, ending, one, other, stop):
    path = tmp_path / f"table.{ending}"
    SequenceTable.build(one, 6, path=path)
    before = path.read_bytes()
    with pytest.raises(TableError, match=r"heap 2 .* under this rule"):
        SequenceTable.build(other, stop, path=path)
    assert path.read_bytes() == before
    assert SequenceTable.build(one, 10, path=path).values.tolist() == one.table().values(10)


@pytest.mark.parametrize("differs", [63, 64, 1000, 4999])
def test_a_rule_that_differs_late_is_found_out(tmp_path, differs):
    """Every heap near the beginning is looked at, and a sample of the others."""
    path = tmp_path / "table.npz"
    SequenceTable.build(TakingRule(lambda n: range(1, min(n, 3) + 1)), 5000, path=path)
    other = TakingRule(lambda n: range(1, min(n, 3 if n < differs else 2) + 1))
    with pytest.raises(TableError, match="under this rule"):
        SequenceTable.build(other, 6000, path=path)


def test_a_table_in_memory_too_is_continued_by_its_own_rule_alone():
    table = SequenceTable.build(ONE_LESS, 6)
    with pytest.raises(TableError, match="under this rule"):
        table.continued(ANY_LESS, 10)


def test_quotas_of_one_name_do_not_share_a_table(tmp_path):
    path = tmp_path / "quota.npz"
    QuotaTable.build(lambda k: 2 * k, 50, path=path)
    for limit in (40, 50, 60):
        with pytest.raises(TableError, match="another quota function"):
            QuotaTable.build(lambda k: 3 * k, limit, path=path)


def test_of_two_writers_the_longer_table_stays(tmp_path):
    """While one tabulates 10 heaps, another puts 20 into the file."""
    path = tmp_path / "table.npz"
    met = []

    def meanwhile(n):
        if n == 8 and not met:
            met.append(n)
            SequenceTable.build(TAKE_TWO, 20).save(path)
        return range(1, min(n, 2) + 1)

    table = SequenceTable.build(TakingRule(meanwhile), 10, path=path)
    assert met
    assert table.values.tolist() == TAKE_TWO.table().values(10)
    assert SequenceTable.load(path).values.tolist() == TAKE_TWO.table().values(20)


@pytest.mark.full("1999")
@pytest.mark.parametrize("differs", [1234, 1999])
def test_a_function_that_differs_at_one_heap_is_found_out(tmp_path, differs, upto):
    stop = upto(1_300, full=2_000)
    path = tmp_path / "squares.npz"
    squares = TakingRule(lambda n: [take for take in SQUARES if take <= n], name="squares")
    table = SequenceTable.build(squares, stop, path=path)
    wrong = next(n for n in range(differs, -1, -1) if table.nim_value(n) == 0)  # one move more makes it another value
    other = TakingRule(
        lambda n: [take for take in (SQUARES if n != wrong else [*SQUARES, n]) if take <= n], name="squares"
    )
    with pytest.raises(TableError, match=f"heap {wrong} "):
        SequenceTable.build(other, stop, path=path)
    assert SequenceTable.build(squares, stop, path=path).stop == stop


def test_a_function_that_was_compared_in_part_is_said_not_to_be_known(tmp_path, monkeypatch):
    path = tmp_path / "one.npz"
    SequenceTable.build(TAKE_ONE, 5000, path=path)
    monkeypatch.setattr("cgt.store.sequence_table.COMPARE_SECONDS", 0.0)
    with pytest.warns(TableWarning, match="not known to be the function taking-rule"):
        SequenceTable.build(TAKE_ONE, 5000, path=path)


@pytest.mark.parametrize("left", [0, 1])
def test_one_value_that_was_not_compared_is_told(tmp_path, monkeypatch, left):
    path = tmp_path / "one.npz"
    SequenceTable.build(TAKE_ONE, 20, path=path)
    clock = count()
    monkeypatch.setattr("cgt.store.sequence_table.thread_seconds", lambda: next(clock))  # one look a value
    monkeypatch.setattr("cgt.store.sequence_table.COMPARE_SECONDS", 21 - left)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        SequenceTable.build(TAKE_ONE, 20, path=path)
    assert ["19 of 20 values agree" in str(warning.message) for warning in told] == [True] * left
