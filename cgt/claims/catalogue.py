"""All claims, by article, and how to find one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import attrs

from cgt.claims.articles import (
    article_000,
    article_000_heaps,
    article_000_rules,
    article_001,
    article_002,
    article_003,
    article_004,
)
from cgt.errors import UnknownNameError

if TYPE_CHECKING:
    from cgt.claims.claim import Claim


@attrs.frozen
class Article:
    """One of the five articles."""

    number: str
    title: str
    french: str
    """Its title in the original."""
    source: str
    rules: str
    """The game, in a sentence or two."""
    words: tuple[tuple[str, str], ...]
    """The original's words with the ones used here."""


ARTICLES = (
    Article(
        number="000",
        title="The match game",
        french="La stratégie des allumettes",
        source="A. Mothe, L. Orban, E. Privat, S. Rocher, L. Thouy, Comptes rendus MATh.en.JEANS 05-03 (2005)",
        rules="One heap of matches. The first player takes 1 or 2; whoever follows a take of n may take up to 2n "
        "(in the variants 3n, 4n, kn or n+1). Whoever takes the last match loses. (a, n) is a position with a "
        "matches left after a take of n.",
        words=(
            ("tas", "heap"),
            ("allumette", "match"),
            ("position gagnante (G)", "N-position: the next player wins"),
            ("position perdante (P)", "P-position: the previous player wins"),
            ("la suite gagnante", "the least winning quota of each heap"),
            ("suite de base", "base of the take-away numeration"),
        ),
    ),
    Article(
        number="001",
        title="Rows of matches",
        french="Le jeu des allumettes",
        source="MATh.en.JEANS 2012-2013, lycée Guy Môquet, Châteaubriant",
        rules="Several rows of matches. Take 1, 2 or 3 matches from one row. Whoever takes the last match wins.",
        words=(
            ("ligne", "row"),
            ("paquets de quatre", "groups of four: the length modulo 4"),
            ("principe de la symétrie", "pairing strategy"),
        ),
    ),
    Article(
        number="002",
        title="Wythoff's game",
        french="Jeu de Wythoff",
        source="a page of recreational mathematics in French",
        rules="Two heaps or more. Take any number from one heap, or the same number from two. Whoever takes the "
        "last match wins.",
        words=(
            ("position clé", "P-position"),
            ("notation de Fibonacci, Fits", "Fibonacci notation and its digits"),
            ("qui perd gagne", "misère play"),
            ("nombre d'or", "golden ratio φ = (1 + √5) / 2"),
        ),
    ),
    Article(
        number="003",
        title="Wythoff's game with slack",
        french="Jeu de Nim : quelle stratégie pour gagner ?",
        source="MATh.en.JEANS, lycées Romain Rolland (Argenteuil) and Le Mée-sur-Seine",
        rules="Two heaps. Take any number from one heap, or numbers from both that differ by at most d (d = 1 "
        "unless said otherwise). Whoever takes the last match wins.",
        words=(
            ("écart possible", "slack d; in this library a = d + 1"),
            ("situation gagnante pour le second joueur", "P-position"),
            ("énoncé", "statement"),
        ),
    ),
    Article(
        number="004",
        title="Fibonacci nim",
        french="Nim de Fibonacci",
        source="the article of the French Wikipedia",
        rules="A heap of coins. The first move takes anything but the whole heap, every later one at most twice the "
        "previous take. Whoever takes the last coin wins.",
        words=(
            ("pièce, pile", "coin, heap"),
            ("quota", "quota: the most that may be taken now"),
            ("représentation de Zeckendorf", "Zeckendorf representation"),
            ("somme nim, valeur nim", "nim-sum, nim-value"),
        ),
    ),
)

_MODULES = (
    article_000,
    article_000_heaps,
    article_000_rules,
    article_001,
    article_002,
    article_003,
    article_004,
)


def _place_in_the_list(claim: Claim) -> tuple[str, int, str]:
    number = claim.part_of.partition(".")[2]
    return claim.article, int(number), claim.id


_CLAIMS: tuple[Claim, ...] = tuple(
    sorted((claim for module in _MODULES for claim in module.CLAIMS), key=_place_in_the_list)
)


def claims(article: str | None = None) -> tuple[Claim, ...]:
    """All claims in the order of the articles, or those of one article.

    Raises:
        UnknownNameError: no such article.

    >>> [claim.id for claim in claims("001")][:3]
    ['001.1', '001.2', '001.3a']
    """
    if article is None:
        return _CLAIMS
    found = tuple(claim for claim in _CLAIMS if claim.article == article)
    if not found:
        raise UnknownNameError(f"no article {article!r}: there are {', '.join(one.number for one in ARTICLES)}")
    return found


def get(claim_id: str) -> Claim:
    """The claim of that id.

    Raises:
        UnknownNameError: there is none; the message lists near matches, the readings of a claim that has several first.

    >>> get("002.4").kind.word
    'theorem'
    """
    for claim in _CLAIMS:
        if claim.id == claim_id:
            return claim
    raise _unknown(claim_id)


def select(name: str) -> tuple[Claim, ...]:
    """The claims a name stands for: one claim, all readings of `001.5`, or the whole article `001`.

    Raises:
        UnknownNameError: it stands for none; the message lists near matches.

    >>> [claim.id for claim in select("003.2")]
    ['003.2a', '003.2b', '003.2c', '003.2d']
    """
    found = tuple(claim for claim in _CLAIMS if name in {claim.id, claim.part_of, claim.article})
    if not found:
        raise _unknown(name)
    return found


def _unknown(name: str) -> UnknownNameError:
    readings = [claim.id for claim in _CLAIMS if claim.part_of == name]
    known = [claim.id for claim in _CLAIMS]
    near = readings or get_close_matches(name, known, n=4, cutoff=0.6)
    hint = f"did you mean {', '.join(near)}?" if near else "ids run from 000.1 to 004.8"
    return UnknownNameError(f"no claim {name!r}: {hint}")
