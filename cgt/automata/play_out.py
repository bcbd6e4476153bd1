"""The positions of a game with linear moves, played out one by one: what a proof is guessed from, and held against."""

from __future__ import annotations

from functools import reduce
from itertools import count, product
from typing import TYPE_CHECKING, Any

import numpy as np

from cgt.automata.formula import And, Compare, Formula, Not, Or
from cgt.automata.recognise import DenseTable
from cgt.core.outcome import Convention
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cgt.automata.formula import Term
    from cgt.automata.moves import LinearMoves

Position = tuple[int, ...]


def options_of(moves: LinearMoves, position: Position) -> set[Position]:
    """The options, straight from the formulas: every choice up to the size is tried.

    >>> from cgt.automata.standard_moves import takeaway_moves
    >>> sorted(options_of(takeaway_moves(2), (5, 2)))
    [(3, 4), (4, 2)]
    """
    numbers = dict(zip(moves.names, position, strict=True))
    most = int(_value(moves.size, numbers))
    found: set[Position] = set()
    for kind in moves.options:
        grid = np.indices((most + 1,) * len(kind.chosen)).reshape(len(kind.chosen), -1)
        known = {**numbers, **dict(zip(kind.chosen, grid, strict=True))}
        allowed = np.broadcast_to(_holds(kind.allowed, known), grid.shape[1])
        results = [np.broadcast_to(_value(term, known), grid.shape[1])[allowed] for term in kind.result]
        found.update(zip(*(column.tolist() for column in results), strict=True))
    return found


class PlayedOut:
    """Nim-values and P-positions by the definitions, each position once.

    >>> from cgt.automata.standard_moves import takeaway_moves
    >>> PlayedOut(takeaway_moves(2)).nim_value((12, 8))
    6
    """

    def __init__(self, moves: LinearMoves) -> None:
        self.moves = moves
        self._values: dict[Position, int] = {}
        self._lost: dict[Position, bool] = {}

    def nim_value(self, position: Position) -> int:
        """The least number that no option is worth."""
        known = self._values.get(position)
        if known is None:
            worths = {self.nim_value(option) for option in options_of(self.moves, position)}
            known = self._values[position] = next(value for value in count() if value not in worths)
        return known

    def is_lost(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Whether the player to move loses."""
        if convention is Convention.NORMAL:
            return self.nim_value(position) == 0
        known = self._lost.get(position)
        if known is None:
            options = options_of(self.moves, position)
            known = bool(options) and not any(self.is_lost(option, convention) for option in options)
            self._lost[position] = known
        return known

    def at_least(self, value: int, stop: int) -> DenseTable:
        """Which positions of numbers below `stop` are worth at least `value`."""
        return self._table(stop, lambda position: self.nim_value(position) >= value)

    def lost(self, stop: int, convention: Convention) -> DenseTable:
        """Which positions of numbers below `stop` are lost."""
        return self._table(stop, lambda position: self.is_lost(position, convention))

    def _table(self, stop: int, judged: Callable[[Position], bool]) -> DenseTable:
        tracks = len(self.moves.names)
        answers = [judged(position) for position in product(range(stop), repeat=tracks)]
        return DenseTable(np.array(answers, np.bool_).reshape((stop,) * tracks))


def _value(term: Term, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a number, or an array of them
    return term.constant + sum(c * numbers[name] for name, c in term.coefficients.items())


def _holds(formula: Formula, numbers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - an answer, or an array of them
    if isinstance(formula, Compare):
        value = _value(formula.term, numbers)
        return value <= 0 if formula.at_most else value == 0
    if isinstance(formula, And):
        return reduce(np.logical_and, (_holds(part, numbers) for part in formula.parts), True)
    if isinstance(formula, Or):
        return reduce(np.logical_or, (_holds(part, numbers) for part in formula.parts), False)
    if isinstance(formula, Not):
        return np.logical_not(_holds(formula.body, numbers))
    raise SentenceError(f"the condition of a move compares numbers, and nothing more: not {formula}")
