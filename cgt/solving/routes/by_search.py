"""The route by search: all lines of play from any position, loopy ones included."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache, partial, reduce
from itertools import chain
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.compounds import ENDING_EARLY, Compound, Sum, Summable, components_of, has_ended
from cgt.core.game import Game, compound_of, falls_apart, ruleset_of
from cgt.core.language import _, ngettext
from cgt.core.memory import MEMORY, rules_of
from cgt.core.numbers import format_int, measurable, shorten_ints
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.plugins import installed
from cgt.core.position import Position
from cgt.core.route import Answer, Facts, Question, Rank, Status
from cgt.errors import BudgetError, LoopError

if TYPE_CHECKING:
    from cgt.core.hints import WordRules
    from cgt.engine.evaluator import Evaluator
    from cgt.engine.loopy import LoopyEvaluator
    from cgt.engine.nodes import CompiledSearch, Nodes
    from cgt.engine.pruned import PrunedSearch

MANY = 100_000
"""A limit of so many positions leaves a table, or a search, the time of these, however many the entries come to be."""

FEW = 2_000
"""The limit of positions for a compound's nim-value that is not needed: of what theorems tell, it is the slow part."""

SECONDS_A_POSITION = 2e-4
"""Processor seconds that a position may take on average, so that games whose moves are dear to list end in time too."""

BYTES_A_POSITION = 5_000
"""Bytes that a position may take on average, so that sums of very many heaps end before the memory is full."""

LEAST_BYTES = 200_000_000

_BY_VALUE = (Facts.NIM_VALUE, Facts.OUTCOME, Facts.NIM_VALUE | Facts.OUTCOME)
"""The facts that follow from the nim-value alone: a P-position is one that is worth 0, in misère play too."""

_BY_MOVES = (Facts.NIM_VALUE, Facts.NIM_VALUE | Facts.OUTCOME)
"""The facts for which a compound is played move by move, as theorems tell only who wins."""

OF_POSITIONS = {"max_seconds", "max_bytes"}
"""The limits of an evaluator that follow from the positions allowed; a question can raise the positions only."""


QUICKEST = 100
"""No search needs less than this part of that time and memory for a position: 2 µs and 50 bytes."""


BEYOND = 10**10
"""No machine keeps more positions, so that a higher limit is no advice."""

SHOWN_MOVES = 12
"""The greatest number of moves named that keep a draw."""

LONGEST_WALK = 1_000
"""The most positions that are looked at, one after another, for one that a move leaves as it is."""

CHECKED_POSITIONS = 20_000
"""The most positions of a play that can go round for ever for which a certificate is made, and checked, besides."""


@attrs.define
class SearchRoute:
    """The route that asks the generic engine.

    Attributes:
        evaluator: search with this one and its memo, within its own limit; else with what the process remembers.
        most: all that is searched takes the time of so many positions together; None for no such limit.
    """

    evaluator: Evaluator | None = None
    most: int | None = None
    _deadline: float | None = attrs.field(default=None, init=False)
    name: ClassVar[str] = "search"
    rank: ClassVar[Rank] = Rank.SEARCH

    @property
    def reference(self) -> str:
        """The ground of a search's answer."""
        return _("every line of play, from the definition")

    def answer(self, question: Question) -> Answer | None:
        """The outcome and all winning moves; the nim-value in normal play, or where it is needed.

        None where the evaluator that was given is of the other convention.

        Raises:
            BudgetError: the search reached its limit, or is known beforehand to do so.
            LoopError: the play can go round for ever, and the nim-value is needed.
        """
        if self.evaluator is not None:
            of_this = self.evaluator.convention is question.convention
            return self._by_search(question, self.evaluator) if of_this else None
        position, convention, most = question.position, question.convention, question.max_positions
        with searched_before(position, convention) as nodes:
            value = nodes.nim_value(position, added=convention is Convention.NORMAL)
            if value is None:
                # An evaluator that is given has limits of its own, and perhaps none.
                by_theorems = convention is Convention.NORMAL and question.needed not in _BY_MOVES
                refuse_hopeless(position, most, lambda: len(nodes) + nodes.visited, by_theorems=by_theorems)
            elif question.needed in _BY_VALUE and not question.optional:
                outcome = Outcome.N if value else Outcome.P
                return Answer(self.name, self.reference, Status.COMPUTED, outcome, value)
            evaluator = limited_evaluator(convention, most, nodes)
            if self._deadline is None:
                self._deadline = math.inf if self.most is None else time.process_time() + search_seconds(self.most)
            evaluator.deadline = self._deadline
            try:
                return self._by_search(question, evaluator, nodes)
            except BudgetError as error:
                raise limit_of_positions(error, most) from None

    def _by_search(self, question: Question, evaluator: Evaluator, nodes: Nodes | None = None) -> Answer:
        position, wanted = question.position, question.needed | question.optional
        value = outcome = moves = None
        explanation = _("found by search") if Facts.EXPLANATION in wanted else ""
        try:
            if Facts.NIM_VALUE in question.needed:
                from cgt.engine.nodes import check_moves

                check_moves(position)
                value = evaluator.nim_value(position)
            # The moves first: where they are too many to try, the error comes at once.
            if Facts.WINNING_MOVES in wanted:
                moves = tuple(evaluator.winning_moves(position))
            if value is not None:  # a P-position is one that is worth 0, in misère play too
                outcome = Outcome.N if value else Outcome.P
            elif Facts.OUTCOME in wanted:
                outcome = evaluator.outcome(position)
                value = 0 if outcome is Outcome.P else None
            answer = Facts.NIM_VALUE in wanted and (value is None or bool(explanation))
            if answer and question.convention is Convention.NORMAL:
                parts = components_of(position)
                if nodes is not None and any(map(compound_of, parts)):
                    evaluator = limited_evaluator(Convention.NORMAL, FEW, nodes)
                with suppress(BudgetError):  # the outcome may be known where the nim-value would take too long
                    if value is None or len(parts) > 1:
                        values = list(map(evaluator.nim_value, parts))
                        value = reduce(xor, values, 0)
                        explanation = explanation if len(parts) == 1 else nim_sum_text(values, value)
        except LoopError:
            if Facts.NIM_VALUE in question.needed:
                raise
            return loopy_answer(question, self.name, nodes)
        return Answer(self.name, self.reference, Status.COMPUTED, outcome, value, moves, explanation)


