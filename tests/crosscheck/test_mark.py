"""The closed forms of Mark against its definition: small heaps one by one, huge ones by what their moves lead to."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import cgt
from cgt.errors import BudgetError
from cgt.games import Mark
from cgt.games.heaps.mark import MisereMark, ReplacedRemainders


def options(size, parts):
    return {size - take for take in range(1, min(parts - 1, size) + 1)} | ({size // parts} if size else set())


def mex(values):
    return next(value for value in count() if value not in values)


@pytest.mark.parametrize("parts", [3, 4, 5, 8, 12])
def test_values_of_small_heaps(parts, upto):
    stop, values, form = upto(3 * parts**3, full=30 * parts**3), [], ReplacedRemainders(Mark(parts))
    for size in range(stop):
        values.append(mex({values[option] for option in options(size, parts)}))
    assert form.values(0, stop - 1) == values
    for first in range(0, stop, 97):
        last = min(first + first % 5 * parts, stop - 1)
        assert form.values(first, last) == values[first : last + 1]
        worth = [value for value in range(parts + 1) if list(form.takes_to(last, value))]
        assert worth == sorted({values[option] for option in options(last, parts)})


@pytest.mark.parametrize("parts", [3, 7, 25])
def test_values_of_huge_heaps(parts, upto):
    """A heap of 10^30 was refused from `mark(17)` on."""
    form, random = ReplacedRemainders(Mark(parts)), Random(parts)
    for _turn in range(upto(3, full=40)):
        size = random.randrange(10**40) * parts ** random.randrange(3)
        worth = {option: form.value(option) for option in options(size, parts)}
        assert form.value(size) == mex(set(worth.values()))
        for value in range(parts + 1):
            takes = sorted(size - option for option in worth if worth[option] == value)
            assert list(form.takes_to(size, value)) == takes


@pytest.mark.parametrize("parts", [3, 16, 100])
def test_a_heap_of_thousands_of_digits_is_worth_what_its_moves_leave(parts):
    """Each digit was a call inside the one before: the heap ended in a `RecursionError`."""
    form, size = ReplacedRemainders(Mark(parts)), 10**3000
    assert form.is_known(size)
    assert form.value(size) == mex({*form.values(size - parts + 1, size - 1), form.value(size // parts)})


def test_what_would_take_long_is_refused():
    """With t = 100,000 a heap of a thousand digits took half a minute."""
    assert ReplacedRemainders(Mark(100_000)).is_known(10**30)
    with pytest.raises(BudgetError):
        cgt.solve(Mark(100_000).position(10**1000))


def test_a_large_power_of_t_in_misere_play_is_answered_at_once():
    """Its factors were divided out one by one, in nine seconds."""
    form = MisereMark(Mark(3))
    assert [form.is_lost(3**60_000), form.is_lost(3**60_001), form.is_lost(2 * 3**60_001)] == [True, False, True]


@pytest.mark.parametrize("parts", [9, 1000])
def test_a_sum_of_huge_heaps(parts):
    solution = cgt.solve(f"mark({parts}) {10**30},{10**30 + 1}")
    assert solution.winning_moves
    assert all(cgt.nim_value(solution.position.play(move)) == 0 for move in solution.winning_moves)


@pytest.mark.parametrize("parts", [2, 3, 4, 7])
def test_one_heap_in_misere_play(parts, upto):
    """In misère play of one heap a million was searched until the memory was spent."""
    game = Mark(parts)
    positions = [game.position(size) for size in range(1, upto(160, full=1_500))]
    report = cgt.crosscheck(MisereMark(game), convention="misere", positions=positions)
    assert (report.counterexample, report.skipped, report.checked) == (None, 0, len(positions))
    lost = [
        size for size in (parts ** (2 * k) for k in range(20, 40)) if cgt.outcome(game.position(size), "misere") == "P"
    ]
    assert len(lost) == 20
    solution = cgt.solve(game.position(10**30 + 1), "misere")
    assert [cgt.outcome(solution.position.play(move), "misere").value for move in solution.winning_moves] == ["P"]


def test_the_reason_in_misere_play_says_nothing_of_powers_that_is_not_so():
    """Of 5 it was said that a heap is lost where 2 divides it an odd number of times: take 1, which leaves 4."""
    solution = cgt.solve("mark 5", "misere")
    assert (solution.winning_moves, solution.explanation) == (
        (1,),
        "2 divides 5 exactly 0 times, and a heap that is no power of 2 is lost where that is odd: take 1",
    )


def test_a_heap_smaller_than_t_is_worth_itself():
    solution = cgt.solve(f"mark({10**40}) {10**30},5")
    assert (solution.nim_value, solution.winning_moves) == (10**30 ^ 5, ((0, 10**30 - 5),))
