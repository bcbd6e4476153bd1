"""The check of nim-values from the rule alone: every way to leave heaps is looked at, and no other."""

from itertools import combinations_with_replacement

import pytest

from cgt.core.code import HeapCode
from cgt.errors import BudgetError, MemoryBudgetError
from cgt.theory.verify import values as values_check
from cgt.theory.verify.values import check_recurrence, first_wrong_value

STOP = 14


def by_definition(leaves, stop):
    """Taking one counter and leaving so many nonempty heaps: the mex of the XORs of all ways to do so."""
    values = []
    for heap in range(stop):
        reached = set()
        for count in leaves if heap else ():
            for parts in combinations_with_replacement(range(1, heap), count):
                if sum(parts) == heap - 1:
                    worth = 0
                    for part in parts:
                        worth ^= values[part]
                    reached.add(worth)
        values.append(min(set(range(len(reached) + 1)) - reached))
    return values


@pytest.fixture(params=[True, False], ids=["arrays", "plain"], autouse=True)
def checker(request, monkeypatch):
    """Both checkers, that of arrays and that of an installation without numpy."""
    if not request.param:
        monkeypatch.setattr(values_check, "installed", lambda _name: False)
    else:
        pytest.importorskip("numpy")


@pytest.mark.parametrize(
    ("digit", "leaves"), [("4", (2,)), ("8", (3,)), ("B", (0, 1, 3)), ("{4}", (4,)), ("C", (2, 3))]
)
def test_values_by_the_definition_are_right_and_each_other_one_is_wrong(digit, leaves):
    code, values = HeapCode.parse(f"0.{digit}"), by_definition(leaves, STOP)
    assert first_wrong_value(code, values) is None
    for heap in range(STOP):
        for change in (-1, 1, 8):
            wrong = [*values[:heap], values[heap] + change]
            assert first_wrong_value(code, wrong) == heap


def test_the_terms_of_a_base_must_fit_in_the_memory(monkeypatch):
    """Those of step 1 to 5 have fewer than 25 bits: 3 bytes."""
    monkeypatch.setattr("cgt.core.memory_limit.default_memory_limit", lambda: 0)
    monkeypatch.setattr("cgt.core.memory_limit.ALWAYS_THERE", 3)
    check_recurrence(2, 0, gap=2, start=3, window=(3, 5))
    monkeypatch.setattr("cgt.core.memory_limit.ALWAYS_THERE", 2)
    with pytest.raises(MemoryBudgetError, match="the first 5 terms of the base"):
        check_recurrence(2, 0, gap=2, start=3, window=(3, 5))


@pytest.mark.parametrize("arrays", [True, False])
def test_divisions_into_many_heaps_are_bounded(arrays, monkeypatch):
    """A heap of 100 is divided in 190,569,292 ways: a certificate with right values had them all looked at."""
    monkeypatch.setattr(values_check, "MOST_DIVISIONS", 1_000)
    monkeypatch.setattr(values_check, "installed", lambda _name: arrays)
    values = [0, *range(100)]
    assert first_wrong_value(HeapCode.parse("{2+}.0"), values[:14]) is None
    with pytest.raises(BudgetError, match="stopped after 1,000 divisions into three heaps or more"):
        first_wrong_value(HeapCode.parse("{2+}.0"), values)
