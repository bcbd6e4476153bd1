from __future__ import annotations

import numpy as np
import pytest

import cgt
from cgt.errors import MemoryBudgetError, NumberError, PositionError, TableError
from cgt.fast.jit import compiled_available
from cgt.fast.quota_rows import QuotaRows
from cgt.fast.threads import using
from cgt.store import array_files as storage
from cgt.store.quota_table import QuotaTable

FIBONACCI = (2, 0)
BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]


@pytest.fixture(scope="module")
def table():
    return QuotaTable.build(FIBONACCI, 500, name="Fibonacci nim")


def test_rows_thresholds_and_values_tell_the_same(table, upto):
    for heap in range(0, 501, upto(6, full=1)):
        row, thresholds = table.row(heap), table.thresholds(heap)
        assert thresholds == sorted(thresholds)
        assert len(thresholds) == (row[-1][1] if row else 0)
        for quota in (0, 1, 2, 3, 5, 8, heap // 2, heap, 10**9):
            value = table.nim_value(heap, quota)
            assert value == sum(threshold <= quota for threshold in thresholds)
            assert value == table.nim_values([heap], [quota])[0]
    assert table.max_value == max(value for heap in range(501) for _, value in table.row(heap))
    assert (table.limit, table.method, table.backend, table.name) == (500, "event-driven", "python", "Fibonacci nim")


def test_sums_in_bulk(table, upto):
    shape = upto((60, 7), full=(300, 7))
    rng = np.random.default_rng(5)
    heaps, quotas = rng.integers(0, 501, shape), rng.integers(0, 600, shape)
    wanted = [
        int(np.bitwise_xor.reduce([table.nim_value(n, q) for n, q in zip(ns, qs, strict=True)]))
        for ns, qs in zip(heaps.tolist(), quotas.tolist(), strict=True)
    ]
    for backend in BACKENDS:
        for threads in (1, 2, 3):
            with using(threads):
                assert table.nim_sum(heaps, quotas, backend=backend).tolist() == wanted
                values = table.nim_values(heaps, quotas, backend=backend)
            assert np.bitwise_xor.reduce(values, axis=1).tolist() == wanted
    assert table.nim_sum(heaps[0], quotas[0]) == wanted[0]
    assert table.nim_sum([], []) == 0
    assert table.nim_sum(np.zeros((4, 0), int), np.zeros((4, 0), int)).tolist() == [0] * 4


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int64, np.uint64])
def test_any_integer_type_will_do(table, kind):
    heaps = np.arange(400, dtype=kind).reshape(40, 10)
    quotas = heaps[::-1].copy()
    wanted = [
        int(np.bitwise_xor.reduce([table.nim_value(int(n), int(q)) for n, q in zip(ns, qs, strict=True)]))
        for ns, qs in zip(heaps, quotas, strict=True)
    ]
    for backend in BACKENDS:
        assert table.nim_sum(heaps, quotas, backend=backend).tolist() == wanted


def test_a_quota_may_be_larger_than_any_integer_type(table):
    assert table.nim_value(400, 10**30) == table.nim_value(400, 400)
    most = np.array([[2**64 - 1]], dtype=np.uint64)
    for backend in BACKENDS:
        assert table.nim_sum(np.array([[400]]), most, backend=backend)[0] == table.nim_value(400, 400)


def test_positions_outside_the_table_are_refused(table):
    for heap, quota in ((501, 1), (-1, 1), (3, -1)):
        for ask in (
            lambda: table.nim_value(heap, quota),  # noqa: B023 - called at once
            lambda: table.nim_sum([heap], [quota]),  # noqa: B023 - called at once
            lambda: table.nim_sum([[heap]], [[quota]]),  # noqa: B023 - called at once
        ):
            with pytest.raises(PositionError):
                ask()
    for heaps, quotas in (([[1, 2]], [[1]]), ([1.5], [1]), ([[[1]]], [[[1]]])):
        with pytest.raises(PositionError):
            table.nim_sum(heaps, quotas)


