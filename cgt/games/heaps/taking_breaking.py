"""Taking-and-breaking games by their codes, and the named games among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.core.code import GUY_SMITH, NAMED, WINNING_WAYS, Constraint, HeapCode
from cgt.core.language import _
from cgt.core.numbers import format_int, format_value, is_whole
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.route import ClosedForm
from cgt.errors import IllegalMoveError, RulesetError
from cgt.families.heap_game import HeapRuleset, Heaps
from cgt.families.matches import middle_or_copy
from cgt.families.periodic_form import PeriodicForm
from cgt.families.quotient_form import QuotientForm
from cgt.families.rows import Row

ROWS = {
    "kayles": Row("pins"),
    "double-kayles": Row("pins"),
    "dawsons-kayles": Row("pins"),
    "dawsons-chess": Row("files", reach=1),
}
"""The games that are played on rows, whose pieces have places."""

if TYPE_CHECKING:
    from cgt.families.lesson_words import LessonWords


def _read(rule: HeapCode | str) -> HeapCode:
    if not isinstance(rule, str | HeapCode):
        raise RulesetError(f"a code is text such as '0.77' or a HeapCode, not {format_value(rule)}")
    return HeapCode.parse(rule) if isinstance(rule, str) else rule


def _title(game: TakingBreaking) -> str:
    titles = {"octal": "Octal game", "hexadecimal": "Hexadecimal game"}
    return titles.get(game.family, "Taking-and-breaking game")


@attrs.frozen(repr=False, eq=False)
class TakingBreaking(HeapRuleset):
    """The game of a code such as 0.77: what may be taken from a heap, and into how many heaps the rest is left.

    Equal codes are equal games, whatever they are called. A move is the tuple of heaps that are left, ascending; in a
    game that is played on rows, the pair (pieces before, pieces behind) of those that are named, as in `Row`.

    Raises:
        ParseError: the code cannot be read; see `cgt.core.code`.

    >>> kayles = TakingBreaking("0.77")
    >>> str(kayles), kayles.table().values(10), str(kayles.position(7).play((2, 3)))
    ('octal(0.77)', [0, 1, 2, 3, 1, 4, 3, 2, 1, 4], '2,3')
    >>> list(kayles.position(3).moves()), list(Kayles().position(3).moves())
    ([(2,), (1, 1), (1,)], [(0, 2), (1, 1), (2, 0), (0, 1), (1, 0)])
    >>> kayles == TakingBreaking(".770")
    True
    """

    rule: HeapCode = attrs.field(converter=_read)
    known_as: str | None = attrs.field(default=None, eq=False)
    title: str = attrs.field(default=attrs.Factory(_title, takes_self=True), eq=False)  # type: ignore[misc]  # its own
    rules: str = attrs.field(
        default="Take as many counters from a heap as the code allows, leaving as many heaps as it allows.", eq=False
    )
    references: tuple[str, ...] = attrs.field(default=(GUY_SMITH, WINNING_WAYS), eq=False)  # type: ignore[misc]  # likewise
    row: Row | None = attrs.field(default=None, eq=False)  # type: ignore[misc]  # a named game's own
    name = "taking-breaking"
    example_arguments: ClassVar[tuple[str, ...]] = ("4!.0",)

    def __eq__(self, other: object) -> bool:
        return self.rule == other.rule if isinstance(other, TakingBreaking) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rule)

    def __repr__(self) -> str:
        return f"TakingBreaking({str(self.rule)!r})"

    def __str__(self) -> str:
        return self.known_as if self.known_as is not None else f"{self.family}({self.rule})"

    @property
    def family(self) -> str:
        """The narrowest family name of the code: `octal`, `hexadecimal` or `taking-breaking`."""
        return "octal" if self.rule.is_octal else "hexadecimal" if self.rule.is_hexadecimal else "taking-breaking"

    @property
    def argument_form(self) -> str:
        """The form of a code of the narrowest family."""
        return {
            "octal": _(
                "a code, such as octal(0.137): its k-th digit after the point tells how many heaps may be left of one "
                "where k counters are taken, and the digit before the point where none is, as the sum of 1 for none, 2 "
                "for one and 4 for two"
            ),
            "hexadecimal": _(
                "a code, such as hexadecimal(0.1E): its k-th digit after the point tells how many heaps may be left of "
                "one where k counters are taken, and the digit before the point where none is, as the sum of 1 for "
                "none, 2 for one, 4 for two and 8 for three, with A to F for 10 to 15"
            ),
            "taking-breaking": _(
                "a code, such as taking-breaking(8!.0): its k-th digit after the point tells how many heaps may be "
                "left of one where k counters are taken, and the digit before the point where none is, as the sum of 1 "
                "for none, 2 for one, 4 for two and 8 for three; behind it = stands for heaps that are all equal, ! "
                "for heaps that are all different"
            ),
        }[self.family]

    @classmethod
    def from_arguments(cls, *arguments: str) -> TakingBreaking:
        if len(arguments) != 1:
            wanted = f"{cls.name}({cls.example_arguments[0]})"
            text = _("a code is one argument, such as {wanted}, not {count} arguments")
            raise RulesetError(text.format(wanted=wanted, count=len(arguments)))
        return TakingBreaking(cls(arguments[0]).rule)  # whatever name it was read by

    @property
    def code(self) -> HeapCode:
        return self.rule

    def heap_options(self, size: int) -> Iterator[Heaps]:
        """The options that the code allows, lazily."""
        return self.rule.options(size)

    def moves(self, state: Heaps) -> Iterable[Move]:
        """The options; of a row every pair, so that a move and its mirror image are two."""
        (size,) = state
        if self.row is None:
            return self.heap_options(size)
        taken = range(1, min(self.rule.last or size, size) + 1)
        counts = filter(self.rule.digit, taken) if self.row.reach is None else (1,)
        return (move for move in self.row.moves(size, counts) if self._allows(size, self.row.left(move)))

    def after(self, state: Heaps, move: Move) -> Heaps:
        """The heaps, ascending, or as they stand in the row; raises `IllegalMoveError`."""
        (size,) = state
        heaps: Heaps | None = None
        if self.row is not None:
            pair = self.row.read(size, move)
            heaps = None if pair is None else self.row.left(pair)
        elif isinstance(move, tuple) and all(map(is_whole, move)):
            heaps = tuple(sorted(move))
        if heaps is not None and self._allows(size, heaps):
            return heaps
        left = "what is left of the row on either side" if self.row else "the heaps that are left"
        first = next(iter(self.moves(state)), None)
        raise IllegalMoveError(
            f"{format_value(move)} is no move of {self} from a heap of {format_int(size)}. A move is {left}, "
            f"{'such as ' + format_value(first) if first is not None else 'and there is none'}"
        )

    def _allows(self, size: int, heaps: Heaps) -> bool:
        """Whether a heap may become these heaps."""
        if any(heap <= 0 for heap in heaps) or sum(heaps) > size:
            return False
        parts = self.rule.digit(size - sum(heaps)).constraint(len(heaps))
        return parts is not None and _fits(heaps, parts)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """The closed forms: the period, where one is proved early; in misère play that, too, or the quotient."""
        forms: tuple[ClosedForm, ...] = (PeriodicForm(self), QuotientForm((self,)))
        if self.code.tail:
            from cgt.families.nimlike_form import NimlikeInMisere, is_nimlike  # for few codes

            return (NimlikeInMisere(self), *forms) if is_nimlike(self.code) else forms
        return forms


@attrs.frozen(repr=False, eq=False)
class Octal(TakingBreaking):
    """The name `octal`, for codes of the digits 0 to 7.

    Raises:
        ParseError: the code cannot be read.
        RulesetError: it has other digits; the message says how it is written.

    >>> Octal("0.137") == TakingBreaking("0.137"), str(Octal("0.77"))
    (True, 'octal(0.77)')
    """

    name = "octal"
    example_arguments = ("0.77",)

    def __attrs_post_init__(self) -> None:
        if not self.rule.is_octal:
            raise RulesetError(
                _("an octal code has the digits 0 to 7 and no other signs: write {value}").format(value=self)
            )


@attrs.frozen(repr=False, eq=False)
class Hexadecimal(TakingBreaking):
    """The name `hexadecimal`, for codes of the digits 0 to 9 and A to F, of which the octal ones are a part.

    Raises:
        ParseError: the code cannot be read.
        RulesetError: it has other signs; the message says how it is written.
    """

    name = "hexadecimal"
    example_arguments = ("0.3F",)

    def __attrs_post_init__(self) -> None:
        if not self.rule.is_hexadecimal:
            raise RulesetError(
                _("a hexadecimal code has the digits 0 to F and no other signs: write {value}").format(value=self)
            )


@attrs.frozen(init=False, repr=False, eq=False)
class NamedGame(TakingBreaking):
    """The base of games with a name of their own, which is their text.

    >>> str(Kayles()), Kayles() == Octal("0.77"), Kayles().table().values(8)
    ('kayles', True, [0, 1, 2, 3, 1, 4, 3, 2])
    >>> Grundy()
    TakingBreaking('4!.0')
    """

    example_arguments = ()
    argument_form = ""

    def __init__(self) -> None:
        game = NAMED.get(self.name)
        if game is None:
            advice = "derive a game of that name from cgt.HeapRuleset, or give its code to cgt.games.Octal"
            raise RulesetError(f"{format_value(self.name)} is no name of a code: {advice}")
        rules = f"{game.rule[0].upper()}{game.rule[1:]}."
        self.__attrs_init__(game.code, game.name, game.title, rules, (game.reference,), ROWS.get(game.name))

    @classmethod
    def from_arguments(cls, *arguments: str) -> TakingBreaking:
        if arguments:
            raise RulesetError(
                _("{name} takes no arguments, got {arguments}").format(name=cls.name, arguments=", ".join(arguments))
            )
        return cls()


class Kayles(NamedGame):
    """Kayles, the code 0.77."""

    name = "kayles"

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of the middle of a row, or of two rows alike, in normal play."""
        return middle_or_copy(position, convention)

    def lesson_words(self) -> LessonWords:
        from cgt.games.lesson_texts import written_words  # a question is answered without

        return written_words("kayles")


