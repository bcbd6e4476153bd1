"""Sums of several games: read, written, and their moves told by component."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import attrs
from more_itertools import first

from cgt.core.compounds import ComponentMove, Sum, component_move
from cgt.core.game import Game, game_and_name, ruleset_of
from cgt.core.language import _
from cgt.core.numbers import brief
from cgt.core.reading import check_text, indentation
from cgt.errors import IllegalMoveError, ParseError, PositionError
from cgt.families.registry import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cgt.core.position import Move, Position


@attrs.frozen
class Summand:
    """Neighbouring components of one game in a sum: what a person types as one.

    Attributes:
        ruleset: their game; None for a position that names none.
        position: they alone, a sum again where there are several.
        first: the index of the first of them in the whole sum, from 0.
    """

    ruleset: Game | None
    position: Position
    first: int

    def __str__(self) -> str:
        return f"{self.ruleset} {self.position}" if self.ruleset is not None else str(self.position)


def parse_position(text: str) -> Position:
    """Read a position that names its game, or a sum of several: `kayles 7 + nim 3,5 + wythoff 1,2`.

    Raises:
        ParseError: a summand is not a game and a position; it points at the place in the whole text.
        CGTError: the game, or the position in it, cannot be read.

    >>> print(Told(parse_position("kayles 7 + nim 3,5 + takeaway(2n+1) 10:4")).name)
    kayles 7 + nim 3,5 + takeaway(2n+1) 10:4
    """
    check_text(text)
    positions = []
    for start, part in _split(text):
        at = start + indentation(part)
        name, gap, rest = _name(part.strip())
        if not gap:
            what = f"{brief(part.strip())} is not" if part.strip() else "there is not"
            raise ParseError(_("{what} a game and a position, such as kayles 7").format(what=what), text, at)
        try:
            ruleset = parse_ruleset(name)
        except ParseError as error:
            raise error.within(text, at) from None
        try:
            positions.append(ruleset.parse(rest.strip()))
        except ParseError as error:
            raise error.within(text, at + len(name) + len(gap) + indentation(rest)) from None
    return positions[0] if len(positions) == 1 else Sum(*positions)


_NUMBERED = re.compile(r"\s*(\d{1,6})\s*:(.*)", re.ASCII | re.DOTALL)


@attrs.frozen
class SeveralGames(Game):
    """A sum of several games, to be played: its summands are counted from 1, and a move names its own.

    >>> games, start = SeveralGames(), parse_position("kayles 7 + nim 3,5")
    >>> games.write_move(start, games.read_move(start, "4 from 2")), games.write_move(start, (0, (6, 0)))
    ('2: 4 from 2', '1: 7')
    """

    name = "sum"
    title = "A sum of several games"
    rules = "Move in one of the games, as its rules say."
    position_form = "games with their positions, joined by +"
    example = "kayles 7 + nim 3,5"

    def parse(self, text: str) -> Position:
        """As `parse_position`."""
        return parse_position(text)

    def parse_component(self, text: str) -> Position:
        """As `parse_position`."""
        return parse_position(text)

    def format(self, position: Position) -> str:
        """With the names of the games."""
        return Told(position).name

    def move_text(self, position: Position, move: Move) -> str:
        """With the summand that the move is made in."""
        return Told(position).move(move)

    def move_record(self, position: Position, move: Move) -> dict[str, object]:
        """With the index of the summand, from 0."""
        return Told(position).record(move)

    def write_move(self, position: Position, move: Move) -> str:
        """The number of the summand, and the move there: `2: 4 from 2`."""
        told = Told(position)
        one, inner = told.summand_of(move)
        return f"{told.summands.index(one) + 1}: {_of(one).write_move(one.position, inner)}"

    def read_move(self, position: Position, text: str) -> Move:
        """The move that a text stands for; the summand may be left out where one alone allows it."""
        check_text(text)
        found, errors = [], []
        numbered = _NUMBERED.fullmatch(text)
        for number, one in enumerate(Told(position).summands, start=1):
            if numbered is None or int(numbered[1]) == number:
                try:
                    inner = _of(one).read_move(one.position, text if numbered is None else numbered[2])
                except (ParseError, IllegalMoveError) as error:
                    errors.append(error)
                else:
                    found.append(_in_whole(position, one, inner))
        if len(found) == 1:
            return found[0]
        shown = text.strip()[:40]
        if found:
            raise ParseError(
                _("{text!r} fits {count} moves: write {moves}").format(
                    text=shown, count=len(found), moves="; ".join(self.write_move(position, move) for move in found[:4])
                )
            )
        if len(errors) == 1:
            raise errors[0]
        raise IllegalMoveError(
            _("{text!r} is not allowed here: {allowed}").format(text=shown, allowed=self.moves_text(position))
        )

    def moves_text(self, position: Position) -> str:
        """What may be played in each summand that has a move."""
        alive = [
            f"{number}: {_of(one).moves_text(one.position)}"
            for number, one in enumerate(Told(position).summands, start=1)
            if first(one.position.moves(), None) is not None
        ]
        return " | ".join(alive) or _("no move is left")


def _of(one: Summand) -> Game:
    if one.ruleset is None:
        raise PositionError(_("{position} names no game").format(position=brief(str(one.position))))
    return one.ruleset


def _in_whole(position: Position, one: Summand, inner: Move) -> Move:
    """A move in a summand as one of the whole position."""
    if one.position is position:
        return inner
    if not isinstance(one.position, Sum):
        return ComponentMove(one.first, inner)
    index, move = component_move(inner, len(one.position.parts))
    return ComponentMove(one.first + index, move)


def parse_game(text: str) -> Game:
    """The ruleset that a text names, as `parse_ruleset`; `sum` for several games that are played together."""
    return SeveralGames() if text.strip() == SeveralGames.name else parse_ruleset(text)


class Told:
    """A position in words: its game, its text and the texts of its moves, each looked up once.

    Attributes:
        position: the position.
        ruleset: its game; None for a sum of several games, and where it names none.
        summands: the components, neighbours of one game taken together; a position that is no sum is its only summand.

    >>> told = Told(parse_position("nim 3,5 + kayles 7 + nim 1"))
    >>> [str(one) for one in told.summands], told.name
    (['nim 3,5', 'kayles 7', 'nim 1'], 'nim 3,5 + kayles 7 + nim 1')
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.ruleset = ruleset_of(position)
        if isinstance(position, Sum) and self.ruleset is None:
            self.summands = tuple(_summands(position))
        else:
            self.summands = (Summand(self.ruleset, position, 0),)

    @property
    def name(self) -> str:
        """The text of the position with the name of its game, which `parse_position` reads back."""
        return " + ".join(map(str, self.summands)) or "0"

    def move(self, move: Move) -> str:
        """A move in words; in a sum of several games with the summand that it is made in.

        >>> Told(parse_position("kayles 7 + nim 3,5")).move((2, 2))
        'in nim 3,5: take 2 from heap 2'
        """
        one, inner = self.summand_of(move)
        text = str(inner) if one.ruleset is None else one.ruleset.move_text(one.position, inner)
        return text if one.position is self.position else _("in {component}: {move}").format(component=one, move=text)

    def record(self, move: Move) -> dict[str, object]:
        """A move as JSON-ready data; in a sum of several games with the index of its `summand`, from 0.

        >>> Told(parse_position("kayles 7 + nim 3,5")).record((2, 2))
        {'summand': 1, 'heap': 1, 'amount': 2}
        """
        one, inner = self.summand_of(move)
        record: dict[str, object] = (
            {"move": str(inner)} if one.ruleset is None else one.ruleset.move_record(one.position, inner)
        )
        return record if one.position is self.position else {"summand": self.summands.index(one), **record}

    def summand_of(self, move: Move) -> tuple[Summand, Move]:
        """The summand that a move is made in, and the move there.

        >>> one, move = Told(parse_position("kayles 7 + nim 3,5")).summand_of((2, 2))
        >>> str(one), move
        ('nim 3,5', ComponentMove(component=1, move=2))
        """
        if len(self.summands) == 1:
            return self.summands[0], move
        index, inner = component_move(move, len(self.position.parts) if isinstance(self.position, Sum) else 1)
        one = first(one for one in reversed(self.summands) if one.first <= index)
        return one, ComponentMove(index - one.first, inner) if isinstance(one.position, Sum) else inner


def _summands(position: Sum) -> Iterator[Summand]:
    for (ruleset, _game_name), group in groupby(enumerate(position.parts), key=lambda pair: game_and_name(pair[1])):
        pairs = list(group)
        alone = pairs[0][1]
        yield Summand(ruleset, alone if len(pairs) == 1 else Sum(*(part for _, part in pairs)), pairs[0][0])


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
