"""Node Kayles and Arc Kayles: take a vertex with its neighbours, or an edge with all edges that touch it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.code import GUY_SMITH
from cgt.core.game import Game, GamePosition, position_of
from cgt.core.hints import MOST_WORDS, WordRules, words_for
from cgt.core.language import _
from cgt.core.nimber import mex, nim_sum
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.route import ClosedForm
from cgt.families.state_form import ValueForm
from cgt.games.boards.cram import Cram
from cgt.games.boards.square_sets import OnSquares, Square, SquareSets, unpacked
from cgt.games.graphs.graph import (
    Graph,
    Vertex,
    check_searched,
    connected,
    edge_between,
    graph_of,
    neighbours_in,
    shape_of,
    without,
)
from cgt.games.graphs.graph_game import GraphGame
from cgt.games.word_game import WordGame

if TYPE_CHECKING:
    from cgt.games.boards.squares import Squares

SCHAEFER = "T. J. Schaefer, On the complexity of some two-person perfect-information games, JCSS 16 (1978)"
BODLAENDER = "H. L. Bodlaender and D. Kratsch, Kayles and nimbers, Journal of Algorithms 43 (2002)"

_SQUARE = re.compile(r"[a-z][1-9]\d?", re.ASCII)


class GraphKayles(GraphGame):
    """The base of games that remove vertices of a graph, searched on bits."""

    searched: ClassVar[type[GraphVertices]]
    """The same game on sets of vertices as bits of a number."""

    board: ClassVar[OnSquares]
    """The same game on squares of a board, where adjacent squares are neighbours."""

    @abstractmethod
    def shape_value(self, kind: str, size: int) -> int:
        """The nim-value of a path or cycle of `size` vertices, or of a star of `size` leaves."""

    @abstractmethod
    def shape_options(self, part: Graph, kind: str) -> Iterator[tuple[str, int]]:
        """The moves in a path, cycle or star, each with the nim-value of what it leaves."""

    def _searched_as(self, graph: Graph, known: Iterable[Game]) -> tuple[SquareSets | GraphVertices, int]:
        """The vertices left as bits: squares of a board, or of a graph searched before where one contains this."""
        for part in connected(graph):
            check_searched(part)
        if (squares := squares_of(graph)) is not None:
            squared = SquareSets.holding(self.board, squares)
            # A board has symmetries, but a free column, without which a graph of as many squares may take fewer words.
            if squared[0].words <= MOST_WORDS or words_for(len(graph[0])) > MOST_WORDS:
                return squared
        for board in known:
            if isinstance(board, GraphVertices) and (word := board.word_of(graph)) is not None:
                return board, word
        return self.searched(self, graph), (1 << len(graph[0])) - 1

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (PathsAndCycles(self),)


@attrs.frozen
class GraphVertices(WordGame):
    """Such a game for the search: the vertices left as the bits of a number."""

    name = title = "vertices of a graph"
    components_are_atomic = True

    game: GraphKayles
    """The game on graphs that this one represents."""
    graph: Graph
    # The neighbours of each vertex: of its number, and of its bit.
    rows: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    near: dict[int, int] = attrs.field(init=False, eq=False, repr=False)

    @rows.default
    def _rows(self) -> tuple[int, ...]:
        vertices, edges = self.graph
        number = {vertex: at for at, vertex in enumerate(vertices)}
        results = [0] * len(vertices)
        for first, second in edges:
            results[number[first]] |= 1 << number[second]
            results[number[second]] |= 1 << number[first]
        return tuple(results)

    @near.default
    def _near(self) -> dict[int, int]:
        return {1 << number: row for number, row in enumerate(self.rows)}

    @property
    def words(self) -> int:
        """The number of 64-bit words that hold every vertex."""
        return words_for(len(self.rows))

    def word_of(self, graph: Graph) -> int | None:
        """The vertices of an induced subgraph as bits; None for a graph that is no such subgraph; O(V + E)."""
        vertices, edges = graph
        number = {vertex: at for at, vertex in enumerate(self.graph[0])}
        if not number.keys() >= set(vertices):
            return None
        word = sum(1 << number[vertex] for vertex in vertices)
        inside = sum((self.rows[number[vertex]] & word).bit_count() for vertex in vertices)
        there = all(self.rows[number[first]] >> number[second] & 1 for first, second in edges)
        return word if there and inside == 2 * len(edges) else None

    def components(self, state: int) -> Sequence[int]:
        result, near = [], self.near
        while state:
            new = state & -state
            left = state ^ new
            while new and left:
                vertex = 1 << new.bit_length() - 1
                added = near[vertex] & left
                left ^= added
                new ^= vertex | added
            result.append(state ^ left)
            state = left
        return result


@attrs.frozen
class NodeVertices(GraphVertices):
    """Node Kayles on sets of vertices."""

    def options(self, state: int) -> Iterator[int]:
        left = state
        while left:
            vertex = left & -left
            left ^= vertex
            yield state & ~(vertex | self.near[vertex])

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        return WordRules(word_rules.node_options, word_rules.components, None, self.rows, self.words)


@attrs.frozen
class ArcVertices(GraphVertices):
    """Arc Kayles on sets of vertices; no move touches a lone one."""

    def options(self, state: int) -> Iterator[int]:
        left = state
        while left:
            first = left & -left
            left ^= first
            seconds = self.near[first] & left
            while seconds:
                second = seconds & -seconds
                seconds ^= second
                yield state ^ (first | second)

    def components(self, state: int) -> Sequence[int]:
        """The connected components with an edge."""
        return [part for part in super().components(state) if part & (part - 1)]

    def _word_rules(self) -> WordRules:
        from cgt.games import word_rules

        return WordRules(word_rules.arc_options, word_rules.components_with_edges, None, self.rows, self.words)


@attrs.frozen
class NodesOnSquares:
    """Node Kayles on the squares of a board, where adjacent squares are neighbours."""

    smallest = 1

    def moves_on(self, height: int, width: int) -> Iterator[tuple[list[Square], list[Square]]]:
        """The squares, each taken with its neighbours."""
        for row, column in product(range(1, height + 1), range(1, width + 1)):
            around = ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
            near = [square for square in around if 1 <= square[0] <= height and 1 <= square[1] <= width]
            yield [(row, column)], [(row, column), *near]


@attrs.frozen
class NodeKayles(GraphKayles):
    """Choose a vertex: it is taken away, and all its neighbours with it.

    >>> import cgt
    >>> cgt.nim_value(NodeKayles().parse("path 9")), cgt.nim_value(NodeKayles().parse("petersen"))
    (3, 1)
    """

    name = "node-kayles"
    title = "Node Kayles"
    rules = "Choose a vertex of the graph: it is taken away, and all its neighbours with it."
    references = (SCHAEFER, BODLAENDER, GUY_SMITH, "OEIS A316632, A317367")
    example = "a-b,b-c,c-d,d-e,a-e,e-f"
    searched = NodeVertices
    board = NodesOnSquares()

    def moves(self, state: Graph) -> tuple[Vertex, ...]:
        return state[0]

    def after(self, graph: Graph, move: Move) -> Graph:
        if not isinstance(move, str) or move not in graph[0]:
            raise KeyError(move)
        return without(graph, {move} | {end for edge in graph[1] if move in edge for end in edge})

    def _move_text(self, position: Position, move: str) -> str:
        return _("choose {vertex}").format(vertex=move)

    def shape_value(self, kind: str, size: int) -> int:
        """The nim-value of a path, as of 0.137, Dawson's chess; of a cycle or star by its options."""
        if kind == "star":
            return mex([0, (size - 1) % 2])
        return dawson(size) if kind == "path" else mex([dawson(size - 3)])

    def shape_options(self, part: Graph, kind: str) -> Iterator[tuple[str, int]]:
        """The moves in a path, one move for a whole cycle, and in a star the middle or a leaf, with their values."""
        size = len(part[0])
        if kind == "path":
            for place, vertex in enumerate(along(part)):
                yield vertex, dawson(max(place - 1, 0)) ^ dawson(max(size - place - 2, 0))
        elif kind == "cycle":
            yield from ((vertex, dawson(size - 3)) for vertex in part[0])
        else:
            middle = max(neighbours_in(part).items(), key=lambda pair: len(pair[1]))[0]
            yield from ((vertex, 0 if vertex == middle else size % 2) for vertex in part[0])


