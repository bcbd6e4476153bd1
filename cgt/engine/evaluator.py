"""The generic evaluator: what any position is worth, found by search and remembered."""

from __future__ import annotations

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
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import (
    Move,
    Position,
    canonical,
    check_position,
    is_decomposable,
    is_symmetric,
    listed_components,
)
from cgt.core.position import options as options_of
from cgt.engine import compound_theory
from cgt.engine.multiset import Multisets, Node, Parts, position_of
from cgt.engine.search import Budget, Fold, lowest_zero, search
from cgt.errors import LoopError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_COMPOUNDS = (Compound, DiminishedDisjunctive, OrdinalSum)
_P_WORD, _N_WORD = 1, 2
_OUTCOMES = {_P_WORD: Outcome.P, _N_WORD: Outcome.N}


class Evaluator:
    """Outcome, nim-value, remoteness, winning moves and best play of any position, under one convention.

    The memo is shared by all calls on one evaluator. Sums are taken apart: nim-values are added in normal play, sorted
    multisets of components are remembered otherwise. There is no recursion, so the length of a game does not matter.

    Args:
        convention: `"normal"` or `"misere"` play.
        max_positions: how many new positions one call may open, and, twenty times that, how many options it may look
            at; None for no limit.
        theory: evaluate compounds (conjunctive, selective, …) from their components by theorem in normal play; when
            False they are searched by their definition like any other position.

    Every method raises `LoopError` when the play can go round for ever, with the loop, and `BudgetError` when the
    budget is spent. After either, and after Ctrl-C, the memo is as good as before: call again to go on.

    >>> import cgt
    >>> evaluator = Evaluator("misere")
    >>> heap = cgt.Subtraction({1, 2, 3}).position(6)
    >>> evaluator.outcome(heap), evaluator.winning_moves(heap), evaluator.remoteness(heap)
    (<Outcome.N: 'N'>, [1], 4)
    """

    def __init__(
        self, convention: ConventionLike = Convention.NORMAL, *, max_positions: int | None = None, theory: bool = True
    ) -> None:
        self.convention = Convention.of(convention)
        self.max_positions = max_positions
        self.theory = theory
        self._multisets = Multisets()
        self._outcomes: dict[Node, int] = {}
        self._nim_values: dict[Node, int] = {}
        self._remoteness: dict[Node, int] = {}
        self._suspense: dict[Node, int] = {}
        self._budget = Budget(max_positions)
        self._plain: set[type] = set()
        self._plain_tuples: set[type] = set()
        misere = self.convention is Convention.MISERE
        options, key = self._multisets.options, self._multisets.node_of
        # In normal play nim-values are added, and no sum is kept; what else is asked of a sum is asked of it as a bag.
        self._node = key if misere else self._taken_apart
        value_options = options if misere else self._options_apart
        self._outcome_fold: Fold[Node] = Fold(
            value_options,
            _misere_outcome if misere else _normal_outcome,
            self._resolve_flat if misere else self._resolve_outcome,
            key=self._node,
            cut=_P_WORD,
        )
        self._nim_fold: Fold[Node] = Fold(
            value_options,
            _misere_mex if misere else lowest_zero,
            self._resolve_flat if misere else self._resolve_nim_value,
            key=self._node,
        )
        # In normal play a P-position is an even number of moves from the end, in misère play an odd number.
        self._remoteness_fold: Fold[Node] = Fold(
            options,
            _one_more,
            self._resolve_flat,
            combine=_prefer(int(misere), nearest=True),
            key=key,
        )
        self._suspense_fold: Fold[Node] = Fold(
            options,
            _one_more,
            self._resolve_flat,
            combine=_prefer(int(misere), nearest=False),
            key=key,
        )

    def __repr__(self) -> str:
        return f"Evaluator({self.convention.value!r}, {len(self)} positions known)"

    def __len__(self) -> int:
        """How many values are remembered."""
        return sum(map(len, (self._outcomes, self._nim_values, self._remoteness, self._suspense)))

    def outcome(self, position: Position) -> Outcome:
        """The outcome class: N if the player to move wins, else P."""
        self._start(position)
        return _OUTCOMES[self._outcome_word(position)]

    def nim_value(self, position: Position) -> int:
        """The nim-value (Grundy value).

        In misère play it is the misère nim-value of Winning Ways (and CGSuite): the one n for which the position plus
        a nim heap of n is a P-position; a position without moves has the value 1. Misère nim-values of a sum do not
        follow from those of its components.
        """
        self._start(position)
        return _value(self._nim_word(position))

    def remoteness(self, position: Position) -> int:
        """How many moves the play lasts when the winner hurries and the loser delays (Steinhaus, 1925; Smith, 1966)."""
        self._start(position)
        return self._steps(position, self._remoteness, self._remoteness_fold)

    def suspense(self, position: Position) -> int:
        """How many moves the play lasts when the winner delays and the loser hurries (Winning Ways, ch. 9)."""
        self._start(position)
        return self._steps(position, self._suspense, self._suspense_fold)

    def winning_moves(self, position: Position) -> list[Move]:
        """All moves to a P-position, in the order of `position.moves()`."""
        self._start(position)
        return [move for move in position.moves() if self._outcome_word(position.play(move)) == _P_WORD]

    def best_move(self, position: Position) -> Move | None:
        """A move of the fastest win, or of the slowest loss; None when there is no move."""
        self._start(position)
        after = {move: self._outcome_word(position.play(move)) == _P_WORD for move in position.moves()}
        winning = [move for move, wins in after.items() if wins]

        def distance(move: Move) -> int:
            return self._steps(position.play(move), self._remoteness, self._remoteness_fold)

        return min(winning, key=distance) if winning else max(after, key=distance, default=None)

    def best_line(self, position: Position) -> list[Move]:
        """A whole game of best play: the winner hurries, the loser delays; its length is the remoteness."""
        line = []
        while (move := self.best_move(position)) is not None:
            line.append(move)
            position = position.play(move)
        return line

    def _start(self, position: Position) -> None:
        check_position(position)
        self._multisets.budget = self._budget = Budget(self.max_positions)

    def _outcome_word(self, position: Position) -> int:
        node = self._node(position)
        if word := self._outcomes.get(node):
            return word
        if self.convention is Convention.NORMAL and (known := self._nim_values.get(node)):
            return _P_WORD if known == 1 else _N_WORD
        return self._search(node, self._outcomes, self._outcome_fold)

    def _nim_word(self, position: Position) -> int:
        return self._search(self._node(position), self._nim_values, self._nim_fold)

    def _steps(self, position: Position, memo: dict[Node, int], fold: Fold[Node]) -> int:
        return self._search(self._multisets.node_of(position), memo, fold) - 1

    def _search(self, node: Node, memo: dict[Node, int], fold: Fold[Node]) -> int:
        try:
            return search(node, memo, fold, self._budget)
        except LoopError as error:
            # An inner search has shown its positions already; then there are no nodes left to turn into positions.
            raise LoopError(tuple(map(self._multisets.position, cast("tuple[Node, ...]", error.loop)))) from None

    def _resolve_flat(self, node: Node) -> tuple[int, Node]:
        """A sum stands for the multiset of its components, a symmetric position for its representative."""
        if type(node) in self._plain:
            return 0, node
        position = position_of(node)
        if position is None:
            return 0, node
        return 0, self._multisets.node_of(position) if self._is_plain(position) else self._multisets.node(position)

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
        """The node of a position in normal play, where sums of components that stand for themselves are their parts."""
        if isinstance(node, Sum) and all(map(self._is_plain, node.parts)):
            return Parts(node.parts)
        return node if isinstance(node, Parts) else self._multisets.node_of(node)

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
            node = part if type(part) in plain else self._multisets.node_of(canonical(part))
            word = get(node)
            if not word:
                return 0, node
            total ^= word.bit_length() - 1
        return 1 << total, None

    def _resolve_nim_value(self, node: Node) -> tuple[int, Node | None]:
        """What falls apart is added up; an ordinal sum has a theorem of its own."""
        if isinstance(node, Parts):
            return self._add(node)
        if type(node) in self._plain:
            return 0, node
        position = self._multisets.position(node)
        if self._is_plain(position):
            return 0, self._multisets.node_of(position)
        if self.theory and isinstance(position, OrdinalSum):
            values = [_value(self._nim_word(option)) for option in options_of(position.base)]
            return 1 << compound_theory.ordinal_sum(values, _value(self._nim_word(position.top))), node
        if not is_decomposable(position):
            return 0, self._multisets.node_of(canonical(position))
        parts = components_of(position)
        if len(parts) == 1:
            return 0, self._multisets.node_of(canonical(parts[0]))
        word, target = self._add(Parts(parts))
        return word, node if word else target

    def _resolve_outcome(self, node: Node) -> tuple[int, Node | None]:
        """In normal play a sum is P when its nim-value is 0; a compound may follow from its components' numbers."""
        if type(node) in self._plain:
            return 0, node
        if isinstance(node, Parts):
            return _P_WORD if self._search(node, self._nim_values, self._nim_fold) == 1 else _N_WORD, None
        position = self._multisets.position(node)
        if self._is_plain(position):
            return 0, self._multisets.node_of(position)
        if self.theory and (outcome := self._by_theory(position)) is not None:
            return _P_WORD if outcome is Outcome.P else _N_WORD, node
        if is_decomposable(position) and len(components_of(position)) != 1:
            return _P_WORD if self._nim_word(position) == 1 else _N_WORD, node
        return 0, self._multisets.node_of(canonical(position))

    def _by_theory(self, node: Position) -> Outcome | None:
        """The outcome of a compound from its components, or None for any other position."""
        if isinstance(node, OrdinalSum):
            return _OUTCOMES[_P_WORD if self._nim_word(node) == 1 else _N_WORD]
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
                node.parts, lambda part: _value(self._nim_word(compound_theory.Foreclosed(part)))
            )
        return None

    def _remoteness_of(self, node: Position) -> int:
        return self._steps(node, self._remoteness, self._remoteness_fold)


def _value(word: int) -> int:
    return word.bit_length() - 1


def _one_more(collected: int) -> int:
    return collected + 1


def _normal_outcome(collected: int) -> int:
    return _N_WORD if collected & _P_WORD else _P_WORD


def _misere_outcome(collected: int) -> int:
    return _P_WORD if collected == _N_WORD else _N_WORD


def _misere_mex(collected: int) -> int:
    return lowest_zero(collected) if collected else 2


def _prefer(p_parity: int, *, nearest: bool) -> Callable[[int, int], int]:
    """How the mover chooses among the options' distances, each a word, the distance plus one.

    An option whose distance has the parity of a P-position wins for the mover. Hurrying (`nearest`) she takes the
    least winning distance, or failing that the greatest losing one; delaying, the other way round.
    """

    def choose(collected: int, word: int) -> int:
        if not collected:
            return word
        wins, won = (word - 1) % 2 == p_parity, (collected - 1) % 2 == p_parity
        if wins != won:
            return word if wins else collected
        return min(collected, word) if wins == nearest else max(collected, word)

    return choose
