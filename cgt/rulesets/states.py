"""Games whose positions are plain states: a tuple, a number, a set; say which moves there are, and all else follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import attrs

from cgt.core.closed_form import ClosedForm, Status
from cgt.core.compounds import Summable
from cgt.core.lazy_moves import listed
from cgt.core.numbers import brief, written
from cgt.core.outcome import Convention, Outcome
from cgt.core.reading import check_text
from cgt.core.route import Answer, Facts
from cgt.errors import BudgetError, IllegalMoveError, ParseError, PositionError
from cgt.language import _
from cgt.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from cgt.core.position import Move, Position
    from cgt.core.route import Question
    from cgt.rulesets.capabilities import Sketch

State: TypeAlias = Hashable
"""An int, a text, a tuple or frozenset of such: whatever can be a key of a dict and is not changed."""

LONGEST_TEXT = 100_000
"""The longest text of a position that is read."""

LONGEST_TITLE = 300
"""The longest title of a picture."""

MOST_MOVES = 100_000
"""How many moves of one state are tried one by one."""


class StateRuleset(Ruleset):
    """A game given by the moves of a state.

    Write `steps(state)`, `read(text)` and `write(state)`; and `components(state)` or `canonical(state)` where a state
    falls apart or has symmetries, `sketch(state)` where it can be drawn. `read` refuses what is no state.

    >>> import attrs
    >>> @attrs.frozen
    ... class Halve(StateRuleset):
    ...     name, title, rules = "halve", "Halve", "Take one counter, or halve the heap."
    ...     position_form, example = "a number of counters", "10"
    ...     def steps(self, state):
    ...         return [("one", state - 1), ("half", state // 2)] if state else []
    ...     def read(self, text):
    ...         return int(text)
    >>> import cgt
    >>> cgt.nim_value(Halve().parse("10")), cgt.winning_moves(Halve().parse("11"))
    (0, ('one',))
    """

    coloured: ClassVar[str] = ""

    @abstractmethod
    def steps(self, state: State) -> Iterable[tuple[Move, State]]:
        """Every move of a state, each once, with the state that it leads to."""

    @abstractmethod
    def read(self, text: str) -> State:
        """The state that a text means; raises `ParseError` with the place, or `PositionError`."""

    def write(self, state: State) -> str:
        """The text of a state, which `read` reads; by default as `str` shows it."""
        return str(state)

    def components(self, state: State) -> Sequence[State]:
        """What a state falls into, as a disjunctive sum; by default itself alone."""
        return (state,)

    def canonical(self, state: State) -> State:
        """One representative of all states equal to this one by symmetry; by default itself."""
        return state

    def moves(self, state: State) -> Iterable[Move]:
        """The moves of a state; a game with very many says them without the states they lead to."""
        return _steps(self, state).keys()

    def after(self, state: State, move: Move) -> State:
        """The state that a move leads to; raises `KeyError` for what is no move."""
        return _steps(self, state)[move]

    def sketch(self, state: State) -> Sketch | None:
        """What there is to draw of a state; by default nothing."""
        return None

    def picture(self, position: Position) -> str | None:
        """The sketch of the position's state as SVG."""
        sketch = self._sketch(position)
        return None if sketch is None else sketch.svg(title=f"{self}: {position}"[:LONGEST_TITLE])

    def drawing(self, position: Position, *, width: int = 72, plain: bool = False) -> str:
        """The sketch of the position's state as text."""
        sketch = self._sketch(position)
        return "" if sketch is None else sketch.text(width=width, plain=plain)

    def _sketch(self, position: Position) -> Sketch | None:
        state = self.state(position)
        return None if state is None else self.sketch(state)

    def position(self, state: State, *more: object) -> RuledState:
        """The position of a state, which is taken as it is; raises `PositionError` for several."""
        if more:
            raise PositionError(
                f"a position of {self.name} is made of one state, not {len(more) + 1}: "
                f"position({brief((state, *more))}), or read a text with parse({self.example!r})"
            )
        return RuledState(self, state)

    def parse_component(self, text: str) -> RuledState:
        """Read one position."""
        check_text(text)
        if len(text) > LONGEST_TEXT:
            raise ParseError(f"a position of {self.name} has at most {LONGEST_TEXT:,} characters, not {len(text):,}")
        return self.position(self.read(text))

    def state(self, position: Position) -> State | None:
        """The state of a position of this game; None for a position of another."""
        return position.state if isinstance(position, RuledState) and position.ruleset == self else None


# The steps of the state that was asked last: who lists the moves of a position plays them next.
_last: list[tuple[StateRuleset, State, Mapping[Move, State]]] = []


def _steps(ruleset: StateRuleset, state: State) -> Mapping[Move, State]:
    for asked, known, steps in _last:
        if known is state and asked is ruleset:
            return steps
    steps = dict(tried(ruleset, state))
    _last[:] = [(ruleset, state, steps)]
    return steps


def tried(ruleset: StateRuleset, state: State) -> Iterator[tuple[Move, State]]:
    """The steps of a state, one by one; raises `BudgetError` where there are too many."""
    return limited(ruleset, ruleset.steps(state))


def limited(ruleset: StateRuleset, steps: Iterable[tuple[Move, State]]) -> Iterator[tuple[Move, State]]:
    """These steps, one by one; raises `BudgetError` where there are too many."""
    for count, step in enumerate(steps):
        if count == MOST_MOVES:
            raise BudgetError(f"{ruleset} has more than {MOST_MOVES:,} moves here, too many to try one by one")
        yield step


@attrs.frozen
class RuledState(Summable):
    """A state of a `StateRuleset`, as a position."""

    # Positions of one game share one ruleset object, so only the states are hashed.
    ruleset: StateRuleset = attrs.field(hash=False, repr=str)
    state: State = attrs.field(repr=written)

    def moves(self) -> Iterable[Move]:
        """The moves of the state."""
        return self.ruleset.moves(self.state)

    def play(self, move: Move) -> RuledState:
        """The state that the move leads to; raises `IllegalMoveError`."""
        try:
            return RuledState(self.ruleset, self.ruleset.after(self.state, move))
        except (KeyError, TypeError):
            raise IllegalMoveError(f"{brief(move)} is not a move of {self.ruleset} from {brief(str(self))}") from None

    def components(self) -> tuple[RuledState, ...]:
        """What the state falls into."""
        return tuple(RuledState(self.ruleset, part) for part in self.ruleset.components(self.state))

    def canonical(self) -> RuledState:
        """The representative of the state."""
        state = self.ruleset.canonical(self.state)
        return self if state is self.state else RuledState(self.ruleset, state)

    def __str__(self) -> str:
        return self.ruleset.write(self.state)


@attrs.frozen
class StateForm(ClosedForm):
    """A closed form on the states of a game: write `is_p`, or `value` in a `ValueForm`; the moves are tried one by one.

    `conventions` names the play conventions it speaks of, `covers(state)` the states, and `candidates` the moves worth
    trying where a formula tells them, so that states with very many moves are answered too.
    """

    ruleset: StateRuleset
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
        if convention not in self.conventions or not isinstance(position, RuledState):
            return False
        return position.ruleset == self.ruleset and self.covers(position.state)

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

    ruleset: StateRuleset

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