@position_of.register(GraphVertices)
def _vertices_left(bits: GraphVertices, state: int) -> Position:
    gone = {vertex for number, vertex in enumerate(bits.graph[0]) if not state >> number & 1}
    return position_of(bits.game, without(bits.graph, gone))


@position_of.register(NodesOnSquares)
def _graph_of_squares(_game: NodesOnSquares, state: Squares) -> Position:
    width, *rows = state
    names = {
        (line, place): f"{ascii_lowercase[line]}{place + 1}"  # a board lies: its lines are no more than the letters
        for line, row in enumerate(rows)
        for place in range(width)
        if row >> place & 1
    }
    beside = ((square, other) for square in names for other in ((square[0], square[1] + 1), (square[0] + 1, square[1])))
    edges = [(names[square], names[other]) for square, other in beside if other in names]
    return GamePosition(NodeKayles(), graph_of(names.values(), edges))


@attrs.frozen
class ArcKayles(GraphKayles):
    """Choose an edge: its two ends are taken away, and every edge that touches them.

    >>> import cgt
    >>> cgt.nim_value(ArcKayles().parse("path 10"))
    3
    """

    name = "arc-kayles"
    title = "Arc Kayles"
    rules = "Choose an edge of the graph: its two ends are taken away, and every edge that touches them."
    references = (SCHAEFER, GUY_SMITH)
    example = "a-b,b-c,c-d,d-e,a-e,e-f,c-f"
    searched = ArcVertices
    board = Cram()

    def components(self, state: Graph) -> Sequence[Graph]:
        """The connected components with an edge: no move touches a lone vertex."""
        return [part for part in connected(state) if part[1]] or (graph_of((), ()),)

    def canonical(self, state: Graph) -> Graph:
        """The graph without its lone vertices, the others numbered."""
        return super().canonical(graph_of((), state[1]))

    def _searched_as(self, graph: Graph, known: Iterable[Game]) -> tuple[SquareSets | GraphVertices, int]:
        """The vertices with an edge as bits."""
        return super()._searched_as(graph_of((), graph[1]), known)

    def moves(self, state: Graph) -> tuple[str, ...]:
        """The edges, such as `a-b`."""
        return tuple(map("-".join, state[1]))

    def after(self, graph: Graph, move: Move) -> Graph:
        if not isinstance(move, str) or tuple(move.split("-")) not in graph[1]:
            raise KeyError(move)
        return without(graph, frozenset(move.split("-")))

    def _move_text(self, position: Position, move: str) -> str:
        return _("choose {edge}").format(edge=move)

    def shape_value(self, kind: str, size: int) -> int:
        """The nim-value of a path, as of 0.07, Dawson's Kayles; a star lasts one move."""
        if kind == "star":
            return 1
        return _arcs(size) if kind == "path" else mex([_arcs(size - 2)])

    def shape_options(self, part: Graph, kind: str) -> Iterator[tuple[str, int]]:
        """The moves in a path, one move for a whole cycle, and in a star any edge, with their values."""
        size = len(part[0])
        if kind == "path":
            for place, pair in enumerate(pairwise(along(part))):
                yield "-".join(edge_between(*pair)), _arcs(place) ^ _arcs(size - place - 2)
        else:
            yield from (("-".join(edge), _arcs(size - 2) if kind == "cycle" else 0) for edge in part[1])


