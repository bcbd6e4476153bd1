"""Sources that several games cite."""

BOUTON = "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"
LEMOINE = "J. Lemoine and S. Viennot, Nimbers are inevitable, Theoretical Computer Science 462 (2012)"
SCHUH = "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)"

_AUTHORS, _BOOK = "E. R. Berlekamp, J. H. Conway and R. K. Guy", "Winning Ways for your Mathematical Plays"


def winning_ways(chapter: int) -> str:
    """The reference to a chapter of *Winning Ways*.

    >>> winning_ways(4)
    'E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, chapter 4 (1982)'
    """
    return f"{_AUTHORS}, {_BOOK}, chapter {chapter} (1982)"
