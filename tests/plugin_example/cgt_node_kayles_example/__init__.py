"""Node Kayles: a game on a graph for `cgt` as a third party would write it, without a heap anywhere."""

from __future__ import annotations

import attrs

import cgt
from cgt.errors import ParseError

Edge = frozenset[str]
Edges = frozenset[Edge]
"""The state: the edges of a graph, in which every vertex is an edge of its own."""


@attrs.frozen
class NodeKayles(cgt.Game[Edges, str]):
    """Choose a vertex: it goes, and its neighbours with it."""

    name = "node-kayles-example"
    title = "Node Kayles, as an example"
    rules = "Choose a vertex of the graph: it is taken away, and all its neighbours with it."
    position_form = "edges and lone vertices such as a-b,b-c,d, or 0 for the empty graph"
    example = "a-b,b-c,c-d,d-e,e-a,e-f"

    def moves(self, edges: Edges) -> list[str]:
        """The vertices."""
        return sorted({name for edge in edges for name in edge})

    def after(self, edges: Edges, vertex: str) -> Edges:
        """What is left without the vertex and its neighbours."""
        gone = {name for edge in edges if vertex in edge for name in edge}
        if not gone:
            raise KeyError(vertex)
        return frozenset(edge for edge in edges if not edge & gone)

    def components(self, edges: Edges) -> list[Edges]:
        """The connected components: a graph is their sum."""
        groups: list[Edges] = []
        for edge in edges:
            touching = [group for group in groups if edge & Edge().union(*group)]
            groups = [group for group in groups if group not in touching] + [frozenset({edge}).union(*touching)]
        return groups or [edges]

    def read(self, text: str) -> Edges:
        """Edges and lone vertices; `0` is the empty graph."""
        edges: set[Edge] = set()
        for entry in text.split(",") if text != "0" else ():
            names = [name.strip() for name in entry.split("-")]
            if len(names) > 2 or not all(map(str.isidentifier, names)):
                raise ParseError(f"{entry!r} is neither a vertex nor an edge: write {self.position_form}")
            edges |= {frozenset({name}) for name in names} | {frozenset(names)}
        return frozenset(edges)

    def write(self, edges: Edges) -> str:
        """The edges and the lone vertices."""
        largest = (edge for edge in edges if not any(edge < other for other in edges))
        return ",".join(sorted("-".join(sorted(edge)) for edge in largest)) or "0"
