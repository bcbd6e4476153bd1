"""The front door: `solve` answers a position by the best route and names it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.card import Card, Picture, Shown
from cgt.core.compounds import components_of
from cgt.core.game import check_convention
from cgt.core.language import _, language, ngettext
from cgt.core.numbers import check_limit, format_int, format_value, shorten_ints
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Move, Position, check_position, is_position
from cgt.core.route import SEARCH_LIMIT, STRATEGY, Answer, ClosedForm, Facts, Question, Status, answer_of
from cgt.errors import BudgetError, LoopError, NotApplicableError
from cgt.solving.routes import Routes, check_evaluator

if TYPE_CHECKING:
    from cgt.engine.evaluator import Evaluator
    from cgt.solving.subjects import PositionText

TITLE_LENGTH = 80
"""The length of a position's text in the title of a card, in characters."""

SHOWN_MOVES = SHOWN_COMPONENTS = 12
"""The greatest numbers of winning moves, and of components of a sum, that are shown."""

REPR_LENGTH = 80
"""The longest text of a position in the representation of its solution."""

LISTED_MOVES = 10_000
"""The number of winning moves examined for those that are shown, or listed in a record."""

LEAST_RANGE = 3
"""The least number of numbers in a row that are written as a range."""


@attrs.frozen(repr=False)
class Solution(Shown):
    """The solution of one position under one convention: the question, and the answer of the routes.

    Attributes:
        question: the question.
        answer: the known facts.
    """

    question: Question = attrs.field(eq=lambda question: (question.position, question.convention))
    answer: Answer

    @cached_property
    def position_text(self) -> PositionText:
        """The position in words: its game, its text, and what its moves are called."""
        from cgt.solving.subjects import PositionText

        return PositionText(self.question.position)

    @property
    def position(self) -> Position:
        """The position."""
        return self.question.position

    @property
    def convention(self) -> Convention:
        """The play convention."""
        return self.question.convention

    @property
    def outcome(self) -> Outcome:
        """The outcome class."""
        assert self.answer.outcome is not None  # noqa: S101 - it was needed, so it is there; this tells the type checker
        return self.answer.outcome

    @property
    def nim_value(self) -> int | None:
        """The nim-value, or None where no route gives it at once."""
        return self.answer.nim_value

    @property
    def winning_moves(self) -> Sequence[Move]:
        """All winning moves, in the order of the position's moves; quickest first where the search meets a loop."""
        assert self.answer.winning_moves is not None  # noqa: S101 - likewise
        return self.answer.winning_moves

    @property
    def route(self) -> str:
        """The name of the route, such as `closed form`, `misère quotient`, `table` or `search`."""
        return self.answer.route

    @property
    def reference(self) -> str:
        """The theorem's source, or what was searched or tabulated."""
        return self.answer.reference

    @property
    def explanation(self) -> str:
        """The reason, in words."""
        return self.answer.explanation

    @property
    def status(self) -> Status:
        """The status: the foundation of the answer."""
        return self.answer.status

    @property
    def components(self) -> tuple[Answer, ...]:
        """The components' answers, in order, for a sum solved component by component."""
        return self.answer.components

    @property
    def completed_by(self) -> tuple[Answer, ...]:
        """The answers of other routes that added what the first one does not know."""
        return self.answer.completed_by

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """Further details from the route, as pairs (term, text)."""
        return self.answer.details

    def __repr__(self) -> str:
        name = shorten_ints(self.position_text.name)
        text = name if len(name) <= REPR_LENGTH else f"{name[: REPR_LENGTH - 1]}…"
        value = "" if self.nim_value is None else f", nim-value {format_int(self.nim_value)}"
        return f"<Solution of {text}, {self.convention}: {self.outcome}{value}, by {self.route}>"

    def __str__(self) -> str:
        played = self.convention.play_of(self.position_text.name)
        return f"{played}{_(': ')}{self.outcome.meaning}{_('; ')}{self.explanation}"

    def card(self) -> Card:
        """A card: the outcome, the winning moves, the reason, and its status.

        >>> import cgt
        >>> card = cgt.solve("fibonacci-nim 10").card()
        >>> card.title, dict(card.rows)["winning moves"]
        ('fibonacci-nim 10:9, normal play', 'take 2')
        """
        rows = [(_("outcome"), str(self.outcome) + _(": ") + self.outcome.meaning)]
        if self.nim_value is not None:
            rows.append((_("nim-value"), format_int(self.nim_value)))
        rows.append((_("winning moves"), _("; ").join(self.move_texts()) or _("none")))
        if self.explanation:
            rows.append((_("why"), self.explanation))
        for part, answer in self.component_answers()[:SHOWN_COMPONENTS]:
            worth = _("{part} is worth {value}").format(part=part, value=format_int(answer.nim_value or 0))
            rows.append((_("component"), f"{worth} ({_(answer.route)})"))
        rows += [(_(term), text) for term, text in self.details]
        rows.append((_("known by"), _(self.route) + _(": ") + _(self.reference) + doubt(self.answer)))
        from cgt.core.sketch import picture_of  # with the card, which most answers never are

        picture = picture_of(self.position)
        return Card(self._title(), rows, Picture(picture) if picture else None)

    def _title(self) -> str:
        shown = self.position_text.name
        return self.convention.title_of(shown if len(shown) <= TITLE_LENGTH else shown[: TITLE_LENGTH - 1] + "…")

    def move_texts(self) -> list[str]:
        """The winning moves in words: consecutive numbers as one range, and at the end the number of further ones.

        >>> solve("nim 9").move_texts(), solve("takeaway(2n) 10:9").move_texts()
        (['take 9'], ['take 2'])
        """
        texts: list[str] = []
        count = 0
        winning = self.winning_moves
        moves = winning[:LISTED_MOVES]
        for run in _runs(moves):
            text = self.position_text.move(run[0])
            if len(run) >= LEAST_RANGE and text.endswith(str(run[0])):
                texts.append(_("{first} to {last}").format(first=text, last=run[-1]))
                count += len(run)
            else:
                shown = run[: SHOWN_MOVES - len(texts)]
                texts += [text, *map(self.position_text.move, shown[1:])]
                count += len(shown)
            if len(texts) >= SHOWN_MOVES:
                break
        total: int | None = len(winning) if isinstance(winning, tuple) else None
        if total is None:
            from cgt.core.lazy_moves import LazyMoves, counted

            total, cut = counted(winning), isinstance(winning, LazyMoves) and winning.cut
        if total is None:
            texts.append(_("perhaps others") if cut else _("more other moves than can be counted"))
        elif total > count:
            others = total - count
            texts.append(ngettext("{count} other move", "{count} other moves", others).format(count=format_int(others)))
        return texts

    def record(self) -> dict[str, Any]:
        """The solution as JSON-ready data, as `cgt solve --json` prints it.

        The ruleset is None for a sum of several games. Where there are more than `LISTED_MOVES` winning moves,
        `winning_moves_total` tells their number; it is None where they are beyond counting, and where there may be
        others than those listed.

        >>> record = solve("nim 3,5").record()
        >>> record["outcome"], record["nim_value"], record["winning_moves"]
        ('N', 6, [{'heap': 1, 'amount': 2}])
        """
        from cgt.core.lazy_moves import LazyMoves, counted  # with the record, which most answers never are

        moves = list(islice(self.winning_moves, LISTED_MOVES + 1))
        cut = isinstance(self.winning_moves, LazyMoves) and self.winning_moves.cut
        more = {"winning_moves_total": counted(self.winning_moves)} if cut or len(moves) > LISTED_MOVES else {}
        text = self.position_text
        return {
            "ruleset": None if text.ruleset is None else str(text.ruleset),
            "position": str(self.position),
            "convention": str(self.convention),
            "outcome": str(self.outcome),
            "nim_value": self.nim_value,
            "winning_moves": list(map(text.record, moves[:LISTED_MOVES])),
            "route": self.route,
            "reference": self.reference,
            "explanation": self.explanation,
            "status": str(self.status),
            "components": [{"position": part, **_record_of(answer)} for part, answer in self.component_answers()],
            "completed_by": list(map(_record_of, self.completed_by)),
            "details": dict(self.details),
            **more,
        }

    def component_answers(self) -> list[tuple[str, Answer]]:
        """The components, each with its game's name and its answer, for a sum solved component by component."""
        known = self.answer.components
        if not known:
            return []
        from cgt.solving.subjects import PositionText

        return [
            (PositionText(part).name, answer) for part, answer in zip(components_of(self.position), known, strict=False)
        ]


