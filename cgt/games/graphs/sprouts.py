"""Sprouts: join two spots, or one to itself, by a line with a new spot on it; no spot has more than three ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, product
from string import ascii_letters
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.game import Game, GamePosition, position_of
from cgt.core.hints import SearchHints
from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import check_whole, from_decimal
from cgt.core.position import Position
from cgt.core.reading import indentation, unexpected
from cgt.errors import PositionError
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.drawn_sprouts import DrawnSprouts, drawn_sprouts
from cgt.games.graphs.graph_picture import NUMBERS, DrawnRegions, Spot
from cgt.games.references import LEMOINE

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

APPLEGATE = "D. Applegate, G. Jacobson and D. Sleator, Computer analysis of Sprouts (1991)"
GARDNER = "M. Gardner, Of sprouts and Brussels sprouts, Scientific American 217 (July 1967)"

Boundary: TypeAlias = str
"""The sequence that one meets going round a drawing that borders a region: 0 a lone spot, 1 the end of a single line, 2
a spot with two lines that is met once, and a letter for one that is met twice, here or in another region."""
Region: TypeAlias = tuple[Boundary, ...]
Place: TypeAlias = tuple[int, int]
"""A place of a region where a line may end: the drawing, and the spot of its boundary."""
Join: TypeAlias = tuple[int, int, str]
"""The places that are joined, as numbered in the position, the smaller first, and what is left."""

MOST_SPOTS = 8
"""The greatest number of spots at the beginning."""

_NEEDS = "sprouts begins here with 1 to 8 spots"

END = "end"
"""The text of the position without a move."""

_LIVES = {"0": 3, "1": 2, "2": 1}


@attrs.frozen
class Sprouts(DrawnGame[str, Join]):
    """Join two spots, or one to itself, by a line that crosses none, and put a new spot on it; three lines fill a spot.

    A position is written region by region, `|` between them, each region drawing by drawing, `,` between them: the
    spots that can still be used as one meets them going round, and so they are numbered. A move joins two of these
    places, and is written with what it leaves, for a line may have the other drawings on either side.

    >>> import cgt
    >>> [cgt.nim_value(Sprouts().position(spots)) for spots in range(1, 4)]
    [0, 0, 1]
    >>> print(*Sprouts().position(2).moves())
    (1, 1, '0,ab|ab') (1, 2, '1a1a') (2, 2, '0,ab|ab')
    """

    name = "sprouts"
    title = "Sprouts"
    rules = (
        "Join two spots, or a spot to itself, by a line that crosses no other, and put a new spot on it. "
        "No more than three lines end at one spot."
    )
    references = (GARDNER, APPLEGATE, LEMOINE)
    phrase = "the spots that are drawn"
    position_form = (
        "the number of spots such as 3, or region by region what one meets going round each drawing: 0, 1 and 2 spots "
        "with so many lines, letters those that are met twice, such as 0,ab|ab"
    )
    example = "3"

    def position(self, spots: int) -> GamePosition[str, Join]:
        """The initial position with so many spots; raises `PositionError`."""
        number = check_whole(spots, _NEEDS, least=1, most=MOST_SPOTS, error=PositionError)
        return GamePosition(self, ",".join("0" * number))

    def steps(self, state: str) -> Iterator[tuple[Join, str]]:
        """The lines that leave different positions, with those positions."""
        return ((join, join[2]) for join in _joins(state))

    def options(self, state: str) -> Iterable[str]:
        """The options, each once as its representative, in order."""
        return sorted({canonical_text(_text(regions)) for *_line, regions in _after_moves(state)})

    def components(self, state: str) -> Sequence[str]:
        """The components: regions that share spots."""
        return _lands(state)

    def canonical(self, state: str) -> str:
        """A representative: drawings rotated, mirrored and sorted, letters renamed; equal games often get the same."""
        return canonical_text(state)

    def _searched_as(self, state: str, known: Iterable[Game]) -> tuple[SproutsLands, str]:
        """The lands of the position, as states of `SproutsLands`."""
        return SproutsLands(), _merged_text(_simplified(_regions(state)))

    def read(self, text: str) -> str:
        """Read `3`, or regions such as `0,ab|ab`, or `12|` where a number of spots would be read.

        Raises:
            ParseError: another sign.
            PositionError: too many spots, or a letter that does not stand twice, in one drawing or in two regions.
        """
        entry = text.strip()
        if re.fullmatch(r"\d+", entry, re.ASCII):  # a region of such signs alone ends with |
            return self.position(from_decimal(entry)).state
        if entry == END:
            return ""
        if wrong := re.search(r"[^012a-zA-Z,|]", entry) or re.match(r"$", entry):
            raise unexpected(self.position_form, text, indentation(text) + wrong.start())
        regions = _regions(entry.removesuffix("|"))
        if _lives(regions) > 3 * MOST_SPOTS:
            raise PositionError(
                _("sprouts is played here with what comes of {most} spots at most").format(most=MOST_SPOTS)
            )
        for letter, often in Counter(filter(str.isalpha, entry)).items():
            homes = [at for at, region in enumerate(regions) for boundary in region if letter in boundary]
            if often != 2 or (len(homes) == 2 and homes[0] == homes[1]):
                raise PositionError(
                    _("a letter stands twice, in one drawing or in two regions: {letter} does not").format(
                        letter=letter
                    )
                )
        if "0" in re.sub(r"(?<![^,|])0(?![^,|])", "", entry):
            raise PositionError(_("a lone spot, 0, is a drawing of its own"))
        return _text(_simplified(regions))

    def write(self, text: str) -> str:
        """The text of a position: the number of spots without lines, else the regions; `end` where nothing is left."""
        if re.fullmatch("0(,0)*", text):
            return str(text.count("0"))
        return f"{text}|" if text.isdecimal() else text or END

    def _size(self, state: str) -> tuple[int, ...]:
        return (_lives(_regions(state)),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: up to four spots, and what they lead to."""
        yield from (self.position(spots) for spots in range(1, min(bound, 3) + 1))
        yield from super().sample_positions(max(bound // 4, 1))

    def sketch(self, state: str) -> Sketch:
        """The drawing of the regions with their drawings and spots, numbered."""

        def spots(boundary: Boundary) -> list[Spot]:
            return [Spot(_LIVES.get(sign, 1), "" if sign in _LIVES else sign) for sign in boundary]

        return DrawnRegions([list(map(spots, region)) for region in _regions(state)], NUMBERS)

    def drawn(self, start: str, moves: Sequence[Join]) -> DrawnSprouts | None:
        """The spots and lines after some moves from a number of spots; None from another start, or without room."""
        return drawn_sprouts(start, tuple(moves))

    def _move_text(self, position: Position, move: Join) -> str:
        """The move as text: `join 1 and 2, leaving 1a1a`."""
        first, second, left = move
        joined = _("join {first} and {second}") if first != second else _("join {first} with itself")
        text = joined.format(first=first, second=second)
        if not left:
            return _("{move}, leaving nothing").format(move=text)
        return _("{move}, leaving {position}").format(move=text, position=self.write(left))

    def _move_parts(self, position: Position, move: Join) -> Iterable[str]:
        """The two places that a move joins."""
        return map(str, move[:2])


@attrs.frozen
class SproutsLands(Game[str, str]):
    """Sprouts for the search: independent lands, small regions reduced to their lives (Applegate and others, 1991)."""

    name = title = "sprouts by lands"
    hints = SearchHints(components_are_atomic=True)

    def options(self, state: str) -> Iterable[str]:
        """The options; many are equal."""
        return _land_options(state)

    def components(self, state: str) -> Sequence[str]:
        """The lands, each as its representative."""
        return _representatives(state)


@position_of.register(SproutsLands)
def _land_alone(_lands: SproutsLands, state: str) -> Position:
    return position_of(Sprouts(), state)


@MEMORY.cache("sprouts: options of lands", 1 << 16)
def _land_options(text: str) -> tuple[str, ...]:
    # In misère play they are searched in this order: those with the fewest spots to meet first, which opens far less.
    texts = {_merged_text(regions): None for *_line, regions in _after_moves(text)}
    return tuple(sorted(texts, key=lambda text: sum(map(str.isalnum, text))))


@MEMORY.cache("sprouts: representatives", 1 << 17)
def _representatives(text: str) -> tuple[str, ...]:
    return tuple(map(canonical_text, _lands(text))) if text else ()


def _merged_text(regions: Iterable[Region]) -> str:
    return _text(sorted(map(_merged, regions)))


@MEMORY.cache("sprouts: merged regions", 1 << 14)
def _merged(region: Region) -> Region:
    """A region of three lives or fewer as one drawing: it does not matter there which spots are connected.

    Two lives allow one move and three lives two, whichever spots are joined, while none is used up elsewhere.
    """
    signs = "".join(region)
    lives = _lives_of(signs)
    if lives > 3:
        return region
    shared = sorted(sign for sign in signs if sign not in _LIVES and signs.count(sign) == 1)
    return ("2" * (lives - len(shared)) + "".join(shared),)


def _regions(text: str) -> list[Region]:
    return [tuple(region.split(",")) for region in text.split("|")] if text else []


def _text(regions: Iterable[Region]) -> str:
    return "|".join(map(",".join, regions))


def _lives(regions: Iterable[Region]) -> int:
    return _lives_of("".join(map("".join, regions)))


@MEMORY.cache("sprouts: lives", 1 << 14)
def _lives_of(signs: str) -> int:
    return sum(_LIVES.get(sign, 0) for sign in signs) + len(set(signs) - _LIVES.keys())


def _joins(text: str) -> list[Join]:
    """The moves, sorted: two places by number, and the position left; equal drawings count once."""
    regions, result = _regions(text), set()
    starts, place = [], 1
    for region in regions:
        starts.append(list(accumulate(map(len, region), initial=place)))
        place = starts[-1][-1]
    for at, (one, start), (other, end), after in _after_moves(text):
        left = canonical_text(_text(after))
        firsts, seconds = ([n for n, b in enumerate(regions[at]) if b == regions[at][of]] for of in (one, other))
        pairs = zip(firsts, firsts, strict=True) if one == other else product(firsts, seconds)
        for first, second in pairs:
            if first != second or one == other:
                ends = sorted([starts[at][first] + start, starts[at][second] + end])
                result.add((ends[0], ends[1], left))
    return sorted(result)


def _after_moves(text: str) -> Iterator[tuple[int, Place, Place, list[Region]]]:
    """The lines of each region, by the places they join (the first of equal ones), with the simplified result."""
    regions = _regions(text)
    for at, region in enumerate(regions):
        for first, second, new, dead in _played(region):
            yield at, first, second, _simplified(_without([*regions[:at], *new, *regions[at + 1 :]], dead))


def _played(region: Region) -> Iterator[tuple[Place, Place, tuple[Region, ...], str]]:
    """The lines in a region: the places they join, the regions they leave, and the letters used up."""
    # Drawings without letters that are equal are the same for every purpose.
    kinds = [place for place, boundary in enumerate(region) if boundary not in region[:place]]
    spot, *names = "\1", "\2", "\3"  # the new spot, and the ends that are met twice now, until they are named
    for place in kinds:
        boundary, others = region[place], region[:place] + region[place + 1 :]
        for start, from_ in enumerate(boundary):
            around = boundary[start + 1 :] + boundary[:start]
            for other in range(place + 1, len(region)):
                if region[other] in region[place + 1 : other] or region[other] in region[:place]:
                    continue
                rest = tuple(b for number, b in enumerate(region) if number not in {place, other})
                for end, to in enumerate(region[other]):
                    beyond = region[other][end + 1 :] + region[other][:end]
                    joined = _ends(from_, around, names[0]) + spot + _ends(to, beyond, names[1]) + spot
                    yield (place, start), (other, end), ((*rest, joined),), from_ + to
            for step, new, dead in _closed(from_, around, others, spot, names):
                yield (place, start), (place, (start + step) % len(boundary)), new, dead


def _ends(sign: str, around: str, name: str) -> str:
    """The spots around a drawing, from where a line joins a spot of it, back to there."""
    return "1" if sign == "0" else name + around + name if sign == "1" else around


def _closed(
    sign: str, around: str, others: Region, spot: str, names: Sequence[str]
) -> Iterator[tuple[int, tuple[Region, ...], str]]:
    """The regions after a line from a spot to its own drawing: each other drawing lies on one side or the other.

    The number is how many spots farther round the drawing the line ends.
    """
    sides = []
    if sign == "0":
        sides.append((0, names[0] + spot, names[0] + spot, ""))
    if sign == "1":
        sides.append((0, spot, around + spot, ""))
    for place, to in enumerate(around):
        if to.isalpha() and to == sign:
            continue
        one = names[0] if sign == "1" else ""
        two = names[1] if to == "1" else ""
        sides.append((place + 1, one + around[:place] + two + spot, two + around[place + 1 :] + one + spot, sign + to))
    kinds = Counter(others)
    for chosen in product(*(range(count + 1) for count in kinds.values())):
        inside = tuple(b for b, count in zip(kinds, chosen, strict=True) for _ in range(count))
        outside = tuple(b for b, count in zip(kinds, chosen, strict=True) for _ in range(kinds[b] - count))
        for step, first, second, dead in sides:
            yield step, ((*inside, first), (*outside, second)), dead


def _without(regions: Iterable[Region], dead: str) -> list[Region]:
    gone = str.maketrans("", "", "".join(filter(str.isalpha, dead)))
    return [tuple(boundary.translate(gone) for boundary in region) for region in regions]


def _simplified(regions: Iterable[Region]) -> list[Region]:
    """The regions without dead drawings and regions; a spot met once is written 2."""
    alive = [tuple(filter(None, region)) for region in regions]
    alive = [region for region in alive if _lives([region]) > 1]
    signs = Counter(sign for region in alive for boundary in region for sign in boundary)
    once = str.maketrans({sign: "2" for sign, count in signs.items() if count == 1 and sign not in _LIVES})
    return [tuple(_once(boundary.translate(once)) for boundary in region) for region in alive]


def _once(boundary: Boundary) -> Boundary:
    """The boundary with a spot met twice in a row written as one met once, which is equivalent."""
    for place, sign in enumerate(boundary):
        if sign not in _LIVES and sign == boundary[place - 1] and len(boundary) > 1:
            return _once("2" + (boundary + boundary)[place + 1 : place + len(boundary) - 1])
    return boundary


def _lands(text: str) -> tuple[str, ...]:
    """The parts that share no letter, each as text: the lands."""
    lands: list[tuple[set[str], list[Region]]] = []
    for region in _regions(text):
        letters = {sign for boundary in region for sign in boundary if sign not in _LIVES}
        inside = [region]
        for land in [land for land in lands if land[0] & letters]:
            lands.remove(land)
            letters |= land[0]
            inside = land[1] + inside
        lands.append((letters, inside))
    return tuple(_text(inside) for _letters, inside in lands) if len(lands) > 1 else (text,)


@MEMORY.cache("sprouts: canonical texts", 1 << 17)
def canonical_text(text: str) -> str:
    """One text for positions that differ by letters, order, rotation or reflection, as far as that is recognised.

    The letters are told apart by where they stand, then by where their neighbours stand, and so on; ties go by the
    names they have, so that equal positions are not always found to be equal. A region may be mirrored by itself, since
    regions share nothing but the lives of spots.

    >>> canonical_text("yx|0,xy"), canonical_text("ba|ab,0")
    ('0,ab|ab', '0,ab|ab')
    """
    regions = _regions(text)
    letters = sorted({sign for sign in text if sign not in "012,|"})
    colour = dict.fromkeys(letters, 0)
    kinds = 1
    while letters and kinds < len(letters):
        result = _region_classes(regions, colour)
        ranks = {sign: rank for rank, sign in enumerate(sorted(set(result.values())))}
        new = {letter: ranks[result[letter]] for letter in letters}
        if len(ranks) == kinds:
            # The first of those that are alike is set apart from the others.
            tied = min(count for count in Counter(new.values()).items() if count[1] > 1)[0]
            chosen = next(letter for letter in letters if new[letter] == tied)
            new = {letter: 2 * rank + (rank == tied and letter != chosen) for letter, rank in new.items()}
        colour, kinds = new, len(set(new.values()))
    order = sorted(letters, key=colour.__getitem__)
    named = str.maketrans(dict(zip(order, ascii_letters, strict=False)))
    return _text(sorted(_in_order(tuple(boundary.translate(named) for boundary in region)) for region in regions))


def _region_classes(regions: Sequence[Region], colour: Mapping[str, int]) -> dict[str, tuple[object, ...]]:
    """The classes of each letter's two neighbourhoods."""
    shown = str.maketrans({letter: chr(256 + rank) for letter, rank in colour.items()})
    places: dict[str, list[tuple[Region, str]]] = {letter: [] for letter in colour}
    for region in regions:
        best, seen = _looks(tuple(boundary.translate(shown) for boundary in region))
        for sign, look in zip("".join(region), seen, strict=True):
            if sign in colour:
                places[sign].append((best, look))
    return {letter: (colour[letter], *sorted(classes)) for letter, classes in places.items()}


@MEMORY.cache("sprouts: looks of regions", 1 << 14)
def _looks(region: Region) -> tuple[Region, tuple[str, ...]]:
    """The canonical form of a coloured region, and for each of its places the boundary as read from there."""
    ways = [(_turned(region), 1), (_turned(tuple(b[::-1] for b in region)), -1)]
    best = min(ways)[0]
    steps = [step for way, step in ways if way == best]
    return best, tuple(
        min(b[at:] + b[:at] if step > 0 else (b[at + 1 :] + b[: at + 1])[::-1] for step in steps)
        for b in region
        for at in range(len(b))
    )


@MEMORY.cache("sprouts: ordered regions", 1 << 14)
def _in_order(region: Region) -> Region:
    return min(_turned(region), _turned(tuple(boundary[::-1] for boundary in region)))


def _turned(region: Region) -> Region:
    """The region with each drawing rotated to its least text, and the drawings sorted."""
    return tuple(sorted(min(b[at:] + b[:at] for at in range(len(b))) for b in region))
