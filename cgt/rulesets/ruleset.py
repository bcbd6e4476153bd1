"""Rulesets: a game family with its parameters, the object that a plugin offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from cgt.core.compounds import Sum, component_move, components_of
from cgt.core.numbers import brief, is_whole, shortened
from cgt.core.outcome import Convention
from cgt.core.reading import check_text, indentation
from cgt.errors import NotApplicableError, ParseError, RulesetError
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cgt.core.closed_form import ClosedForm
    from cgt.core.outcome import ConventionLike
    from cgt.core.position import Move, Position


class Ruleset(ABC):
    """A game family with its parameters: how to make, read and write its positions, and what is known about them.

    Subclasses are frozen attrs classes; equal parameters make equal rulesets. The text form `name(arguments)` given by
    `str` can be read back by `cgt.parse_ruleset`. Only `position` and `parse_component` must be written.
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

    def table_size(self, position: Position) -> int | None:
        """How many nim-values `table` would find for this position; None where nobody knows before it is asked."""
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


def check_ruleset(ruleset: object) -> None:
    """Make sure that something is a ruleset, and not its class or its name; raises `RulesetError`."""
    if not isinstance(ruleset, Ruleset):
        raise RulesetError(
            f"{brief(ruleset)} is not a ruleset: give an object, such as cgt.Nim() or cgt.parse_ruleset('nim')"
        )
