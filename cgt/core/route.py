"""Routes to an answer: the small Protocol behind which everything that knows something about positions stands.

A closed form, a table, a search, a misère quotient, a plugin: each is asked the same question and gives what it knows,
in part or whole, with its source and how well founded it is. `cgt.front.routes` holds the list that is asked.
"""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from cgt.core.closed_form import Status
from cgt.core.numbers import written
from cgt.core.outcome import Convention, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cgt.core.position import Move, Position


class Facts(Flag):
    """What is asked about a position."""

    OUTCOME = auto()
    NIM_VALUE = auto()
    WINNING_MOVES = auto()
    EXPLANATION = auto()


NOTHING = Facts(0)
STRATEGY = Facts.OUTCOME | Facts.WINNING_MOVES | Facts.EXPLANATION


@attrs.frozen
class Question:
    """A position under a convention, and what is asked about it.

    Attributes:
        position: the position.
        convention: the play convention.
        needed: the facts without which an answer is of no use.
        welcome: the facts to be told where they are cheap.
        max_positions: how many positions (or entries of a table) may be worked out; None for no limit.
    """

    position: Position
    convention: Convention = Convention.NORMAL
    needed: Facts = STRATEGY
    welcome: Facts = NOTHING
    max_positions: int | None = None

    def wants(self, fact: Facts) -> bool:
        """Whether a fact is needed or welcome."""
        return fact in self.needed | self.welcome


@attrs.frozen
class Answer:
    """What one route knows about one position; None where it does not say.

    Attributes:
        route: the route's name.
        reference: on whose word: the theorem's source, or what was searched or tabulated.
        status: how well founded it is.
        outcome: who wins; `Outcome.D` where neither player can force a win.
        nim_value: the nim-value.
        winning_moves: all of them, in the order of the position's moves where that is cheap.
        explanation: the reason, for a person.
        components: of a sum whose components were asked one by one: their answers, in order.
        completed_by: the answers of other routes that filled in what this one does not know.
        details: what else there is to say, as pairs (term, text), such as a quotient's order or the positions visited.
    """

    route: str
    reference: str
    status: Status = Status.THEOREM
    outcome: Outcome | None = None
    nim_value: int | None = attrs.field(default=None, repr=written)
    winning_moves: Sequence[Move] | None = attrs.field(default=None, repr=written, hash=False)
    explanation: str = ""
    components: tuple[Answer, ...] = ()
    completed_by: tuple[Answer, ...] = ()
    details: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> Facts:
        """What it tells. An explanation is never missing: a route that has none gives an empty one."""
        told = Facts.EXPLANATION
        if self.outcome is not None:
            told |= Facts.OUTCOME
        if self.nim_value is not None:
            told |= Facts.NIM_VALUE
        if self.winning_moves is not None:
            told |= Facts.WINNING_MOVES
        return told

    def completed(self, other: Answer) -> Answer:
        """This answer with the other's word on what is missing here."""
        if not other.facts & ~self.facts:
            return self
        return attrs.evolve(
            self,
            outcome=other.outcome if self.outcome is None else self.outcome,
            nim_value=other.nim_value if self.nim_value is None else self.nim_value,
            winning_moves=other.winning_moves if self.winning_moves is None else self.winning_moves,
            explanation=self.explanation or other.explanation,
            completed_by=(*self.completed_by, other),
        )


@runtime_checkable
class Route(Protocol):
    """This is a Protocol: something that knows about some positions, and says what."""

    @property
    def name(self) -> str:
        """What to call it: in answers, and for a person who insists on it (`route=`)."""
        ...

    def cost(self, question: Question) -> float | None:
        """The processor seconds that an answer would take, as far as that is known without work.

        None where the route has nothing to say, `math.inf` where nobody can tell. The cheapest route is asked first.
        """
        ...

    def answer(self, question: Question) -> Answer | None:
        """What is known, None after all if nothing is; raises `BudgetError` where it would take too long."""
        ...


@runtime_checkable
class Valuer(Route, Protocol):
    """This is a Protocol: a route that also tells nim-values by the dozen, for components of sums in normal play."""

    @property
    def reference(self) -> str:
        """On whose word."""
        ...

    @property
    def status(self) -> Status:
        """How well founded that is."""
        ...

    def nim_values(self, question: Question) -> Callable[[Position], int | None] | None:
        """A look-up of the nim-values of this position and its options; None where there is none."""
        ...

    def moves_to(self, question: Question, value: int) -> Sequence[Move] | None:
        """The moves to options of that nim-value, where that is known without trying each; else None."""
        ...
