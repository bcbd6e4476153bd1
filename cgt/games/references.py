"""Sources that many games cite."""

_AUTHORS, _BOOK = "E. R. Berlekamp, J. H. Conway and R. K. Guy", "Winning Ways for your Mathematical Plays"


def winning_ways(chapter: int) -> str:
    """The reference to a chapter of *Winning Ways*.

    >>> winning_ways(4)
    'E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, chapter 4 (1982)'
    """
    return f"{_AUTHORS}, {_BOOK}, chapter {chapter} (1982)"
