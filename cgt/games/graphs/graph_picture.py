"""Pictures of graphs, and of drawings in the plane, as SVG and as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin

import attrs

from cgt.core.card import html, svg
from cgt.games.graphs.graph import Edge, Vertex, neighbours_in

SHOWN = 40
"""The greatest number of vertices or spots drawn, and of free ends at one spot."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
"""The names of drawings, as many as are drawn."""

NUMBERS = tuple(map(str, range(1, SHOWN + 1)))
"""The names of the places where a line may end."""

WHOLE_NAME = 6
"""The longest name written whole, as `ground` is."""

_Place = tuple[float, float]

_CELL = re.compile(r"([a-z])(\d{1,2})", re.ASCII)
_FRAME, _RING, _ARM, _ACROSS = 78, 22, 17, 320
_GREY, _FILL, _MARK, _EARTH = "#7a7a7a", "#c08a4a", "#0072b2", "#8a5a20"


@attrs.frozen
class DrawnGraph:
    r"""A graph to draw, its vertices on a circle in order, or on a grid if all have names such as b3.

    Args:
        vertices: their names.
        edges: pairs of them.
        marked: the vertex where a token lies.
        arrows: whether an edge has a direction.
        rising: whether an edge leads upwards, as in an order: each vertex is drawn above those that lead to it.
        ground: the vertex that is drawn as the ground, on which the others stand by their distance.
        before: the graph that this one is left of: what is left keeps its place.

    >>> DrawnGraph(["a", "b"], [("a", "b")]).svg().count("<circle")
    2
    >>> square = DrawnGraph(["a1", "b1", "a2", "b2"], [("a1", "b1"), ("a1", "a2"), ("b1", "b2")], marked="b2")
    >>> print(square.text(plain=True))
    a1---b1
    |    |
    a2  [b2]
    >>> print(DrawnGraph(["x", "y", "z"], [("x", "y"), ("x", "z")]).text())
    x ─ y z
    y ─ x
    z ─ x
    """

    vertices: Sequence[Vertex]
    edges: Sequence[Edge]
    marked: Vertex | None = None
    arrows: bool = False
    rising: bool = False
    ground: Vertex | None = None
    before: DrawnGraph | None = None

    def aligned_with(self, before: object) -> DrawnGraph:
        """This graph with the vertices in the places of an earlier one; itself where that lacks some of them.

        >>> path = DrawnGraph(["a", "b", "c"], [("a", "b"), ("b", "c")])
        >>> left = DrawnGraph(["b", "c"], [("b", "c")]).aligned_with(path)
        >>> all(line in path.svg() for line in left.svg().split("<")[3:] if line.startswith("circle"))
        True
        """
        if isinstance(before, DrawnGraph) and set(self.vertices) <= set(before.vertices):
            return attrs.evolve(self, before=before)
        return self

    def svg(self, *, title: str = "") -> str | None:
        """The graph as SVG, parallel edges bent, arrows with a tip; None without vertices, or with too many.

        What is drawn of a vertex or an edge names it as `data-part`.
        """
        if not 0 < len(self.vertices) <= SHOWN:
            return None
        places = _places(self.before or self)
        width = max(x for x, _y in places.values()) + 26
        height = max(y for _x, y in places.values()) + 26
        edges = list(self.edges)
        drawn = []
        for index, edge in enumerate(edges):
            ends = tuple(_foot(places, edge, end, self.ground) for end in edge)
            drawn.append(_edge("-".join(edge), ends, edges[:index].count(edge), self.arrows))
        if self.ground is not None:
            drawn.append(_earth(width, places[self.ground][1]))
        standing = [name for name in self.vertices if name != self.ground]
        drawn += [_vertex(name, places[name], marked=name == self.marked) for name in standing]
        return svg(width, height, "".join(drawn), title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """The graph as text: a grid where names and edges form one, otherwise the neighbours of each vertex.

        Empty for no vertex, or too many, or where a line would be wider than `width`.
        """
        if not 0 < len(self.vertices) <= SHOWN:
            return ""
        lines = None if self.arrows else _grid_lines(self.vertices, self.edges, self.marked, plain=plain)
        lines = lines or self._neighbours(plain=plain)
        return "\n".join(lines) if max(map(len, lines)) <= width else ""

    def _neighbours(self, *, plain: bool) -> list[str]:
        ground_first = sorted(self.vertices, key=lambda vertex: vertex != self.ground)
        beside: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in ground_first}
        for first, second in self.edges:
            beside[first].append(second)
            if not self.arrows and first != second:
                beside[second].append(first)
        sign = ("->" if plain else "→") if self.arrows else ("-" if plain else "─")
        names = {vertex: f"[{vertex}]" if vertex == self.marked else vertex for vertex in self.vertices}
        wide = max(map(len, names.values()))
        return [f"{names[name]:{wide}} {sign} {' '.join(others)}".rstrip(f" {sign}") for name, others in beside.items()]


