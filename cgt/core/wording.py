"""The words of games: a game or a family gives those for one component; sums are handled here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, islice
from typing import Any, NamedTuple

import attrs

from cgt.core.compounds import ComponentMove, Sum, component_move, parts_of
from cgt.core.language import _
from cgt.core.numbers import as_shown, shorten_ints
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, is_over
from cgt.core.reading import check_text, plain_letters
from cgt.errors import CGTError, IllegalMoveError, ParseError

COMPARED_MOVES = 1_000
"""The greatest number of moves compared with a text that is nearly one of them, or with each other."""

SHOWN_MOVES = 12
"""The greatest number of legal moves in a line."""

SHOWN_TEXT = 40
"""The length of the excerpt of a text that is no move, in characters."""


_SQUARE, _EDGE = re.compile(r"\d+:\d+", re.ASCII), re.compile(r"([^\s,-]+)-([^\s,-]+)")
"""The patterns of a square and of an edge, which may be named from either end, in the words for a move."""


class Place(NamedTuple):
    """The place of a component in the whole position; all numbers count from 0.

    Attributes:
        component: its number in a sum; None where the position is no sum.
        first: the number of its first heap.
        heaps: how many heaps the whole position has.
    """

    component: int | None
    first: int
    heaps: int


def plain(move: Move) -> object:
    """A move as JSON can hold it: numbers and texts as they are, tuples as lists, anything else as `str` shows it."""
    if isinstance(move, tuple):
        return list(map(plain, move))
    return move if move is None or isinstance(move, int | str) else str(move)


def last_move_wins(convention: Convention) -> str:
    """The default goal as a sentence: whoever moves last wins or, in misère play, loses."""
    if convention.terminal_outcome is Outcome.N:
        return _("Whoever moves last loses.")
    return _("Whoever moves last wins.")


@attrs.frozen
class Wording:
    """The words of a game: its moves and positions as text, written, read and spoken; each has a default.

    A move has two forms, and `read_move` reads both: `write_move` gives the one that is typed, `move_text` the one that
    is said. A game gives the words of one component; the components of a sum are numbered in one place, here.
    """

    phrase: str = ""
    """A position as one says it, with `{sizes}` for its numbers or `{text}`; empty where its heaps say enough."""
    table_axes: tuple[str, str] = ("first number", "second number")
    """The meaning of the two numbers of a position: the rows and the columns of a table."""
    family: str = ""
    """A family of positions by their size `{n}`, such as `path {n}`; empty where a number of the example may vary."""
    pieces: str = "matches"
    """The pieces that heaps consist of, or that moves place: matches, pins, cells, files, stairs, dominoes."""
    ordered_heaps: bool = False
    """Whether positions with the same heaps in another order differ, so that lists have them all."""
    separator: str = " + "
    """The text between the components of a sum."""
    goal: Callable[[Convention], str] = last_move_wins
    """The goal of the game, as one says it to a player."""
    advised: Callable[[Position, Move, Convention], str | None] = lambda _position, _move, _convention: None
    """The position that a winning move leaves, as a goal to carry on with; None where there is nothing to say but the
    position."""
    strategy: Callable[[Position, Convention], str] = lambda _position, _convention: ""
    """A way to win from here, or to answer every move, as one says it to a friend; empty where no rule is known."""
    missing_condition: Callable[[Position], str] = lambda _position: ""
    """The condition without which a move leaves this position as it is, such as `t >= 1`; empty where none is known."""
    weight: Callable[[Position], tuple[int, ...]] = lambda position: (len(str(position)),)
    """The size of a position: the smallest ones are shown first."""
    component_description: Callable[[Position], str] | None = None
    """A position of one component in words, where its text has signs for what is due."""
    component_text: Callable[[Position, Any], str] = lambda _position, move: as_shown(move)
    """A move of one component, in words."""
    component_notation: Callable[[Position, Any], str] | None = None
    """A move of one component as it is typed; by default in words."""
    component_record: Callable[[Position, Any], dict[str, object]] = lambda _position, move: {"move": plain(move)}
    """A move of one component, as JSON-ready data."""
    candidates: Callable[[Position, str], Iterable[Move]] = lambda _position, _text: ()
    """The moves of one component that a text may mean, legal or not: so a move is read where there are very many."""
    move_parts: Callable[[Position, Any], Iterable[str]] | None = None
    """The names, `data-part` in the drawing, of what one touches for a move; by default those that its words name."""
    searched: int = 20_000
    """The number of moves that are compared with a text whose numbers do not tell the move."""

    def position_text(self, position: Position) -> str:
        """The text of a position, which the game's `parse` reads back."""
        return self.separator.join(map(str, parts_of(position)))

    def named_text(self, name: str, parts: Iterable[Position]) -> str:
        """The text of components, with the name of their game: before each that would be joined by `+`."""
        texts = list(map(str, parts))
        whole = texts if self.separator.strip() == "+" else [self.separator.join(texts)]
        return " + ".join(f"{name} {text}" for text in whole)

    def description(self, position: Position) -> str:
        """The position for a player, with what is due in it in words."""
        if self.component_description is None:
            return self.position_text(position)
        return self.separator.join(map(self.component_description, parts_of(position)))

    def advice(self, position: Position, move: Move, convention: Convention) -> str:
        """Advice on a winning move: the position it leaves, as a goal for the rest of the play.

        >>> import cgt
        >>> nim = cgt.games.Nim()
        >>> nim.wording.advice(nim.position(3, 5), (1, 2), cgt.Convention.NORMAL)
        'leave your opponent two equal heaps, 3,3'
        """
        if text := self.advised(position, move, convention):
            return text
        left = position.play(move)
        if is_over(left):
            return _("leave your opponent no move")
        return _("leave your opponent {position}").format(position=self.position_text(left))

    # The forms of one component.

    def heaps(self, component: Position) -> int:
        """The number of heaps a component shows, which are counted through in a sum."""
        return 1

    def text_at(self, component: Position, move: Move, place: Place) -> str:
        """A component's move in words, its numbers not shortened; in a sum with the component's number, from 1."""
        text = self.component_text(component, move)
        if place.component is None:
            return text
        return _("component {index}: {move}").format(index=place.component + 1, move=text)

    def notation_at(self, component: Position, move: Move, place: Place) -> str:
        """The move as it is typed: in words, in a sum with the component in front, `1: c`."""
        text = (self.component_notation or self.component_text)(component, move)
        return text if place.component is None else f"{place.component + 1}{_(': ')}{text}"

    def record_at(self, component: Position, move: Move, place: Place) -> dict[str, object]:
        """A component's move as JSON-ready data; in a sum with the component's number, from 0."""
        record = self.component_record(component, move)
        return record if place.component is None else {"component": place.component, **record}

    def spellings(self, component: Position, move: Move, place: Place) -> set[str]:
        """All texts that mean the move."""
        results = {self.notation_at(component, move, place), self.text_at(component, move, place), as_shown(move)}
        if place.component is not None:
            results |= {self.component_text(component, move), as_shown(self.whole_move(component, move, place))}
        results = set(map(plainly_spaced, results))
        if squares := _SQUARE.findall(self.component_text(component, move)):
            results |= {" ".join(squares), _(" and ").join(squares)}
        results |= {_EDGE.sub(r"\2-\1", spelling) for spelling in results}
        return results | set(map(shorten_ints, results))

    def candidates_at(self, component: Position, text: str, place: Place) -> Iterable[Move]:
        """The legal moves that a text may mean, built from its numbers without a list of all moves."""
        moves = dict.fromkeys(self.candidates(component, text))
        for fold in (str, str.casefold):
            yield from (
                move
                for move in moves
                if is_legal(component, move) and fold(text) in map(fold, self.spellings(component, move, place))
            )

    # The meaning of a text that is no spelling of a move.

    def fitting(self, position: Position, text: str, moves: Sequence[Move]) -> list[Move]:
        """The moves that fit a text which describes them in another way."""
        return []

    def refusal(self, position: Position, text: str, moves: Sequence[Move]) -> CGTError:
        """The error for a text that means none of these moves."""
        from difflib import get_close_matches

        shown = cut_text(text)
        compared = [self.write_move(position, move) for move in moves[:COMPARED_MOVES]]
        if near := get_close_matches(shown, compared, n=4):
            meant = shorten_ints(_in_line(near))
            return ParseError(_("{text!r} is not a move here: did you mean {moves}?").format(text=shown, moves=meant))
        return self.not_allowed(position, shown)

    def not_allowed(self, position: Position, text: str) -> IllegalMoveError:
        """The error for a move that the rules do not allow."""
        allowed = self.moves_text(position)
        return IllegalMoveError(_("{text!r} is not allowed here: {allowed}").format(text=text, allowed=allowed))

    # Whole positions: sums of components.

    def move_text(self, position: Position, move: Move) -> str:
        """The move in words, huge numbers shortened; in a sum with what it is made in, counted from 1."""
        return shorten_ints(self.text_at(*self.locate(position, move)))

    def write_move(self, position: Position, move: Move) -> str:
        """The move as text that `read_move` reads."""
        return self.notation_at(*self.locate(position, move))

    def move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The move as JSON-ready data, with what it is made in, counted from 0."""
        return self.record_at(*self.locate(position, move))

    def moves_text(self, position: Position) -> str:
        """The moves that may be played, in one line, whatever their number."""
        from more_itertools import unique_everseen  # which an answer in one line does without

        moves = islice(position.moves(), COMPARED_MOVES)
        written = unique_everseen(self.write_move(position, move) for move in moves)
        listed = list(islice(written, SHOWN_MOVES + 1))
        if not listed:
            return _("no move is left")
        shown = listed[:SHOWN_MOVES] + ["…"] * (len(listed) > SHOWN_MOVES)
        return choice_text(shown)

    def all_moves_text(self, position: Position) -> str:
        """The moves that may be played, in one line: where `moves_text` has "…", each of them up to a thousand."""
        summary = self.moves_text(position)
        moves = list(islice(position.moves(), COMPARED_MOVES + 1)) if "…" in summary else []
        if not 0 < len(moves) <= COMPARED_MOVES:
            return summary
        written = dict.fromkeys(self.write_move(position, move) for move in moves)
        return choice_text(list(written))

    def move_form(self, position: Position) -> str:
        """The form of a move in this position, by an example of an allowed one."""
        for move in position.moves():
            return _("write it like this: {move}").format(move=self.write_move(position, move))
        return _("no move is left")

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text stands for, as `write_move`, `move_text` or `str` has it, in either case.

        Accents may be left out. In a sum so may the component where one component alone allows the move, and words
        after a comma or a colon where the rest tells the move.

        Raises:
            ParseError: the text fits several moves, or none but is near some; the message shows them.
            IllegalMoveError: it fits none; the message says what is allowed.
        """
        check_text(text)
        wanted = plainly_spaced(text)
        fitting = list(dict.fromkeys(self._candidates(position, wanted)))
        moves: list[Move] = []
        if not fitting:
            moves = list(islice(position.moves(), self.searched))
            spelled = [(move, self.spellings(*self.locate(position, move))) for move in moves]
            fitting = _spelled(wanted, spelled, str) or _spelled(wanted, spelled, plain_letters)
            fitting = fitting or self.fitting(position, wanted, moves) or _begun(wanted, spelled)
        if len(fitting) == 1 or (fitting and self._are_alike(position, fitting)):
            return fitting[0]
        if not fitting:
            raise self.refusal(position, wanted, moves)
        several = _("; ").join(self.write_move(position, move) for move in fitting[:4])
        raise ParseError(
            _("{text!r} fits {count} moves: write {moves}").format(text=wanted, count=len(fitting), moves=several)
        )

    def _are_alike(self, position: Position, moves: Sequence[Move]) -> bool:
        """Whether moves are written alike, and leave the same position."""
        written, left = self.write_move(position, moves[0]), position.play(moves[0])
        return all(self.write_move(position, one) == written and position.play(one) == left for one in moves[1:])

    def locate(self, position: Position, move: Move) -> tuple[Position, Move, Place]:
        """The component that a move is made in, the move there, and where the component stands."""
        if not isinstance(position, Sum):
            return position, move, Place(None, 0, self.heaps(position))
        number, inner = component_move(move, len(position.parts))
        heaps = list(map(self.heaps, position.parts))
        return position.parts[number], inner, Place(number, sum(heaps[:number]), sum(heaps))

    def places(self, position: Position) -> Iterable[tuple[Position, Place]]:
        """Every component with its place."""
        if not isinstance(position, Sum):
            yield position, Place(None, 0, self.heaps(position))
            return
        heaps = list(map(self.heaps, position.parts))
        total = sum(heaps)
        for number, (part, first) in enumerate(zip(position.parts, accumulate(heaps, initial=0), strict=False)):
            yield part, Place(number, first, total)

    def whole_move(self, component: Position, move: Move, place: Place) -> Move:
        """A component's move as one of the whole position."""
        return move if place.component is None else ComponentMove(place.component, move)

    def _candidates(self, position: Position, text: str) -> Iterator[Move]:
        for component, place in self.places(position):
            for move in self.candidates_at(component, text, place):
                yield self.whole_move(component, move, place)