@pytest.mark.parametrize("quota", [FIBONACCI, np.array([3, 1, 8, 2] * 200)], ids=["event-driven", "dense"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_saved_table_is_loaded_and_extended(tmp_path, quota, backend):
    path = tmp_path / "table.npz"
    whole = QuotaTable.build(quota, 700)
    QuotaTable.build(quota, 300, name="a game", backend=backend).save(path)
    loaded = QuotaTable.load(path, ruleset="a game")
    assert (loaded.limit, loaded.backend, loaded.method) == (300, backend, whole.method)
    longer = loaded.extend(700, quota, backend=backend)
    for name in ("first", "threshold", "value"):
        assert np.array_equal(getattr(longer.rows, name), getattr(whole.rows, name))
    assert longer.extend(5, quota) is longer
    assert longer.quota_digest == whole.quota_digest
    with pytest.raises(TableError, match="another quota function"):
        loaded.extend(700, (3, 0))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_quota_that_falls_only_later_changes_the_method_and_no_value(backend):
    quota = np.array([2 * move for move in range(1, 101)] + [3, 50, 7] * 40)
    early = QuotaTable.build(quota, 100, backend=backend)
    late = early.extend(220, quota, backend=backend)
    assert (early.method, late.method) == ("event-driven", "dense")
    whole = QuotaTable.build(quota, 220)
    assert [late.row(heap) for heap in range(221)] == [whole.row(heap) for heap in range(221)]


def test_limits_are_checked_before_the_quota_is_asked():
    with pytest.raises(NumberError, match="at least 0, not -1"):
        QuotaTable.build(FIBONACCI, -1)
    with pytest.raises(MemoryBudgetError):
        QuotaTable.build(lambda _: pytest.fail("asked"), 10**15)


def test_rows_that_are_not_in_order_are_refused(tmp_path, table):
    path = tmp_path / "table.npz"
    header = {"ruleset": "x", "route": "python", "method": "dense", "quota": ""}
    names = ("first", "threshold", "value")
    sound = {name: getattr(table.rows, name) for name in names}
    long_row = max(range(501), key=lambda heap: len(table.row(heap)))
    begin = int(sound["first"][long_row])
    swapped, late = sound["threshold"].copy(), sound["first"].copy()
    swapped[[begin, begin + 1]] = swapped[[begin + 1, begin]]
    late[long_row] = len(sound["value"]) + 7
    for change in (
        {"threshold": swapped},
        {"first": late},
        {"first": sound["first"][:-1]},
        {"first": sound["first"][::-1].copy()},
        {"first": sound["first"][:0]},
        {"first": sound["first"].astype(np.int64)},
        {"value": sound["value"][:-1]},
    ):
        storage.save(path, QuotaTable.KIND, header, {**sound, **change})
        with pytest.raises(TableError, match="rows are not in order"):
            QuotaTable.load(path)
    storage.save(path, QuotaTable.KIND, header, {"first": sound["first"]})
    with pytest.raises(TableError, match="no table of the kind 'quota'"):
        QuotaTable.load(path)
    assert QuotaRows.are_sound(**sound)
    assert isinstance(table.rows, QuotaRows)


def test_a_table_holds_a_smaller_one_of_its_own_name(table):
    assert table.holds(QuotaTable.build(FIBONACCI, 20, name="Fibonacci nim"))
    assert table.holds(table)
    assert not table.holds(QuotaTable.build(FIBONACCI, 20, name="another"))
    assert not QuotaTable.build(FIBONACCI, 20, name="Fibonacci nim").holds(table)


def test_a_table_that_does_not_tell_every_value_says_so_in_its_file_too(tmp_path, table):
    path = tmp_path / "short.npz"
    short = QuotaTable.build(FIBONACCI, 500, name="Fibonacci nim", value_cap=4)
    short.save(path)
    kept = QuotaTable.load(path, ruleset="Fibonacci nim")
    assert (kept.value_cap, kept.max_value, kept.extend(600, FIBONACCI).value_cap) == (4, 4, 4)
    assert table.holds(kept)
    assert not kept.holds(table)
    assert QuotaTable.build(FIBONACCI, 400, name="Fibonacci nim", path=path).row(233) == table.row(233)
    assert (
        QuotaTable.build(lambda k: k % 5 + 1, 50, value_cap=4).value_cap is None
    )  # every move is tried, every value told


def test_a_game_tells_values_that_its_first_table_left_out(monkeypatch, table):
    monkeypatch.setattr("cgt.games.heaps.takeaway_table.VALUE_CAP", 4)
    monkeypatch.setattr("cgt.games.heaps.takeaway_table.SMALL_QUOTA", 30)
    game = cgt.games.TakeAway("2n")
    rng = np.random.default_rng(7)
    for bound in (5, 30, 90):
        growing = game.table()
        for heap in rng.integers(bound, 480, 60).tolist():
            quota = int(rng.integers(1, bound))
            position = game.position((heap, quota), (100, 4))
            growing.extend_to(position)
            assert growing(position) == table.nim_value(heap, quota) ^ table.nim_value(100, 4)
            value = int(rng.integers(0, 9))
            wanted = [take for take in range(1, quota + 1) if table.nim_value(heap - take, 2 * take) == value]
            assert growing.moves_to(game.position((heap, quota)), value) == wanted
