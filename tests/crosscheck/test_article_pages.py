"""The articles' pages, made from all claims: every verdict as on record, every link whole.

Under `--full` the claims are checked to their own bounds, else to smaller ones that reach every counterexample. The
build of the site checks all of them to their own bounds too, and fails where a verdict is not the one on record.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import islice
from pathlib import Path

import attrs
import pytest

from cgt.apps.claims import ARTICLES, FIGURES, claims
from cgt.apps.claims.catalogue import agrees, recorded

Figure = pytest.importorskip("matplotlib.figure").Figure
ROOT = Path(__file__).resolve().parents[2]


DECIDED = ["000.5a", "001.1", "002.4", "003.1a", "004.2"]
"""The claims decided by default, a quick one of each article.

tests/unit/apps/claims/test_decided.py decides those that sentences refute.
"""


@cache
def quick_verdict(claim):
    """The verdict to a small bound, by the first sentence where all are true: `--full` and the site decide them all."""
    every = claim.sentences
    claim = attrs.evolve(claim, sentences=(lambda bound: islice(every(bound), 1)) if claim.id in DECIDED else None)
    return claim.verdict(max(recorded()[claim.id].fails_from, min(claim.bound * 3 // 4, 8)) if claim.unit else None)


@pytest.fixture(scope="module")
def articles(upto):
    sys.path.insert(0, str(ROOT))
    try:
        from docs.generate import articles
    finally:
        sys.path.remove(str(ROOT))
    with pytest.MonkeyPatch.context() as quicker:
        quicker.setattr(articles, "verdict_of", upto(quick_verdict, full=articles.verdict_of))
        # tests/unit/apps/show/plot/test_article_figures.py saves them all
        quicker.setattr(Figure, "savefig", upto(lambda *_to, **_how: None, full=Figure.savefig))
        yield articles


def test_every_verdict_is_the_one_on_record(articles, upto):
    by_sentences = [claim for claim in claims() if claim.id in DECIDED or upto(False, full=claim.sentences is not None)]
    by_checks = [claim for claim in claims() if claim.sentences is None or recorded()[claim.id].status == "refuted"]
    looked_at = upto([*by_sentences, *by_checks], full=claims())
    assert [claim.id for claim in looked_at if not agrees(claim, articles.verdict_of(claim))] == []
    verdicts = [articles.verdict_of(claim) for claim in by_sentences]
    assert all(found.decisions and all(each.sentence for each in found.decisions) for found in verdicts)
    assert all(all(found.decisions) is (found.status == "decided") for found in verdicts)


@cache
def pages_of(articles, number):
    """The pages of an article by the names of their files."""
    names = [number, *(f"{number}-{part}" for part in range(2, len(articles.SPLIT.get(number, ())) + 1))]
    return {name: articles.page(number, part) for part, name in enumerate(names, start=1)}


@pytest.mark.full("003", "004")
@pytest.mark.parametrize("number", [article.number for article in ARTICLES])
def test_a_page_tells_all_and_its_links_lead_somewhere(articles, number):
    pages = pages_of(articles, number)
    anchors = {(name, anchor) for name, page in pages.items() for anchor in re.findall(r"\{ #(claim-[\w-]+) \}", page)}
    links = re.findall(r"\]\((?:([\w-]+)\.html)?#(claim-[\w-]+)\)", pages[number])
    assert len(links) == len(anchors) == len(claims(number))
    assert {(name or number, anchor) for name, anchor in links} == anchors
    page = "".join(pages.values())
    for claim in claims(number):
        assert articles.escape(claim.statement) in page
        for finding in articles.verdict_of(claim).findings:
            assert articles.escape(finding.true) in page


def test_every_figure_is_on_a_page_with_its_alt_text(articles):
    pages = "".join(page for article in ARTICLES for page in pages_of(articles, article.number).values())
    for figure in FIGURES.values():
        assert f'alt="{figure.alt_text}"' in pages
        assert figure.caption in pages
    assert pages.count("<figure ") == len(FIGURES)


def test_the_overview_links_to_pages_that_exist(articles):
    for target in re.findall(r"\]\(([\w.]+)\)", articles.overview()):
        assert (ROOT / "docs" / "articles" / target).with_suffix(".md").exists()
