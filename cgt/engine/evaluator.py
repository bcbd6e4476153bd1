"""The generic evaluator: what any position is worth, found by search and remembered."""

from __future__ import annotations

import math
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, cast

from cgt.core.compounds import (
    Compound,
    Conjunctive,
    ContinuedConjunctive,
    DiminishedDisjunctive,
    OrdinalSum,
    Selective,
    ShortenedSelective,
    Sum,
    components_of,
)
from cgt.core.lazy_moves import LazyMoves
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import (
    Move,
    Position,
    canonical,
    check_position,
    is_decomposable,
    is_splitting,
    is_symmetric,
    listed_components,
)
from cgt.core.position import options as options_of
from cgt.engine import compound_theory
from cgt.engine.budget import Budget
from cgt.engine.locking import locked
from cgt.engine.loopy import LoopyEvaluator
from cgt.engine.multiset import Multisets, Node, Parts, check_moves, position_of
from cgt.engine.pruned_positions import PrunedPositions
from cgt.engine.search import Fold, flat_search, lowest_zero, search
from cgt.engine.state_search import StateSearch, keeps_states
from cgt.engine.transposition import DEFAULT_BYTES
from cgt.engine.words import N_WORD, P_WORD, misere_mex, misere_outcome, normal_outcome, one_more, prefer, value_of
from cgt.errors import LoopError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sized

    from cgt.core.game import Game, GamePosition
    from cgt.engine.loopy_value import LoopyValue

_COMPOUNDS = (Compound, DiminishedDisjunctive, OrdinalSum)
_OUTCOMES = {P_WORD: Outcome.P, N_WORD: Outcome.N}

MOST_ALIASES = 1 << 16
"""How many positions are remembered with what they fall into or are symmetric to; then they are found anew."""


