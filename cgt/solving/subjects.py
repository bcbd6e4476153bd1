"""Subjects of questions: games and positions, as objects or texts; and positions in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.compounds import ComponentMove, Sum, component_move, move_in, parts_of
from cgt.core.game import Game, GamePosition, check_class, game_and_name, ruleset_of
from cgt.core.language import _
from cgt.core.numbers import format_value, shorten_ints
from cgt.core.position import Move, Position, is_over
from cgt.core.reading import SPACED_NUMBERS, THOUSANDS, check_text, indentation, split_outside_brackets
from cgt.core.wording import Place, Wording, cut_text, plainly_spaced
from cgt.errors import CGTError, IllegalMoveError, ParseError, RulesetError

if TYPE_CHECKING:
    from cgt.families.capabilities import DrawnPosition

Rule: TypeAlias = Game | str | Callable[[int], Iterable[tuple[int, ...]]]
"""A ruleset, its text, a bare code, or a function from a heap to its options."""


def read_rule(rule: Rule) -> Game:
    """The ruleset that a ruleset, its text, a bare code, or a function from a heap to its options stands for.

    Raises:
        RulesetError: it is none of these, such as the class of a game, or as `check_class`; `ParseError` likewise for
            a text.

    >>> str(read_rule("0.137")), str(read_rule("kayles"))
    ('octal(0.137)', 'kayles')
    """
    if isinstance(rule, str):
        return _parse_ruleset(rule)
    if isinstance(rule, Game):
        check_class(rule)
        return rule
    if isinstance(rule, type) or not callable(rule):
        raise RulesetError(
            f"{format_value(rule)} is not a ruleset: "
            "give an object, such as cgt.games.Nim() or cgt.parse_ruleset('nim')"
        )
    from cgt.families.function_heap_game import HeapRule  # a text is read without

    return HeapRule(rule)


def _parse_ruleset(text: str) -> Game:
    from cgt.families.registry import parse_ruleset  # with the entry points, which an object is read without

    return parse_ruleset(text)


def parse_position(text: str) -> GamePosition | Sum:
    """The position of a text that names its game, or a sum of several: `kayles 7 + nim 3,5 + wythoff 1,2`.

    Raises:
        ParseError: a summand is not a game and a position; the error points at the place in the whole text.
        CGTError: the game, or the position in it, cannot be read.

    >>> import cgt
    >>> cgt.nim_value(parse_position("kayles 7 + nim 3,5 + takeaway(2n+1) 10:4"))
    5
    """
    check_text(text)
    positions = []
    for start, part in split_outside_brackets(text, "+"):
        at = start + indentation(part)
        name, gap, rest = _name(part.strip())
        if star := _NIMBER.fullmatch(part.strip()):
            advice = _("write {meant} for {sign}")
            raise ParseError(advice.format(meant=f"nim {star[1] or 1}", sign=part.strip()), text, at)
        if meant := _without_brackets(part):
            raise ParseError(_("the position stands behind the game: write {text}").format(text=meant), text, at)
        if not gap and _WORD.match(part.strip()):
            game = _parse_ruleset(part.strip())
            message = _("{game} is a game: say a position, too: {game} {example}")
            raise ParseError(message.format(game=game, example=game.example), text, at)
        if not gap:
            message = _("a game and a position are missing, such as kayles 7")
            if part.strip():
                message = _("{value} is not a game and a position, such as kayles 7")
            raise ParseError(message.format(value=format_value(part.strip())), text, at)
        try:
            ruleset = _parse_ruleset(name)
        except ParseError as error:
            raise error.within(text, at) if error.text == name else error from None
        try:
            positions.append(ruleset.parse(rest.strip()))
        except ParseError as error:
            place = at + len(name) + len(gap) + indentation(rest)
            numbers = ",".join(re.findall("[0-9]+", rest))
            if SPACED_NUMBERS.fullmatch(rest) and not THOUSANDS.fullmatch(numbers):
                message = _("numbers are separated by commas: write {text}").format(text=f"{name} {numbers}")
                raise ParseError(message, text, place) from None
            raise error.within(text, place) from None
    return positions[0] if len(positions) == 1 else Sum(*positions)


_WORD = re.compile("[A-Za-z]")
_NIMBER = re.compile(r"(?:\*|star\s?)(\d*)", re.ASCII)
"""A nimber as it is written in books: `*3`, star for `*1`."""

_IN_BRACKETS = re.compile(r"\s*([a-z][a-z-]*)\s*\(([\d,\s]+)\)\s*", re.ASCII)


def _without_brackets(part: str) -> str:
    """The text of a position with the brackets of `nim(3,4,5)` removed; empty for other texts."""
    match = _IN_BRACKETS.fullmatch(part)
    with suppress(CGTError):
        if match:
            _parse_ruleset(match[1]).parse(match[2])
            return f"{match[1]} {''.join(match[2].split())}"
    return ""


def parse_game(text: str) -> Game:
    """The ruleset of a text, as by `parse_ruleset`; `sum` for several games played together."""
    return SeveralGames() if text.strip() == SeveralGames.name else _parse_ruleset(text)


_NAMED_NUMBERS = re.compile(r"\s*[A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*\s*:")
"""The beginning of a rule without its name: `x, y: x - 1, y`."""


def has_position(rule: str) -> bool:
    """Whether a rule has its position with it, as one text of `parse_position`.

    >>> has_position("kayles 7 + nim 3,5"), has_position("takeaway(2n + 1)")
    (True, False)
    """
    several = any(len(list(split_outside_brackets(rule.strip(), sign))) > 1 for sign in "+ ")
    return several and not _NAMED_NUMBERS.match(rule)


def parse_beginning(rule: str, position: str | None = None) -> tuple[Game, Position]:
    """The game to be played and where it begins: the game's example where no position is given.

    Raises:
        ParseError, PositionError, RulesetError: there is no such game, or no such position of it.

    >>> for game, start in (parse_beginning("kayles", "7"), parse_beginning("kayles 7 + nim 3,5")):
    ...     print(game, "from", PositionText(start).name)
    kayles from kayles 7
    sum from kayles 7 + nim 3,5
    """
    if position is None and has_position(rule):
        rule, position = SeveralGames.name, rule
    game = parse_game(rule)
    start = game.parse(game.example if position is None else position)
    return (ruleset_of(start) or game if isinstance(game, SeveralGames) else game), start


@attrs.frozen
class SumWording(Wording):
    """The words for moves in a sum of several games: neighbours of one game form one summand, with its game's words.

    A `Place` has the number of a summand, and that of its first component.
    """

    searched: int = 0  # each game looks through its own moves
    _laid: list[tuple[Position, list[tuple[Position, Place]]]] = attrs.field(factory=list, init=False, repr=False)

    def places(self, position: Position) -> list[tuple[Position, Place]]:
        """The summands with their places, computed once for all moves of a position."""
        for asked, places in self._laid:
            if asked is position:
                return places
        places = _places(position)
        self._laid[:] = [(position, places)]
        return places

    def position_text(self, position: Position) -> str:
        """The position with the names of its games."""
        return PositionText(position).name

    def locate(self, position: Position, move: Move) -> tuple[Position, Move, Place]:
        """The summand, the move in it, and its place."""
        summands = self.places(position)
        if not isinstance(position, Sum) or len(summands) == 1:
            return position, move, summands[0][1]
        index, inner = component_move(move, len(position.parts))
        summand, place = next(pair for pair in reversed(summands) if pair[1].first <= index)
        return summand, move_in(summand, index - place.first, inner), place

    def whole_move(self, component: Position, move: Move, place: Place) -> Move:
        """A move in a summand as one of the whole position."""
        if place.component is None:
            return move
        index, inner = component_move(move, len(component.parts)) if isinstance(component, Sum) else (0, move)
        return ComponentMove(place.first + index, inner)

    def text_at(self, component: Position, move: Move, place: Place) -> str:
        """The move in words, with its summand."""
        text = _words(component).move_text(component, move)
        return text if place.component is None else _in_summand(component, text)

    def notation_at(self, component: Position, move: Move, place: Place) -> str:
        """The number of the summand and the move in it: `2: 4 from 2`."""
        text = _words(component).write_move(component, move)
        return text if place.component is None else f"{_number(place)}{_(': ')}{text}"

    def record_at(self, component: Position, move: Move, place: Place) -> dict[str, object]:
        """The record of the move by its game, with the index of the summand, from 0."""
        record = _words(component).move_record(component, move)
        return record if place.component is None else {"summand": place.component, **record}

    def candidates_at(self, component: Position, text: str, place: Place) -> Iterator[Move]:
        """The moves that the text may mean in this summand, unless it names another."""
        wanted = _text_after_number(text, component, place)
        if wanted is not None:
            with suppress(ParseError, IllegalMoveError):
                yield _words(component).read_move(component, wanted)

    def refusal(self, position: Position, text: str, moves: Sequence[Move]) -> CGTError:
        """The error for an unreadable move: from the summand that it names, else one that lists the allowed moves."""
        results = [(summand, _text_after_number(text, summand, place)) for summand, place in self.places(position)]
        meant = [(summand, wanted) for summand, wanted in results if wanted is not None]
        if len(meant) == 1:
            summand, wanted = meant[0]
            try:
                _words(summand).read_move(summand, wanted)
            except (ParseError, IllegalMoveError) as error:
                return error
        return self.not_allowed(position, cut_text(text))

    def moves_text(self, position: Position) -> str:
        """The allowed moves in each summand that has one."""
        alive = [
            f"{_number(place)}{_(': ')}{_words(summand).moves_text(summand)}"
            for summand, place in self.places(position)
            if not is_over(summand)
        ]
        return " | ".join(alive) or _("no move is left")


_NUMBERED = re.compile(r"(\d{1,6})\s*:(.*)", re.ASCII)


def _number(place: Place) -> int:
    return (place.component or 0) + 1


def _in_summand(summand: Position, move: str) -> str:
    """The words for a move in a summand, which is named."""
    return _("in {component}: {move}").format(component=PositionText(summand).name, move=move)


def _text_after_number(text: str, summand: Position, place: Place) -> str | None:
    """The text after the number or the name of this summand; None where it begins with the number of another."""
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None:
        return numbered[2] if int(numbered[1]) == _number(place) else None
    named = plainly_spaced(_in_summand(summand, ""))
    return text.removeprefix(named).removeprefix(shorten_ints(named))


def _words(summand: Position) -> Wording:
    """The wording of a summand's game; the default one where it has none."""
    return (ruleset_of(summand) or Game()).wording


