"""The misère quotient of any positions, heaps or not: all that can be reached from them, and every sum of those."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import components_of, option_components
from cgt.core.outcome import Outcome
from cgt.core.position import Move, Position, canonical, check_position
from cgt.errors import LoopError, NotApplicableError
from cgt.misere.growth import EFFORT, quotient_of_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.misere.quotient import MisereQuotient

Components = tuple[Position, ...]


@attrs.frozen
class PositionsQuotient:
    """The misère quotient of some positions and of all that can be reached from them.

    Attributes:
        quotient: the quotient, its positions named by number.
        numbers: the number of each position; sums are taken apart, symmetric positions stand for their representative.
    """

    quotient: MisereQuotient
    numbers: dict[Position, int] = attrs.field(repr=False, hash=False)

    def element_of(self, *positions: Position) -> int:
        """The element of the sum of these positions.

        Raises:
            NotApplicableError: a component is none of the positions that the quotient was made for.
        """
        return self.quotient.element_of(*(self._number(part) for position in positions for part in parts_of(position)))

    def outcome(self, *positions: Position) -> Outcome:
        """Who wins the sum of these positions in misère play; raises `NotApplicableError`."""
        return Outcome.P if self.element_of(*positions) in self.quotient.portion else Outcome.N

    def winning_moves(self, position: Position) -> list[Move]:
        """All moves to a P-position, in the order of `position.moves()`; raises `NotApplicableError`."""
        return [move for move in position.moves() if self.outcome(position.play(move)) is Outcome.P]

    def _number(self, part: Position) -> int:
        try:
            return self.numbers[part]
        except KeyError:
            raise NotApplicableError(f"the quotient was not made for {part}") from None


def quotient_of_positions(positions: Iterable[Position], *, effort: int | None = EFFORT) -> PositionsQuotient:
    """The misère quotient of finitely many positions and of all that can be reached from them.

    Args:
        positions: any positions; components of their options count, where options fall apart.
        effort: the work that may be done, about a microsecond a unit; None for no limit.

    Raises:
        BudgetError: the effort is spent.
        LoopError: the play can go round for ever.

    >>> import cgt
    >>> found = quotient_of_positions([cgt.Nim().position(3)])
    >>> found.quotient.order, found.outcome(cgt.Nim().position(1, 2, 3))
    (6, <Outcome.P: 'P'>)
    >>> found.winning_moves(cgt.Nim().position(2, 1))
    [ComponentMove(component=0, move=2)]
    """
    numbers: dict[Position, int] = {}
    options: list[list[tuple[int, ...]]] = []
    for position in positions:
        check_position(position)
        for part in parts_of(position):
            _number_all(part, numbers, options)
    return PositionsQuotient(quotient_of_options(options, effort=effort), numbers)


def parts_of(position: Position) -> Components:
    """The components of a position, each as its representative under symmetry."""
    return tuple(map(canonical, components_of(position)))


def _number_all(start: Position, numbers: dict[Position, int], options: list[list[tuple[int, ...]]]) -> None:
    """Number a position and all that can be reached from it, options first."""
    if start in numbers:
        return
    entered = {start: None}
    path: list[tuple[Position, list[Components], Iterator[Position]]] = [_opened(start)]
    while path:
        position, listed, followers = path[-1]
        part = next((part for part in followers if part not in numbers), None)
        if part is None:
            path.pop()
            del entered[position]
            numbers[position] = len(options)
            options.append([tuple(numbers[one] for one in option) for option in listed])
        elif part in entered:
            loop = [place for place, _, _ in path]
            raise LoopError(tuple(loop[loop.index(part) :]))
        else:
            entered[part] = None
            path.append(_opened(part))


def _opened(position: Position) -> tuple[Position, list[Components], Iterator[Position]]:
    listed = [tuple(map(canonical, option)) for option in option_components(position)]
    return position, listed, (part for option in listed for part in option)
