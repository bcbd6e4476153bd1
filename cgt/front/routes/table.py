"""The route by a ruleset's own table of nim-values, found by the definition."""

from __future__ import annotations

import math
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import attrs
from more_itertools import ilen

from cgt.core.closed_form import Status
from cgt.core.compounds import ComponentMove, Sum, components_of
from cgt.core.game import ruleset_of
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_sum
from cgt.core.numbers import measurable, shortened
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Answer, Facts
from cgt.errors import BudgetError
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cgt.core.game import Game
    from cgt.core.position import Move, Position
    from cgt.core.route import Question

TABLE = "table"

MANY = 100_000
"""A limit of so many positions leaves a table, or a search, the time of these, however many the entries come to be."""

PATIENCE = 10.0
"""That time, in predicted processor seconds; a higher limit leaves more in proportion, a lower one no less."""

UNKNOWN_TABLE = 0.2
"""What a table of unknown size is taken to cost, in processor seconds: more than what is cheap, less than a search."""


TRIED_MOVES = 300_000
"""How many moves are tried for those that win before the answer is given; of more, they are found as one walks on."""


@attrs.frozen
class TableRoute:
    """The table of the position's ruleset, in normal play."""

    name: str = TABLE
    status: Status = Status.COMPUTED

    @property
    def reference(self) -> str:
        """What was tabulated."""
        return _("nim-values of all smaller heaps, from the definition")

    def cost(self, question: Question) -> float | None:
        """By the size of the table and the price of an entry, as the ruleset tells them."""
        ruleset = ruleset_of(question.position)
        if ruleset is None or question.convention is not Convention.NORMAL:
            return None
        return _seconds(ruleset, question.position)

    def answer(self, question: Question) -> Answer | None:
        """Outcome, nim-value and winning moves from the components' nim-values.

        Raises:
            BudgetError: the table would have more entries than `max_positions`.
        """
        lookup = self.nim_values(question)
        if lookup is None:
            return None
        position = question.position
        parts = components_of(position)
        values = [lookup(part) for part in parts]
        total = nim_sum(*values)
        moves: Sequence[Move] = ()
        if total and question.wants(Facts.WINNING_MOVES):
            walk = partial(_moves_to_zero, position, parts, values, total, lookup)
            at_once = getattr(lookup, "in_bulk", False) or (
                sum(ilen(islice(part.moves(), TRIED_MOVES + 1)) for part in parts) <= TRIED_MOVES
            )
            moves = tuple(walk()) if at_once else LazyMoves(walk, slow=True)
        return Answer(
            self.name,
            self.reference,
            self.status,
            Outcome.N if total else Outcome.P,
            total,
            moves if question.wants(Facts.WINNING_MOVES) else None,
            nim_sum_text(values, total),
        )

    def nim_values(self, question: Question) -> Callable[[Position], int] | None:
        """The table's look-up; raises as `answer`."""
        ruleset = ruleset_of(question.position)
        if ruleset is None or question.convention is not Convention.NORMAL:
            return None
        size, most = ruleset.table_size(question.position), question.max_positions
        seconds = 0.0 if size is None else _seconds(ruleset, question.position)
        if size is not None and seconds == math.inf:
            raise BudgetError(f"a table of {shortened(size)} nim-values is beyond any machine")
        if size is not None and most is not None:
            # Where many positions may be searched, a table may take its time: an entry costs less than a position.
            is_long = seconds > PATIENCE * max(1.0, measurable(most) / MANY)
            if is_long or most < min(size, MANY):
                time = f" would take some {shortened(round(seconds))} seconds and" if is_long else ""
                raise BudgetError(
                    f"a table of {shortened(size)} nim-values{time} is beyond the limit of {most:,} positions",
                    "max_positions",
                )
        return ruleset.table(question.position)

    def moves_to(self, question: Question, value: int) -> Sequence[Move] | None:
        return None


def _seconds(ruleset: Game, position: Position) -> float:
    """What a table is predicted to cost."""
    seconds = ruleset.table_seconds(position)
    return UNKNOWN_TABLE if seconds is None else seconds


def nim_sum_text(values: Sequence[int], total: int) -> str:
    """The reason of an answer by nim-values, for a person."""
    shown = " ⊕ ".join(map(str, values)) or "0"
    if len(values) == 1:
        return _("the nim-value is {total}").format(total=total)
    return _("the components' nim-values are {written} = {total}").format(written=shown, total=total)


def _moves_to_zero(
    position: Position,
    parts: Sequence[Position],
    values: Sequence[int],
    total: int,
    lookup: Callable[[Position], int],
) -> Iterator[Move]:
    for index, (part, value) in enumerate(zip(parts, values, strict=True)):
        for move in _moves_to(part, value ^ total, lookup):
            yield ComponentMove(index, move) if isinstance(position, Sum) else move


def _moves_to(part: Position, value: int, lookup: Callable[[Position], int]) -> Iterable[Move]:
    """The moves to a nim-value: as the table tells them, or each tried."""
    told: Callable[[Position, int], Iterable[Move]] | None = getattr(lookup, "moves_to", None)
    if told is not None:
        return told(part, value)
    return (move for move in part.moves() if lookup(part.play(move)) == value)
