"""How moves are written, read and said: a family gives the forms of one component, sums are handled once, here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, islice
from typing import Any, ClassVar, NamedTuple, Protocol

from cgt.core.compounds import ComponentMove, Sum, component_move
from cgt.core.errors import CGTError, IllegalMoveError, ParseError
from cgt.core.language import _
from cgt.core.numbers import with_short_numbers, written
from cgt.core.position import Move, Position
from cgt.core.reading import check_text

COMPARED_MOVES = 1_000
"""How many moves are looked at for one that is nearly what was written."""

SHOWN_MOVES = 12
"""How many moves a line lists of those that may be played."""

SHOWN_TEXT = 40
"""How many characters of a text that is no move are shown."""


class Place(NamedTuple):
    """Where a component stands in the whole position; all numbers count from 0.

    Attributes:
        component: its number in a sum; None where the position is no sum.
        first: the number of its first heap.
        heaps: how many heaps the whole position has.
    """

    component: int | None
    first: int
    heaps: int


class InWords(Protocol):
    """What a notation asks of a game: the words for a move in one component."""

    def component_move_text(self, position: Position, move: Any, /) -> str:  # noqa: ANN401 - each has moves of its own
        """The move in words."""
        ...

    def component_move_record(self, position: Position, move: Any, /) -> dict[str, object]:  # noqa: ANN401 - likewise
        """The move as JSON-ready data."""
        ...

    def meant_moves(self, position: Position, text: str, /) -> Iterable[Move]:
        """The moves that a text may mean, legal or not."""
        ...


class Notation:
    """The notation of a game's moves: by default in the game's own words, with the component in front.

    A family writes the forms of one component: `written`, `said`, `recorded`, and `meant` where there may be too many
    moves to look through. They are told the component's place, so that a sum is numbered in one place, here.
    """

    searched: ClassVar[int] = 20_000
    """How many moves are looked through for the one that a text means, where its numbers do not tell it."""

    def __init__(self, game: InWords) -> None:
        self.game = game

    # The forms of one component.

    def heaps(self, component: Position) -> int:
        """How many heaps a component shows, which are counted through in a sum."""
        return 1

    def said(self, component: Position, move: Move, place: Place) -> str:
        """The move in words, its numbers whole."""
        text = self.game.component_move_text(component, move)
        if place.component is None:
            return text
        return _("component {index}: {move}").format(index=place.component + 1, move=text)

    def written(self, component: Position, move: Move, place: Place) -> str:
        """The move as it is typed: in words, in a sum with the component in front, `1: c`."""
        text = self.game.component_move_text(component, move)
        return text if place.component is None else f"{place.component + 1}: {text}"

    def recorded(self, component: Position, move: Move, place: Place) -> dict[str, object]:
        """The move as JSON-ready data."""
        record = self.game.component_move_record(component, move)
        return record if place.component is None else {"component": place.component, **record}

    def spellings(self, component: Position, move: Move, place: Place) -> set[str]:
        """All texts that mean the move."""
        found = {self.written(component, move, place), self.said(component, move, place), as_shown(move)}
        if place.component is not None:
            found |= {self.game.component_move_text(component, move), as_shown(self.whole(component, move, place))}
        found = {" ".join(spelling.split()) for spelling in found}
        return found | set(map(with_short_numbers, found))

    def meant(self, component: Position, text: str, place: Place) -> Iterable[Move]:
        """The moves that a text may mean, made from its numbers without looking through all, legal or not."""
        moves = dict.fromkeys(self.game.meant_moves(component, text))
        for fold in (str, str.casefold):
            yield from (
                move
                for move in moves
                if is_legal(component, move) and fold(text) in map(fold, self.spellings(component, move, place))
            )

    # What a text means that is no spelling of a move.

    def fitting(self, position: Position, text: str, moves: Sequence[Move]) -> list[Move]:
        """Which of these moves do what a text asks for in other ways."""
        return []

    def refusal(self, position: Position, text: str, moves: Sequence[Move]) -> CGTError:
        """What is to be said of a text that means none of these moves."""
        from difflib import get_close_matches

        shown = shortened_text(text)
        compared = [self.write_move(position, move) for move in moves[:COMPARED_MOVES]]
        if near := get_close_matches(shown, compared, n=4):
            meant = with_short_numbers(", ".join(near))
            return ParseError(_("{text!r} is not a move here: did you mean {moves}?").format(text=shown, moves=meant))
        return self.not_allowed(position, shown)

    def not_allowed(self, position: Position, text: str) -> IllegalMoveError:
        """What is to be said of a move that the rules do not allow."""
        allowed = self.moves_text(position)
        return IllegalMoveError(_("{text!r} is not allowed here: {allowed}").format(text=text, allowed=allowed))

    # Whole positions: sums of components.

    def move_text(self, position: Position, move: Move) -> str:
        """The move in words, huge numbers shortened; in a sum with what it is made in, counted from 1."""
        return with_short_numbers(self.said(*self.placed(position, move)))

    def write_move(self, position: Position, move: Move) -> str:
        """The move in the form that `read_move` reads."""
        return self.written(*self.placed(position, move))

    def move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The move as JSON-ready data, with what it is made in, counted from 0."""
        return self.recorded(*self.placed(position, move))

    def moves_text(self, position: Position) -> str:
        """What may be played, in one line, whatever the number of moves."""
        listed = [self.write_move(position, move) for move in islice(position.moves(), SHOWN_MOVES + 1)]
        if not listed:
            return _("no move is left")
        shown = listed[:SHOWN_MOVES] + ["…"] * (len(listed) > SHOWN_MOVES)
        return _("the moves are {moves}").format(moves=with_short_numbers(", ".join(shown)))

    def move_form(self, position: Position) -> str:
        """How to write a move here, by an example of one that is allowed."""
        for move in position.moves():
            return _("write it like this: {move}").format(move=self.write_move(position, move))
        return _("no move is left")

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text stands for, in either case; see `Game.read_move`."""
        check_text(text)
        wanted = " ".join(text.split())
        found = list(dict.fromkeys(self._meant(position, wanted)))
        moves: list[Move] = []
        if not found:
            moves = list(islice(position.moves(), self.searched))
            spelled = [(move, self.spellings(*self.placed(position, move))) for move in moves]
            found = _spelled(wanted, spelled, str) or _spelled(wanted, spelled, str.casefold)
            found = found or self.fitting(position, wanted, moves)
        if len(found) == 1:
            return found[0]
        if not found:
            raise self.refusal(position, wanted, moves)
        several = _("; ").join(self.write_move(position, move) for move in found[:4])
        raise ParseError(
            _("{text!r} fits {count} moves: write {moves}").format(text=wanted, count=len(found), moves=several)
        )

    def placed(self, position: Position, move: Move) -> tuple[Position, Move, Place]:
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

    def whole(self, component: Position, move: Move, place: Place) -> Move:
        """A component's move as one of the whole position."""
        return move if place.component is None else ComponentMove(place.component, move)

    def _meant(self, position: Position, text: str) -> Iterator[Move]:
        for component, place in self.places(position):
            for move in self.meant(component, text, place):
                yield self.whole(component, move, place)


def _spelled(wanted: str, moves: Iterable[tuple[Move, set[str]]], fold: Callable[[str], str]) -> list[Move]:
    return [move for move, spellings in moves if fold(wanted) in map(fold, spellings)]


def as_shown(move: Move) -> str:
    """The move as `str` shows it, whatever the length of its numbers."""
    return written(move) if isinstance(move, int | tuple) else str(move)


def is_legal(component: Position, move: Move) -> bool:
    """Whether a component allows a move."""
    with suppress(ValueError, TypeError):
        component.play(move)
        return True
    return False


def shortened_text(text: str) -> str:
    """As much of a text as an error shows."""
    return text if len(text) <= SHOWN_TEXT else text[:SHOWN_TEXT] + "…"


def plain(move: Move) -> object:
    """A move as JSON can hold it: numbers and texts as they are, tuples as lists, anything else as `str` shows it."""
    if isinstance(move, tuple):
        return list(map(plain, move))
    return move if move is None or isinstance(move, int | str) else str(move)
