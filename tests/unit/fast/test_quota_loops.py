from __future__ import annotations

import numpy as np
import pytest

from cgt.errors import MemoryBudgetError, NumberError, RulesetError
from cgt.fast import quota_values as plain
from cgt.fast.jit import compiled_available
from cgt.fast.quota_values import inverse_of, quota_values, thresholds
from cgt.fast.row import index_type, smallest_unsigned

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
needs_numba = pytest.mark.skipif(not compiled_available(), reason="no numba, or switched off")
ARRAYS = ("first", "threshold", "value")


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


def zeckendorf(n):
    """The parts of n as a sum of Fibonacci numbers, no two adjacent, least first."""
    numbers = [1, 2]
    while numbers[-1] <= n:
        numbers.append(numbers[-1] + numbers[-2])
    parts = []
    for number in reversed(numbers):
        if number <= n:
            parts.append(number)
            n -= number
    return parts[::-1]


def fibonacci_thresholds(n):
    """T_0..T_3 of Fibonacci nim (Larsson and Rubinstein-Salzedo: the values up to 3), None where there is none."""
    z1, z2, z3 = (*zeckendorf(n), None, None, None)[:3]
    return [
        z1,
        z2 if z1 == 1 else z1,
        z2 if z1 <= 2 else z1,
        (z3 if z2 == 3 else z2) if z1 == 1 else z2 if z1 == 2 else z2 and z2 - 1 if z1 == 3 else z1,
    ]


@pytest.mark.parametrize(
    ("backend", "limit"), [("python", 3_000), pytest.param("compiled", 100_000, marks=needs_numba)]
)
def test_fibonacci_nim_has_the_nim_values_of_its_closed_form(backend, limit, upto):
    rows = thresholds(lambda k: 2 * k, limit, backend=backend)
    assert rows.backend == backend
    assert rows.method == "event-driven"
    some = upto(1_000, full=3_000)
    for n in (*range(1, some), *range(max(1, limit - some), limit + 1)):
        found = []
        for threshold, value in rows.row(n):
            found += [threshold] * (value - len(found))
        wanted = fibonacci_thresholds(n)
        known = len([t for t in wanted if t is not None])
        assert found[:known] == wanted[:known], n
        assert known == 4 or len(found) == known, n


