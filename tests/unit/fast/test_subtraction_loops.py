from __future__ import annotations

from itertools import count, pairwise

import numpy as np
import pytest

from cgt.core.repetition import Periodicity, least_periodicity
from cgt.errors import MemoryBudgetError, RulesetError
from cgt.fast.jit import compiled_available
from cgt.fast.subtraction_loops import fill as compiled_fill
from cgt.fast.subtraction_values import (
    AllButSequence,
    EndlessSubtraction,
    SubtractionSequence,
    fill,
    values_to_period,
)

BACKENDS = ["python", pytest.param("compiled", marks=pytest.mark.skipif(not compiled_available(), reason="no numba"))]


def nim_values(moves, stop, backend="auto"):
    sequence = SubtractionSequence(moves, backend=backend)
    sequence.extend_to(stop)
    return np.asarray(sequence.values)


def all_but_values(kept, stop, backend="auto"):
    sequence = AllButSequence(kept, backend=backend)
    sequence.extend_to(stop)
    return sequence.values.tolist()


def by_definition(moves, stop):
    values = []
    for heap in range(stop):
        options = {values[heap - move] for move in moves if move <= heap}
        values.append(next(value for value in range(heap + 1) if value not in options))
    return values


def all_but_by_definition(kept, stop):
    values = []
    for heap in range(stop):
        options = {values[heap - move] for move in range(1, heap + 1) if move not in kept}
        values.append(next(value for value in range(heap + 1) if value not in options))
    return values


@pytest.mark.full("128-compiled", "257-compiled")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("size", [2, 64, 128, 256, 257, pytest.param(300, marks=pytest.mark.full)])
def test_values_cross_the_boundaries_of_words_and_types(backend, size):
    """Taking 1..size - 1 gives the values 0..size - 1 in turn, so that each type is filled to its last value."""
    values = nim_values(range(1, size), 3 * size, backend=backend)
    assert values.tolist() == [heap % size for heap in range(3 * size)]
    assert values.dtype == (np.uint8 if size <= 256 else np.uint16)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "moves", [[1], [63], [64], [62, 63], [1, 64], [1, 63, 65], [2, 127, 128], list(range(60, 80)), [1000]]
)
def test_moves_at_the_ends_of_words(backend, moves):
    assert nim_values(moves, 700, backend=backend).tolist() == by_definition(moves, 700)


@pytest.mark.skipif(not compiled_available(), reason="no numba")
@pytest.mark.parametrize("moves", [[2, 5, 7], [3, 7, 19, 25, 40, 51], [1, 97, 300], list(range(3, 100, 4))])
@pytest.mark.parametrize("stop", [pytest.param(2**15 + 1, marks=pytest.mark.full), 2**16 + 1])
def test_routes_agree_on_longer_ranges(moves, stop):
    """The loops alone, no period copied."""
    moves = tuple(moves)
    from cgt.fast import subtraction_loops as loops

    python, compiled = np.zeros(stop, np.uint8), np.zeros(stop, np.uint8)
    fill(memoryview(python), 0, stop, moves)
    loops.fill(memoryview(compiled), 0, stop, moves)
    assert np.array_equal(python, compiled)


def value_by_period(moves):
    sequence = SubtractionSequence(moves)
    sequence.prove_period(1_000_000)
    return lambda heap: sequence.period.value(heap, sequence.values)


@pytest.mark.parametrize("backend", BACKENDS)
def test_copying_the_period_changes_nothing(backend):
    moves = (1, 4, 10, 30)
    whole = np.zeros(50_000, np.uint8)
    fill(memoryview(whole), 0, 50_000, moves)
    assert np.array_equal(nim_values(moves, 50_000, backend=backend), whole)


def test_a_copied_period_beyond_the_reach_of_32_bits_has_the_right_values():
    value = value_by_period([2, 5, 7])
    assert [value(heap) for heap in (2**31 - 1, 2**31, 2**63)] == [
        by_definition([2, 5, 7], 22)[heap % 22] for heap in (2**31 - 1, 2**31, 2**63)
    ]


