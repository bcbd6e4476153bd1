"""Games with blocking: lost options are counted in the game behind, without lists of sets of moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

import attrs

from cgt.core.changed_rules import ASK, HOLSHOUSER, Blocked
from cgt.core.compounds import parts_of
from cgt.core.game import GamePosition
from cgt.core.language import _
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Position, canonical
from cgt.core.route import Answer, Facts, Question, Rank, Status
from cgt.engine.budget import Budget
from cgt.engine.search import N_WORD, P_WORD, search
from cgt.errors import BudgetError
from cgt.solving.routes.by_search import limit_of_positions, refuse_hopeless, search_seconds
from cgt.solving.subjects import PositionText

LOST = 1 << 64
"""The number added to the number of options for an option that is lost, besides the option itself."""

Parts = tuple[int, ...]
"""The numbers of the components of a position, in order."""


@attrs.frozen
class CountedOptions:
    """The route for games with blocking that counts the lost options of a position.

    In misère play a player without a move wins, and whoever forbids moves has to leave one of the bad ones.

    >>> import cgt
    >>> print(cgt.solve("blocked(nim,2) 3,5").explanation)
    winning moves: 2 of 8, of which 1 can be forbidden: take 1 from heap 2; take 3 from heap 2
    """

    name: ClassVar[str] = "counted options"
    rank: ClassVar[Rank] = Rank.TABLE

    _searches: dict[tuple[object, ...], BlockedSearch] = attrs.field(init=False, eq=False, repr=False, factory=dict)
    """The searches so far, for the other positions of a list."""

    def answer(self, question: Question) -> Answer | None:
        """The answer before moves are forbidden, with the winning moves as explanation; None for other games.

        There is one move, to ask, so the nim-value is 1 or 0. Raises `BudgetError` where there are too many positions:
        a search of the turns in which moves are forbidden would look at more.
        """
        whole, misere = question.position, question.convention is Convention.MISERE
        state = whole.state if isinstance(whole, GamePosition) else None
        if not isinstance(state, Blocked):
            return None
        position = state.position
        limits = state.count, question.convention, question.max_positions
        if limits not in self._searches:
            self._searches[limits] = BlockedSearch(*limits)
        blocked = self._searches[limits]
        refuse_hopeless(position, question.max_positions, blocked.__len__)
        outcome = Outcome.P if blocked.is_lost(position) else Outcome.N
        answer = Answer(
            self.name,
            HOLSHOUSER,
            Status.COMPUTED,
            outcome,
            int(outcome is Outcome.N),
            () if outcome is Outcome.P else (ASK,),
        )
        if not question.wants(Facts.EXPLANATION):
            return answer
        moves = list(position.moves())
        winning = [move for move in moves if blocked.is_lost(position.play(move))]
        if not winning:
            return attrs.evolve(answer, explanation=_("no move wins") if moves else _("no move is left"))
        text = _("winning moves: {count} of {all}, of which {forbidden} can be forbidden").format(
            count=len(winning), all=len(moves), forbidden=min(state.count - 1, max(len(moves) - misere, 0))
        )
        words = PositionText(position)
        some = _("; ").join([*map(words.move, winning[:3]), *["…"] * (len(winning) > 3)])
        return attrs.evolve(answer, explanation=text + _(": ") + some)


class BlockedSearch:
    """A search for lost positions, where fewer than `count` moves may be forbidden; results are remembered.

    A position is known by its parts: of a part, which sums share, the options are made once, one for each move.

    >>> import cgt
    >>> nim = cgt.games.Nim()
    >>> blocked = BlockedSearch(2, cgt.Convention.NORMAL, 100)
    >>> [size for size in range(6) if blocked.is_lost(nim.position(size, 3))]
    [2, 4]
    """

    def __init__(self, count: int, convention: Convention, most: int | None) -> None:
        self._count, self._normal, self._most = count, convention is Convention.NORMAL, most
        self._budget = Budget(most, seconds=None if most is None else search_seconds(most))
        self._numbers: dict[tuple[type, Position], int] = {}
        self._parts: list[Position] = []
        self._options: dict[int, list[Parts]] = {}
        self._known: dict[Parts, int] = {}

    def __len__(self) -> int:
        """The number of positions known."""
        return len(self._known)

    def is_lost(self, position: Position) -> bool:
        """Whether a position is lost; raises `BudgetError` where it is too large to search."""
        start = self._numbered(position)
        try:
            search(start, self._after, self._known, self._budget, self._finish, combine=_counted)
        except BudgetError as error:
            raise limit_of_positions(error, self._most) from None
        return self._known[start] == P_WORD

    def _finish(self, collected: int) -> int:
        lost, options = divmod(collected, LOST)
        return P_WORD if (self._normal or lost < options) and lost < self._count else N_WORD

    def _after(self, state: Parts) -> Iterator[Parts]:
        """The options, one by one: lists of them, one for each position on the way, would fill the memory."""
        for place, part in enumerate(state):
            for option in self._options_of(part):
                yield tuple(sorted((*state[:place], *option, *state[place + 1 :])))

    def _options_of(self, part: int) -> list[Parts]:
        """The options of a part, by its number; raises `BudgetError` for more than `most`."""
        if part not in self._options:
            position = self._parts[part]
            most = None if self._most is None else self._most + 1
            moves = list(islice(position.moves(), most))
            if len(moves) == most:
                text = _("{part} has more than {count} moves to try")
                count = format_int(most - 1, group=True)
                raise BudgetError(text.format(part=position, count=count), "max_positions")
            self._budget.numbered -= len(moves)
            if self._budget.numbered < 0:
                raise self._budget.error()
            self._options[part] = [self._numbered(position.play(move)) for move in moves]
        return self._options[part]

    def _numbered(self, position: Position) -> Parts:
        """The numbers of the parts of a sum, or of the position itself, each by its representative, in order."""
        numbers = []
        for part in map(canonical, parts_of(position)):
            number = self._numbers.setdefault((type(part), part), len(self._parts))
            if number == len(self._parts):
                self._parts.append(part)
            numbers.append(number)
        return tuple(sorted(numbers))


def _counted(collected: int, word: int) -> int:
    return collected + (LOST + 1 if word == P_WORD else 1)
