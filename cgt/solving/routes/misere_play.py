"""The routes of misère play: sums of tame games, and heaps by their misère quotient."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.compounds import Sum, components_of, move_in, parts_of
from cgt.core.game import ruleset_of
from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.core.route import NOTHING, Answer, Facts, Question, Rank, Route, Status, with_conclusion
from cgt.engine.budget import Budget
from cgt.engine.search import N_WORD, P_WORD, misere_outcome, search
from cgt.errors import BudgetError, clipped
from cgt.families.heap_game import Heap, games_of, moves_into
from cgt.families.quotient_form import PLAMBECK_SIEGEL, Place, QuotientForm
from cgt.families.tame_sum import TamePart, TameSum
from cgt.solving.routes.nim_values import Worth
from cgt.theory.genus import Species

if TYPE_CHECKING:
    from cgt.theory.quotient import MisereQuotient

MOST_PARTS = 40
"""The greatest number of components of a sum; of more, tame ones of one game are left to that game's own routes."""

SHOWN_PARTS = 6

MOST_SUMS = 2_000
"""The greatest number of sums searched here: canonical forms and the plain search, asked next, are quicker a sum."""

LARGEST = 2_000
"""The greatest heap that is searched: a larger one has too many options."""

HEAPS_A_SUM = 30
"""A sum of more heaps counts as several: it takes more time and memory."""

Places = tuple[Place, ...]
"""Heaps, each the number of its game and its size, sorted; empty heaps are left out."""


def misere_routes(position: Position, normal: Callable[[Position], Sequence[Route]]) -> tuple[Route, ...]:
    """The routes of misère play for a position: the sum of tame games, and the quotients of heaps with codes.

    `normal` gives the routes that know positions in normal play.

    >>> import cgt
    >>> mixed = cgt.games.TakingBreaking("0.77").position(10) + cgt.games.TakingBreaking("0.75").position(5)
    >>> [route.name for route in misere_routes(mixed, lambda _whole: ())]
    ['tame sum', 'misère quotient', 'quotient search']
    """
    return (TameRoute(normal), *_quotient_routes(position))


@attrs.frozen
class TameRoute:
    """The route for misère sums of tame games, and of nim heaps with one restive game (Conway, 1976).

    Attributes:
        normal: gives the routes that know the components in normal play, of games that are tame throughout.

    >>> import cgt
    >>> position = cgt.parse_position("chomp 3,2 + nim 300,500")
    >>> solution = cgt.solve(position, "misere")
    >>> print(solution.route, solution.outcome)
    tame sum N
    """

    normal: Callable[[Position], Sequence[Route]]
    name: ClassVar[str] = "tame sum"
    rank: ClassVar[Rank] = Rank.KNOWN
    reference: ClassVar[str] = "J. H. Conway, On Numbers and Games (1976), ch. 12"

    def answer(self, question: Question) -> Answer | None:
        """The outcome and all winning moves, where the components are tame and little work shows it."""
        position = question.position
        if question.convention is not Convention.MISERE or not isinstance(position, Sum):
            return None
        known = self._known_of(question)
        total = TameSum.of(position, known) if len(position.parts) <= MOST_PARTS else None
        if total is None:
            return None
        outcome = total.outcome
        return Answer(
            self.name,
            self.reference,
            Status.THEOREM,
            outcome,
            0 if outcome is Outcome.P else None,
            total.winning_moves() if question.wants(Facts.WINNING_MOVES) else None,
            _explanation(total, no_move=is_over(position)),
        )

    def _known_of(self, question: Question) -> Callable[[Position], TamePart | None]:
        """A function from a component of a game all of whose positions are tame to its pair of nim-values."""
        asked = attrs.evolve(question, convention=Convention.NORMAL, needed=Facts.NIM_VALUE, optional=NOTHING)
        worths: dict[object, Worth] = {}

        def known(component: Position) -> TamePart | None:
            game = ruleset_of(component)
            tame_pair = None if game is None else game.hints.tame_pair
            if tame_pair is None:
                return None
            worth = worths.get(game)
            if worth is None:
                alike = [part for part in components_of(question.position) if ruleset_of(part) == game]
                worth = worths[game] = Worth(asked, self.normal(Sum(*alike)))
            try:
                answer = worth.answer(component)
            except BudgetError:
                return None
            if answer is None or answer.nim_value is None:
                return None
            pair = tame_pair(component, answer.nim_value)
            return TamePart(component, Species.TAME, pair, partial(_moves_to, worth, component))

        return known