@pytest.mark.parametrize(
    ("moves", "preperiod", "period"),
    [([1, 2, 3], 0, 4), ([1, 3], 0, 2), ([1, 4], 0, 5), ([], 0, 1), ([7], 0, 14), ([2, 4, 7], 8, 3)],
)
def test_known_periods(moves, preperiod, period):
    """S = {2, 4, 7} is the smallest game with a preperiod: Berlekamp, Conway, Guy, Winning Ways, chapter 4, table 1."""
    sequence = SubtractionSequence(moves)
    assert sequence.prove_period(10_000) == max(preperiod, 1) + period + max(moves, default=1)
    assert sequence.period == Periodicity(preperiod, period)


@pytest.mark.parametrize("moves", [(1,), (7,), (2, 4, 7), (3, 8, 21), (1, 4, 10, 30), (2, 15, 24, 25)])
def test_values_stop_where_their_period_shows(moves):
    shown = values_to_period(60_000, moves)
    assert shown == by_definition(moves, len(shown))
    period = least_periodicity(shown, window=moves[-1], plain=True)
    assert len(shown) <= 3 * (period.preperiod + period.period + moves[-1]) + moves[-1]
    assert values_to_period(len(shown) // 2, moves) == shown[: len(shown) // 2]


def test_no_period_below_the_limit_is_said():
    sequence = SubtractionSequence([1, 200, 299])
    assert sequence.prove_period(300) is None
    assert (sequence.period, len(sequence.values)) == (None, 300)


@pytest.mark.parametrize("backend", BACKENDS)
def test_streaming_gives_the_same_as_one_run(backend):
    moves = [5, 9, 23, 61, 64]
    sequence = SubtractionSequence(moves, backend=backend)
    for stop in (0, 1, 63, 64, 65, 200, 200, 1000, 5000):
        sequence.extend_to(stop)
        assert len(sequence.values) >= stop
    assert sequence.values.tolist() == nim_values(moves, 5000, backend=backend).tolist()
    with pytest.raises(TypeError, match="read-only"):
        sequence.values[0] = 1


@pytest.mark.parametrize(
    "moves",
    [(3, 8, 21), (1, 4, 4_001), (*range(1, 40), *range(12_000, 12_090))],
    ids=["by a window", "option by option", "by sets of heaps"],
)
def test_each_plain_way_goes_on_from_what_is_known(moves):
    """From heaps of every residue modulo 5, the period of 1 and 4; twice the reach is wider than what is known."""
    values = np.zeros(900, np.uint8)
    for start, stop in pairwise(range(0, 901, 36)):
        fill(memoryview(values), start, stop, moves)
    assert values.tolist() == by_definition(moves, 900)


def test_an_interrupted_run_goes_on_from_where_it_stopped():
    sequence = SubtractionSequence([1, 5, 22, 40, 57], backend="python")

    def interrupt(done, total):
        if done >= 256:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sequence.extend_to(10_000, interrupt)
    assert 256 <= len(sequence.values) < 10_000
    sequence.extend_to(10_000)
    assert sequence.values.tolist() == by_definition([1, 5, 22, 40, 57], 10_000)


def test_progress_ends_with_the_whole():
    seen = []
    SubtractionSequence([1, 5, 22]).extend_to(5000, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (5000, 5000)
    assert seen == sorted(seen)


def test_memory_is_refused_before_it_is_taken():
    with pytest.raises(MemoryBudgetError, match=r"nim-values of 1000000000000000 heaps would take about"):
        nim_values([1, 2], 10**15)
    with pytest.raises(MemoryBudgetError):
        all_but_values([1, 2], 10**15)


@pytest.mark.parametrize(("moves", "error"), [([0], RulesetError), ([-1, 2], RulesetError), ([1.5], TypeError)])
def test_amounts_that_make_no_sense_are_refused(moves, error):
    with pytest.raises(error):
        nim_values(moves, 10)


@pytest.mark.parametrize("backend", BACKENDS)
def test_amounts_beyond_every_heap_cost_nothing(backend):
    assert nim_values([np.int64(3), 10**30], 100, backend=backend).tolist() == by_definition([3], 100)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kept", [[], [1], [2], [1, 2], [2, 3, 7], [5, 11, 40]])
def test_all_but_sets_by_definition(backend, kept):
    assert all_but_values(kept, 300, backend) == all_but_by_definition(kept, 300)


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_but_nothing_is_nim(backend, upto):
    """Under `--full` past the values of sixteen bits, of the plain loop too."""
    stop = 65_537 if backend == "compiled" else upto(10_000, full=65_537)
    assert all_but_values([], stop, backend) == list(range(stop))


@pytest.mark.usefixtures("loops_as_python")
def test_the_compiled_source_runs_as_plain_python():
    for moves in ([2, 5, 7], [1, 97], [*range(1, 100, 7), 64]):
        assert nim_values(moves, 250, backend="compiled").tolist() == by_definition(moves, 250)
    assert all_but_values([2, 5], 99, "compiled") == all_but_by_definition([2, 5], 99)


@pytest.mark.skipif(not compiled_available(), reason="no numba")
@pytest.mark.parametrize("moves", [(2, 5, 7), (1, 97, 300), (*range(3, 100, 4), 129)])
def test_heaps_beyond_31_bits(moves):
    """The loops at indices around 2^31; the pages between are never touched, so the table is large on paper only."""
    from cgt.fast import subtraction_loops as loops

    start, stop = 2**31 - 1000, 2**31 + 1000
    value = value_by_period(moves)
    values = np.zeros(stop, np.uint8)
    values[start - 400 : start] = [value(heap) for heap in range(start - 400, start)]
    loops.fill(memoryview(values), start, stop, moves)
    assert values[start:].tolist() == [value(heap) for heap in range(start, stop)]


def test_the_period_of_values_wider_than_a_byte():
    assert value_by_period(range(1, 300))(10**6 + 299) == (10**6 + 299) % 300


@pytest.mark.skipif(not compiled_available(), reason="needs numba")
def test_marks_count_the_move_that_takes_all():
    from cgt.fast.subtraction_loops import fill_by_marks

    values = np.zeros(60, np.uint16)
    moves = np.array([2, 5, 7], np.int64)
    fill_by_marks(values, 0, 60, moves, np.full(8, -1, np.int64))
    expected = []
    for heap in range(60):
        reached = {expected[heap - take] for take in (2, 5, 7) if take <= heap}
        expected.append(next(value for value in range(4) if value not in reached))
    assert values.tolist() == expected


def test_a_ring_larger_than_the_memory_is_refused_before_it_is_made(monkeypatch):
    """1,000 amounts, 500 words: 4 MB."""
    monkeypatch.setattr("cgt.core.memory_limit.default_memory_limit", lambda: 3_000_000)
    monkeypatch.setattr("cgt.core.memory_limit.ALWAYS_THERE", 0)
    with pytest.raises(MemoryBudgetError, match=r"the ring of 1000 amounts would take about 4\.\d MB"):
        compiled_fill(memoryview(bytearray(1 << 17)).cast("H"), 1, 40_000, tuple(range(32, 32_032, 32)))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("stops", [(300,), (10, 300), (200, 256, 257, 700)])
def test_values_of_endlessly_many_amounts_outgrow_a_byte(backend, stops):
    """Any amount may be taken: a heap of n is worth n. Room that was there already had bytes alone."""
    sequence = EndlessSubtraction(lambda: count(1), backend=backend)
    for stop in stops:
        sequence.extend_to(stop)
        assert sequence.values.tolist() == list(range(stop))
