"""Closed forms from misère quotients: any number of heaps of any size, of one game or of several."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import ComponentMove, Sum, move_in, parts_of
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.families.heap_game import Heap, HeapRuleset, count_into, games_of, moves_into

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.theory.quotient import MisereQuotient
    from cgt.theory.residues import QuotientPlay

PLAMBECK_SIEGEL = "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games (2008)"

FORM_EFFORT = 300_000
"""The work put into finding a quotient for an answer, once a game: about half a second."""

BYTES_A_PLACE = 10_000
"""About how much memory a position takes of which a quotient is made."""

SHOWN_HEAPS = 6
"""The greatest number of heaps in an explanation."""

Place = tuple[int, int]
"""A heap: the number of its game, and its size."""


@attrs.frozen
class _SolvedQuotient:
    """A quotient, with the structures that find moves by it."""

    quotient: MisereQuotient
    plays: tuple[QuotientPlay, ...]
    rows: dict[int, frozenset[int]] = attrs.field(factory=dict)

    def wanted(self, rest: int) -> frozenset[int]:
        """The elements whose product with this one is in the P-portion."""
        if rest not in self.rows:
            row = self.quotient.monoid.row(rest)
            portion = self.quotient.portion
            self.rows[rest] = frozenset(other for other in range(self.quotient.order) if int(row[other]) in portion)
        return self.rows[rest]


def products_without_each(product: Callable[[int, int], int], elements: Sequence[int]) -> list[int]:
    """The products of all elements but one, for each of these elements of a monoid with unit 0: O(elements).

    >>> products_without_each(max, [3, 7, 5])
    [7, 5, 7]
    """
    before = [0]
    for element in elements[:-1]:
        before.append(product(element, before[-1]))
    after = 0
    for index in range(len(elements) - 1, -1, -1):
        before[index] = product(before[index], after)
        after = product(elements[index], after)
    return before[: len(elements)]


def portion_text(product: str, *, inside: bool) -> str:
    """The clause whether a product is in the P-portion, behind a semicolon."""
    text = _("; {product} is in the P-portion") if inside else _("; {product} is outside the P-portion")
    return text.format(product=product)


@attrs.frozen
class QuotientForm(ClosedForm):
    """The closed form for misère play of heaps of games with codes, by the quotient of all their sums.

    It is grown when first asked for, as far as the heaps at hand need it or until it is proved for all heaps, and it
    covers the sums of the heaps that are settled.

    >>> import cgt
    >>> kayles = cgt.parse_ruleset("kayles")
    >>> form = QuotientForm((kayles,))
    >>> print(cgt.solve(kayles.position(9, 12), "misere", closed_form=form).explanation)
    heaps as elements of the misère quotient of 0.77: 9 is d, 12 is e; d e is outside the P-portion: \
