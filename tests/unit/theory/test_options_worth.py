"""The options of a given value, counted and walked by digits, are those that the code and the values give."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor

import pytest

from cgt.core.code import HeapCode
from cgt.theory.option_automaton import OptionAutomaton
from cgt.theory.period import period_of_code
from cgt.theory.residues import OptionsWorth

CODES = [
    "0.3F",
    "4.[3]",
    "0.8B",
    pytest.param("0.BB", marks=pytest.mark.full),
    "0.{1,4}",
    "0.3[7]",
    "4!.[3]",
    "0.[5=]",
    "0.{3=}3",
    "C.[3]",
    "0.{4=}F",
    "4=.[3]",
    "0.[24!]",
    "4!.2[5!]",
]


@pytest.mark.full("0.3F", "0.8B")
@pytest.mark.parametrize("text", CODES)
def test_every_option_is_met_once_and_counted(text, upto):
    code = HeapCode.parse(text)
    report = period_of_code(code)
    automaton = OptionAutomaton(code, report.periodicity, report.values)
    assert report.certificate is not None
    value_of = report.certificate.nim_value
    for heap in range(automaton.first, automaton.first + upto(4 if code.most_parts < 4 else 2, full=8)):
        by_value = {}
        for option in code.options(heap):
            by_value.setdefault(reduce(xor, map(value_of, option), 0), []).append(option)
        for value in range(max(by_value, default=0) + 2):
            worth = OptionsWorth(automaton, heap, value)
            assert sorted(worth.options()) == sorted(by_value.get(value, []))
            assert worth.count() == len(by_value.get(value, []))


@pytest.mark.parametrize("heap", [10**9 + 1, 10**30 + 5, 10**300])
def test_huge_heaps_are_walked_without_a_search(heap):
    code = HeapCode.parse("0.3F")
    report = period_of_code(code)
    value_of = report.certificate.nim_value
    worth = OptionsWorth(OptionAutomaton(code, report.periodicity, report.values), heap, 12)
    met = list(islice(worth.options(), 40))
    assert len(set(met)) == 40 < worth.count()
    for option in met:
        assert list(option) == sorted(option)
        assert heap - sum(option) in {1, 2}
        assert reduce(xor, map(value_of, option)) == 12
