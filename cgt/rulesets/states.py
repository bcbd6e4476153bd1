"""Closed forms on the states of a game: a formula for a state, and its moves tried one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.closed_form import ClosedForm, Status
from cgt.core.game import Game, GamePosition, tried
from cgt.core.lazy_moves import listed
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Facts
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cgt.core.game import State
    from cgt.core.position import Move, Position
    from cgt.core.route import Question


@attrs.frozen
class StateForm(ClosedForm):
    """A closed form on the states of a game: write `is_p`, or `value` in a `ValueForm`; the moves are tried one by one.

    `conventions` names the play conventions it speaks of, `covers(state)` the states, and `candidates` the moves worth
    trying where a formula tells them, so that states with very many moves are answered too.
    """

    ruleset: Game
    conventions: ClassVar[tuple[Convention, ...]] = (Convention.NORMAL,)

    @abstractmethod
    def is_p(self, state: State, convention: Convention) -> bool:
        """Whether the player to move loses."""

    @abstractmethod
    def reason(self, state: State, convention: Convention) -> str:
        """The formula with its numbers, as a clause."""

    def covers(self, state: State) -> bool:
        """Whether the theorem speaks of this state and of every option of it; by default of all."""
        return True

    def candidates(self, state: State, value: int = 0) -> Iterable[tuple[Move, State]]:
        """Moves among which are all that lead to nim-value `value`, or to a P-position; by default all there are.

        Where some are left out because there are too many, it ends with a `BudgetError`.
        """
        return tried(self.ruleset, state)

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Positions of the game that the theorem covers, under the conventions it speaks of."""
        if convention not in self.conventions or not isinstance(position, GamePosition):
            return False
        return position.game == self.ruleset and self.covers(position.state)

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        return Outcome.P if self.is_p(self._state(position, convention), convention) else Outcome.N

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> Sequence[Move]:
        """The moves to P-positions, each tried by the formula; where all cannot be tried, those that were found.

        Raises:
            BudgetError: none was found among those that could be tried.
        """
        state = self._state(position, convention)
        if self.is_p(state, convention):
            return ()
        return listed(
            lambda: (move for move, option in self.candidates(state) if self.is_p(option, convention)),
            _("the player to move wins"),
        )

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        text = self.reason(self._state(position, convention), convention)
        for move in self.winning_moves(position, convention):
            return text + _(": ") + self.ruleset.move_text(position, move)
        if self.outcome(position, convention) is Outcome.P:
            return text + _(": ") + _("every move can be answered")
        return text + _(": ") + _("no move is left, and the player to move has won")

    def _state(self, position: Position, convention: Convention) -> State:
        self.require(position, convention)
        return self.ruleset.state(position)


class ValueForm(StateForm):
    """A closed form that gives the normal-play nim-value of a state."""

    @abstractmethod
    def value(self, state: State) -> int:
        """The nim-value."""

    def is_p(self, state: State, convention: Convention) -> bool:
        return self.value(state) == 0

    def nim_value(self, position: Position, convention: Convention = Convention.NORMAL) -> int:
        return self.value(self._state(position, convention))

    def moves_to(self, position: Position, value: int) -> Sequence[Move]:
        """The moves to that nim-value, each tried by the formula; where all cannot be tried, those that were found."""
        state = self._state(position, Convention.NORMAL)
        return listed(
            lambda: (move for move, option in self.candidates(state, value) if self.value(option) == value),
            _("the nim-value is {value}").format(value=self.value(state)),
        )


@attrs.frozen
class StolenStrategy(ABC):
    """The route of a theorem that says that the player to move wins, but not by which move.

    A ruleset names it in `routes()`. Write `covers(state)` and `reason(state)`; normal play alone.
    """

    ruleset: Game

    name: ClassVar[str] = "stolen strategy"
    reference: ClassVar[str]
    status: ClassVar[Status] = Status.THEOREM

    @abstractmethod
    def covers(self, state: State) -> bool:
        """Whether the theorem speaks of this state."""

    @abstractmethod
    def reason(self, state: State) -> str:
        """Why the player to move wins, as a clause."""

    def cost(self, question: Question) -> float | None:
        """Nothing, where the theorem speaks of the position."""
        state = self.ruleset.state(question.position)
        if question.convention is not Convention.NORMAL or state is None or Facts.NIM_VALUE in question.needed:
            return None
        return 0.0 if self.covers(state) else None

    def answer(self, question: Question) -> Answer | None:
        """The outcome and the reason."""
        if self.cost(question) is None:
            return None
        reason = self.reason(self.ruleset.state(question.position))
        return Answer(self.name, self.reference, self.status, Outcome.N, explanation=reason)
