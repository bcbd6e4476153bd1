"""Misère sums of tame games, and of nim heaps with one restive game, settled by two numbers for each component.

Conway (1976), ch. 12; see `cgt.theory.genus.species_of_form` for the theorem and the words. A tame game counts as one
nim-value g where some other game is *firm*, and as its misère nim-value γ where all others are *fickle*: (0, 1) or
(1, 0). Games with a closed form for tame heaps are taken at any size, others by their canonical forms where these are
small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import ComponentMove, parts_of
from cgt.core.game import ruleset_of
from cgt.core.nimber import nim_sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.route import NOTHING, Answer, Question
from cgt.errors import BudgetError, LoopError
from cgt.families.heap_game import Heap
from cgt.families.tame_form import TameForm
from cgt.theory.genus import FormEvaluator, Species, genus_of_form, species_of_form

if TYPE_CHECKING:
    from cgt.theory.misere_form import MisereForm

Pair = tuple[int, int]
"""The nim-values of a game in normal and in misère play."""

MOST_MOVES = 500
"""A component with more moves is not reduced to its canonical form."""

MOST_POSITIONS = 500
"""The greatest number of positions below a component that are reduced to canonical form, and …"""

MOST_OPTIONS = 5_000
"""… how many options each sum of two forms may look at: a fraction of a second in all."""

LARGEST_HEAP = 24
"""A larger heap is not reduced to its canonical form: nearly all are wild by then, or have a quotient."""


@attrs.frozen
class TamePart:
    """One component of a misère sum, with its pair of nim-values.

    Attributes:
        position: the component.
        species: how far from nim it is.
        pair: its nim-values g and γ.
        closed: gives its moves to a nim-value, where it has a closed form for tame heaps.
        options: else its moves, each with the form that it leads to.
        breadth: how many options its canonical form has at most; None where that is not known.
    """

    position: Position
    species: Species
    pair: Pair
    closed: Callable[[int], Sequence[Move] | None] | None = None
    options: tuple[tuple[Move, MisereForm], ...] = attrs.field(default=(), repr=False)
    breadth: int | None = None

    def moves_to(self, misere: bool, value: int, loses: Callable[[MisereForm], bool]) -> Sequence[Move] | None:
        """The moves to options with g, or γ if `misere`, equal to `value`; None where a non-tame option may qualify.

        `loses` says of some options that are not tame that moving to them loses.
        """
        if self.closed is not None:
            targets = value ^ 1 if misere and value < 2 else value
            return self.closed(targets)
        moves = []
        for move, form in self.options:
            if species_of_form(form).is_tame:
                if _pair(form)[misere] == value:
                    moves.append(move)
                continue
            back = (option for option in form.options if species_of_form(option).is_tame)
            if not any(_pair(option)[misere] == value for option in back) and not loses(form):
                return None
        return moves


@attrs.frozen
class TameSum:
    """A misère sum that the pairs of its components settle.

    >>> import cgt
    >>> total = TameSum.of(cgt.parse_position("kayles 8 + nim 300,301"))
    >>> total.outcome, total.winning_moves()
    (<Outcome.P: 'P'>, ())
    """

    parts: tuple[TamePart, ...]

    @classmethod
    def of(
        cls, position: Position, known: Callable[[Position], TamePart | None] = lambda _component: None
    ) -> TameSum | None:
        """The sum, if it is of tame games, or of nim heaps with one restive game; None for others and large ones.

        `known` tells of components of which more is known. O(options) of each component, every one of which is bounded.
        """
        evaluator = FormEvaluator(max_positions=MOST_POSITIONS, max_options=MOST_OPTIONS)
        parts: list[TamePart] = []
        strange = 0
        for component in parts_of(position):
            part = known(component) or _part(component, evaluator)
            strange += part is not None and not part.species.is_tame
            if part is None or strange > 1 or not (part.species.is_tame or part.species is Species.RESTIVE):
                return None
            parts.append(part)
        if strange and any(part.species is Species.TAME or part.species is Species.REVERSIBLY_TAME for part in parts):
            return None
        return cls(tuple(parts))

    @property
    def restive(self) -> int | None:
        """The index of the restive component, or None."""
        return next((place for place, part in enumerate(self.parts) if not part.species.is_tame), None)

    @property
    def outcome(self) -> Outcome:
        """The outcome in misère play."""
        place = self.restive
        if place is not None:
            heaps = [part.pair[0] for part in self._others(place)]
            return Outcome.P if self.size_of_restive(place) == nim_sum(*heaps) else Outcome.N
        if not self.parts:
            return Outcome.N
        misere, value = self._target(0)
        return Outcome.P if self.parts[0].pair[misere] == value else Outcome.N

    def size_of_restive(self, place: int) -> int:
        """The nim heap that can replace the restive component: γ where all others are small, else g."""
        value, misere = self.parts[place].pair
        return misere if {part.pair[0] for part in self._others(place)} <= {0, 1, misere, misere ^ 1} else value

    def winning_moves(self) -> tuple[ComponentMove, ...] | None:
        """All moves to P-positions; None where a move to a game that is not tame may be one."""
        if self.outcome is Outcome.P:
            return ()
        results = []
        for place, part in enumerate(self.parts):
            beside = self.restive
            targets = (
                [self._target(place)] if beside is None or beside == place else self._targets_of_heap(place, beside)
            )
            for misere, value in targets:
                moves = part.moves_to(misere, value, partial(self._loses, place))
                if moves is None:
                    return None
                results += [ComponentMove(place, move) for move in moves]
        return tuple(results)

    def _loses(self, place: int, form: MisereForm) -> bool:
        """Whether a move of a component to this form surely loses, one nim heap exceeding all other option counts.

        The rest has a misère nim-value, which is no larger than its number of options, and the heap becomes that.
        """
        others = self._others(place)
        heaps = (part for part in others if part.species is Species.NIM and part.closed)
        heap = max(heaps, key=lambda part: part.pair[0], default=None)
        breadths = [part.breadth for part in others if part is not heap]
        if heap is None or None in breadths:
            return False
        return heap.pair[0] > max(1, len(form.options) + sum(breadth for breadth in breadths if breadth is not None))

    def _target(self, place: int) -> tuple[bool, int]:
        """Whether a component's γ counts and not its g, and the value it must have, all others being tame."""
        pairs = [part.pair for part in self._others(place)]
        all_fickle = set(pairs) <= {(0, 1), (1, 0)}  # like heaps of 0 and 1
        return all_fickle, nim_sum(*(value for value, _misere in pairs))

    def _targets_of_heap(self, place: int, restive: int) -> list[tuple[bool, int]]:
        """The sizes, one or two, that a nim heap must have beside the restive component."""
        value, misere = self.parts[restive].pair
        small = {0, 1, misere, misere ^ 1}
        others = [part.pair[0] for part in self._others(place, restive)]
        total, all_small = nim_sum(*others), set(others) <= small
        targets = [(False, misere ^ total)] if all_small and misere ^ total in small else []
        if not (all_small and value ^ total in small):
            targets.append((False, value ^ total))
        return targets

    def _others(self, *places: int) -> list[TamePart]:
        return [part for place, part in enumerate(self.parts) if place not in places]


