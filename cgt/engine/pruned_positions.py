"""Pruned search for positions that say themselves what they fall into, in normal play."""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, cast

from cgt.core.compounds import Sum, components_of
from cgt.core.position import canonical, is_decomposable, is_splitting
from cgt.engine.pruned import PrunedSearch
from cgt.engine.state_search import keeps_states
from cgt.engine.words import N_WORD, P_WORD
from cgt.errors import BudgetError, LoopError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cgt.core.position import Position
    from cgt.engine.budget import Budget
    from cgt.engine.multiset import Multisets, Node

LONGEST_LINE = 64
"""How many moves of one line of play are made to see whether a position falls apart."""

MOVES_LOOKED_AT = 100
"""Of so many moves the middle one is made."""


class PrunedPositions:
    """The words of positions by pruned search.

    Args:
        multisets: what makes nodes of positions.
        known: words of nim-values that a search by the definition has found.
        table_bytes: the memory the table may take.
    """

    def __init__(self, multisets: Multisets, known: Mapping[Node, int], table_bytes: int) -> None:
        self._multisets = multisets
        self._known = known
        self.search: PrunedSearch[Node] = PrunedSearch(
            multisets.options_in_parts, multisets.size, table_bytes=table_bytes, known=known
        )

    def __len__(self) -> int:
        return len(self.search.table)

    def takes(self, position: Position) -> bool:
        """Whether a position says itself what it falls into, so that its sums are better decided than added."""
        if not is_decomposable(position):
            return False
        if isinstance(position, Sum):
            return all(map(self.takes, position.parts))
        return not is_splitting(position) and not keeps_states(position)

    def outcome_word(self, position: Position, budget: Budget) -> int:
        """The word of the outcome."""
        nodes = [self._multisets.node_of(canonical(part)) for part in components_of(position)]
        return P_WORD if self._told(lambda: self.search.is_p(nodes, budget)) else N_WORD

    def nim_word(self, position: Position, budget: Budget, plain: Callable[[Position], int]) -> int:
        """The word of the nim-value; of components that do not fall apart any more as `plain` tells it."""
        return 1 << reduce(xor, (self._value(canonical(part), budget, plain) for part in components_of(position)), 0)

    def _value(self, part: Position, budget: Budget, plain: Callable[[Position], int]) -> int:
        node = self._multisets.node_of(part)
        # Where nothing falls apart, pruning opens as many positions, and takes twice as long over each.
        if node not in self._known and falls_apart(part):
            return self._told(lambda: self.search.nim_value(node, budget))
        return plain(part).bit_length() - 1

    def _told(self, ask: Callable[[], int]) -> int:
        try:
            return ask()
        except LoopError as error:
            loop = cast("tuple[Node, ...]", error.loop)
            raise LoopError(tuple(map(self._multisets.position, loop))) from None
        except BudgetError as error:
            raise self.search.learnt(error) from None


def falls_apart(part: Position) -> bool:
    """Whether a component falls apart on the way down one line of play, of middle moves.

    >>> import cgt
    >>> falls_apart(cgt.parse_position("cram 3x4")), falls_apart(cgt.parse_position("chomp 4,4,4"))
    (True, False)
    """
    for _ in range(LONGEST_LINE):
        moves = list(islice(part.moves(), MOVES_LOOKED_AT))
        if not moves:
            return False
        part = part.play(moves[len(moves) // 2])
        if len(components_of(part)) > 1:
            return True
    return False
