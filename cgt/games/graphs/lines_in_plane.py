"""Spots and lines in the plane that never cross, drawn line by line: what is drawn stays where it is.

A new line is a cheap way on a grid, round all that is drawn; where there is no room for one, the grid is refined.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import TypeAlias

import attrs

UNIT = 4
"""The side of a cell before the grid is refined, in units of the picture."""

REACH = 7
"""The number of such cells that a new line keeps away from all else where there is room."""

FINEST = 3
"""The greatest number of times that the grid is refined."""

SMOOTHED = 40
"""The number of times that a new line is drawn tighter."""

ROOM = 22
"""The distance of a new spot from the others where there is room, in units of the picture."""

_FAR = float("inf")

Cell: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
Dart: TypeAlias = int
"""A line with a direction: 2n is line n from its first spot to its second one, 2n + 1 the way back."""

AROUND: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The neighbours of a cell, going round."""


@attrs.frozen
class Corner:
    """A spot in the walk around a drawing, and the directed line by which the walk leaves it, None if alone."""

    spot: int
    dart: Dart | None = None


Walk: TypeAlias = tuple[Corner, ...]
"""The sequence that one meets going round a drawing, the face on one hand."""
Face: TypeAlias = tuple[Walk, ...]
"""The drawings that border a face."""


@attrs.frozen
class Line:
    """A line between two spots: the cells that it goes through, those of the spots included, and its points there."""

    cells: tuple[Cell, ...]
    points: tuple[Point, ...]

    def refined(self, unit: float) -> Line:
        """The line on a grid twice as fine, whose cells are as large as `unit`: it moves by less than one."""
        doubled = [(2 * x, 2 * y) for x, y in self.cells]
        between = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise(doubled)]
        cells = [*(cell for pair in zip(doubled, between, strict=False) for cell in pair), doubled[-1]]
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(self.points)]
        points = [*(point for pair in zip(self.points, middles, strict=False) for point in pair), self.points[-1]]
        return Line(tuple(cells), tuple(_clamped(point, cell, unit) for point, cell in zip(points, cells, strict=True)))


