from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.digits.fibonacci import wythoff_pair
from cgt.errors import MemoryBudgetError, NumberError, RulesetError
from cgt.fast import wythoff_values as ranks
from cgt.fast.jit import compiled_available
from cgt.fast.threads import using
from cgt.fast.wythoff_values import nim_values, p_positions

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
needs_numba = pytest.mark.skipif(not compiled_available(), reason="no numba, or switched off")
WIDTHS = [1, 2, 3, 4, 5]


@cache
def by_definition(rows, cols, a):
    values = np.zeros((rows, cols), int)
    for i in range(rows):
        for j in range(cols):
            options = {*values[:i, j].tolist(), *values[i, :j].tolist()}
            options |= {int(values[i - k, j - m]) for k in range(1, i + 1) for m in range(1, j + 1) if abs(k - m) < a}
            values[i, j] = next(v for v in range(i + j + 1) if v not in options)
    return values


@pytest.mark.full("1-compiled")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("a", WIDTHS)
def test_a_table_is_the_definition(backend, a, upto):
    one, other = upto((12, 17), full=(20, 27))
    assert nim_values(one, other, a, backend=backend).tolist() == by_definition(one, other, a).tolist()
    assert nim_values(other, one, a, backend=backend).tolist() == by_definition(other, one, a).tolist()


