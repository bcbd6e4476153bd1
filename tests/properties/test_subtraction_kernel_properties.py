"""Every backend against the definition, for random rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.fast.jit import compiled_available
from cgt.fast.subtraction_values import AllButSequence, SubtractionSequence

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]

small_sets = st.sets(st.integers(1, 70), min_size=1, max_size=20)
wide_sets = st.sets(st.integers(1, 400), min_size=1, max_size=20)


def mex(values):
    return next(value for value in range(len(values) + 1) if value not in values)


def by_definition(is_move, stop):
    values = []
    for heap in range(stop):
        values.append(mex({values[heap - move] for move in range(1, heap + 1) if is_move(move)}))
    return values


@pytest.mark.parametrize("backend", BACKENDS)
@given(moves=small_sets | wide_sets, stop=st.integers(0, 300))
def test_a_finite_set_by_definition(backend, moves, stop):
    sequence = SubtractionSequence(moves, backend=backend)
    sequence.extend_to(stop)
    assert sequence.values[:stop].tolist() == by_definition(moves.__contains__, stop)


@pytest.mark.parametrize("backend", BACKENDS)
@given(kept=st.sets(st.integers(1, 40), max_size=6), stop=st.integers(0, 200))
def test_an_all_but_set_by_definition(backend, kept, stop):
    sequence = AllButSequence(kept, backend=backend)
    sequence.extend_to(stop)
    assert sequence.values.tolist() == by_definition(lambda move: move not in kept, stop)


@given(moves=st.sets(st.integers(1, 20), min_size=1, max_size=5))
def test_the_period_is_the_least_and_the_preperiod_exact(moves):
    sequence = SubtractionSequence(moves)
    shown_by = sequence.prove_period(100_000)
    found = sequence.period
    assert shown_by == max(found.preperiod, 1) + found.period + max(moves)
    stop = found.preperiod + 3 * found.period + 60
    values = by_definition(moves.__contains__, stop)
    assert values == [found.value(heap, sequence.values) for heap in range(stop)]
    # One heap less of preperiod, and no smaller period, would do.
    if found.preperiod:
        assert values[found.preperiod - 1] != values[found.preperiod - 1 + found.period]
    cycle = values[found.preperiod : found.preperiod + found.period]
    for period in range(1, found.period):
        assert cycle[period:] + cycle[:period] != cycle
