"""The claims of articles, each executable, with its verdict."""

from __future__ import annotations

from cgt.claims.article import Article, Figure
from cgt.claims.catalogue import ARTICLES, FIGURES, claims, get, printed, select
from cgt.claims.claim import Claim, Fact, Finding, Kind, Status, Verdict
from cgt.claims.session import Result, judge

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
    "Status",
    "Verdict",
    "claims",
    "get",
    "judge",
    "printed",
    "select",
]
