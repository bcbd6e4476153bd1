"""The search for misère quotients of codes and of positions, heap by heap, until a theorem covers all heaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import attrs

from cgt.core.compounds import components_of, option_components
from cgt.core.numbers import format_value
from cgt.core.outcome import Outcome
from cgt.core.position import Move, Position, canonical, check_position, options_first
from cgt.core.progress import Progress, notify
from cgt.errors import BudgetError, NotApplicableError, RulesetError
from cgt.theory.monoid import Monoid, walk
from cgt.theory.quotient import MisereQuotient
from cgt.theory.quotient_certificate import QuotientCertificate
from cgt.theory.quotient_solver import Solver
from cgt.theory.settled import SettledGame, proved_period

if TYPE_CHECKING:
    from cgt.core.code import HeapCode

T = TypeVar("T")

EFFORT = 3_000_000
"""The default limit of work: a few seconds."""

HEAPS = 3_000
"""The default limit of heaps settled one by one."""


class Growth:
    """The growing quotient of all heaps of some games together.

    Attributes:
        codes: the games.
        spent: whether the effort was too little for a further heap.
    """

    def __init__(self, codes: Sequence[HeapCode], effort: int | None) -> None:
        if not codes:
            raise RulesetError("a quotient is of one game at least")
        self.codes = tuple(codes)
        self.solver = Solver(effort)
        self.spent = False
        self._places: list[list[int]] = [[] for _ in codes]
        self._periods: list[tuple[int, int] | None] = [None for _ in codes]
        self._order = 0
        self._quotient: MisereQuotient | None = None

    def to(self, *lasts: int, progress: Progress | None = None) -> None:
        """Settle heaps up to the last ones given, until all games are proved or the effort is spent."""
        while not self.spent:
            open_games = [
                (len(places), game)
                for game, (places, last) in enumerate(zip(self._places, lasts, strict=True))
                if self._periods[game] is None and len(places) <= last
            ]
            if not open_games:
                return
            heap, game = min(open_games)
            try:
                self._add(game, heap)
            except BudgetError:
                self.spent = True
            notify(progress, heap, lasts[game])

    def _add(self, game: int, heap: int) -> None:
        places = self._places[game]
        options = (tuple(places[part] for part in option) for option in self.codes[game].options(heap))
        self.solver.add(options)
        self._quotient = None
        places.append(len(self.solver.options) - 1)
        candidate = self.solver.candidate
        touched = range(len(self.codes)) if candidate.monoid.order != self._order else [game]
        self._order = candidate.monoid.order
        for number in touched:
            self._periods[number] = proved_period(self.codes[number], self._elements(number))

    def _elements(self, game: int) -> tuple[int, ...]:
        elements = self.solver.candidate.elements
        return tuple(elements[place] for place in self._places[game])

    def quotient(self) -> MisereQuotient:
        """The quotient of the heaps settled so far."""
        if self._quotient is not None:
            return self._quotient
        games = [
            SettledGame(code, (), self._elements(game), *(self._periods[game] or (None, None)))
            for game, code in enumerate(self.codes)
        ]
        places = {place: (game, heap) for game, known in enumerate(self._places) for heap, place in enumerate(known)}
        self._quotient = quotient_of_solver(self.solver, games, places)
        return self._quotient


def quotient_of_codes(
    codes: Sequence[HeapCode], heap: int | None = None, *, effort: int | None = EFFORT, progress: Progress | None = None
) -> MisereQuotient:
    """The misère quotient of all sums of heaps of these games, proved for every heap where Theorem 2 applies.

    Args:
        codes: the games.
        heap: the greatest heap to settle one by one; growing stops before it once everything is proved.
        effort: the work that may be done, about a microsecond a unit; None for no limit.
        progress: called with (heaps settled, last heap).

    >>> from cgt.core.code import HeapCode
    >>> print(quotient_of_codes([HeapCode.parse("0.75")]))
    0.75: order 8, 2 in the P-portion, period 2 from heap 8, proved for all heaps
    """
    growth = Growth(codes, effort)
    growth.to(*[HEAPS if heap is None else heap] * len(codes), progress=progress)
    return growth.quotient()


def quotient_of_options(options: Iterable[Iterable[tuple[int, ...]]], *, effort: int | None) -> MisereQuotient:
    """The misère quotient of finitely many positions, given by their options and numbered so that options come first.

    Args:
        options: for each position its options, each the tuple of the earlier positions whose sum it is.
        effort: the work that may be done, about a microsecond a unit; None for no limit.

    Raises:
        BudgetError: the effort is spent.
        RulesetError: these are no lists of options, or an option is no sum of earlier positions.

    >>> print(quotient_of_options([[], [(0,)], [(0,), (1,)]], effort=1_000))
    3 positions: order 6, 2 in the P-portion
    """
    solver = Solver(effort)
    for given in _listed(options, "positions"):
        solver.add(tuple(_listed(option, "the positions of an option")) for option in _listed(given, "options"))
    game = SettledGame(None, tuple(solver.options), tuple(solver.candidate.elements))
    return quotient_of_solver(solver, [game], {place: (0, place) for place in range(len(solver.options))})


def quotient_of_solver(
    solver: Solver, games: Sequence[SettledGame], places: dict[int, tuple[int, int]]
) -> MisereQuotient:
    """The quotient that a solver has reached; `places` gives the game and the position of each number.

    Generators that the others make are left out, the latest first, and the elements numbered accordingly.
    """
    quotient, family = solver.candidate, solver.family
    kept = list(range(len(quotient.generators)))
    for number in reversed(kept):
        others = [quotient.monoid.actions[other] for other in kept if other != number]
        if len(walk(others, 0)[0]) == quotient.monoid.order:
            kept.remove(number)
    monoid, states = Monoid.spanned([quotient.monoid.actions[number] for number in kept])
    renamed = dict(zip(states, range(monoid.order), strict=True))
    rename = renamed.__getitem__
    certificate = QuotientCertificate(
        tuple(attrs.evolve(game, elements=tuple(map(rename, game.elements))) for game in games),
        tuple(places[quotient.generators[number]] for number in kept),
        monoid.actions,
        tuple(sorted(map(rename, quotient.monoid.elements(quotient.portion)))),
        tuple(
            sorted(
                (rename(element), tuple(sorted(map(rename, quotient.monoid.elements(mask)))))
                for element, masks in enumerate(family.sets)
                for mask in masks
            )
        ),
    )
    return MisereQuotient(certificate)


Components = tuple[Position, ...]


@attrs.frozen
class PositionsQuotient:
    """The misère quotient of some positions and all their followers.

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
        parts = chain.from_iterable(map(_components, positions))
        return self.quotient.element_of(*map(self._number, parts))

    def outcome(self, *positions: Position) -> Outcome:
        """The outcome of the sum of these positions in misère play; raises `NotApplicableError`."""
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
    """The misère quotient of finitely many positions and all their followers.

    Args:
        positions: any positions; components of their options count, where options fall apart.
        effort: the work that may be done, about a microsecond a unit; None for no limit.

    Raises:
        BudgetError: the effort is spent.
        LoopError: the play can go round for ever.
        RulesetError, PositionError: these are no list, or something in it is no position.

    >>> import cgt
    >>> result = quotient_of_positions([cgt.games.Nim().position(3)])
    >>> result.quotient.order, result.outcome(cgt.games.Nim().position(1, 2, 3))
    (6, <Outcome.P: 'P'>)
    >>> result.winning_moves(cgt.games.Nim().position(2, 1))
    [ComponentMove(component=0, move=2)]
    """
    numbers: dict[Position, int] = {}
    options: list[list[tuple[int, ...]]] = []
    opened: dict[Position, list[Components]] = {}

    def reached(position: Position) -> Iterator[Position]:
        opened[position] = [tuple(map(canonical, option)) for option in option_components(position)]
        return (part for option in opened[position] for part in option)

    for position in _listed(positions, "positions"):
        check_position(position)
        for start in _components(position):
            for part in options_first(start, reached, numbers):
                numbers[part] = len(options)
                options.append([tuple(numbers[one] for one in option) for option in opened.pop(part)])
    return PositionsQuotient(quotient_of_options(options, effort=effort), numbers)


def _listed(values: Iterable[T], what: str) -> Iterable[T]:
    """The values themselves; raises `RulesetError` where there is nothing to go through."""
    if not isinstance(values, Iterable):
        raise RulesetError(f"{what} are given as a list, not as {format_value(values)}")
    return values


def _components(position: Position) -> Components:
    """The components of a position, each as its representative under symmetry."""
    return tuple(map(canonical, components_of(position)))
