"""Search hints: facts about a game, besides its rules, that make a search faster; no hint changes an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from cgt.core.position import Position

MOST_WORDS = 2
"""The greatest number of 64-bit words of a state for the compiled search."""


def words_for(bits: int) -> int:
    """The number of 64-bit words that so many bits take.

    >>> [words_for(bits) for bits in (0, 64, 65, 128, 129)]
    [1, 1, 2, 2, 3]
    """
    return max(-(-bits // 64), 1)


@attrs.frozen
class WordRules:
    """The rules of a game whose states are words of 64 or 128 bits, as functions that numba can compile.

    A word is a `numpy.uint64`, and so is every number that it is combined with. Where `words` is 2 a word has 128 bits,
    and `cgt.fast.bits` makes numbers of it. `data` and `out` are arrays of words. The word 0 is a state that has ended.
    A state has at most 4,096 options and 64 components, one of 128 bits twice as many.
    """

    options: Callable[[Any, Any, Any], int]
    """`options(word, data, out)` writes the options of a state to `out` and returns how many there are."""
    components: Callable[[Any, Any, Any], int] | None = None
    """`components(word, data, out)`, likewise; None where no state falls apart."""
    canonical: Callable[[Any, Any], Any] | None = None
    """`canonical(word, data)`, the representative of a component; None where each stands for itself."""
    data: tuple[int, ...] = ()
    """The numbers that these functions need to know of the board."""
    words: int = 1
    """The number of 64-bit words of a state, at most `MOST_WORDS`."""


@attrs.frozen
class SearchHints:
    """Search hints of one game, all of them optional."""

    searched_as: Callable[[Any, Iterable[Any]], tuple[Any, Any] | None] = lambda _state, _known: None
    """`searched_as(state, known)`: another game and its state that stand for this one, such as squares as bits.

    `known` are the games by which the search has gone before, the latest first. None where it goes by the game itself.
    """
    word_rules: Callable[[], WordRules] | None = None
    """The same rules for a compiled search, where states are numbers below 2**128; called when they are needed."""
    least_positions: Callable[[Position], int] = lambda _position: 0
    """The least number of positions that a search of one opens, known without a search; 0 where it is unknown.

    A search makes the first move first: it opens the whole line of play in which everyone does, whatever is asked.
    """
    tame_pair: Callable[[Any, int], tuple[int, int]] | None = None
    """`tame_pair(position, value)`: the nim-values in normal and in misère play, where each position is tame.

    `value` is that of normal play. No option of a position has the pair (0, 0).
    """
    counts_lost_options: bool = False
    """Whether it is enough to count the options that are lost, since some of them may be forbidden."""
    ends: bool = False
    """Whether every play is known to come to an end, so that equal components cancel in normal play."""
    prunes: bool = True
    """Whether a search may leave nim-values of components open; heaps come again and again, so theirs are all found."""
    components_are_atomic: bool = False
    """Whether each component falls apart no further, and is its own representative."""
    is_whole: bool = False
    """Whether no state that the rules lead to falls apart, though there is a method `components`."""
    plays_compounds: bool = False
    """Whether a state that is a compound of positions is played as this compound is: theorems tell who wins it."""
