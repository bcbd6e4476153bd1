"""Graphs as plain tuples of named vertices and edges: parsing, components, canonical numbering."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain, pairwise, product
from math import prod
from string import ascii_lowercase
from typing import TYPE_CHECKING, TypeAlias

from cgt.core.game import check_hashable
from cgt.core.language import _
from cgt.core.numbers import format_int, format_value, from_decimal, shorten_ints
from cgt.core.reading import as_list, indentation
from cgt.errors import BudgetError, ParseError, PositionError

if TYPE_CHECKING:
    from types import ModuleType

Vertex: TypeAlias = str
Edge: TypeAlias = tuple[Vertex, Vertex]
Pair: TypeAlias = tuple[Hashable, Hashable]
Graph: TypeAlias = tuple[tuple[Vertex, ...], tuple[Edge, ...]]
"""The vertices and the edges, both in order; the ends of an edge are in order, too. Shorter names come first."""

GROUND = "ground"
"""The vertex that is the ground, where a game has one."""

MOST_VERTICES = 20_000
"""The greatest number of vertices of a graph that is given by a short form."""

MOST_SEARCHED = 128
"""A component with more vertices is too large to be searched."""

NO_VERTICES = "{value} is no list of vertices"

_REFINED = 1_000
"""The number of vertices examined, over all rounds, to tell vertices apart."""

GRAPH_FORM = (
    "edges and lone vertices such as a-b,b-c,d, or path 7, cycle 6, star 5, complete 4, wheel 5, hypercube 3, "
    "grid 3x4, king 3x4, queen 3x4, 0"
)
_NAME = re.compile(r"\w{1,40}", re.ASCII)
_WORD = re.compile(r"\w+")
_SHORT = re.compile(r"([a-z]+)(?:\s+([\dx.^-]+))?", re.ASCII)
_GLUED = re.compile(r"([a-z]+)(\d[\dx]*)", re.ASCII)
_TIMES = re.compile(r"(?<=\d)\s*[x×]\s*(?=\d)")


def by_name(vertex: Vertex) -> tuple[int, str]:
    """A sort key of vertices: 2 before 10, b before aa."""
    return len(vertex), vertex


def edge_between(first: Vertex, second: Vertex) -> Edge:
    """The edge with its ends in order."""
    return (first, second) if by_name(first) <= by_name(second) else (second, first)


def graph_of(vertices: Iterable[Vertex], edges: Iterable[Edge]) -> Graph:
    """The graph of these edges, with their ends and further vertices; every vertex and every edge once.

    >>> graph_of(["d"], [("b", "a"), ("b", "c")])
    (('a', 'b', 'c', 'd'), (('a', 'b'), ('b', 'c')))
    """
    pairs = {edge_between(*edge) for edge in edges}
    names = {*vertices, *(vertex for edge in pairs for vertex in edge)}
    return tuple(sorted(names, key=by_name)), tuple(sorted(pairs, key=by_names))


def is_graph(given: object) -> bool:
    """Whether an object has nodes and edges, as the graphs of networkx have."""
    return all(isinstance(getattr(given, name, None), Iterable) for name in ("nodes", "edges"))


def graph_from(given: object, vertices: Iterable[object]) -> tuple[Graph, dict[object, Vertex]]:
    """The graph that a user gives, and the name of each of its vertices; see `edges_and_names`."""
    pairs, names = edges_and_names(given, vertices)
    for first, second in pairs:
        if first == second:
            raise PositionError(_("an edge joins two different vertices, not {first} to itself").format(first=first))
    return graph_of(names.values(), pairs), names


def edges_and_names(
    given: object, vertices: Iterable[object], *, directed: bool = False
) -> tuple[list[Edge], dict[object, Vertex]]:
    """The edges of a graph of networkx, of a similar object, or of pairs; and the name of each vertex.

    The vertices keep their names where all of them, as text, are words of letters and digits, and none is 0; else they
    are numbered from 1 in their order.

    Raises:
        PositionError: it is neither, is directed or not where it should be otherwise, or has parallel edges.
    """
    pairs, nodes = edges_and_nodes(given, directed=directed)
    if getattr(given, "is_multigraph", bool)():
        raise PositionError("the graph has no parallel edges; this one is a multigraph")
    more = as_list(vertices, NO_VERTICES)
    nodes = [*nodes, *more] if is_graph(given) else [*more, *nodes]
    names = names_of(nodes)
    edges = [(names[first], names[second]) for first, second in pairs]
    there = set[Edge]()
    for edge in edges:
        known = edge if directed else edge_between(*edge)
        if known in there:
            raise PositionError(_("the edge {edge} stands there twice").format(edge="-".join(known)))
        there.add(known)
    return edges, names


def edges_and_nodes(given: object, *, directed: bool = False) -> tuple[list[Pair], list[Hashable]]:
    """The edges and the vertices of a graph of networkx, of a similar object, or of a user's list of pairs.

    Raises:
        PositionError: it is neither, or is directed or not where it should be otherwise.
    """
    if not is_graph(given):
        pairs = edge_pairs(given)
        return pairs, list(chain.from_iterable(pairs))
    if getattr(given, "is_directed", lambda: directed)() != directed:
        kind = "directed" if directed else "undirected"
        raise PositionError(f"the game is played on a graph that is {kind}, and this one is not")
    # as `is_graph` has it
    return edge_pairs(edge[:2] for edge in given.edges), list(given.nodes)  # type: ignore[attr-defined]


def edge_pairs(given: object) -> list[Pair]:
    """The edges in a user's list of pairs; raises `PositionError` for anything else.

    >>> edge_pairs([["a", "b"], (1, 2)])
    [('a', 'b'), (1, 2)]
    """
    message = "a graph is one of networkx, or a list of edges such as [('a', 'b'), ('b', 'c')], not {value}"
    pairs = []
    for pair in as_list(given, message):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise PositionError(message.format(value=format_value(pair)))
        pairs.append((pair[0], pair[1]))
    return pairs


def named_edges(given: object) -> list[Edge]:
    """The edges of a graph on the ground, parallel ones too, by the names of their ends; raises `PositionError`.

    >>> named_edges([("ground", "a"), ("a", 7)]), named_edges([("ground", 0), (0, 1)])
    ([('ground', 'a'), ('a', '7')], [('ground', '1'), ('1', '2')])
    """
    pairs, nodes = edges_and_nodes(given)
    names = names_of(nodes, GROUND)
    return [(names[first], names[second]) for first, second in pairs]


def names_of(nodes: Iterable[Hashable], *kept: Vertex) -> dict[Hashable, Vertex]:
    """The name of each vertex: its text where all of them are words of letters and digits, and none is 0.

    Else they are numbered from 1 in their order, those `kept` aside. Raises `PositionError`.
    """
    names = {}
    for node in nodes:
        check_hashable(node, "a vertex")
        names[node] = str(node)
    if len(set(names.values())) < len(names) or not all(map(_is_name, names.values())):
        numbered = [node for node, name in names.items() if name not in kept]
        names |= {node: str(number) for number, node in enumerate(numbered, start=1)}
    return names


def _is_name(text: str) -> bool:
    return text != "0" and bool(_NAME.fullmatch(text))


def by_names(edge: Edge) -> tuple[tuple[int, str], tuple[int, str]]:
    """A sort key of edges: by their first ends, then by their second ones."""
    return by_name(edge[0]), by_name(edge[1])


def read_graph(text: str) -> Graph:
    """The simple graph of a text: its edges and lone vertices, or a short form such as `path 7`.

    Raises:
        ParseError: an entry is neither a vertex nor an edge, an edge joins a vertex to itself or stands there twice.
        PositionError: a short form names no graph, or a graph that is too large.

    >>> read_graph("b-a, c")
    (('a', 'b', 'c'), (('a', 'b'),))
    """
    if (graph := short_form(text)) is not None:
        return graph
    vertices, edges = read_entries(text, GRAPH_FORM)
    return graph_of(vertices, _checked_edges(edges, text))


def short_form(text: str) -> Graph | None:
    """The graph of a short form such as `path 7`; None for another text.

    Raises:
        PositionError: the short form names no graph, or a graph that is too large.

    >>> short_form("path 2"), short_form("b-a, c")
    ((('1', '2'), (('1', '2'),)), None)
    """
    refuse_glued(text, STANDARD, standard_graph)
    form = _SHORT.fullmatch(short_text(text))
    if form is None or form[1] not in STANDARD or not (form[2] or _NUMBERS.get(form[1]) == 0):
        return None
    return standard_graph(form[1], form[2] or "")


def short_text(text: str) -> str:
    """The text of a short form as it is read: without capitals, and `x` alone between numbers.

    >>> short_text(" Grid 3 × 4")
    'grid 3x4'
    """
    return _TIMES.sub("x", text.strip().lower())


def refuse_glued(text: str, kinds: Container[str], standard: Callable[[str, str], object]) -> None:
    """Refuse a text such as `path7`, meant as a short form of one of these kinds: it would be read as a lone name."""
    form = _GLUED.fullmatch(short_text(text))
    if form is not None and form[1] in kinds:
        standard(form[1], form[2])  # which refuses grid 3, so that it is not advised for grid3
        raise ParseError(_("write {meant} for {sign}").format(meant=f"{form[1]} {form[2]}", sign=text.strip()), text)


def read_entries(text: str, form: str, sign: str = "-") -> tuple[list[Vertex], list[tuple[Edge, int]]]:
    """The lone vertices and the pairs in a text, each pair with its place; raises `ParseError`."""
    vertices: list[Vertex] = []
    edges: list[tuple[Edge, int]] = []
    start = 0
    for entry in text.split(",") if text.strip() != "0" else ():
        names = [name.strip() for name in entry.split(sign)]
        place = start + indentation(entry)
        wrong = [name for name in names if not _is_name(name)]
        if len(names) <= 2 and (words := [name for name in wrong if _WORD.fullmatch(name)]):
            message = _(
                "{name} names no vertex: a name has up to 40 letters a to z, digits and _, and numbers begin with 1"
            )
            raise ParseError(message.format(name=format_value(words[0])), text, place)
        if len(names) > 2 or wrong:
            what = format_value(entry.strip()) if entry.strip() else _("an empty entry")
            message = _("{what} is neither a vertex nor a pair of them (expected {form})")
            raise ParseError(message.format(what=what, form=_(form)), text, place)
        if len(names) == 1:
            vertices.append(names[0])
        else:
            edges.append(((names[0], names[1]), place))
        start += len(entry) + 1
    return vertices, edges


def _checked_edges(edges: Sequence[tuple[Edge, int]], text: str) -> list[Edge]:
    there: set[Edge] = set()
    for (first, second), place in edges:
        edge = edge_between(first, second)
        if first == second:
            raise ParseError(
                _("an edge joins two different vertices, not {first} to itself").format(first=first), text, place
            )
        if edge in there:
            raise ParseError(_("the edge {edge} stands there twice").format(edge="-".join(edge)), text, place)
        there.add(edge)
    return list(there)


def read_token(text: str, form: str) -> tuple[Vertex, str, int]:
    """The vertex before the colon, what stands after it, and where that begins; raises `ParseError` without a colon."""
    start, colon, rest = text.partition(":")
    if not colon:
        wanted = _("it does not say where the token lies (expected {position_form})").format(position_form=_(form))
        raise ParseError(wanted, text)
    return start.strip(), rest, len(start) + 1


def write_graph(graph: Graph) -> str:
    """The text that `read_graph` reads.

    >>> write_graph(read_graph("cycle 3"))
    '1-2,1-3,2-3'
    """
    vertices, edges = graph
    ends = {vertex for edge in edges for vertex in edge}
    return ",".join(["-".join(edge) for edge in edges] + [vertex for vertex in vertices if vertex not in ends]) or "0"


def _path(count: int) -> Graph:
    names = [str(number) for number in range(1, count + 1)]
    return graph_of(names, pairwise(names))


def _cycle(count: int) -> Graph:
    vertices, edges = _path(count)
    if count < 3:
        raise PositionError(_("a cycle has at least 3 vertices, not {count}").format(count=count))
    return graph_of(vertices, [*edges, (vertices[-1], vertices[0])])


def _star(count: int) -> Graph:
    return graph_of(["1"], [("1", str(leaf)) for leaf in range(2, count + 2)])


def _complete(count: int) -> Graph:
    names = [str(number) for number in range(1, count + 1)]
    return graph_of(names, [(a, b) for a, b in product(names, repeat=2) if by_name(a) < by_name(b)])


def _cube(count: int) -> Graph:
    corners = range(1 << count)
    pairs = [(corner, corner | 1 << axis) for corner in corners for axis in range(count) if not corner >> axis & 1]
    return graph_of([str(corner + 1) for corner in corners], [(str(low + 1), str(high + 1)) for low, high in pairs])


def _petersen() -> Graph:
    rim = [(str(i + 1), str((i + 1) % 5 + 1)) for i in range(5)]
    spokes = [(str(i + 1), str(i + 6)) for i in range(5)]
    return graph_of((), [*rim, *spokes, *((str(i + 6), str((i + 2) % 5 + 6)) for i in range(5))])


def _squares(rows: int, columns: int, *, slanting: bool = False, far: int = 1) -> Graph:
    """The squares of a board, joined up to so far along rows and columns, and `slanting` along diagonals."""
    if columns > len(ascii_lowercase):
        raise PositionError(
            _("a grid has at most {count} columns, not {columns}").format(count=len(ascii_lowercase), columns=columns)
        )
    names = {(row, at): f"{ascii_lowercase[at]}{row + 1}" for row in range(rows) for at in range(columns)}
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if slanting else 2]
    edges = [
        (name, names[there])
        for (row, at), name in names.items()
        for down, right in steps
        for count in range(1, far + 1)
        if (there := (row + count * down, at + count * right)) in names
    ]
    return graph_of(names.values(), edges)


def _wheel(count: int) -> Graph:
    """The wheel: a rim of `count` vertices, and a hub that is joined to all of them."""
    vertices, edges = _cycle(count)
    hub = str(count + 1)
    return graph_of([*vertices, hub], [*edges, *((vertex, hub) for vertex in vertices)])


STANDARD: Mapping[str, Callable[..., Graph]] = {
    "path": _path,
    "cycle": _cycle,
    "star": _star,
    "complete": _complete,
    "cube": _cube,
    "hypercube": _cube,  # as networkx says
    "petersen": _petersen,
    "wheel": _wheel,
    "grid": _squares,
    "king": partial(_squares, slanting=True),
    "queen": lambda rows, columns: _squares(rows, columns, slanting=True, far=max(rows, columns)),
}
_NUMBERS = {"petersen": 0, "grid": 2, "king": 2, "queen": 2}
"""The number of numbers in a short form, where it is not one."""
_VERTICES: Mapping[str, Callable[[int], int]] = {
    "cube": lambda count: 1 << min(count, 40),
    "hypercube": lambda count: 1 << min(count, 40),
    "complete": lambda count: count * count // 2,  # its edges, rather
}


def standard_graph(kind: str, size: str) -> Graph:
    """The graph that a short form names, such as `path 7`, `wheel 5`, `hypercube 3` or `grid 3x4`.

    A star has so many leaves, a wheel so many vertices around its hub; a `hypercube` is a `cube`. Between the squares
    of `king 3x4` a king moves, of `queen 3x4` a queen.

    Raises:
        PositionError: the size is none, or too large.

    >>> len(standard_graph("grid", "3x4")[1])
    17
    """
    numbers = [from_decimal(number) for number in size.split("x") if number.isdecimal()]
    wanted, shown = _NUMBERS.get(kind, 1), shorten_ints(size)
    if len(numbers) != wanted or size.count("x") != max(wanted - 1, 0):
        form = kind + ("", " 5", " 3x4")[wanted]
        raise PositionError(
            _("a {kind} is written such as {form}, not {kind} {size}").format(kind=kind, form=_(form), size=shown)
        )
    if _VERTICES.get(kind, int)(prod(numbers)) > MOST_VERTICES:
        text = _("a short form has at most {most} vertices, complete has at most {most} edges: {kind} {size} is larger")
        raise PositionError(text.format(most=format_int(MOST_VERTICES, group=True), kind=kind, size=shown))
    return STANDARD[kind](*numbers)


def neighbours_in(graph: Graph) -> dict[Vertex, list[Vertex]]:
    """The neighbours of each vertex, in the order of the edges."""
    vertices, edges = graph
    results: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in vertices}
    for first, second in edges:
        results[first].append(second)
        results[second].append(first)
    return results


def parts_off_ground(edges: Sequence[Edge]) -> list[tuple[Edge, ...]]:
    """The components of edges that are connected without the ground, none of them a loop there."""
    inner = graph_of(
        (end for edge in edges for end in edge if end != GROUND), (edge for edge in edges if GROUND not in edge)
    )
    home = {vertex: place for place, part in enumerate(connected(inner)) for vertex in part[0]}
    parts: dict[int, list[Edge]] = {}
    for edge in edges:
        parts.setdefault(home[edge[edge[0] == GROUND]], []).append(edge)
    return [tuple(part) for part in parts.values()]


def without(graph: Graph, gone: set[Vertex] | frozenset[Vertex]) -> Graph:
    """The graph without some vertices."""
    vertices, edges = graph
    return (
        tuple(vertex for vertex in vertices if vertex not in gone),
        tuple(edge for edge in edges if edge[0] not in gone and edge[1] not in gone),
    )


def connected(graph: Graph) -> list[Graph]:
    """The connected components, in order of their first vertices.

    >>> [write_graph(part) for part in connected(read_graph("a-b,c,d-e"))]
    ['a-b', 'c', 'd-e']
    """
    vertices, edges = graph
    neighbours = neighbours_in(graph)
    place: dict[Vertex, int] = {}
    count = 0
    for root in vertices:
        if root in place:
            continue
        place[root] = count
        waiting = [root]
        while waiting:
            for other in neighbours[waiting.pop()]:
                if other not in place:
                    place[other] = count
                    waiting.append(other)
        count += 1
    if count <= 1:
        return [graph] if count else []
    parts: list[tuple[list[Vertex], list[Edge]]] = [([], []) for _ in range(count)]
    for vertex in vertices:
        parts[place[vertex]][0].append(vertex)
    for edge in edges:
        parts[place[edge[0]]][1].append(edge)
    return [(tuple(inside), tuple(within)) for inside, within in parts]


def shape_of(part: Graph) -> tuple[str, int] | None:
    """The shape of a connected graph: a `path` or `cycle` of so many vertices, a `star` of so many leaves; else None.

    >>> shape_of(read_graph("a-b,b-c")), shape_of(read_graph("star 4")), shape_of(read_graph("a-b,b-c,c-d,b-d"))
    (('path', 3), ('star', 4), None)
    """
    vertices, edges = part
    count = len(vertices)
    degrees = Counter(vertex for edge in edges for vertex in edge)
    most = max(degrees.values(), default=0)
    if most <= 2 and len(edges) == count - 1:
        return "path", count
    if most == 2 and len(edges) == count:
        return "cycle", count
    if len(edges) == count - 1 == most:
        return "star", count - 1
    return None


# Isomorphic graphs under one name: the vertices numbered by what tells them apart, so that a search keeps one graph.


def relabelled(graph: Graph) -> Graph:
    """The graph with its vertices numbered by degree, neighbours, theirs, and so on.

    Two isomorphic graphs become the same, always with the extra `graphs` (nauty; McKay and Piperno,
    2014), often without; unequal graphs never do. Without nauty O((V + E) log V) a round.

    Raises:
        BudgetError: the graph is too large to be searched, which is what this is for.
    """
    check_searched(graph)
    new = _canonical_numbering(graph)
    return graph_of(new.values(), ((new[first], new[second]) for first, second in graph[1]))


def check_searched(graph: Graph) -> None:
    """Check that a graph is small enough to be searched; raises `BudgetError`."""
    if len(graph[0]) > MOST_SEARCHED:
        text = _("{count} vertices are too many to search: at most {most} are not")
        raise BudgetError(text.format(count=format_int(len(graph[0]), group=True), most=MOST_SEARCHED))


def _canonical_numbering(graph: Graph) -> dict[Vertex, Vertex]:
    """The new name of each vertex of a simple graph, 1, 2, …, by nauty where it is installed, else by refinement."""
    nauty = _nauty()
    if nauty is None or not graph[0]:
        return numbering(graph)
    vertices, edges = graph
    place = {vertex: at for at, vertex in enumerate(vertices)}
    adjacent: dict[int, list[int]] = {}
    for first, second in edges:
        adjacent.setdefault(place[first], []).append(place[second])
    order = nauty.canon_label(nauty.Graph(len(vertices), adjacency_dict=adjacent))
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
    """The new name of each vertex, 1, 2, …, by colour refinement from `marks`, with ties broken by the old names."""
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