def nim_sum_text(values: Sequence[int], total: int) -> str:
    """The reason of an answer by nim-values, in words."""
    from cgt.core.nimber import sum_text  # a value is found without

    if len(values) == 1:
        return _("the nim-value is {total}").format(total=format_int(total))
    return _("the components' nim-values are {sum}").format(sum=sum_text(values, total))


def search_seconds(most: int) -> float:
    """The processor seconds that a search of `most` positions may take."""
    return max(1.0, measurable(most) * SECONDS_A_POSITION)


def limit_of_positions(error: BudgetError, most: int | None) -> BudgetError:
    """The error of a search; where time or memory was spent, with the limit of positions that they follow from."""
    if most is None or error.limit not in OF_POSITIONS:
        return error
    what = _("{what}, as much as {positions} positions may take")
    return BudgetError(what.format(what=error.what, positions=format_int(most, group=True)), "max_positions")


def searched_before(subject: Position | Game, convention: Convention) -> AbstractContextManager[Nodes]:
    """A context manager of the nodes remembered from earlier searches of a game, or a position's game."""
    from cgt.engine.nodes import Nodes  # with the engine, which most answers do without

    return MEMORY.borrow(("search", rules_of_all(subject), convention), partial(Nodes, _compiled()))


def rules_of_all(subject: Position | Game) -> object:
    """The key of the rules in question: a game, a class of positions, or those of all components of a sum."""
    game = subject if isinstance(subject, Game) else ruleset_of(subject)
    if game is not None:
        return rules_of(game)
    return frozenset(map(rules_of_all, subject.parts)) if isinstance(subject, Sum) else type(subject)


def any_falls_apart(subject: Position | Game) -> bool:
    """Whether the rules of a game, or those of a component, say what a state falls into.

    >>> import cgt
    >>> [any_falls_apart(cgt.parse_position(text)) for text in ("treblecross 9", "chomp 3,2", "chomp 3,2 + cram 2x2")]
    [True, False, True]
    """
    if isinstance(subject, Sum):
        return any(map(any_falls_apart, subject.parts))
    game = subject if isinstance(subject, Game) else ruleset_of(subject)
    return game is not None and falls_apart(game)


def limited_evaluator(convention: ConventionLike, most: int | None, nodes: Nodes) -> Evaluator:
    """An evaluator limited to `most` positions, and for many positions also in time and memory.

    >>> from cgt.engine.nodes import Nodes
    >>> [limited_evaluator("normal", most, Nodes()).max_positions for most in (1_000, 150_000)]
    [1000, None]
    """
    from cgt.engine.evaluator import Evaluator

    if most is None:
        return Evaluator(convention, nodes=nodes)
    return Evaluator(
        convention,
        max_positions=most if most < MANY else None,
        max_seconds=search_seconds(most),
        max_bytes=max(LEAST_BYTES, most * BYTES_A_POSITION),
        nodes=nodes,
    )


@cache
def _compiled() -> CompiledSearch | None:
    """The compiled search by rules on 64-bit words; None where numba is not installed, as in a browser."""
    return _word_search if installed("numba", "numpy") else None


def _word_search(rules: Callable[[], WordRules], *args: Any, **kwargs: Any) -> PrunedSearch[int]:  # noqa: ANN401 - those of `PrunedSearch`
    from cgt.solving.word_search import WordSearch

    return WordSearch(rules, *args, **kwargs)


