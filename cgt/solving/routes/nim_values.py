"""The routes by nim-values in normal play: tables, components of sums, and pairs of equal components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial, reduce
from itertools import islice
from operator import attrgetter, xor
from time import process_time
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.compounds import ComponentMove, Sum, components_of, move_in
from cgt.core.game import Game, GamePosition, game_and_name, ruleset_of
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves, listed
from cgt.core.memory import MEMORY, rules_of
from cgt.core.memory_limit import at_most
from cgt.core.nimber import nim_sum
from cgt.core.numbers import format_int, measurable
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, canonical, identities
from cgt.core.route import NOTHING, Answer, Facts, Question, Rank, Route, Status
from cgt.errors import BudgetError, LoopError
from cgt.solving.routes.by_search import BEYOND, BYTES_A_POSITION, MANY, nim_sum_text

if TYPE_CHECKING:
    from cgt.core.nim_table import NimTable

TABLE_SECONDS = 10.0
"""The processor seconds for such a table; a higher limit leaves more in proportion, a lower one no less."""

PACE_SECONDS = 0.5
"""Every so many seconds a table is given up that would not be done in time, at its pace since the last look."""

ENTRIES_A_POSITION = 10_000
"""No table finds more entries in the time of one position."""

TRIED_MOVES = 300_000
"""The number of moves tried for winning ones before the answer is given; of more, they are found as one walks on."""

MOST_FAILURES = 16
"""The number of options of a component without a value that are passed over: each may have taken a search."""

MOST_PARTS = 1_000
"""The greatest number of components of a sum; of more, equal ones are left to the routes of their game."""


class TableRoute:
    """The route by a game's table, in normal play: one table for a position and all its followers.

    Args:
        ruleset: the game.
        whole: the position, or the sum of all that will be asked about.
    """

    name: ClassVar[str] = "table"
    rank: ClassVar[Rank] = Rank.TABLE

    def __init__(self, ruleset: Game, whole: Position) -> None:
        self._ruleset = ruleset
        self._whole = whole
        self._built: NimTable | None = None
        self._pays = True

    @property
    def reference(self) -> str:
        """The reference of the table."""
        return _("nim-values of all smaller heaps, from the definition")

    def answer(self, question: Question) -> Answer | None:
        """The answer by the components' nim-values; None for positions outside the table.

        Raises:
            BudgetError: the table would have more entries than `max_positions`, or take too long, or too much memory.
        """
        position = question.position
        table = self._table(question.max_positions) if question.convention is Convention.NORMAL else None
        if table is None:
            return None
        parts = components_of(position)
        values = [table(part) for part in parts]
        total = reduce(xor, values, 0)
        moves_to = partial(_moves_to, position, parts, values, table)
        return Answer(
            self.name,
            self.reference,
            Status.COMPUTED,
            Outcome.N if total else Outcome.P,
            total,
            moves_to(0) if question.wants(Facts.WINNING_MOVES) else None,
            nim_sum_text(values, total) if question.wants(Facts.EXPLANATION) else "",
            moves_to=moves_to,
        )

    def _table(self, most: int | None) -> NimTable | None:
        if self._built is not None or not self._pays:
            return self._built
        new = self._ruleset.table()
        if new is None or new.entries(self._whole) is None:
            self._pays = False  # so that the whole is not looked through again for each of its components
            return None
        with ExitStack() as block:
            if most is not None:
                block.enter_context(at_most(max(most, MANY) * BYTES_A_POSITION, "max_positions"))
            table = block.enter_context(nullcontext(new) if new.shares else self._shared_table(new))
            table.extend_to(self._whole, None if most is None else _Pace(most))
            self._built = table
        return self._built

    def _shared_table(self, new: NimTable) -> AbstractContextManager[NimTable]:
        """The table of the game in the process's memory, else the new one."""
        return MEMORY.borrow(("table", rules_of(self._ruleset), None), lambda: new)


