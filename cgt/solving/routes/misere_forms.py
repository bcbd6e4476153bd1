"""The route by misère canonical forms, which is asked before a long search of a game that falls apart."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.compounds import Sum
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import is_over, options
from cgt.core.route import SEARCH_LIMIT, Answer, Facts, Question, Rank, Status
from cgt.engine.nodes import check_moves, limited_moves
from cgt.errors import BudgetError, LoopError
from cgt.solving.routes.by_search import SearchRoute, any_falls_apart, refuse_hopeless, rules_of_all, search_seconds

if TYPE_CHECKING:
    from cgt.theory.form_sums import FormSums

FEW = 10_000
"""The positions that are searched before forms are made, and after which a search is long: a fraction of a second."""

SHARE = 3
"""A search may take so many times the seconds that forms take before it."""


@attrs.frozen
class ShortSearch:
    """The search, within few positions, before a route that pays only where many are searched.

    >>> import cgt
    >>> sizes = [f"treblecross {size}" for size in (20, 70)]
    >>> [cgt.solve(size, "misere").route for size in sizes]
    ['search', 'canonical forms']
    """

    name: ClassVar[str] = SearchRoute.name
    rank: ClassVar[Rank] = Rank.SEARCH

    def answer(self, question: Question) -> Answer | None:
        """The answer of the search; None where it takes more positions, or all that are allowed."""
        if question.max_positions is not None and question.max_positions <= FEW:
            return None
        try:
            return SearchRoute(most=FEW).answer(attrs.evolve(question, max_positions=FEW))
        except BudgetError:
            return None


@attrs.define
class FormRoute:
    """The route by misère canonical forms of components: equal ones replace each other in every sum (Conway, 1976).

    Attributes:
        seconds: the processor seconds that all its answers take together.

    >>> import cgt
    >>> solution = cgt.solve("grundy 60", "misere")
    >>> print(solution.route, solution.outcome, solution.winning_moves[0])
    canonical forms N (10, 50)
    """

    seconds: float
    _deadline: float = attrs.field(default=math.inf, init=False)
    _gave_up: bool = attrs.field(default=False, init=False)
    name: ClassVar[str] = "canonical forms"
    rank: ClassVar[Rank] = Rank.SEARCH
    reference: ClassVar[str] = "J. H. Conway, On Numbers and Games (1976), ch. 12; Winning Ways (1982), ch. 13"

    @classmethod
    def before_search(cls, most: int | None, limit: int = SEARCH_LIMIT) -> FormRoute:
        """The route before a search of `most` positions; its answers take no longer than before one of `limit`."""
        return cls(search_seconds(limit if most is None else min(most, limit)) / SHARE)

    def answer(self, question: Question) -> Answer | None:
        """The outcome and all winning moves, and the misère nim-value where it is needed.

        None where no rules tell what a component falls into, where the play can go round, and from the first position
        on for which forms are too large.
        """
        position = question.position
        if question.convention is not Convention.MISERE or self._gave_up or not any_falls_apart(position):
            return None
        from cgt.theory.form_sums import MOST_COMPONENTS, FormSums

        if self._deadline == math.inf:
            self._deadline = time.process_time() + self.seconds
        try:
            refuse_hopeless(position, MOST_COMPONENTS)
            check_moves(position)
            with MEMORY.borrow(("canonical forms", rules_of_all(position), Convention.MISERE), FormSums) as sums:
                sums.begin(question.max_positions, seconds=self.seconds, deadline=self._deadline)
                return self._by_forms(question, sums)
        except (BudgetError, LoopError):
            self._gave_up = True
            return None

    def _by_forms(self, question: Question, sums: FormSums) -> Answer:
        position = question.position
        value = sums.misere_nim_value(position) if Facts.NIM_VALUE in question.needed else None
        moves = None
        if question.wants(Facts.WINNING_MOVES):
            moves = tuple(move for move in limited_moves(position) if sums.is_p(position.play(move)))
        if value is not None:  # a P-position is one that is worth 0
            is_p = not value
        elif moves is not None:
            is_p = not moves and not is_over(position)
        elif isinstance(position, Sum):
            is_p = sums.is_p(position)
        else:  # without the form of the whole, the largest
            is_p = not is_over(position) and not any(map(sums.is_p, options(position)))
        return Answer(
            self.name,
            self.reference,
            Status.COMPUTED,
            Outcome.P if is_p else Outcome.N,
            0 if is_p else value,
            moves,
            _("a search says so, of the components' canonical forms in misère play"),
        )
