"""Green Hackenbush: cut an edge of a graph that stands on the ground; what is cut off falls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from cgt.core.game import GamePosition
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.memory import MEMORY
from cgt.core.nimber import sum_text
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.route import ClosedForm
from cgt.errors import ParseError, PositionError
from cgt.families.state_form import ValueForm
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph import (
    GROUND,
    Edge,
    Vertex,
    check_searched,
    graph_of,
    named_edges,
    numbering,
    parts_off_ground,
    read_entries,
)
from cgt.games.graphs.graph_picture import DrawnGraph
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

WINNING_WAYS = winning_ways(7)

Edges = tuple[tuple[str, str], ...]
"""The edges that hang together with the ground, in order; parallel edges and loops may be among them."""


@attrs.frozen
class Hackenbush(DrawnGame[Edges, str]):
    """Cut an edge; every edge that no longer hangs together with the ground falls off.

    Parallel edges and loops are allowed. What does not stand on the ground at the beginning is not there.

    >>> import cgt
    >>> cgt.nim_value(Hackenbush().parse("ground-a,a-b,a-c,b-c"))
    2
    """

    name = "hackenbush"
    title = "Green Hackenbush"
    rules = "Cut an edge of the graph: it goes, and with it all that no longer stands on the ground."
    references = (WINNING_WAYS,)
    phrase = "the bushes that are drawn"
    position_form = "edges, some from the ground, such as ground-a,a-b,a-b,b-b; 0 when none is left"
    example = "ground-a,a-b,b-c,a-c,c-d,ground-e,e-f"

    def position(self, edges: object) -> GamePosition[Edges, str]:
        """The position with these edges, or of a graph of networkx, whose vertex `ground` is the ground; O(E log E).

        Raises:
            PositionError: they are no pairs of named vertices, one is not joined to the ground, or the graph is
                directed.
        """
        return GamePosition(self, _standing(named_edges(edges)))

    def moves(self, state: Edges) -> tuple[str, ...]:
        """The edges, such as `a-b`, parallel ones once."""
        return tuple(dict.fromkeys(map("-".join, state)))

    def after(self, edges: Edges, move: Move) -> Edges:
        ends = tuple(move.split("-")) if isinstance(move, str) else ()
        if ends not in edges:
            raise KeyError(move)
        place = edges.index(ends)
        return grounded(edges[:place] + edges[place + 1 :])

    def read(self, text: str) -> Edges:
        """Read edges such as `ground-a,a-b`."""
        vertices, edges = read_entries(text, self.position_form)
        if vertices:
            message = _("{vertices} is no edge (expected {position_form})")
            raise ParseError(
                message.format(vertices=format_value(vertices[0]), position_form=_(self.position_form)), text
            )
        return _standing(edge for edge, _place in edges)

    def write(self, state: Edges) -> str:
        """The edges as text; 0 when none is left."""
        return ",".join(map("-".join, state)) or "0"

    def components(self, edges: Edges) -> Sequence[Edges]:
        """The components: parts that are connected without the ground, each on the ground alone."""
        loops = [(edge,) for edge in edges if edge == (GROUND, GROUND)]
        return (*loops, *parts_off_ground([edge for edge in edges if edge != (GROUND, GROUND)])) or (edges,)

    def canonical(self, edges: Edges) -> Edges:
        """The edges with vertices numbered by their surroundings; raises `BudgetError` for too large a graph."""
        vertices = {end for edge in edges for end in edge}
        check_searched((tuple(vertices), ()))
        marks = Counter(end for edge in edges for end in edge)
        marks[GROUND] = -1
        new = numbering(graph_of(vertices, edges), marks) | {GROUND: GROUND}
        return grounded((new[first], new[second]) for first, second in edges)

    def _size(self, state: Edges) -> tuple[int, ...]:
        return (len(state),)

    def _move_text(self, position: Position, move: str) -> str:
        return _("cut {edge}").format(edge=move)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (Fusion(self),)

    def sketch(self, edges: Edges) -> Sketch:
        return DrawnGraph(graph_of([GROUND], edges)[0], edges, ground=GROUND)


def _standing(edges: Iterable[Edge]) -> Edges:
    """The edges as `grounded` gives them; raises `PositionError` for one that nothing joins to the ground."""
    pairs = list(edges)
    kept = grounded(pairs)
    if len(kept) < len(pairs):
        joined = {frozenset(pair) for pair in kept}
        loose = next(pair for pair in pairs if frozenset(pair) not in joined)
        text = _("{edge} is not joined to the ground: name an edge that starts there, such as {example}")
        raise PositionError(text.format(edge=format_value("-".join(loose)), example=f"{GROUND}-{loose[0]}"))
    return kept


def grounded(edges: Iterable[Edge]) -> Edges:
    """The edges connected with the ground, in order, the ground before everything else; O(E log E)."""
    pairs = list(edges)
    # The vertices are ranked once, so that what is sorted and walked through are plain numbers.
    names = {GROUND, *chain.from_iterable(pairs)}
    order = [GROUND, *sorted(sorted(names - {GROUND}), key=len)]
    rank = {name: place for place, name in enumerate(order)}
    count = len(order)
    ranked = ((rank[first], rank[second]) for first, second in pairs)
    numbers = sorted([a * count + b if a < b else b * count + a for a, b in ranked])
    ends = [divmod(number, count) for number in numbers]
    neighbours: list[list[int]] = [[] for _ in order]
    for lower, upper in ends:
        neighbours[lower].append(upper)
        neighbours[upper].append(lower)
    reached, waiting = bytearray(count), [0]
    reached[0] = 1
    while waiting:
        for vertex in neighbours[waiting.pop()]:
            if not reached[vertex]:
                reached[vertex] = 1
                waiting.append(vertex)
    return tuple([(order[lower], order[upper]) for lower, upper in ends if reached[lower]])


@attrs.frozen
class Fusion(ValueForm[Edges, str]):
    """The fusion principle: cycles may be fused; a tree is worth the nim-sum of its branches, each 1 more than its top.

    By the fusion principle every part without a bridge becomes one vertex, with a loop for each of its edges, which is
    worth 1. What is left is a tree, of which the colon principle tells the nim-value. O(V + E).
    """

    name = "fusion and colon principle"
    statement = (
        "All vertices of a cycle may be fused; a tree is worth the nim-sum of its branches, each one more than its top."
    )
    strategy = (
        "a cycle counts as if its edges grew from one point, each a blade of its own; where blades meet they add up "
        "as heaps of nim do, and the edge below makes one more; play nim with what stands on the ground"
    )
    reference = WINNING_WAYS

    def value(self, state: Edges) -> int:
        """The nim-value; O(V + E)."""
        return _tree(state).worth[0]

    def moves_to(self, edges: Edges, value: int) -> LazyMoves[str]:
        """The edges whose cut leaves that nim-value, in order, lazily; O(V + E) for all bridges, and any other."""

        def walk() -> Iterator[str]:
            tree = _tree(edges)
            cuts = set(tree.cuts_to(value))
            for move, edge in dict(zip(map("-".join, edges), range(len(edges)), strict=True)).items():
                is_cut = move in cuts if tree.bridge[edge] else self.value(edges[:edge] + edges[edge + 1 :]) == value
                if is_cut:
                    yield move

        return LazyMoves(walk)

    def reason(self, state: Edges, convention: Convention) -> str:
        tree = _tree(state)
        branches = sorted(tree.branches(), reverse=True)
        if not state:
            return _("no edge is left")
        worth = sum_text(branches, tree.worth[0])
        return _("after fusion, what stands on the ground is worth {worth}").format(worth=worth)


class _Tree:
    """A graph on the ground after fusion.

    Attributes:
        worth: of each vertex the nim-value of what it carries; for the vertices of one fused part, at its first.
        bridge: of each edge, whether it is a bridge.
    """

    def __init__(self, edges: Edges) -> None:
        place: dict[Vertex, int] = {GROUND: 0}
        ends = [(place.setdefault(a, len(place)), place.setdefault(b, len(place))) for a, b in edges]
        count = len(place)
        self._edges = edges
        self._order, self._via, reached_by_bridge = bridges(count, ends)
        self._home = list(range(count))
        self._above = [0] * count
        self._loops = [0] * count
        self.bridge = bytearray(len(edges))
        home = self._home
        for vertex in self._order[1:]:
            edge = self._via[vertex]
            first, second = ends[edge]
            above = home[second if first == vertex else first]
            if reached_by_bridge[vertex]:
                self.bridge[edge] = 1
                self._above[vertex] = above
            else:
                home[vertex] = above
        for edge, (first, _second) in enumerate(ends):
            if not self.bridge[edge]:
                self._loops[home[first]] ^= 1
        self.worth = self._loops[:]
        for vertex in reversed(self._order[1:]):
            if home[vertex] == vertex:
                self.worth[self._above[vertex]] ^= self.worth[vertex] + 1

    def branches(self) -> list[int]:
        """The nim-values of the branches on the ground, and 1 if its loops are odd in number."""
        tops = [v for v in self._order[1:] if self._home[v] == v and self._above[v] == 0]
        return [self.worth[vertex] + 1 for vertex in tops] + [1] * self._loops[0]

    def cuts_to(self, value: int) -> Iterator[str]:
        """The bridges whose cut leaves that nim-value on the ground.

        For each vertex one value of what it carries would make the whole right; -1 where none can.
        """
        wanted = [-1] * len(self._home)
        wanted[0] = value
        for vertex in self._order[1:]:
            above = self._above[vertex]
            if self._home[vertex] != vertex or wanted[above] < 0:
                continue
            # The value that this branch, bridge included, would have to have.
            branch = wanted[above] ^ self.worth[above] ^ (self.worth[vertex] + 1)
            if branch == 0:
                yield "-".join(self._edges[self._via[vertex]])
            wanted[vertex] = branch - 1


_tree = MEMORY.cache("hackenbush: trees", 2)(_Tree)
"""One question asks for the outcome, the nim-value and the moves."""


def bridges(count: int, ends: Sequence[tuple[int, int]]) -> tuple[list[int], list[int], list[int]]:
    """The depth-first order from vertex 0 in a graph of vertices 0 .. count-1, with its bridges.

    Returns:
        The vertices reached, each after the one it was reached from; for each vertex the edge by which it was reached,
        -1 for 0 and what is not reached; and whether that edge is a bridge, as 0 or 1. O(V + E) (Tarjan, 1974).

    >>> bridges(4, [(0, 1), (1, 2), (2, 1), (2, 3)])
    ([0, 1, 2, 3], [-1, 0, 1, 3], [0, 1, 0, 1])
    """
    touching: list[list[int]] = [[] for _ in range(count)]
    for edge, (first, second) in enumerate(ends):
        touching[first].append(edge)
        if first != second:
            touching[second].append(edge)
    both = [first ^ second for first, second in ends]
    number, low = [-1] * count, [0] * count
    via = [-1] * count
    is_bridge = [0] * count
    order = [0]
    number[0] = 0
    waiting = [(0, iter(touching[0]))]
    while waiting:
        vertex, edges = waiting[-1]
        came = via[vertex]
        for edge in edges:
            if edge == came:
                continue
            other = both[edge] ^ vertex  # of the two ends the one that is not this vertex
            if number[other] < 0:
                number[other] = low[other] = len(order)
                via[other] = edge
                order.append(other)
                waiting.append((other, iter(touching[other])))
                break
            if number[other] < low[vertex]:
                low[vertex] = number[other]
        else:
            waiting.pop()
            if waiting:
                above = waiting[-1][0]
                if low[vertex] < low[above]:
                    low[above] = low[vertex]
                is_bridge[vertex] = int(low[vertex] == number[vertex])
    return order, via, is_bridge
