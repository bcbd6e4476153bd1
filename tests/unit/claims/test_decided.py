"""Claims that are sentences: decided for all numbers, each shown, and false ones refused with numbers."""

from __future__ import annotations

import attrs
import pytest

from cgt.automata.decide import decide
from cgt.automata.formula import forall, implies, variables
from cgt.claims import claims, get
from cgt.claims.articles import relations
from cgt.numeration.system import zeckendorf

DECIDED = [claim for claim in claims() if claim.sentences is not None]


@pytest.mark.full  # by default tests/crosscheck/test_article_pages.py decides the first of each claim
@pytest.mark.parametrize("claim", DECIDED, ids=lambda claim: claim.id)
def test_every_sentence_of_a_claim_holds(claim):
    verdict = attrs.evolve(claim, check=None).verdict(2 if claim.unit else None)
    assert verdict.status == "decided"
    assert verdict.decisions
    assert all(decision.holds and decision.sentence for decision in verdict.decisions)


@pytest.mark.full
def test_every_slack_up_to_six():
    assert attrs.evolve(get("003.6"), check=None).verdict(6).status == "decided"


def test_a_sentence_that_does_not_hold_refutes_the_claim_and_names_numbers():
    (x,) = variables("x")
    lost = relations.lost_heaps(2)
    wrong = forall("x", implies(x >= 4, ~lost(x, x - 1)))
    claim = attrs.evolve(get("004.1"), check=None, sentences=lambda _bound: [decide(wrong, zeckendorf())])
    verdict = claim.verdict()
    assert verdict.status == "refuted"
    assert verdict.counterexample.where == "x = 5"


def fibonacci_sum(number):
    """The parts, the greatest first, by the definition."""
    terms, parts = [1, 2], []
    while terms[-1] < number:
        terms.append(terms[-1] + terms[-2])
    for term in reversed(terms):
        if term <= number:
            parts.append(term)
            number -= term
    return parts


def test_the_relations_are_what_their_names_say():
    system = zeckendorf()
    parts, tails = relations.least_part(system).automaton, relations.tail(system).automaton
    for number in range(1, 60):
        found = fibonacci_sum(number)
        assert [m for m in range(number + 1) if parts.accepts(number, m)] == [found[-1]]
        sums = {sum(found[start:]) for start in range(len(found))}
        assert {m for m in range(number + 1) if tails.accepts(number, m)} == sums
    golden = [(n, (n + int((5 * n * n) ** 0.5)) // 2) for n in range(1, 50)]
    assert [pair for pair in relations.golden().automaton.members(79) if pair[0] < 49] == golden[:48]
    keys = {pair for pair in relations.key_positions().automaton.members(60) if pair[0] <= pair[1]}
    assert keys == {(x, x + n) for n, x in [(0, 0), *golden] if x + n < 60}


def test_a_decided_claim_is_shown_with_its_sentences():
    from cgt.claims import judge

    (result,) = judge([get("004.1")])
    record = result.to_record()
    assert record["verdict"] == "decided"
    assert [each["holds"] for each in record["decided"]] == [True, True]
    assert "Term(n)" in record["decided"][1]["sentence"]
    assert "Term(n)" in result._repr_html_()