def _places(graph: DrawnGraph) -> Mapping[Vertex, _Place]:
    if graph.ground is not None:
        return _standing(graph.vertices, graph.edges, graph.ground)
    if graph.rising:
        return _rising(graph.vertices, graph.edges)
    return _circle_or_grid(graph.vertices)


def _circle_or_grid(vertices: Sequence[Vertex]) -> Mapping[Vertex, _Place]:
    cells = [_CELL.fullmatch(name) for name in vertices]
    if all(cells) and len(vertices) > 2:
        return {
            name: (26 + 48 * (ord(cell[1]) - ord("a")), 26 + 48 * (int(cell[2]) - 1))
            for name, cell in zip(vertices, cells, strict=True)
            if cell
        }
    radius = max(40.0, 44 * len(vertices) / (2 * pi)) if len(vertices) > 1 else 0.0
    turn = 2 * pi / len(vertices)
    return {
        name: (26 + radius - radius * cos(turn * index), 26 + radius - radius * sin(turn * index))
        for index, name in enumerate(vertices)
    }


def _rising(vertices: Sequence[Vertex], edges: Sequence[Edge]) -> Mapping[Vertex, _Place]:
    """The place of each vertex: height by the longest way up to it, across near those that lead to it."""
    level = dict.fromkeys(vertices, 0)
    for _round in vertices:
        for lower, upper in edges:
            level[upper] = max(level[upper], level[lower] + 1)
    rows = [[name for name in vertices if level[name] == height] for height in range(max(level.values()) + 1)]
    widest = max(map(len, rows))
    lean = 16 if any(level[upper] - level[lower] > 1 for lower, upper in edges) else 0  # past what is between them
    across: dict[Vertex, float] = {}
    for height, row in enumerate(rows):
        below = {name: [across[lower] for lower, upper in edges if upper == name] for name in row}
        means = {name: sum(lower) / max(1, len(lower)) for name, lower in below.items()}
        row.sort(key=means.__getitem__)
        left = 26 + 28 * (widest - len(row)) + lean * (height % 2)
        across |= {name: left + 56 * place for place, name in enumerate(row)}
    return {name: (across[name], 26 + 56 * (len(rows) - 1 - level[name])) for name in vertices}


def _standing(vertices: Sequence[Vertex], edges: Sequence[Edge], ground: Vertex) -> Mapping[Vertex, _Place]:
    """The place of each vertex: height by distance from the ground, centred over its subtree of shortest paths."""
    beside = neighbours_in((tuple(vertices), tuple(edges)))
    level: dict[Vertex, int] = {}
    roots: list[Vertex] = []
    order: list[Vertex] = []
    carried: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in vertices}
    for root in (ground, *vertices):  # what no path joins to the ground stands beside, in the air
        if root in level:
            continue
        level[root] = 1 if roots else 0
        roots.append(root)
        reached = [root]
        for vertex in reached:
            for other in beside[vertex]:
                if other not in level:
                    level[other] = level[vertex] + 1
                    carried[vertex].append(other)
                    reached.append(other)
        order += reached
    across: dict[Vertex, float] = {}
    waiting, taken = roots[::-1], 0
    while waiting:  # depth first: those that carry nothing stand side by side, from the left
        vertex = waiting.pop()
        waiting += reversed(carried[vertex])
        if not carried[vertex]:
            across[vertex], taken = 40 + 56 * taken, taken + 1
    for vertex in reversed(order):
        if carried[vertex]:
            across[vertex] = sum(across[other] for other in carried[vertex]) / len(carried[vertex])
    highest = max(level.values())
    return {vertex: (across[vertex], 26 + 56 * (highest - level[vertex])) for vertex in order}