@attrs.frozen
class PathsAndCycles(ValueForm[Graph, str]):
    """The closed form for paths, cycles and stars: paths by Dawson's chess, with period 34, the others by options."""

    name = "paths, cycles and stars"
    statement = (
        "A path of n vertices is worth what Dawson's chess says of n files, in Arc Kayles of n - 1, with period 34; a "
        "cycle becomes a path, a star falls to pieces."
    )
    strategy = (
        "leave parts of the graph that are alike two by two, and do in one what the other player does in the other; "
        "parts that are not alike may cancel out as well, which a table tells"
    )
    reference = GUY_SMITH

    ruleset: GraphKayles

    def covers(self, state: Graph) -> bool:
        return all(map(shape_of, connected(state)))

    def value(self, state: Graph) -> int:
        """The nim-sum of the components; O(V)."""
        return nim_sum(*(self.ruleset.shape_value(*shape) for shape in _shapes(state)))

    def moves_to(self, state: Graph, value: int) -> tuple[str, ...]:
        """The moves to that nim-value, from what each component leaves; O(V log V)."""
        wanted = self.value(state) ^ value
        results = set()
        for part in connected(state):
            kind, size = shape_of(part) or ("path", 0)
            needed = wanted ^ self.ruleset.shape_value(kind, size)
            results |= {move for move, left in self.ruleset.shape_options(part, kind) if left == needed}
        return tuple(move for move in self.ruleset.moves(state) if move in results)

    def reason(self, state: Graph, convention: Convention) -> str:
        words = {"path": _("path"), "cycle": _("cycle"), "star": _("star")}
        shapes = list(Counter(_shapes(state)))
        if not shapes:
            return _("no vertex is left")
        shown = [
            _("{shape} {size} is worth {value}").format(
                shape=words[kind], size=size, value=self.ruleset.shape_value(kind, size)
            )
            for kind, size in shapes[:8]
        ]
        total = [_("together {total}").format(total=self.value(state))] if len(_shapes(state)) > 1 else []
        return _("; ").join([*shown, *(["…"] if shapes[8:] else []), *total])


