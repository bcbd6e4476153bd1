"""The taking-and-breaking games that have names, with their codes and where they come from."""

from __future__ import annotations

import attrs

from cgt.codes.code import HeapCode

WINNING_WAYS = "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 4"
GUY_SMITH = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"


@attrs.frozen
class NamedCode:
    """A game's registry name, its title, its rule in a sentence, its code and its reference."""

    name: str
    title: str
    rule: str
    written: str
    reference: str

    @property
    def code(self) -> HeapCode:
        return HeapCode.parse(self.written)


NAMED = {
    game.name: game
    for game in (
        NamedCode(
            "kayles",
            "Kayles",
            "knock down one pin or two neighbouring pins of a row",
            "0.77",
            f"H. E. Dudeney, The Canterbury Puzzles (1907), no. 73; {GUY_SMITH}",
        ),
        NamedCode(
            "double-kayles",
            "Double Kayles",
            "knock down one to four neighbouring pins of a row",
            "0.7777",
            WINNING_WAYS,
        ),
        NamedCode(
            "dawsons-kayles",
            "Dawson's Kayles",
            "knock down two neighbouring pins of a row",
            "0.07",
            f"T. R. Dawson, Caissa's Wild Roses (1935); {GUY_SMITH}",
        ),
        NamedCode(
            "dawsons-chess",
            "Dawson's Chess",
            "on a row of files, take a file together with its neighbours",
            "0.137",
            f"T. R. Dawson, Caissa's Wild Roses (1935); {GUY_SMITH}",
        ),
        NamedCode(
            "officers",
            "Officers",
            "take one counter and leave the rest of its heap in one heap or two",
            "0.6",
            WINNING_WAYS,
        ),
        NamedCode(
            "guiles",
            "Guiles",
            "take one or two counters when they are the whole heap, or take two and leave two heaps",
            "0.15",
            WINNING_WAYS,
        ),
        NamedCode(
            "kenyons",
            "Kenyon's game",
            "take one counter, or take two and leave no heap, one, two or three",
            "0.3F",
            WINNING_WAYS,
        ),
        NamedCode(
            "nim",
            "Nim, as a code",
            "take any number of counters",
            "0.[3]",
            "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        ),
        NamedCode(
            "lasker",
            "Lasker's Nim",
            "take any number of counters, or divide a heap in two",
            "4.[3]",
            "E. Lasker, Brettspiele der Völker (1931)",
        ),
        NamedCode(
            "grundy",
            "Grundy's game",
            "divide a heap into two of different sizes",
            "4!.0",
            "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
        ),
    )
}
