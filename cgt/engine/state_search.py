"""Search in a game that is given by a function of states: the states themselves are the nodes."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, cast

from cgt.core.function_game import FunctionGame
from cgt.core.game import GamePosition
from cgt.engine.multiset import Parts
from cgt.engine.pruned import PrunedSearch
from cgt.engine.search import Fold, lowest_zero, search
from cgt.engine.state_loops import nim_search, outcome_search
from cgt.engine.words import N_WORD, P_WORD
from cgt.errors import BudgetError, LoopError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeGuard

    from cgt.core.game import Game, State
    from cgt.core.position import Position
    from cgt.engine.budget import Budget


MOST_CHECKED = 10_000
"""How many states are looked through for the one whose options are no states."""


def keeps_states(position: object) -> TypeGuard[GamePosition]:
    """Whether a position is searched by its state: that of a game that functions give."""
    return type(position) is GamePosition and isinstance(position.game, FunctionGame)


class StateSearch:
    """The words of the states of one game; in misère play of a game that names no components."""

    def __init__(self, game: Game, *, misere: bool, prune: bool) -> None:
        self._game = game
        self._prunes = prune and game.falls_apart
        self.nim_words: dict[Any, int] = {}
        self.outcome_words: dict[Any, int] = {}
        self._options = game.options if not game.has_symmetry else self._canonical_options
        self._terminal_value, self._terminal_outcome = (2, N_WORD) if misere else (1, P_WORD)
        self._sums: Fold[Any] = Fold(self._options_apart, lowest_zero, self._resolve)
        self._pruned: PrunedSearch[Any] = PrunedSearch(self._options_in_parts, size_of_state, known=self.nim_words)

    def __len__(self) -> int:
        return len(self.nim_words) + len(self.outcome_words) + len(self._pruned.table)

    @property
    def visited(self) -> int:
        """How many components the pruned search has opened."""
        return self._pruned.visited

    def nim_word(self, state: State, budget: Budget) -> int:
        """The word of a state's nim-value, by pruned search where the game names components."""
        try:
            if not self._game.falls_apart:
                return nim_search(self._canonical(state), self._options, self.nim_words, budget, self._terminal_value)
            if self._prunes:
                return 1 << reduce(xor, (self._pruned.nim_value(part, budget) for part in self._parts(state)), 0)
            return search(Parts(cast("tuple[Position, ...]", self._parts(state))), self.nim_words, self._sums, budget)
        except LoopError as error:
            raise self._shown(error) from None
        except BudgetError as error:
            raise self._pruned.learnt(error) from None
        except TypeError:
            self._complain(state, self.nim_words)
            raise

    def outcome_word(self, state: State, budget: Budget) -> int:
        """The word of a state's outcome, by pruned search where the game names components."""
        try:
            if self._prunes:
                return P_WORD if self._pruned.is_p(self._parts(state), budget) else N_WORD
            if self._game.falls_apart:
                return P_WORD if self.nim_word(state, budget) == 1 else N_WORD
            terminal = self._terminal_outcome
            return outcome_search(self._canonical(state), self._options, self.outcome_words, budget, terminal)
        except LoopError as error:
            raise self._shown(error) from None
        except BudgetError as error:
            raise self._pruned.learnt(error) from None
        except TypeError:
            self._complain(state, self.outcome_words)
            raise

    def _complain(self, root: State, memo: dict[Any, int]) -> None:
        """Say by name what is wrong with the options of a state that a search came across, where something is."""
        if not self._game.falls_apart:
            # The search stood at the end of this line: what it had finished it remembers.
            state: State | None = self._canonical(root)
            while state is not None:
                self._game.check(state)
                state = next((option for option in self._options(state) if option not in memo), None)
            return
        seen = dict.fromkeys([root])
        for state in islice(_growing(seen), MOST_CHECKED):
            self._game.check(state)
            seen.update(dict.fromkeys(self._game.options(state)))

    def _shown(self, error: LoopError) -> LoopError:
        return LoopError(tuple(map(self._game.position, error.loop)))

    def _canonical(self, state: State) -> State:
        representative: State = self._game.canonical(state)
        return representative

    def _canonical_options(self, state: State) -> Iterator[State]:
        return map(self._canonical, self._game.options(state))

    def _parts(self, state: State) -> tuple[State, ...]:
        return tuple(map(self._canonical, self._game.components(state)))

    def _options_in_parts(self, state: State) -> Iterable[Sequence[State]]:
        return map(self._parts, self._game.options(state))

    def _options_apart(self, state: State) -> Iterator[State | Parts]:
        for parts in self._options_in_parts(state):
            yield parts[0] if len(parts) == 1 else Parts(cast("tuple[Position, ...]", parts))

    def _resolve(self, node: object) -> tuple[int, object | None]:
        """A sum is worth the nim-sum of its components (Sprague, 1935; Grundy, 1939)."""
        if not isinstance(node, Parts):
            return 0, node
        total = 0
        for part in node.components:
            word = self.nim_words.get(part)
            if not word:
                return 0, part
            total ^= word.bit_length() - 1
        return 1 << total, None


def size_of_state(state: State) -> int:
    """A guess at the size of what a state stands for: the bits of a number, else how many things it holds."""
    if isinstance(state, int):
        return state.bit_count()
    return len(state) if isinstance(state, tuple | frozenset | str) else 0


def _growing(states: dict[State, None]) -> Iterator[State]:
    """The keys of a dict that grows meanwhile, in the order in which they come."""
    at = 0
    while at < len(states):
        found = list(islice(states, at, None))
        yield from found
        at += len(found)
