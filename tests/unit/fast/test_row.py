from __future__ import annotations

import pytest

from cgt.fast.row import BITS, kind_for, new_row


@pytest.mark.parametrize("kind", BITS)
def test_a_row_is_as_long_as_was_asked_and_holds_what_its_kind_can(kind):
    most = (1 << BITS[kind]) - 1
    assert kind_for(most) == kind
    for length in (0, 1, 3, 1_000):
        row = new_row(kind, length)
        assert (len(row), row.format, 8 * row.itemsize) == (length, kind, BITS[kind])
        assert not any(row)
    row[-1] = most
    assert row[-1] == most


def test_more_than_64_bits_is_refused():
    with pytest.raises(OverflowError, match="no 64-bit unsigned integer"):
        kind_for(1 << 64)
