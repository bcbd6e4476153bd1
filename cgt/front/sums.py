"""Sums of several games: read, written, and their moves told by component."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import attrs
from more_itertools import first

from cgt.core.compounds import ComponentMove, Sum, component_move
from cgt.core.numbers import brief
from cgt.core.reading import check_text, indentation
from cgt.errors import ParseError
from cgt.language import _
from cgt.rulesets.registry import parse_ruleset
from cgt.rulesets.ruleset import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.position import Move, Position
    from cgt.rulesets.ruleset import Ruleset


@attrs.frozen
class Summand:
    """Neighbouring components of one game in a sum: what a person types as one.

    Attributes:
        ruleset: their game; None for a position that names none.
        position: they alone, a sum again where there are several.
        first: the index of the first of them in the whole sum, from 0.
    """

    ruleset: Ruleset | None
    position: Position
    first: int

    def __str__(self) -> str:
        return f"{self.ruleset} {self.position}" if self.ruleset is not None else str(self.position)


def parse_position(text: str) -> Position:
    """Read a position that names its game, or a sum of several: `kayles 7 + nim 3,5 + wythoff 1,2`.

    Raises:
        ParseError: a summand is not a game and a position; it points at the place in the whole text.
        CGTError: the game, or the position in it, cannot be read.

    >>> print(named_position(parse_position("kayles 7 + nim 3,5 + takeaway(2n+1) 10:4")))
    kayles 7 + nim 3,5 + takeaway(2n+1) 10:4
    """
    check_text(text)
    positions = []
    for start, part in _split(text):
        at = start + indentation(part)
        name, gap, rest = _name(part.strip())
        if not gap:
            raise ParseError(f"{brief(part.strip())} is not a game and a position, such as kayles 7", text, at)
        try:
            ruleset = parse_ruleset(name)
        except ParseError as error:
            raise error.within(text, at) from None
        try:
            positions.append(ruleset.parse(rest.strip()))
        except ParseError as error:
            raise error.within(text, at + len(name) + len(gap) + indentation(rest)) from None
    return positions[0] if len(positions) == 1 else Sum(*positions)


def summands(position: Position) -> list[Summand]:
    """The components of a sum, neighbours of one game taken together; a position that is no sum is its only summand.

    >>> [str(one) for one in summands(parse_position("nim 3,5 + kayles 7 + nim 1"))]
    ['nim 3,5', 'kayles 7', 'nim 1']
    """
    if not isinstance(position, Sum) or ruleset_of(position) is not None:
        return [Summand(ruleset_of(position), position, 0)]
    found = []
    for ruleset, group in groupby(enumerate(position.parts), key=lambda pair: ruleset_of(pair[1])):
        pairs = list(group)
        alone = pairs[0][1]
        found.append(Summand(ruleset, alone if len(pairs) == 1 else Sum(*(part for _, part in pairs)), pairs[0][0]))
    return found


def summand_of(position: Position, move: Move) -> tuple[Summand, Move]:
    """The summand that a move is made in, and the move there.

    >>> one, move = summand_of(parse_position("kayles 7 + nim 3,5"), (2, 2))
    >>> str(one), move
    ('nim 3,5', ComponentMove(component=1, move=2))
    """
    found = summands(position)
    if len(found) == 1:
        return found[0], move
    count = len(position.parts) if isinstance(position, Sum) else 1
    index, inner = component_move(move, count)
    one = first(one for one in reversed(found) if one.first <= index)
    return one, ComponentMove(index - one.first, inner) if isinstance(one.position, Sum) else inner


def told_move(position: Position, move: Move) -> str:
    """A move in words; in a sum of several games with the summand that it is made in.

    >>> told_move(parse_position("kayles 7 + nim 3,5"), (2, 2))
    'in nim 3,5: take 2 from heap 2'
    """
    one, inner = summand_of(position, move)
    text = str(inner) if one.ruleset is None else one.ruleset.move_text(one.position, inner)
    if ruleset_of(position) is not None or one.position is position:
        return text
    return _("in {component}: {move}").format(component=one, move=text)


def move_record(position: Position, move: Move) -> dict[str, object]:
    """A move as JSON-ready data; in a sum of several games with the index of its `summand`, from 0.

    >>> move_record(parse_position("kayles 7 + nim 3,5"), (2, 2))
    {'summand': 1, 'heap': 1, 'amount': 2}
    """
    one, inner = summand_of(position, move)
    record: dict[str, object] = (
        {"move": str(inner)} if one.ruleset is None else one.ruleset.move_record(one.position, inner)
    )
    return record if one.position is position else {"summand": summands(position).index(one), **record}


def named_position(position: Position) -> str:
    """The text of a position with the name of its game, which `parse_position` reads back."""
    return " + ".join(map(str, summands(position))) or "0"


def _split(text: str) -> Iterator[tuple[int, str]]:
    """The summands with their places: `+` parts them, unless it stands in the arguments of a game."""
    start = depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "+" and depth <= 0:
            yield start, text[start:place]
            start = place + 1
    yield start, text[start:]


def _name(part: str) -> tuple[str, str, str]:
    """The game, the space after it, and the position."""
    depth = 0
    for place, sign in enumerate(part):
        depth += (sign in "([{") - (sign in ")]}")
        if sign.isspace() and depth <= 0:
            return part[:place], sign, part[place + 1 :]
    return part, "", ""
