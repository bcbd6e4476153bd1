"""Misère quotients: golden values of the literature, and every certificate taken by the independent checker."""

from __future__ import annotations

import attrs
import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.errors import BudgetError, NotApplicableError, NumberError, RulesetError
from cgt.theory.quotient import MisereQuotient
from cgt.theory.quotient_growth import quotient_of_codes, quotient_of_options
from cgt.theory.quotient_solver import Solver

# Code, order, order of the P-portion, preperiod, period. Kayles: Plambeck and Siegel, Misère quotients for impartial
# games (2008); 0.123: Plambeck, Taming the wild in impartial combinatorial games (2005); as quoted, the texts were not
# at hand. The period of 0.312 is on Plambeck's page on that game (2003). The others were printed nowhere that we know:
# they are what CGSuite's MisereSolver (A. N. Siegel, 2005) gave, another program.
PROVED = [
    ("0.77", 40, 9, 71, 12),
    ("0.15", 42, 12, 66, 10),
    ("0.123", 20, 5, 5, 5),
    ("0.71", 36, 9, 3, 6),
    ("0.75", 8, 2, 8, 2),
    ("0.53", 16, 3, 21, 9),
    ("0.44", 40, 9, 143, 24),
    ("0.312", 12, 3, 5, 2),
]


@pytest.mark.full("0.44-40-9-143-24")
@pytest.mark.parametrize(("text", "order", "p_order", "preperiod", "period"), PROVED)
def test_quotients_of_the_literature(text, order, p_order, preperiod, period):
    found = cgt.misere_quotient(text)
    assert (found.order, found.p_order, found.preperiod, found.period) == (order, p_order, preperiod, period)
    assert found.status == "proved"
    assert not found.tame
    found.verify()


def test_a_position_with_an_element_costs_no_copy_of_those_before_it():
    """Else a long list of positions takes a time that no count of work tells."""
    solver = Solver()
    for heap in range(4):
        solver.add([(left,) for left in range(heap)])
    before = solver.candidate
    solver.add([(0,), (1,)])
    assert solver.candidate is before
    assert solver.candidate.elements == [0, 1, 2, 3, 2]


def test_where_each_quotient_grows(upto):
    """Heap by heap, as CGSuite's MisereSolver grows them (A. N. Siegel, 2005)."""
    for text, last, expected in [
        ("0.77", 30, {1: 2, 2: 6, 5: 12, 9: 18, 12: 24, 25: 32, 27: 40}),
        ("0.07", 25, {2: 2, 4: 6, 10: 12, 14: 24, 25: 144}),
    ]:
        solver, code, grown = Solver(), HeapCode.parse(text), {}
        stop = min(last, upto(14, full=last)) + 1
        for heap in range(stop):
            before = solver.candidate.monoid.order
            solver.add(code.options(heap))
            if solver.candidate.monoid.order != before:
                grown[heap] = solver.candidate.monoid.order
        assert grown == {heap: order for heap, order in expected.items() if heap < stop}


@pytest.mark.full
def test_the_quotient_of_dawsons_kayles_to_heap_30():
    """Order 360: Siegel in Plambeck's weblog Advances in Losing, 28 August 2007. Order 638 at 33: CGSuite."""
    for heap, order, p_order in ((30, 360, 65), (33, 638, 109)):
        found = quotient_of_codes([HeapCode.parse("0.07")], heap, effort=None)
        assert (found.order, found.p_order, found.heaps) == (order, p_order, heap)


def test_the_presentation_of_kayles():
    """That of Plambeck and Siegel (2008), as quoted: generators are the heaps 1, 2, 5, 9, 12, 25 and 27."""
    shown = str(cgt.misere_quotient("kayles").presentation)
    assert shown == (
        "a, b, c, d, e, f, g = heaps 1, 2, 5, 9, 12, 25, 27; "
        "a^2 = 1, b^3 = b, b c^2 = b, c^3 = c, b d = b c, c d = b^2, d^3 = d, b e = b c, c e = b^2, "
        "e^2 = d e, b f = a b, c f = a b^2 c, d^2 f = f, f^2 = b^2, b^2 g = g, c^2 g = g, d g = c g, "
        "e g = c g, f g = a g, g^2 = b^2; P = {a, b^2, a c, a c^2, d, a d^2, e, a d e, a d f}"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0.123", "c^2 = 1, b^2 d = d, c d = b d, d^3 = a d^2; P = {a, b^2, a c, b d, d^2}"),
        ("0.71", "c^3 d = c^3, d^2 = 1; P = {a, b^2, b c, c^2, a c^3, a d, b^3 d, c d, b c^2 d}"),
    ],
)
def test_other_presentations(text, shown):
    assert str(cgt.misere_quotient(text).presentation).endswith(shown)


def test_counts_alone_make_no_monoid_tame():
    certificate = cgt.misere_quotient("nim", stop=5).certificate
    cycle = tuple((element + 1) % 10 for element in range(10))
    assert MisereQuotient(certificate).tame
    assert not MisereQuotient(attrs.evolve(certificate, actions=(cycle,))).tame


