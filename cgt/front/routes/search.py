"""The route by search: every line of play, for any position at all."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from cgt.core.closed_form import Status
from cgt.core.compounds import components_of
from cgt.core.game import ruleset_of
from cgt.core.nimber import nim_sum
from cgt.core.numbers import measurable, shortened
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.route import Answer, Facts
from cgt.errors import BudgetError, LoopError
from cgt.front.routes.table import MANY, nim_sum_text
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.core.position import Move, Position
    from cgt.core.route import Question
    from cgt.engine.evaluator import Evaluator

SEARCH = "search"


SECONDS_A_POSITION = 2e-4
"""Processor seconds that a position may take on average, so that games whose moves are dear to list end in time too."""

BYTES_A_POSITION = 5_000
"""Bytes that a position may take on average, so that sums of very many heaps end before the memory is full."""

LEAST_BYTES = 200_000_000

OF_POSITIONS = {"max_seconds", "max_bytes"}
"""The limits of an evaluator that follow from the positions allowed: who asks a question can raise these alone."""


QUICKEST = 100
"""No search needs less than this part of that time and memory for a position: 2 µs and 50 bytes."""


BEYOND = 10**10
"""No machine keeps more positions, so that a higher limit is no advice."""


class SearchRoute:
    """The generic engine.

    Args:
        evaluator: search with this one and its memo, within its own limit; else each convention gets one that lives as
            long as the route.
    """

    name = SEARCH
    status = Status.COMPUTED

    def __init__(self, evaluator: Evaluator | None = None) -> None:
        self._given = evaluator
        self._made: dict[tuple[Convention, int | None], Evaluator] = {}

    @property
    def reference(self) -> str:
        """Why there was a search."""
        return _("no closed form is known here")

    def cost(self, question: Question) -> float | None:
        """Nobody can tell; a given evaluator of the other convention has nothing to say."""
        if self._given is not None and self._given.convention is not question.convention:
            return None
        return math.inf

    def answer(self, question: Question) -> Answer:
        """The outcome and all winning moves; the nim-value in normal play, or where it is needed.

        Raises:
            BudgetError: the search reached its limit, or is known beforehand to do so.
            LoopError: the play can go round for ever, and the nim-value is needed.
        """
        try:
            return self._loopfree(question)
        except LoopError:
            if Facts.NIM_VALUE in question.needed:
                raise
            from cgt.front.routes.loopy import loopy_answer

            return loopy_answer(question, self.name)

    def _loopfree(self, question: Question) -> Answer:
        from cgt.engine.multiset import check_moves  # loaded by who searches

        self._refuse_hopeless(question)
        evaluator, position = self._evaluator(question), question.position
        value = outcome = moves = None
        if Facts.NIM_VALUE in question.needed:
            check_moves(position)
            value = evaluator.nim_value(position)
        # The moves first: where they are too many to try, that is said at once.
        if question.wants(Facts.WINNING_MOVES):
            moves = tuple(evaluator.winning_moves(position))
        if question.wants(Facts.OUTCOME):
            outcome = evaluator.outcome(position)
        explanation = _("a search of every line of play says so")
        if value is None and outcome is Outcome.P:
            value = 0
        if question.convention is Convention.NORMAL and question.wants(Facts.NIM_VALUE):
            with suppress(BudgetError):  # the outcome may be known where the nim-value would take too long
                values = [evaluator.nim_value(part) for part in components_of(position)]
                value = nim_sum(*values)
                if len(values) > 1:
                    explanation = nim_sum_text(values, value)
        return Answer(self.name, self.reference, self.status, outcome, value, moves, explanation)

    def nim_values(self, question: Question) -> Callable[[Position], int] | None:
        if self.cost(question) is None:
            return None
        self._refuse_hopeless(question)
        return self._evaluator(question).nim_value

    def moves_to(self, question: Question, value: int) -> Sequence[Move] | None:
        return None

    def _refuse_hopeless(self, question: Question) -> None:
        """An evaluator that is given has limits of its own, and perhaps none."""
        if self._given is None:
            made = self._evaluator(question)
            refuse_hopeless(question.position, question.max_positions, known=len(made) + made.visited)

    def _evaluator(self, question: Question) -> Evaluator:
        if self._given is not None:
            return self._given
        key = question.convention, question.max_positions
        if key not in self._made:
            self._made[key] = limited_evaluator(*key)
        # All that is asked of it for one question takes the time of one.
        if question.max_positions is not None:
            self._made[key].deadline = time.process_time() + seconds_for(question.max_positions)
        return self._made[key]


def seconds_for(most: int) -> float:
    """The processor seconds that a search of so many positions may take."""
    return max(1.0, measurable(most) * SECONDS_A_POSITION)


def limited_evaluator(convention: ConventionLike, most: int | None) -> Evaluator:
    """An evaluator that gives up after so many positions; if these are many, after the time and memory they may take.

    >>> limited_evaluator("normal", 1_000).max_positions, limited_evaluator("normal", 150_000).max_positions
    (1000, None)
    """
    from cgt.engine.evaluator import Evaluator  # loaded by who searches

    if most is None:
        return Evaluator(convention)
    return Evaluator(
        convention,
        max_positions=most if most < MANY else None,
        max_seconds=seconds_for(most),
        max_bytes=max(LEAST_BYTES, most * BYTES_A_POSITION),
    )


def refuse_hopeless(position: Position, most: int | None, *, known: int = 0) -> None:
    """Make sure that a search is not known to open more positions than its limit lets it; raises `BudgetError`.

    The components may be searched one by one, each with that limit, and so many positions may be `known` already.

    >>> import cgt
    >>> refuse_hopeless(cgt.parse_position("grundy 1000000000000"), 150_000)
    Traceback (most recent call last):
    cgt.errors.BudgetError: a search opens at least 333333333333 positions, far beyond the limit of 150,000
    """
    if most is None:
        return
    parts = components_of(position)
    rulesets = ((ruleset_of(part), part) for part in parts)
    least = max((ruleset.least_searched(part) for ruleset, part in rulesets if ruleset is not None), default=0)
    if least > most * (1 if most < MANY else QUICKEST) * len(parts) + known:
        text = _("a search opens at least {least} positions, far beyond the limit of {most}")
        limit = None if least > BEYOND else "max_positions"
        raise BudgetError(text.format(least=shortened(least), most=f"{most:,}"), limit)