knock down pin 5, row 1
    """

    rulesets: tuple[HeapRuleset, ...]

    name = "misère quotient"
    kinds = ("misère quotient", "closed form")
    statement = "Misère play of any number of heaps of games with codes, by the quotient of all their sums."
    reference = PLAMBECK_SIEGEL

    def answer(self, question: Question) -> Answer | None:
        """The answer in misère play of heaps that the quotient settles, as it stands or after little more work.

        P exactly when the product of the heaps' elements lies in the P-portion; a winning option of a heap is one whose
        element, times those of all other heaps, lies there.
        """
        position = question.position
        places = self.places(position) if question.convention is Convention.MISERE else None
        if places is None or not self.rulesets or any(ruleset.code is None for ruleset in self.rulesets):
            return None
        solved = self._solved_quotient(places)
        if not all(solved.quotient.covers(size, game) for game, size in set(places)):
            return None
        outcome = Outcome.P if solved.quotient.product(places) in solved.quotient.portion else Outcome.N
        return self.build_answer(
            question,
            outcome,
            partial(self._winning, position, solved, places),
            partial(self._reason, position, solved, places, outcome),
        )

    def _winning(self, position: Position, solved: _SolvedQuotient, places: tuple[Place, ...]) -> Sequence[Move]:
        wanted = self._target_elements(solved, places)
        counts = [
            self._count(solved.plays[game], ruleset, size, elements)
            for ruleset, (game, size), elements in zip(games_of(position), places, wanted, strict=True)
        ]
        total = None if None in counts else sum(count for count in counts if count is not None)
        return LazyMoves(partial(self._moves, position, solved, places, wanted), total) if total != 0 else ()

    def _reason(
        self,
        position: Position,
        solved: _SolvedQuotient,
        places: tuple[Place, ...],
        outcome: Outcome,
        moves: Sequence[Move],
    ) -> str:
        """The reason: the heaps as elements, their product, whether it lies in the P-portion, and a winning move."""
        quotient = solved.quotient
        named = [
            _("{heap} is {element}").format(
                heap=self._heap_text(game, size),
                element=quotient.word(quotient.certificate.games[game].element(size)),
            )
            for game, size in dict.fromkeys(places[: SHOWN_HEAPS * SHOWN_HEAPS])
        ]
        more = ", …" if len(named) > SHOWN_HEAPS or len(places) > SHOWN_HEAPS * SHOWN_HEAPS else ""
        games = _(" and ").join(str(game.code) for game in quotient.certificate.games)
        text = _("heaps as elements of the misère quotient of {games}: {heaps}").format(
            games=games, heaps=", ".join(named[:SHOWN_HEAPS]) + more
        )
        inside = outcome is Outcome.P
        text += portion_text(quotient.word(quotient.product(places)), inside=inside)
        return with_conclusion(text, outcome, next((self._move_text(position, move) for move in moves), None))

    def places(self, position: Position) -> tuple[Place, ...] | None:
        """The heaps of a position, each with the number of its game; None for a position with others."""
        numbers = {id(ruleset): number for number, ruleset in enumerate(self.rulesets)}
        parts = parts_of(position)
        places = []
        for part in parts:
            if not isinstance(part, Heap):
                return None
            number = numbers.get(id(part.game))
            if number is None:
                number = next((at for at, ruleset in enumerate(self.rulesets) if ruleset == part.game), None)
                if number is None:
                    return None
                numbers[id(part.game)] = number
            places.append((number, part.size))
        return tuple(places)

    def in_reach(self, places: Iterable[Place]) -> MisereQuotient:
        """The quotient, grown as far as these heaps need and little work allows; every game has a code."""
        return self._solved_quotient(places).quotient

    def _solved_quotient(self, places: Iterable[Place]) -> _SolvedQuotient:
        codes = tuple(ruleset.code for ruleset in self.rulesets if ruleset.code is not None)
        largest = [0] * len(codes)
        for game, size in places:
            largest[game] = max(largest[game], size)
        return _grow(codes, largest)

    def _target_elements(self, solved: _SolvedQuotient, places: tuple[Place, ...]) -> list[frozenset[int]]:
        """The elements with which an option of a heap is a winning one, a set for each heap."""
        games = solved.quotient.certificate.games
        elements = [games[game].element(size) for game, size in places]
        return list(map(solved.wanted, products_without_each(solved.quotient.monoid.product, elements)))

    def _moves(
        self, position: Position, solved: _SolvedQuotient, places: tuple[Place, ...], wanted: Sequence[frozenset[int]]
    ) -> Iterator[Move]:
        heaps = zip(games_of(position), places, wanted, strict=True)
        for index, (ruleset, (game, size), elements) in enumerate(heaps):
            if solved.plays[game].count(size, elements) == 0:
                continue  # in a heap of 10^30 a search without success would not end
            for move in moves_into(ruleset, size, solved.plays[game].options(size, elements)):
                yield move_in(position, index, move)

    @staticmethod
    def _count(play: QuotientPlay, ruleset: HeapRuleset, size: int, elements: frozenset[int]) -> int | None:
        count = play.count(size, elements)
        return count_into(ruleset, size, count, lambda option: play.element(option) in elements)

    def _heap_text(self, game: int, size: int) -> str:
        shown = format_int(size)
        return shown if len(self.rulesets) == 1 else f"{self.rulesets[game]} {shown}"

    def _move_text(self, position: Position, move: Move) -> str:
        if len(self.rulesets) == 1:
            return self.rulesets[0].wording.move_text(position, move)
        if not isinstance(position, Sum) or not isinstance(move, ComponentMove):
            return str(move)
        part = position.parts[move.component]
        ruleset = next(ruleset for ruleset in self.rulesets if isinstance(part, Heap) and part.game == ruleset)
        return f"{ruleset}{_(': ')}{ruleset.wording.move_text(part, move.move)}"


def quotient_within_reach(*codes: HeapCode) -> MisereQuotient:
    """The quotient that answers use, grown by half a second of work at most; computed once.

    >>> from cgt.core.code import HeapCode
    >>> print(quotient_within_reach(HeapCode.parse("0.75")))
    0.75: order 8, 2 in the P-portion, period 2 from heap 8, proved for all heaps
    """
    return _grow(codes, [math.inf] * len(codes)).quotient


def _grow(codes: tuple[HeapCode, ...], largest: Sequence[float]) -> _SolvedQuotient:
    """The quotient, grown as far as these heaps need and the effort allows."""
    with MEMORY.borrow(("misère quotient", codes, Convention.MISERE), lambda: _Reach(codes)) as reach:
        return reach.to(largest)


class _Reach:
    """A quotient that grows on demand, with the structures that find moves by it."""

    def __init__(self, codes: tuple[HeapCode, ...]) -> None:
        from cgt.theory.quotient_growth import Growth  # loaded when a question is about misère play

        self._growth = Growth(codes, FORM_EFFORT)
        self._settled: _SolvedQuotient | None = None

    @property
    def nbytes(self) -> int:
        """About how many bytes the quotient takes, estimated from its number of positions."""
        return BYTES_A_PLACE * len(self._growth.solver.options)

    def to(self, largest: Sequence[float]) -> _SolvedQuotient:
        """The quotient of the heaps up to these, one largest heap for each game."""
        from cgt.theory.quotient_growth import HEAPS
        from cgt.theory.residues import QuotientPlay

        self._growth.to(*(int(min(size, HEAPS)) for size in largest))
        quotient = self._growth.quotient()
        if self._settled is None or self._settled.quotient is not quotient:
            plays = tuple(QuotientPlay(game, quotient.monoid) for game in quotient.certificate.games)
            self._settled = _SolvedQuotient(quotient, plays)
        return self._settled