@pytest.mark.full("quota0")
@needs_numba
@pytest.mark.parametrize(
    "quota", [(1, 0), (2, 0), (3, 1), (10, 0), (1, 40), lambda k: k * k, lambda k: 3 + k // 2, lambda k: 5]
)
def test_the_routes_agree_further_up(quota, upto):
    limit = upto(700, full=6_000)
    python = thresholds(quota, limit, backend="python")
    compiled = thresholds(quota, limit, backend="compiled")
    assert python.method == compiled.method == "event-driven"
    assert same(python, compiled)
    known = thresholds(quota, 321, backend="python")
    assert same(python, thresholds(quota, limit, backend="compiled", known=known))
    # One heap more, and a heap's number takes a bit from those for the values.
    longest = thresholds(quota, 511, backend="compiled", known=known)
    assert all(longest.row(heap) == python.row(heap) for heap in range(512))


def test_the_dense_method_agrees_with_the_event_driven_one(upto):
    limit = upto(300, full=1_500)
    values = quota_values((2, 0), limit)
    rows = thresholds((2, 0), limit, backend="python")
    for backend in BACKENDS:
        assert same(rows, plain._dense(values, backend, None, None, None))


@pytest.mark.parametrize(
    ("quota", "size"), [(lambda k: 2 * k, 800), (lambda k: max(1, 9 - k), 160)], ids=["rises", "falls"]
)
def test_the_dense_method_is_compiled_by_the_moves_it_tries(monkeypatch, quota, size):
    """The square of the heaps, in units of what the other method takes for a heap."""
    sizes = []
    monkeypatch.setattr(plain, "choose_backend", lambda _backend, _what, asked: sizes.append(asked) or "python")
    thresholds(quota, 800)
    assert sizes[0] == size


def test_a_quota_that_falls_somewhere_takes_the_dense_method():
    quota = [7, 3, 9, 1, 12, 2, 5] * 100
    found = [thresholds(np.array(quota), 650, backend=backend) for backend in BACKENDS]
    assert {rows.method for rows in found} == {"dense"}
    assert same(found[0], found[-1])


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("limit", [63, 64, 65, 127, 128, 129, 255, 256, 257, 400])
def test_nim_values_cross_the_borders_of_types(backend, limit):
    """Taking 1 before an unbounded quota is nim: (n, q) is *n if q >= n, and *0 is reached by every move else."""
    rows = thresholds(lambda _: limit, limit, backend=backend)
    assert rows.row(limit) == [(limit, limit)]
    assert rows.value.dtype == (np.uint8 if limit < 256 else np.uint16)
    assert rows.first.dtype == smallest_unsigned(len(rows.threshold))


@pytest.mark.full
@pytest.mark.parametrize("limit", [65_535, 65_536])
def test_nim_values_cross_the_border_of_sixteen_bits(limit):
    rows = thresholds(lambda _: limit, limit, backend=BACKENDS[-1])
    assert rows.row(limit) == [(limit, limit)]
    assert rows.value.dtype == (np.uint16 if limit < 65_536 else np.uint32)


@pytest.mark.parametrize("limit", [32_767, 32_768, 65_535, 65_536])
def test_heaps_cross_the_borders_of_types(limit):
    rows = thresholds((2, 0), limit, backend=BACKENDS[-1])
    assert rows.limit == limit
    assert rows.threshold.dtype == (np.uint16 if limit < 65_536 else np.uint32)
    least = {n: zeckendorf(n)[0] for n in range(limit - 5, limit + 1)}
    assert {n: rows.row(n)[0][0] for n in least} == least


def test_the_integer_types_are_chosen_by_what_they_hold():
    assert [smallest_unsigned(2**bits - 1).itemsize for bits in (1, 8, 16, 32, 64)] == [1, 1, 2, 4, 8]
    assert [smallest_unsigned(2**bits).itemsize for bits in (8, 16, 32)] == [2, 4, 8]
    assert [index_type(n).itemsize for n in (2**15, 2**16, 2**31 - 1, 2**31)] == [4, 4, 4, 8]
    for largest in (2**64, -1):
        with pytest.raises(OverflowError):
            smallest_unsigned(largest)
    with pytest.raises(OverflowError):
        index_type(2**63)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_quota_whose_growth_no_small_table_foretells_is_given_more_room(backend, upto):
    """Below the middle every move ends the game; from there on one that leaves all."""
    limit = upto(1_200, full=4_000)
    quota = np.where(np.arange(1, limit + 1) < limit // 2, 0, limit)
    rows = thresholds(quota, limit, backend=backend)
    assert rows.row(limit // 2 - 1) == [(1, 1)]
    assert same(rows, plain._dense(quota_values(quota, limit), backend, None, None, None))


def test_no_heap_has_no_steps():
    for backend in BACKENDS:
        rows = thresholds((2, 0), 0, backend=backend)
        assert rows.row(0) == []
        assert thresholds((2, 0), 1, backend=backend).row(1) == [(1, 1)]


@pytest.mark.parametrize(
    ("quota", "values"),
    [
        ((2, 0), [2, 4, 6, 8, 9, 9, 9, 9, 9]),
        ((0, 3), [3] * 9),
        ((-1, 9), [8, 7, 6, 5, 4, 3, 2, 1, 0]),
        ((10**30, -(10**30)), [0, *[9] * 8]),
        (lambda k: 2**k, [2, 4, 8, 9, 9, 9, 9, 9, 9]),
        (np.array([2**40] * 9), [9] * 9),
    ],
)
def test_a_quota_is_given_in_three_ways_and_cut_at_the_limit(quota, values):
    assert quota_values(quota, 9)[1:].tolist() == values


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.uint16, np.int64, np.uint64])
def test_a_quota_array_may_be_of_any_integer_type(kind):
    assert quota_values(np.full(300, 100, kind), 300).tolist() == [0, *[100] * 300]
    largest = np.iinfo(kind).max
    assert quota_values(np.full(50, largest, kind), 50).tolist() == [0, *[50] * 50]


@pytest.mark.parametrize(
    ("quota", "message"),
    [
        (lambda k: k / 2, "move 1 is not a whole number: 0.5"),
        (lambda k: 3 - k, "move 4 is negative"),
        ((-1, 3), "move 4 is negative"),
        (np.array([1, 2, 3]), "f(5)"),
        (np.array([1, 2, -3, 4, 5]), "move 3 is negative: -3"),
        (np.ones((5, 5), int), "one dimension"),
        (np.ones(5), "integers"),
    ],
)
def test_a_quota_that_makes_no_sense_is_refused(quota, message):
    with pytest.raises(RulesetError) as caught:
        thresholds(quota, 5)
    assert message in str(caught.value)


def test_a_negative_limit_is_refused():
    with pytest.raises(NumberError, match="-1"):
        thresholds((2, 0), -1)


def test_the_inverse_is_the_least_move_that_leaves_enough():
    values = quota_values(np.array([0, 0, 2, 2, 7, 50, 60]), 7)
    for t, move in enumerate(inverse_of(values)):
        assert move == next((k for k in range(1, 8) if values[k] >= t), 8)


@pytest.mark.parametrize("backend", BACKENDS)
def test_memory_is_refused_before_the_work(monkeypatch, backend):
    monkeypatch.setitem(plain.LARGEST_PILOT, backend, 512)
    with pytest.raises(MemoryBudgetError, match="take-away table to 100000 would take about"):
        thresholds(
            (1, 0), 100_000, backend=backend, memory_limit=8_000_000, progress=lambda *_: pytest.fail("it began")
        )
    with pytest.raises(MemoryBudgetError):
        thresholds((2, 0), 10**15, backend=backend)


@pytest.mark.parametrize(
    ("backend", "limit"), [("python", 12_000), pytest.param("compiled", 300_000, marks=needs_numba)]
)
@pytest.mark.parametrize("quota", [(1, 0), (2, 0), (3, 1)])
def test_the_estimate_is_near_what_the_table_takes(backend, limit, quota, upto):
    limit //= upto(8, full=1)
    steps, _nodes = plain._room(quota_values(quota, limit), backend)
    found = len(thresholds(quota, limit, backend=backend).value)
    assert found < steps < 1.5 * found


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("quota", [(2, 0), lambda k: k % 5])
def test_progress_rises_to_the_end_and_an_interruption_passes_through(monkeypatch, backend, quota):
    monkeypatch.setattr(f"cgt.fast.quota_{'values' if backend == 'python' else 'loops'}.REPORT", 100)
    calls = []
    thresholds(quota, 500, backend=backend, progress=lambda done, total: calls.append((done, total)))
    assert calls[0] == (0, 501)
    assert calls[-1] == (501, 501)
    assert calls == sorted(calls)
    assert len(calls) == 7

    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        thresholds(quota, 500, backend=backend, progress=interrupt)


@pytest.mark.usefixtures("loops_as_python")
@pytest.mark.parametrize(
    "quota",
    [(2, 0), lambda _: 200, np.array([5, 2, 9, 1] * 50)],
    ids=["by events", "of more values than a group has", "dense"],
)
def test_the_compiled_source_runs_as_plain_python(quota):
    wanted = thresholds(quota, 200, backend="python")
    rows = thresholds(quota, 200, backend="compiled", known=thresholds(quota, 70, backend="compiled"))
    assert same(rows, wanted)
    heaps = np.arange(200)
    positions = np.stack([heaps, heaps]), np.stack([heaps, heaps // 2])
    assert np.array_equal(rows.nim_sums(*positions, backend="compiled"), wanted.nim_sums(*positions, backend="python"))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("quota", [(2, 0), (1, 0), (3, -1), lambda k: k + int(k**0.5)])
def test_values_below_a_bound_are_told_without_those_above(backend, quota):
    whole = thresholds(quota, 400, backend=backend)
    for told in (1, 2, 5, 9):
        known = thresholds(quota, 130, backend=backend, value_cap=told)
        rows = thresholds(quota, 400, backend=backend, value_cap=told)
        assert rows.largest_value == told < whole.largest_value
        assert same(rows, thresholds(quota, 400, backend=backend, value_cap=told, known=known))
        for heap in range(401):
            found = [(least, min(value, told)) for least, value in whole.row(heap)]
            values = [value for _, value in found]
            assert rows.row(heap) == found[: values.index(told) + 1 if told in values else None]
