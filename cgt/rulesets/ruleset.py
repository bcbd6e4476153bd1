"""Rulesets: a game family with its parameters, the object that a plugin offers."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from itertools import islice, product
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from cgt.core.compounds import ComponentMove, Sum, component_move
from cgt.core.numbers import brief
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import options
from cgt.core.reading import check_text, indentation
from cgt.errors import IllegalMoveError, ParseError, RulesetError
from cgt.language import _
from cgt.rulesets.parameters import read_parameters, write_parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cgt.core.closed_form import ClosedForm
    from cgt.core.position import Move, Position

SAMPLES = 50
"""How many sample positions there are by default for each step of the bound."""

SEARCHED_MOVES = 20_000
"""How many moves are looked through for the one that a text means, where its numbers do not tell it."""

COMPARED_MOVES = 1_000
"""How many of them are looked at for one that is nearly what was written."""

SHOWN_MOVES = 12
"""How many moves a line lists of those that may be played."""


class Ruleset(ABC):
    """A game family with its parameters: how to make, read and write its positions, and what is known about them.

    Subclasses are frozen attrs classes; equal parameters make equal rulesets. The text form `name(arguments)` given by
    `str` can be read back by `cgt.parse_ruleset`. The texts and `parse_component` must be written; what more a game can
    do it says by the small Protocols of `cgt.rulesets.capabilities`.
    """

    name: ClassVar[str]
    """The registered name, as written on the command line."""
    title: ClassVar[str]
    """The game's name in prose."""
    rules: ClassVar[str]
    """The rules in one or two sentences."""
    references: ClassVar[tuple[str, ...]] = ()
    """Where the game is studied: author, title, year."""
    example_arguments: ClassVar[tuple[str, ...]] = ()
    """Arguments of a typical game of the family, for help and for checks; none where it takes none."""
    position_form: ClassVar[str]
    """What a position's text looks like, for error messages and help."""
    example: ClassVar[str]
    """A position's text, for help and for checks."""
    letters: ClassVar[tuple[str, ...]] = ()
    """The letters of `rules` that stand for the arguments, in their order."""
    conventions: ClassVar[tuple[Convention, ...]] = (Convention.NORMAL, Convention.MISERE)
    """The play conventions that the game makes sense in."""
    ends: ClassVar[bool] = False
    """Whether every play is known to come to an end, so that equal components cancel in normal play."""
    seconds_a_table_entry: ClassVar[float] = 1.5e-5
    """What an entry of `table` costs, in processor seconds, so that the cheapest route is asked first."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the text form, as `from_arguments` reads them: by default the fields, the usual left out."""
        return write_parameters(self)

    def __str__(self) -> str:
        arguments = ",".join(self.arguments)
        return f"{self.name}({arguments})" if arguments else self.name

    @classmethod
    def from_arguments(cls, *arguments: str) -> Ruleset:
        """The ruleset that the arguments of the text form describe; by default they are the fields, read by their type.

        Whole numbers (`base: int`), texts, truth values (`yes`, `no`) and, as the last field, several whole numbers
        (`takes: tuple[int, ...]`) are read so; a class with a field of another type reads its arguments itself.

        Raises:
            RulesetError: too many arguments or too few, or one that is not of its type; `ParseError` likewise.
        """
        return cls(*read_parameters(cls, cls.name, arguments))

    @abstractmethod
    def parse_component(self, text: str) -> Position:
        """Read one position, without `+`; raises `ParseError` or `PositionError`."""

    def parse(self, text: str) -> Position:
        """Read a position; `+` joins positions into a sum.

        Raises:
            ParseError: the text does not have the form of a position; it points at the place in the whole text.
            PositionError: it has, but no such position can be.

        >>> import cgt
        >>> print(cgt.Wythoff().parse("3,5 + 1,2"))
        3,5 + 1,2
        """
        parts = []
        start = 0
        check_text(text)
        for part in text.split("+"):
            try:
                parts.append(self.parse_component(part.strip()))
            except ParseError as error:
                raise error.within(text, start + indentation(part)) from None
            start += len(part) + 1
        return parts[0] if len(parts) == 1 else Sum(*parts)

    def format(self, position: Position) -> str:
        """The text of a position, which `parse` reads back."""
        return " + ".join(map(str, position.parts)) if isinstance(position, Sum) else str(position)

    def weight(self, position: Position) -> tuple[int, ...]:
        """How large a position is, for the least counterexample: by default as long as its text."""
        return (len(str(position)),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Positions to check on: the example and what it leads to, breadth first, up to 50 for each step of `bound`."""
        example = self.parse(self.example)
        found, waiting = {example}, deque([example])
        while waiting and len(found) < SAMPLES * bound:
            for option in options(waiting.popleft()):
                if option not in found and len(found) < SAMPLES * bound:
                    found.add(option)
                    waiting.append(option)
        return sorted(found, key=lambda position: (self.weight(position), str(position)))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """What is known without searching, the most informative first."""
        return ()

    def table(self, position: Position) -> Callable[[Position], int] | None:
        """A look-up of normal-play nim-values for every position reachable from this one, where a table pays."""
        return None

    def table_size(self, position: Position) -> int | None:
        """How many nim-values `table` would find for this position; None where nobody knows before it is asked."""
        return None

    def table_seconds(self, position: Position) -> float | None:
        """The processor seconds that `table` is predicted to take for this position; None where nobody can tell."""
        size = self.table_size(position)
        return None if size is None else size * self.seconds_a_table_entry

    def least_searched(self, position: Position) -> int:
        """How many positions a search of this one opens at the least, told without any search; 0 where nobody can tell.

        A search makes the first move first: it opens the whole line of play in which everyone does, whatever is asked.
        """
        return 0

    def rules_text(self) -> str:
        """The rules as one says them to a player, with the numbers of this very game.

        >>> import cgt
        >>> cgt.BoundedNim(3).rules_text(), cgt.Subtraction(3, 4).rules_text()
        ('Take at least one match and at most 3 from one row.', 'Take one of the listed amounts from one heap: 3, 4.')
        """
        text = _(self.rules)
        if not self.letters:
            return text if not self.arguments else text.rstrip(".") + _(": ") + ", ".join(self.arguments) + "."
        for letter, value in zip(self.letters, self.arguments, strict=False):
            text = re.sub(rf"\b{letter}\b", value, text)
        return text

    def advice(self, position: Position, move: Move, convention: Convention) -> str:
        """What a winning move leaves, as a goal to carry on with: by default the position itself.

        >>> import cgt
        >>> cgt.Nim().advice(cgt.Nim().position(3, 5), (1, 2), cgt.Convention.NORMAL)
        'leave your opponent two equal heaps, 3,3'
        """
        after = position.play(move)
        if next(iter(after.moves()), None) is None:
            return _("leave your opponent no move")
        return _("leave your opponent {position}").format(position=self.format(after))

    def goal(self, convention: Convention) -> str:
        """What wins, as one says it to a player."""
        if convention.terminal_outcome is Outcome.N:
            return _("Whoever moves last loses.")
        return _("Whoever moves last wins.")

    def component_move_text(self, position: Position, move: Move) -> str:
        """A move in one component, in words; by default as `str` shows it."""
        return str(move)

    def move_text(self, position: Position, move: Move) -> str:
        """The move in words; in a sum with the component that it is made in, counted from 1.

        >>> import cgt
        >>> nim = cgt.Nim()
        >>> nim.move_text(nim.position(3, 5), (1, 2))
        'take 2 from heap 2'
        """
        if not isinstance(position, Sum):
            return self.component_move_text(position, move)
        index, inner = component_move(move, len(position.parts))
        text = self.component_move_text(position.parts[index], inner)
        return _("component {index}: {move}").format(index=index + 1, move=text)

    def component_move_record(self, position: Position, move: Move) -> dict[str, object]:
        """`move_record` for one component; by default the move alone, as JSON can hold it."""
        return {"move": _plain(move)}

    def move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The move as JSON-ready data: `move`, and in a sum `component`, counted from 0."""
        if not isinstance(position, Sum):
            return self.component_move_record(position, move)
        index, inner = component_move(move, len(position.parts))
        return {"component": index, **self.component_move_record(position.parts[index], inner)}

    def write_move(self, position: Position, move: Move) -> str:
        """The move in the form that `read_move` reads: as in words, in a sum with the component in front, `1: c`."""
        if not isinstance(position, Sum):
            return self.component_move_text(position, move)
        index, inner = component_move(move, len(position.parts))
        return f"{index + 1}: {self.component_move_text(position.parts[index], inner)}"

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text stands for: as `write_move` or `move_text` has it, or as `str` shows it.

        In a sum the component may be left out where one component alone allows the move.

        Raises:
            ParseError: the text fits several moves, or none but is near some; the message shows them.
            IllegalMoveError: it fits none; the message says what is allowed.
        """
        check_text(text)
        wanted = " ".join(text.split())
        folds: tuple[Callable[[str], str], ...] = (str, str.casefold)
        for meant, fold in product((True, False), folds):
            moves = self._legal_meant(position, wanted) if meant else islice(position.moves(), SEARCHED_MOVES)
            fitting = [move for move in moves if fold(wanted) in map(fold, self._spellings(position, move))]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise ParseError(
                    _("{text!r} fits {count} moves: write {moves}").format(
                        text=wanted,
                        count=len(fitting),
                        moves="; ".join(self.write_move(position, move) for move in fitting[:4]),
                    )
                )
        compared = [self.write_move(position, move) for move in islice(position.moves(), COMPARED_MOVES)]
        shown = wanted if len(wanted) <= 40 else wanted[:40] + "…"
        from difflib import get_close_matches

        if near := get_close_matches(shown, compared, n=4):
            raise ParseError(
                _("{text!r} is not a move here: did you mean {moves}?").format(text=shown, moves=", ".join(near))
            )
        raise IllegalMoveError(
            _("{text!r} is not allowed here: {allowed}").format(text=shown, allowed=self.moves_text(position))
        )

    def meant_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves of one component that a text may mean, legal or not, made from its numbers; by default none.

        So a move is read where there are very many.
        """
        return ()

    def _legal_meant(self, position: Position, text: str) -> Iterator[Move]:
        moves = self.meant_moves(position, text)
        if isinstance(position, Sum):
            parts = enumerate(position.parts)
            moves = (ComponentMove(index, move) for index, part in parts for move in self.meant_moves(part, text))
        for move in dict.fromkeys(moves):
            with suppress(IllegalMoveError):
                position.play(move)
                yield move

    def _spellings(self, position: Position, move: Move) -> set[str]:
        spellings = {self.write_move(position, move), self.move_text(position, move), str(move)}
        if isinstance(position, Sum):
            index, inner = component_move(move, len(position.parts))
            spellings |= {self.component_move_text(position.parts[index], inner), str(inner)}
        return {" ".join(spelling.split()) for spelling in spellings}

    def move_form(self, position: Position) -> str:
        """How to write a move here, by an example of one that is allowed."""
        for move in position.moves():
            return _("write it like this: {move}").format(move=self.write_move(position, move))
        return _("no move is left")

    def moves_text(self, position: Position) -> str:
        """What may be played, in one line, whatever the number of moves."""
        listed = [self.write_move(position, move) for move in islice(position.moves(), SHOWN_MOVES + 1)]
        if not listed:
            return _("no move is left")
        return _("play {moves}").format(moves=", ".join(listed[:SHOWN_MOVES] + ["…"] * (len(listed) > SHOWN_MOVES)))


def _plain(move: Move) -> object:
    """A move as JSON can hold it: numbers and texts as they are, tuples as lists, anything else as `str` shows it."""
    if isinstance(move, tuple):
        return list(map(_plain, move))
    return move if move is None or isinstance(move, int | str) else str(move)


@runtime_checkable
class Ruled(Protocol):
    """This is a Protocol: a position that names the ruleset it belongs to."""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        ...


def ruleset_of(position: Position) -> Ruleset | None:
    """The ruleset a position belongs to: its own, or the one that all its components share.

    >>> import cgt
    >>> print(ruleset_of(cgt.Nim().position(3, 5)), ruleset_of(cgt.Nim().position(3) + cgt.Wythoff().position(1, 2)))
    nim None
    """
    if isinstance(position, Ruled):
        return position.ruleset
    if not isinstance(position, Sum) or not position.parts:
        return None
    # A Protocol is slow to ask of a thousand heaps: `getattr` asks the same.
    rulesets = [getattr(part, "ruleset", None) for part in position.parts]
    first = rulesets[0]
    return first if all(ruleset is first or ruleset == first for ruleset in rulesets) else None


def check_ruleset(ruleset: object) -> None:
    """Make sure that something is a ruleset, and not its class or its name; raises `RulesetError`."""
    if not isinstance(ruleset, Ruleset):
        raise RulesetError(
            f"{brief(ruleset)} is not a ruleset: give an object, such as cgt.Nim() or cgt.parse_ruleset('nim')"
        )