def squares_of(graph: Graph) -> Squares | None:
    """The squares of a board, row by row, of a graph such as `grid 3x4`, or of what is left of one; else None.

    The vertices are named as squares, a1, b1, …, and just those side by side are neighbours.

    >>> from cgt.games.graphs.graph import standard_graph
    >>> squares_of(standard_graph("grid", "2x3")), squares_of(standard_graph("path", "3"))
    ((3, 7, 7), None)
    """
    vertices, edges = graph
    if not all(map(_SQUARE.fullmatch, vertices)):
        return None
    places = {vertex: (int(vertex[1:]), ord(vertex[0]) - ord("a")) for vertex in vertices}
    squares = set(places.values())
    pairs = sum(((row, column + 1) in squares) + ((row + 1, column) in squares) for row, column in squares)
    apart = (sum(abs(a - b) for a, b in zip(places[one], places[other], strict=True)) for one, other in edges)
    if pairs != len(edges) or any(far != 1 for far in apart):
        return None
    stride = len(ascii_lowercase) + 1
    return unpacked(sum(1 << stride * row + column for row, column in squares), stride)


def _shapes(state: Graph) -> list[tuple[str, int]]:
    return [shape for part in connected(state) if (shape := shape_of(part))]


def _arcs(count: int) -> int:
    """The nim-value of Arc Kayles on a path of `count` vertices."""
    return dawson(max(count - 1, 0))


def along(path: Graph) -> list[Vertex]:
    """The vertices of a path, from one end to the other."""
    neighbours = neighbours_in(path)
    now, before = next(vertex for vertex in path[0] if len(neighbours[vertex]) < 2), ""
    order = [now]
    while following := [vertex for vertex in neighbours[now] if vertex != before]:
        before, now = now, following[0]
        order.append(now)
    return order


@cache
def _dawson_values() -> tuple[int, ...]:
    """The nim-values of 0.137 up to two periods after the last exception, by the definition."""
    values: list[int] = []
    for size in range(52 + 2 * 34):
        # A pin goes with those beside it: the ends lose two, the inner ones leave two rows.
        options = [values[max(place - 1, 0)] ^ values[max(size - place - 2, 0)] for place in range(size)]
        values.append(mex(options))
    return tuple(values)


def dawson(count: int) -> int:
    """The nim-value of Dawson's chess, 0.137, whose period is 34 from 52 on (Guy and Smith, 1956).

    >>> [dawson(count) for count in range(10)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    """
    values = _dawson_values()
    return values[count] if count < len(values) else values[52 + (count - 52) % 34]
