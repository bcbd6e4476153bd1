"""Two heaps and bounded takes: no saltus. The argument's own counting, checked, and what it says to the search."""

from __future__ import annotations

import pytest

from cgt.core.code import HeapCode
from cgt.core.repetition import Periodicity
from cgt.theory.period import PeriodStatus, period_of_code
from cgt.theory.theorems import NoSaltus


def test_a_sum_has_as_few_xors_as_sterns_sequence_says():
    stern = [0, 1]
    while len(stern) < 300:
        half, odd = divmod(len(stern), 2)
        stern.append(stern[half] + stern[half + 1] if odd else stern[half])
    for total in range(298):
        assert len({x ^ (total - x) for x in range(total + 1)}) == stern[total + 1]


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("0.77", True),
        ("4!.0", True),
        ("0.3", True),
        ("0.8", False),
        ("0.[3]", False),
        ("4.[3]", False),
        ("{2+}.0", False),
    ],
)
def test_it_speaks_of_bounded_takes_and_two_heaps(text, covered):
    code, theorem = HeapCode.parse(text), NoSaltus()
    assert theorem.covers(code) is covered
    assert theorem.refutes(code, Periodicity(0, 3, 1), [0, 1, 2]) is covered
    assert not theorem.refutes(code, Periodicity(0, 3, 0), [0, 1, 2])
    assert not theorem.proves(code, Periodicity(0, 3, 0), [0] * 1000)


def test_a_few_values_that_grow_are_not_called_a_period():
    """0.07 begins 0, 0, 1, 1, 2: 0.4's relatives look arithmetic in their first values."""
    values = period_of_code(HeapCode.parse("0.07"), limit=5)
    assert list(values.values) == [0, 0, 1, 1, 2]
    assert (values.status, values.periodicity) == (PeriodStatus.NONE, None)