def _places(position: Position) -> list[tuple[Position, Place]]:
    """The summands with their places: neighbouring components of one game together; else the whole position."""
    parts = parts_of(position)
    groups = [list(group) for _game, group in groupby(parts, key=game_and_name)]
    if len(groups) < 2:
        return [(position, Place(None, 0, 1))]
    starts = accumulate(map(len, groups), initial=0)
    return [
        (group[0] if len(group) == 1 else Sum(*group), Place(number, start, len(groups)))
        for number, (group, start) in enumerate(zip(groups, starts, strict=False))
    ]


@attrs.frozen
class SeveralGames(Game):
    """A sum of several games to be played: summands are counted from 1, and a move names its own.

    >>> games, start = SeveralGames(), parse_position("kayles 7 + nim 3,5")
    >>> words = games.wording
    >>> words.write_move(start, words.read_move(start, "4 from 2")), words.write_move(start, (0, (6, 0)))
    ('2: 4 from 2', '1: 7')
    """

    name = "sum"
    title = "A sum of several games"
    rules = "Move in one of the games, as its rules say."
    position_form = "games with their positions, joined by +"
    example = "kayles 7 + nim 3,5"

    def parse(self, text: str) -> GamePosition | Sum:
        """The position of a text, by `parse_position`."""
        return parse_position(text)

    @property
    def wording(self) -> SumWording:
        """The wording by summands."""
        return SumWording()


