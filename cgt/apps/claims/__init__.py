"""The claims of articles, each executable, with its verdict."""

from __future__ import annotations

from cgt.apps.claims.articles import ARTICLES
from cgt.apps.claims.articles.tables import Row, transcribed
from cgt.apps.claims.catalogue import FIGURES, Result, claims, get, judge, select
from cgt.apps.claims.claim import Article, Claim, Fact, Figure, Finding, Kind, Verdict, VerdictStatus

__all__ = [
    "ARTICLES",
    "FIGURES",
    "Article",
    "Claim",
    "Fact",
    "Figure",
    "Finding",
    "Kind",
    "Result",
    "Row",
    "Verdict",
    "VerdictStatus",
    "claims",
    "get",
    "judge",
    "select",
    "transcribed",
]
