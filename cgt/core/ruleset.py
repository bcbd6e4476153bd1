"""Rulesets: a game family with its parameters, the object that a plugin offers."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from cgt.core.compounds import Sum, component_move, components_of
from cgt.core.numbers import brief, check_whole, from_decimal, is_whole, shortened
from cgt.core.outcome import Convention
from cgt.errors import NotApplicableError, ParseError, PositionError, RulesetError
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cgt.core.closed_form import ClosedForm
    from cgt.core.outcome import ConventionLike
    from cgt.core.position import Move, Position


class Ruleset(ABC):
    """A game family with its parameters: how to make, read and write its positions, and what is known about them.

    Subclasses are frozen attrs classes; equal parameters make equal rulesets. The text form `name(arguments)` given by
    `str` can be read back by `cgt.registry.parse_ruleset`. Only `position` and `parse_component` must be written.
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
    position_form: ClassVar[str] = "heaps separated by commas"
    """What a position's text looks like, for error messages and help."""
    example: ClassVar[str] = "3,5"
    """A position's text, for help and for checks."""
    conventions: ClassVar[tuple[Convention, ...]] = (Convention.NORMAL, Convention.MISERE)
    """The play conventions that the game makes sense in."""
    table_axes: ClassVar[tuple[str, str]] = ("heap", "heap")
    """What the rows and the columns of a two-coordinate table count."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the text form, as `from_arguments` reads them."""
        return ()

    def __str__(self) -> str:
        arguments = ",".join(self.arguments)
        return f"{self.name}({arguments})" if arguments else self.name

    @classmethod
    def from_arguments(cls, *arguments: str) -> Ruleset:
        """The ruleset that the arguments of the text form describe; raises `RulesetError` or `ParseError`."""
        if arguments:
            raise RulesetError(f"{cls.name} takes no arguments, got {', '.join(arguments)}")
        return cls()

    @abstractmethod
    def position(self, *heaps: int | tuple[int, ...]) -> Position:
        """The position with these heaps; raises `PositionError` for sizes that cannot be."""

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
        return " + ".join(map(str, components_of(position)))

    @property
    def listed_heaps(self) -> int:
        """How many heaps the positions have that a list of P-positions shows by default."""
        return 1

    def p_positions(self, stop: int, convention: ConventionLike = Convention.NORMAL) -> Sequence[tuple[int, ...]]:
        """The P-positions of `listed_heaps` heaps below `stop`, ascending, where a formula lists them.

        Raises:
            NotApplicableError: no formula is known; `cgt.p_positions` tries every position instead.
        """
        raise NotApplicableError(f"no formula lists the P-positions of {self}")

    def table_position(self, row: int, column: int) -> Position:
        """The position at a place of the two-coordinate table: by default two heaps."""
        return self.position(row, column)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Positions to audit closed forms on: by default one heap up to `bound`, and smaller ones for two and three."""
        for count, largest in ((1, bound), (2, bound // 2), (3, bound // 4)):
            for heaps in combinations_with_replacement(range(largest + 1), count):
                yield self.position(*heaps)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """What is known without searching, the most informative first."""
        return ()

    def table(self, position: Position) -> Callable[[Position], int] | None:
        """A look-up of normal-play nim-values for every position reachable from this one, where a table pays."""
        return None

    def heap_count(self, position: Position) -> int:
        """How many heaps one component of this game shows."""
        return 1

    def move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The move as JSON-ready data: `heap` (index from 0) and `amount`, or `heaps` and `amounts` for several."""
        if isinstance(position, Sum):
            component, inner = component_move(move, len(position.parts))
            before = sum(self.heap_count(part) for part in position.parts[:component])
            record = self.component_move_record(position.parts[component], inner)
            return {key: _shift(value, before) if key in {"heap", "heaps"} else value for key, value in record.items()}
        return self.component_move_record(position, move)

    def component_move_record(self, position: Position, move: Move) -> dict[str, object]:
        """`move_record` for one component; by default the move is the amount taken from heap 0."""
        return {"heap": 0, "amount": move}

    def move_text(self, position: Position, move: Move) -> str:
        """The move in words, with heaps counted from 0 where there are several."""
        record = self.move_record(position, move)
        if "heaps" in record:
            heaps, amounts = record["heaps"], record["amounts"]
            pairs = zip(heaps, amounts, strict=True) if isinstance(heaps, list) and isinstance(amounts, list) else ()
            return _("take {what}").format(
                what=_(" and ").join(_("{amount} from heap {heap}").format(amount=_brief(a), heap=h) for h, a in pairs)
            )
        leaves, amount, heap = record.get("leaves"), record["amount"], record.get("heap")
        is_alone = sum(self.heap_count(part) for part in components_of(position)) == 1
        heaps = ", ".join(map(_brief, leaves)) if isinstance(leaves, list) else ""
        if heaps and amount == 0:
            text = _("divide it into {heaps}") if is_alone else _("divide heap {heap} into {heaps}")
        else:
            text = _("take {amount}") if is_alone else _("take {amount} from heap {heap}")
            text += _(", leaving {heaps}") if heaps else ""
        return text.format(amount=_brief(amount), heap=heap, heaps=heaps)


