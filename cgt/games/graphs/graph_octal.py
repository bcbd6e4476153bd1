"""Octal games on graphs: take connected vertices, and leave as many components as the code allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from cgt.core.code import HeapCode
from cgt.core.language import _
from cgt.core.position import Move, Position
from cgt.errors import RulesetError
from cgt.games.graphs.graph import Graph, Vertex, by_name, connected, neighbours_in, without
from cgt.games.graphs.graph_game import GraphGame

BEAUDOU = (
    "L. Beaudou, P. Coupechoux, A. Dailly, S. Gravier, J. Moncel, A. Parreau and É. Sopena, Octal games on graphs: "
    "the game 0.33 on subdivided stars and bistars, Theoretical Computer Science 746 (2018)"
)
DAILLY = "A. Dailly, J. Moncel and A. Parreau, Connected subtraction games on subdivided stars, INTEGERS 19 (2019)"

MOST_TAKEN = 20
"""The greatest number of vertices that a move may take."""


def _code(code: HeapCode | str) -> HeapCode:
    return code if isinstance(code, HeapCode) else HeapCode.parse(code)


@attrs.frozen
class GraphOctal(GraphGame):
    """Take k vertices that hang together, if the digit of k allows the number of components that their own leaves.

    On a path this is the octal game on a heap; 0.33 takes one vertex or two neighbours, and leaves what is left of
    their component connected: the subtraction game of 1 and 2.

    >>> import cgt
    >>> game = GraphOctal("0.33")
    >>> [cgt.nim_value(game.parse(f"path {n}")) for n in range(1, 7)], cgt.nim_value(game.parse("star 3"))
    ([1, 2, 0, 1, 2, 0], 1)
    """

    name = "graph-octal"
    title = "Octal game on a graph"
    references = (BEAUDOU, DAILLY)
    example_arguments = ("0.33",)
    argument_form = (
        "a code, such as graph-octal(0.137): its k-th digit after the point tells how many components may be left "
        "where k vertices are taken, as the sum of 1 for none, 2 for one, 4 for two and so on"
    )
    example = "a-b,b-c,c-d,b-e"

    code: HeapCode = attrs.field(converter=_code, repr=lambda code: repr(str(code)))

    def __attrs_post_init__(self) -> None:
        if self.code.tail or len(self.code.digits) > MOST_TAKEN + 1 or self.code.digit(0).allowed:
            message = _("a code of a game on graphs takes 1 to {most} vertices, such as 0.33, not {value}")
            raise RulesetError(message.format(most=MOST_TAKEN, value=self.code))
        if any(digit.mask is None for digit in self.code.digits):
            raise RulesetError(f"a code of a game on graphs has plain digits, such as 0.33, not {self.code}")

    @property
    def rules(self) -> str:
        """The rules with the code."""
        text = _(
            "Take vertices that hang together. The code {code} says of each number of vertices how many components may "
            "be left of theirs."
        )
        return text.format(code=self.code)

    def moves(self, state: Graph) -> Iterator[str]:
        """The moves: the vertices taken, separated by commas; component by component, few vertices first."""
        for part in connected(state):
            for taken in range(1, min(len(self.code.digits), len(part[0]) + 1)):
                digit = self.code.digit(taken)
                for chosen in connected_sets(part, taken) if digit.allowed else ():
                    if digit.constraint(len(connected(without(part, chosen)))) is not None:
                        yield ",".join(sorted(chosen, key=by_name))

    def after(self, graph: Graph, move: Move) -> Graph:
        names = move.split(",") if isinstance(move, str) else []
        chosen = frozenset(names)
        part = next((part for part in connected(graph) if chosen <= set(part[0])), None)
        if part is None or not chosen or names != sorted(chosen, key=by_name):
            raise KeyError(move)
        left = len(connected(without(part, chosen)))
        inside = without(graph, frozenset(graph[0]) - chosen)
        if len(connected(inside)) != 1 or self.code.digit(len(chosen)).constraint(left) is None:
            raise KeyError(move)
        return without(graph, chosen)

    def _move_text(self, position: Position, move: str) -> str:
        """The move as text: `take a,b`."""
        return _("take {vertices}").format(vertices=move)

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The move that takes all vertices of a text."""
        names = re.findall(r"\w+", text.removeprefix("take "), re.ASCII)
        yield ",".join(sorted(set(names), key=by_name))


def connected_sets(graph: Graph, size: int) -> Iterator[frozenset[Vertex]]:
    """The connected sets of `size` vertices, each once (Wernicke's enumeration, 2006).

    >>> from cgt.games.graphs.graph import read_graph
    >>> sorted(map(sorted, connected_sets(read_graph("a-b,b-c,c-d"), 2)))
    [['a', 'b'], ['b', 'c'], ['c', 'd']]
    """
    neighbours = {vertex: set(others) for vertex, others in neighbours_in(graph).items()}
    place = {vertex: at for at, vertex in enumerate(graph[0])}

    def grown(chosen: tuple[Vertex, ...], border: set[Vertex], seen: set[Vertex]) -> Iterator[frozenset[Vertex]]:
        if len(chosen) == size:
            yield frozenset(chosen)
            return
        waiting = sorted(border, key=place.__getitem__)
        while waiting:
            vertex = waiting.pop(0)
            new = {other for other in neighbours[vertex] - seen if place[other] > place[chosen[0]]}
            yield from grown((*chosen, vertex), {*waiting, *new}, seen | new)

    for first in graph[0]:
        border = {other for other in neighbours[first] if place[other] > place[first]}
        yield from grown((first,), border, {first, *border})