class Evaluator:
    """Outcome, nim-value, remoteness, winning moves and best play of any position, under one convention.

    The memo is shared by all calls on one evaluator. Sums are taken apart: nim-values are added in normal play, sorted
    multisets of components are remembered otherwise. There is no recursion, so the length of a game does not matter.

    Args:
        convention: `"normal"` or `"misere"` play.
        max_positions: how many new positions one call may open, and, twenty times that, how many options it may look
            at; None for no limit.
        max_seconds: how many processor seconds one call may take.
        max_bytes: by how many bytes the process may grow during one call, where the system tells.
        table_bytes: the memory of the table in which pruned search keeps what components are worth.
        theory: evaluate compounds (conjunctive, selective, …) from their components by theorem in normal play; when
            False they are searched by their definition like any other position.
        prune: in normal play, open of positions that name their components only what can matter (see `PrunedSearch`);
            when False, every option is opened.

    Every method raises `LoopError` when the play can go round for ever, with the loop, and `BudgetError` when the
    budget is spent. After either, and after Ctrl-C, the memo is as good as before: call again to go on. Threads may
    share an evaluator, one at a time; sent to another process, it begins without its memo. At `deadline`, where that is
    set to a processor time of the process, a call with `max_seconds` ends at the latest.

    >>> import cgt
    >>> evaluator = Evaluator("misere")
    >>> heap = cgt.Subtraction({1, 2, 3}).position(6)
    >>> evaluator.outcome(heap), evaluator.winning_moves(heap), evaluator.remoteness(heap)
    (<Outcome.N: 'N'>, [1], 4)
    """

    def __init__(
        self,
        convention: ConventionLike = Convention.NORMAL,
        *,
        max_positions: int | None = None,
        max_seconds: float | None = None,
        max_bytes: int | None = None,
        table_bytes: int = DEFAULT_BYTES,
        theory: bool = True,
        prune: bool = True,
    ) -> None:
        self.convention = Convention.of(convention)
        self.max_positions = max_positions
        self.theory = theory
        self._again = partial(
            Evaluator,
            self.convention,
            max_positions=max_positions,
            max_seconds=max_seconds,
            max_bytes=max_bytes,
            table_bytes=table_bytes,
            theory=theory,
            prune=prune,
        )
        self.deadline = math.inf
        self._new_budget = partial(Budget, max_positions, seconds=max_seconds, memory=max_bytes)
        self._lock = RLock()
        self._multisets = Multisets()
        self._budget = self._new_budget()
        self._outcomes: dict[Node, int] = {}
        self._nim_values: dict[Node, int] = {}
        self._remoteness: dict[Node, int] = {}
        self._suspense: dict[Node, int] = {}
        self._states: dict[Game, StateSearch] = {}
        self._loopy: LoopyEvaluator | None = None
        self._pruned = PrunedPositions(self._multisets, self._nim_values, table_bytes)
        # Classes of which every member stands for itself: those that are their own nodes, and the tuples.
        self._plain, self._plain_tuples = set[type]({Parts}), set[type]()
        self._aliases: dict[Node, Node] = {}
        misere = self._misere = self.convention is Convention.MISERE
        self._prunes = prune and not misere
        bags, as_bag = self._multisets.options, self._multisets.node
        # In normal play nim-values are added, and no sum is kept; what else is asked of a sum is asked of it as a bag.
        values = partial(
            Fold[Node],
            options=bags if misere else self._options_apart,
            key=as_bag if misere else self._taken_apart,
            plain=self._plain,
        )
        self._outcome_fold = values(
            finish=misere_outcome if misere else normal_outcome,
            resolve=_itself if misere else self._resolve_outcome,
            cut=P_WORD,
        )
        self._nim_fold = values(
            finish=misere_mex if misere else lowest_zero,
            resolve=_itself if misere else self._resolve_nim_value,
        )
        steps = partial(Fold[Node], options=bags, key=as_bag, plain=self._plain, finish=one_more, resolve=_itself)
        # In normal play a P-position is an even number of moves from the end, in misère play an odd number.
        self._remoteness_fold = steps(combine=prefer(int(misere), nearest=True))
        self._suspense_fold = steps(combine=prefer(int(misere), nearest=False))

    def __reduce__(self) -> tuple[partial[Evaluator], tuple[()]]:
        # What is known stays here: it would cost more to send than to find again.
        return self._again, ()

    def __repr__(self) -> str:
        return f"Evaluator({self.convention.value!r}, {len(self)} positions known)"

    def __len__(self) -> int:
        """How many values are remembered."""
        memos: tuple[Sized, ...] = (self._outcomes, self._nim_values, self._remoteness, self._suspense, self._pruned)
        return sum(map(len, memos)) + sum(map(len, self._states.values()))

    @property
    def visited(self) -> int:
        """How many components were opened by the pruned search, which takes what falls apart in normal play."""
        return self._pruned.search.visited + sum(search.visited for search in self._states.values())

    @locked
    def outcome(self, position: Position) -> Outcome:
        """The outcome class: N if the player to move wins, else P."""
        self._start(position)
        return _OUTCOMES[self._outcome_word(position)]

    @locked
    def nim_value(self, position: Position) -> int:
        """The nim-value (Grundy value).

        In misère play it is the misère nim-value of Winning Ways (and CGSuite): the one n for which the position plus
        a nim heap of n is a P-position; a position without moves has the value 1. Misère nim-values of a sum do not
        follow from those of its components.
        """
        self._start(position)
        return value_of(self._nim_word(position))

    @locked
    def remoteness(self, position: Position) -> int:
        """How many moves the play lasts when the winner hurries and the loser delays (Steinhaus, 1925; Smith, 1966)."""
        self._start(position)
        return self._steps(position, self._remoteness, self._remoteness_fold)

    @locked
    def suspense(self, position: Position) -> int:
        """How many moves the play lasts when the winner delays and the loser hurries (Winning Ways, ch. 9)."""
        self._start(position)
        return self._steps(position, self._suspense, self._suspense_fold)

    @locked
    def winning_moves(self, position: Position) -> list[Move]:
        """All moves to a P-position, in the order of `position.moves()`."""
        self._start(position)
        check_moves(position)
        return [move for move in position.moves() if self._outcome_word(position.play(move)) == P_WORD]

    @locked
    def best_move(self, position: Position) -> Move | None:
        """A move of the fastest win, or of the slowest loss; None when there is no move."""
        self._start(position)
        after = {move: self._outcome_word(position.play(move)) == P_WORD for move in position.moves()}
        winning = [move for move, wins in after.items() if wins]

        def distance(move: Move) -> int:
            return self._steps(position.play(move), self._remoteness, self._remoteness_fold)

        return min(winning, key=distance) if winning else max(after, key=distance, default=None)

    @locked
    def best_line(self, position: Position) -> list[Move]:
        """A whole game of best play: the winner hurries, the loser delays; its length is the remoteness."""
        line = []
        while (move := self.best_move(position)) is not None:
            line.append(move)
            position = position.play(move)
        return line

    @locked
    def loopy_value(self, position: Position) -> LoopyValue:
        """The value in normal play of a position whose play may go round for ever; see `LoopyEvaluator` for more.

        Raises:
            NotApplicableError: in misère play, where only outcomes are known.

        >>> import cgt
        >>> print(Evaluator().loopy_value(cgt.game({0: [], 1: [0, 1]}.__getitem__).position(1)))
        ∞(0)
        """
        if self._loopy is None:
            self._loopy = LoopyEvaluator(self.convention, max_positions=self.max_positions)
        return self._loopy.value(position)

    def _start(self, position: Position) -> None:
        check_position(position)
        for part in position.parts if isinstance(position, Sum) else (position,):
            if keeps_states(part) and isinstance(moves := part.moves(), LazyMoves):
                len(moves)  # which says at once, before any is tried, that there are too many
        self._multisets.budget = self._budget = self._new_budget(deadline=self.deadline)

    def _outcome_word(self, position: Position) -> int:
        if (states := self._states_of(position)) is not None:
            with self._budget:
                return states.outcome_word(cast("GamePosition", position).state, self._budget)
        if self._prunes and self._pruned.takes(position):
            return self._pruned.outcome_word(position, self._budget)
        node = self._key(position)
        if word := self._outcomes.get(node):
            return word
        if not self._misere and (known := self._nim_values.get(node)):
            return P_WORD if known == 1 else N_WORD
        return self._search(node, self._outcomes, self._outcome_fold)

    def _nim_word(self, position: Position) -> int:
        if (states := self._states_of(position)) is not None:
            with self._budget:
                return states.nim_word(cast("GamePosition", position).state, self._budget)
        if self._prunes and self._pruned.takes(position):
            return self._pruned.nim_word(position, self._budget, self._plain_nim_word)
        return self._plain_nim_word(position)

    def _plain_nim_word(self, position: Position) -> int:
        return self._search(self._key(position), self._nim_values, self._nim_fold)

    def _steps(self, position: Position, memo: dict[Node, int], fold: Fold[Node]) -> int:
        self._is_plain(position)
        return self._search(self._multisets.node(position), memo, fold) - 1

    def _search(self, node: Node, memo: dict[Node, int], fold: Fold[Node]) -> int:
        try:
            with self._budget:
                if type(node) in self._plain and not isinstance(node, Parts) and not is_splitting(node):
                    position = cast("Position", node)
                    if word := flat_search(position, memo, fold, self._budget, type(position)):
                        return word
                return search(node, memo, fold, self._budget)
        except LoopError as error:
            raise self._shown(error) from None

    def _shown(self, error: LoopError) -> LoopError:
        # An inner search has shown its positions already; then there are no nodes left to turn into positions.
        return LoopError(tuple(map(self._multisets.position, cast("tuple[Node, ...]", error.loop))))

    def _key(self, position: Position) -> Node:
        return self._multisets.node(position) if self._misere else self._taken_apart(position)

    def _states_of(self, position: Position) -> StateSearch | None:
        """The search that keeps a game's states, where its theory is enough for the position."""
        if not keeps_states(position) or (self._misere and position.game.falls_apart):
            return None
        found = self._states.get(position.game)
        if found is None:
            found = StateSearch(position.game, misere=self._misere, prune=self._prunes)
            self._states[position.game] = found
        return found

    def _is_plain(self, position: Position) -> bool:
        """Whether positions of this type stand for themselves; remembered by type, for it is asked of each."""
        kind = type(position)
        if kind in self._plain or kind in self._plain_tuples:
            return True
        plain = not (is_decomposable(position) or is_symmetric(position) or isinstance(position, _COMPOUNDS))
        if plain:
            its_own_node = self._multisets.node_of(position) is position
            (self._plain if its_own_node else self._plain_tuples).add(kind)
        return plain

    def _taken_apart(self, node: Node) -> Node:
        """The node of a position in normal play: its parts where it falls apart, else its representative."""
        if type(node) is tuple or keeps_states(node) or isinstance(node, (Parts, *_COMPOUNDS)):
            return node
        position = cast("Position", node)
        if self._is_plain(position):
            return self._multisets.node_of(position)
        if isinstance(position, Sum) and all(map(self._is_plain, position.parts)):
            return Parts(position.parts)
        name = self._multisets.node_of(position)
        found = self._aliases.get(name)
        if found is None:
            parts = tuple(self._multisets.node_of(canonical(part)) for part in components_of(position))
            found = parts[0] if len(parts) == 1 else Parts(cast("tuple[Position, ...]", parts))
            if len(self._aliases) >= MOST_ALIASES:
                self._aliases.clear()
            self._aliases[name] = found
        return found

    def _options_apart(self, node: Node) -> Iterable[Node]:
        """The options of a node in normal play, those that fall apart as their parts where the position lists them."""
        listed = listed_components(position_of(node))
        if listed is None:
            return self._multisets.options(node)
        return (parts[0] if len(parts) == 1 else Parts(parts) for parts in listed)

    def _add(self, parts: Parts) -> tuple[int, Node | None]:
        """A sum is worth the nim-sum of its components (Sprague, 1935; Grundy, 1939)."""
        plain, get, total = self._plain, self._nim_values.get, 0
        for part in parts.components:
            node = part if type(part) in plain else self._taken_apart(part)
            word = self._nim_word(part) if keeps_states(node) else get(node)
            if not word:
                return 0, node
            total ^= word.bit_length() - 1
        return 1 << total, None

    def _resolve_nim_value(self, node: Node) -> tuple[int, Node | None]:
        """What falls apart is added up; an ordinal sum has a theorem of its own."""
        if isinstance(node, Parts):
            return self._add(node)
        position = position_of(node)
        if keeps_states(position):
            return self._nim_word(position), None
        if self.theory and isinstance(position, OrdinalSum):
            values = [value_of(self._nim_word(option)) for option in options_of(position.base)]
            return 1 << compound_theory.ordinal_sum(values, value_of(self._nim_word(position.top))), node
        return 0, node

    def _resolve_outcome(self, node: Node) -> tuple[int, Node | None]:
        """In normal play a sum is P when its nim-value is 0; a compound may follow from its components' numbers."""
        if isinstance(node, Parts):
            return P_WORD if self._search(node, self._nim_values, self._nim_fold) == 1 else N_WORD, None
        position = position_of(node)
        if keeps_states(position):
            return self._outcome_word(position), None
        if self.theory and position is not None and (outcome := self._by_theory(position)) is not None:
            return P_WORD if outcome is Outcome.P else N_WORD, node
        return 0, node

    def _by_theory(self, node: Position) -> Outcome | None:
        """The outcome of a compound from its components, or None for any other position."""
        if isinstance(node, OrdinalSum):
            return _OUTCOMES[P_WORD if self._nim_word(node) == 1 else N_WORD]
        if isinstance(node, Conjunctive):
            return compound_theory.conjunctive(map(self._remoteness_of, node.parts))
        if isinstance(node, ContinuedConjunctive):
            return compound_theory.continued_conjunctive(
                self._steps(part, self._suspense, self._suspense_fold) for part in node.parts
            )
        if isinstance(node, Selective):
            return compound_theory.selective(_OUTCOMES[self._outcome_word(part)] for part in node.parts)
        if isinstance(node, ShortenedSelective):
            return compound_theory.shortened_selective(map(self._remoteness_of, node.parts))
        if isinstance(node, DiminishedDisjunctive):
            return compound_theory.diminished_disjunctive(
                node.parts, lambda part: value_of(self._nim_word(compound_theory.Foreclosed(part)))
            )
        return None

    def _remoteness_of(self, node: Position) -> int:
        return self._steps(node, self._remoteness, self._remoteness_fold)


def _itself(node: Node) -> tuple[int, Node]:
    return 0, node
