"""Nodes, the keys under which searches remember positions; among them sums as sorted multisets of components."""

from __future__ import annotations

from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, TypeAlias, cast

import attrs
from more_itertools import first, ilen, unique_justseen

from cgt.core.compounds import Sum, components_of, option_components
from cgt.core.lazy_moves import LIMIT, LazyMoves, counted
from cgt.core.position import Position, canonical, is_decomposable
from cgt.engine.budget import Budget
from cgt.errors import BudgetError
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Bag: TypeAlias = tuple[object, ...]
"""A marker followed by the sorted numbers of at least two components, or by none. The marker keeps a bag different from
every user's position, tuples included."""


@attrs.define(eq=False)
class Parts:
    """The components of a sum on its way through a search: its word follows from theirs, and only theirs are kept.

    Equal to itself alone, so that looking for it among the words costs next to nothing; not frozen, for one is made for
    every option that falls apart.
    """

    components: tuple[Position, ...]


Node: TypeAlias = Position | Bag | Parts
"""A position, a pair of class and position (see `Multisets.node_of`), a bag, or the parts of a sum in normal play."""

_MARKER = object()

MOST_COUNTED = 1_000
"""How far the moves of a component are counted."""


def position_of(node: Node) -> Position | None:
    """The position that a node stands for, None for a bag."""
    if type(node) is not tuple:
        return cast("Position", node)
    return None if node[0] is _MARKER else cast("Position", node[1])


def check_moves(position: Position) -> None:
    """Say at once, before many moves are tried, what is too large to search, or has too many: raises `BudgetError`."""
    for part in components_of(position):
        canonical(part)
        moves = part.moves()
        if isinstance(moves, LazyMoves) and counted(moves) is None:
            raise BudgetError(_("{part} has more than {count} moves to try").format(part=part, count=f"{LIMIT:,}"))


class Multisets:
    """Numbers the components it meets and turns positions into nodes: a component alone, or a bag of numbers.

    Components without moves are dropped: they change nothing in a disjunctive sum.
    """

    def __init__(self) -> None:
        self.budget = Budget(None)
        self._numbers: dict[Node, int] = {}
        self._components: list[Position] = []
        self._options: dict[int, list[tuple[int, ...]]] = {}
        self._tuple_kind: type | None = None

    def node_of(self, position: Node) -> Node:
        """The node of a position as it is; of a node, that node.

        Python holds equal tuples of different classes equal, which games are not: so positions that are tuples go with
        their class, but for the first such class met, of which most searches meet no other.
        """
        kind = type(position)
        if kind is self._tuple_kind or kind is tuple or not issubclass(kind, tuple):
            return position
        if self._tuple_kind is None:
            self._tuple_kind = kind
            return position
        return kind, position

    def node(self, position: Node) -> Node:
        """The node that stands for a position: a sum's multiset, a symmetric position's representative."""
        if type(position) is tuple or isinstance(position, Parts):
            return position
        if not is_decomposable(position):
            return self.node_of(canonical(cast("Position", position)))
        return self._bag(self._number_all(components_of(position)))

    def options(self, node: Node) -> Iterable[Node]:
        """The options of a node, those of a bag as nodes, others as positions."""
        if type(node) is not tuple:
            position = cast("Position", node)
        elif node[0] is _MARKER:
            return self._bag_options(node)
        else:
            position = cast("Position", node[1])
        return map(position.play, position.moves())

    def options_in_parts(self, component: Node) -> Iterator[tuple[Node, ...]]:
        """The options of a component, each as the nodes of what it falls into."""
        for parts in option_components(self.position(component)):
            yield tuple(self.node_of(canonical(part)) for part in parts)

    def size(self, component: Node) -> int:
        """How many moves a component has, counted so far as it costs little: a guess at the work it makes."""
        moves = self.position(component).moves()
        return length_hint(moves) or ilen(islice(moves, MOST_COUNTED))

    def position(self, node: Node) -> Position:
        """A position that a node stands for, to show it; a bag is a sum again."""
        position = position_of(node)
        if position is not None:
            return position
        numbers = (number for number in cast("Bag", node) if isinstance(number, int))
        return Sum(*(self._components[number] for number in numbers))

    def _bag_options(self, bag: Bag) -> Iterator[Node]:
        numbers = tuple(number for number in bag[1:] if isinstance(number, int))
        for number in unique_justseen(numbers):
            at = numbers.index(number)
            others = numbers[:at] + numbers[at + 1 :]
            for replacement in self._options_of(number):
                yield self._bag(tuple(sorted(others + replacement)))

    def _bag(self, numbers: tuple[int, ...]) -> Node:
        return self.node_of(self._components[numbers[0]]) if len(numbers) == 1 else (_MARKER, *numbers)

    def _number_all(self, components: Iterable[Position]) -> tuple[int, ...]:
        alive = (part for part in map(canonical, components) if first(part.moves(), None) is not None)
        return tuple(sorted(map(self._number, alive)))

    def _number(self, component: Position) -> int:
        node = self.node_of(component)
        number = self._numbers.get(node)
        if number is None:
            if self.budget.positions <= 0:
                raise self.budget.error()
            self.budget.positions -= 1
            number = len(self._components)
            # Kept before it has its number, so that an interruption in between only leaves a number that nobody has.
            self._components.append(component)
            self._numbers[node] = number
        return number

    def _options_of(self, number: int) -> list[tuple[int, ...]]:
        found = self._options.get(number)
        if found is None:
            found = []
            for components in option_components(self._components[number]):
                self.budget.numbered -= 1
                if self.budget.numbered < 0:
                    raise self.budget.error()
                if not self.budget.numbered & 31:  # one option may be dear: a number to be factored
                    self.budget.look_at_clock()
                found.append(self._number_all(components))
            self._options[number] = found
        return found
