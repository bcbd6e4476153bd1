"""Sprouts as one draws it: the spots and lines of a game from its beginning on, and where its moves are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import ceil, dist, prod
from typing import TypeAlias

import attrs
from more_itertools import flatten

from cgt.core.card import svg
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.games.graphs.graph_picture import DrawnRegions, Spot
from cgt.games.graphs.lines_in_plane import LinesInPlane, Point, Walk

Text: TypeAlias = Sequence[Sequence[str]]
"""The regions of a position as `Sprouts` tells them."""
Join: TypeAlias = tuple[int, int, str]
Address: TypeAlias = tuple[int, int, int]
"""A corner of a drawing: its face, the walk there and the place in the walk."""
Met: TypeAlias = tuple[str, Address]
"""A spot that can still be used, as one meets it: 0, 1 or 2, or the number of one that is met twice; and where."""

_MARGIN = 12
"""The margin of a picture that is cut, from the middle of a spot."""
_INK, _NEWEST, _FILL, _DEAD = "#7a7a7a", "#0072b2", "#c08a4a", "#b9b4a8"


@attrs.frozen(eq=False)
class DrawnSprouts:
    """A position of Sprouts as it was drawn move by move; spots are numbered as they were made: a line brings one.

    >>> from cgt.games import Sprouts
    >>> drawn = drawn_sprouts("0,0", ((1, 2, "1a1a"),))
    >>> drawn.move_text((1, 3, "abdc|abdc")), drawn.move_text((1, 4, "1ab|ab"))
    ('join 1 and 2', 'join 1 and 3: nothing on one side, 2 on the other')
    """

    state: str
    lines: LinesInPlane

    def move_parts(self, move: Join) -> tuple[str, ...]:
        """The spots that a move joins."""
        return tuple(str(spot + 1) for spot in sorted({self._spot(place) for place in move[:2]}))

    def move_text(self, move: Join) -> str:
        """`join 1 and 2`, by the numbers in the picture; with the spots beside the line where it may run otherwise."""
        first, *other = self.move_parts(move)
        joined = _("join {first} and {second}") if other else _("join {first} with itself")
        text = joined.format(first=first, second=other[0] if other else first)
        sides = list(map(_listed, self._sides(move)))
        if len(sides) == 2:
            text = _("{move}: {spots} on one side, {others} on the other").format(
                move=text, spots=sides[0], others=sides[1]
            )
        elif sides:
            beside = _("{move}, beside {spots}") if self._sides(move)[0] else _("{move}, beside no other spot")
            text = beside.format(move=text, spots=sides[0])
        return text

    def svg(self, *, title: str = "", cut: bool = False) -> str:
        """The picture: each spot is named as `data-part`, grey if it is used up; the newest line is `data-newest`.

        On a page, it leaves room for what is still to be drawn; on paper, it is `cut` to what is there.
        """
        curves = list(self._curves())
        shapes = [_curve(points, newest=number == len(curves)) for number, points in enumerate(curves, 1)]
        for spot, cell in enumerate(self.lines.spots):
            (x, y), alive = self.lines.point(cell), self.lines.degrees[spot] < 3
            shapes.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{9 if alive else 5}" fill="{_FILL if alive else _DEAD}" '
                f'data-part="{spot + 1}"/>'
            )
            if alive:
                at = f'x="{x:.1f}" y="{y + 4:.1f}"'
                shapes.append(f'<text {at} font-size="11" text-anchor="middle" fill="#000">{spot + 1}</text>')
        if not cut:
            return svg(self.lines.side, self.lines.side, "".join(shapes), title)
        points = [*flatten(curves), *map(self.lines.point, self.lines.spots)]
        (left, right), (top, low) = ((min(line) - _MARGIN, max(line) + _MARGIN) for line in zip(*points, strict=True))
        moved = f'<g transform="translate({-left:.1f} {-top:.1f})">{"".join(shapes)}</g>'
        return svg(ceil(right - left), ceil(low - top), moved, title)

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """A line for each region: the spots that one meets going round its drawings, with strokes for free ends."""
        degrees, corners = self.lines.degrees, self.lines.faces
        met = [
            [[corners[face][walk][corner].spot for _sign, (face, walk, corner) in boundary] for boundary in region]
            for region in _drawn_regions(self.lines)
        ]
        regions = [[[Spot(3 - degrees[spot]) for spot in boundary] for boundary in region] for region in met]
        labels = [str(spot + 1) for region in met for boundary in region for spot in boundary]
        return DrawnRegions(regions, labels).text(width=width, plain=plain)

    def after(self, move: Join) -> DrawnSprouts | None:
        """The drawing after a move; None where there is no room for its line."""
        start, end, within, out = self._way(move)
        lines = self.lines.joined(start[0], start[1:], end[1:], within, out)
        return None if lines is None else DrawnSprouts(move[2], lines)

    def _sides(self, move: Join) -> list[list[int]]:
        """The spots on the two sides of a line; one list where it has one side; none where it can run one way only."""
        start, end, within, out = self._way(move)
        ends = {self._spot(place) for place in move[:2]}
        ways = sum(prod(face[spot] for spot in ends) for face in self._corners)
        if ways == 1 and (start[1] != end[1] or (not within and not out)):
            return []
        if start[1] != end[1]:
            sides = [set(self._corners[start[0]])]
        else:
            parted = self.lines.faces_after(start[0], start[1:], end[1:], within, out)[start[0] : start[0] + 2]
            one, other = ({corner.spot for corner in flatten(face)} for face in parted)
            sides = [one - other, other - one]
        alive = {spot for spot, degree in enumerate(self.lines.degrees) if degree < 3} - ends
        named = sorted(sorted(side & alive) for side in sides)
        return named if any(named) else named[:1]

    def _curves(self) -> Iterator[tuple[Point, ...]]:
        """The points of each line drawn in a move, with its two halves joined at the new spot."""
        for one, other in zip(self.lines.lines[::2], self.lines.lines[1::2], strict=True):
            yield (*one.points, *other.points[1:])

    def _spot(self, place: int) -> int:
        face, walk, corner = self._places[place]
        return self.lines.faces[face][walk][corner].spot

    @cached_property
    def _corners(self) -> list[Counter[int]]:
        """The number of corners of each spot in each face."""
        return [Counter(corner.spot for corner in flatten(face)) for face in self.lines.faces]

    @cached_property
    def _places(self) -> Mapping[int, Address]:
        """The corner where each place of the position stands, places numbered as moves number them."""
        text = _regions(self.state)
        matched = next(_matches(text, _drawn_regions(self.lines)))
        walks = [(r, b, len(boundary)) for r, region in enumerate(text) for b, boundary in enumerate(region)]
        numbers = [(r, b, place) for r, b, length in walks for place in range(length)]
        return {number: matched[address] for number, address in enumerate(numbers, 1)}

    def _way(self, move: Join) -> tuple[Address, Address, Collection[int], Collection[int]]:
        """The ends of a line and the walks inside and outside it: the shortest way that leaves the wanted position."""
        start, end = (self._places[place] for place in move[:2])
        if start[1] != end[1]:
            return start, end, (), ()
        face, spots = self.lines.faces[start[0]], self.lines.spots
        met = [at for region in _drawn_regions(self.lines) for boundary in region for _sign, at in boundary]
        others = sorted({walk for at, walk, _corner in met if at == start[0]} - {start[1]})
        ends = [spots[face[walk][corner].spot] for _face, walk, corner in (start, end)]
        far = {walk: min(dist(spots[one.spot], end) for one in face[walk] for end in ends) for walk in others}
        subsets = [some for size in range(len(others) + 1) for some in combinations(others, size)]
        left = _regions(move[2])
        for within in sorted(subsets, key=lambda some: (len(some), sum(far[walk] for walk in some))):
            out = tuple(walk for walk in others if walk not in within)
            if any(True for _match in _matches(left, _met_after(self.lines, start, end, within, out))):
                return start, end, within, out
        raise ValueError(f"no line leaves {move[2]!r}")


@MEMORY.cache("sprouts: drawings", 1 << 10)
def drawn_sprouts(start: str, moves: tuple[Join, ...]) -> DrawnSprouts | None:
    """The drawing after some moves from spots without lines; None from any other start, or without room."""
    if not moves:
        spots = start.split(",")
        return DrawnSprouts(start, LinesInPlane.of_spots(len(spots))) if set(spots) == {"0"} else None
    before = drawn_sprouts(start, moves[:-1])
    return None if before is None else before.after(moves[-1])


def _listed(spots: Iterable[int]) -> str:
    return ", ".join(str(spot + 1) for spot in spots) or _("nothing")


def _regions(text: str) -> Text:
    return [region.split(",") for region in text.split("|")] if text else []


def _drawn_regions(lines: LinesInPlane) -> list[list[list[Met]]]:
    """The regions of the drawing in the notation of `Sprouts`, each spot with its corner."""
    return _simplified(lines.faces, lines.degrees)


def _met_after(
    lines: LinesInPlane, start: Address, end: Address, within: Collection[int], out: Collection[int]
) -> list[list[list[Met]]]:
    """The regions in the notation of `Sprouts` after a line within one walk, which is not drawn."""
    faces = lines.faces_after(start[0], start[1:], end[1:], within, out)
    degrees = [*lines.degrees, 2]
    for face, walk, corner in (start, end):
        degrees[lines.faces[face][walk][corner].spot] += 1
    return _simplified(faces, degrees)


def _simplified(faces: Sequence[Sequence[Walk]], degrees: Sequence[int]) -> list[list[list[Met]]]:
    """Only what can be used: no region without a move, no drawing that is used up; spots that are met once are 2."""
    regions = [
        [
            [(corner.spot, (face, number, place)) for place, corner in enumerate(walk) if degrees[corner.spot] < 3]
            for number, walk in enumerate(walks)
        ]
        for face, walks in enumerate(faces)
    ]
    lives = [sum(3 - degrees[spot] for spot in {spot for walk in region for spot, _at in walk}) for region in regions]
    alive = [list(filter(None, region)) for region, free in zip(regions, lives, strict=True) if free > 1]
    often = Counter(spot for region in alive for walk in region for spot, _at in walk)

    def sign(spot: int) -> str:
        return str(degrees[spot]) if degrees[spot] < 2 or often[spot] == 1 else f"s{spot}"

    return [[_once([(sign(spot), at) for spot, at in walk]) for walk in region] for region in alive]


def _once(walk: list[Met]) -> list[Met]:
    """The walk with each spot met twice in a row written as one met once, which is equivalent."""
    for place, (sign, at) in enumerate(walk):
        if sign.startswith("s") and sign == walk[place - 1][0] and len(walk) > 1:
            return _once([("2", at), *(walk + walk)[place + 1 : place + len(walk) - 1]])
    return walk


def _matches(text: Text, met: Sequence[Sequence[Sequence[Met]]]) -> Iterator[Mapping[Address, Address]]:
    """The assignments of the places of a position, (region, boundary, place), to the corners of a drawing.

    A region may be mirrored by itself, as canonical texts are.
    """
    if sorted(map(_kind, text)) == sorted(_kind([[sign for sign, _at in walk] for walk in region]) for region in met):
        yield from _matched_regions(list(enumerate(text)), list(met), {}, {})


def _kind(region: Sequence[Sequence[str]]) -> tuple[tuple[int, ...], str]:
    signs = [sign if sign in "012" else "x" for boundary in region for sign in boundary]
    return tuple(sorted(map(len, region))), "".join(sorted(signs))


def _matched_regions(
    text: Sequence[tuple[int, Sequence[str]]],
    met: list[Sequence[Sequence[Met]]],
    names: Mapping[str, str],
    assigned: Mapping[Address, Address],
) -> Iterator[Mapping[Address, Address]]:
    """The assignments for the remaining regions that extend the letters and places assigned so far."""
    if not text:
        yield assigned
        return
    (at, region), *rest = text
    for number, other in enumerate(met):
        remaining = met[:number] + met[number + 1 :]
        for step in (1, -1):
            sides = [list(walk)[::step] for walk in other]
            for named, places in _matched_walks(list(enumerate(region)), sides, names, {}):
                here = {(at, *place): corner for place, corner in places.items()}
                yield from _matched_regions(rest, remaining, named, {**assigned, **here})


def _matched_walks(
    region: Sequence[tuple[int, str]],
    walks: list[list[Met]],
    names: Mapping[str, str],
    assigned: Mapping[tuple[int, int], Address],
) -> Iterator[tuple[Mapping[str, str], Mapping[tuple[int, int], Address]]]:
    """The assignments for the remaining boundaries of a region that extend the letters and places so far."""
    if not region:
        if not walks:
            yield names, assigned
        return
    (at, boundary), *rest = region
    for number, walk in enumerate(walks):
        if len(walk) != len(boundary):
            continue
        for turn in range(len(walk)):
            turned = walk[turn:] + walk[:turn]
            named = _named(boundary, [sign for sign, _at in turned], names)
            if named is not None:
                here = {(at, place): corner for place, (_sign, corner) in enumerate(turned)}
                yield from _matched_walks(rest, walks[:number] + walks[number + 1 :], named, {**assigned, **here})


def _named(boundary: str, signs: Iterable[str], names: Mapping[str, str]) -> Mapping[str, str] | None:
    """The one-to-one map of letters and spots, extended by one boundary; None where it contradicts itself."""
    results = dict(names)
    for sign, other in zip(boundary, signs, strict=True):
        if sign in "012" or not other.startswith("s"):
            if sign != other:
                return None
        elif results.setdefault(sign, other) != other or results.setdefault(other, sign) != sign:
            return None
    return results


def _curve(points: Sequence[Point], *, newest: bool) -> str:
    """A smooth line through points, in SVG."""
    steps = [f"M{points[0][0]:.1f},{points[0][1]:.1f}"]
    for (x, y), (a, b) in pairwise(points[1:]):
        steps.append(f"Q{x:.1f},{y:.1f} {(x + a) / 2:.1f},{(y + b) / 2:.1f}")
    steps.append(f"L{points[-1][0]:.1f},{points[-1][1]:.1f}")
    style = f'stroke="{_NEWEST}" stroke-width="3.5" data-newest=""' if newest else f'stroke="{_INK}" stroke-width="2.5"'
    return f'<path d="{" ".join(steps)}" fill="none" stroke-linecap="round" {style}/>'