class DoubleKayles(NamedGame):
    """Double Kayles, the code 0.7777."""

    name = "double-kayles"


class DawsonsKayles(NamedGame):
    """Dawson's Kayles, the code 0.07."""

    name = "dawsons-kayles"


class DawsonsChess(NamedGame):
    """Dawson's Chess, the code 0.137."""

    name = "dawsons-chess"


class Officers(NamedGame):
    """Officers, the code 0.6."""

    name = "officers"


class Guiles(NamedGame):
    """Guiles, the code 0.15."""

    name = "guiles"


class Kenyons(NamedGame):
    """Kenyon's game, the code 0.3F."""

    name = "kenyons"


class Lasker(NamedGame):
    """Lasker's Nim, the code 4.[3]."""

    name = "lasker"


class Grundy(NamedGame):
    """Grundy's game, the code 4!.0; `grundy(3)` divides a heap into three, no two of them equal: the code 8!.0."""

    name = "grundy"
    argument_form = (
        "none, or 3, as in grundy(3): a heap is divided into three that are all different, by default into two"
    )

    @classmethod
    def from_arguments(cls, *arguments: str) -> TakingBreaking:
        """The number of heaps that one is divided into, 2 by default, or 3."""
        parts = ",".join(arguments).strip() or "2"
        if parts not in {"2", "3"}:
            raise RulesetError(
                f"grundy divides a heap into 2 or 3: write grundy or grundy(3), not {format_value(parts)}"
            )
        return cls() if parts == "2" else TakingBreaking("8!.0")


def _fits(heaps: Heaps, parts: Constraint) -> bool:
    different = len(set(heaps))
    if len(heaps) < 2 or parts is Constraint.ANY:
        return True
    if parts is Constraint.EQUAL:
        return different == 1
    return different == len(heaps) if parts is Constraint.DISTINCT else different > 1
