"""Games of fixed takes whose nim-values automata recognise, against the definition, small and far beyond tables."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, count, takewhile
from random import Random

import pytest

import cgt
from cgt.core.outcome import Convention, Outcome
from cgt.errors import BudgetError
from cgt.families import recognised_form
from cgt.families.recognised_form import RecognisedTakes

AMOUNTS = {
    "take-a-power(2)": lambda k: 2**k,
    "take-a-power(4)": lambda k: 4**k,
    "take-a-power(10)": lambda k: 10**k,
    "subtraction(2^k+1)": lambda k: 2**k + 1,
    "subtraction(3^k+2)": lambda k: 3**k + 2,
    "subtraction(2^k-1)": lambda k: 2 ** (k + 1) - 1,
}


def takes(rule, size):
    """The amounts that may be taken from a heap."""
    return list(takewhile(size.__ge__, map(AMOUNTS[rule], count())))


def mex(values):
    return next(value for value in count() if value not in values)


@pytest.mark.full("take-a-power(10)", "subtraction(3^k+2)", "subtraction(2^k-1)")
@pytest.mark.parametrize("rule", AMOUNTS)
def test_a_heap_is_worth_what_the_definition_says(rule, upto):
    form, values = RecognisedTakes(cgt.parse_ruleset(rule)), []
    for size in range(upto(300, full=5_000)):
        values.append(mex({values[size - take] for take in takes(rule, size)}))
        assert form.value(size) == values[size], size
    random = Random(rule)
    for _ in range(upto(5, full=50)):
        size = random.randrange(10**80)
        worth = {take: form.value(size - take) for take in takes(rule, size)}
        assert form.value(size) == mex(set(worth.values()))
        for value in range(5):
            assert list(form.takes_to(size, value)) == [take for take, left in worth.items() if left == value]


@pytest.mark.full("take-a-power(4)-True")
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rule", [pytest.param(rule, marks=() if rule == "take-a-power(4)" else pytest.mark.full) for rule in AMOUNTS]
)
def test_sums_of_heaps_in_both_conventions(rule, misere, monkeypatch, upto):
    monkeypatch.setattr("cgt.families.recognised_form.FEW_POSITIONS", -1)

    def after(heaps):
        return [
            ((place, take), tuple(sorted((*heaps[:place], heap - take, *heaps[place + 1 :]))))
            for place, heap in enumerate(heaps)
            for take in takes(rule, heap)
        ]

    @cache
    def is_lost(heaps):
        options = [option for _move, option in after(heaps)]
        return bool(options or not misere) and not any(map(is_lost, options))

    game, convention = cgt.parse_ruleset(rule), Convention.MISERE if misere else Convention.NORMAL
    for heaps in combinations_with_replacement(range(1, upto(7, full=16)), 2):
        position = game.position(*heaps)
        solution = cgt.solve(position, convention, closed_form=RecognisedTakes(game))
        assert (solution.outcome == "P") == is_lost(heaps), heaps
        assert len(solution.winning_moves) == sum(is_lost(option) for _move, option in after(heaps)), heaps
        for move in solution.winning_moves:
            assert is_lost(tuple(sorted(map(int, str(position.play(move)).split(","))))), (heaps, move)


def test_far_beyond_tables_from_the_front_door():
    position = cgt.parse_position(f"subtraction(2^k+1) {10**30},5")
    solution = cgt.solve(position)
    assert (solution.route, solution.outcome) == ("closed form", "N")
    assert len(solution.winning_moves) > 10
    assert {cgt.outcome(position.play(move)) for move in solution.winning_moves} == {Outcome.P}


def test_what_no_automaton_reads_is_refused():
    with pytest.raises(BudgetError, match="opens at least"):
        cgt.solve("subtraction(2^k+5) 1000000000000000000000000000000")
    assert cgt.solve("subtraction(2^k+5) 7000").route == "table"


def test_an_automaton_is_not_looked_for_without_end(monkeypatch):
    """A heap of a million was asked about for minutes, where a table of it takes a second."""
    monkeypatch.setattr(recognised_form, "LOOK_SECONDS", 0.1)
    assert cgt.solve("subtraction(8^k+1) 6000").route == "table"
    assert cgt.solve("vectors((1,3),(2,2),(2,3)) 90,90").route == "search"