def _brief(amount: object) -> str:
    return shortened(amount) if is_whole(amount) else str(amount)


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
    rulesets = [part.ruleset if isinstance(part, Ruled) else None for part in position.parts]
    return rulesets[0] if all(ruleset == rulesets[0] for ruleset in rulesets) else None


def _shift(value: object, by: int) -> object:
    if isinstance(value, list):
        return [entry + by for entry in value]
    return value + by if isinstance(value, int) else value


_NUMBER = re.compile(r"\d+")


def parse_sizes(text: str, form: str) -> list[int]:
    """Heap sizes from text such as `3,5,7`; `form` tells the error message what a position looks like.

    Raises:
        ParseError: an entry is not a plain whole number of at least 0.

    >>> parse_sizes("3, 5,7", "heaps separated by commas")
    [3, 5, 7]
    """
    sizes = []
    start = 0
    for entry in text.split(","):
        sizes.append(parse_size(entry, text, start, form))
        start += len(entry) + 1
    return sizes


def parse_size(entry: str, text: str, start: int, form: str) -> int:
    """One whole number of at least 0 out of a longer text, in which it begins at `start`; the error points at it."""
    number = entry.strip()
    if not _NUMBER.fullmatch(number) or not number.isascii():
        what = brief(number) if number else "nothing"
        raise ParseError(
            f"{what} is not a whole number of at least 0 (expected {form})", text, start + indentation(entry)
        )
    return from_decimal(number)


def check_text(text: object) -> None:
    """Make sure that what is to be read is text at all; raises `ParseError`."""
    if not isinstance(text, str):
        raise ParseError(f"only text can be read here, not {brief(text)}")


def check_ruleset(ruleset: object) -> None:
    """Make sure that something is a ruleset, and not its class or its name; raises `RulesetError`."""
    if not isinstance(ruleset, Ruleset):
        raise RulesetError(
            f"{brief(ruleset)} is not a ruleset: give an object, such as cgt.Nim() or cgt.parse_ruleset('nim')"
        )


def indentation(text: str) -> int:
    """How many blanks a text begins with; all of it when it is blank."""
    return len(text) - len(text.lstrip())


def check_sizes(sizes: Sequence[object], *, least: int = 0) -> tuple[int, ...]:
    """The sizes as a tuple of ints of at least `least`.

    Raises:
        PositionError: a size is not an int, or too small.

    >>> check_sizes([3, 5])
    (3, 5)
    """
    needs = f"a heap has a whole number of at least {least} matches"
    return tuple(check_whole(size, needs, least=least, error=PositionError) for size in sizes)


def check_parameter(value: object, needs: str, *, least: int = 1) -> int:
    """A ruleset's whole-number parameter; `needs` says what would be right, for the error.

    Raises:
        RulesetError: it is not an int, or below `least`.

    >>> check_parameter(3, "bounded-nim(m) needs a whole number m of at least 1")
    3
    """
    return check_whole(value, needs, least=least, error=RulesetError)


def parse_parameter(text: str, needs: str, *, least: int = 1) -> int:
    """`check_parameter` for a parameter that is still text: plain digits, at most a hundred of them.

    >>> parse_parameter("3", "bounded-nim(m) needs a whole number m of at least 1")
    3
    """
    digits = text.strip()
    if not _NUMBER.fullmatch(digits) or not digits.isascii() or len(digits) > 100:
        raise RulesetError(f"{needs}, not {digits[:40]!r}")
    return check_parameter(int(digits), needs, least=least)
