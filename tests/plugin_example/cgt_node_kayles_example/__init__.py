"""Node Kayles: a game on a graph for `cgt` as a third party would write it, without a heap anywhere."""

from __future__ import annotations

import attrs

import cgt
from cgt.errors import IllegalMoveError, ParseError


@attrs.frozen
class NodeKayles(cgt.Ruleset):
    """Choose a vertex: it goes, and its neighbours with it."""

    name = "node-kayles-example"
    title = "Node Kayles, as an example"
    rules = "Choose a vertex of the graph: it is taken away, and all its neighbours with it."
    position_form = "edges and lone vertices such as a-b,b-c,d, or 0 for the empty graph"
    example = "a-b,b-c,c-d,d-e,e-a,e-f"

    def parse_component(self, text: str) -> Graph:
        edges = set()
        for entry in text.split(",") if text != "0" else ():
            names = [name.strip() for name in entry.split("-")]
            if len(names) > 2 or not all(map(str.isidentifier, names)):
                raise ParseError(f"{entry!r} is neither a vertex nor an edge: write {self.position_form}")
            edges |= {frozenset({name}) for name in names} | {frozenset(names)}
        return Graph(self, frozenset(edges))


@attrs.frozen
class Graph(cgt.Summable):
    """A graph as the set of its edges, in which every vertex is an edge of its own."""

    ruleset: NodeKayles = attrs.field(repr=str)
    edges: frozenset[frozenset[str]]

    def moves(self) -> list[str]:
        """The vertices."""
        return sorted({name for edge in self.edges for name in edge})

    def play(self, move: cgt.Move) -> Graph:
        """What is left without the vertex and its neighbours."""
        gone = {name for edge in self.edges if move in edge for name in edge}
        if not gone:
            raise IllegalMoveError(f"{move!r} is no vertex of {self}")
        return Graph(self.ruleset, frozenset(edge for edge in self.edges if not edge & gone))

    def components(self) -> list[Graph]:
        """The connected components: a graph is their sum."""
        groups: list[frozenset[frozenset[str]]] = []
        for edge in self.edges:
            touching = [group for group in groups if edge & frozenset().union(*group)]
            groups = [group for group in groups if group not in touching] + [frozenset({edge}).union(*touching)]
        return [Graph(self.ruleset, group) for group in groups] or [self]

    def __str__(self) -> str:
        largest = (edge for edge in self.edges if not any(edge < other for other in self.edges))
        return ",".join(sorted("-".join(sorted(edge)) for edge in largest)) or "0"