def _explanation(total: TameSum, *, no_move: bool) -> str:
    place = total.restive
    shown = [
        _("{part} as {heaps}").format(part=_part_text(part), heaps=_heaps_text(part.pair))
        for part in total.parts[:SHOWN_PARTS]
        if part.species is not Species.RESTIVE
    ]
    if place is not None:
        size = format_int(total.size_of_restive(place))
        shown.append(_("{part}, which is restive, as {heaps}").format(part=_part_text(total.parts[place]), heaps=size))
    more = ", …" if len(total.parts) > SHOWN_PARTS else ""
    text = _("heaps of nim may stand for each part in misère play: {shown}").format(
        shown=", ".join(dict.fromkeys(shown)) + more
    )
    end = None if no_move or total.outcome is Outcome.P else _("a move leaves what loses in nim")
    return with_conclusion(text, total.outcome, end)


def _moves_to(worth: Worth, component: Position, value: int) -> Sequence[Move]:
    return tuple(worth.moves_to(component, value))


def _part_text(part: TamePart) -> str:
    ruleset = ruleset_of(part.position)
    return clipped(str(part.position) if ruleset is None else f"{ruleset} {part.position}")


def _heaps_text(pair: tuple[int, int]) -> str:
    """The nim heaps with this pair of nim-values, as text."""
    return {(0, 0): "2+2", (1, 1): "2+3"}.get(pair) or format_int(pair[0])


def _quotient_routes(position: Position) -> tuple[Route, ...]:
    parts = parts_of(position)
    rulesets = [part.game if isinstance(part, Heap) else None for part in parts]
    first = rulesets[0] if rulesets else None
    if all(ruleset is first for ruleset in rulesets):  # one comparison for a thousand heaps of one game
        rulesets = [first]
    games = dict.fromkeys(ruleset for ruleset in rulesets if ruleset is not None and ruleset.code is not None)
    if not games or not games.keys() >= set(rulesets):
        return ()
    if len(games) > 1:
        mixed = QuotientForm(tuple(sorted(games, key=str)))
        return mixed, QuotientSearchRoute(mixed)
    # Other games have better things to say of misère play: only of the code games is the quotient the best.
    forms = [form for game in games for form in game.closed_forms() if isinstance(form, QuotientForm)]
    return tuple(map(QuotientSearchRoute, forms))


class QuotientSearch:
    """A misère search of sums with heaps that the quotient does not settle; results are remembered.

    The quotient is no more than a table here: while one heap is not settled, settled ones are still told apart by their
    sizes, since a larger heap may tell apart what the settled ones cannot.

    >>> import cgt
    >>> search = QuotientSearch(cgt.misere_quotient("0.07", stop=25), max_positions=10_000)
    >>> search.is_p(((0, 9), (0, 26))), len(search)
    (True, 12)
    """

    def __init__(self, quotient: MisereQuotient, max_positions: int) -> None:
        self.quotient = quotient
        self._known = _SumOutcomes(quotient)
        self._budget = Budget(max_positions)

    def __len__(self) -> int:
        """The number of searched sums."""
        return len(self._known)

    def winning_options(self, places: Places, index: int) -> list[tuple[int, ...]]:
        """The options of one heap of a sum that leave a P-position, in the code's order; raises `BudgetError`."""
        return [option for option in self._options(places[index]) if self.is_p(_after(places, index, option))]

    def is_p(self, places: Places) -> bool:
        """Whether a sum is a P-position; raises `BudgetError` after `max_positions`."""
        start = tuple(sorted(place for place in places if place[1]))
        try:
            return search(start, self._followers, self._known, self._budget, misere_outcome, cut=P_WORD) == P_WORD
        except BudgetError as error:
            text = _("the search beyond the quotient was stopped at {count} sums")
            raise BudgetError(text.format(count=format_int(len(self), group=True)), error.limit) from None

    def _followers(self, places: Places) -> Iterator[Places]:
        """The options of a sum, those of unsettled heaps first: they lead to the table soonest."""
        for place in sorted(set(places), key=lambda place: (self.quotient.covers(place[1], place[0]), place)):
            index = places.index(place)
            for option in self._options(place):
                yield _after(places, index, option)

    def _options(self, place: Place) -> Iterator[tuple[int, ...]]:
        code = self.quotient.certificate.games[place[0]].code
        assert code is not None  # noqa: S101 - the games of this route have codes
        return code.options(place[1])


