"""Loopy games, whose play need not end: wins, losses and draws, and generalised Sprague-Grundy values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from more_itertools import first

from cgt.core.compounds import components_of
from cgt.core.concurrency import ForkSafeLock
from cgt.core.numbers import check_limit
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Move, Position, check_position, options
from cgt.engine.budget import Budget
from cgt.engine.loopy_labels import LoopyValue, OutcomeCertificate, ValueCertificate
from cgt.engine.nodes import Bags, KeepsNodes, Nodes, States, no_nodes
from cgt.engine.retrograde import ENDLESS, explore, loopy_nim_values, remotenesses
from cgt.engine.rule_faults import explaining
from cgt.errors import NotApplicableError

Label = TypeVar("Label")


class LoopyEvaluator(KeepsNodes):
    """Outcome, remoteness, value and good moves of any position, loopy ones included.

    An endless play is a draw. Every reachable position is visited, so `Evaluator` is better for a game without loops:
    it visits fewer. The memo is shared by all calls; sums are split into components.

    Args:
        convention: `"normal"` or `"misere"` play; values exist in normal play only.
        max_positions: the limit of new positions that one call opens; it examines at most twenty times as many
            options. None for no limit.
        nodes: the results under this convention to start from; new results are added to it.

    Every method raises `BudgetError` when the budget is spent: either all labels are known, or none.

    Source: Smith, "Graphs and composite games" (1966); Fraenkel and Perl, "Constructions in combinatorial games with
    cycles" (1975). Time and memory are linear in the number of options for outcomes, and again for each nim-value.

    >>> import cgt
    >>> ring = cgt.game({0: [], 1: [0, 2], 2: [3], 3: [2, 1]}.__getitem__)
    >>> evaluator = LoopyEvaluator()
    >>> [str(evaluator.value(ring.position(state))) for state in range(4)]
    ['0', '∞(0)', '∞(∅)', '∞(∅)']
    >>> evaluator.outcome(ring.position(3)), evaluator.drawing_moves(ring.position(3))
    (<Outcome.D: 'D'>, [2])
    """

    def __init__(
        self,
        convention: ConventionLike = Convention.NORMAL,
        *,
        max_positions: int | None = None,
        nodes: Nodes | None = None,
    ) -> None:
        self.convention = Convention.of(convention)
        self.max_positions = check_limit(max_positions)
        self._lock = ForkSafeLock(self._forget)
        self._budget: Budget  # a new one for each call
        self._misere = self.convention is Convention.MISERE
        if not isinstance(nodes, Nodes | None):
            raise no_nodes(nodes)
        self._nodes = Nodes() if nodes is None else nodes

    def __reduce__(self) -> tuple[partial[LoopyEvaluator], tuple[()]]:
        return partial(LoopyEvaluator, self.convention, max_positions=self.max_positions), ()

    def value(self, position: Position) -> LoopyValue:
        """The generalised Sprague-Grundy value in normal play, of a sum by those of its components.

        Raises:
            NotApplicableError: in misère play, where only outcomes are known.
        """
        self._check_convention()
        with self._asking(position):
            return self._value(position)

    def outcome(self, position: Position) -> Outcome:
        """N if the player to move can force a win, P if the other player can, D if neither can."""
        with self._asking(position):
            return self._outcome(position)

    def remoteness(self, position: Position) -> int | None:
        """The number of moves of the play when the winner hurries and the loser delays; None for a draw."""
        with self._asking(position):
            steps = self._steps(position)
        return None if steps == ENDLESS else steps

    def winning_moves(self, position: Position) -> list[Move]:
        """All moves to a P-position, in the order of `position.moves()`."""
        with self._asking(position):
            return self._moves_to(position, Outcome.P)

    def drawing_moves(self, position: Position) -> list[Move]:
        """All moves that keep a draw; none where the mover wins or loses."""
        with self._asking(position):
            return self._moves_to(position, Outcome.D) if self._outcome(position) is Outcome.D else []

    def best_move(self, position: Position) -> Move | None:
        """A move of the fastest win, of a draw, or of the slowest loss; None when the game is over."""
        with self._asking(position):
            outcome = self._outcome(position)
            if outcome is Outcome.D:
                return first(self._moves_to(position, Outcome.D))
            moves = self._moves_to(position, Outcome.P) if outcome is Outcome.N else list(position.moves())
            choose = min if outcome is Outcome.N else max
            return choose(moves, key=lambda move: self._steps(position.play(move)), default=None)

    def certificate(self, position: Position) -> OutcomeCertificate:
        """A certificate: the remoteness of every follower, which `check` compares with that of its options alone."""
        followers, graph = self._followers(position)
        labels = remotenesses(graph, misere=self._misere)
        results = (None if steps == ENDLESS else steps for steps in labels)
        return OutcomeCertificate(self.convention, dict(zip(followers, results, strict=True)))

    def value_certificate(self, position: Position) -> ValueCertificate:
        """A certificate: value and counter of every follower, which `check` compares with its options'.

        Raises:
            NotApplicableError: in misère play, as of `value`.
        """
        self._check_convention()
        followers, graph = self._followers(position)
        labels, turns = loopy_nim_values(graph)
        return ValueCertificate(dict(zip(followers, zip(_values(graph, labels), turns, strict=True), strict=True)))

    def _check_convention(self) -> None:
        if self._misere:
            raise NotApplicableError("loopy values are for normal play; in misère play ask for the outcome")

    def _followers(self, position: Position) -> tuple[list[Position], list[list[int]]]:
        check_position(position)
        return explore(position, options, Budget(self.max_positions).opened)

    @contextmanager
    def _asking(self, position: Position) -> Iterator[None]:
        """The block of one question, alone; an error of the rules that it meets is explained."""
        check_position(position)
        with self._lock, explaining(position):
            self._budget = Budget(self.max_positions)
            yield

    def _value(self, position: Position) -> LoopyValue:
        return sum(map(self._component_value, components_of(position)), start=LoopyValue(0))

    def _outcome(self, position: Position) -> Outcome:
        if not self._misere and len(components_of(position)) > 1:
            return self._value(position).outcome
        steps = self._steps(position)
        if steps == ENDLESS:
            return Outcome.D
        return Outcome.N if steps % 2 != self._misere else Outcome.P

    def _moves_to(self, position: Position, outcome: Outcome) -> list[Move]:
        return [move for move in position.moves() if self._outcome(position.play(move)) is outcome]

    def _steps(self, position: Position) -> int:
        return self._labelled(position, "loopy remoteness", partial(remotenesses, misere=self._misere))

    def _component_value(self, component: Position) -> LoopyValue:
        return self._labelled(component, "loopy value", lambda graph: _values(graph, loopy_nim_values(graph)[0]))

    def _labelled(
        self, position: Position, question: str, labels: Callable[[list[list[int]]], Iterable[Label]]
    ) -> Label:
        """The label of a position; where it is not remembered, all that the position leads to is labelled."""

        def label_of(states: States[Any] | Bags, node: Any) -> Label:  # noqa: ANN401 - a state of some game
            memo: dict[Any, Label] = states.words[question]
            if node not in memo:
                nodes, graph = explore(node, states.options, self._budget.opened)
                memo.update(zip(nodes, labels(graph), strict=True))
            return memo[node]

        return self._nodes.searched(position, label_of, self._budget)


def _values(graph: list[list[int]], labels: list[int]) -> Iterable[LoopyValue]:
    """The values of all positions, equal ones as one object, for there may be a million of few."""
    known: dict[object, LoopyValue] = {}
    for row, label in zip(graph, labels, strict=True):
        key = label if label >= 0 else frozenset(labels[option] for option in row) - {ENDLESS}
        value = known.get(key)
        if value is None:
            value = known[key] = LoopyValue(key) if isinstance(key, int) else LoopyValue.infinity(key)
        yield value
