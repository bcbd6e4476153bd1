"""What generated pages say in French besides the library's own texts."""

from __future__ import annotations

import re

from cgt.core.language import active_language

FRENCH = {
    "take {count}": "prendre {count}",
    "Take 1 or 2. Then each of us takes at most twice what the other took. The last match loses.": (
        "Prenez-en 1 ou 2. Ensuite, chacun prend au plus le double de l’autre. La dernière allumette perd."
    ),
    "I take {count}. You may take up to {most}.": "J’en prends {count}. Vous pouvez en prendre jusqu’à {most}.",
    "You took the last match: you lose.": "Vous avez pris la dernière allumette : vous perdez.",
    "I have to take the last match: you win!": "Je dois prendre la dernière allumette : vous gagnez !",
    "Again": "Encore une",
    "What is known": "Ce que l’on sait",
    "Played on": "Se joue avec",
    "All": "Tous",
    "Open": "Ouvert",
    "No game is both.": "Aucun jeu n’est les deux à la fois.",
    "Known in part": "Connu en partie",
    "A period is proved": "Une période est démontrée",
    "A formula is known": "Une formule est connue",
    " and ": " et ",
    ": ": " : ",
    "; ": " ; ",
    "A position:": "Une position :",
    "A queen, and the squares to send her to": "Une dame, et les cases où l’envoyer",
    "A–Z": "A–Z",
    "Easy first": "Faciles d’abord",
    "In {convention} a closed form covers a part of the positions: tables and search answer the others.": (
        "En {convention}, une formule couvre une partie des positions : tables et recherche répondent aux autres."
    ),
    "Order": "Ordre",
    "The secret": "Le secret",
    "To compute": "Pour calculer",
    "What is open": "Ce qui est ouvert",
    "What is proved": "Ce qui est démontré",
    "Whether the nim-values of one heap come round for ever is not proved here.": (
        "Que les valeurs de Grundy d’un tas reviennent toujours n’est pas démontré ici."
    ),
    "Audited against the search engine when this page was built: {done}, each of the outcome, every "
    "winning move, and the nim-value where one is claimed. No disagreement.": (
        "Vérifié par une recherche complète quand cette page a été construite : {done} ; chaque fois "
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
        "En {convention}, aucune formule ne couvre ce jeu : les tables et la recherche répondent."
    ),
    "Of `{position}`: the [genus](../concepts/genus.md) is {genus}. It is *{species}*: {meaning}.": (
        "De `{position}` : le [genre](../concepts/genus.md) est {genus} (*{species}* : {meaning})."
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
    "Python is loading …": "Python arrive…",
    "Run": "Exécuter",
    "Stop": "Arrêter",
    "References": "Références",
    "Source: ": "Source : ",
    "Table": "Table",
    "The [genus](../concepts/genus.md) of one heap: its nim-value, and its misère nim-values beside heaps of two. "
    "A marked one is of a heap that is not tame.": (
        "Le [genre](../concepts/genus.md) d’un tas : sa valeur de Grundy, et ses valeurs misère près de tas de deux."
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
    "{told} (`{position}`), with the player to move:": "{told} (`{position}`), au joueur qui doit jouer :",
    "by {route}": "par {route}",
    "genus": "genre",
    "heap": "tas",
    "line": "ligne",
    "misère play": "jeu misère",
    "no move wins": "aucun coup ne gagne",
    "none": "aucune",
    "normal play": "jeu normal",
    "{count} comparisons in {convention}": "{count} comparaisons en {convention}",
    "{title}: a board to play on": "{title} : un plateau pour jouer",
    "… ({count} winning moves in all)": "… ({count} coups gagnants en tout)",
}

PROVED = {
    "AnswerBySymmetry": (
        "P quand un demi-tour autour du centre garde les cases libres et qu’aucun domino ne peut toucher sa propre "
        "image."
    ),
    "BaseNumeration": (
        "Un tas : l’écrire dans la base de la limite ; qui peut prendre la plus petite part gagne (Schwenk, 1970)."
    ),
    "BinaryColumns": (
        "Écrire les tas en binaire l’un sous l’autre : P exactement quand le nombre de 1 de chaque colonne est un "
        "multiple de k + 1."
    ),
    "BoardsOfNine": (
        "Le jeu misère sur des grilles 3x3, autant que l’on veut : chacune est un élément d’un monoïde d’ordre 18, "
        "et on les multiplie."
    ),
    "Bouton": (
        "Un tas vaut sa taille : P exactement quand la somme de nim des tas est 0 ; au jeu misère 1, si tous les tas "
        "sont de 1."
    ),
    "ByTwos": "Un tas vaut le nombre de fois que 2 divise sa taille ; à Dim, un de plus.",
    "CutDown": (
        "Un sauteur reste sur les cases dont les coordonnées laissent le même reste, divisées par le plus grand "
        "diviseur commun g de ses deux pas."
    ),
    "EndPiles": (
        "Chaque rangée intérieure associe deux à deux les tailles des piles des bouts : le joueur qui a le trait "
        "perd exactement sur une paire."
    ),
    "EqualArms": (
        "Une tablette carrée ne se gagne qu’en croquant 2:2 : il reste une ligne et une colonne de même longueur."
    ),
    "EqualHeaps": (
        "Deux tas égaux sont perdus pour le joueur qui a le trait : l’adversaire répète chaque coup dans l’autre tas."
    ),
    "EvenKernel": (
        "Sur un graphe biparti, le joueur qui a le trait perd exactement quand le sommet du jeton est dans un noyau "
        "pair."
    ),
    "EveryMatching": "Le joueur qui a le trait gagne exactement quand tout couplage maximum couvre le sommet du jeton.",
    "EverySecondGap": (
        "La somme de nim d’un intervalle sur deux, à commencer par celui d’avant la dernière pièce : les intervalles "
        "sont les marches d’un escalier."
    ),
    "Fusion": (
        "Les sommets d’un cycle peuvent être fondus en un seul ; un arbre vaut la somme de nim de ses branches, "
        "chacune un de plus que ce qu’elle porte."
    ),
    "GoldenRatio": (
        "Le grand nombre dépasse le nombre d’or fois le petit : N ; sinon : P, sauf pour deux nombres égaux."
    ),
    "Gurvich": (
        "Au jeu misère, la valeur de Grundy est v, celle de Nivasch ; mais 1 − v quand les nombres sont kF(i) et "
        "kF(i+1), de Fibonacci."
    ),
    "HeadsAsHeaps": (
        "Le jeu misère suit la règle du nim misère : P quand la somme de nim est 0, ou 1 si chaque face vaut 1."
    ),
    "HeapLeftAlone": (
        "Si l’on prend dans tous les tas sauf un : laisser le plus petit tas pair, ou le plus grand si tous sont "
        "impairs."
    ),
    "HeightAndLength": (
        "Pour k pair, la valeur est la somme de nim de la hauteur et de la longueur ; pour k impair, non."
    ),
    "InBlocks": (
        "Avec des pas a > b > 0, les valeurs de Grundy reviennent par blocs de 2a, le long de la diagonale et loin "
        "d’elle."
    ),
    "KingByParity": (
        "Par la parité : 0 pour deux coordonnées paires, 2 pour deux impaires, sinon 1 quand la plus petite est "
        "paire et 3 quand elle est impaire."
    ),
    "KnightByFours": (
        "Périodique par carrés de 4 × 4 : pareil le long de la diagonale, et pareil à partir du deuxième pas loin "
        "d’elle."
    ),
    "LeastPrime": "Un tas vaut le rang de son plus petit diviseur premier, 2 étant le premier ; 0 et 1 ne valent rien.",
    "Nivasch": "La valeur de Grundy de a ≤ b est la partie entière de b/a − a/b.",
    "NumberOfMoves": (
        "La partie dure autant de coups quoi qu’on joue : dans chaque région, ses bras libres et ses dessins, moins 2."
    ),
    "OddSteps": (
        "La somme de nim des pièces sur les marches impaires : ce qui descend d’une marche paire peut être renvoyé "
        "plus bas."
    ),
    "OneLength": (
        "Si un coup prend dans un seul tas, ou doit prendre dans tous ceux qui restent, toute partie est aussi "
        "longue : la parité décide."
    ),
    "OneMore": (
        "Jusqu’à trois tas a, b, c : P exactement quand la somme de nim de a + 1, b + 1 et c + 1 est 0 ; un tas "
        "disparu compte pour 0."
    ),
    "OneStep": (
        "Avec un seul pas s, le jeton fait le tour par les mêmes cases : depuis le début, n / pgcd(n, s) − 1 coups "
        "sur n cases."
    ),
    "OnesTogether": (
        "Écrire les deux tas en binaire : la valeur est le nombre de places, depuis la droite, où l’un des deux a un 1."
    ),
    "Openings": (
        "Comme ouvertures, les nombres premiers à partir de 5 sont P (R. L. Hutchings), et 4,6 et 6,9 aussi ; tout "
        "gagne contre 2, 3, 4, 6 et 9."
    ),
    "ParityRule": (
        "En prenant 1, 2 ou 3 : on perd exactement quand les nombres de rangées qui laissent 1, 2 et 3 modulo 4 ont "
        "la même parité."
    ),
    "PassOfOneHeap": (
        "Avec la passe, un tas de n vaut n + 1 si n est impair, n − 1 s’il est pair ; après la passe, c’est le nim."
    ),
    "PathsAndCycles": (
        "Les chemins valent ce que disent les échecs de Dawson, de période 34 ; un cycle devient un chemin, une "
        "étoile tombe en morceaux."
    ),
    "PeriodicForm": "Le jeu normal, avec autant de tas que l’on veut, d’un jeu qui a un certificat.",
    "PeriodicTakes": "Les deux conventions d’un jeu à prises fixes qui a un certificat : ses tas sont apprivoisés.",
    "PrimeDivisors": (
        "Une ouverture divisible par un nombre premier p d’au moins 5 est N : rien ne répond à p, qui retire aussi "
        "l’ouverture."
    ),
    "ProvedLevels": "Tant que leurs valeurs sont parmi les niveaux démontrés.",
    "QueenAsWythoff": "P exactement sur les cases des paires de Wythoff, dans les deux conventions.",
    "QuotientForm": (
        "Le jeu misère, avec autant de tas que l’on veut, de jeux qui ont un code, par le quotient de toutes leurs "
        "sommes."
    ),
    "QuotientsAndRemainders": (
        "La valeur est h fois la somme de nim des quotients par h, plus le reste de la somme des restes divisée par h."
    ),
    "Remainders": "Si l’on peut prendre de 1 à m, une rangée vaut son reste modulo m + 1, dans les deux conventions.",
    "RookAsNim": (
        "La somme de nim des coordonnées ; au jeu misère, deux égales perdent aussi, sauf 0,0 et 1,1, et 0,1 perd."
    ),
    "RunsOfFiles": (
        "Une suite de n colonnes ouvertes vaut G(n) du jeu octal 0.137, de période 34 à partir de 52 ; les suites "
        "s’ajoutent par somme de nim."
    ),
    "SlowMoves": (
        "Si k dépasse la moitié du nombre de tas : le plus grand nombre de coups qui prennent un jeton dans chacun "
        "de k tas."
    ),
    "SmallNimValues": "Tant que les valeurs de Grundy qui comptent ne dépassent pas 3.",
    "SumOfHeads": (
        "Une rangée vaut la somme de nim de ses faces, chacune comme si elle était seule : une pile compte comme "
        "deux faces au même endroit."
    ),
    "SumsOfTwo": "P exactement quand la somme de nim de a + b, a + c et b + c est 0.",
    "TabulatedMisere": (
        "Le jeu misère d’un jeu apprivoisé par le théorème de Ferguson ; les valeurs de Grundy des tas seuls sont "
        "dans une table."
    ),
    "TartanTheorem": (
        "Une face vaut le produit de nim de la valeur de sa ligne et de celle de sa colonne ; un plateau, la somme "
        "de nim de ses faces."
    ),
    "TreesOfOrder": (
        "Si chaque élément en a au plus un juste au-dessous, l’ordre est une forêt du Hackenbush vert : principe du "
        "deux-points."
    ),
    "TwoAmounts": (
        "Une ou deux quantités a ≤ b : les valeurs de Grundy reviennent après a + b (après 2a quand b est un "
        "multiple impair de a)."
    ),
    "TwoArms": "Une ligne et une colonne qui se rejoignent au poison sont deux tas de nim, d’un carré de moins chacun.",
    "TwoHeaps": "Deux tas (les autres vides), tout écart permis, les deux conventions : exact à toute taille.",
    "TwoHeapsOneQuota": (
        "Deux tas, une limite commune 2n, jeu normal : la plus petite limite qui gagne se lit dans la somme de "
        "Zeckendorf de la différence."
    ),
    "TwoRows": "Deux lignes sont P exactement quand la seconde a un carré de moins.",
    "VileAndDopey": (
        "Un tas vaut 0 exactement quand il est vide ou que 2 le divise un nombre impair de fois (les « dopey numbers "
        "» de Fraenkel)."
    ),
    "WelterFunction": "La somme de nim des cases, et de d ⊕ (d − 1) pour la distance d de chaque paire de pièces.",
    "ZeckendorfRule": (
        "Un tas : prendre la plus petite part de la somme de Zeckendorf si l’on peut en prendre autant (Whinihan, "
        "1963)."
    ),
}
"""What is proved of the games, by the names of their closed forms, whose docstrings say it in English."""


def say(text: str, **values: object) -> str:
    """The text in the language of the page, with its values."""
    return (spaced(FRENCH[text]) if active_language() == "fr" else text).format(**values)


def spaced(text: str) -> str:
    """A French text in which no line ends before a sign that stands apart."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", text)
