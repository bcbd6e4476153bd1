"""The French pages of the games, and what generated pages say in French besides the library's own texts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from unicodedata import normalize

import attrs

import cgt
from cgt.language import _, active_language, language

GAMES = Path(__file__).resolve().parents[1] / "games"
_CALL = re.compile(r"rulesets\.page\((.*)\)\)")

FRENCH = {
    " and ": " et ",
    ": ": " : ",
    "; ": " ; ",
    "A position of this game is no number: there is no table.": (
        "Une position de ce jeu n’est pas un nombre : il n’y a pas de table."
    ),
    "A position:": "Une position :",
    "An example": "Un exemple",
    "Audited against the search engine when this page was built: {done}, each of the outcome, every "
    "winning move, and the nim-value where one is claimed. No disagreement.": (
        "Vérifié par une recherche complète quand cette page a été construite : {done} ; chaque fois "
        "l’issue, tous les coups gagnants, et la valeur de Grundy quand il y en a une. Aucun désaccord."
    ),
    "Game": "Jeu",
    "Genus": "Genre",
    "In Python:": "En Python :",
    "In {convention} no closed form covers this game: tables and search answer.": (
        "En {convention}, aucune formule ne couvre ce jeu : les tables et la recherche répondent."
    ),
    "Of `{position}`: the [genus](../concepts/genus.html) is {genus}. It is *{species}*: {meaning}.": (
        "De `{position}` : le [genre](../concepts/genus.html) est {genus} (*{species}* : {meaning})."
    ),
    "On the command line:": "En ligne de commande :",
    "One heap (down) under a quota (across): the least amount that wins in normal play; a marked cell is a"
    " P-position, where every move loses.": (
        "Un tas (de haut en bas) sous un quota (de gauche à droite) : le plus petit nombre qui gagne en "
        "jeu normal ; une case marquée est une position P, où tout coup perd."
    ),
    "P-positions of one heap below {stop}, {convention}": "Positions P d’un tas de moins de {stop}, {convention}",
    "Play conventions:": "Conventions :",
    "Play it here": "Jouer ici",
    "References": "Références",
    "Rules": "Règles",
    "Source: ": "Source : ",
    "Table": "Table",
    "The [genus](../concepts/genus.html) of one heap: its nim-value, and its misère nim-values beside heaps of two. "
    "A marked one is of a heap that is not tame.": (
        "Le [genre](../concepts/genus.html) d’un tas : sa valeur de Grundy, et ses valeurs misère près de tas de deux."
        " Un genre marqué est celui d’un tas qui n’est pas apprivoisé."
    ),
    "The misère quotient of {quotient}.": "Le quotient misère de {quotient}.",
    "The nim-value of one heap. A marked heap is a P-position: who is to move loses, in normal play.": (
        "La valeur de Grundy d’un tas. Un tas marqué est une position P : qui doit jouer perd, en jeu normal."
    ),
    "The nim-value of two heaps. A marked cell is a P-position: who is to move loses, in normal play.": (
        "La valeur de Grundy de deux tas. Une case marquée est une position P : qui doit jouer perd, en jeu normal."
    ),
    "The sequence of nim-values": "La suite des valeurs de Grundy",
    "Two heaps: the least quota with which the player to move wins, in normal play. A marked cell is lost "
    "under every quota.": (
        "Deux tas : le plus petit quota avec lequel qui doit jouer gagne, en jeu normal. Une case marquée "
        "est perdue sous tout quota."
    ),
    "What is known without searching": "Ce que l’on sait sans chercher",
    "Written": "S’écrit",
    "`{position}`, with the player to move:": "`{position}`, au joueur qui doit jouer :",
    "by {route}": "par {route}",
    "genus": "genre",
    "heap": "tas",
    "misère play": "jeu misère",
    "no move wins": "aucun coup ne gagne",
    "none": "aucune",
    "normal play": "jeu normal",
    "{count} comparisons in {convention}": "{count} comparaisons en {convention}",
    "{title}: a board to play on": "{title} : un plateau pour jouer",
    "… ({count} winning moves in all)": "… ({count} coups gagnants en tout)",
}


def say(text: str, **values: object) -> str:
    """The text in the language of the page, with its values."""
    return (FRENCH[text] if active_language() == "fr" else text).format(**values)


@attrs.frozen
class GamePage:
    """A page to be: where it stands in the site, its title, its Markdown."""

    path: str
    title: str
    content: str


@cache
def game_pages() -> tuple[GamePage, ...]:
    """The French page of every game that has an English one, by the French titles."""
    found = []
    for english in sorted(GAMES.glob("*.md")):
        call = _CALL.search(english.read_text(encoding="utf-8"))
        if call is None:
            continue
        with language("fr"):
            title = _(cgt.parse_ruleset(call[1].split('"')[1]).title)
        code = f'from docs.generate import rulesets\n\nprint(rulesets.page({call[1]}, code="fr"))'
        content = f'# {title}\n\n```python exec="on"\n{code}\n```\n'
        found.append(GamePage(f"fr/games/{english.name}", title, content))
    return tuple(sorted(found, key=lambda page: normalize("NFD", page.title)))