@attrs.frozen
class PositionText:
    """A position in words: its game, its text and the texts of its moves, each looked up once.

    Attributes:
        position: the position.
        ruleset: its game; None for a sum of several games, and where it names none.
        drawn: the drawing of the play that led to it, which names its moves; None where plays are not drawn.
        words: what writes, says and reads its moves.

    >>> text = PositionText(parse_position("nim 3,5 + kayles 7 + nim 1"))
    >>> text.name, text.move((2, (3, 2)))
    ('nim 3,5 + kayles 7 + nim 1', 'in kayles 7: knock down pins 4 and 5')
    """

    position: Position
    ruleset: Game | None = attrs.field()
    drawn: DrawnPosition | None = attrs.field(default=None, repr=False, eq=False)
    words: Wording = attrs.field(init=False, repr=False, eq=False)

    @ruleset.default
    def _named(self) -> Game | None:
        return ruleset_of(self.position)

    @words.default
    def _of_game_or_sum(self) -> Wording:
        words, drawn = (self.ruleset or SeveralGames()).wording, self.drawn
        if drawn is None:
            return words
        return attrs.evolve(words, component_text=lambda _position, move: drawn.move_text(move))

    @property
    def name(self) -> str:
        """The text of the position with the name of its game, which `parse_position` reads back."""
        if self.ruleset is None:
            return str(self.position)
        return self.ruleset.wording.named_text(str(self.ruleset), parts_of(self.position))

    @property
    def description(self) -> str:
        """The position for a player: as it was drawn, in words, or its text."""
        drawn = self.drawn.text().replace("\n", " | ") if self.drawn is not None else ""
        return drawn or self.words.description(self.position)

    def move(self, move: Move) -> str:
        """A move in words; in a sum of several games with the summand that it is made in.

        >>> PositionText(parse_position("kayles 7 + nim 3,5")).move((2, 2))
        'in nim 3,5: take 2 from heap 2'
        """
        return self.words.move_text(self.position, move)

    def record(self, move: Move) -> dict[str, object]:
        """A move as JSON-ready data; in a sum of several games with the index of its `summand`, from 0.

        >>> PositionText(parse_position("kayles 7 + nim 3,5")).record((2, 2))
        {'summand': 1, 'heap': 1, 'amount': 2}
        """
        return self.words.move_record(self.position, move)

    def write(self, move: Move) -> str:
        """The move as it is typed.

        >>> PositionText(parse_position("kayles 7 + nim 3,5")).write((2, 2))
        '2: 2 from 2'
        """
        return self.words.write_move(self.position, move)


def _name(part: str) -> tuple[str, str, str]:
    """The game, the space after it, and the position, in the text of a summand."""
    depth = 0
    for place, sign in enumerate(part):
        depth += (sign in "([{") - (sign in ")]}")
        if sign.isspace() and depth <= 0:
            return part[:place], sign, part[place + 1 :]
    return part, "", ""
