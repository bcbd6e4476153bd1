"""The drawing of a game of Sprouts, from what a drawing is: no lines cross, and what they enclose is what moves say."""

from itertools import combinations, pairwise, product
from math import atan2, dist
from random import Random
from string import ascii_letters

import pytest

from cgt.games.graphs.drawn_sprouts import drawn_sprouts
from cgt.games.graphs.lines_in_plane import LinesInPlane, _Sheet
from cgt.games.graphs.sprouts import Sprouts, canonical_text

SPROUTS = Sprouts()


def played(spots, seed):
    """A game at random: the moves, and what is drawn after each."""
    random, position, moves = Random(seed), SPROUTS.position(spots), ()
    start = position.state
    while legal := list(position.moves()):
        moves += (random.choice(legal),)
        position = position.play(moves[-1])
        yield position.state, drawn_sprouts(start, moves)


def cross(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def crossings(drawn):
    """The lines that cross, or that meet where neither ends; a piece of a line is compared with those near it."""
    near = {}
    for number, line in enumerate(drawn.lines.lines):
        for piece in pairwise(line.points):
            for x, y in {(round(x / 8), round(y / 8)) for x, y in piece}:
                for cell in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
                    near.setdefault(cell, set()).add((number, piece))
    pairs = {pair for pieces in near.values() for pair in combinations(sorted(pieces), 2)}
    for (n, (a, b)), (m, (c, d)) in pairs:
        if {a, b} & {c, d} or along(a, b, c):
            continue
        if cross(a, b, c) * cross(a, b, d) <= 0 and cross(c, d, a) * cross(c, d, b) <= 0:
            yield n, m


def along(a, b, c):
    """Whether pieces of one straight line are apart: the second is not between the ends of the first."""
    return cross(a, b, c) == 0 and not min(a, b) <= c <= max(a, b)


def is_inside(point, polygon):
    """Whether a point is in a polygon, by a ray to the right of it."""
    x, y = point
    sides = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in sides) % 2


def regions_drawn(drawn):
    """The regions by the picture alone: lines turn left at each spot, and rays tell what encloses what."""
    lines = [line.points for line in drawn.lines.lines]
    at = {drawn.lines.point(cell): spot for spot, cell in enumerate(drawn.lines.spots)}
    darts = [(*points,) for points in lines] + [points[::-1] for points in lines]
    leaving = {spot: [dart for dart in darts if dart[0] == point] for point, spot in at.items()}
    for ends in leaving.values():
        ends.sort(key=lambda dart: atan2(dart[1][1] - dart[0][1], dart[1][0] - dart[0][0]))
    walks, seen = [], set()
    for first in darts:
        walk, dart = [], first
        while dart not in seen:
            seen.add(dart)
            walk.append(dart)
            ends = leaving[at[dart[-1]]]
            dart = ends[ends.index(dart[::-1]) - 1]
        if walk:
            walks.append(walk)
    outlines = [([point for dart in walk for point in dart[:-1]], [at[dart[0]] for dart in walk]) for walk in walks]
    bounded = [one for one in outlines if area(one[0]) > 1]  # a tree has none
    outer = [one for one in outlines if area(one[0]) <= 1] + [([p], [s]) for p, s in at.items() if not leaving[s]]
    faces = {number: [walk] for number, (_points, walk) in enumerate(bounded)} | {-1: []}
    for points, walk in outer:
        own = joined(walk, drawn)
        others = [(n, one) for n, (one, spots) in enumerate(bounded) if not own & set(spots)]
        around = [n for n, polygon in others if is_inside(points[0], polygon)]
        faces[min(around, key=lambda n: area(bounded[n][0]), default=-1)].append(walk)
    return list(faces.values()), [len(leaving[spot]) for spot in range(len(at))]


def area(points):
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True))


def joined(walk, drawn):
    """All the spots that hang together with those of a walk."""
    at = dict(zip(map(drawn.lines.point, drawn.lines.spots), range(99), strict=False))
    result = set(walk)
    for _line in drawn.lines.lines:
        for line in drawn.lines.lines:
            ends = {at[line.points[0]], at[line.points[-1]]}
            result |= ends if ends & result else set()
    return result


