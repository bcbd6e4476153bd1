"""Claims that are sentences: decided for all numbers, each shown, and false ones refused with numbers."""

from __future__ import annotations

from functools import cache

import attrs
import pytest

from cgt.apps.claims import claims, get, select
from cgt.apps.claims.articles import decided_claims
from cgt.apps.claims.catalogue import recorded
from cgt.digits.decide import decide
from cgt.digits.formula import forall, implies, variables
from cgt.digits.system import zeckendorf

DECIDED = [claim for claim in claims() if claim.sentences is not None]


@pytest.mark.full  # by default tests/crosscheck/test_article_pages.py decides the first of each claim
@pytest.mark.parametrize("claim", DECIDED, ids=lambda claim: claim.id)
def test_the_sentences_of_a_claim_tell_what_is_on_record(claim):
    verdict = attrs.evolve(claim, check=None).verdict(2 if claim.unit else None)
    assert verdict.status == recorded()[claim.id].status
    assert verdict.decisions
    assert all(decision.sentence for decision in verdict.decisions)
    assert all(verdict.decisions) is (verdict.status == "decided")


def test_the_claims_that_are_refuted_by_a_sentence(upto):
    """All but one whose sentences take a second; by default those that take less than half of one."""
    refuted = {claim.id for claim in DECIDED if recorded()[claim.id].status == "refuted"}
    assert refuted == {"000.5b", "000.14c", "000.14d", "002.6a", "002.7c", "003.1c", "003.4a", "003.4b"}
    counterexamples = {
        claim_id: attrs.evolve(get(claim_id), check=None).verdict().counterexample.where
        for claim_id in refuted - upto({"003.1c", "000.14c", "000.14d"}, full={"003.1c"})
    }
    assert counterexamples == upto({}, full={"000.14c": "m = 20", "000.14d": "n = 15, m = 21"}) | {
        "000.5b": "m = 20",
        "002.6a": "x = 2, y = 4",
        "002.7c": "x = 1, y = 2",
        "003.4a": "n = 1, p = 4",
        "003.4b": "p = 5",
    }


def test_a_claim_is_a_sentence_or_tells_in_a_line_why_not():
    for claim in claims():
        assert (claim.sentences is None) is bool(claim.no_sentence), claim.id
        assert len(claim.no_sentence) < 120, claim.id


def test_what_the_issue_names_is_decided():
    named = "000.7 000.8 000.14 000.19c 002.2 002.3b 002.4 002.5a 002.6c 002.7b 002.7d 003.1 003.2 003.3 003.4 "
    named += "003.5a 003.5b 003.6 004.1 004.2 004.4 004.5a 004.6a"
    for name in named.split():
        assert all(claim.sentences is not None for claim in select(name)), name


def test_equal_heaps_lose_by_the_definition():
    """000.11 beside a search written here: misère play, rule 2n, two heaps under one quota."""

    @cache
    def wins(heaps, quota):
        if not any(heaps):
            return True
        return any(
            not wins(tuple(left - taken if place == index else left for place, left in enumerate(heaps)), 2 * taken)
            for index, heap in enumerate(heaps)
            for taken in range(1, min(heap, quota) + 1)
        )

    assert not any(wins((a, a), quota) for a in range(2, 10) for quota in range(1, a + 1))
    assert all(get("000.11b").verdict(3).decisions)


@pytest.mark.full
def test_every_slack_up_to_six():
    assert attrs.evolve(get("003.6"), check=None).verdict(6).status == "decided"


def test_a_sentence_that_does_not_hold_refutes_the_claim_and_names_numbers():
    (x,) = variables("x")
    lost = decided_claims.lost_heaps(2)
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
    parts, tails = decided_claims.least_part(system).automaton, decided_claims.tail(system).automaton
    for number in range(1, 60):
        found = fibonacci_sum(number)
        assert [m for m in range(number + 1) if parts.accepts(number, m)] == [found[-1]]
        sums = {sum(found[start:]) for start in range(len(found))}
        assert {m for m in range(number + 1) if tails.accepts(number, m)} == sums
    golden = [(n, (n + int((5 * n * n) ** 0.5)) // 2) for n in range(1, 50)]
    assert [pair for pair in decided_claims.golden().automaton.members(79) if pair[0] < 49] == golden[:48]
    keys = {pair for pair in decided_claims.key_positions().automaton.members(60) if pair[0] <= pair[1]}
    assert keys == {(x, x + n) for n, x in [(0, 0), *golden] if x + n < 60}


def test_a_decided_claim_is_shown_with_its_sentences():
    from cgt.apps.claims import judge

    (result,) = judge([get("004.1")])
    record = result.to_record()
    assert record["verdict"] == "decided"
    assert [each["holds"] for each in record["decided"]] == [True, True]
    assert "Term(n)" in record["decided"][1]["sentence"]
    assert "Term(n)" in result._repr_html_()
