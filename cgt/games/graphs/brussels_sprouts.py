"""Brussels sprouts: join two free arms by a line, and draw a stroke across it; n crosses last 5n - 2 moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias, TypeVar

import attrs

from cgt.core.errors import PositionError
from cgt.core.game import Game, GamePosition, Sketch
from cgt.core.language import _, grouped
from cgt.core.lazy_moves import LazyMoves
from cgt.core.numbers import check_whole, shortened
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import parse_size
from cgt.core.route import ClosedForm
from cgt.families.states import ValueForm
from cgt.games.graphs.picture import LETTERS, DrawnRegions, Spot

WINNING_WAYS = (
    "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, chapter 17 (1982)"
)

T = TypeVar("T")
Region: TypeAlias = tuple[int, ...]
Regions: TypeAlias = tuple[Region, ...]
Join: TypeAlias = tuple[Region, int, int] | tuple[Region, int, int, Region]
"""The drawings that border a region, by their free arms in it, ascending."""

MOST_ARMS = 100_000
"""How many free arms a position may have."""


@attrs.frozen
class BrusselsSprouts(Game[Regions, Join]):
    """Crosses with four free arms each: join two free arms by a line that crosses none, and draw a stroke across it.

    A position is told region by region: how many free arms each drawing that borders it has there. A line between two
    drawings makes one of them; a line from a drawing to itself divides the region.

    >>> import cgt
    >>> cgt.outcome(BrusselsSprouts().crosses(3)), cgt.remoteness(BrusselsSprouts().crosses(2))
    (<Outcome.N: 'N'>, 8)
    """

    said = "the crosses that are drawn"
    name = "brussels-sprouts"
    title = "Brussels sprouts"
    rules = (
        "Begin with crosses, each with four free arms. Join two free arms by a line that crosses no other line, "
        "and draw a short stroke across it, which makes two new free arms."
    )
    references = (WINNING_WAYS,)
    position_form = "crosses 2, or region by region the free arms of each drawing there, such as 4,4 or 1,4 | 3"
    example = "4,4"
    coloured = LETTERS

    def crosses(self, count: int) -> GamePosition[Regions, Join]:
        """The beginning with so many crosses; raises `PositionError`."""
        number = check_whole(
            count, "the number of crosses is a whole number of at least 1", least=1, error=PositionError
        )
        return self.of((4,) * min(number, MOST_ARMS))

    def of(self, *regions: Sequence[int]) -> GamePosition[Regions, Join]:
        """The position with these regions, each given by the free arms of its drawings; raises `PositionError`."""
        return self.position(_checked(regions))

    def moves(self, state: Regions) -> Iterator[Join]:
        """Lines between two drawings `(region, a, b)`, and from a drawing to itself `(region, a, arms, drawings)`.

        In the latter `arms` of the free arms come to lie on one side, and the drawings of these arms with them.
        """
        for region in sorted(set(state)):
            for arms in sorted(set(region)):
                rest = _less(region, arms)
                for other in sorted(set(rest)):
                    if other >= arms:
                        yield region, arms, other
                for few in range((arms - 2) // 2 + 1):
                    for inside in _parts(rest):
                        # With as many arms on both sides, one of the two ways to say it is enough.
                        if 2 * few != arms - 2 or inside <= _difference(rest, inside):
                            yield region, arms, few, inside

    def after(self, regions: Regions, move: Move) -> Regions:
        if not isinstance(move, tuple) or len(move) not in {3, 4} or move[0] not in regions:
            raise KeyError(move)
        region, arms = move[:2]
        left = _less(regions, region)
        rest = _less(region, arms) if arms in region else None
        if rest is None:
            raise KeyError(move)
        if len(move) == 3:
            if not isinstance(move[2], int) or move[2] not in rest:
                raise KeyError(move)
            new = [(*_less(rest, move[2]), arms + move[2])]
        else:
            few, inside = move[2:]
            if not isinstance(few, int) or not isinstance(inside, tuple) or not 0 <= few <= arms - 2 - few:
                raise KeyError(move)
            outside = _difference(rest, inside)
            new = [(*inside, few + 1), (*outside, arms - 1 - few)]
        return _ordered([*left, *new])

    def read(self, text: str) -> Regions:
        """Read `crosses 2`, or `1,4 | 3`."""
        if found := re.fullmatch(r"\s*crosses\s+(\d{1,9})\s*", text, re.ASCII):
            return self.crosses(int(found[1])).state
        regions, start = [], 0
        for part in text.split("|"):
            region = []
            for entry in part.split(","):
                region.append(parse_size(entry, text, start, self.position_form))
                start += len(entry) + 1
            regions.append(region)
        return _checked(regions)

    def write(self, state: Regions) -> str:
        return " | ".join(",".join(map(str, region)) for region in state)

    def components(self, state: Regions) -> Sequence[Regions]:
        """The regions: no line leads from one to another."""
        return [(region,) for region in state]

    def weight(self, position: Position) -> tuple[int, ...]:
        regions = self.state(position) or ()
        return moves_left(regions), len(regions)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """One region and two with few arms."""
        few = [(a,) for a in range(1, bound + 1)] + [(a, b) for a in range(1, bound // 2 + 1) for b in range(a, 4)]
        small = [region for region in few if moves_left((region,)) <= 4][:6]
        regions = [(region,) for region in few] + list(product(small, repeat=2))
        return sorted({self.of(*state) for state in regions}, key=lambda one: (self.weight(one), str(one)))

    def sketch(self, state: Regions) -> Sketch:
        """The regions, each drawing as a spot with its free arms there."""
        return DrawnRegions([[[Spot(arms)] for arms in region] for region in state], LETTERS)

    def component_move_text(self, position: Position, move: Join) -> str:
        """`join A and B`, `join A with itself, 1 of its arms on one side, and B`; letters as drawn, alike the first."""
        letters = self._letters(position, move[0])
        first = letters[move[1]].pop(0)
        if len(move) == 3:
            return _("join {first} and {second}").format(first=first, second=letters[move[2]].pop(0))
        _region, _arms, few, inside = move
        text = _("join {first} with itself, {few} of its arms on one side").format(first=first, few=few)
        return text + (
            _(", and {drawings}").format(drawings=",".join(letters[arms].pop(0) for arms in inside)) if inside else ""
        )

    def move_parts(self, position: Position, move: Join) -> Iterable[str]:
        """The drawings that are joined, or lie within, and those that are like them."""
        letters, joined = self._letters(position, move[0]), move[1:] if len(move) == 3 else (move[1], *move[3])
        return [letter for arms in joined for letter in letters[arms]]

    def _letters(self, position: Position, region: Region) -> Mapping[int, list[str]]:
        """What the drawings of a region are called, by their arms."""
        state = self.state(position) or ()
        before = sum(map(len, state[: state.index(region)]))
        found: dict[int, list[str]] = {}
        for place, arms in enumerate(region, start=before):
            found.setdefault(arms, []).append(LETTERS[place] if place < len(LETTERS) else str(place + 1))
        return found

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (NumberOfMoves(self),)


@attrs.frozen
class NumberOfMoves(ValueForm[Regions, Join]):
    """The play lasts as many moves whatever is played: in each region, its free arms and drawings less 2.

    So n crosses last 5n - 2 moves, and the outcome is a matter of odd and even, in both conventions.
    """

    name = "number of moves"
    reference = WINNING_WAYS
    conventions = (Convention.NORMAL, Convention.MISERE)

    def value(self, state: Regions) -> int:
        return moves_left(state) % 2

    def nim_value(self, state: Regions, convention: Convention) -> int:
        return self.value(state) ^ (convention is Convention.MISERE)

    def winning_moves(self, state: Regions, convention: Convention) -> LazyMoves[Join]:
        return LazyMoves(lambda: iter(self.ruleset.moves(state)))

    def moves_to(self, state: Regions, value: int) -> LazyMoves[Join]:
        fits = value == 1 - self.value(state)
        return LazyMoves(lambda: iter(self.ruleset.moves(state) if fits else ()))

    def reason(self, state: Regions, convention: Convention) -> str:
        return _("the play lasts {moves} more moves, whatever is played").format(moves=moves_left(state))


def moves_left(regions: Iterable[Region]) -> int:
    """How many moves the play lasts.

    >>> moves_left([(4, 4, 4)])
    13
    """
    return sum(sum(region) + len(region) - 2 for region in regions)


def _checked(regions: Sequence[Sequence[object]]) -> Regions:
    needs = "a drawing has a whole number of free arms, at least 1"
    found = [[check_whole(arms, needs, least=1, error=PositionError) for arms in region] for region in regions]
    if not found or not all(found):
        raise PositionError(_("a position has at least one region, and a region at least one drawing"))
    if sum(map(sum, found)) > MOST_ARMS:
        raise PositionError(
            _("a position has at most {most} free arms, not {value}").format(
                most=grouped(MOST_ARMS), value=shortened(sum(map(sum, found)))
            )
        )
    return _ordered(found)


def _ordered(regions: Iterable[Sequence[int]]) -> tuple[Region, ...]:
    return tuple(sorted(tuple(sorted(region)) for region in regions))


def _less(several: tuple[T, ...], one: T) -> tuple[T, ...]:
    place = several.index(one)
    return several[:place] + several[place + 1 :]


def _difference(region: Region, part: Region) -> Region:
    """The region without a part of it; raises `KeyError` if it is none."""
    left = list(region)
    for arms in part:
        if arms not in left:
            raise KeyError(arms)
        left.remove(arms)
    return tuple(left)


def _parts(region: Region) -> Iterator[Region]:
    """Every part of a region, each once, ascending."""
    kinds = sorted(set(region))
    for counts in product(*(range(region.count(kind) + 1) for kind in kinds)):
        yield tuple(kind for kind, count in zip(kinds, counts, strict=True) for _time in range(count))