def _foot(places: Mapping[Vertex, _Place], edge: Edge, end: Vertex, ground: Vertex | None) -> _Place:
    """The point of an edge at one of its ends; at the ground, the point straight below the other end."""
    other = edge[0] if end == edge[1] else edge[1]
    return (places[other][0], places[end][1]) if end == ground else places[end]


def _earth(width: float, top: float) -> str:
    lines = [(4.0, top, width - 4, top, 5), *((x, top + 8, x - 8, top + 16, 2) for x in range(16, round(width), 14))]
    return "".join(
        f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{a:.0f}" y2="{b:.0f}" stroke="{_EARTH}" stroke-width="{wide}"/>'
        for x, y, a, b, wide in lines
    )


def _edge(name: str, ends: tuple[_Place, ...], before: int, arrows: bool) -> str:
    (x, y), (a, b) = ends
    style = f'fill="none" stroke="{_GREY}" stroke-width="3" data-part="{html(name)}"'
    if (x, y) == (a, b):
        size = 26 + 8 * before
        return f'<path d="M{x:.1f},{y:.1f} c-{size},-{size} {size},-{size} 0,0" {style}/>'
    bend = 14 * ((before + 1) // 2) * (-1 if before % 2 else 1)
    length = max(((a - x) ** 2 + (b - y) ** 2) ** 0.5, 1.0)
    p, q = (x + a) / 2 - (b - y) * bend / length, (y + b) / 2 + (a - x) * bend / length
    line = f'<path d="M{x:.1f},{y:.1f} Q{p:.1f},{q:.1f} {a:.1f},{b:.1f}" {style}/>'
    return line + _tip((p, q), (a, b)) if arrows else line


def _tip(before: _Place, end: _Place) -> str:
    """The tip of an arrow that comes from one point to the ring around another."""
    (x, y), (a, b) = before, end
    length = max(((a - x) ** 2 + (b - y) ** 2) ** 0.5, 1.0)
    across, down = (a - x) / length, (b - y) / length
    corners = " L".join(
        f"{a - back * across - aside * down:.1f},{b - back * down + aside * across:.1f}"
        for back, aside in ((14, 0), (25, 5), (25, -5))
    )
    return f'<path d="M{corners} z" fill="{_GREY}"/>'


def _vertex(name: Vertex, place: tuple[float, float], *, marked: bool) -> str:
    x, y = place
    shown = name if len(name) <= WHOLE_NAME else f"{name[: WHOLE_NAME - 1]}…"
    ink = "#fff" if marked else "#000"
    size = 'font-size="11"' if len(shown) <= 4 else 'font-size="8" textLength="22" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" stroke="{_GREY}" stroke-width="2" '
        f'fill="{_MARK if marked else _FILL}" data-part="{html(name)}"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" {size} text-anchor="middle" fill="{ink}">'
        f"{html(shown)}</text>"
    )


def _grid_lines(
    vertices: Sequence[Vertex], edges: Sequence[Edge], marked: Vertex | None, *, plain: bool
) -> list[str] | None:
    """The lines of a grid; None where a name does not fit one, or an edge joins no neighbours."""
    cells = {name: (ord(cell[1]) - ord("a"), int(cell[2])) for name in vertices if (cell := _CELL.fullmatch(name))}
    if len(cells) < max(len(vertices), 2):
        return None
    across: set[tuple[int, int]] = set()
    down: set[tuple[int, int]] = set()
    for first, second in edges:
        (x, y), (a, b) = sorted([cells[first], cells[second]])
        if (a - x, b - y) not in {(1, 0), (0, 1)}:
            return None
        (across if a > x else down).add((x, y))
    names = {place: name for name, place in cells.items()}
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*cells.values(), strict=True))
    wide = max(map(len, cells)) + 3
    line, bar = ("-", "|") if plain else ("─", "│")
    results = []
    for y in range(top, bottom + 1):
        row, below = "", ""
        for x in range(left, right + 1):
            name = names.get((x, y), "")
            shown = f"[{name}]" if name and name == marked else name
            row = row[:-1] + shown if shown.startswith("[") and row else row + shown
            row += (line if (x, y) in across else " ") * (wide * (x - left + 1) - len(row))
            below += (bar if (x, y) in down else " ").ljust(wide)
        results += [row.rstrip(), below.rstrip()]
    while results and not results[-1]:
        results.pop()
    return results


@attrs.frozen
class Spot:
    """A spot met on the way round a drawing: its name if it is met twice, and the lines that may still end there."""

    free: int
    name: str = ""


