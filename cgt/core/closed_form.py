"""Closed forms: strategies that answer without searching."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from cgt.core.outcome import Convention, Outcome
from cgt.errors import NotApplicableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cgt.core.position import Move, Position


class Status(StrEnum):
    """How well an answer is founded: proved for ever, worked out from the definition, or believed.

    `OBSERVED` is what holds as far as somebody has looked; `CLAIMED` is on the word of a file that nobody has checked.
    """

    THEOREM = "theorem"
    COMPUTED = "computed"
    CONJECTURE = "conjecture"
    OBSERVED = "observed"
    CLAIMED = "claimed"

    @staticmethod
    def weakest(statuses: Iterable[Status]) -> Status:
        """What rests on all of these is founded as well as the weakest; on none, a theorem.

        >>> Status.weakest([Status.THEOREM, Status.COMPUTED])
        <Status.COMPUTED: 'computed'>
        """
        return max(statuses, key=list(Status).index, default=Status.THEOREM)


class ClosedForm(ABC):
    """A strategy that knows outcome and winning moves by a formula.

    A closed form never calls the engine and shares no code with it, so that each can check the other. Every method but
    `applies` raises `NotApplicableError` for a position that the theorem does not cover; `require` does that.
    """

    name: ClassVar[str]
    status: ClassVar[Status] = Status.THEOREM
    reference: ClassVar[str]

    @property
    def citation(self) -> str:
        """The source of what it answers; `reference`, unless each instance has a source of its own."""
        return self.reference

    @abstractmethod
    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Whether the theorem covers this position under this convention; never raises."""

    @abstractmethod
    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> Sequence[Move]:
        """All winning moves, in the order of the position's own moves where that is cheap."""

    @abstractmethod
    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        """The reason, in words a person can follow and check by hand."""

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        """The outcome; by default N exactly when there is a winning move."""
        return Outcome.N if self.winning_moves(position, convention) else Outcome.P

    def nim_value(self, position: Position, convention: Convention = Convention.NORMAL) -> int | None:
        """The nim-value where the theorem gives it, else None."""
        return None

    def moves_to(self, position: Position, value: int) -> Sequence[Move] | None:
        """In normal play, all moves to nim-value `value`, for sums of several games; None where one has to try each."""
        return None

    def require(self, position: Position, convention: Convention) -> None:
        """Raise `NotApplicableError` unless the closed form applies."""
        if not self.applies(position, convention):
            raise NotApplicableError(f"{self.name} says nothing about {position} in {convention} play")
