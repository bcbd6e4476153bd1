"""The generic evaluator: facts about any position, found by search and remembered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, reduce
from itertools import starmap
from operator import xor
from typing import TYPE_CHECKING, Any, TypeVar

from cgt.core.compounds import (
    Conjunctive,
    ContinuedConjunctive,
    DiminishedDisjunctive,
    OrdinalSum,
    Selective,
    ShortenedSelective,
    has_ended,
)
from cgt.core.concurrency import ForkSafeLock
from cgt.core.game import compound_of
from cgt.core.numbers import check_limit, check_seconds
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Move, Position, check_position, is_over
from cgt.core.position import options as options_of
from cgt.engine.budget import DEFAULT_BYTES, Budget
from cgt.engine.nodes import NIM_VALUE, Atom, Bags, KeepsNodes, Nodes, States, check_moves, limited_moves, no_nodes
from cgt.engine.search import (
    N_WORD,
    P_WORD,
    lowest_zero,
    misere_mex,
    misere_outcome,
    normal_outcome,
    one_more,
    prefer,
    search,
    value_of,
)
from cgt.errors import BudgetError, LoopError

if TYPE_CHECKING:
    from cgt.engine.pruned import PrunedSearch

Answer = TypeVar("Answer")

_OUTCOMES = {P_WORD: Outcome.P, N_WORD: Outcome.N}
OUTCOME, REMOTENESS, SUSPENSE = "outcome", "remoteness", "suspense"

# The words of the options are folded so, in normal and in misère play. In normal play a P-position is an even number
# of moves from the end, in misère play an odd number.
_FOLDS = [
    (
        {OUTCOME: outcome, NIM_VALUE: mex, REMOTENESS: one_more, SUSPENSE: one_more},
        {REMOTENESS: prefer(misere, nearest=True), SUSPENSE: prefer(misere, nearest=False)},
    )
    for misere, outcome, mex in ((0, normal_outcome, lowest_zero), (1, misere_outcome, misere_mex))
]


class Evaluator(KeepsNodes):
    """Outcome, nim-value, remoteness, winning moves and best play of any position, under one convention.

    The memo is shared by all calls on one evaluator. Sums are split into components: nim-values are added in normal
    play, sorted multisets of components are remembered otherwise. There is no recursion, so the length of a game does
    not matter.

    Args:
        convention: `"normal"` or `"misere"` play.
        max_positions: the limit of new positions that one call opens; it examines at most twenty times as many
            options. None for no limit.
        max_seconds: the limit of processor seconds for one call.
        max_bytes: the limit of bytes by which the process grows during one call.
        table_bytes: the size of the table in which the pruned search keeps the nim-values of components.
        theory: evaluate compounds (conjunctive, selective, …) from their components by theorem in normal play; when
            False they are searched by their definition like any other position.
        prune: in normal play, for positions that name their components, open only the options that can matter (see
            `PrunedSearch`); when False, every option is opened.
        nodes: the results under this convention to start from; new results are added to it.

    Every method raises `LoopError` when the play can go round for ever, with the loop, and `BudgetError` when the
    budget is spent. After either, and after Ctrl-C, the memo is still valid: call again to continue, with a budget
    that reaches to the end of a play, before which nothing is known. Threads may share an evaluator, one at a time; in
    another process it starts without its memo. If `deadline` is set to a processor time of the process, a call with
    `max_seconds` ends then at the latest.

    >>> import cgt
    >>> evaluator = Evaluator("misere")
    >>> heap = cgt.games.Subtraction({1, 2, 3}).position(6)
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
        nodes: Nodes | None = None,
    ) -> None:
        self.convention = Convention.of(convention)
        self.max_positions = check_limit(max_positions)
        self.theory = theory
        self.deadline = math.inf
        self._max_seconds = check_seconds(max_seconds)
        self._max_bytes = check_limit(max_bytes, "max_bytes")
        self._table_bytes = table_bytes
        self._prune = prune
        self._lock = ForkSafeLock(self._forget)
        if not isinstance(nodes, Nodes | None):
            raise no_nodes(nodes)
        self._nodes = Nodes() if nodes is None else nodes
        self._budget: Budget  # a new one for each call
        misere = self._misere = self.convention is Convention.MISERE
        self._finish, self._combine = _FOLDS[misere]

    def __reduce__(self) -> tuple[partial[Evaluator], tuple[()]]:
        # All that is known stays here: it would cost more to send than to find again.
        again = partial(
            Evaluator,
            self.convention,
            max_positions=self.max_positions,
            max_seconds=self._max_seconds,
            max_bytes=self._max_bytes,
            table_bytes=self._table_bytes,
            theory=self.theory,
            prune=self._prune,
        )
        return again, ()

    @property
    def visited(self) -> int:
        """The number of components opened by the pruned search, which handles sums in normal play."""
        return self._nodes.visited

    def outcome(self, position: Position) -> Outcome:
        """The outcome class: N if the player to move wins, else P."""
        with self._asking(position):
            return _OUTCOMES[self._outcome_word(position)]

    def nim_value(self, position: Position) -> int:
        """The nim-value (Grundy value).

        In misère play it is the misère nim-value of Winning Ways (and CGSuite): the one n for which the position plus
        a nim heap of n is a P-position; a position without moves has the value 1. Misère nim-values of a sum do not
        follow from those of its components.
        """
        with self._asking(position):
            return self._nim_value(position)

    def remoteness(self, position: Position) -> int:
        """The number of moves when the winner hurries and the loser delays (Steinhaus, 1925; Smith, 1966)."""
        with self._asking(position):
            return self._steps(position, REMOTENESS)

    def suspense(self, position: Position) -> int:
        """The number of moves of the play when the winner delays and the loser hurries (Winning Ways, ch. 9)."""
        with self._asking(position):
            return self._steps(position, SUSPENSE)

    def winning_moves(self, position: Position) -> list[Move]:
        """All moves to a P-position, in the order of `position.moves()`."""
        with self._asking(position):
            check_moves(position)
            self._nodes.begin(position)
            return [move for move in limited_moves(position) if self._outcome_word(position.play(move)) == P_WORD]

    def best_move(self, position: Position) -> Move | None:
        """A move of the fastest win, or of the slowest loss; None when there is no move."""
        with self._asking(position):
            return self._best_move(position)

    def best_line(self, position: Position) -> list[Move]:
        """A play of best moves to its end: the winner hurries, the loser delays; its length is the remoteness."""
        with self._asking(position):
            line = []
            while not is_over(position):
                line.append(move := self._best_move(position))
                position = position.play(move)
            return line

    def _best_move(self, position: Position) -> Move | None:
        self._nodes.begin(position)
        after = {move: self._outcome_word(position.play(move)) == P_WORD for move in limited_moves(position)}
        winning = [move for move, wins in after.items() if wins]

        def distance(move: Move) -> int:
            return self._steps(position.play(move), REMOTENESS)

        return min(winning, key=distance) if winning else max(after, key=distance, default=None)

    @contextmanager
    def _asking(self, position: Position) -> Iterator[None]:
        """The block of one question, alone; an error of the rules that it meets is explained."""
        check_position(position)
        with self._lock:
            self._budget = Budget(
                self.max_positions, seconds=self._max_seconds, memory=self._max_bytes, deadline=self.deadline
            )
            try:
                yield
            except (AttributeError, TypeError, ValueError) as error:
                from cgt.engine.rule_faults import explain_failure  # rules seldom fail

                explain_failure(position, error)
                raise

    def _outcome_word(self, position: Position) -> int:
        if self._misere:
            return self._search(OUTCOME, position)
        if self.theory and (compound := compound_of(position)) is not None:
            outcome = self._by_theory(compound)
            if outcome is not None:
                return P_WORD if outcome is Outcome.P else N_WORD
        atoms = self._nodes.atoms(position)
        if len(atoms) == 1:
            ((states, node),) = atoms
            if word := states.words[NIM_VALUE].get(node):
                return P_WORD if word == 1 else N_WORD
            if not states.compiles and (word := states.alone(node, partial(self._word, OUTCOME))) is not None:
                return word
        return P_WORD if self._is_p(atoms) else N_WORD

    def _is_p(self, atoms: list[Atom]) -> bool:
        """Whether the nim-sum of these components is 0; for components of one game, by as few options as are needed."""
        states = atoms[0][0] if atoms else None
        if states is not None and all(other is states and states.uses_pruned_search(node) for other, node in atoms):
            pruned = states.pruned_search(self._table_bytes)
            nodes = [node for _states, node in atoms]
            prune = self._prune and states.prunes
            return self._pruned_answer(states, pruned, lambda: pruned.is_p(nodes, self._budget, prune=prune))
        return reduce(xor, starmap(self._component_value, atoms), 0) == 0

    def _nim_value(self, position: Position) -> int:
        """The nim-value; in normal play the nim-sum of the components' nim-values (Sprague, 1935; Grundy, 1939)."""
        if self._misere:
            return value_of(self._search(NIM_VALUE, position))
        return reduce(xor, starmap(self._component_value, self._nodes.atoms(position)), 0)

    def _component_value(self, states: States[Any], node: Any) -> int:  # noqa: ANN401 - a state of some game
        memo = states.words[NIM_VALUE]
        if word := memo.get(node):
            return value_of(word)
        if self.theory and isinstance(node, OrdinalSum):
            from cgt.engine import compound_theory

            values = [self._nim_value(option) for option in options_of(node.base)]
            value = compound_theory.ordinal_sum(values, self._nim_value(node.top))
            memo[node] = 1 << value
            return value
        if not states.compiles and (word := states.alone(node, partial(self._word, NIM_VALUE))) is not None:
            return value_of(word)
        pruned = states.pruned_search(self._table_bytes)
        # Of what does not fall apart all nim-values are found: to ask for one after the other opens more.
        prune = self._prune and states.prunes and states.falls_apart
        return self._pruned_answer(states, pruned, lambda: pruned.nim_value(node, self._budget, prune=prune))

    def _steps(self, position: Position, question: str) -> int:
        return self._search(question, position) - 1

    def _search(self, question: str, position: Position) -> int:
        return self._nodes.searched(position, partial(self._word, question), self._budget)

    def _word(self, question: str, states: States[Any] | Bags, node: Any) -> int:  # noqa: ANN401 - likewise
        memo: dict[Any, int] = states.words[question]
        if word := memo.get(node):
            return word
        cut = P_WORD if question == OUTCOME else 0
        finish, combine = self._finish[question], self._combine.get(question)
        try:
            return search(node, states.options, memo, self._budget, finish, combine=combine, cut=cut)
        except LoopError as error:
            raise states.with_positions(error) from None

    def _pruned_answer(self, states: States[Any], pruned: PrunedSearch[Any], ask: Callable[[], Answer]) -> Answer:
        try:
            return ask()
        except LoopError as error:
            raise states.with_positions(error) from None
        except BudgetError as error:
            raise pruned.with_counts(error) from None

    def _by_theory(self, node: Position) -> Outcome | None:
        """The outcome of a compound from its components in normal play, or None where they do not tell it."""
        from cgt.engine import compound_theory  # of positions that few ask about

        if has_ended(node):
            return Outcome.P
        with suppress(LoopError):  # a component may go round in a compound that ends before
            if isinstance(node, OrdinalSum):
                return Outcome.P if self._nim_value(node) == 0 else Outcome.N
            if isinstance(node, Conjunctive):
                return compound_theory.conjunctive(self._steps(part, REMOTENESS) for part in node.parts)
            if isinstance(node, ContinuedConjunctive):
                return compound_theory.continued_conjunctive(self._steps(part, SUSPENSE) for part in node.parts)
            if isinstance(node, Selective):
                return compound_theory.selective(_OUTCOMES[self._outcome_word(part)] for part in node.parts)
            if isinstance(node, ShortenedSelective):
                return compound_theory.shortened_selective(self._steps(part, REMOTENESS) for part in node.parts)
            if isinstance(node, DiminishedDisjunctive):
                return compound_theory.diminished_disjunctive(
                    node.parts, lambda part: self._nim_value(compound_theory.Foreclosed(part))
                )
        return None
