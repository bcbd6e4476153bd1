from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import cgt
from cgt.errors import PositionError, TableError
from cgt.families.heap_game import by_definition
from cgt.store.sequence_table import SequenceTable


def table_of(values):
    return SequenceTable(values, ruleset="a game")


@pytest.mark.parametrize(
    ("largest", "bytes_"), [(63, 1), (64, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (2**32, 8)]
)
def test_values_take_the_smallest_type_that_holds_them(largest, bytes_):
    table = table_of([0, largest, 3])
    assert table.values.itemsize == bytes_
    assert table.max_value == largest
    assert table.nim_value(1) == largest


def test_values_that_are_none_are_refused():
    for values in ([0, -1], [[0, 1]], [0.5]):
        with pytest.raises(ValueError, match="nonnegative"):
            table_of(values)


def test_a_heap_outside_the_table_is_refused():
    table = table_of([0, 1, 2, 3, 4])
    for heap in (5, -1):
        with pytest.raises(PositionError, match=str(heap)):
            table.nim_value(heap)


def test_a_longer_table_has_a_type_that_holds_it(tmp_path):
    nim = cgt.games.Nim()
    SequenceTable.build(nim, 200).save(tmp_path / "t.npy")
    loaded = SequenceTable.load(tmp_path / "t.npy", ruleset="nim")
    longer = loaded.continued(nim, 1000)
    assert longer.values.tolist() == list(range(1000))
    assert (loaded.values.dtype, longer.values.dtype) == (np.uint8, np.uint16)
    assert loaded.stop == 200


def test_an_empty_table():
    table = SequenceTable([], ruleset="nim")
    assert (table.stop, table.max_value) == (0, 0)
    assert table.continued(cgt.games.Nim(), 3).nim_value(2) == 2


@pytest.mark.parametrize(
    "text", ["subtraction(1,3,4)", "kayles", "grundy", "octal(0.16)", "all-but(2,5)", "lasker", "take-a-prime", "nim"]
)
def test_a_ruleset_s_table_continues_from_where_it_stopped(tmp_path, text, upto):
    ruleset = cgt.parse_ruleset(text)
    # The definition, which no table shares code with.
    stop, third = upto((110, 90), full=(700, 300))
    expected = list(islice(by_definition(ruleset), stop))
    for stopped_at in (0, 7, third):
        path = tmp_path / f"{stopped_at}.npz"
        SequenceTable.build(ruleset, stopped_at).save(path)
        table = SequenceTable.load(path, ruleset=text)
        assert table.continued(ruleset, stop).values.tolist() == expected, stopped_at
        assert table.continued(ruleset, stopped_at) is table


def test_a_table_is_continued_by_its_own_ruleset_only():
    table = SequenceTable.build(cgt.parse_ruleset("kayles"), 10)
    with pytest.raises(TableError, match="is of kayles, not of grundy"):
        table.continued(cgt.parse_ruleset("grundy"), 20)