@attrs.frozen
class DrawnRegions:
    """Regions to draw, each with its drawings, each of these with its spots in order around it.

    Each spot has a label, by which moves call it; after a move the labels are given anew, which `data-anew` says.

    >>> regions = DrawnRegions([[[Spot(3)], [Spot(1, "a"), Spot(1, "b")]], [[Spot(1, "a"), Spot(1, "b")]]], NUMBERS)
    >>> print(regions.text())
    1'''  (2a' 3b')
    (4a' 5b')
    >>> regions.svg().count("<circle")
    7
    """

    regions: Sequence[Sequence[Sequence[Spot]]]
    labels: Sequence[str]

    def svg(self, *, title: str = "") -> str | None:
        """The regions as SVG: a frame each, with a ring for a drawing of several spots; None for none or too many."""
        if not self._fits():
            return None
        shapes, labels = [], iter(self.labels)
        widest = left = top = high = 4.0
        for region in self.regions:
            sizes = [2 * _radius(drawing) + _FRAME - 2 * _RING for drawing in region]
            if left > 4 and left + sum(sizes) > _ACROSS:
                left, top, high = 4, high + 8, 4
            high = max(high, top + max(sizes))
            shapes.append(
                f'<rect x="{left:.0f}" y="{top:.0f}" width="{sum(sizes):.0f}" height="{max(sizes):.0f}" rx="10" '
                f'fill="none" stroke="{_GREY}"/>'
            )
            for drawing, size in zip(region, sizes, strict=True):
                shapes += _shapes(drawing, left + size / 2, top + max(sizes) / 2, labels)
                left += size
            widest, left = max(widest, left), left + 8
        return svg(widest + 4, high + 4, "".join(shapes), title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """A line of text for each region: spots with strokes for lines that may end there; empty without room."""
        if not self._fits():
            return ""
        labels, lines = iter(self.labels), []
        for region in self.regions:
            results = [" ".join(next(labels) + spot.name + "'" * spot.free for spot in drawing) for drawing in region]
            shown = [one if len(drawing) == 1 else f"({one})" for one, drawing in zip(results, region, strict=True)]
            lines.append("  ".join(shown))
        return "\n".join(lines) if max(map(len, lines)) <= width else ""

    def _fits(self) -> bool:
        spots = [spot for region in self.regions for drawing in region for spot in drawing]
        return 0 < len(spots) <= SHOWN and max(spot.free for spot in spots) <= SHOWN


def _radius(drawing: Sequence[Spot]) -> float:
    """The radius of the ring of a drawing's spots, each with room for a finger."""
    return max(_RING, 24 * len(drawing) / (2 * pi)) if len(drawing) > 1 else _RING


def _shapes(drawing: Sequence[Spot], x: float, y: float, labels: Iterator[str]) -> Iterator[str]:
    """The SVG of one drawing around a point: its ring, and at each spot the free ends, the label and the name."""
    ring = _radius(drawing) if len(drawing) > 1 else 0
    if ring:
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{ring:.1f}" fill="none" stroke="{_GREY}" stroke-width="2"/>'
    for place, spot in enumerate(drawing):
        towards = 2 * pi * place / len(drawing) - pi / 2
        here_x, here_y = x + ring * cos(towards), y + ring * sin(towards)
        for end in range(spot.free):
            turned = 2 * pi * end / spot.free if not ring else (end - (spot.free - 1) / 2) * pi / 4
            far_x, far_y = here_x + _ARM * cos(towards + turned), here_y + _ARM * sin(towards + turned)
            yield (
                f'<line x1="{here_x:.1f}" y1="{here_y:.1f}" x2="{far_x:.1f}" y2="{far_y:.1f}" stroke="{_FILL}" '
                'stroke-width="2"/>'
            )
        label = next(labels)
        yield f'<circle cx="{here_x:.1f}" cy="{here_y:.1f}" r="9" fill="{_FILL}" data-part="{label}" data-anew=""/>'
        yield _word(label, here_x, here_y, "#000")
        if spot.name:
            yield _word(spot.name, x + (ring - 15) * cos(towards), y + (ring - 15) * sin(towards), _MARK)


def _word(word: str, x: float, y: float, ink: str) -> str:
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11" text-anchor="middle" fill="{ink}">{html(word)}</text>'
