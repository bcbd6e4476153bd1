"""Sums as sorted multisets of components, the form in which searches that cannot use nim-sums remember them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from more_itertools import first, unique_justseen

from cgt.core.compounds import components_of
from cgt.core.position import Position, canonical, is_decomposable, is_position, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Bag: TypeAlias = tuple[object, ...]
"""A marker followed by the sorted numbers of at least two components, or by none. The marker keeps a bag different from
every user's position, tuples included."""

Node: TypeAlias = Position | Bag

_MARKER = object()


class Multisets:
    """Numbers the components it meets and turns positions into nodes: a component alone, or a bag of numbers.

    Components without moves are dropped: they change nothing in a disjunctive sum.
    """

    def __init__(self) -> None:
        self._numbers: dict[Position, int] = {}
        self._components: list[Position] = []
        self._options: dict[int, list[tuple[int, ...]]] = {}

    def node(self, position: Node) -> Node:
        """The node that stands for a position; a node stands for itself."""
        if not is_position(position):
            return position
        if not is_decomposable(position):
            return canonical(position)
        return self._bag(self._number_all(position))

    def options(self, node: Node) -> Iterable[Node]:
        """The options of a node; those of a bag are nodes already, those of a position are positions."""
        return map(node.play, node.moves()) if is_position(node) else self._bag_options(cast("Bag", node))

    def _bag_options(self, bag: Bag) -> Iterator[Node]:
        numbers = tuple(number for number in bag[1:] if isinstance(number, int))
        for number in unique_justseen(numbers):
            at = numbers.index(number)
            others = numbers[:at] + numbers[at + 1 :]
            for replacement in self._options_of(number):
                yield self._bag(tuple(sorted(others + replacement)))

    def _bag(self, numbers: tuple[int, ...]) -> Node:
        return self._components[numbers[0]] if len(numbers) == 1 else (_MARKER, *numbers)

    def _number_all(self, position: Position) -> tuple[int, ...]:
        alive = (part for part in map(canonical, components_of(position)) if first(part.moves(), None) is not None)
        return tuple(sorted(map(self._number, alive)))

    def _number(self, component: Position) -> int:
        number = self._numbers.setdefault(component, len(self._components))
        if number == len(self._components):
            self._components.append(component)
        return number

    def _options_of(self, number: int) -> list[tuple[int, ...]]:
        found = self._options.get(number)
        if found is None:
            found = self._options[number] = [self._number_all(option) for option in options(self._components[number])]
        return found
