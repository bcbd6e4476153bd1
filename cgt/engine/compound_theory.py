"""The theorems that evaluate compounds in normal play from facts about their components.

Sources: Smith, "Graphs and composite games" (1966); Conway, On Numbers and Games (1976), ch. 14; Winning Ways, ch. 9.
Each is checked in the tests against the compound played move by move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import xor

import attrs
from more_itertools import nth

from cgt.core.game import within_limit
from cgt.core.numbers import format_value
from cgt.core.outcome import Outcome
from cgt.core.position import Move, Position, is_over
from cgt.errors import IllegalMoveError


def _even_is_p(distance: int) -> Outcome:
    return Outcome.P if distance % 2 == 0 else Outcome.N


def conjunctive(remotenesses: Iterable[int]) -> Outcome:
    """A conjunctive compound's outcome: the first end decides, so P exactly when the least remoteness is even."""
    return _even_is_p(min(remotenesses))


def continued_conjunctive(suspenses: Iterable[int]) -> Outcome:
    """A continued conjunctive compound's outcome: the last end decides, so P when the greatest suspense is even."""
    return _even_is_p(max(suspenses))


def selective(outcomes: Iterable[Outcome]) -> Outcome:
    """A selective compound's outcome: P exactly when every component is P."""
    known = set(outcomes)  # of every one: beside a component that goes round, another that is won does not win
    return Outcome.P if known <= {Outcome.P} else Outcome.N


def shortened_selective(remotenesses: Iterable[int]) -> Outcome:
    """A shortened selective compound's outcome: P when a component has ended or every remoteness is even."""
    distances = list(remotenesses)
    return Outcome.P if 0 in distances or all(distance % 2 == 0 for distance in distances) else Outcome.N


def diminished_disjunctive(parts: Iterable[Position], foreclosed_value: Callable[[Position], int]) -> Outcome:
    """A diminished disjunctive compound's outcome: P if one has ended, N if one can be ended, else by nim-values."""
    components = list(parts)
    if any(map(is_over, components)):
        return Outcome.P
    if any(map(_can_end, components)):
        return Outcome.N
    return Outcome.P if reduce(xor, map(foreclosed_value, components), 0) == 0 else Outcome.N


def ordinal_sum(base_options: Iterable[int], top: int) -> int:
    """The nim-value of base : top, the `top`-th number (from 0) that is no nim-value of an option of the base.

    >>> ordinal_sum([0, 2], 1)
    3
    """
    taken = set(base_options)
    free = (value for value in range(len(taken) + top + 1) if value not in taken)
    return nth(free, top, default=0)


def _can_end(position: Position) -> bool:
    return any(is_over(position.play(move)) for move in within_limit(type(position).__name__, position.moves()))


@attrs.frozen
class Foreclosed:
    """A position in which it is forbidden to end the game or to let the opponent end it with the next move.

    What is known of the positions that may be moved to is shared with the options, which lead to many of them again.
    """

    position: Position
    _open: dict[tuple[type, Position], bool] = attrs.field(factory=dict, eq=False, repr=False)

    def moves(self) -> Iterator[Move]:
        """The moves to options that are not over and that no single move can end."""
        return (move for move in self.position.moves() if self._is_open(self.position.play(move)))

    def play(self, move: Move) -> Foreclosed:
        """The option, foreclosed in its turn; raises `IllegalMoveError` for a forbidden move."""
        option = self.position.play(move)
        if not self._is_open(option):
            raise IllegalMoveError(f"{format_value(move)} would let the game end")
        return Foreclosed(option, self._open)

    def _is_open(self, option: Position) -> bool:
        key = type(option), option
        if key not in self._open:
            self._open[key] = not is_over(option) and not _can_end(option)
        return self._open[key]