def _spelled(wanted: str, moves: Iterable[tuple[Move, set[str]]], fold: Callable[[str], str]) -> list[Move]:
    return [move for move, spellings in moves if fold(wanted) in map(fold, spellings)]


def _begun(wanted: str, moves: Iterable[tuple[Move, set[str]]]) -> list[Move]:
    """The moves whose words begin with the words of a text, and go on with others after a comma or a colon."""
    if not re.search(r"[^\W\d]", wanted):
        return []  # numbers alone may begin a list of numbers, and name less than is moved
    begun, goes_on = wanted.casefold(), re.compile(r": |, [^\W\d]")

    def begins(spelling: str) -> bool:
        return spelling.startswith(begun) and goes_on.match(spelling, len(begun)) is not None

    return [move for move, spellings in moves if any(begins(one.casefold()) for one in spellings)]


def plainly_spaced(text: str) -> str:
    """The text with single spaces, and none before a colon or a semicolon, where French has one.

    >>> plainly_spaced("1\N{NO-BREAK SPACE}: take  2 ; 3")
    '1: take 2; 3'
    """
    return re.sub(" (?=[:;])", "", " ".join(text.split()))


def is_legal(component: Position, move: Move) -> bool:
    """Whether a component allows a move."""
    with suppress(ValueError, TypeError):
        component.play(move)
        return True
    return False


def choice_text(moves: Sequence[str], line: str = "") -> str:
    """The sentence that names the moves, which stand in this line."""
    message = _("the only move is {moves}") if len(moves) == 1 else _("the moves are {moves}")
    return message.format(moves=shorten_ints(line or _in_line(moves)))


def _in_line(moves: Sequence[str]) -> str:
    """The moves in a line, with a sign between them that none of them has."""
    if any(";" in move for move in moves):
        return " | ".join(moves)
    return (_("; ") if any("," in move for move in moves) else ", ").join(moves)


def cut_text(text: str) -> str:
    """The beginning of a text, as long as an error shows it."""
    return text if len(text) <= SHOWN_TEXT else text[:SHOWN_TEXT] + "…"
