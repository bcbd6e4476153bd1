"""The options of a given value under a plain period: by residues they are those that the code gives, and as many."""

from functools import reduce
from operator import xor

import pytest

from cgt.core.code import HeapCode
from cgt.families.periodic_form import periodic_play
from cgt.theory.period import period_of_code
from cgt.theory.residues import PeriodicPlay, Residues


@pytest.mark.full("0.137", "0.77")
@pytest.mark.parametrize("text", ["0.7", "0.77", "0.137", "0.7!", "0.3", "0.[3]", "0.1[3]"])
def test_options_are_found_and_counted_by_residues(text, upto):
    code = HeapCode.parse(text)
    play = periodic_play(code)
    found = play.periodicity
    for heap in (*range(12), *range(2 * found.preperiod, 2 * (found.preperiod + found.period) + 4)):
        worths = {}
        for option in code.options(heap):
            worths.setdefault(reduce(xor, map(play.value, option), 0), []).append(option)
        for value in range(upto(5, full=10)):
            wanted = worths.get(value, [])
            assert list(play.options_to(heap, value)) == wanted
            assert play.count_to(heap, value) == len(wanted)


@pytest.mark.parametrize(("text", "asked"), [("4.[3]", True), ("0.77", False), ("0.[3]", False), ("0.f", True)])
def test_where_residues_do_not_find_the_options_an_automaton_does(text, asked):
    code = HeapCode.parse(text)
    report = period_of_code(code, 400)
    play = PeriodicPlay(code, report.periodicity, report.values, report.theorem)
    assert (play._automaton is not None) == asked


@pytest.mark.parametrize(("text", "counts"), [("0.8", None), ("0.08", None), ("0.7", 5)])
def test_what_may_leave_three_heaps_is_not_counted_by_residues(text, counts):
    """One by one it would take as long as there are ways; here each heap is worth 0."""
    assert Residues(lambda _heap: 0, xor, 0, 1).count(HeapCode.parse(text), 10, {0}) == counts
