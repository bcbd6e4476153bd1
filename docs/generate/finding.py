"""The order of a search of the site: words that lead to a page, and the weight of a page beside others."""

from __future__ import annotations

from typing import Any

import yaml

WORDS = {
    "start.md": ["install", "solve", "download", "get started", "tutorial", "python", "command line", "who wins"],
    "guide/own-game.md": ["own game", "cgt.game", "plugin"],
    "guide/researcher.md": ["LaTeX", "csv", "export", "parquet", "OEIS"],
    "guide/play-in-a-page.md": ["play", "QR code"],
    "guide/pupil.md": ["trick", "winning strategy"],
    "guide/teacher.md": ["lesson", "teacher", "class", "worksheet", "exercises"],
    "concepts/nim-value.md": ["P-position", "mex", "Sprague", "Grundy number", "Grundy value", "nim-value"],
    "concepts/misere.md": ["misère", "misere"],
    "concepts/misere-quotients.md": ["quotient"],
    "concepts/genus.md": ["genus"],
    "games/fibonacci-nim.md": ["Fibonacci nim"],
    # The "to" of a race is found only as the beginning of a word, here of "tokens".
    "games/bounded-nim.md": ["Bounded nim", "21 game", "21 matches", "21 tokens", "Bachet", "race to 21"],
    "games/dawsons-chess.md": ["Dawson’s Chess"],
    "games/dawsons-kayles.md": ["Dawson’s Kayles"],
    "games/kayles.md": ["Kayles", "pins"],
    "games/nim.md": ["Nim", "Marienbad", "xor"],
    "games/sprouts.md": ["Sprouts"],
    "games/octal.md": ["octal game", "octal code"],
    "games/takeaway.md": ["matches", "matchsticks"],
    "games/wythoff.md": ["golden ratio"],
    "concepts/periods.md": ["period", "periodicity theorem"],
    "concepts/loopy.md": ["loopy", "draw"],
    "contributing.md": ["contribute"],
    "fr/start.md": ["installer", "résoudre", "resoudre", "télécharger", "telecharger", "python", "qui gagne"],
    "fr/guide/index.md": ["mon propre jeu"],
    "fr/guide/play-in-a-page.md": ["jouer"],
    "fr/guide/pupil.md": ["astuce", "stratégie gagnante", "strategie gagnante"],
    "fr/guide/teacher.md": ["leçon", "lecon", "professeur", "classe", "exercices"],
    "fr/concepts/nim-value.md": ["valeur de Grundy", "nimber", "mex", "Sprague"],
    "fr/concepts/misere.md": ["misère", "misere"],
    "fr/concepts/misere-quotients.md": ["quotient"],
    "fr/concepts/genus.md": ["genre"],
    "fr/concepts/periods.md": ["période", "periode"],
    "fr/games/bounded-nim.md": ["nim borné", "bâtonnets", "batonnets", "course à 20", "Fort Boyard"],
    "fr/games/fibonacci-nim.md": ["nim de Fibonacci"],
    "fr/games/kayles.md": ["quilles"],
    "fr/games/nim.md": ["Nim"],
    "fr/games/takeaway.md": ["allumettes"],
}
"""Words that lead to a page before any other."""

WEIGHTS = {
    "reference/": 0.01,
    "changelog.md": 0.01,
    "measured.md": 0.01,
    "cookbook.md": 0.5,
    "articles/": 0.5,
    "games/nim.md": 8,
    "concepts/": 2,
    "guide/": 2,
}
"""The weight of the pages of a folder, where it is not 1."""

FIRST = 2
"""The weight of the pages of the games that people begin with."""


def with_front_matter(path: str, text: str, first: frozenset[str]) -> str:
    """The page with what the search is told of it; `first` are the names of the games that people begin with.

    >>> print(with_front_matter("guide/teacher.md", "# T", frozenset()))
    ---
    search:
      boost: 2
    tags:
    - lesson
    - teacher
    - class
    - worksheet
    - exercises
    ---
    # T
    """
    front: dict[str, Any] = {}
    if text.startswith("---\n"):
        written, text = text.removeprefix("---\n").split("---\n", maxsplit=1)
        front = yaml.safe_load(written)
    place = path.removeprefix("fr/")
    folder, _slash, name = place.rpartition("/")
    weight = next((weight for start, weight in WEIGHTS.items() if place.startswith(start)), 1)
    if weight == 1 and folder == "games" and name.removesuffix(".md") in first:
        weight = FIRST
    if weight != 1:
        front["search"] = {"boost": weight}
    if path in WORDS:
        front["tags"] = WORDS[path]
    return f"---\n{yaml.safe_dump(front, allow_unicode=True)}---\n{text}" if front else text
