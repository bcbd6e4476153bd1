"""The claims of articles, each executable, with its verdict."""

from __future__ import annotations

from cgt.apps.claims.articles import ARTICLES
from cgt.apps.claims.articles.tables import Row, transcribed
from cgt.apps.claims.catalogue import FIGURES, claims, get, select
from cgt.apps.claims.claim import Article, Claim, Fact, Figure, Finding, Kind, Verdict, VerdictStatus
from cgt.apps.claims.session import Result, judge

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
