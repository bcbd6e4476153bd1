"""The base of games on simple undirected graphs: positions, parsing, components, drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cgt.core.game import GamePosition, by_weight, position_of
from cgt.core.position import Position
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph import (
    GRAPH_FORM,
    Graph,
    connected,
    graph_from,
    read_graph,
    relabelled,
    standard_graph,
    write_graph,
)
from cgt.games.graphs.graph_picture import DrawnGraph

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch


class GraphGame(DrawnGame[Graph, str]):
    """A game whose states are graphs, played as the sum of their connected components."""

    phrase = "the graph that is drawn"
    family = "path {n}"
    position_form = GRAPH_FORM

    def position(self, graph: object, vertices: Iterable[object] = ()) -> GamePosition[Graph, str]:
        """The position of a graph: one of networkx, or its edges as pairs, with further vertices.

        Raises:
            PositionError: there is no such simple undirected graph.

        >>> import cgt
        >>> cgt.games.NodeKayles().position([("a", "b"), ("b", "c")]).moves()
        ('a', 'b', 'c')
        >>> import types
        >>> triangle = types.SimpleNamespace(nodes=[7, 8, 9], edges=[(7, 8), (8, 9), (7, 9)])
        >>> print(cgt.games.NodeKayles().position(triangle))
        7-8,7-9,8-9
        """
        return GamePosition(self, graph_from(graph, vertices)[0])

    def read(self, text: str) -> Graph:
        """Read edges and lone vertices, or a short form."""
        return read_graph(text)

    def write(self, state: Graph) -> str:
        return write_graph(state)

    def components(self, state: Graph) -> Sequence[Graph]:
        return connected(state) or (state,)

    def canonical(self, state: Graph) -> Graph:
        """The graph with its vertices numbered by degrees and neighbours."""
        return relabelled(state)

    def _size(self, state: Graph) -> tuple[int, ...]:
        vertices, edges = state
        return len(vertices), len(edges)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: paths, cycles and stars up to the bound, the example and what it leads to."""
        shapes = [("path", n) for n in range(1, bound + 1)] + [("cycle", n) for n in range(3, bound + 1)]
        shapes += [("star", n) for n in range(3, bound + 1)]
        known = set(super().sample_positions(max(bound // 4, 1)))
        known |= {position_of(self, standard_graph(kind, str(size))) for kind, size in shapes}
        return by_weight(self, known)

    def sketch(self, state: Graph) -> Sketch:
        return DrawnGraph(*state)