def test_the_elements_of_kayles_heaps():
    found = cgt.misere_quotient("kayles")
    words = "a,b,a b,a,c,a b,b,a b^2,d,b,b c,e,a b^2,b,a b c,a b^2,d^2 e,a b,b,a d e,b^2 c,b c,a b c,b^2 c,f,b,g"
    assert [found.word(element) for element in found.game.elements[1:28]] == words.split(",")


@pytest.mark.parametrize("text", ["0.3", "0.33", "0.333", "0.3333", "0.303", "0.7", "4.2", "0.07"])
def test_tame_and_wild(text):
    """Few heaps: 0.07 is tame to heap 9 and wild from 10 (Allemang 1984)."""
    found = cgt.misere_quotient(text, stop=10)
    assert found.tame
    found.verify()
    assert not cgt.misere_quotient("0.07", stop=11).tame


@pytest.mark.full
def test_the_quotient_of_two_games_together():
    found = cgt.misere_quotient("0.77", "0.75")
    assert (found.order, found.p_order, found.is_proved) == (48, 11, True)
    found.verify()
    same = cgt.misere_quotient("0.77", "0.44")
    assert same.order == 40


def test_what_is_said_of_two_games_is_so_of_both():
    for pair in (("0.3", "0.75"), ("0.75", "0.3")):
        assert str(cgt.misere_quotient(*pair)).endswith("period 2 from heap 8, proved for all heaps")
    for pair in (("0.3", "0.07"), ("0.07", "0.3")):
        assert str(cgt.misere_quotient(*pair, stop=10)).endswith("known for heaps to 9")
    assert str(cgt.misere_quotient("0.0").presentation) == "P = {}"


def test_too_little_effort_leaves_what_is_known():
    found = quotient_of_codes([HeapCode.parse("0.07")], effort=20_000)
    assert found.status == "observed"
    assert 14 <= found.heaps < 30
    assert not found.covers(found.heaps + 1)
    found.verify()
    with pytest.raises(BudgetError):
        quotient_of_options(map(HeapCode.parse("0.07").options, range(30)), effort=20_000)


def test_a_solver_whose_effort_is_spent_is_as_before():
    solver, code = Solver(3_000), HeapCode.parse("0.07")
    with pytest.raises(BudgetError):
        list(map(solver.add, map(code.options, range(30))))
    known = len(solver.options)
    assert len(solver.candidate.elements) == known
    solver.effort.limit = None
    for heap in range(known, 25):
        solver.add(code.options(heap))
    assert solver.candidate.monoid.order == 24


@pytest.mark.parametrize("options", [[[], [(1,)]], [[], [(0, 2)]], [[], [(-1,)]], [[], [("x",)]]])
def test_options_that_come_later_are_refused(options):
    with pytest.raises(RulesetError, match="earlier"):
        quotient_of_options(options, effort=None)


def test_rules_without_a_code():
    found = cgt.misere_quotient(lambda heap: [(left,) for left in range(heap)], stop=5)
    assert (found.order, found.status) == (10, "observed")
    with pytest.raises(RulesetError, match=r"has no code, .* name a `stop`"):
        cgt.misere_quotient(lambda heap: [(left,) for left in range(heap)])
    with pytest.raises(RulesetError, match="where each of them has a code"):
        cgt.misere_quotient("kayles", lambda heap: [(left,) for left in range(heap)], stop=5)
    with pytest.raises(NotApplicableError, match="independent heaps"):
        cgt.misere_quotient("wythoff")
    with pytest.raises(RulesetError, match="one game at least"):
        cgt.misere_quotient()


@pytest.mark.parametrize("heap", [-1, True, 1.5, None, "5", float("inf"), []])
def test_a_heap_that_is_no_number_is_refused(heap):
    quotient = cgt.misere_quotient("0.75")
    for ask in (quotient.covers, quotient.element_of, quotient.outcome):
        with pytest.raises(NumberError, match="the size of a heap is a whole number of at least 0"):
            ask(heap)


@pytest.mark.parametrize("element", [-1, 8, 10**30, True, 1.5, None, "a"])
def test_an_element_that_the_quotient_does_not_have_has_no_word(element):
    quotient = cgt.misere_quotient("0.75")
    assert quotient.order == 8
    with pytest.raises(NumberError, match="an element is a whole number from 0 to 7"):
        quotient.word(element)


@pytest.mark.parametrize("game", ["aliquot", "couples-are-forever", "prim"])
def test_the_bound_that_is_advised_is_within_reach(game):
    """`cgt quotient aliquot` advised 25, where 3 seconds are not enough."""
    with pytest.raises(RulesetError) as refused:
        cgt.misere_quotient(game)
    stop = int(str(refused.value).partition("such as ")[2])
    assert str(cgt.misere_quotient(game, stop=stop)).endswith(f"known for heaps to {stop - 1}")
