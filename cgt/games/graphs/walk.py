"""A walk on a directed graph with cycles, which may last for ever: a token moves, and nothing is removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.game import GamePosition, check_hashable, position_of
from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.core.position import Move, Position
from cgt.core.reading import indentation
from cgt.errors import ParseError, PositionError
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph import Vertex, by_name, by_names, edges_and_names, is_graph, read_entries, read_token
from cgt.games.graphs.graph_picture import DrawnGraph

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.families.lesson_words import LessonWords

SMITH = "C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966)"
FRAENKEL_PERL = "A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles (1975)"


SMALL = (
    "a: a>b,b>a,b>c",
    "a: a>b,b>c,b>a,a>c",
    "a: a>b,b>c,c>a,b>d",
    "a: a>b,b>a,b>c,c>d",
    "a: a>b,b>c,c>d,d>a,b>e",
    "a: a>b,b>c,c>b,c>d,d>e,a>d",
)
"""Small graphs with a cycle: samples with all three outcomes."""

LONGEST = 8
"""The length of the longest walk among the samples: of a longer one nobody can read the picture."""


@attrs.frozen(cache_hash=True)
class Digraph:
    """A directed graph, given by its sorted edges."""

    edges: tuple[tuple[str, str], ...]

    @cached_property
    def targets(self) -> Mapping[str, tuple[str, ...]]:
        """The targets of the edges of each vertex, in order; a vertex without edges has none."""
        results: dict[str, list[str]] = {vertex: [] for edge in self.edges for vertex in edge}
        for start, end in self.edges:
            results[start].append(end)
        return {vertex: tuple(ends) for vertex, ends in results.items()}


Walker: TypeAlias = tuple[str, Digraph]
"""The vertex of the token, and the graph."""


@attrs.frozen
class Walk(DrawnGame[Walker, Vertex]):
    """Move a token along an edge of a directed graph, again and again if the graph has cycles: then a play may not end.

    Any game is of this form. An endless play is a draw; the labels N, P and D come by retrograde analysis, and in sums
    by the values of Smith, and of Fraenkel and Perl.

    >>> import cgt
    >>> walk = Walk()
    >>> cgt.solve(walk.parse("a: a>b,b>a")).outcome, cgt.solve(walk.parse("a: a>b,b>a,b>c")).outcome
    (<Outcome.D: 'D'>, <Outcome.P: 'P'>)
    >>> cgt.solve(walk.parse("b: a>b,b>a,b>c")).winning_moves
    ('c', 'a')
    """

    name = "walk"
    title = "Walk"
    rules = (
        "A token stands on a vertex of a directed graph; move it along an edge. Nothing is taken away, "
        "so that the play may go round for ever, which is a draw."
    )
    references = (SMITH, FRAENKEL_PERL)
    phrase = "the graph that is drawn"
    position_form = "the token's vertex and the edges such as a: a>b,b>a,b>c"
    example = "a: a>b,b>c,c>a,c>d,d>e"

    def position(self, start: object, graph: object = None) -> GamePosition[Walker, Vertex]:
        """The token on a vertex of a directed graph: one of networkx, or its edges as pairs (from, to).

        Raises:
            PositionError: the vertex is not there, or what was given is no directed graph without parallel edges.

        >>> print(Walk().position("a", [("a", "b"), ("b", "a")]))
        a: a>b,b>a
        """
        check_hashable(start, "a vertex")
        edges, names = edges_and_names(graph, () if is_graph(graph) else [start], directed=True)
        if start not in names:
            raise PositionError(f"{format_value(start)} is no vertex of the graph")
        return GamePosition(self, (names[start], Digraph(tuple(sorted(edges, key=by_names)))))

    def moves(self, state: Walker) -> tuple[Vertex, ...]:
        start, roads = state
        return roads.targets.get(start, ())

    def after(self, state: Walker, move: Move) -> Walker:
        if not isinstance(move, str) or move not in self.moves(state):
            raise KeyError(move)
        return move, state[1]

    def read(self, text: str) -> Walker:
        """Read `a: a>b,b>a`; `a: a` is a token that cannot move."""
        vertex, rest, begin = read_token(text, self.position_form)
        try:
            lone, edges = read_entries(rest, self.position_form, ">")
        except ParseError as error:
            raise error.within(text, begin) from None
        there = set()
        for edge, place in edges:
            if edge in there:
                message = _("the edge {edge} stands there twice")
                raise ParseError(message.format(edge=">".join(edge)), text, begin + place)
            there.add(edge)
        roads = Digraph(tuple(sorted(there, key=by_names)))
        if vertex not in {*roads.targets, *lone}:
            message = _("{vertex} is no vertex of the graph: one without edges is named among them, such as a: a,b>c")
            raise ParseError(message.format(vertex=format_value(vertex)), text, indentation(text))
        return vertex, roads

    def write(self, state: Walker) -> str:
        start, roads = state
        alone = () if start in roads.targets else (start,)
        return f"{start}: {','.join((*alone, *map('>'.join, roads.edges)))}"

    def _size(self, state: Walker) -> tuple[int, ...]:
        _start, roads = state
        return (len(roads.edges),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: the example's graph and small ones with every place of the token, and walks that end."""
        for text in (self.example, *SMALL):
            _start, roads = self.read(text)
            yield from (position_of(self, (vertex, roads)) for vertex in roads.targets)
        for length in range(1, min(bound, LONGEST) + 1):
            names = [str(number) for number in range(1, length + 2)]
            pairs = [(a, b) for a in names for b in names if 0 < int(a) - int(b) < 3]
            yield self.position(names[-1], pairs)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words

        _start, roads = self.read(self.example)
        vertices = sorted({vertex for edge in roads.edges for vertex in edge}, key=by_name)
        every_road = ",".join(map(">".join, roads.edges))
        return attrs.evolve(
            written_words("walk"),
            columns=(_("vertex"), *vertices),
            lines=((_("W, L or D"), *(f"{vertex}: {every_road}" for vertex in vertices)),),
        )

    def _move_text(self, position: Position, move: Vertex) -> str:
        return _("go to {vertex}").format(vertex=move)

    def sketch(self, state: Walker) -> Sketch:
        """The drawing of the graph, the token's vertex marked, an arrow for each edge."""
        start, roads = state
        return DrawnGraph(sorted({start, *roads.targets}, key=by_name), roads.edges, marked=start, arrows=True)