class _Pace:
    """A progress callback that raises `BudgetError` where a table has too many entries, or would take too long."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._patience = TABLE_SECONDS * max(1.0, measurable(most) / MANY)
        self._start: float | None = None
        self._entries = 0
        self._seen: tuple[float, int] | None = None

    def __call__(self, done: int, total: int) -> None:
        """Take a report: at first (0, number of entries), then the progress in units of the work."""
        most, now = self._most, process_time()
        self._start = now if self._start is None else self._start
        self._entries = self._entries or total
        refused = done == 0 and (most < min(total, MANY) or total > most * ENTRIES_A_POSITION)
        if 0 < done < total and (self._seen is None or now - self._seen[0] > PACE_SECONDS):
            left = 0.0
            if self._seen is not None:  # what is left takes no less an entry than the last ones
                since, before = self._seen
                left = (now - since) * (total - done) / max(1, done - before)
            refused = now - self._start + left > self._patience
            self._seen = now, done
        if refused:
            entries = format_int(self._entries)
            raise BudgetError(
                _("a table of {entries} nim-values is beyond the limit of {most} positions").format(
                    entries=entries, most=format_int(most, group=True)
                ),
                None if self._entries > BEYOND else "max_positions",
            )


def _moves_to(
    position: Position, parts: Sequence[Position], values: Sequence[int], table: NimTable, value: int
) -> Sequence[Move]:
    """The moves to a nim-value; lazily where they are very many, unless the table lists them."""
    change = nim_sum(*values) ^ value
    if not change:
        return ()

    def walk() -> Iterator[Move]:
        for index, (part, own) in enumerate(zip(parts, values, strict=True)):
            for move in table.moves_to(part, own ^ change):
                yield move_in(position, index, move)

    if table.in_bulk:
        return tuple(walk())
    count = sum(1 for part in parts for _move in islice(part.moves(), TRIED_MOVES + 1))
    return tuple(walk()) if count <= TRIED_MOVES else LazyMoves(walk, slow=True)


@attrs.frozen
class ComponentsRoute:
    """The route by components of sums: nim-values by each one's best route, added (Sprague, 1935; Grundy, 1939).

    Attributes:
        routes_for: the routes that may know the components of one game, given as a sum, in order.
        rank: `KNOWN` to be asked first, where all components are known at once; `COMPONENTS` for any.
    """

    routes_for: Callable[[Position], Sequence[Route]]
    rank: Rank
    name: ClassVar[str] = "components"

    def answer(self, question: Question) -> Answer | None:
        """The answer by the components' nim-values, winning moves component by component.

        None where no component names its game: a search of the whole does no less.

        Raises:
            BudgetError: a component is too large for each of its routes, or has too many moves to be tried.
        """
        position = question.position
        if question.convention is not Convention.NORMAL or not isinstance(position, Sum) or len(position.parts) < 2:
            return None
        parts = position.parts
        if all(ruleset_of(part) is None for part in parts):
            return None
        worths = self._worths(question, parts)
        text: list[Answer] = []
        for part, worth in zip(parts, worths, strict=True):
            answer = worth.answer(part)
            if answer is None:
                return None
            if self.rank == Rank.KNOWN and answer.moves_to is None and Facts.WINNING_MOVES in question.needed:
                return None  # the values of its options may not be known
            text.append(answer)
        values = [answer.nim_value or 0 for answer in text]
        total = nim_sum(*values)
        moves: Sequence[Move] = ()
        if total and question.wants(Facts.WINNING_MOVES):
            moves = listed(
                partial(_winning_in, list(zip(parts, worths, values, strict=True)), total),
                _("the player to move wins"),
                self._count(text, values, total),
            )
        answers = tuple(
            Answer(answer.route, answer.reference, answer.status, Outcome.N if value else Outcome.P, value)
            for answer, value in zip(text, values, strict=True)
        )
        return Answer(
            self.name,
            _("R. P. Sprague (1935) and P. M. Grundy (1939): the nim-values of a sum's components are added"),
            Status.weakest(answer.status for answer in answers),
            Outcome.N if total else Outcome.P,
            total,
            moves if question.wants(Facts.WINNING_MOVES) else None,
            nim_sum_text(values, total) if question.wants(Facts.EXPLANATION) else "",
            components=answers,
        )

    def _count(self, answers: Sequence[Answer], values: Sequence[int], total: int) -> int | None:
        """The number of moves that make the nim-sum `total` 0; None unless every component's formula counts them."""
        count = 0
        for answer, value in zip(answers, values, strict=True):
            if self.rank != Rank.KNOWN or answer.moves_to is None:
                return None
            try:
                moves = answer.moves_to(value ^ total)
            except BudgetError:
                return None
            number = moves.total if isinstance(moves, LazyMoves) else None if moves is None else len(moves)
            if number is None:
                return None
            count += number
        return count

    def _worths(self, question: Question, parts: Sequence[Position]) -> list[Worth]:
        """The source of the nim-value of each component; components of one game share one."""
        groups: dict[object, list[Position]] = {}
        for part in parts:
            groups.setdefault(game_and_name(part), []).append(part)
        alone = question.needed | question.optional in {Facts.OUTCOME, Facts.NIM_VALUE}
        asked = attrs.evolve(question, needed=Facts.NIM_VALUE, optional=NOTHING if alone else Facts.OUTCOME)
        worths = {}
        for game, group in groups.items():
            routes = self.routes_for(Sum(*group) if len(group) > 1 else group[0])
            if self.rank == Rank.KNOWN:
                routes = [route for route in routes if route.rank == Rank.KNOWN]
            worths[game] = Worth(asked, routes)
        return [worths[game_and_name(part)] for part in parts]