def _record_of(answer: Answer) -> dict[str, object]:
    return {
        "nim_value": answer.nim_value,
        "route": answer.route,
        "reference": answer.reference,
        "status": str(answer.status),
    }


def _runs(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves in runs of consecutive numbers, as many as are shown."""
    runs: list[list[Move]] = []
    for move in moves:
        if runs and _follows(runs[-1][-1], move):
            runs[-1].append(move)
        elif len(runs) == SHOWN_MOVES:
            break
        else:
            runs.append([move])
    return runs


def _follows(one: Move, other: Move) -> bool:
    return isinstance(one, int) and isinstance(other, int) and other == one + 1


def doubt(answer: Answer) -> str:
    """The status of an unproved answer as a warning, in brackets behind a space; else empty."""
    unproved = {Status.CONJECTURE, Status.OBSERVED, Status.CLAIMED}
    return f" ({_(str(answer.status))})" if answer.status in unproved else ""


def read_position(position: Position | str) -> Position:
    """The position itself, or that of a text such as `kayles 7 + nim 3,5`.

    >>> print(read_position("nim 3,5"))
    3,5
    """
    if isinstance(position, str) and not is_position(position):
        from cgt.solving.subjects import parse_position  # with the words, which an object is asked without

        return parse_position(position)
    check_position(position)
    return position


def solve(
    position: Position | str,
    convention: ConventionLike = "normal",
    *,
    route: str | None = None,
    closed_form: ClosedForm | None = None,
    evaluator: Evaluator | None = None,
    routes: Routes | None = None,
    max_positions: int | None = SEARCH_LIMIT,
) -> Solution:
    """The outcome, all winning moves, the reason and, if it is cheap, the nim-value, by the best available route.

    Args:
        position: any position, or its text; one that names its ruleset may be answered without a search.
        convention: `"normal"` or `"misere"`.
        route: use only the route of this name: `"closed form"`, `"table"`, `"search"`, … (see `cgt.solving.routes`).
        closed_form: the closed form to answer by, for instance a certificate's `PeriodicForm`.
        evaluator: the evaluator to search with, and its memo; its convention must be the same.
        routes: the list of routes to use instead of the usual one.
        max_positions: the limit of a search, and of the entries of a table; see `cgt.Evaluator`. From 100,000 on,
            0.2 ms and 5 kB of memory for each are the limit of a search instead, however many positions these open. A
            table takes no more memory than that, or than 100,000 positions.

    Raises:
        BudgetError: the search, or the table, reached its limit.
        LoopError: the play can go round for ever, and none of the routes in use covers such games; usually one does.
        NotApplicableError: the closed form that was given does not cover the position, it has no such route, a game of
            it is not played under the convention, or the evaluator is of the other one; or an argument is not of its
            type.
        ParseError, UnknownNameError: there is no route or convention of this name, or the text is not a position.
        PositionError: `position` is neither a position nor text.
        NumberError: `max_positions` is no whole number of at least 0.

    >>> solution = solve("takeaway(2n) 50:2", "misere")
    >>> print(solution.outcome, solution.winning_moves, solution.explanation)
    N (2,) 50 = 1 + 34 + 13 + 2: take 2
    """
    max_positions = check_limit(max_positions)
    question = Question(read_position(position), Convention.of(convention), STRATEGY, Facts.NIM_VALUE, max_positions)
    if evaluator is not None:
        check_evaluator(evaluator, question.convention)
    if routes is None:
        routes = Routes(evaluator)
    if not isinstance(routes, Routes):
        raise NotApplicableError(
            f"{format_value(routes)} is no cgt.solving.routes.Routes: give an object of it, or a name to route="
        )
    if closed_form is None:
        return Solution(question, routes.ask(question, route))
    if not isinstance(closed_form, ClosedForm):
        raise NotApplicableError(
            f"{format_value(closed_form)} is no closed form: give an object, such as cgt.games.Nim().closed_forms()[0]"
        )
    answer = answer_of(closed_form, question)
    if answer is None:
        with language("en"):
            play = f"{question.convention.word} play"
        raise NotApplicableError(f"{closed_form.name} says nothing about {position} in {play}")
    return Solution(question, answer)


def _answer_of(
    position: Position | str, convention: ConventionLike, needed: Facts, max_positions: int | None
) -> Answer:
    max_positions = check_limit(max_positions)
    question = Question(read_position(position), Convention.of(convention), needed, max_positions=max_positions)
    return Routes().ask(question)


def outcome(
    position: Position | str, convention: ConventionLike = "normal", *, max_positions: int | None = SEARCH_LIMIT
) -> Outcome:
    """The outcome class, N, P or D, by the cheapest route that knows it: a closed form, a table, a search.

    `max_positions` is the limit of a search, as of `solve`, which raises `BudgetError` likewise.

    >>> outcome("fibonacci-nim 21")
    <Outcome.P: 'P'>
    """
    answer = _answer_of(position, convention, Facts.OUTCOME, max_positions).outcome
    assert answer is not None  # noqa: S101 - it was needed, so it is there; this tells the type checker
    return answer


def nim_value(
    position: Position | str, convention: ConventionLike = "normal", *, max_positions: int | None = SEARCH_LIMIT
) -> int:
    """The nim-value, by the cheapest route that knows it: a closed form, a table, a search.

    `max_positions` is the limit of a search, as of `solve`, which raises `BudgetError` likewise; `LoopError` where the
    play can go round for ever, and the position has no nim-value: see `cgt.LoopyEvaluator`.

    >>> import cgt
    >>> nim_value("kayles 7 + nim 3,5"), nim_value(cgt.games.FibonacciNim().position((10, 5), (21, 13)))
    (4, 2)
    >>> nim_value("walk b: a>b,b>a,b>c")
    1
    """
    try:
        answer = _answer_of(position, convention, Facts.NIM_VALUE, max_positions).nim_value
    except LoopError:
        # The routes do not pass it on: who finds the moves of a sum by values alone may go round and never win.
        answer = _answer_of(position, convention, Facts.OUTCOME, max_positions).nim_value
        if answer is None:
            raise
    assert answer is not None  # noqa: S101 - likewise
    return answer


def winning_moves(
    position: Position | str, convention: ConventionLike = "normal", *, max_positions: int | None = SEARCH_LIMIT
) -> Sequence[Move]:
    """All winning moves, by the cheapest route that knows them: a closed form, a table, a search.

    `max_positions` is the limit of a search, as of `solve`, which raises `BudgetError` likewise.

    >>> winning_moves("fibonacci-nim 10")
    (2,)
    """
    answer = _answer_of(position, convention, Facts.WINNING_MOVES, max_positions).winning_moves
    assert answer is not None  # noqa: S101 - likewise
    return answer


def remoteness(
    position: Position | str, convention: ConventionLike = "normal", *, max_positions: int | None = SEARCH_LIMIT
) -> int:
    """The number of moves that the play lasts when the winner hurries and the loser delays; always by search.

    `max_positions` is the limit of the search, as of `solve`.

    Raises:
        BudgetError: the search would take too long.
        LoopError: the position is a draw: the play can go round for ever, and neither player can force an end.
        NotApplicableError: a game of it is not played under the convention.

    >>> remoteness("nim 3,3")
    6
    """
    from cgt.engine.nodes import check_moves
    from cgt.engine.rule_faults import explaining
    from cgt.solving.routes.by_search import limited_evaluator, refuse_hopeless, searched_before

    max_positions = check_limit(max_positions)
    position, convention = read_position(position), Convention.of(convention)
    check_convention(position, convention)
    with explaining(position), searched_before(position, convention) as nodes:
        refuse_hopeless(position, max_positions)
        check_moves(position)
        try:
            return limited_evaluator(convention, max_positions, nodes).remoteness(position)
        except LoopError as error:
            from cgt.engine.loopy import LoopyEvaluator  # few games go round

            steps = LoopyEvaluator(convention, max_positions=max_positions, nodes=nodes).remoteness(position)
            if steps is None:
                raise LoopError(error.loop, draw=True) from None
            return steps
        except BudgetError as error:  # its time follows from the positions, which are the limit here
            raise BudgetError(error.what, "max_positions") from None
