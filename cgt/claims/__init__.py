"""The articles' claims, each executable, with its verdict."""

from __future__ import annotations

from cgt.claims.catalogue import ARTICLES, Article, claims, get, select
from cgt.claims.claim import Claim, Fact, Finding, Kind, Status, Verdict
from cgt.claims.session import Result, judge

__all__ = [
    "ARTICLES",
    "Article",
    "Claim",
    "Fact",
    "Finding",
    "Kind",
    "Result",
    "Status",
    "Verdict",
    "claims",
    "get",
    "judge",
    "select",
]
