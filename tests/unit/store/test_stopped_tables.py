"""Ctrl-C in the middle of a table: what is finished is kept, and the next call goes on from there."""

from __future__ import annotations

import numpy as np
import pytest

import cgt
from cgt.errors import OutputError, TableError
from cgt.families.function_heap_game import TakingRule
from cgt.fast import quota_loops, quota_values, subtraction_values, taking_breaking_values, wythoff_loops
from cgt.fast.backend import Stopped
from cgt.fast.jit import compiled_available
from cgt.store.pair_table import PairTable
from cgt.store.quota_table import QuotaTable
from cgt.store.sequence_table import SequenceTable

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
FALLING = np.array([3, 1, 8, 2] * 200)


def stop_after(share):
    """A progress that presses Ctrl-C once that share of the work is done."""

    def progress(done, total):
        if done > share * total:
            raise KeyboardInterrupt

    return progress


@pytest.fixture(autouse=True)
def frequent_reports(monkeypatch):
    monkeypatch.setattr(quota_values, "REPORT", 10)
    monkeypatch.setattr(quota_loops, "REPORT", 10)
    monkeypatch.setattr(wythoff_loops, "BLOCK", 8)
    monkeypatch.setattr(subtraction_values, "CHUNK", {"python": 500, "compiled": 500})
    monkeypatch.setattr(taking_breaking_values, "MOST_HEAPS_A_CHUNK", 1000)


BUILDS = {
    "quota by events": lambda **how: QuotaTable.build((2, 0), 300, name="a game", **how),
    "quota densely": lambda **how: QuotaTable.build(FALLING, 300, name="a game", **how),
    "wythoff": lambda **how: PairTable.wythoff(50, 60, **how),
    "wythoff, tall": lambda **how: PairTable.wythoff(80, 40, **how),
    "wythoff(4)": lambda **how: PairTable.wythoff(50, 60, 4, **how),
    "wythoff(4), square": lambda **how: PairTable.wythoff(50, 50, 4, **how),
    "kayles": lambda **how: SequenceTable.build(cgt.parse_ruleset("kayles"), 10_000, **how),
    "subtraction": lambda **how: SequenceTable.build(cgt.parse_ruleset("subtraction(18,26,91,109)"), 9_000, **how),
}


def arrays(table):
    return table._contents()[1]


def same(one, other):
    first, second = arrays(one), arrays(other)
    return first.keys() == second.keys() and all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.full) if one == "kayles" else one for one in BUILDS]
)
def test_a_stopped_build_is_kept_and_continued(tmp_path, name, backend):
    build, path = BUILDS[name], tmp_path / "table.npz"
    whole = build(backend=backend)
    sizes = []
    for share in (0.2, 0.2, 0.6):  # the second is stopped before it has found anything
        with pytest.raises(KeyboardInterrupt, match=r"table\.npz keeps"):
            build(backend=backend, path=path, progress=stop_after(share))
        sizes.append(type(whole).load(path).size)
    assert 0 < sizes[0] <= sizes[1] < sizes[2] < whole.size
    finished = build(backend=backend, path=path)
    assert same(finished, whole)
    assert same(type(whole).load(path), whole)
    assert [found.name for found in tmp_path.iterdir()] == ["table.npz"]


@pytest.mark.parametrize("name", ["quota by events", "wythoff(4)", "subtraction"])
def test_the_other_route_may_go_on(tmp_path, name):
    build, path = BUILDS[name], tmp_path / "table.npz"
    for first, second in ((BACKENDS[0], BACKENDS[-1]), (BACKENDS[-1], BACKENDS[0])):
        with pytest.raises(Stopped) as caught:
            build(backend=first, path=path, progress=stop_after(0.5))
        assert same(type(caught.value.done).load(path), caught.value.done)
        assert same(build(backend=second, path=path), build())
        path.unlink()


def test_without_a_file_the_exception_holds_what_was_finished():
    for build in BUILDS.values():
        whole = build()
        with pytest.raises(Stopped) as caught:
            build(progress=stop_after(0.5))
        done = caught.value.done
        assert 0 < done.size < whole.size
        if isinstance(done, SequenceTable):
            assert done.values.tolist() == whole.values[: done.stop].tolist()
        elif isinstance(done, PairTable):
            assert np.array_equal(done.values, whole.values[: done.rows, : done.cols])
        else:
            assert [done.row(heap) for heap in range(done.size)] == [whole.row(heap) for heap in range(done.size)]