@attrs.frozen(eq=False)
class LinesInPlane:
    """Spots in the plane and the lines between them.

    Attributes:
        spots: their cells.
        lines: each between two spots, and through no other.
        faces: what the lines divide the plane into.
        cells: how many cells there are along a side, before the grid is refined.
        level: how often it is.

    >>> sheet = LinesInPlane.of_spots(2)
    >>> drawn = sheet.joined(0, (0, 0), (1, 0))
    >>> len(drawn.spots), len(drawn.lines), [[corner.spot for corner in walk] for walk in drawn.faces[0]]
    (3, 2, [[0, 2, 1, 2]])
    """

    spots: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    faces: tuple[Face, ...] = ()
    cells: int = 60
    level: int = 0

    @classmethod
    def of_spots(cls, count: int) -> LinesInPlane:
        """The position of so many spots, on a circle, and no line."""
        cells = 60 if count < 5 else 80
        middle, radius = cells / 2, 0.0 if count == 1 else cells * (0.2 if count < 4 else 0.3)
        turns = [pi * (2 * spot / count - (0.5 if count > 2 else 1)) for spot in range(count)]
        spots = tuple((round(middle + radius * cos(turn)), round(middle + radius * sin(turn))) for turn in turns)
        return cls(spots, (), (tuple((Corner(spot),) for spot in range(count)),), cells)

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        """The number of lines that end at each spot."""
        ends = [cell for line in self.lines for cell in (line.cells[0], line.cells[-1])]
        return tuple(map(ends.count, self.spots))

    @property
    def side(self) -> float:
        """The side of the sheet in the picture."""
        return self.cells * UNIT

    @property
    def unit(self) -> float:
        """The side of a cell in the picture."""
        return UNIT / (1 << self.level)

    def point(self, cell: Cell) -> Point:
        """The middle of a cell in the picture."""
        return cell[0] * self.unit, cell[1] * self.unit

    def refined(self) -> LinesInPlane:
        """The same on a grid twice as fine."""
        spots = tuple((2 * x, 2 * y) for x, y in self.spots)
        return attrs.evolve(
            self, spots=spots, lines=tuple(line.refined(self.unit / 2) for line in self.lines), level=self.level + 1
        )

    def joined(
        self,
        face: int,
        start: tuple[int, int],
        end: tuple[int, int],
        within: Collection[int] = (),
        out: Collection[int] = (),
    ) -> LinesInPlane | None:
        """This with a line between two corners of a face, and a new spot on it; None where no room is found.

        Args:
            face: the number of the face.
            start: a walk of the face, and a corner of it.
            end: the other corner, of the same walk or of another; the same corner for a line back to it.
            within: the walks that the line parts from `out`, if it ends where it began: they come to lie where one is
                who walks on from the start to the end.
            out: the walks that come to lie on the other side; any others lie anywhere.
        """
        here: LinesInPlane = self
        while True:
            way = _Sheet(here).way(here.faces[face], start, end, within, out)
            if way is not None:
                faces = here.faces_after(face, start, end, within, out)
                return attrs.evolve(here, spots=(*here.spots, way[0].cells[-1]), lines=(*here.lines, *way), faces=faces)
            if here.level >= FINEST:
                return None
            here = here.refined()

    def faces_after(
        self, face: int, start: tuple[int, int], end: tuple[int, int], within: Collection[int], out: Collection[int]
    ) -> tuple[Face, ...]:
        """The faces after a line as `joined` draws it."""
        walks, new, first = self.faces[face], len(self.spots), 2 * len(self.lines)
        (at, i), (other, j) = start, end
        a, b = walks[at][i], walks[other][j]
        there = (Corner(a.spot, first), Corner(new, first + 2))
        back = (Corner(b.spot, first + 3), Corner(new, first + 1))
        begun = _rotated(walks[at], i)
        if at == other:
            steps = (j - i) % len(walks[at])
            parted: tuple[Face, ...] = (
                ((*there, *begun[steps:]), *(walks[walk] for walk in out)),
                ((*back, *begun[:steps]), *(walks[walk] for walk in within)),
            )
        else:
            rest = tuple(walk for number, walk in enumerate(walks) if number not in {at, other})
            parted = (((*there, *_rotated(walks[other], j), *back, *begun), *rest),)
        return (*self.faces[:face], *parted, *self.faces[face + 1 :])


def _rotated(walk: Walk, place: int) -> Walk:
    """A walk rotated to begin at one of its corners; empty for a spot without lines."""
    return tuple(corner for corner in walk[place:] + walk[:place] if corner.dart is not None)


