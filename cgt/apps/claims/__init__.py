"""The claims of articles, each executable, with its verdict."""

from __future__ import annotations

from cgt.apps.claims.article import Article, Figure
from cgt.apps.claims.catalogue import ARTICLES, FIGURES, claims, get, printed, select
from cgt.apps.claims.claim import Claim, Fact, Finding, Kind, Verdict, VerdictStatus
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
    "Verdict",
    "VerdictStatus",
    "claims",
    "get",
    "judge",
    "printed",
    "select",
]