def test_a_rule_without_a_code_keeps_each_value(tmp_path):
    ruleset, path = TakingRule(lambda size: range(1, min(size, 4)), name="up-to-three"), tmp_path / "table.npz"
    assert ruleset.code is None
    with pytest.raises(KeyboardInterrupt, match="keeps 512 heaps"):
        SequenceTable.build(ruleset, 700, path=path, progress=stop_after(0.5))
    assert same(SequenceTable.build(ruleset, 700, path=path), SequenceTable.build(ruleset, 700))


@pytest.mark.parametrize("name", BUILDS)
def test_with_nothing_finished_nothing_is_written(tmp_path, name):
    with pytest.raises(KeyboardInterrupt):
        BUILDS[name](path=tmp_path / "table.npz", progress=stop_after(-1))
    if name not in {"kayles", "subtraction"}:  # these report first when something is finished
        assert not list(tmp_path.iterdir())


def test_a_stop_while_the_file_is_written_lets_it_be_written(tmp_path, monkeypatch):
    path, written = tmp_path / "table.npz", []

    def once_interrupted(_file):
        written.append(path)
        if len(written) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", once_interrupted)
    with pytest.raises(KeyboardInterrupt, match="keeps 301 heaps"):
        BUILDS["quota by events"](path=path)
    assert QuotaTable.load(path).limit == 300
    assert [found.name for found in tmp_path.iterdir()] == ["table.npz"]


def test_a_stop_never_makes_the_file_poorer(tmp_path):
    path = tmp_path / "table.npz"
    PairTable.wythoff(60, 60, path=path)
    with pytest.raises(KeyboardInterrupt, match="keeps 3,600 positions"):
        PairTable.wythoff(90, 90, path=path, progress=stop_after(0.1))
    assert PairTable.load(path).size == 3_600


@pytest.mark.parametrize("shape", [(40, 40), (26, 40), (40, 26), (60, 40), (40, 60), (60, 46), (20, 68), (68, 20)])
@pytest.mark.parametrize(
    ("a", "backend"),
    [
        (1, BACKENDS[0]),
        (3, BACKENDS[-1]),
        *(pytest.param(*other, marks=pytest.mark.full) for other in ((1, BACKENDS[-1]), (3, BACKENDS[0]))),
    ],
)
def test_a_table_of_pairs_goes_on_in_any_shape(tmp_path, shape, a, backend):
    path = tmp_path / "table.npz"
    PairTable.wythoff(40, 40, a, path=path)
    table = PairTable.wythoff(*shape, a, backend=backend, path=path)
    kept = shape[0] <= 40 >= shape[1]
    assert (table.rows, table.cols) == ((40, 40) if kept else shape)
    assert np.array_equal(table.values, PairTable.wythoff(table.rows, table.cols, a).values)
    assert same(PairTable.load(path), table)


def test_a_file_that_reaches_further_serves_as_it_is(tmp_path):
    path = tmp_path / "table.npz"
    QuotaTable.build((2, 0), 300, name="a game").save(path)
    written = path.stat().st_mtime_ns
    assert QuotaTable.build((2, 0), 200, name="a game", path=path).limit == 300
    assert path.stat().st_mtime_ns == written


def test_files_that_cannot_serve_are_refused_before_the_work(tmp_path):
    def asked(_):
        pytest.fail("asked")

    with pytest.raises(OutputError, match="suffix"):
        QuotaTable.build(asked, 10, path=tmp_path / "table.npy")
    with pytest.raises(OutputError, match="no folder"):
        QuotaTable.build(asked, 10, path=tmp_path / "absent" / "table.npz")
    path = tmp_path / "table.npz"
    QuotaTable.build((2, 0), 10, name="a game").save(path)
    with pytest.raises(TableError, match="not of 'another'"):
        QuotaTable.build(asked, 20, name="another", path=path)
    with pytest.raises(TableError, match="another quota function"):
        QuotaTable.build((3, 0), 20, name="a game", path=path)
