"""The five articles that the library grew from: their claims, printed tables, figures, and the pupils' programs.

What an article claims stands in its `.toml`, in its own order; how each claim is put to the test, in its module.
Whoever wants them asks `cgt.apps.claims`, which finds them here.
"""

from __future__ import annotations

import tomllib
from functools import partial
from importlib.resources import files
from typing import Any

from cgt.apps.claims.articles import coins_fibonacci, key_positions, rows_of_matches, take_away, wythoff_slack
from cgt.apps.claims.articles.article_figures import DRAWN
from cgt.apps.claims.articles.decided_claims import decided
from cgt.apps.claims.claim import Article, Claim, Fact, Figure, Trial, Trials


def _claim(record: dict[str, Any], trial: Trial) -> Claim:
    """A claim from its record and its trial: its sentences to decide, and facts that need no computation."""
    if "sentences" in record:
        trial = {**trial, "sentences": partial(decided, record.pop("system"), record.pop("sentences"))}
    if "facts" in record:
        known = [Fact(about, value) for about, value in record.pop("facts")]
        computed = trial.get("facts")
        trial = {**trial, "facts": lambda bound: (*(computed(bound) if computed else ()), *known)}
    return Claim(**record, **trial)


def _article(number: str, trials: Trials) -> Article:
    record = tomllib.loads((files(__name__) / f"{number}.toml").read_text(encoding="utf-8"))
    claims = tuple(_claim(claim, trials.get(claim["id"], {})) for claim in record.pop("claims"))
    figures = tuple(Figure(draw=DRAWN[figure["name"]], **figure) for figure in record.pop("figures", ()))
    return Article(number=number, claims=claims, figures=figures, **record)


ARTICLES = (
    _article("000", take_away.TRIALS),
    _article("001", rows_of_matches.TRIALS),
    _article("002", key_positions.TRIALS),
    _article("003", wythoff_slack.TRIALS),
    _article("004", coins_fibonacci.TRIALS),
)
