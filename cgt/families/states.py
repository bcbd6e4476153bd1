"""Closed forms on the states of a game: a formula for a state, and its moves tried one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import attrs

from cgt.core.game import Game, M, S, tried
from cgt.core.language import _
from cgt.core.lazy_moves import listed
from cgt.core.numbers import shortened
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, ClosedForm, Question, Rank, Status, concluded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@attrs.frozen
class StateForm(ClosedForm, Generic[S, M]):
    """A closed form on the states of a game: write `is_p`, or `value` in a `ValueForm`; the moves are tried one by one.

    `conventions` names the play conventions it speaks of, `covers(state)` the states, and `candidates` the moves worth
    trying where a formula tells them, so that states with very many moves are answered too.
    """

    ruleset: Game[S, M]
    conventions: ClassVar[tuple[Convention, ...]] = (Convention.NORMAL,)

    @abstractmethod
    def is_p(self, state: S, convention: Convention) -> bool:
        """Whether the player to move loses."""

    @abstractmethod
    def reason(self, state: S, convention: Convention) -> str:
        """The formula with its numbers, as a clause."""

    def covers(self, state: S) -> bool:
        """Whether the theorem speaks of this state and of every option of it; by default of all."""
        return True

    def nim_value(self, state: S, convention: Convention) -> int | None:
        """The nim-value, where the theorem gives it; by default it does not."""
        return None

    def candidates(self, state: S, value: int = 0) -> Iterable[tuple[M, S]]:
        """Moves among which are all that lead to nim-value `value`, or to a P-position; by default all there are.

        Where some are left out because there are too many, it ends with a `BudgetError`.
        """
        return tried(self.ruleset, state)

    def winning_moves(self, state: S, convention: Convention) -> Sequence[M]:
        """The moves to P-positions from a state that is none; by default each candidate is tried by the formula.

        Raises:
            BudgetError: none was found among those that could be tried.
        """
        return listed(
            lambda: (move for move, option in self.candidates(state) if self.is_p(option, convention)),
            _("the player to move wins"),
        )

    def moves_to(self, state: S, value: int) -> Sequence[M] | None:
        """In normal play, the moves to that nim-value; None, as by default, where one has to try each."""
        return None

    def answer(self, question: Question) -> Answer | None:
        """Of positions of the game that the theorem covers, under the conventions it speaks of."""
        position, convention = question.position, question.convention
        state = self.ruleset.state(position)
        if state is None or convention not in self.conventions or not self.covers(state):
            return None
        value = self.nim_value(state, convention)
        is_p = self.is_p(state, convention) if value is None else value == 0
        outcome = Outcome.P if is_p else Outcome.N

        def reason(moves: Sequence[M]) -> str:
            told = next((self.ruleset.move_text(position, move) for move in moves), None)
            return concluded(self.reason(state, convention), outcome, told)

        return self.told(
            question,
            outcome,
            lambda: () if is_p else self.winning_moves(state, convention),
            reason,
            nim_value=value,
            moves_to=None if value is None else partial(self.moves_to, state),
        )


class ValueForm(StateForm[S, M]):
    """A closed form that gives the normal-play nim-value of a state."""

    @abstractmethod
    def value(self, state: S) -> int:
        """The nim-value."""

    def is_p(self, state: S, convention: Convention) -> bool:
        return self.value(state) == 0

    def nim_value(self, state: S, convention: Convention) -> int | None:
        return self.value(state)

    def moves_to(self, state: S, value: int) -> Sequence[M]:
        """The moves to that nim-value, each tried by the formula; where all cannot be tried, those that were found."""
        return listed(
            lambda: (move for move, option in self.candidates(state, value) if self.value(option) == value),
            _("the nim-value is {value}").format(value=shortened(self.value(state))),
        )


@attrs.frozen
class StolenStrategy(ABC, Generic[S]):
    """The route of a theorem that says that the player to move wins, but not by which move.

    A ruleset names it in `routes()`. Write `covers(state)` and `reason(state)`; normal play alone.
    """

    ruleset: Game[S, Any]

    name: ClassVar[str] = "stolen strategy"
    reference: ClassVar[str]
    status: ClassVar[Status] = Status.THEOREM
    rank: ClassVar[Rank] = Rank.KNOWN

    @abstractmethod
    def covers(self, state: S) -> bool:
        """Whether the theorem speaks of this state."""

    @abstractmethod
    def reason(self, state: S) -> str:
        """Why the player to move wins, as a clause."""

    def answer(self, question: Question) -> Answer | None:
        """The outcome and the reason."""
        state = self.ruleset.state(question.position)
        if question.convention is not Convention.NORMAL or state is None or not self.covers(state):
            return None
        return Answer(self.name, self.reference, self.status, Outcome.N, explanation=self.reason(state))