def told(regions, degrees):
    """The regions as a position: spots in their signs, those that are used up left out."""
    names = dict(zip((spot for spot, degree in enumerate(degrees) if degree == 2), ascii_letters, strict=False))
    signs = {spot: {0: "0", 1: "1", 3: ""}.get(degree, names.get(spot, "")) for spot, degree in enumerate(degrees)}
    shown = [[text for walk in region if (text := "".join(signs[spot] for spot in walk))] for region in regions]
    text = "|".join(",".join(region) for region in shown if region)
    return canonical_text(SPROUTS.read(f"{text}|")) if text else ""


FULL = pytest.mark.full
GAMES = [
    (3, 1),
    (4, 8),
    *(pytest.param(spots, seed, marks=FULL) for spots in (1, 2, 3, 4, 5) for seed in range(20, 28)),
]


@pytest.mark.full("4-8")
@pytest.mark.parametrize(("spots", "seed"), GAMES)
def test_what_is_drawn_is_the_position(spots, seed):
    before = None
    for state, drawn in played(spots, seed):
        regions, degrees = regions_drawn(drawn)
        assert max(degrees) <= 3
        assert told(regions, degrees) == canonical_text(state)
        if before:  # what is drawn stays
            for line, old in zip(drawn.lines.lines, before.lines.lines, strict=False):
                assert all(min(dist(point, one) for one in line.points) < 3 for point in old.points)
        before = drawn
    assert list(crossings(before)) == []


def test_a_move_is_told_by_the_spots_that_it_joins():
    """A loop at 1 round 2, with 4 on it: 3 is outside, and 1 and 4 may be joined on either side."""
    loop = (1, 1, "0,ab|0,ab")
    drawn = drawn_sprouts("0,0,0", (loop,))
    moves = list(SPROUTS.position(3).play(loop).moves())
    assert sorted(map(drawn.move_parts, moves)) == [
        *(("1", "2"), ("1", "3"), ("1", "4"), ("1", "4")),
        *(("2",), ("2", "4"), ("3",), ("3", "4")),
    ]
    assert sorted(map(drawn.move_text, moves)) == [
        "join 1 and 2",
        "join 1 and 3",
        "join 1 and 4: nothing on one side, 2 on the other",
        "join 1 and 4: nothing on one side, 3 on the other",
        "join 2 and 4",
        "join 2 with itself: nothing on one side, 1, 4 on the other",
        "join 3 and 4",
        "join 3 with itself: nothing on one side, 1, 4 on the other",
    ]


@pytest.mark.full("2", "3")
@pytest.mark.parametrize("seed", range(4))
def test_moves_that_leave_something_else_have_names_of_their_own(seed):
    """What a person types or hears is one move: of moves with the same name each leaves the same position."""
    chance, moves, position = Random(seed), [], SPROUTS.position(3)
    while (drawn := drawn_sprouts("0,0,0", tuple(moves))) is not None and (listed := list(position.moves())):
        left = {}
        for move in listed:
            assert left.setdefault(drawn.move_text(move), move[2]) == move[2]
        moves.append(chance.choice(listed))
        position = position.play(moves[-1])
    assert len(moves) > 4


def test_only_a_game_from_its_beginning_is_drawn():
    assert drawn_sprouts("0,ab|ab", ()) is None


def test_no_way_slips_between_the_cells_of_a_slanting_line():
    """A step aslant crosses a line of cells that touch by their corners, and meets none of them."""
    sheet = _Sheet(LinesInPlane.of_spots(2))
    (x, y) = next(
        cell
        for cell in product(range(3, sheet.width - 3), repeat=2)
        if not any(sheet.is_taken((cell[0] + a, cell[1] + b)) for a, b in product(range(-2, 3), repeat=2))
    )
    way = [(x + step, y + step) for step in range(-2, 3)]
    assert sheet.is_simple(way, set())
    for wall in ({(x, y + 1), (x + 1, y)}, {(x, y + 1)}, {(x + 1, y)}, {(x, y)}):
        assert not sheet.is_simple(way, wall)
    assert sheet.is_simple(way, {(x, y + 2), (x + 2, y)})
