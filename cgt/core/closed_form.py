"""Closed forms: theorems that answer by a formula, without searching."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, TypeVar

from cgt.core.language import _
from cgt.core.outcome import Outcome
from cgt.core.route import Answer, Facts, Rank, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from cgt.core.route import Question

    M = TypeVar("M", bound=Hashable)


class ClosedForm(ABC):
    """A route that knows outcome and winning moves by a formula: write `answer`, most easily by `told`.

    A closed form never calls the engine and shares no code with it, so that each can check the other.
    """

    name: ClassVar[str]
    reference: ClassVar[str]
    status: ClassVar[Status] = Status.THEOREM
    rank: ClassVar[Rank] = Rank.KNOWN
    kinds: ClassVar[tuple[str, ...]] = ("closed form",)
    """What else it is called by a person who insists on it (`route=`); its answers say the first."""

    @abstractmethod
    def answer(self, question: Question) -> Answer | None:
        """What the theorem says; None of a position, or under a convention, that it does not cover."""

    def told(
        self,
        question: Question,
        outcome: Outcome,
        moves: Callable[[], Sequence[M]],
        reason: Callable[[Sequence[M]], str],
        *,
        nim_value: int | None = None,
        moves_to: Callable[[int], Sequence[M] | None] | None = None,
        reference: str | None = None,
    ) -> Answer:
        """The answer with what is asked, and no more worked out.

        Args:
            question: what is asked.
            outcome: who wins.
            moves: lists all winning moves, in the order of the position's moves where that is cheap.
            reason: the reason, in words that a person can follow and check by hand, from the winning moves.
            nim_value: the nim-value where the theorem gives it; that of a P-position is 0 in both conventions.
            moves_to: the moves to a nim-value in normal play, where a formula tells them.
            reference: the source, where it is not that of the whole class.
        """
        wanted = question.needed | question.welcome
        explained = Facts.EXPLANATION in wanted
        found = moves() if explained or Facts.WINNING_MOVES in wanted else None
        return Answer(
            self.kinds[0],
            reference or self.reference,
            self.status,
            outcome,
            0 if nim_value is None and outcome is Outcome.P else nim_value,
            found,
            reason(found) if explained and found is not None else "",
            moves_to=moves_to,
        )


def concluded(reason: str, outcome: Outcome, move: str | None) -> str:
    """A reason with what follows from it: the winning move in words, or None that there is none."""
    if move is None and outcome is Outcome.P:
        move = _("every move can be answered")
    return reason + _(": ") + (_("no move is left, and the player to move has won") if move is None else move)
