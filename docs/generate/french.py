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
    "misère play": "jeu misère",
    "no move wins": "aucun coup ne gagne",
    "none": "aucune",
    "normal play": "jeu normal",
    "{count} comparisons in {convention}": "{count} comparaisons en {convention}",
    "{title}: a board to play on": "{title} : un plateau pour jouer",
    "… ({count} winning moves in all)": "… ({count} coups gagnants en tout)",
}

PROVED = {
    "A heap is worth how often 2 divides its number, in Dim one more.": (
        "Un tas vaut le nombre de fois que 2 divise sa taille ; à Dim, un de plus."
    ),
    "Both conventions of a game of fixed takes with a certificate: its heaps are tame.": (
        "Les deux conventions d’un jeu à prises fixes qui a un certificat : ses tas sont apprivoisés."
    ),
    "Misère play of a tame game by Ferguson's theorem, the nim-values of single heaps tabulated.": (
        "Le jeu misère d’un jeu apprivoisé par le théorème de Ferguson ; les valeurs de Grundy des tas seuls sont "
        "dans une table."
    ),
    "Up to three heaps a, b, c: P exactly when a + 1, b + 1, c + 1 have the nim-sum 0, a heap that is gone being 0.": (
        "Jusqu’à trois tas a, b, c : P exactement quand la somme de nim de a + 1, b + 1 et c + 1 est 0 ; un tas "
        "disparu compte pour 0."
    ),
    "Paths are worth what Dawson's chess says, with period 34; a cycle becomes a path, a star falls to pieces.": (
        "Les chemins valent ce que disent les échecs de Dawson, de période 34 ; un cycle devient un chemin, une "
        "étoile tombe en morceaux."
    ),
    "When 1 to `most` may be taken, a row is worth its remainder modulo `most` + 1, in both conventions.": (
        "Si l’on peut prendre de 1 à m, une rangée vaut son reste modulo m + 1, dans les deux conventions."
    ),
    "Taking 1, 2 or 3: losing exactly when as many rows, up to parity, leave 1 as leave 2 and as leave 3 modulo 4.": (
        "En prenant 1, 2 ou 3 : on perd exactement quand les nombres de rangées qui laissent 1, 2 et 3 modulo 4 ont "
        "la même parité."
    ),
    "The play lasts as many moves whatever is played: in each region, its free arms and drawings less 2.": (
        "La partie dure autant de coups quoi qu’on joue : dans chaque région, ses bras libres et ses dessins, moins 2."
    ),
    "For even k the value is the nim-sum of height and length; for odd k it is not.": (
        "Pour k pair, la valeur est la somme de nim de la hauteur et de la longueur ; pour k impair, non."
    ),
    "A row and a column that meet in the poison are two heaps of nim, of one square less each.": (
        "Une ligne et une colonne qui se rejoignent au poison sont deux tas de nim, d’un carré de moins chacun."
    ),
    "Two rows are P exactly when the second one is one square shorter.": (
        "Deux lignes sont P exactement quand la seconde a un carré de moins."
    ),
    "A square board is won by biting 2:2 alone: what is left is a row and a column of one length.": (
        "Une tablette carrée ne se gagne qu’en croquant 2:2 : il reste une ligne et une colonne de même longueur."
    ),
    "P when a half turn about the middle keeps the free squares and no domino could meet its own image.": (
        "P quand un demi-tour autour du centre garde les cases libres et qu’aucun domino ne peut toucher sa propre "
        "image."
    ),
    "The value is h times the nim-sum of the quotients by h, and what the remainders' sum leaves divided by h.": (
        "La valeur est h fois la somme de nim des quotients par h, plus le reste de la somme des restes divisée par h."
    ),
    "Normal play of any number of heaps of a game with a certificate.": (
        "Le jeu normal, avec autant de tas que l’on veut, d’un jeu qui a un certificat."
    ),
    "Misère play of any number of heaps of games with codes, by the quotient of all their sums.": (
        "Le jeu misère, avec autant de tas que l’on veut, de jeux qui ont un code, par le quotient de toutes leurs "
        "sommes."
    ),
    "A run of n open files is worth G(n) of the octal game 0.137, whose period is 34 from 52 on; runs are added.": (
        "Une suite de n colonnes ouvertes vaut G(n) du jeu octal 0.137, de période 34 à partir de 52 ; les suites "
        "s’ajoutent par somme de nim."
    ),
    "Write both heaps in binary: the value is the number of places from the right in which one of them has a 1.": (
        "Écrire les deux tas en binaire : la valeur est le nombre de places, depuis la droite, où l’un des deux a un 1."
    ),
    "On a bipartite graph the player to move loses exactly when the token's vertex lies in an even kernel.": (
        "Sur un graphe biparti, le joueur qui a le trait perd exactement quand le sommet du jeton est dans un noyau "
        "pair."
    ),
    "Every inner row pairs the sizes of the two end piles: the player to move loses exactly on a pair.": (
        "Chaque rangée intérieure associe deux à deux les tailles des piles des bouts : le joueur qui a le trait "
        "perd exactement sur une paire."
    ),
    "The nim-value of a <= b is the whole part of b/a - a/b.": (
        "La valeur de Grundy de a ≤ b est la partie entière de b/a − a/b."
    ),
    "In misère play the nim-value is Nivasch's, but 1 less it where the numbers are kF(i) and kF(i+1), Fibonacci's.": (
        "Au jeu misère, la valeur de Grundy est v, celle de Nivasch ; mais 1 − v quand les nombres sont kF(i) et "
        "kF(i+1), de Fibonacci."
    ),
    "The larger number is more than the golden ratio times the smaller: N; less: P, but for equal numbers.": (
        "Le grand nombre dépasse le nombre d’or fois le petit : N ; sinon : P, sauf pour deux nombres égaux."
    ),
    "Where k is more than half the number of heaps: the most moves that take one counter from each of k heaps.": (
        "Si k dépasse la moitié du nombre de tas : le plus grand nombre de coups qui prennent un jeton dans chacun "
        "de k tas."
    ),
    "Where a move takes from one heap, or has to take from all that are left, every play is as long: parity decides.": (
        "Si un coup prend dans un seul tas, ou doit prendre dans tous ceux qui restent, toute partie est aussi "
        "longue : la parité décide."
    ),
    "Where all heaps but one are taken from: leave alone the smallest even heap, or the largest if all are odd.": (
        "Si l’on prend dans tous les tas sauf un : laisser le plus petit tas pair, ou le plus grand si tous sont "
        "impairs."
    ),
    "One heap: take the least Zeckendorf part if the quota allows it (Whinihan, 1963).": (
        "Un tas : prendre la plus petite part de la somme de Zeckendorf si l’on peut en prendre autant (Whinihan, "
        "1963)."
    ),
    "Several heaps with a quota each, in normal play, while every nim-value that matters is at most 3.": (
        "Plusieurs tas, chacun avec sa limite, au jeu normal, tant que les valeurs de Grundy qui comptent ne "
        "dépassent pas 3."
    ),
    "Heaps with a quota each, in normal play, while what they are worth is within the levels that were proved.": (
        "Des tas, chacun avec sa limite, au jeu normal, tant que leurs valeurs sont parmi les niveaux démontrés."
    ),
    "The player to move wins exactly when every maximum matching covers the token's vertex.": (
        "Le joueur qui a le trait gagne exactement quand tout couplage maximum couvre le sommet du jeton."
    ),
    "Two equal heaps are lost for the player to move: the opponent mirrors every move in the other heap.": (
        "Deux tas égaux sont perdus pour le joueur qui a le trait : l’adversaire répète chaque coup dans l’autre tas."
    ),
    "Two heaps, one quota 2n, normal play: the least winning quota from the Zeckendorf parts of the difference.": (
        "Deux tas, une limite commune 2n, jeu normal : la plus petite limite qui gagne se lit dans la somme de "
        "Zeckendorf de la différence."
    ),
    "All vertices of a cycle may be fused; a tree is worth the nim-sum of its branches, each one more than its top.": (
        "Les sommets d’un cycle peuvent être fondus en un seul ; un arbre vaut la somme de nim de ses branches, "
        "chacune un de plus que ce qu’elle porte."
    ),
    "By parity: 0 for two even coordinates, 2 for two odd ones, otherwise 1 when the lesser is even and 3 when odd.": (
        "Par la parité : 0 pour deux coordonnées paires, 2 pour deux impaires, sinon 1 quand la plus petite est "
        "paire et 3 quand elle est impaire."
    ),
    "Periodic by squares of 4 x 4: the same along the diagonal, and the same from the second step away from it.": (
        "Périodique par carrés de 4 × 4 : pareil le long de la diagonale, et pareil à partir du deuxième pas loin "
        "d’elle."
    ),
    "With one step s the token goes round by the same squares: from the beginning size / gcd(size, s) - 1 moves.": (
        "Avec un seul pas s, le jeton fait le tour par les mêmes cases : depuis le début, n / pgcd(n, s) − 1 coups "
        "sur n cases."
    ),
    "A leaper stays on the squares whose coordinates leave the same when divided by the g that its legs share.": (
        "Un sauteur reste sur les cases dont les coordonnées laissent le même reste, divisées par le plus grand "
        "diviseur commun g de ses deux pas."
    ),
    "With legs a > b > 0 the nim-values repeat in blocks of 2a, along the diagonal and away from it.": (
        "Avec des pas a > b > 0, les valeurs de Grundy reviennent par blocs de 2a, le long de la diagonale et loin "
        "d’elle."
    ),
    "P exactly when the sums a + b, a + c, b + c have the nim-sum 0.": (
        "P exactement quand la somme de nim de a + b, a + c et b + c est 0."
    ),
    "A heap is worth 0 exactly when it is 0 or 2 divides it an odd number of times (Fraenkel's dopey numbers).": (
        "Un tas vaut 0 exactement quand il est vide ou que 2 le divise un nombre impair de fois (les « dopey numbers "
        "» de Fraenkel)."
    ),
    "A row is worth the nim-sum of its heads, each as if it were alone: every tail can be thought of as two heads.": (
        "Une rangée vaut la somme de nim de ses faces, chacune comme si elle était seule : une pile compte comme "
        "deux faces au même endroit."
    ),
    "Write the heaps in binary under each other: P exactly when every column has a multiple of k + 1 ones.": (
        "Écrire les tas en binaire l’un sous l’autre : P exactement quand le nombre de 1 de chaque colonne est un "
        "multiple de k + 1."
    ),
    "Misère play by the rule of misère nim: P where the nim-sum is 0, or 1 where every head is worth 1.": (
        "Le jeu misère suit la règle du nim misère : P quand la somme de nim est 0, ou 1 si chaque face vaut 1."
    ),
    "A heap is worth its size: P exactly when the nim-sum of the heaps is 0, in misère play 1 among heaps of 1.": (
        "Un tas vaut sa taille : P exactement quand la somme de nim des tas est 0 ; au jeu misère 1, si tous les tas "
        "sont de 1."
    ),
    "With the pass, one heap of n is worth n + 1 if n is odd, n - 1 if it is even; after the pass it is nim.": (
        "Avec la passe, un tas de n vaut n + 1 si n est impair, n − 1 s’il est pair ; après la passe, c’est le nim."
    ),
    "Misère play on any boards of 3x3: each is an element of a monoid of order 18, and they are multiplied.": (
        "Le jeu misère sur des grilles 3x3, autant que l’on veut : chacune est un élément d’un monoïde d’ordre 18, et "
        "on les multiplie."
    ),
    "Where each element has at most one just below it, the order is a wood of Green Hackenbush: colon principle.": (
        "Si chaque élément en a au plus un juste au-dessous, l’ordre est une forêt du Hackenbush vert : principe du "
        "deux-points."
    ),
    "A heap is worth the number of its least prime divisor, 2 being the first prime; 0 and 1 are worth nothing.": (
        "Un tas vaut le rang de son plus petit diviseur premier, 2 étant le premier ; 0 et 1 ne valent rien."
    ),
    "P exactly on the squares of Wythoff's pairs, in both conventions.": (
        "P exactement sur les cases des paires de Wythoff, dans les deux conventions."
    ),
    "The nim-sum of the coordinates; in misère play equal ones lose too, but for 0,0 and 1,1, and 0,1 loses.": (
        "La somme de nim des coordonnées ; au jeu misère, deux égales perdent aussi, sauf 0,0 et 1,1, et 0,1 perd."
    ),
    "A head is worth the nim-product of its row's value and its column's; a board, the nim-sum of its heads.": (
        "Une face vaut le produit de nim de la valeur de sa ligne et de celle de sa colonne ; un plateau, la somme "
        "de nim de ses faces."
    ),
    "The nim-sum of every second gap, that before the last coin first: the gaps are the steps of a staircase.": (
        "La somme de nim d’un intervalle sur deux, à commencer par celui d’avant la dernière pièce : les intervalles "
        "sont les marches d’un escalier."
    ),
    "The nim-sum of the coins on the odd steps: what comes down from an even step can be sent on.": (
        "La somme de nim des pièces sur les marches impaires : ce qui descend d’une marche paire peut être renvoyé "
        "plus bas."
    ),
    "One or two amounts a <= b: the nim-values repeat after a + b (after 2a when b is an odd multiple of a).": (
        "Une ou deux quantités a ≤ b : les valeurs de Grundy reviennent après a + b (après 2a quand b est un "
        "multiple impair de a)."
    ),
    "The primes from 5 on are P as openings (R. L. Hutchings), and 4,6 and 6,9 are; all wins from 2, 3, 4, 6, 9.": (
        "Comme ouvertures, les nombres premiers à partir de 5 sont P (R. L. Hutchings), et 4,6 et 6,9 aussi ; tout "
        "gagne contre 2, 3, 4, 6 et 9."
    ),
    "An opening that a prime p of at least 5 divides is N: p is answered by nothing, and takes the opening with it.": (
        "Une ouverture divisible par un nombre premier p d’au moins 5 est N : rien ne répond à p, qui retire aussi "
        "l’ouverture."
    ),
    "One heap: write it in the base of the quota; whoever may take the least part wins (Schwenk, 1970).": (
        "Un tas : l’écrire dans la base de la limite ; qui peut prendre la plus petite part gagne (Schwenk, 1970)."
    ),
    "The nim-sum of the squares, and of d ^ (d - 1) for the distance d of every two coins.": (
        "La somme de nim des cases, et de d ⊕ (d − 1) pour la distance d de chaque paire de pièces."
    ),
    "Two heaps (further heaps being empty), any slack, both conventions: exact at any size.": (
        "Deux tas (les autres vides), tout écart permis, les deux conventions : exact à toute taille."
    ),
}
"""What is proved of the games: the first paragraphs of their closed forms."""


def say(text: str, **values: object) -> str:
    """The text in the language of the page, with its values; in French no line ends before a sign that stands apart."""
    said = re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", (FRENCH | PROVED)[text]) if active_language() == "fr" else text
    return said.format(**values)
