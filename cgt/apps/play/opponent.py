"""The computer as a player: its level, its knowledge of positions, and its choice of moves."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

import attrs
from more_itertools import first

from cgt.core.language import _, active_language
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.core.reading import check_text
from cgt.errors import BudgetError, LoopError, ParseError
from cgt.solving import solve as solution
from cgt.solving.routes.by_search import searched_before

if TYPE_CHECKING:
    from random import Random

    from cgt.engine.loopy import LoopyEvaluator
    from cgt.engine.nodes import Nodes
    from cgt.solving.solve import Solution

PLAY_LIMIT = 20_000
"""The most positions that the computer searches or tabulates for one move: a second or two, more with many moves."""

DELAY_LIMIT = 3_000
"""The most positions that it searches for the move that delays a loss longest."""

CONSIDERED = 1_000
"""The number of first moves from which a random one is drawn."""


@attrs.frozen
class Level:
    """A strength of the computer: with probability `error` it plays a random move.

    A beginner (1.0) plays any move, but sees a win in one move.

    Raises:
        ParseError: the probability is not between 0 and 1.
    """

    error: float = 0.0

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.error <= 1:
            raise ParseError("a level is perfect, beginner, or a probability of errors from 0 to 1")

    @classmethod
    def of(cls, text: str) -> Level:
        """The level of a text: `perfect`, `beginner`, or the probability of an error.

        >>> Level.of("perfect"), Level.of("0.25")
        (Level(error=0.0), Level(error=0.25))
        """
        check_text(text)
        named = {"perfect": 0.0, "beginner": 1.0}
        try:
            return cls(named[text] if text in named else float(text))
        except ValueError:
            message = _("{text!r} is no level: it is perfect, beginner, or a probability from 0 to 1, such as 0.2")
            raise ParseError(message.format(text=text)) from None

    def __str__(self) -> str:
        return {0.0: "perfect", 1.0: "beginner"}.get(self.error, repr(self.error))


class Reason(StrEnum):
    """The reason for which the computer chose its move."""

    WINNING = "winning"
    LOST = "lost"
    ALIKE = "alike"
    SLIP = "slip"
    BLIND = "blind"
    DRAW = "draw"


@attrs.frozen
class Choice:
    """A chosen move with its reason: it wins, a draw is kept, all moves lose, the level errs, or nothing is known.

    Where all moves lose, it delays the end (`LOST`), or all are alike as far as is known.
    """

    move: Move
    reason: Reason


class Analyst:
    """Solutions of positions under one convention, found within a limit and remembered.

    >>> import cgt
    >>> Analyst("normal").solution(cgt.games.FibonacciNim().position(10)).winning_moves
    (2,)
    """

    def __init__(self, convention: Convention | str, *, max_positions: int = PLAY_LIMIT) -> None:
        self.convention = Convention(convention)
        self.max_positions = max_positions
        self._known: dict[tuple[Position, str, str], Solution | None] = {}

    def solution(self, position: Position) -> Solution | None:
        """The solution of a position; None where that would take too long."""
        # A solution is written in one language; its moves name heaps as one of several equal positions orders them.
        key = position, str(position), active_language()
        if key not in self._known:
            try:
                self._known[key] = solution.solve(position, self.convention, max_positions=self.max_positions)
            except (BudgetError, LoopError):
                self._known[key] = None
        return self._known[key]

    def outcome(self, position: Position) -> Outcome | None:
        """The outcome, as far as it is known."""
        solved = self.solution(position)
        return None if solved is None else solved.outcome

    def lasts(self, position: Position) -> int | None:
        """The number of moves left if the winner hurries and the loser delays; None where that takes too long."""
        from cgt.engine.evaluator import Evaluator

        try:
            with searched_before(position, self.convention) as nodes:
                return Evaluator(self.convention, max_positions=DELAY_LIMIT, nodes=nodes).remoteness(position)
        except (BudgetError, LoopError):
            return None

    def ends_won(self, position: Position) -> bool:
        """Whether the player who moved to this position has won by it."""
        return is_over(position) and self.convention.terminal_outcome is Outcome.P

    def drawing_move(self, position: Position) -> Move:
        """The first move that keeps a draw; the position must be one."""
        with searched_before(position, self.convention) as nodes:
            return first(self._loopy(nodes).drawing_moves(position))

    def slowest_loss(self, position: Position) -> Move:
        """The move that delays the end, where it is quickly found; else the first move."""
        from cgt.engine.evaluator import Evaluator  # with the engine, which most moves do without

        move = None
        with suppress(BudgetError), searched_before(position, self.convention) as nodes:
            try:
                move = Evaluator(self.convention, max_positions=DELAY_LIMIT, nodes=nodes).best_move(position)
            except LoopError:
                move = self._loopy(nodes).best_move(position)
        return first(position.moves()) if move is None else move

    def delays(self, position: Position, move: Move) -> bool:
        """Whether a move delays the end: it is known to last longer than some other one."""
        if self.lasts(position) is None:  # and so are options too many to look at
            return False
        lasts, *others = (self.lasts(position.play(one)) for one in (move, *position.moves()))
        return lasts is not None and any(other is not None and other < lasts for other in others)

    def _loopy(self, nodes: Nodes) -> LoopyEvaluator:
        from cgt.engine.loopy import LoopyEvaluator

        return LoopyEvaluator(self.convention, max_positions=self.max_positions, nodes=nodes)


def choose_move(analyst: Analyst, position: Position, level: Level, random: Random) -> Choice:
    """The computer's move at this level; the position must have a move.

    >>> import cgt
    >>> from random import Random
    >>> choose_move(Analyst("normal"), cgt.games.FibonacciNim().position(10), Level(), Random(0))
    Choice(move=2, reason=<Reason.WINNING: 'winning'>)
    """
    if level.error and random.random() < level.error:
        moves = list(islice(position.moves(), CONSIDERED))
        if level.error == 1 and (win := _immediate_win(analyst, position, moves)) is not None:
            return Choice(win, Reason.WINNING)
        return Choice(random.choice(moves), Reason.SLIP)
    solved = analyst.solution(position)
    if solved is None:
        moves = list(islice(position.moves(), CONSIDERED))
        win = _immediate_win(analyst, position, moves)
        return Choice(random.choice(moves) if win is None else win, Reason.BLIND)
    for move in solved.winning_moves:
        return Choice(move, Reason.WINNING)
    if solved.outcome is Outcome.D:
        return Choice(analyst.drawing_move(position), Reason.DRAW)
    return Choice(analyst.slowest_loss(position), Reason.LOST)


def _immediate_win(analyst: Analyst, position: Position, moves: list[Move]) -> Move | None:
    return next((move for move in moves if analyst.ends_won(position.play(move))), None)