def tame_pair(position: Position) -> tuple[Pair, Answer] | None:
    """The nim-values by a closed form for tame heaps, and its answer in misère play; None where there is none."""
    ruleset = ruleset_of(position)
    for form in ruleset.closed_forms() if ruleset is not None else ():
        answer = form.answer(Question(position, Convention.MISERE, NOTHING)) if isinstance(form, TameForm) else None
        if answer is not None and answer.nim_value is not None:
            misere = answer.nim_value
            return (misere ^ 1 if misere < 2 else misere, misere), answer
    return None


def _part(position: Position, evaluator: FormEvaluator) -> TamePart | None:
    known = tame_pair(position)
    if known is not None:
        pair, answer = known
        # A heap whose value is its size reaches every smaller value once, and so is one of nim.
        is_nim = isinstance(position, Heap) and position.size == pair[0]
        species = Species.NIM if is_nim else Species.TAME
        return TamePart(position, species, pair, answer.moves_to, breadth=pair[0] if is_nim else None)
    if isinstance(position, Heap) and position.size > LARGEST_HEAP:
        return None
    moves = list(islice(position.moves(), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        return None
    try:
        form_of = evaluator.form(position)
        options = tuple((move, evaluator.form(position.play(move))) for move in moves)
    except (BudgetError, LoopError):
        return None
    species = species_of_form(form_of)
    if species is Species.NIM and any(species_of_form(option) is not Species.NIM for _move, option in options):
        species = Species.TAME  # it has more moves than a nim heap
    return TamePart(position, species, _pair(form_of), None, options, len(form_of.options))


def _pair(form: MisereForm) -> Pair:
    genus = genus_of_form(form)
    return genus.nim_value, genus.misere_nim_value
