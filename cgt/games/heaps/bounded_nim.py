"""Bounded nim: take 1 to m matches from one row (article 001 plays it with m = 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from cgt.codes.code import HeapCode
from cgt.core.closed_form import ClosedForm
from cgt.core.compounds import ComponentMove, Sum
from cgt.core.numbers import shortened, to_decimal, written
from cgt.core.outcome import Convention, Outcome
from cgt.core.reading import check_parameter, parse_parameter
from cgt.errors import RulesetError
from cgt.heaps.ruleset import TakingRuleset
from cgt.heaps.tame import TameForm
from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.automata.moves import LinearMoves
    from cgt.core.position import Move, Position

_NEEDS = "bounded-nim(m) needs a whole number m of at least 1"


@attrs.frozen
class BoundedNim(TakingRuleset):
    """Take at least one match and at most `most` from one row.

    >>> game = BoundedNim(3)
    >>> game.nim_values(10)
    [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    >>> game.closed_forms()[0].winning_moves(game.position(13, 6))
    (ComponentMove(component=0, move=3), ComponentMove(component=1, move=1))
    """

    name: ClassVar[str] = "bounded-nim"
    title: ClassVar[str] = "Bounded nim"
    letters: ClassVar[tuple[str, ...]] = ("m",)
    rules: ClassVar[str] = "Take at least one match and at most m from one row."
    references: ClassVar[tuple[str, ...]] = (
        "C.-G. Bachet de Méziriac, Problèmes plaisants et délectables (1612)",
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, ch. 4 and 13 (1982)",
        "T. S. Ferguson, On sums of graph games with last player losing, Int. J. Game Theory 3 (1974)",
    )
    example_arguments: ClassVar[tuple[str, ...]] = ("3",)
    example: ClassVar[str] = "13,6,7"

    most: int = attrs.field(repr=written)

    def __attrs_post_init__(self) -> None:
        check_parameter(self.most, _NEEDS)

    @property
    def arguments(self) -> tuple[str, ...]:
        return (to_decimal(self.most),)

    @classmethod
    def from_arguments(cls, *arguments: str) -> BoundedNim:
        if len(arguments) != 1:
            raise RulesetError(f"{_NEEDS}, such as bounded-nim(3); got {len(arguments)} arguments")
        return cls(parse_parameter(arguments[0], _NEEDS))

    @property
    def code(self) -> HeapCode | None:
        """A digit 3 for every amount; none is written where there are more than 10,000."""
        return HeapCode.of_subtraction(range(1, self.most + 1)) if self.most <= 10_000 else None

    def takes(self, size: int) -> range:
        return range(1, min(self.most, size) + 1)

    def linear_moves(self) -> LinearMoves:
        """The moves of one row as formulas."""
        from cgt.automata.moves import bounded_moves

        return bounded_moves(self.most)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        remainders = Remainders(self, self.most)
        return (remainders, ParityRule(self)) if self.most == 3 else (remainders,)


@attrs.frozen
class Remainders(TameForm):
    """When 1 to `most` may be taken, a row is worth its remainder modulo `most` + 1, in both conventions.

    From a row worth r one can reach every other remainder by taking, but also by going round once more, which makes
    the remainder larger: the opponent takes that back. So rows are nim heaps of their remainders with moves that can
    be undone, and the misère rule of nim stays valid.
    """

    most: int = attrs.field(repr=written)
    name: ClassVar[str] = "remainders modulo m+1"
    reference: ClassVar[str] = BoundedNim.references[1]

    def value(self, size: int) -> int:
        return size % (self.most + 1)

    def takes_to(self, size: int, value: int) -> Sequence[int]:
        take = (size - value) % (self.most + 1)
        return (take,) if value <= self.most and 1 <= take <= size else ()

    def describe(self, size: int) -> str:
        return _("{size} leaves {rest} when divided by {modulus}").format(
            size=shortened(size), rest=shortened(self.value(size)), modulus=shortened(self.most + 1)
        )


@attrs.frozen
class ParityRule(ClosedForm):
    """Taking 1, 2 or 3: losing exactly when as many rows, up to parity, leave 1 as leave 2 and as leave 3 modulo 4.

    This is the pupils' own rule; it counts rows and knows nothing of nim-sums.

    >>> game = BoundedNim(3)
    >>> print(ParityRule(game).explain(game.position(13, 10, 19)))
    modulo 4, rows that leave 1: 1, rows that leave 2: 1, rows that leave 3: 1, all odd: every move can be answered
    """

    ruleset: BoundedNim
    name: ClassVar[str] = "parity of the rows that leave 1, 2 and 3"
    reference: ClassVar[str] = "MATh.en.JEANS, lycée Guy Môquet, Châteaubriant, Le jeu des allumettes (2012-2013)"

    def applies(self, position: Position, convention: Convention = Convention.NORMAL) -> bool:
        """Normal play with at most 3 taken."""
        return convention is Convention.NORMAL and self.ruleset.most == 3 and self.ruleset.owns(position)

    def outcome(self, position: Position, convention: Convention = Convention.NORMAL) -> Outcome:
        """P exactly when the three counts have the same parity."""
        return Outcome.P if _same_parity(self._counts(position, convention)) else Outcome.N

    def winning_moves(self, position: Position, convention: Convention = Convention.NORMAL) -> tuple[Move, ...]:
        """The moves after which the three counts have the same parity."""
        counts = self._counts(position, convention)
        moves: list[Move] = []
        for index, size in enumerate(self.ruleset.sizes(position)):
            for take in self.ruleset.takes(size):
                after = list(counts)
                after[size % 4] -= 1
                after[(size - take) % 4] += 1
                if _same_parity(after):
                    moves.append(ComponentMove(index, take) if isinstance(position, Sum) else take)
        return tuple(moves)

    def explain(self, position: Position, convention: Convention = Convention.NORMAL) -> str:
        """The three counts, which of them are odd, and a move that mends it."""
        counts = self._counts(position, convention)
        odd = [rest for rest in (1, 2, 3) if counts[rest] % 2]
        text = _("modulo 4, rows that leave 1: {n1}, rows that leave 2: {n2}, rows that leave 3: {n3}").format(
            n1=counts[1], n2=counts[2], n3=counts[3]
        )
        if len(odd) in {0, 3}:
            return text + (_(", all odd") if odd else _(", all even")) + _(": ") + _("every move can be answered")
        text += _(", not all odd nor all even")
        return text + _(": ") + self.ruleset.move_text(position, self.winning_moves(position, convention)[0])

    def _counts(self, position: Position, convention: Convention) -> list[int]:
        """How many rows leave 0, 1, 2, 3."""
        self.require(position, convention)
        counts = [0, 0, 0, 0]
        for size in self.ruleset.sizes(position):
            counts[size % 4] += 1
        return counts


def _same_parity(counts: Sequence[int]) -> bool:
    return counts[1] % 2 == counts[2] % 2 == counts[3] % 2
