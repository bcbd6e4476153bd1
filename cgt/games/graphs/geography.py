"""Undirected geography: a token moves along edges, and the vertex it leaves, or the edge it uses, is removed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.game import Game, GamePosition, by_weight, check_hashable, position_of
from cgt.core.hints import WordRules, words_for
from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import indentation
from cgt.core.route import ClosedForm
from cgt.errors import ParseError, PositionError
from cgt.families.state_form import StateForm
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph import (
    Edge,
    Graph,
    Vertex,
    check_searched,
    connected,
    edge_between,
    graph_from,
    graph_of,
    is_graph,
    neighbours_in,
    read_graph,
    read_token,
    standard_graph,
    without,
    write_graph,
)
from cgt.games.graphs.graph_picture import DrawnGraph
from cgt.games.graphs.matching import maximum_matching
from cgt.games.word_game import WordGame

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

FRAENKEL = (
    "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, "
    "Theoretical Computer Science 112 (1993)"
)

Token: TypeAlias = tuple[str, Graph]
"""The vertex of the token, and the graph that is left."""

NUMBER_BITS = 7
"""The number of bits that tell a vertex of a graph small enough to be searched."""

LARGEST_KERNEL = 2_000
"""The greatest number of vertices of a bipartite graph for which edge geography is solved by linear algebra."""


class GeographyRuleset(DrawnGame[Token, Vertex]):
    """The base of geography games: a token on a vertex moves along an edge; write what is removed afterwards."""

    references = (FRAENKEL,)
    phrase = "the graph that is drawn"
    family = "a1: grid 3x{n}"
    position_form = "the token's vertex and the edges such as a: a-b,b-c, or b2: grid 3x3"
    example = "a: a-b,b-c,c-d,a-d,c-e"

    @abstractmethod
    def left(self, token: Token, target: Vertex) -> Graph:
        """The graph after the token has gone to the target."""

    @abstractmethod
    def taken(self, start: Vertex, target: Vertex) -> Vertex | Edge:
        """The name of a step's part that no other step uses: its target vertex, or its edge."""

    def position(self, start: object, graph: object = None) -> GamePosition[Token, Vertex]:
        """The token on a vertex of a graph: one of networkx, or its edges as pairs.

        Raises:
            PositionError: the vertex is not there, or what was given is no simple undirected graph.

        >>> print(Geography().position("a", [("a", "b"), ("b", "c")]))
        a: a-b,b-c
        """
        check_hashable(start, "a vertex")
        result, names = graph_from(graph, () if is_graph(graph) else [start])
        if start not in names:
            raise PositionError(f"{format_value(start)} is no vertex of the graph")
        return GamePosition(self, (names[start], result))

    def moves(self, state: Token) -> tuple[Vertex, ...]:
        start, (_vertices, edges) = state
        return tuple(b if a == start else a for a, b in edges if start in (a, b))

    def after(self, state: Token, move: Move) -> Token:
        """The token at its new vertex with the rest of the graph; O(V + E)."""
        if not isinstance(move, str) or move not in self.moves(state):
            raise KeyError(move)
        return move, self.left(state, move)

    def read(self, text: str) -> Token:
        """Read `a: a-b,b-c`."""
        vertex, rest, begin = read_token(text, self.position_form)
        try:
            graph = read_graph(rest)
        except ParseError as error:
            raise error.within(text, begin) from None
        if vertex not in graph[0]:
            raise ParseError(
                _("{vertex} is no vertex of the graph").format(vertex=format_value(vertex)), text, indentation(text)
            )
        return vertex, graph

    def write(self, state: Token) -> str:
        start, graph = state
        return f"{start}: {write_graph(graph)}"

    def canonical(self, state: Token) -> Token:
        """The part that can be reached; raises `BudgetError` where it is too large to be searched."""
        token = reached_part(state)
        check_searched(token[1])
        return token

    def _searched_as(self, state: Token, known: Iterable[Game]) -> tuple[TokenBits, int]:
        """The reachable part as bits, on a graph searched before where one contains it."""
        token = self.canonical(state)
        boards = (board for board in known if isinstance(board, TokenBits) and board.holds(token))
        board = next(boards, None) or TokenBits(self, token[1])
        return board, board.number(token)

    def _size(self, state: Token) -> tuple[int, ...]:
        _start, (vertices, edges) = state
        return len(vertices), len(edges)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: paths, cycles and a grid with the token everywhere, the example and what it leads to."""
        shapes = [("path", str(n)) for n in range(1, bound + 1)] + [("cycle", str(n)) for n in range(3, bound + 1)]
        shapes += [("star", "3"), ("complete", "4"), ("grid", "2x3")]
        known = set(super().sample_positions(max(bound // 2, 1)))
        for kind, size in shapes:
            graph = standard_graph(kind, size)
            known |= {position_of(self, (vertex, graph)) for vertex in graph[0][: bound // 2 + 1]}
        return by_weight(self, known)

    def _move_text(self, position: Position, move: Vertex) -> str:
        return _("go to {vertex}").format(vertex=move)

    def sketch(self, state: Token) -> Sketch:
        start, (vertices, edges) = state
        return DrawnGraph(vertices, edges, marked=start)


def reached_part(token: Token) -> Token:
    """The token with the vertices and edges that it can reach; O(V + E)."""
    start, graph = token
    return start, next(part for part in connected(graph) if start in part[0])


@attrs.frozen
class TokenBits(WordGame):
    """Geography for the search: the low 7 bits number the token's vertex, the bits above are the part within reach.

    These are the other vertices, or the edges: what is there for one step only.
    """

    name = title = "geography on bits"

    game: GeographyRuleset
    graph: Graph
    numbers: dict[Vertex | Edge, int] = attrs.field(init=False, eq=False, repr=False)
    # From each vertex the bits of what a step takes, with the number of the vertex that it leads to; the bits alone;
    # and for each bit those of the steps that may come next.
    steps_from: list[list[tuple[int, int]]] = attrs.field(init=False, eq=False, repr=False)
    first: list[int] = attrs.field(init=False, eq=False, repr=False)
    near: dict[int, int] = attrs.field(init=False, eq=False, repr=False)

    @numbers.default
    def _numbers(self) -> dict[Vertex | Edge, int]:
        vertices, edges = self.graph
        edge_numbers = {edge: number for number, edge in enumerate(edges)}
        return {vertex: number for number, vertex in enumerate(vertices)} | edge_numbers

    @steps_from.default
    def _steps_from(self) -> list[list[tuple[int, int]]]:
        number = self.numbers
        return [
            [(1 << number[self.game.taken(start, target)], number[target]) for target in targets]
            for start, targets in neighbours_in(self.graph).items()
        ]

    @first.default
    def _first(self) -> list[int]:
        return [reduce(or_, (bit for bit, _target in steps), 0) for steps in self.steps_from]

    @near.default
    def _near(self) -> dict[int, int]:
        results: dict[int, int] = {}
        for bit, target in chain.from_iterable(self.steps_from):
            results[bit] = results.get(bit, 0) | self.first[target]
        return results

    def holds(self, token: Token) -> bool:
        """Whether this graph contains what the token can reach, as play would leave it; O(V + E)."""
        things = self._things(token)
        return self.numbers.keys() >= things and self.edges_of(things) == token[1][1]

    def number(self, token: Token) -> int:
        """The state of a token, as a number."""
        start = token[0]
        left = sum(1 << self.numbers[thing] for thing in self._things(token) - {start})
        return left << NUMBER_BITS | self.numbers[start]

    def _things(self, token: Token) -> set[Vertex | Edge]:
        start, (_vertices, edges) = token
        return {start}.union(*map(self._taken, edges))

    def _taken(self, edge: Edge) -> set[Vertex | Edge]:
        return {self.game.taken(*edge), self.game.taken(*reversed(edge))}

    def edges_of(self, things: set[Vertex | Edge]) -> tuple[Edge, ...]:
        """The edges between these vertices, and those among them."""
        return tuple(edge for edge in self.graph[1] if self._taken(edge) <= things)

    def options(self, state: int) -> Iterator[int]:
        """The states after each step, without what the token can no longer reach."""
        left = state >> NUMBER_BITS
        for bit, target in self.steps_from[state & (1 << NUMBER_BITS) - 1]:
            if left & bit:
                there = left ^ bit
                new = self.first[target] & there
                rest = there ^ new
                while new and rest:
                    thing = 1 << new.bit_length() - 1
                    added = self.near[thing] & rest
                    rest ^= added
                    new ^= thing | added
                yield (there ^ rest) << NUMBER_BITS | target

    @property
    def words(self) -> int:
        """The number of 64-bit words that hold a state."""
        return words_for(max(self.near, default=0).bit_length() + NUMBER_BITS)

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        things = 64 * self.words - NUMBER_BITS
        begin = 2 + 2 * len(self.first) + things
        places = [begin + 2 * sum(map(len, self.steps_from[:vertex])) for vertex in range(len(self.first) + 1)]
        near = [self.near.get(1 << number, 0) for number in range(things)]
        steps = chain.from_iterable(chain.from_iterable(self.steps_from))
        data = len(self.first), *places, *self.first, *near, *steps
        return WordRules(word_rules.steps, data=data, words=self.words)


@position_of.register(TokenBits)
def _token_on_its_graph(bits: TokenBits, state: int) -> Position:
    start = bits.graph[0][state & (1 << NUMBER_BITS) - 1]
    left = {thing for thing, number in bits.numbers.items() if state >> NUMBER_BITS + number & 1}
    return position_of(bits.game, (start, graph_of([start], bits.edges_of(left | {start}))))


@attrs.frozen
class Geography(GeographyRuleset):
    """Move the token to a neighbour; the vertex that it leaves is gone.

    >>> import cgt
    >>> game = Geography()
    >>> [cgt.outcome(game.parse(f"{cell}: grid 3x3")).value for cell in ("a1", "b1", "b2")]
    ['P', 'N', 'P']
    """

    name = "geography"
    title = "Undirected vertex geography"
    rules = "Move the token along an edge; the vertex that it leaves is gone, with all its edges."

    def left(self, token: Token, target: Vertex) -> Graph:
        """The graph without the vertex that the token was on."""
        return without(token[1], {token[0]})

    def taken(self, start: Vertex, target: Vertex) -> Vertex:
        return target

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (EveryMatching(self),)


@attrs.frozen
class EdgeGeography(GeographyRuleset):
    """Move the token along an edge, which is then gone; it may come back to a vertex.

    >>> import cgt
    >>> cgt.outcome(EdgeGeography().parse("a1: grid 3x3")), cgt.outcome(EdgeGeography().parse("1: complete 4"))
    (<Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """

    name = "edge-geography"
    title = "Undirected edge geography"
    rules = "Move the token along an edge, which is then gone; it may come back to a vertex."

    def left(self, token: Token, target: Vertex) -> Graph:
        """The graph without the edge that the token used."""
        taken = edge_between(token[0], target)
        return token[1][0], tuple(edge for edge in token[1][1] if edge != taken)

    def taken(self, start: Vertex, target: Vertex) -> Edge:
        return edge_between(start, target)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (EvenKernel(self),)


@attrs.frozen
class EveryMatching(StateForm[Token, Vertex]):
    """The closed form by matchings: N exactly when every maximum matching covers the token's vertex.

    The winner always moves along an edge of a maximum matching.
    """

    ruleset: GeographyRuleset

    name = "maximum matching"
    statement = "The player to move wins exactly when every maximum matching covers the token's vertex."
    strategy = (
        "pair neighbours off, as many pairs as can be, without the token's vertex if that costs no pair: "
        "go to your vertex's partner, and answer so after every move"
    )
    reference = FRAENKEL

    def is_p(self, state: Token, convention: Convention) -> bool:
        start, graph = state
        return start in _left_out(graph)

    def winning_moves(self, state: Token, convention: Convention) -> tuple[Vertex, ...]:
        """The neighbours that some maximum matching of the rest does not cover, by one matching for all."""
        start, graph = state
        free = _left_out(without(graph, {start}))
        return tuple(vertex for vertex in self.ruleset.moves(state) if vertex in free)

    def reason(self, state: Token, convention: Convention) -> str:
        if self.is_p(state, convention):
            return _("some maximum matching does not cover {vertex}").format(vertex=state[0])
        return _("every maximum matching covers {vertex}").format(vertex=state[0])


def _left_out(graph: Graph) -> set[Vertex]:
    """The vertices that some maximum matching does not cover."""
    place = {vertex: index for index, vertex in enumerate(graph[0])}
    neighbours = [[place[other] for other in others] for others in neighbours_in(graph).values()]
    return {graph[0][index] for index in maximum_matching(neighbours)[1]}


@attrs.frozen
class EvenKernel(StateForm[Token, Vertex]):
    """The closed form on bipartite graphs: P exactly when the token's vertex lies in an even kernel.

    That is a set of vertices of its side of which every vertex of the other side has an even number of neighbours; it
    is found by linear algebra over two elements.
    """

    name = "even kernel"
    statement = "On a bipartite graph the player to move loses exactly when the token's vertex lies in an even kernel."
    strategy = (
        "find a set of vertices, no two of them joined, such that, once you are there, an even number of edges leads "
        "into it from every other vertex; go there, and come back to it after every move"
    )
    reference = FRAENKEL

    def covers(self, state: Token) -> bool:
        """Whether the part that the token can reach is bipartite with at most 2,000 vertices."""
        token = reached_part(state)
        return len(token[1][0]) <= LARGEST_KERNEL and _sides(token) is not None

    def is_p(self, state: Token, convention: Convention) -> bool:
        """Whether the token's adjacency row is a sum, modulo 2, of those of other vertices on its side."""
        token = reached_part(state)
        neighbours = neighbours_in(token[1])
        sides = _sides(token) or {}
        bit = {vertex: 1 << index for index, vertex in enumerate(v for v, side in sides.items() if side)}
        vectors = {vertex: sum(bit[o] for o in neighbours[vertex]) for vertex, side in sides.items() if not side}
        own = vectors.pop(token[0])
        basis: dict[int, int] = {}
        for vector in vectors.values():
            rest = _reduced(vector, basis)
            if rest:
                basis[rest.bit_length()] = rest
        return _reduced(own, basis) == 0

    def reason(self, state: Token, convention: Convention) -> str:
        if self.is_p(state, convention):
            return _("{vertex} lies in an even kernel").format(vertex=state[0])
        return _("no even kernel holds {vertex}").format(vertex=state[0])


def _reduced(vector: int, basis: dict[int, int]) -> int:
    while vector and (other := basis.get(vector.bit_length())):
        vector ^= other
    return vector


def _sides(token: Token) -> dict[Vertex, int] | None:
    """The side of each reachable vertex, 0 for the token's; None for a graph that is not bipartite."""
    start, graph = token
    neighbours = neighbours_in(graph)
    sides, waiting = {start: 0}, [start]
    while waiting:
        vertex = waiting.pop()
        for other in neighbours[vertex]:
            if other not in sides:
                sides[other] = 1 - sides[vertex]
                waiting.append(other)
            elif sides[other] == sides[vertex]:
                return None
    return sides
