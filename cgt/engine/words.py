"""Words, the numbers that searches remember, and how a position's word follows from those of its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cgt.engine.search import lowest_zero

if TYPE_CHECKING:
    from collections.abc import Callable

P_WORD: Final = 1
N_WORD: Final = 2


def value_of(word: int) -> int:
    """The nim-value that a one-hot word stands for."""
    return word.bit_length() - 1


def one_more(collected: int) -> int:
    """The distance after one move more."""
    return collected + 1


def normal_outcome(collected: int) -> int:
    """N when an option is P."""
    return N_WORD if collected & P_WORD else P_WORD


def misere_outcome(collected: int) -> int:
    """P when there are options, and all of them are N."""
    return P_WORD if collected == N_WORD else N_WORD


def misere_mex(collected: int) -> int:
    """The misère nim-value: 1 without options, else the mex."""
    return lowest_zero(collected) if collected else 2


def prefer(p_parity: int, *, nearest: bool) -> Callable[[int, int], int]:
    """How the mover chooses among the options' distances, each a word, the distance plus one.

    An option whose distance has the parity of a P-position wins for the mover. Hurrying (`nearest`) she takes the
    least winning distance, or failing that the greatest losing one; delaying, the other way round.
    """

    def choose(collected: int, word: int) -> int:
        if not collected:
            return word
        wins, won = (word - 1) % 2 == p_parity, (collected - 1) % 2 == p_parity
        if wins != won:
            return word if wins else collected
        return min(collected, word) if wins == nearest else max(collected, word)

    return choose
