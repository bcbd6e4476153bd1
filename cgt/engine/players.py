"""Games for three players and more, in turn, under two models of what a player prefers.

With more than two players "the winner" is no longer determined by the rules of the game alone: a player who cannot win
may decide who does. The two classes here answer that differently, and neither is *the* answer:

- `PodiumEvaluator`, the podium rule of S.-Y. R. Li, "N-person Nim and N-person Moore's games", *Int. J. Game Theory* 7
  (1978): the last mover comes first, whoever moved before her second, and so on round; everyone plays for the best
  place, so every position has a definite result.
- `WinnerEvaluator`, the rule of J. Propp, "Three-player impartial games", *Theor. Comput. Sci.* 233 (2000): only
  winning counts, and nothing is supposed about a player who cannot win; a position is won by the player who can force
  the win against all the others, and by nobody if there is none.

In misère play, where the last mover loses, we take the podium the other way up: the player whose turn it is when
nothing is left comes first, the last mover last. With two players both models are the usual one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import Any

from cgt.core.concurrency import ForkSafeLock
from cgt.core.numbers import check_limit, check_whole
from cgt.core.outcome import Convention, ConventionLike
from cgt.core.position import Move, Position
from cgt.engine.budget import Budget
from cgt.engine.nodes import Bags, KeepsNodes, Nodes, States, limited_moves
from cgt.engine.search import search
from cgt.errors import LoopError, RulesetError

MOST_PLAYERS = 1_000_000
"""A result is remembered in a word of one bit a player."""


class _ManyPlayers(KeepsNodes, ABC):
    """The search shared by both models: a result is a number, remembered as a one-hot word."""

    def __init__(
        self,
        players: int = 3,
        convention: ConventionLike = Convention.NORMAL,
        *,
        max_positions: int | None = None,
    ) -> None:
        needs = f"it takes 2 to {MOST_PLAYERS:,} players"
        self.players = check_whole(players, needs, least=2, most=MOST_PLAYERS, error=RulesetError)
        self.convention = Convention.of(convention)
        self.max_positions = check_limit(max_positions)
        self._lock = ForkSafeLock(self._forget)
        self._nodes = Nodes()

    def __reduce__(self) -> tuple[partial[_ManyPlayers], tuple[()]]:
        return partial(type(self), self.players, self.convention, max_positions=self.max_positions), ()

    @property
    @abstractmethod
    def _best_option(self) -> int:
        """The word of an option that is best possible for the player to move."""

    @abstractmethod
    def _finish(self, collected: int) -> int:
        """The word of a position from those of its options."""

    def _result(self, position: Position, budget: Budget) -> int:
        with self._lock:
            return self._nodes.searched(position, partial(self._search, budget), budget).bit_length() - 1

    def _search(self, budget: Budget, states: States[Any] | Bags, node: Any) -> int:  # noqa: ANN401 - of any game
        memo, cut = states.words["result"], self._best_option
        try:
            return memo.get(node) or search(node, states.options, memo, budget, self._finish, cut=cut)
        except LoopError as error:
            raise states.with_positions(error) from None

    def _moves_with_results(self, position: Position, budget: Budget) -> list[tuple[Move, int]]:
        return [(move, self._result(position.play(move), budget)) for move in limited_moves(position)]


class PodiumEvaluator(_ManyPlayers):
    """Places 1 .. players under Li's podium rule, for any position.

    Args:
        players: two or more.
        convention: in `"normal"` play the last mover comes first; in `"misere"` play she comes last.
        max_positions: a budget, as for `Evaluator`; `BudgetError` when it is spent.

    >>> import cgt
    >>> heap = cgt.games.Subtraction({1, 2}).position(4)
    >>> podium = PodiumEvaluator(3)
    >>> podium.place(heap), podium.best_moves(heap)
    (2, [2])
    """

    def place(self, position: Position) -> int:
        """The place, from 1, that the player to move gets when all play for their best place."""
        return self._result(position, Budget(self.max_positions)) + 1

    def best_moves(self, position: Position) -> list[Move]:
        """All moves that lead to that place; none when the play is over."""
        budget = Budget(self.max_positions)
        wanted = self._result(position, budget)
        results = self._moves_with_results(position, budget)
        return [move for move, result in results if self._seen_by_mover(result) == wanted]

    def _seen_by_mover(self, result: int) -> int:
        # The order round the table is fixed, so the mover's place differs by one from the next player's.
        step = 1 if self.convention is Convention.NORMAL else -1
        return (result + step) % self.players

    @property
    def _best_option(self) -> int:
        return 1 << (self.players - 1 if self.convention is Convention.NORMAL else 1)

    def _finish(self, collected: int) -> int:
        if not collected:
            return 1 << (self.players - 1 if self.convention is Convention.NORMAL else 0)
        results = (result for result in range(self.players) if collected >> result & 1)
        return 1 << min(map(self._seen_by_mover, results))


class WinnerEvaluator(_ManyPlayers):
    """An evaluator of who can force the win against all others, under Propp's rule, for any position.

    Args:
        players: two or more.
        convention: in `"normal"` play the last mover wins; in `"misere"` play the player whose turn comes next.
        max_positions: a budget, as for `Evaluator`; `BudgetError` when it is spent.

    >>> import cgt
    >>> nim = cgt.games.Nim()
    >>> rule = WinnerEvaluator(3)
    >>> rule.winner(nim.position(5)), rule.winner(nim.position(1, 1)), rule.winner(nim.position(1, 2))
    (0, 1, None)
    """

    def winner(self, position: Position) -> int | None:
        """The winner's seat, counted from the player to move: 0 .. players-1; None when nobody can force it."""
        result = self._result(position, Budget(self.max_positions))
        return result if result < self.players else None

    def winning_moves(self, position: Position) -> list[Move]:
        """All moves after which the mover can force the win."""
        results = self._moves_with_results(position, Budget(self.max_positions))
        return [move for move, result in results if result == self.players - 1]

    @property
    def _best_option(self) -> int:
        return 1 << (self.players - 1)

    def _finish(self, collected: int) -> int:
        if not collected:
            return 1 << (self.players - 1 if self.convention is Convention.NORMAL else 0)
        if collected & self._best_option:
            return 1
        # Somebody else wins for certain only if every option says that it is the same player.
        alike = collected.bit_count() == 1 and collected < 1 << self.players
        return collected << 1 if alike else 1 << self.players