def _after(places: Places, index: int, option: tuple[int, ...]) -> Places:
    """The sum with a heap replaced by an option of it."""
    game = places[index][0]
    left = [(game, heap) for heap in option if heap]
    return tuple(sorted((*places[:index], *places[index + 1 :], *left)))


class _SumOutcomes(dict[Places, int]):
    """The encoded outcomes of sums: of those searched, and of those that the quotient settles."""

    def __init__(self, quotient: MisereQuotient) -> None:
        self.quotient = quotient

    def get(self, places: Places, default: Any = None) -> Any:  # noqa: ANN401 - as of every dict
        games = self.quotient.certificate.games
        if all(games[game].covers(heap) for game, heap in places):
            return P_WORD if self.quotient.product(places) in self.quotient.portion else N_WORD
        return super().get(places, default)


@attrs.frozen
class QuotientSearchRoute:
    """The route by misère search of heaps beyond the quotient, with the quotient as a table of endings.

    >>> import cgt
    >>> solution = cgt.solve(cgt.games.TakingBreaking("0.07").position(50), "misere")
    >>> print(solution.route, solution.outcome)
    quotient search P
    """

    form: QuotientForm
    name: ClassVar[str] = "quotient search"
    rank: ClassVar[Rank] = Rank.SEARCH
    reference: ClassVar[str] = PLAMBECK_SIEGEL

    def answer(self, question: Question) -> Answer | None:
        """The outcome and all winning moves; None for huge heaps, and where the quotient settles everything.

        Raises:
            BudgetError: too many sums would be searched.
        """
        if question.convention is not Convention.MISERE:
            return None
        places = self.form.places(question.position)
        if not places or max(size for _game, size in places) > LARGEST:
            return None
        if self.form.answer(attrs.evolve(question, needed=NOTHING, optional=NOTHING)) is not None:
            return None
        quotient = self.form.in_reach(places)
        most = MOST_SUMS if question.max_positions is None else min(MOST_SUMS, question.max_positions)
        beyond = QuotientSearch(quotient, most // (1 + len(places) // HEAPS_A_SUM))
        outcome = Outcome.P if beyond.is_p(places) else Outcome.N
        moves = tuple(self._moves(question.position, places, beyond)) if question.wants(Facts.WINNING_MOVES) else None
        explanation = _("a search says so, which ends in the misère quotient of the heaps to {heaps}").format(
            heaps=", ".join(str(game.last) for game in quotient.certificate.games)
        )
        details = (("searched", str(len(beyond))),)
        value = 0 if outcome is Outcome.P else None
        return Answer(self.name, self.reference, Status.COMPUTED, outcome, value, moves, explanation, details=details)

    def _moves(self, position: Position, places: Places, beyond: QuotientSearch) -> Iterator[Move]:
        for index, (game, (_number, size)) in enumerate(zip(games_of(position), places, strict=True)):
            for move in moves_into(game, size, beyond.winning_options(places, index)):
                yield move_in(position, index, move)
