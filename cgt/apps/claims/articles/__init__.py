"""The five articles that the library grew from: their claims, printed tables, figures, and the pupils' programs.

What an article claims stands in its `.toml`, in its own order; how each claim is put to the test, in its module.
Whoever wants them asks `cgt.apps.claims`, which finds them here.
"""

from __future__ import annotations

import tomllib
from functools import partial
from importlib.resources import files
from typing import Any

from cgt.apps.claims.articles import article_000, article_001, article_002, article_003, article_004
from cgt.apps.claims.articles.figures import DRAWN
from cgt.apps.claims.articles.sentences import decided
from cgt.apps.claims.claim import Article, Claim, Fact, Figure, Trial, Trials


def _claim(told: dict[str, Any], trial: Trial) -> Claim:
    """A claim, with what its words say of its trial: sentences to be decided, and facts that need no computing."""
    if "sentences" in told:
        trial = {**trial, "sentences": partial(decided, told.pop("system"), told.pop("sentences"))}
    if "facts" in told:
        known = [Fact(about, value) for about, value in told.pop("facts")]
        computed = trial.get("facts")
        trial = {**trial, "facts": lambda bound: (*(computed(bound) if computed else ()), *known)}
    return Claim(**told, **trial)


def _article(number: str, trials: Trials) -> Article:
    told = tomllib.loads((files(__name__) / f"{number}.toml").read_text(encoding="utf-8"))
    claims = tuple(_claim(claim, trials.get(claim["id"], {})) for claim in told.pop("claims"))
    figures = tuple(Figure(draw=DRAWN[figure["name"]], **figure) for figure in told.pop("figures", ()))
    return Article(number=number, claims=claims, figures=figures, **told)


ARTICLES = (
    _article("000", article_000.TRIALS),
    _article("001", article_001.TRIALS),
    _article("002", article_002.TRIALS),
    _article("003", article_003.TRIALS),
    _article("004", article_004.TRIALS),
)
