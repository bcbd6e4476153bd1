"""A step is one word; what of its nim-value does not fit there is told once a row."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from cgt.fast import quota_loops as compiled
from cgt.fast import quota_rows
from cgt.fast.jit import compiled_available
from cgt.fast.quota_values import thresholds
from cgt.store.quota_table import QuotaTable

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
QUOTAS = {"n": lambda move: move, "n-1": lambda move: move - 1, "falling": lambda move: 9 * move % 31}
LIMIT = 150


@cache
def by_definition(name):
    """The nim-values of the heaps to `LIMIT`, at each quota to the heap."""
    quota, values = QUOTAS[name], [[0]]
    for heap in range(1, LIMIT + 1):
        row, options = [0], set()
        for move in range(1, heap + 1):
            rest = heap - move
            options.add(values[rest][min(quota(move), rest)])
            row.append(next(value for value in range(heap + 1) if value not in options))
        values.append(row)
    return values


@pytest.fixture(params=[1, 3], ids=["a bit", "three bits"])
def few_bits(request, monkeypatch):
    """So few bits of a word for the value."""
    monkeypatch.setattr(quota_rows, "ROWS_AT_ONCE", 40)
    for module in (quota_rows, compiled):
        monkeypatch.setattr(module, "word_for", lambda limit: (np.dtype(np.uint32), request.param))
    return request.param


@pytest.mark.full(
    "a bit-0-compiled-falling",
    "a bit-0-compiled-n",
    "a bit-0-compiled-n-1",
    "a bit-60-compiled-falling",
    "a bit-60-compiled-n",
    "a bit-60-compiled-n-1",
)
@pytest.mark.parametrize("name", QUOTAS)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("known", [0, 60])
def test_values_that_do_not_fit_into_a_word(name, backend, known, few_bits, upto):
    wanted = by_definition(name)
    begun = thresholds(QUOTAS[name], known, backend=backend) if known else None
    rows = thresholds(QUOTAS[name], LIMIT, backend=backend, known=begun)
    greatest = max(map(max, wanted))
    assert greatest >> few_bits, "all fit"
    assert rows.largest_value == greatest
    for heap, row in enumerate(wanted):
        steps = [(quota, row[quota]) for quota in range(1, heap + 1) if row[quota] != row[quota - 1]]
        assert rows.row(heap) == steps
        assert rows.threshold[rows.first[heap] : rows.first[heap + 1]].tolist() == [quota for quota, _ in steps]
        assert rows.value[rows.first[heap] : rows.first[heap + 1]].tolist() == [value for _, value in steps]
    heaps, quotas = (grid[:: upto(10, full=1)].ravel() for grid in np.indices((LIMIT + 1, LIMIT + 40)))
    flat = [wanted[heap][min(quota, heap)] for heap, quota in zip(heaps.tolist(), quotas.tolist(), strict=True)]
    assert rows.nim_values(heaps, quotas, backend=backend).tolist() == flat
    pairs = [np.stack([numbers, numbers[::-1]], axis=1) for numbers in (heaps, quotas)]
    assert rows.nim_sums(*pairs, backend=backend).tolist() == [
        one ^ other for one, other in zip(flat, flat[::-1], strict=True)
    ]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_file_does_not_tell_how_words_are_kept(backend, few_bits, monkeypatch, tmp_path):
    table = QuotaTable.build(QUOTAS["n"], LIMIT, name="n", backend=backend)
    table.save(tmp_path / "n.npz")
    monkeypatch.undo()
    again = QuotaTable.load(tmp_path / "n.npz")
    assert again.rows.bits != few_bits
    assert all(again.row(heap) == table.row(heap) for heap in range(LIMIT + 1))


def test_words_of_huge_tables_keep_thresholds_and_values():
    largest = 1 << 40
    first, threshold, value = [0, 2, 2, 3], [1, largest, largest - 1], [1, 2**22 + 5, 2**23]
    rows = quota_rows.QuotaRows.pack(first, threshold, value, largest, "python", "dense")
    assert [rows.row(heap) for heap in range(3)] == [[(1, 1), (largest, 2**22 + 5)], [], [(largest - 1, 2**23)]]
    assert rows.turns.tolist() == [[1, 0, 0], [2, 0, 0]]
