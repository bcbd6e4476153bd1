"""Large monoids go by arrays: the same labels, the same quotients, the same certificates as in plain Python."""

from __future__ import annotations

import random
import sys
from itertools import product

import pytest

from cgt.core.code import HeapCode
from cgt.theory import quotient_solver
from cgt.theory.quotient_growth import quotient_of_codes


def cycles(sizes):
    """The product of cycles with g^(i+2) = g^i at their ends, as commuting maps of numbered states."""
    states = list(product(*map(range, sizes)))
    number = {state: place for place, state in enumerate(states)}

    def step(state, generator):
        there = state[generator] + 1 if state[generator] + 1 < sizes[generator] else sizes[generator] - 2
        return number[(*state[:generator], there, *state[generator + 1 :])]

    return [[step(state, generator) for state in states] for generator in range(len(sizes))], states, number


def least_word(counts, sizes):
    return tuple(
        count if count < size else size - 2 + (count - size) % 2 for count, size in zip(counts, sizes, strict=True)
    )


def test_labels_by_lists_and_by_arrays_against_the_definition():
    """Words of three heaps, each with options among words of earlier ones; the definition looks at every option."""
    pytest.importorskip("numpy")
    rng = random.Random(5)
    for _ in range(20):
        sizes = [rng.randrange(2, 5) for _ in range(3)]
        actions, states, number = cycles(sizes)
        options = [
            [tuple(rng.randrange(2) if place < heap else 0 for place in range(3)) for _ in range(rng.randrange(1, 4))]
            for heap in range(3)
        ]
        expected = {}
        for state in sorted(states, key=lambda state: state[::-1]):
            after = []
            for heap in range(3):
                for option in options[heap] if state[heap] else ():
                    counts = list(map(sum, zip(state, option, strict=True)))
                    counts[heap] -= 1
                    after.append(least_word(counts, sizes))
            expected[state] = bool(after) and not any(expected[one] for one in after)
        reached = [[number[option] for option in listed] for listed in options]
        wanted = [int(expected[state]) for state in states]
        assert list(quotient_solver._by_lists(actions, reached)) == wanted
        assert list(quotient_solver._by_arrays(actions, reached)) == wanted


@pytest.mark.parametrize(("code", "heap"), [("0.77", 12), ("0.07", 24), ("0.123", 9)])
def test_the_same_certificate_by_arrays(code, heap, monkeypatch):
    numpy = pytest.importorskip("numpy")
    plain = quotient_of_codes([HeapCode.parse(code)], heap)
    monkeypatch.setattr("cgt.theory.quotient_solver.BYTE", 1)
    monkeypatch.setattr("cgt.theory.quotient_solver.LARGE", 0)
    monkeypatch.setattr("cgt.theory.monoid._as_row", lambda numbers, order: numpy.fromiter(numbers, numpy.intp, order))
    assert quotient_of_codes([HeapCode.parse(code)], heap).certificate == plain.certificate
    monkeypatch.setattr("cgt.theory.monoid._as_row", lambda numbers, order: tuple(numbers))
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert quotient_of_codes([HeapCode.parse(code)], heap).certificate == plain.certificate
