"""Questions about a position, answers to them, and routes: closed forms, tables and searches that give the answers.

A closed form, a table, a search, a misère quotient, a plugin: each is asked the same question and gives what it knows,
in part or whole, with its source and how well founded it is. `cgt.solving.routes` holds the list that is asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import Flag, IntEnum, StrEnum, auto
from functools import reduce
from itertools import compress, product
from operator import or_
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar, runtime_checkable

import attrs

from cgt.core.language import _, ngettext
from cgt.core.numbers import check_whole, exact_repr, format_int, format_value
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.errors import BudgetError, IllegalMoveError, RulesetError

if TYPE_CHECKING:
    M = TypeVar("M", bound=Hashable)

SEARCH_LIMIT = 150_000
"""The default number of positions that one question may search: as many as half a minute and 750 MB allow."""

LIST_LIMIT = 2_000_000
"""The default number of positions that a list may examine: about a minute, and a gigabyte at the most."""

GENUS_LIMIT = 1_000_000
"""The default number of components that may be reduced to canonical form."""


class Status(StrEnum):
    """The foundation of an answer: proved for ever, computed from the definition, or believed.

    `OBSERVED` holds up to the bound that was checked; `CLAIMED` comes from a file that was not verified.
    """

    THEOREM = "theorem"
    COMPUTED = "computed"
    CONJECTURE = "conjecture"
    OBSERVED = "observed"
    CLAIMED = "claimed"

    @staticmethod
    def weakest(statuses: Iterable[Status]) -> Status:
        """The weakest of several statuses, which is that of what rests on them all; of none, a theorem.

        >>> Status.weakest([Status.THEOREM, Status.COMPUTED])
        <Status.COMPUTED: 'computed'>
        """
        return max(statuses, key=list(Status).index, default=Status.THEOREM)


class Facts(Flag):
    """The facts that a question asks for."""

    OUTCOME = auto()
    NIM_VALUE = auto()
    WINNING_MOVES = auto()
    EXPLANATION = auto()


NOTHING = Facts(0)
STRATEGY = Facts.OUTCOME | Facts.WINNING_MOVES | Facts.EXPLANATION


@attrs.frozen
class Question:
    """A position under a convention, and the facts that are asked for.

    Attributes:
        position: the position.
        convention: the play convention.
        needed: the facts without which an answer is of no use.
        optional: the facts that are added if they are cheap.
        max_positions: the limit of positions (or entries of a table) to compute; None for no limit.
    """

    position: Position
    convention: Convention = Convention.NORMAL
    needed: Facts = STRATEGY
    optional: Facts = NOTHING
    max_positions: int | None = None

    def wants(self, fact: Facts) -> bool:
        """Whether a fact is needed or optional."""
        return fact in self.needed or fact in self.optional


# The facts that an answer has: Python is slow to put flags together, and each answer is asked.
_FACTS = {
    known: reduce(or_, compress((Facts.OUTCOME, Facts.NIM_VALUE, Facts.WINNING_MOVES), known), Facts.EXPLANATION)
    for known in product((False, True), repeat=3)
}


@attrs.frozen
class Answer:
    """The answer of one route about one position; a fact that it does not know is None.

    Attributes:
        route: the route's name.
        reference: the theorem's source, or what was searched or tabulated.
        status: how well founded it is.
        outcome: who wins; `Outcome.D` if neither player can force a win.
        nim_value: the nim-value.
        winning_moves: all of them, in the order of the position's moves where that is cheap.
        explanation: the reason, for a person.
        components: the components' answers, in order, for a sum that was solved component by component.
        completed_by: the answers of other routes that filled in what this one does not know.
        details: further details as pairs (term, text), such as the moves that keep a draw; terms are in English.
        moves_to: returns the moves to options of a given nim-value in normal play, which sums of several games need;
            None where they must be tried one by one.
    """

    route: str
    reference: str
    status: Status = Status.THEOREM
    outcome: Outcome | None = None
    nim_value: int | None = attrs.field(default=None, repr=exact_repr)
    winning_moves: Sequence[Move] | None = attrs.field(default=None, repr=exact_repr, hash=False)
    explanation: str = ""
    components: tuple[Answer, ...] = ()
    completed_by: tuple[Answer, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    moves_to: Callable[[int], Sequence[Move] | None] | None = attrs.field(default=None, repr=False, eq=False)

    @property
    def facts(self) -> Facts:
        """The facts that are known. An explanation is never missing: a route that has none gives an empty one."""
        return _FACTS[self.outcome is not None, self.nim_value is not None, self.winning_moves is not None]

    @property
    def says_why(self) -> bool:
        """Whether the explanation says more than the route's name does."""
        return bool(self.explanation) and not (self.route == "search" and self.explanation == _("found by search"))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the known facts, without the table that `moves_to` reads."""
        results = (getattr(self, field.name) for field in attrs.fields(Answer) if field.name != "moves_to")
        return Answer, tuple(results)

    def completed(self, other: Answer) -> Answer:
        """This answer, with the facts that are missing here from the other one."""
        if not other.facts & ~self.facts:
            return self
        return attrs.evolve(
            self,
            outcome=other.outcome if self.outcome is None else self.outcome,
            nim_value=other.nim_value if self.nim_value is None else self.nim_value,
            winning_moves=other.winning_moves if self.winning_moves is None else self.winning_moves,
            explanation=self.explanation or other.explanation,
            details=(*self.details, *other.details),
            completed_by=(*self.completed_by, other),
        )


class Rank(IntEnum):
    """The work that an answer takes; routes are asked in this order, those of one rank in the order of the list."""

    KNOWN = 0
    """A formula, or very little work: also asked for optional facts."""
    TABLE = 1
    """A table of the position and all smaller ones."""
    COMPONENTS = 2
    """The components of a sum, each by its own best route."""
    SEARCH = 3
    """The lines of play; not asked where a table, or the components, took too long."""


@runtime_checkable
class Route(Protocol):
    """A source of answers about some positions: a closed form, a table or a search."""

    @property
    def name(self) -> str:
        """The name of the route: in answers, and for a person who insists on it (`route=`)."""
        ...

    @property
    def rank(self) -> Rank:
        """The work that its answers take."""
        ...

    def answer(self, question: Question) -> Answer | None:
        """The answer, None if this route knows nothing; raises `BudgetError` where it would take too long."""
        ...


def answer_of(route: Route, question: Question) -> Answer | None:
    """The answer of a route, which is written by anybody; raises `RulesetError` for what is neither that nor None."""
    answer: object = route.answer(question)
    if answer is None or isinstance(answer, Answer):
        return answer
    gave = f"answer(question) of {type(route).__name__} gave {format_value(answer)}"
    raise RulesetError(f"{gave}: return an Answer, most easily by build_answer, or None")


class ClosedForm(ABC):
    """A route that knows outcome and winning moves by a formula: write `answer`, most easily by `build_answer`.

    A closed form never calls the engine and shares no code with it, so that each can check the other.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name, in answers and for a person who insists on it (`route=`); a text in the class will do."""

    @property
    @abstractmethod
    def reference(self) -> str:
        """The source; a text in the class will do."""

    statement: ClassVar[str] = ""
    """The formula or the theorem in a sentence, for the page of the game, which translates it."""
    status: ClassVar[Status] = Status.THEOREM
    rank: ClassVar[Rank] = Rank.KNOWN
    kinds: ClassVar[tuple[str, ...]] = ("closed form",)
    """Further names by which a person may insist on it (`route=`); its answers give the first.

    Empty where it knows outcomes alone, and no moves: then the other routes complete its answers.
    """

    @property
    def strategy(self) -> str:
        """A way to win where the form answers, as a clause in plain words; empty if no rule is known."""
        return ""

    @abstractmethod
    def answer(self, question: Question) -> Answer | None:
        """The answer by the theorem; None for a position, or under a convention, that it does not cover."""

    def build_answer(
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
        """The answer with only the requested facts, each computed only if it is requested.

        Args:
            question: what is asked.
            outcome: who wins.
            moves: lists all winning moves, in the order of the position's moves where that is cheap.
            reason: the reason, in words that a person can follow and check by hand, from the winning moves.
            nim_value: the nim-value where the theorem gives it; that of a P-position is 0 in both conventions.
            moves_to: the moves to a nim-value in normal play, where a formula tells them.
            reference: the source, where it is not that of the whole class.

        Raises:
            RulesetError: the outcome or the nim-value is none, the moves are no sequence, the reason is no text, or a
                move in its words is illegal.
        """
        wanted = question.needed | question.optional
        explained = Facts.EXPLANATION in wanted
        winning = moves() if explained or Facts.WINNING_MOVES in wanted else None
        try:
            text = reason(winning) if explained and winning is not None else ""
        except IllegalMoveError as error:  # nobody asked for that move
            raise RulesetError(f"the closed form {self.name!r} gave an illegal move: {error}") from error
        for given, kind, what in (
            (outcome, Outcome, "an Outcome, such as Outcome.P"),
            (() if winning is None else winning, Sequence, "a sequence of moves"),
            (text, str, "a reason in words"),
        ):
            if not isinstance(given, kind):
                raise RulesetError(f"{type(self).__name__} gave {format_value(given)} where {what} is asked for")
        if nim_value is not None and (type(nim_value) is not int or nim_value < 0):
            needs = f"{type(self).__name__} gives a nim-value, a whole number of at least 0"
            nim_value = check_whole(nim_value, needs, error=RulesetError)
        return Answer(
            self.kinds[0],
            reference or self.reference,
            self.status,
            outcome,
            0 if nim_value is None and outcome is Outcome.P else nim_value,
            winning,
            _with_no_move_left(text, question) if text else "",
            moves_to=moves_to,
        )


def _with_no_move_left(reason: str, question: Question) -> str:
    """The reason; where the position has no move, with a last clause that says so instead of "every move …"."""
    ending = _("every move can be answered")
    try:
        if not reason.endswith(ending) or not is_over(question.position):
            return reason
    except BudgetError:  # whether there is a move is too long to look for
        return reason
    return reason.removesuffix(ending) + _("no move is left, and the player to move has lost")


def with_conclusion(reason: str, outcome: Outcome, move: str | None) -> str:
    """A reason with what follows from it: the winning move in words, or None that there is none."""
    if move is None and outcome is Outcome.P:
        move = _("every move can be answered")
    return reason + _(": ") + (_("no move is left, and the player to move has won") if move is None else move)


def length_text(moves: int) -> str:
    """The reason of an answer where every play has the same number of moves.

    >>> length_text(3)
    'the play lasts 3 more moves, whatever is played'
    """
    text = ngettext(
        "the play lasts {moves} more move, whatever is played",
        "the play lasts {moves} more moves, whatever is played",
        moves,
    )
    return text.format(moves=format_int(moves))