@needs_numba
@pytest.mark.parametrize("a", WIDTHS)
@pytest.mark.parametrize("rows", [1, 2, 7])
def test_a_long_table_keeps_only_the_words_that_can_still_matter(rows, a, upto):
    columns = upto(240, full=1_500)
    long = nim_values(rows, columns, a, backend="compiled")
    assert np.array_equal(long, nim_values(rows, columns, a, backend="python"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_slack_beyond_the_heaps_allows_any_two_amounts(backend):
    assert nim_values(9, 12, 10**30, backend=backend).tolist() == by_definition(9, 12, 50).tolist()


@given(st.integers(1, 14), st.integers(1, 14), st.integers(1, 9), st.sampled_from(BACKENDS))
def test_a_table_of_any_shape_is_the_definition(rows, cols, a, backend):
    assert nim_values(rows, cols, a, backend=backend).tolist() == by_definition(rows, cols, a).tolist()


@pytest.mark.parametrize("a", [1, 3, *(pytest.param(a, marks=pytest.mark.full) for a in (2, 4, 5))])
@pytest.mark.parametrize(
    "shape",
    [
        (64, 64),
        (65, 129),
        pytest.param((129, 257), marks=pytest.mark.full, id="sixteen_bits"),
        pytest.param((300, 260), marks=pytest.mark.full),
    ],
)
def test_the_routes_agree_where_words_blocks_and_types_end(a, shape):
    python, compiled = nim_values(*shape, a, backend="python"), nim_values(*shape, a, backend=BACKENDS[-1])
    assert np.array_equal(python, compiled)
    assert python.dtype == compiled.dtype
    square = compiled[: min(shape), : min(shape)]
    assert np.array_equal(square, square.T)
    for line in (*compiled, *compiled.T):
        assert len(np.unique(line)) == len(line)


def test_values_take_the_smallest_type():
    assert nim_values(1, 256).dtype == np.uint8
    assert nim_values(1, 257).dtype == np.uint16
    assert nim_values(1, 257)[0, 256] == 256


@needs_numba
@pytest.mark.full
def test_values_cross_the_border_of_sixteen_bits():
    wide = nim_values(1, 65_537, backend="compiled")
    assert wide.dtype == np.uint32
    assert wide[0, 65_535:].tolist() == [65_535, 65_536]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("a", WIDTHS)
def test_the_zeros_of_a_table_are_the_p_positions(backend, a, upto):
    stop = upto(70, full=200)
    zeros = {tuple(place) for place in np.argwhere(nim_values(stop, stop, a) == 0).tolist()}
    lower, upper = p_positions(a, stop, backend=backend)
    pairs = {pair for pair in zip(lower.tolist(), upper.tolist(), strict=True) if max(pair) < stop}
    assert zeros == pairs | {(j, i) for i, j in pairs}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "start",
    [0, 1, 2**15 - 50, 2**16 - 50, 102_334_155 - 50, 2**31 - 50, 2**32 - 50, *(7_778_742_049, 12_586_269_025), 10**16],
)
def test_p_positions_are_exact_at_any_rank(backend, start):
    """From n = 102334155 on the floor of a 64-bit float n φ is wrong, and with 64 bits behind the point from one of the
    Fibonacci numbers 7778742049 and 12586269025 on; the oracle here is the exact square root."""
    for a in (*WIDTHS, 17, 1000):
        lower, upper = p_positions(a, start + 100, start_rank=start, backend=backend)
        pairs = [wythoff_pair(n, a) for n in range(start, start + 100)]
        assert list(zip(lower.tolist(), upper.tolist(), strict=True)) == pairs, a


@pytest.mark.parametrize("a", WIDTHS)
def test_p_positions_split_the_numbers(a):
    lower, upper = p_positions(a, 5_000)
    both = sorted([*lower.tolist()[1:], *upper.tolist()[1:]])
    assert both[:5_000] == list(range(1, 5_001))
    assert (upper - lower == a * np.arange(5_000)).all()


def test_p_positions_chunks_join_without_a_seam(monkeypatch):
    whole = p_positions(3, 3_000, backend="python")
    monkeypatch.setattr(ranks, "RANKS", 7)
    for backend in BACKENDS:
        for one, other in zip(whole, p_positions(3, 3_000, backend=backend), strict=True):
            assert np.array_equal(one, other)


def test_p_positions_take_the_smallest_type():
    rank = next(n for n in range(2**31) if wythoff_pair(n)[1] >= 256)
    assert p_positions(1, rank)[1].dtype == np.uint8
    assert p_positions(1, rank + 1)[1].dtype == np.uint16
    assert p_positions(1, 1_640_531_520, start_rank=1_640_531_510)[1].dtype == np.uint32
    assert p_positions(1, 1_640_531_530, start_rank=1_640_531_520)[1].dtype == np.uint64
    with pytest.raises(OverflowError):
        p_positions(1, 2**63, start_rank=2**63 - 10)
    assert [array.size for array in p_positions(1, 0)] == [0, 0]


def test_what_makes_no_sense_is_refused():
    for ask in (lambda: nim_values(3, 3, 0), lambda: p_positions(0, 5)):
        with pytest.raises(RulesetError, match="at least 1, not 0"):
            ask()
    with pytest.raises(NumberError, match="0 × 3"):
        nim_values(0, 3)
    with pytest.raises(NumberError, match="from 5 to 4"):
        p_positions(1, 4, start_rank=5)


def test_memory_is_refused_before_the_work():
    with pytest.raises(MemoryBudgetError, match="100000 × 100000 nim-values would take about"):
        nim_values(100_000, 100_000, memory_limit=10**9)
    with pytest.raises(MemoryBudgetError, match=r"1000000 ranks would take about 8\.0 MB"):
        p_positions(1, 10**6, memory_limit=10**6)


@pytest.mark.parametrize("backend", BACKENDS)
def test_progress_rises_to_the_end(backend):
    for run, total in (
        (lambda report: nim_values(90, 100, backend=backend, progress=report), 90),
        (lambda report: p_positions(2, 50, backend=backend, progress=report), 50),
    ):
        calls = []
        run(lambda *call: calls.append(call))  # noqa: B023 - called at once
        assert calls[0] == (0, total)
        assert calls[-1] == (total, total)
        assert calls == sorted(calls)


@pytest.mark.usefixtures("loops_as_python")
def test_the_compiled_source_runs_as_plain_python():
    for a in (1, 3):
        assert np.array_equal(nim_values(40, 45, a, backend="compiled"), nim_values(40, 45, a, backend="python"))
    lower, upper = p_positions(2, 1000, start_rank=900, backend="compiled")
    assert list(zip(lower.tolist(), upper.tolist(), strict=True)) == [wythoff_pair(n, 2) for n in range(900, 1000)]


@needs_numba
@pytest.mark.parametrize("threads", [2, pytest.param(3, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("block", "rows", "cols"), [(16, 97, 130), pytest.param(64, 257, 300, marks=pytest.mark.full, id="sixteen_bits")]
)
@pytest.mark.parametrize("a", [1, 2, 5])
def test_threads_change_nothing(monkeypatch, a, block, rows, cols, threads):
    monkeypatch.setattr("cgt.fast.wythoff_loops.COLUMNS_FOR_THREADS", 1)
    monkeypatch.setattr("cgt.fast.wythoff_loops.BLOCK", block)
    for one, other in ((block, block + 6), (rows, cols), (rows, block + 26)):
        wanted = nim_values(one, other, a, backend="python")
        with using(threads):
            assert np.array_equal(nim_values(one, other, a, backend="compiled"), wanted)
    known = nim_values(block + 6, cols, a, backend="python")
    with using(threads):
        longer = nim_values(rows, cols, a, backend="compiled", known=known)
    assert np.array_equal(longer[:, : block + 26], wanted)


def test_the_memory_that_a_table_needs_counts_its_sets():
    """The values alone would fit: the sets of one bit a value do not."""
    with pytest.raises(MemoryBudgetError, match="the table of 40 × 50 nim-values"):
        nim_values(40, 50, backend="python", memory_limit=40 * 50 + 100)
    assert nim_values(40, 50, backend="python", memory_limit=40 * 50 + 8 * 50 * 30).shape == (40, 50)


@cache
def square_of(a, stop):
    return nim_values(stop, stop, a, backend="python")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("a", [1, 2, pytest.param(7, marks=pytest.mark.full)])
@pytest.mark.parametrize("rows", [1, 2, pytest.param(5, marks=pytest.mark.full)])
def test_long_tables_are_those_of_the_square(backend, a, rows, upto):
    """Their sets are windows: a value of column j is at least j - 2a rows."""
    stop = upto(150, full=240)
    square = square_of(a, stop)
    assert (nim_values(rows, stop, a, backend=backend) == square[:rows]).all()
    assert (nim_values(stop, rows, a, backend=backend) == square[:, :rows]).all()


@pytest.mark.parametrize("backend", BACKENDS)
def test_long_tables_are_small(backend, upto):
    """Sets of all values would take a bit for each, of each column: 2,500 bytes of 20,000 columns."""
    columns = upto(20_000, full=100_000)
    table = nim_values(2, columns, 1, backend=backend, memory_limit=1_000 * columns)
    assert table[1, columns - 1] == columns
