"""Every backend against the definition, for random rules: options written out, one by one."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.core.code import Constraint, Digit, HeapCode
from cgt.fast.jit import compiled_available
from cgt.fast.taking_breaking_values import TakingBreakingSequence

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
PAIRS = {"any": Constraint.ANY, "unequal": Constraint.DISTINCT, "equal": Constraint.EQUAL}


def a_sequence(digits, tail=(), parts="any", *, backend):
    code = HeapCode.of(*([Digit.of_mask(mask, PAIRS[parts]) for mask in part] for part in (digits, tail)))
    return TakingBreakingSequence(code, backend=backend)


def nim_values(digits, stop, *, tail=(), parts="any", backend):
    """Where a digit may leave three heaps, `parts` is `any`."""
    sequence = a_sequence(digits, tail, parts, backend=backend)
    sequence.extend_to(stop)
    return sequence.values


def heaps_making(total, count, least=1):
    """Every way to write the total as a sum of so many nonempty heaps, smallest first."""
    if count == 0:
        return [()] if total == 0 else []
    return [
        (first, *others)
        for first in range(least, total // count + 1)
        for others in heaps_making(total - first, count - 1, first)
    ]


def by_definition(digits, stop, tail=(), parts="any"):
    values = []
    for heap in range(stop):
        options = set()
        for removed in range(heap + 1):
            beyond = removed - len(digits)
            digit = digits[removed] if beyond < 0 else tail[beyond % len(tail)] if tail else 0
            for count in range(digit.bit_length()):
                if digit >> count & 1:
                    for left in heaps_making(heap - removed, count):
                        if parts != "any" and count == 2 and (left[0] == left[1]) != (parts == "equal"):
                            continue
                        options.add(reduce(xor, (values[part] for part in left), 0))
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    return values


@st.composite
def rules(draw, largest, tails):
    first = draw(st.sampled_from([digit for digit in (0, 4, 8) if digit <= largest]))
    digits = [first, *draw(st.lists(st.integers(0, largest), min_size=1, max_size=7))]
    return digits, draw(st.lists(st.integers(0, largest), max_size=3)) if tails else []


@pytest.mark.parametrize("backend", BACKENDS)
@given(rule=rules(7, tails=False), parts=st.sampled_from(["any", "unequal", "equal"]), stop=st.integers(0, 40))
def test_octal_rules_by_definition(backend, rule, parts, stop):
    digits, _ = rule
    assert nim_values(digits, stop, parts=parts, backend=backend).tolist() == by_definition(digits, stop, parts=parts)


@pytest.mark.parametrize("backend", BACKENDS)
@given(rule=rules(7, tails=True), stop=st.integers(0, 40))
def test_rules_with_a_repeating_tail_by_definition(backend, rule, stop):
    digits, tail = rule
    assert nim_values(digits, stop, tail=tail, backend=backend).tolist() == by_definition(digits, stop, tail)


@pytest.mark.parametrize("backend", BACKENDS)
@given(rule=rules(31, tails=True), stop=st.integers(0, 22))
def test_three_and_four_heaps_by_definition(backend, rule, stop):
    digits, tail = rule
    assert nim_values(digits, stop, tail=tail, backend=backend).tolist() == by_definition(digits, stop, tail)


@pytest.mark.parametrize("backend", BACKENDS)
@given(rule=rules(7, tails=True), stops=st.lists(st.integers(0, 60), min_size=1, max_size=4))
def test_streaming_gives_the_same_as_one_run(backend, rule, stops):
    digits, tail = rule
    sequence = a_sequence(digits, tail, backend=backend)
    for stop in stops:
        sequence.extend_to(stop)
    assert sequence.values[: max(stops)].tolist() == nim_values(digits, max(stops), tail=tail, backend=backend).tolist()


@pytest.mark.skipif(not compiled_available(), reason="no numba")
@given(rule=rules(7, tails=False), parts=st.sampled_from(["any", "unequal"]))
def test_routes_agree_past_the_choice_of_common_values(rule, parts, upto):
    digits, _ = rule
    first_choice, stop = upto((64, 300), full=(512, 2_500))
    with pytest.MonkeyPatch.context() as patched:
        for module in ("taking_breaking_values", "taking_breaking_loops"):
            patched.setattr(f"cgt.fast.{module}.FIRST_CHOICE", first_choice)
        python, compiled = (
            nim_values(digits, stop, parts=parts, backend=backend) for backend in ("python", "compiled")
        )
    assert python.tolist() == compiled.tolist()
