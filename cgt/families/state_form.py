"""Closed forms on the states of a game: a formula for a state, with moves tried one by one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Generic

import attrs

from cgt.core.game import Game, M, S, limited_steps, state_of
from cgt.core.language import _
from cgt.core.lazy_moves import listed
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion


@attrs.frozen
class StateForm(ClosedForm, Generic[S, M]):
    """A closed form on states: write `is_p`, or `value` in a `ValueForm`; moves are tried one by one.

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
        """Whether the theorem covers this state and every option of it; by default all states."""
        return True

    def nim_value(self, state: S, convention: Convention) -> int | None:
        """The nim-value, where the theorem gives it; None by default."""
        return None

    def candidates(self, state: S, value: int) -> Iterable[M] | None:
        """Candidate moves, among them all to nim-value `value`, or to a P-position; None for all moves.

        Where some are left out because there are too many, it ends with a `BudgetError`.
        """
        return None

    def candidate_steps(self, state: S, value: int = 0) -> Iterator[tuple[M, S]]:
        """The candidate moves with their options; raises `BudgetError` where there are too many to try."""
        moves = self.candidates(state, value)
        if moves is None:
            return limited_steps(self.ruleset, state)
        return ((move, self.ruleset.after(state, move)) for move in moves)

    def winning_moves(self, state: S, convention: Convention) -> Sequence[M]:
        """The moves to P-positions from an N-position; raises `BudgetError` where too many are tried in vain."""
        return listed(
            lambda: (move for move, option in self.candidate_steps(state) if self.is_p(option, convention)),
            _("the player to move wins"),
        )

    def moves_to(self, state: S, value: int) -> Sequence[M] | None:
        """The moves to that nim-value in normal play; None, the default, where each has to be tried."""
        return None

    def answer(self, question: Question) -> Answer | None:
        """The answer for positions and conventions that the theorem covers."""
        position, convention = question.position, question.convention
        state = state_of(self.ruleset, position)
        if state is None or convention not in self.conventions or not self.covers(state):
            return None
        value = self.nim_value(state, convention)
        outcome = Outcome.P if (self.is_p(state, convention) if value is None else value == 0) else Outcome.N

        def reason(moves: Sequence[M]) -> str:
            move_text = next((self.ruleset.wording.move_text(position, move) for move in moves), None)
            return with_conclusion(self.reason(state, convention), outcome, move_text)

        return self.build_answer(
            question,
            outcome,
            lambda: () if outcome is Outcome.P else self.winning_moves(state, convention),
            reason,
            nim_value=value,
            moves_to=None if value is None else partial(self.moves_to, state),
        )


class ValueForm(StateForm[S, M]):
    """A closed form for the nim-value of a state; where it covers misère play, write `nim_value`, too."""

    @abstractmethod
    def value(self, state: S) -> int:
        """The nim-value in normal play."""

    def nim_value(self, state: S, convention: Convention) -> int | None:
        return self.value(state)

    def is_p(self, state: S, convention: Convention) -> bool:
        return self.nim_value(state, convention) == 0

    def winning_moves(self, state: S, convention: Convention) -> Sequence[M]:
        return self.moves_to(state, 0) if convention is Convention.NORMAL else super().winning_moves(state, convention)

    def moves_to(self, state: S, value: int) -> Sequence[M]:
        """The moves to that nim-value, by the formula for each option; where there are too many, those found."""
        return listed(
            lambda: (move for move, option in self.candidate_steps(state, value) if self.value(option) == value),
            _("the nim-value is {value}").format(value=format_int(self.value(state))),
        )
