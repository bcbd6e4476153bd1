"""Isomorphic graphs under one name: their vertices numbered by what tells them apart, so that a search keeps one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cgt.core.language import _, grouped
from cgt.errors import BudgetError
from cgt.games.graphs.graph import graph_of, neighbours_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from cgt.games.graphs.graph import Graph, Vertex

MOST_SEARCHED = 100
"""A component with more vertices is too large to be searched."""

_REFINED = 1_000
"""How many vertices are looked at, over all rounds, to tell vertices apart."""


def relabelled(graph: Graph) -> Graph:
    """The graph with its vertices numbered by degree, neighbours, theirs, and so on.

    Two isomorphic graphs become the same, always with the extra `graphs` (nauty; McKay and Piperno,
    2014), often without; unequal graphs never do. Without nauty O((V + E) log V) a round.

    Raises:
        BudgetError: the graph is too large to be searched, which is what this is for.
    """
    check_searched(graph)
    return _renamed(graph, canonical_numbering(graph))


def relabelled_with_token(start: Vertex, graph: Graph) -> tuple[Vertex, Graph]:
    """The same for a graph with a token on a vertex."""
    check_searched(graph)
    new = canonical_numbering(graph, {vertex: int(vertex == start) for vertex in graph[0]})
    return new[start], _renamed(graph, new)


def _renamed(graph: Graph, new: Mapping[Vertex, Vertex]) -> Graph:
    return graph_of(new.values(), ((new[first], new[second]) for first, second in graph[1]))


def check_searched(graph: Graph) -> None:
    """Make sure that a graph is small enough to be searched; raises `BudgetError`."""
    if len(graph[0]) > MOST_SEARCHED:
        raise BudgetError(
            _("{count} vertices are too many to search: at most {most} are not").format(
                count=grouped(len(graph[0])), most=MOST_SEARCHED
            )
        )


def canonical_numbering(graph: Graph, marks: Mapping[Vertex, int] | None = None) -> dict[Vertex, Vertex]:
    """The new name of each vertex of a simple graph, 1, 2, …, by nauty where it is installed, else by refinement."""
    nauty = _nauty()
    if nauty is None or not graph[0]:
        return numbering(graph, marks)
    vertices, edges = graph
    place = {vertex: at for at, vertex in enumerate(vertices)}
    adjacent: dict[int, list[int]] = {}
    for first, second in edges:
        adjacent.setdefault(place[first], []).append(place[second])
    kinds: dict[int, set[int]] = {}
    for vertex in vertices if marks is not None else ():
        kinds.setdefault(marks[vertex] if marks is not None else 0, set()).add(place[vertex])
    colours = [kinds[mark] for mark in sorted(kinds)]
    order = nauty.canon_label(nauty.Graph(len(vertices), adjacency_dict=adjacent, vertex_coloring=colours))
    return {vertices[at]: str(number) for number, at in enumerate(order, start=1)}


@cache
def _nauty() -> ModuleType | None:
    try:
        import pynauty
    except ImportError:
        return None
    module: ModuleType = pynauty
    return module


def numbering(graph: Graph, marks: Mapping[Vertex, int] | None = None) -> dict[Vertex, Vertex]:
    """The new name of each vertex, 1, 2, …; colour refinement from `marks`, ties by the old names."""
    vertices, _edges = graph
    neighbours = neighbours_in(graph)
    colour = dict(marks) if marks is not None else dict.fromkeys(vertices, 0)
    kinds = len(set(colour.values()))
    for _round in range(max(3, _REFINED // max(len(vertices), 1))):
        signs = {
            vertex: (colour[vertex], sorted([colour[other] for other in neighbours[vertex]])) for vertex in vertices
        }
        ranks = {(own, tuple(others)): 0 for own, others in signs.values()}
        ranks = {sign: rank for rank, sign in enumerate(sorted(ranks))}
        colour = {vertex: ranks[own, tuple(others)] for vertex, (own, others) in signs.items()}
        if len(ranks) == kinds:
            break
        kinds = len(ranks)
    order = sorted(vertices, key=colour.__getitem__)  # stable, so ties stay in order
    return {vertex: str(number) for number, vertex in enumerate(order, start=1)}
