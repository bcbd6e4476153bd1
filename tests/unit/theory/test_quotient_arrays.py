"""Large monoids go by arrays: the same labels, the same quotients, the same certificates as in plain Python."""

from __future__ import annotations

import random
import sys
from itertools import product
from math import prod

import pytest

from cgt.core.code import HeapCode
from cgt.theory import monoid, quotient_solver
from cgt.theory.monoid import Monoid
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


@pytest.mark.parametrize("sizes", [(5, 6, 6), (4, 8, 10)])  # by bytes, and by arrays
def test_a_large_monoid_keeps_few_of_its_products(sizes, monkeypatch):
    """A search for a quotient of 19,000 elements kept all the products it had met, of 1.5 GB."""
    monkeypatch.setattr(monoid, "KEPT", 20 * prod(sizes))
    actions, states, number = cycles(sizes)
    made, order = Monoid.spanned(actions)
    rng = random.Random(3)
    for _turn in range(300):
        first, second = rng.randrange(made.order), rng.randrange(made.order)
        counts = map(sum, zip(states[order[first]], states[order[second]], strict=True))
        assert order[made.product(first, second)] == number[least_word(tuple(counts), sizes)]
        assert len(made._rows) <= 1 + max(20, sum(sizes))


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
