"""Closed forms of taking games against the generic engine: outcome, every winning move, nim-value."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.engine.evaluator import Evaluator
from cgt.families.tame_form import TabulatedMisere
from cgt.games.heaps.bounded_nim import BoundedNim, ParityRule, Remainders
from cgt.games.heaps.moore import BinaryColumns, MooreNim
from cgt.games.heaps.subtraction import (
    AllBut,
    PeriodOfSet,
    Subtraction,
    TakeAFibonacci,
    TakeAPower,
    TakeAPrime,
    TakeASquare,
    TwoAmounts,
)
from cgt.games.heaps.wythoff import TwoHeaps, Wythoff

CONVENTIONS = ["normal", "misere"]


def quickly(every, some):
    """All of them, but those that are not tried by default."""
    return [pytest.param(one, marks=() if one in some else pytest.mark.full) for one in every]


def checked(form, positions, convention):
    """On how many positions the closed form and the engine were compared; all of them agree."""
    report = cgt.crosscheck(form, convention=convention, positions=positions)
    assert report.counterexample is None, str(report)
    assert report.skipped == 0
    return report.checked


def how_many(count, stop):
    """How many rows of so many heaps there are, in order of size."""
    return comb(stop + count - 1, count)


def rows(ruleset, count, stop):
    return [ruleset.position(*sizes) for sizes in combinations_with_replacement(range(stop), count)]


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("most", quickly(range(1, 10), {1, 3, 6}))
def test_bounded_nim_on_four_rows(most, convention, upto):
    ruleset, stop = BoundedNim(most), upto(5, full=9)
    positions = rows(ruleset, 4, stop) + rows(ruleset, 1, 40)
    assert checked(Remainders(ruleset, most), positions, convention) == how_many(4, stop) + 40


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_bounded_nim_with_rows_in_any_order(convention):
    ruleset = BoundedNim(2)
    positions = [ruleset.position(*sizes) for sizes in product(range(6), repeat=3)]
    assert checked(Remainders(ruleset, 2), positions, convention) == 216


def test_parity_rule_on_four_rows(upto):
    ruleset, stop = BoundedNim(3), upto(5, full=9)
    positions = rows(ruleset, 4, stop) + rows(ruleset, 3, stop + 5)
    assert checked(ParityRule(ruleset), positions, "normal") == how_many(4, stop) + how_many(3, stop + 5)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(
    "amounts",
    quickly(
        [(2,), (1, 2), (1, 4), (2, 3), (2, 5), (2, 6), (3, 4), (3, 9), (4, 6)], {(2,), (1, 2), (2, 5), (3, 4), (4, 6)}
    ),
)
def test_two_amounts(amounts, convention, upto):
    ruleset, stop = Subtraction(amounts), upto(7, full=14)
    form = Remainders(ruleset, 2) if amounts == (1, 2) else TwoAmounts(ruleset)
    assert ruleset.closed_forms() == (form,)
    positions = rows(ruleset, 1, 60) + rows(ruleset, 3, stop)
    assert checked(form, positions, convention) == 60 + how_many(3, stop)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("base", quickly(range(2, 13), {2, 3, 4, 10}))
def test_powers(base, convention, upto):
    ruleset, stop = TakeAPower(base), upto(6, full=base + 3)
    form = next(form for form in ruleset.closed_forms() if isinstance(form, PeriodOfSet))
    positions = rows(ruleset, 1, base**3 + 40 if base < 7 else 150) + rows(ruleset, 3, stop)
    assert checked(form, positions, convention) == len(positions)


def test_powers_on_huge_heaps():
    """A heap of 10^30 was refused for powers of 1000, and for no base was it said to be known for every size."""
    assert "holds: for every size, proved" in str(cgt.discover("take-a-power(10)", 2_000))
    solution = cgt.solve("take-a-power(1000) 10^30")
    assert (solution.nim_value, 10**30 % 1001) == (1, 1)
    assert list(solution.winning_moves) == [1000**k for k in range(11)]


@pytest.mark.parametrize(
    "ruleset",
    [
        Subtraction(1, 3, 4),
        Subtraction(2, 5, 7),
        AllBut(1, 3),
        AllBut(2),
        TakeASquare(),
        TakeAPrime(),
        TakeAFibonacci(),
    ],
    ids=str,
)
def test_misere_play_with_any_fixed_amounts(ruleset, upto):
    stop = upto(6, full=12)
    positions = rows(ruleset, 1, 40) + rows(ruleset, 3, stop)
    assert checked(TabulatedMisere(ruleset), positions, "misere") == 40 + how_many(3, stop)


def test_a_wrong_closed_form_is_noticed():
    ruleset = BoundedNim(3)
    report = cgt.crosscheck(Remainders(ruleset, 2), positions=rows(ruleset, 1, 8))
    # 3 leaves 0 modulo 3, but all three matches may be taken.
    assert str(report.counterexample) == "3: remainders modulo m+1 says outcome P, but it is N"


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("most_heaps", [1, 2, 3, 4])
def test_moore_nim_on_four_rows(most_heaps, convention, upto):
    """All moves of four rows up to 8 are too many to search for each: outcomes are searched, moves looked up."""
    stop = upto(4, full=9)
    assert joint_disagreements(MooreNim(most_heaps), stop, 4, convention) == (how_many(4, stop), [])


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("most_heaps", [1, 2, 3])
def test_moore_nim_against_the_engine_alone(most_heaps, convention, upto):
    ruleset = MooreNim(most_heaps)
    stop = upto(4, full=5)
    positions = [ruleset.position(*sizes) for sizes in product(range(stop), repeat=3)]
    assert checked(BinaryColumns(ruleset), positions, convention) == stop**3


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("a", [1, 2, 3, 4])
def test_wythoff_on_a_square(a, convention, upto):
    stop = upto(10, full=61)
    assert joint_disagreements(Wythoff(a), stop, 2, convention) == (how_many(2, stop), [])


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("a", quickly([1, 2, 3, 7], {1, 2, 7}))
def test_wythoff_against_the_engine_alone_in_any_order(a, convention, upto):
    ruleset = Wythoff(a)
    positions = [ruleset.position(*sizes) for sizes in product(range(upto(8, full=13)), repeat=2)]
    positions += [ruleset.position(0, *sizes) for sizes in product(range(5), repeat=2)]
    assert checked(TwoHeaps(ruleset), positions, convention) == upto(64, full=169) + 25


def joint_disagreements(ruleset, stop, count, convention):
    """What differs, for all positions with `count` heaps below `stop`; options' outcomes are found once each."""
    evaluator = Evaluator(convention)
    convention = evaluator.convention
    (form,) = ruleset.closed_forms()
    outcomes = {}
    found = []
    for heaps in combinations_with_replacement(range(stop), count):
        position = ruleset.position(*heaps)
        outcomes[heaps] = evaluator.outcome(position)
        winning = {
            amounts
            for amounts in position.moves()
            if outcomes[tuple(sorted(map(int.__sub__, heaps, amounts)))] is Outcome.P
        }
        moves = list(cgt.solve(position, convention, closed_form=form).winning_moves)
        said = (cgt.solve(position, convention, closed_form=form).outcome, set(moves))
        if said != (outcomes[heaps], winning) or len(set(moves)) != len(moves):
            found.append((heaps, said, (outcomes[heaps], winning)))
    return len(outcomes), found