def refuse_hopeless(
    position: Position, most: int | None, known: Callable[[], int] = int, *, by_theorems: bool = False
) -> None:
    """Raise `BudgetError` if a search must open more positions than its limit allows.

    The components may be searched one by one, each with that limit, and as many positions as `known` counts may be
    known. A compound may end with the first of its parts; `by_theorems`, each of them is searched to its end.

    >>> import cgt
    >>> refuse_hopeless(cgt.parse_position("grundy 1000000000000"), 150_000)
    Traceback (most recent call last):
    cgt.errors.BudgetError: a search opens at least 333333333333 positions, far beyond the limit of 150,000
    """
    if most is None:
        return
    least = allowed = 0
    parts = [*components_of(position)]
    for part in parts:
        compound = compound_of(part) if isinstance(part, Summable) else None
        if isinstance(compound, Compound) and (
            not has_ended(compound) if by_theorems else not isinstance(compound, ENDING_EARLY)
        ):
            parts += chain.from_iterable(map(components_of, compound.parts))  # each is searched, too
            continue
        ruleset = ruleset_of(part)
        least = max(least, 0 if ruleset is None else ruleset.hints.least_positions(part))
        allowed += most if most < MANY else most * QUICKEST
    if least > allowed and least > allowed + known():
        text = _("a search opens at least {least} positions, far beyond the limit of {most}")
        limit = None if least > BEYOND else "max_positions"
        raise BudgetError(text.format(least=format_int(least), most=format_int(most, group=True)), limit)


def loopy_answer(question: Question, name: str, nodes: Nodes | None) -> Answer:
    """The answer by retrograde analysis of all reachable positions: win, loss or draw, and all winning moves.

    The quickest win comes first: who plays any winning move again and again may go round.

    Raises:
        BudgetError: more positions can be reached than may be looked at.

    >>> import cgt
    >>> roads = cgt.game([[], [0], [3, 1], [2]].__getitem__)
    >>> solution = cgt.solve(roads.position(2))
    >>> solution.outcome, solution.explanation, dict(solution.details)["moves that keep the draw"]
    (<Outcome.D: 'D'>, 'the play can go round for ever, and neither player can force an end', '3')
    """
    from cgt.engine.loopy import LoopyEvaluator

    evaluator = LoopyEvaluator(question.convention, max_positions=question.max_positions, nodes=nodes)
    position = question.position
    outcome = evaluator.outcome(position)
    steps = None if outcome is Outcome.D else evaluator.remoteness(position)
    nim_value = 0 if outcome is Outcome.P else None
    details = []
    if question.convention is Convention.NORMAL:
        value = evaluator.value(position)
        nim_value = value.nim_value
        details.append(("value", str(value)))
    if outcome is Outcome.D:
        from cgt.solving.subjects import PositionText  # no other answer needs words of moves

        kept = evaluator.drawing_moves(position)
        explanation = _draw_text(position, _staying(evaluator, position))
        more = [] if len(kept) <= SHOWN_MOVES else ["…"]
        shown = map(PositionText(position).move, kept[:SHOWN_MOVES])
        details.append(("moves that keep the draw", _("; ").join([*shown, *more])))
    else:
        explanation = ngettext(
            "the play can go round for ever, but here an end is forced within {count} move",
            "the play can go round for ever, but here an end is forced within {count} moves",
            steps or 0,
        ).format(count=steps)
    return Answer(
        name,
        _("retrograde analysis of all positions that can be reached") + _checked_labels_text(question),
        Status.COMPUTED,
        outcome,
        nim_value,
        tuple(
            sorted(evaluator.winning_moves(position), key=lambda move: evaluator.remoteness(position.play(move)) or 0)
        ),
        explanation,
        details=tuple(details),
    )


def _staying(evaluator: LoopyEvaluator, position: Position) -> Position | None:
    """The first position that a move leaves as it is, along moves that keep the draw; None where there is none."""
    met: set[Position] = set()
    while position not in met and len(met) < LONGEST_WALK:
        met.add(position)
        options = list(map(position.play, evaluator.drawing_moves(position)))
        if position in options:
            return position
        position = options[0]
    return None


def _draw_text(position: Position, staying: Position | None) -> str:
    """The reason for a draw; who wrote the rules may not have meant that a move leaves all as it is."""
    game = ruleset_of(position)
    condition = "" if staying is None or game is None else game.wording.missing_condition(staying)
    text = _("the play can go round for ever, and neither player can force an end")
    if staying == position:
        text = _("a move may leave all as it is: the play need not end, and neither player can force an end")
    if condition:
        text = _(
            "a move may leave all as it is, as no condition says {condition}: the play need not end, and "
            "neither player can force an end"
        )
        if staying != position:
            text = _(
                "from {position} a move may leave all as it is, as no condition says {condition}: the play need not "
                "end, and neither player can force an end"
            )
    return shorten_ints(text.format(condition=condition, position=staying))


def _checked_labels_text(question: Question) -> str:
    """The number of labels checked against those of their options, as text after a comma; empty for too many."""
    from cgt.engine.loopy import LoopyEvaluator

    try:
        evaluator = LoopyEvaluator(question.convention, max_positions=CHECKED_POSITIONS)
        certificate = evaluator.certificate(question.position)
    except BudgetError:
        return ""
    certificate.check()
    return ", " + ngettext(
        "{count} label, checked by those of its options",
        "{count} labels, each checked by those of its options",
        len(certificate.remoteness),
    ).format(count=len(certificate.remoteness))