def _winning_in(components: Sequence[tuple[Position, Worth, int]], total: int) -> Iterator[ComponentMove]:
    """The moves that make the nim-sum `total` 0; then `BudgetError` if those of a component are not all known."""
    failure: BudgetError | None = None
    for index, (part, worth, value) in enumerate(components):
        try:
            for move in worth.moves_to(part, value ^ total):
                yield ComponentMove(index, move)
        except BudgetError as error:
            failure = failure or error
    if failure is not None:
        raise failure


class Worth:
    """The nim-values of one game's components, by the first of its routes that knows one."""

    def __init__(self, question: Question, routes: Sequence[Route]) -> None:
        self._question = question
        self._routes = sorted(routes, key=attrgetter("rank"))

    def answer(self, part: Position) -> Answer | None:
        """The answer with the nim-value of a component; None where no route knows it."""
        failure: BudgetError | LoopError | None = None
        for route in self._routes:
            try:
                answer = route.answer(attrs.evolve(self._question, position=part))
            except (BudgetError, LoopError) as error:
                failure = error
                if route.rank == Rank.TABLE:
                    break  # what takes a table too long takes a search longer
            else:
                if answer is not None and answer.nim_value is not None:
                    return answer
        if failure is not None:
            raise failure
        return None

    def moves_to(self, part: Position, value: int) -> Iterator[Move]:
        """The moves of a component to options of that nim-value; then `BudgetError` if not every option's is known."""
        answer = self.answer(part)
        known = None if answer is None or answer.moves_to is None else answer.moves_to(value)
        if known is not None:
            yield from known
            if isinstance(known, LazyMoves) and known.cut:
                raise BudgetError(_("{part} has more moves than can be tried").format(part=part))
            return
        moves = list(islice(part.moves(), TRIED_MOVES + 1))
        if len(moves) > TRIED_MOVES:
            what = _("{part} has more than {count} moves to try")
            raise BudgetError(what.format(part=part, count=format_int(TRIED_MOVES, group=True)))
        failures: list[BudgetError] = []
        for move in moves:
            try:
                fits = nim_sum(*map(self._value, components_of(part.play(move)))) == value
            except BudgetError as error:
                failures.append(error)
                if len(failures) > MOST_FAILURES:
                    break
                continue
            if fits:
                yield move
        if failures:
            raise failures[0]

    def _value(self, part: Position) -> int:
        answer = self.answer(part)
        if answer is None or answer.nim_value is None:
            raise BudgetError(_("nothing tells the nim-value of {part}").format(part=part))
        return answer.nim_value


@attrs.frozen
class PairsRoute:
    """The route by G + G = 0: each move in one is answered by the same move in the other, if play ends.

    It tells winning moves only where there are none: else the components themselves have to be known.

    Attributes:
        ask: what knows the rest.
        rank: `KNOWN` to be asked first, where that tells all that is needed; `COMPONENTS` to be asked where no other
            route has answered who wins.

    >>> import cgt
    >>> print(cgt.solve("grundy 123456789 + grundy 123456789").explanation)
    equal components cancel
    """

    ask: Callable[[Question], Answer]
    rank: Rank
    name: ClassVar[str] = "equal components"

    def answer(self, question: Question) -> Answer | None:
        """The answer by the nim-values of the components without an equal partner."""
        rest = _rest(question)
        if rest is None or (rest and self.rank == Rank.KNOWN and Facts.WINNING_MOVES in question.needed):
            return None
        answers = Answer(self.name, "", Status.THEOREM, Outcome.P, 0)
        if rest:
            facts = question.needed & (Facts.OUTCOME | Facts.NIM_VALUE)
            position = rest[0] if len(rest) == 1 else Sum(*rest)
            answers = self.ask(attrs.evolve(question, position=position, needed=facts, optional=NOTHING))
        explanation = _("equal components cancel")
        if answers.explanation and all(map(_ends, rest)):  # else it counts the moves to an end of the rest alone
            explanation += _("; ") + answers.explanation
        return Answer(
            self.name,
            _("Tweedledum and Tweedledee: Winning Ways for your Mathematical Plays, chapter 1 (1982)"),
            answers.status,
            answers.outcome,
            answers.nim_value,
            () if answers.outcome is Outcome.P else None,
            explanation,
        )


def _rest(question: Question) -> tuple[Position, ...] | None:
    """The components left when equal ones cancel; None where none do."""
    position = question.position
    if question.convention is not Convention.NORMAL or not isinstance(position, Sum):
        return None
    if len(position.parts) > MOST_PARTS:
        return None
    counts = Counter(identities(map(canonical, filter(_ends, position.parts))))
    if all(count == 1 for count in counts.values()):
        return None
    odd = (part for (_kind, part), count in counts.items() if count % 2)
    return (*odd, *(part for part in position.parts if not _ends(part)))


def _ends(part: Position) -> bool:
    return isinstance(part, GamePosition) and part.game.hints.ends
