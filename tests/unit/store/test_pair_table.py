from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from cgt.core.nimber import mex
from cgt.errors import MemoryBudgetError, PositionError, TableError
from cgt.fast.jit import compiled_available
from cgt.store import array_files as storage
from cgt.store.pair_table import PairTable

BACKEND = "compiled" if compiled_available() else "python"


def queen_moves(i, j):
    yield from ((k, j) for k in range(i))
    yield from ((i, k) for k in range(j))
    yield from ((i - k, j - k) for k in range(1, min(i, j) + 1))


def test_the_table_against_the_definition():
    values = {}
    for place in product(range(25), range(30)):
        values[place] = mex(values[option] for option in queen_moves(*place))
    assert np.array_equal(PairTable.wythoff(25, 30).values.ravel(), list(values.values()))


def test_the_route_and_the_ruleset_are_told():
    table = PairTable.wythoff(70, 50, 3, backend=BACKEND)
    assert (table.rows, table.cols, table.backend, table.ruleset) == (70, 50, BACKEND, "wythoff(3)")
    assert table.max_value == table.values.max()


def test_positions_outside_the_table_are_refused():
    table = PairTable.wythoff(3, 5)
    for place in ((3, 0), (0, 5), (-1, 0), (0, -1)):
        with pytest.raises(PositionError, match=r"\(0\.\.2, 0\.\.4\)"):
            table.nim_value(*place)


@pytest.mark.parametrize("ending", ["npz", "npy"])
def test_a_saved_table_is_loaded(tmp_path, ending):
    path = tmp_path / f"table.{ending}"
    table = PairTable.wythoff(30, 300, 2)
    table.save(path)
    loaded = PairTable.load(path, ruleset="wythoff(2)")
    assert np.array_equal(loaded.values, table.values)
    assert loaded.values.dtype == table.values.dtype == np.uint16
    assert (loaded.ruleset, loaded.backend) == (table.ruleset, table.backend)
    with pytest.raises(TableError, match=r"not of 'wythoff'"):
        PairTable.load(path, ruleset="wythoff")
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(TableError, match=path.name):
        PairTable.load(path)


def test_a_table_of_another_shape_is_refused(tmp_path):
    storage.save(tmp_path / "row.npy", PairTable.KIND, {"ruleset": "x", "route": "python"}, {"values": np.arange(3)})
    with pytest.raises(TableError, match=r"row\.npy is no table of the kind 'pair'"):
        PairTable.load(tmp_path / "row.npy")
    for values in ([0, 1], [[0, -1]], [[0.5]], [[]]):
        with pytest.raises(ValueError, match="two-dimensional"):
            PairTable(values, ruleset="x")


def test_memory_is_refused_before_the_work():
    with pytest.raises(MemoryBudgetError, match="100000 × 100000"):
        PairTable.wythoff(10**5, 10**5, memory_limit=10**6)
