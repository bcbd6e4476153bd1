"""The French of generated pages besides the library's own texts."""

from __future__ import annotations

import re

from cgt.core.language import active_language

FRENCH = {
    "take {count}": "prendre {count}",
    "Take 1 or 2. Then each of us takes at most twice what the other took. The last match loses.": (
        "Prenez-en 1 ou 2. Ensuite, chacun prend au plus le double de ce que l’autre a pris. "
        "Qui prend la dernière allumette perd."
    ),
    "I take {count}. You may take up to {most}.": "J’en prends {count}. Vous pouvez en prendre jusqu’à {most}.",
    "You took the last match: you lose.": "Vous avez pris la dernière allumette : vous perdez.",
    "I have to take the last match: you win!": "Je dois prendre la dernière allumette : vous gagnez !",
    "Again": "Encore une",
    "What is known": "Ce que l’on sait",
    "Played on": "Se joue avec",
    "All": "Tous",
    "Open": "Ouvert",
    "No game is both.": "Aucun jeu ne répond aux deux choix à la fois.",
    "Known in part": "Connu en partie",
    "A period is proved": "Une période est démontrée",
    "A formula is known": "Une formule est connue",
    " and ": " et ",
    ": ": " : ",
    "; ": " ; ",
    "A position:": "Une position :",
    "Arguments:": "Paramètres :",
    "A queen, and the squares to send her to": "Une dame, et les cases où l’envoyer",
    "A–Z": "A–Z",
    "Easy first": "Faciles d’abord",
    "In {convention} a closed form covers a part of the positions: tables and search answer the others.": (
        "Au {convention}, une formule couvre une partie des positions : tables et recherche répondent aux autres."
    ),
    "Order": "Ordre",
    "The secret": "Le secret",
    "An example": "Un exemple",
    "To compute": "Pour calculer",
    "What is open": "Ce qui est ouvert",
    "What is proved": "Ce qui est démontré",
    "Whether the nim-values of one heap are periodic from some heap on is not proved here.": (
        "Il n’est pas démontré ici que les valeurs de Grundy d’un tas soient périodiques à partir d’un certain rang."
    ),
    "Comparisons with the search engine when this page was built: {done}; each of the outcome, every "
    "winning move, and the nim-value where one is claimed. No disagreement.": (
        "Comparaisons avec une recherche complète quand cette page a été construite : {done} ; chaque fois "
        "l’issue, tous les coups gagnants, et la valeur de Grundy quand il y en a une. Aucun désaccord."
    ),
    "Boards": "Plateaux",
    "Coins": "Pièces",
    "Genus": "Genre",
    "Graphs": "Graphes",
    "Heaps": "Tas",
    "Modified": "Variantes",
    "In Python:": "En Python :",
    "In {convention} no closed form covers this game: tables and search answer.": (
        "Au {convention}, aucune formule ne couvre ce jeu : les tables et la recherche répondent."
    ),
    "Of `{position}`: the [genus](../concepts/genus.md) is {genus} (*{species}*: {meaning}).": (
        "De `{position}` : le [genre](../concepts/genus.md) est {genus} (*{species}* : {meaning})."
    ),
    "On the command line:": "En ligne de commande :",
    "One heap (down) under a quota (across): the least amount that wins in normal play; a marked cell is a"
    " P-position, where every move loses.": (
        "Un tas (de haut en bas) sous un quota (de gauche à droite) : le plus petit nombre qui gagne au "
        "jeu normal ; une case marquée est une position P, où tout coup perd."
    ),
    "P-positions of one heap below {stop}, {convention}": "Positions P d’un tas de moins de {stop}, {convention}",
    "Play conventions:": "Conventions :",
    "Play it here": "Jouer ici",
    "Python is loading …": "Python se charge…",
    "Run": "Exécuter",
    "Stop": "Arrêter",
    "References": "Références",
    "Source: ": "Source : ",
    "Table": "Table",
    "The [genus](../concepts/genus.md) of one heap: its nim-value, and its misère nim-values beside heaps of two. "
    "A marked one is of a heap that is not tame.": (
        "Le [genre](../concepts/genus.md) d’un tas : sa valeur de Grundy, et ses valeurs misère à côté de tas de deux."
        " Un genre marqué est celui d’un tas qui n’est pas apprivoisé."
    ),
    "The nim-value of a position: {down} down, {across} across. A marked cell is a P-position: who is to move loses, "
    "in normal play.": (
        "La valeur de Grundy d’une position : {down} de haut en bas, {across} de gauche à droite. Une case marquée est "
        "une position P : celui qui doit jouer perd, au jeu normal."
    ),
    "The nim-value of a board before the first move, by its rows and columns. A marked cell is a P-position, "
    "in normal play.": (
        "La valeur de Grundy d’un plateau avant le premier coup, selon ses lignes et ses colonnes. Une case marquée "
        "est une position P, au jeu normal."
    ),
    "The misère quotient of {quotient}.": "Le quotient misère de {quotient}.",
    "The nim-value of one heap. A marked heap is a P-position: who is to move loses, in normal play.": (
        "La valeur de Grundy d’un tas. Un tas marqué est une position P : celui qui doit jouer perd, au jeu normal."
    ),
    "The nim-value of two heaps. A marked cell is a P-position: who is to move loses, in normal play.": (
        "La valeur de Grundy de deux tas. Une case marquée est une position P : celui qui doit jouer perd, au jeu "
        "normal."
    ),
    "The sequence of nim-values": "La suite des valeurs de Grundy",
    "Two heaps: the least quota with which the player to move wins, in normal play. A marked cell is lost "
    "under every quota.": (
        "Deux tas : le plus petit quota avec lequel celui qui doit jouer gagne, au jeu normal. Une case marquée "
        "est perdue sous tout quota."
    ),
    "{words} (`{position}`), with the player to move:": "{words} (`{position}`) :",
    "by {route}": "par {route}",
    "genus": "genre",
    "heap": "tas",
    "line": "ligne",
    "misère play": "jeu misère",
    "no move wins": "aucun coup ne gagne",
    "none": "aucune",
    "normal play": "jeu normal",
    "{count} in {convention}": "{count} au {convention}",
    "In {convention} search answers small positions, and an automaton the others where one is proved.": (
        "Au {convention}, la recherche répond aux petites positions, et un automate aux autres quand il est démontré."
    ),
    "{title}: a board to play on": "{title} : un plateau pour jouer",
    "… ({count} winning moves in all)": "… ({count} coups gagnants en tout)",
}


def say(text: str, **values: object) -> str:
    """The text in the language of the page, with its values."""
    return (spaced(FRENCH[text]) if active_language() == "fr" else text).format(**values)


def spaced(text: str) -> str:
    """A French text in which no line ends before a sign that stands apart."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", text)
