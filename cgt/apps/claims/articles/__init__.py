"""The five articles that the library grew from: their claims, printed tables, figures, and the pupils' programs.

Whoever wants them asks `cgt.apps.claims`, which finds them here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.apps.claims.articles import (
    article_000,
    article_000_heaps,
    article_000_programs,
    article_000_rules,
    article_001,
    article_002,
    article_003,
    article_004,
)
from cgt.apps.claims.articles.figures import TAKE_AGAINST_MATCHES, WYTHOFF_P_POSITIONS, ZECKENDORF_ROWS
from cgt.apps.claims.claim import Article, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.apps.claims.claim import Claim

# Why a claim is no sentence in a number system, which automata could decide: a short line for each that is none.
_ROWS = "it speaks of any number of rows, a sentence of a fixed number of heaps"
_PROGRAM = "it speaks of a program, not of a set of numbers"
_DECIMAL = "it speaks of decimal digits, and the lost heaps are told by binary ones: no number system tells both"
_EVERY_K = "k is any number, and each k has a number system of its own"
_NO_ADDITION = "the base of 4n is of no Pisot number: no automaton is known that adds in it"

_REASONS = {
    "000.3": "it is true of every quota function, a sentence of one alone",
    "000.6a": "it is what makes the words of the number system, and is checked by counting them",
    "000.6c": "it speaks of the places of the parts, not of numbers",
    **dict.fromkeys(("000.9a", "000.9b", "000.9c", "000.9d"), _PROGRAM),
    **dict.fromkeys(("000.16a", "000.16b", "000.16c"), _NO_ADDITION),
    **dict.fromkeys(("000.17a", "000.17b", "000.17c", "000.17d"), _EVERY_K),
    **dict.fromkeys(("000.19a", "000.19b"), _DECIMAL),
    **dict.fromkeys(("001.2", "001.3a", "001.3b", "001.5a", "001.5b", "001.5c", "001.5d"), _ROWS),
    "001.4": "m is any number: it is a sentence for each m, and the theorem has them all",
    "001.6a": "it is one position, searched whole",
    "004.7": "no automaton of the lost heaps is seen to 30,000 in Zeckendorf's digits",
}

_BY_KIND = {
    Kind.DATA: "it is a finite table, compared in every place",
    Kind.QUESTION: "it is a question, not a statement",
}


def _told(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims, and of those that are no sentence why."""
    return tuple(
        claim
        if claim.sentences is not None
        else attrs.evolve(claim, no_sentence=_REASONS.get(claim.id) or _BY_KIND[claim.kind])
        for claim in claims
    )


_MATCH_GAME = [
    claim for part in (article_000, article_000_programs, article_000_rules, article_000_heaps) for claim in part.CLAIMS
]

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
        claims=_told(sorted(_MATCH_GAME, key=lambda claim: (claim.number, claim.id))),
        figures=(TAKE_AGAINST_MATCHES,),
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
        claims=_told(article_001.CLAIMS),
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
        claims=_told(article_002.CLAIMS),
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
        claims=_told(article_003.CLAIMS),
        figures=(WYTHOFF_P_POSITIONS,),
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
        claims=_told(article_004.CLAIMS),
        figures=(ZECKENDORF_ROWS,),
    ),
)
