"""The catalogue is complete, and its verdicts are those on record."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from cgt.apps.claims import ARTICLES, Kind, VerdictStatus, claims, get, judge, select
from cgt.apps.claims.articles import coins_fibonacci, key_positions, rows_of_matches, take_away, wythoff_slack
from cgt.apps.claims.catalogue import agrees, recorded
from cgt.errors import ParseError, UnknownNameError

DOCS = Path(__file__).resolve().parents[4] / "docs"

# How many claims each article states in the list the library grew from: 000.1 to 000.21, and so on.
COUNTS = {"000": 21, "001": 6, "002": 8, "003": 6, "004": 8}
LIST = [f"{article}.{number}" for article, count in COUNTS.items() for number in range(1, count + 1)]


def test_every_id_of_the_list_has_its_claims():
    for listed in LIST:
        assert {claim.part_of for claim in select(listed)} == {listed}


def test_no_other_ids():
    assert sorted({claim.part_of for claim in claims()}, key=LIST.index) == LIST
    assert len({claim.id for claim in claims()}) == len(claims())


def test_readings_are_lettered_from_a():
    for listed in LIST:
        letters = [claim.id.removeprefix(listed) for claim in select(listed)]
        assert letters in ([""], list("abcdefgh")[: len(letters)])


def test_the_split_readings_of_the_list():
    assert [claim.id for claim in select("001.5")][:3] == ["001.5a", "001.5b", "001.5c"]
    assert [claim.id for claim in select("003.4")] == ["003.4a", "003.4b"]


def test_a_claim_says_what_it_must():
    for claim in claims():
        assert claim.statement.endswith((".", "?", "…")), claim.id
        assert all((claim.how, claim.reference, claim.french)), claim.id
        assert claim.article in {article.number for article in ARTICLES}
        assert claim.check is not None or claim.kind is Kind.QUESTION
        assert not (claim.theorem and claim.kind is Kind.TABLE)


def test_every_trial_has_its_claim_and_every_claim_a_sentence_or_a_reason():
    modules = (take_away, rows_of_matches, key_positions, wythoff_slack, coins_fibonacci)
    assert {name for module in modules for name in module.TRIALS} <= {claim.id for claim in claims()}
    for claim in claims():
        assert (claim.sentences is None) is bool(claim.no_sentence), claim.id


def test_every_claim_has_a_verdict_on_record_at_its_own_bound():
    bounds = {claim.id: claim.bound if claim.unit else None for claim in claims()}
    assert list(recorded()) == list(bounds)
    assert {name: known.bound for name, known in recorded().items()} == bounds


def test_a_proof_is_named_where_a_verdict_is_proved():
    for claim in claims():
        if recorded()[claim.id].status is VerdictStatus.PROVED:
            assert claim.theorem, claim.id


@pytest.mark.parametrize("name", ["000.22", "000.17e", "001,5a", "wythoff", "", "005"])
def test_unknown_ids(name):
    with pytest.raises(UnknownNameError, match="no claim"):
        select(name)


def test_near_matches():
    with pytest.raises(UnknownNameError, match=r"did you mean 001\.5a, 001\.5b, 001\.5c, 001\.5d\?"):
        get("001.5")
    with pytest.raises(UnknownNameError, match=r"did you mean .*002\.6a"):
        get("002.6z")


@pytest.mark.parametrize("bound", [0, -3])
def test_a_bound_is_a_number_from_one(bound):
    with pytest.raises(ParseError, match="at least 1"):
        get("000.3").verdict(bound)


def test_a_table_takes_no_bound():
    with pytest.raises(ParseError, match="checked whole"):
        get("000.4").verdict(20)


def test_a_refuted_claim_fails_from_its_least_counterexample_on():
    for claim in claims():
        known = recorded()[claim.id]
        if claim.unit and known.status is VerdictStatus.REFUTED:
            searched = attrs.evolve(claim, sentences=None)  # a sentence speaks of all numbers at once
            found = searched.verdict(known.fails_from)
            assert (found.status, agrees(claim, found)) == (VerdictStatus.REFUTED, True), claim.id
            holds = known.fails_from == 1 or searched.verdict(known.fails_from - 1).status is VerdictStatus.HOLDS
            assert holds, claim.id


def test_a_search_finds_nothing_against_what_sentences_decide(upto):
    for claim in claims():
        if recorded()[claim.id].status is VerdictStatus.DECIDED:
            found = attrs.evolve(claim, sentences=None).verdict(upto(3, full=5) if claim.unit else None)
            assert found.status in {VerdictStatus.HOLDS, VerdictStatus.PROVED}, claim.id


@pytest.mark.full
@pytest.mark.parametrize("claim", [claim for claim in claims() if claim.unit], ids=lambda claim: claim.id)
def test_a_small_bound_agrees_with_the_record(claim):
    assert agrees(claim, claim.verdict(min(claim.bound, 25)))


def test_estimates_grow():
    claim = get("000.11a")
    assert claim.estimate() == claim.seconds
    assert claim.estimate(2 * claim.bound) == pytest.approx(claim.seconds * 16)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_article_has_its_page_with_lasting_anchors(article):
    page = (DOCS / "articles" / f"{article.number}.md").read_text()
    assert page.startswith(f"# {article.title}\n")
    assert 'exec="true" idprefix=""' in page
    assert f'articles.page("{article.number}")' in page


def test_progress_counts_the_claims():
    seen = []
    judge(select("001.6"), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 2), (1, 2), (2, 2)]