class _Sheet:
    """The grid while a line is drawn: the cells that are taken, and how far each one is from them."""

    def __init__(self, drawn: LinesInPlane) -> None:
        self.drawn, self.scale, self.side = drawn, 1 << drawn.level, drawn.cells << drawn.level
        self.taken = {cell for line in drawn.lines for cell in line.cells} | set(drawn.spots)
        self.width = self.side + 1
        self.ports_by = [x + y * self.width for x, y in AROUND]
        ends = [(step, end) for step in range(self.width) for end in (0, self.side)]
        edge = [*ends, *((x, y) for y, x in ends)]
        self.blocked = bytearray(self.width**2)
        for number in map(self.number, (*edge, *self.taken)):
            self.blocked[number] = 1
        self.reach = REACH * self.scale
        wide = 2 * self.scale
        span = range(-wide, wide + 1)
        discs = [(x + a, y + b) for x, y in drawn.spots for a in span for b in span if a * a + b * b <= wide * wide]
        self.far = self.nearer([self.reach] * self.width**2, [*edge, *self.taken, *discs])
        self.prices = [1 + 8 * ((self.reach - far) / self.reach) ** 2 for far in range(self.reach + 1)]

    def number(self, cell: Cell) -> int:
        """The place of a cell in lists."""
        return cell[0] + cell[1] * self.width

    def nearer(self, far: list[int], cells: Iterable[Cell]) -> list[int]:
        """Lower the distances `far`, a list by cell, to those from further cells, in place; return the list."""
        ring = list({self.number(cell) for cell in cells})
        for number in ring:
            far[number] = 0
        size = len(far)
        for distance in range(1, self.reach):
            after = []
            for number in ring:
                for by in self.ports_by:
                    to = number + by
                    if 0 <= to < size and far[to] > distance:
                        far[to] = distance
                        after.append(to)
            ring = after
        return far

    # ---- where a line may leave a spot, and what borders a walk

    def direction(self, dart: Dart) -> int:
        """The direction in which a dart leaves its spot."""
        cells = self.cells(dart)
        return _direction(cells[0], cells[1])

    def cells(self, dart: Dart) -> tuple[Cell, ...]:
        """The cells of a line, from where the dart leaves."""
        cells = self.drawn.lines[dart // 2].cells
        return cells[::-1] if dart % 2 else cells

    def ports(self, walk: Walk, place: int) -> list[int]:
        """The directions in which a line may leave a corner, so that there is room for a third one after a second."""
        corner, before = walk[place], walk[place - 1]
        if corner.dart is None or before.dart is None:
            return [port for port in range(8) if self.is_open(corner.spot, port)]
        first, last = self.direction(corner.dart), self.direction(before.dart ^ 1)
        size = (last - first) % 8 or 8
        gap = 2 if self.drawn.degrees[corner.spot] == 1 else 1
        ports = ((first + step) % 8 for step in range(gap, size - gap + 1))
        return [port for port in ports if self.is_open(corner.spot, port)]

    def is_open(self, spot: int, port: int) -> bool:
        """Whether a line gets out of a spot in a direction."""
        cell = self.drawn.spots[spot]
        if self.is_taken(_step(cell, port)):
            return False
        own = {line.cells[1] for line in self.drawn.lines if line.cells[0] == cell}
        own |= {line.cells[-2] for line in self.drawn.lines if line.cells[-1] == cell}
        return port % 2 == 0 or all(
            not self.is_taken(beside) or beside in own for beside in (_step(cell, port - 1), _step(cell, port + 1))
        )

    def is_taken(self, cell: Cell) -> bool:
        """Whether a cell is drawn on, or lies at the edge of the sheet or outside it."""
        return not (0 < cell[0] < self.side and 0 < cell[1] < self.side) or cell in self.taken

    def beside(self, walk: Iterable[Corner]) -> set[Cell]:
        """The free cells along the darts of a walk, on the side of its face; those around a spot without lines."""
        result = set()
        for corner in walk:
            if corner.dart is None:
                result |= self.free_neighbours(self.drawn.spots[corner.spot], range(8))
                continue
            cells = self.cells(corner.dart)
            for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False):
                first, last = _direction(cell, after), _direction(cell, before)
                result |= self.free_neighbours(cell, range(first + 1, first + (last - first) % 8))
        return result

    def free_neighbours(self, cell: Cell, ports: Iterable[int]) -> set[Cell]:
        """The free neighbours of a cell in some directions, without diagonal ones that a line cuts off."""
        return {
            _step(cell, port)
            for port in ports
            if not self.is_taken(_step(cell, port))
            and not (port % 2 and self.is_taken(_step(cell, port - 1)) and self.is_taken(_step(cell, port + 1)))
        }

    # ---- the way of a line

    def way(
        self, face: Face, start: tuple[int, int], end: tuple[int, int], within: Collection[int], out: Collection[int]
    ) -> tuple[Line, Line] | None:
        """The two halves of a line that joins two corners, for `LinesInPlane.joined`; None without room."""
        a, b = (face[walk][place].spot for walk, place in (start, end))
        ports = [self.ports(face[walk], place) for walk, place in (start, end)]
        walks = [[face[walk] for walk in side] for side in (within, out)]
        if start == end:
            return self.loop(face[start[0]], a, ports[0], walks)
        near = {_step(self.drawn.spots[spot], port) for spot in (a, b) for port in range(8)}
        fences: set[Cell] = set()
        if start[0] == end[0]:
            walk, steps = _rotated(face[start[0]], start[1]), (end[1] - start[1]) % len(face[start[0]])
            for borders, side in zip((walk[:steps], walk[steps:]), walks, strict=True):
                fence = self.barrier(side, self.beside(borders) - near, near | fences)
                if fence is None:
                    return None
                fences |= fence
        return self.drawn_way(a, b, ports, fences)

    def loop(
        self, walk: Walk, spot: int, ports: Sequence[int], walks: Sequence[Sequence[Walk]]
    ) -> tuple[Line, Line] | None:
        """The two halves of a line from a corner back to it, around the walks it encloses; None without room."""
        cell = self.drawn.spots[spot]
        near = {_step(cell, port) for port in range(8)}
        inside, out = walks
        for port in sorted(self.loop_ports(walk, spot, ports), key=lambda port: -self.outlook(cell, port, inside)):
            post, back = _step(cell, port), _step(cell, port + 4)
            fences = [self.barrier(inside, {post}, near - {post})] if inside else self.straight_barriers(cell, port)
            for fence in filter(None, fences):
                others = self.barrier(out, (self.beside(walk) - near) | {back}, (near - {back}) | fence)
                sides = [[(port + 1) % 8], [(port - 1) % 8]]
                way = None if others is None else self.drawn_way(spot, spot, sides, fence | others)
                if way is not None:
                    return way
        return None

    def straight_barriers(self, cell: Cell, port: int) -> list[set[Cell]]:
        """The straight barriers from a spot that an empty loop may go around: up to three, the longest first."""
        (x, y), (a, b) = cell, AROUND[port]
        long: list[Cell] = []
        for step in range(1, 8 * self.scale):
            one = (x + step * a, y + step * b)
            if any(self.is_taken(_step(one, turn)) and _step(one, turn) != cell for turn in range(8)):
                break
            long.append(one)
        lengths = sorted({len(long) * share // 4 for share in (4, 2, 1)} - {0, 1}, reverse=True)
        return [set(long[:length]) for length in lengths]

    def loop_ports(self, walk: Walk, spot: int, ports: Sequence[int]) -> list[int]:
        """The directions on both sides of which a loop may leave a spot."""
        dart = next(corner.dart for corner in walk if corner.spot == spot)
        line = None if dart is None else self.direction(dart)
        return [
            port
            for port in ports
            if line not in {(port - 1) % 8, (port + 1) % 8}
            and all(self.is_open(spot, port + turn) for turn in (-1, 0, 1))
        ]

    def outlook(self, cell: Cell, port: int, inside: Sequence[Walk]) -> float:
        """The merit of a direction in which a loop begins: it leads to what the loop encloses, or to the most room."""
        turn = AROUND[port]
        if inside:
            cells = [self.drawn.spots[corner.spot] for walk in inside for corner in walk]
            along = sum(turn[0] * (x - cell[0]) + turn[1] * (y - cell[1]) for x, y in cells)
            return along / dist((0, 0), turn)
        ahead = [(cell[0] + step * turn[0], cell[1] + step * turn[1]) for step in range(4 * self.scale, 9 * self.scale)]
        inside_sheet = [max(one) < self.side and min(one) > 0 for one in ahead]
        return min(self.far[self.number(one)] for one in ahead) if all(inside_sheet) else 0

    def barrier(self, walks: Iterable[Walk], posts: set[Cell], shut: set[Cell]) -> set[Cell] | None:
        """The free cells of a barrier that connects each of the walks with the posts; None without room."""
        fence: set[Cell] = set()
        for walk in walks:
            aims = {cell for cell in posts if cell not in shut and cell not in fence}
            aims |= {_step(cell, port) for cell in fence for port in range(8)} - fence - shut
            way = self.cheapest(self.beside(walk) - shut, aims, fence | shut)
            if way is None:
                return None
            fence |= set(way)
        return fence

    def drawn_way(self, a: int, b: int, ports: Sequence[Sequence[int]], fences: set[Cell]) -> tuple[Line, Line] | None:
        """The cheapest way from spot to spot by some of their ports, drawn tighter, with its new spot."""
        begin, aim = self.drawn.spots[a], self.drawn.spots[b]
        starts, ends = (
            {_step(cell, port) for port in some} - fences for cell, some in zip((begin, aim), ports, strict=True)
        )
        way = self.cheapest(starts, ends, fences)
        if way is None:
            return None
        cells = self.tightened([begin, *way, aim], fences)
        new = self.place_of_new(cells)
        if new is None or self.room(cells[new]) < ROOM:
            wide = self.detour(begin, aim, starts, ends, fences)
            if wide is not None:
                return wide
        return None if new is None else self.halves(cells[: new + 1], cells[new:])

    def detour(
        self, begin: Cell, aim: Cell, starts: set[Cell], ends: set[Cell], fences: set[Cell]
    ) -> tuple[Line, Line] | None:
        """A way by a cell with room for a spot; None where there is none."""
        (there, before), (back, _before) = self.shortest_paths(starts, fences), self.shortest_paths(ends, fences)

        def cost(cell: Cell) -> float:
            number, cramped = self.number(cell), max(0.0, 1 - self.room(cell) / ROOM)
            close = max(0, 3 * self.scale - self.far[number])
            return there[number] + back[number] + 40 * self.scale * cramped + 3 * self.scale * close

        steps = range(1, self.side, self.scale)
        reached = [one < _FAR and other < _FAR for one, other in zip(there, back, strict=True)]
        cells = [(x, y) for y in steps for x in steps if reached[x + y * self.width]]
        for new in sorted(cells, key=cost)[:3]:
            first = [begin, *self.path_to(new, before)]
            shut = fences | set(first)
            into = _direction(new, first[-2])
            leaves = {_step(new, into + turn) for turn in (3, 4, 5)} - shut
            second = self.cheapest(leaves, ends - shut, shut)
            if second is not None and len(first) > 2:
                first = self.tightened(first, fences | set(second))
                return self.halves(first, self.tightened([new, *second, aim], fences | set(first)))
        return None

    def room(self, cell: Cell) -> float:
        """The distance of a cell from the nearest spot, in the picture."""
        return min(dist(cell, spot) for spot in self.drawn.spots) * self.drawn.unit

    def cheapest(self, starts: set[Cell], aims: set[Cell], shut: Collection[Cell]) -> list[Cell] | None:
        """The cheapest way through free cells, which keeps away from what is drawn; None where there is none."""
        costs, before = self.shortest_paths(starts, shut, aims)
        reached = min(aims, key=lambda cell: (costs[self.number(cell)], cell), default=None)
        return None if reached is None or costs[self.number(reached)] == _FAR else self.path_to(reached, before)

    def path_to(self, cell: Cell, before: Sequence[int]) -> list[Cell]:
        """The cells of the path to a cell in a search tree, given by the predecessor of each cell."""
        way, number = [cell], before[self.number(cell)]
        while number >= 0:
            way.append((number % self.width, number // self.width))
            number = before[number]
        return way[::-1]

    def shortest_paths(
        self, starts: Iterable[Cell], shut: Collection[Cell], aims: Iterable[Cell] = ()
    ) -> tuple[list[float], list[int]]:
        """The least cost and the predecessor, -1 for none, of each cell, by Dijkstra's algorithm to the first aim."""
        prices, blocked = self.prices, bytearray(self.blocked)
        far = self.nearer(self.far[:], shut) if shut else self.far
        for cell in shut:
            blocked[self.number(cell)] = 1
        costs, before = [_FAR] * len(blocked), [-1] * len(blocked)
        wanted = {self.number(cell) for cell in aims}
        heap = [(prices[far[number]], number) for number in map(self.number, starts) if not blocked[number]]
        for cost, number in heap:
            costs[number] = cost
        heapify(heap)
        while heap:
            cost, number = heappop(heap)
            if cost > costs[number]:
                continue
            if number in wanted:
                return [one if one <= cost else _FAR for one in costs], before
            around = [blocked[number + by] for by in self.ports_by]
            for port, by in enumerate(self.ports_by):
                if around[port] or (port % 2 and (around[port - 1] or around[port - 7])):
                    continue
                to = number + by
                more = cost + prices[far[to]] * (1.414 if port % 2 else 1.0)
                if more < costs[to]:
                    costs[to], before[to] = more, number
                    heappush(heap, (more, to))
        return costs, before

    # ---- a smoother line

    def tightened(self, cells: list[Cell], fences: set[Cell]) -> list[Cell]:
        """The path smoothed at some distance from all else; unchanged where the result would touch something."""
        far, least = self.nearer(self.far[:], fences), 4 * self.scale
        points: list[Point] = [(float(x), float(y)) for x, y in cells]
        for _round in range(SMOOTHED * self.scale):
            for place in range(2, len(points) - 2):
                (a, b), (c, d) = points[place - 1], points[place + 1]
                to = ((a + c) / 2, (b + d) / 2)
                if far[self.number(_cell(to))] >= least:
                    points[place] = to
        result = [cells[0]]
        for point in points[1:]:
            while result[-1] != _cell(point):  # straight on
                (x, y), (a, b) = result[-1], _cell(point)
                result.append((x + (a > x) - (a < x), y + (b > y) - (b < y)))
        return result if self.is_simple(result, fences) else cells

    def is_simple(self, cells: Sequence[Cell], fences: set[Cell]) -> bool:
        """Whether a way through cells meets neither itself nor anything else between its ends."""
        inner = cells[1:-1]
        diagonal = [(a + c, b + d) for (a, b), (c, d) in pairwise(cells) if a != c and b != d]
        shut = self.taken | fences
        squeezed = any((x, b) in shut or (a, y) in shut for (x, y), (a, b) in pairwise(inner) if a != x and b != y)
        return (
            len(set(inner)) == len(inner)
            and len(set(diagonal)) == len(diagonal)
            and not squeezed
            and not any(self.is_taken(cell) or cell in shut for cell in inner)
        )

    def place_of_new(self, cells: Sequence[Cell]) -> int | None:
        """The best place of a new spot on a way, near its middle and with most room; None where the way is short."""
        middle = (len(cells) - 1) / 2
        places = [
            place
            for place in range(2, len(cells) - 2)
            if 3 <= (_direction(cells[place], cells[place + 1]) - _direction(cells[place], cells[place - 1])) % 8 <= 5
        ]
        if not places:
            return None
        return max(
            places,
            key=lambda place: self.far[self.number(cells[place])] - self.reach * (abs(place - middle) / middle) ** 2,
        )

    def halves(self, first: Sequence[Cell], second: Sequence[Cell]) -> tuple[Line, Line] | None:
        """The two lines of a way; None where there is no room for a spot between them."""
        gap = (_direction(second[0], second[1]) - _direction(first[-1], first[-2])) % 8
        if min(len(first), len(second)) < 3 or not 2 <= gap <= 6:
            return None
        return self.line(first), self.line(second)

    def line(self, cells: Sequence[Cell]) -> Line:
        """A line through cells, smoothed within them."""
        unit = self.drawn.unit
        points = [self.drawn.point(cell) for cell in cells]
        for _round in range(8):
            for place in range(1, len(points) - 1):
                (a, b), (c, d) = points[place - 1], points[place + 1]
                points[place] = _clamped(((a + c) / 2, (b + d) / 2), cells[place], unit)
        return Line(tuple(cells), tuple(points))


def _clamped(point: Point, cell: Cell, unit: float) -> Point:
    """A point moved to within 0.3 sides of a cell's centre in x and in y, which keeps lines apart."""
    (x, y), (a, b) = point, cell
    return min(max(x, (a - 0.3) * unit), (a + 0.3) * unit), min(max(y, (b - 0.3) * unit), (b + 0.3) * unit)


def _cell(point: Point) -> Cell:
    return round(point[0]), round(point[1])


def _step(cell: Cell, port: int) -> Cell:
    x, y = AROUND[port % 8]
    return cell[0] + x, cell[1] + y


def _direction(cell: Cell, to: Cell) -> int:
    return AROUND.index((to[0] - cell[0], to[1] - cell[1]))
