"""The filler by sets of values, begun in the middle of a row that another one filled."""

from __future__ import annotations

import pytest

from cgt.core.code import HeapCode
from cgt.fast.row import MirroredRow
from cgt.fast.value_sets import BySets


@pytest.mark.parametrize("code", ["0.007", "0.77", "4.7", "0.6!", "0.0F", "0.7[3]", "0.0[7]", "4!.0[3]"])
@pytest.mark.parametrize("begun", [1, 2, 5, 40])
def test_a_row_begun_by_another_filler_goes_on_as_if_it_were_filled_from_the_first_heap(code, begun):
    """Sets of heaps long past are not made anew where no later heap asks for them."""
    whole, begun_row = MirroredRow(), MirroredRow()
    whole.grow(80)
    begun_row.grow(80)
    BySets(HeapCode.parse(code)).fill(whole, 0, 80)
    begun_row.enter(whole.values[:begun].tolist())
    filler = BySets(HeapCode.parse(code))
    filler.fill(begun_row, begun, 60)
    filler.fill(begun_row, 60, 80)
    assert begun_row.values.tolist() == whole.values.tolist()
