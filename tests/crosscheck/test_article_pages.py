"""The articles' pages, made from all claims at their own bounds: every verdict as on record, every link whole."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cgt.claims import ARTICLES, claims
from cgt.claims.recorded import agrees

pytest.importorskip("matplotlib")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def articles():
    sys.path.insert(0, str(ROOT))
    try:
        from docs.generate import articles
    finally:
        sys.path.remove(str(ROOT))
    return articles


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_the_verdict_is_the_one_on_record(articles, claim):
    assert agrees(claim, articles.verdict_of(claim))


@pytest.mark.parametrize("number", [article.number for article in ARTICLES])
def test_a_page_tells_all_and_its_links_lead_somewhere(articles, number):
    page = articles.page(number)
    anchors = set(re.findall(r"\{ #(claim-[\w-]+) \}", page))
    links = re.findall(r"\]\(#([\w-]+)\)", page)
    assert len(links) == len(anchors) == len(claims(number))
    assert set(links) == anchors
    for claim in claims(number):
        assert articles.escape(claim.statement) in page
        for finding in articles.verdict_of(claim).findings:
            assert articles.escape(finding.true) in page


def test_every_figure_is_on_a_page_with_its_alt_text(articles):
    pages = "".join(articles.page(article.number) for article in ARTICLES)
    for name, text in articles.ALT_TEXTS.items():
        assert f'alt="{text}"' in pages
        assert articles.CAPTIONS[name] in pages
    assert pages.count("<figure>") == len(articles.FIGURES)


def test_the_overview_links_to_pages_that_exist(articles):
    for target in re.findall(r"\]\(([\w.]+)\)", articles.overview()):
        assert (ROOT / "docs" / "articles" / target).with_suffix(".md").exists()
