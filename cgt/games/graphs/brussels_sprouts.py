"""Brussels sprouts: join two free arms by a line, and draw a stroke across it; n crosses last 5n - 2 moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
from more_itertools import powerset, unique_everseen

from cgt.core.game import GamePosition, by_weight
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.numbers import check_whole, format_int, format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import parse_size
from cgt.core.route import ClosedForm, length_text
from cgt.errors import PositionError
from cgt.families.state_form import ValueForm
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph_picture import LETTERS, DrawnRegions, Spot
from cgt.games.references import winning_ways

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

WINNING_WAYS = winning_ways(17)

Region: TypeAlias = tuple[int, ...]
"""The drawings that border a region, by their free arms in it, ascending."""
Regions: TypeAlias = tuple[Region, ...]
Join: TypeAlias = tuple[int, int] | tuple[int, int, tuple[int, ...]]
"""Drawings, numbered from 0 through all regions: two that are joined; or one with itself, how many of its arms are on
one side of the line, and the drawings that are there, too."""

MOST_ARMS = 100_000
"""The greatest number of free arms of a position."""

_NEEDS_CROSSES = "the number of crosses is a whole number of at least 1"
_NEEDS_ARMS = "a drawing has a whole number of free arms, at least 1"


@attrs.frozen
class BrusselsSprouts(DrawnGame[Regions, Join]):
    """Crosses with four free arms each: join two free arms by a line that crosses none, and draw a stroke across it.

    A position is written region by region: the free arms there of each drawing that borders it. A line between two
    drawings makes one of them; a line from a drawing to itself divides the region.

    >>> import cgt
    >>> cgt.outcome(BrusselsSprouts().position(3)), cgt.remoteness(BrusselsSprouts().position(2))
    (<Outcome.N: 'N'>, 8)
    """

    name = "brussels-sprouts"
    title = "Brussels sprouts"
    rules = (
        "Begin with crosses, each with four free arms. Join two free arms by a line that crosses no other line, "
        "and draw a short stroke across it, which makes two new free arms."
    )
    references = (WINNING_WAYS,)
    phrase = "the crosses that are drawn"
    position_form = "crosses 2, or region by region the free arms of each drawing there, such as 4,4 or 1,4 | 3"
    example = "4,3"

    def position(self, *given: int | Sequence[int]) -> GamePosition[Regions, Join]:
        """The initial position of so many crosses; or the regions, each given by the free arms of its drawings.

        Raises:
            PositionError: there is no such position.

        >>> print(BrusselsSprouts().position(2), BrusselsSprouts().position((1, 4), (3,)), sep="; ")
        4,4; 1,4 | 3
        """
        count: object = given[0] if len(given) == 1 else given
        if isinstance(count, tuple | list):
            return GamePosition(self, _checked(given))
        number = check_whole(count, _NEEDS_CROSSES, least=1, error=PositionError)
        _check_arms(4 * number)
        return GamePosition(self, ((4,) * number,))

    def moves(self, state: Regions) -> Iterator[Join]:
        """The moves, region by region: every line between two drawings, then lines from a drawing to itself."""
        start = 0
        for region in state:
            yield from _lines(range(start, start + len(region)), region)
            start += len(region)

    def after(self, state: Regions, move: Move) -> Regions:
        start = 0
        for place, region in enumerate(state):
            drawings = dict(enumerate(region, start))
            if isinstance(move, tuple) and move and move[0] in drawings:
                return _ordered([*state[:place], *state[place + 1 :], *_left(drawings, move)])
            start += len(region)
        raise KeyError(move)

    def options(self, state: Regions) -> Iterable[Regions]:
        """The options, each once."""
        return unique_everseen(self.after(state, move) for move in self.moves(state))

    def read(self, text: str) -> Regions:
        """Read `crosses 2`, or `1,4 | 3`."""
        if match := re.match(r"\s*crosses\s", text, re.ASCII):
            return self.position(parse_size(text[match.end() :], text, match.end(), self.position_form)).state
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

    def _size(self, state: Regions) -> tuple[int, ...]:
        return moves_left(state), len(state)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: one region and two with few arms."""
        few = [(a,) for a in range(1, bound + 1)] + [(a, b) for a in range(1, bound // 2 + 1) for b in range(a, 4)]
        small = [region for region in few if moves_left((region,)) <= 4][:6]
        regions = [(region,) for region in few] + list(product(small, repeat=2))
        return by_weight(self, {self.position(*state) for state in regions})

    def sketch(self, state: Regions) -> Sketch:
        """The drawing of the regions, each drawing as a spot with its free arms."""
        return DrawnRegions([[[Spot(arms)] for arms in region] for region in state], LETTERS)

    def _move_text(self, position: Position, move: Join) -> str:
        """The move as text: `join A and B`, `join A with itself, 1 of its arms on one side, and B`."""
        if len(move) == 2:
            return _("join {first} and {second}").format(first=_letter(move[0]), second=_letter(move[1]))
        first, few, inside = move
        text = _("join {first} with itself, {few} of its arms on one side").format(first=_letter(first), few=few)
        return text + (_(", and {drawings}").format(drawings=",".join(map(_letter, inside))) if inside else "")

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves with the letters of a text."""
        named = [LETTERS.index(letter) for letter in re.findall(rf"\b[{LETTERS}]\b", text)]
        few = re.search(r"\d{1,6}", text, re.ASCII)
        if named:
            yield tuple(named) if few is None else (named[0], int(few[0]), tuple(named[1:]))

    def _move_parts(self, position: Position, move: Join) -> Iterable[str]:
        """The drawings that a move joins or encloses."""
        return map(_letter, move if len(move) == 2 else (move[0], *move[2]))

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The remark that no strategy is needed."""
        return _("whatever you two play, the game lasts equally long: count the moves")

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (NumberOfMoves(self),)


@attrs.frozen
class NumberOfMoves(ValueForm[Regions, Join]):
    """The closed form by the number of moves, which is fixed: in each region, free arms and drawings less 2.

    So n crosses last 5n - 2 moves, and the outcome is a matter of odd and even, in both conventions.
    """

    name = "number of moves"
    statement = "The play lasts as many moves whatever is played: in each region, its free arms and drawings less 2."
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
        return length_text(moves_left(state))


def moves_left(regions: Iterable[Region]) -> int:
    """The number of moves left in the play.

    >>> moves_left([(4, 4, 4)])
    13
    """
    return sum(sum(region) + len(region) - 2 for region in regions)


def _checked(regions: Sequence[Any]) -> Regions:
    for region in regions:
        if not isinstance(region, tuple | list):
            raise PositionError(
                f"a region is told by the free arms of its drawings, such as (1, 4), not {format_value(region)}"
            )
    results = [[check_whole(arms, _NEEDS_ARMS, least=1, error=PositionError) for arms in region] for region in regions]
    if not results or not all(results):
        raise PositionError(_("a position has at least one region, and a region at least one drawing"))
    _check_arms(sum(map(sum, results)))
    return _ordered(results)


def _check_arms(number: int) -> None:
    if number > MOST_ARMS:
        message = _("a position has at most {most} free arms, not {value}")
        raise PositionError(message.format(most=format_int(MOST_ARMS, group=True), value=format_int(number)))


def _ordered(regions: Iterable[Sequence[int]]) -> tuple[Region, ...]:
    return tuple(sorted(tuple(sorted(region)) for region in regions))


def _letter(place: int) -> str:
    """The name of a drawing."""
    return LETTERS[place] if place < len(LETTERS) else str(place + 1)


def _lines(places: Sequence[int], arms: Region) -> Iterator[Join]:
    """The lines in a region, whose drawings have these numbers and so many free arms."""
    yield from combinations(places, 2)
    for first, free in zip(places, arms, strict=True):
        others = [place for place in places if place != first]
        for few in range(free // 2):
            for inside in powerset(others):
                # With as many arms on both sides, one of the two ways to say it is enough.
                if 2 * few != free - 2 or inside <= tuple(place for place in others if place not in inside):
                    yield first, few, inside


def _left(drawings: dict[int, int], move: tuple[object, ...]) -> list[Region]:
    """The regions that a line makes of one, given as free arms of its drawings; raises `KeyError` if illegal."""
    match move:
        case (int(first), int(second)) if second > first:
            arms = drawings.pop(first) + drawings.pop(second)
            return [(*drawings.values(), arms)]
        case (int(first), int(few), tuple(inside)) if 0 <= few <= drawings[first] - 2 - few:
            arms = drawings.pop(first)
            within = [drawings.pop(place) for place in inside]
            return [(*within, few + 1), (*drawings.values(), arms - 1 - few)]
    raise KeyError(move)
