"""Take a power of b: a game for `cgt` as a third party would write it.

Install this package, and `cgt games` lists the game; `cgt solve "powers(2)" 20` solves it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

import attrs

import cgt
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@attrs.frozen
class Powers(cgt.TakingRuleset):
    """Take 1, b, b², b³, … matches from one heap."""

    name: ClassVar[str] = "powers"
    title: ClassVar[str] = "Take a power"
    rules: ClassVar[str] = "Take a power of b, 1 included, from one heap."
    references: ClassVar[tuple[str, ...]] = ("the example plugin of cgt",)
    example_arguments: ClassVar[tuple[str, ...]] = ("2",)
    example: ClassVar[str] = "20,7"

    base: int

    def __attrs_post_init__(self) -> None:
        if self.base < 2:
            raise RulesetError(f"powers(b) needs a whole number b of at least 2, not {self.base}")

    def takes(self, size: int) -> Iterator[int]:
        """1, b, b², …, up to the whole heap."""
        return takewhile(size.__ge__, self._powers())

    def allows(self, size: int, take: int) -> bool:
        """Whether the amount is a power of b, and there."""
        return take in self.takes(size)

    def closed_forms(self) -> tuple[cgt.ClosedForm, ...]:
        """The remainder decides."""
        return (Remainder(self),)

    def _powers(self) -> Iterator[int]:
        power = 1
        while True:
            yield power
            power *= self.base


@attrs.frozen
class Remainder(cgt.ClosedForm):
    """One heap. Modulo b + 1 every power of b is 1 or -1, so the game is that of taking 1 or b.

    For b even the nim-values have the period b + 1: 0, 1, 0, 1, …, 0, 1, 2; for b odd only the parity counts.
    """

    ruleset: Powers
    name: ClassVar[str] = "remainder"
    reference: ClassVar[str] = Powers.references[0]

    def applies(self, position: cgt.Position, convention: cgt.Convention = cgt.Convention.NORMAL) -> bool:
        """One heap of this game, in normal play."""
        is_ours = isinstance(position, cgt.Heap) and position.game == self.ruleset
        return is_ours and convention is cgt.Convention.NORMAL

    def nim_value(self, position: cgt.Position, convention: cgt.Convention = cgt.Convention.NORMAL) -> int:
        """By the remainder."""
        return self._value(self._size(position, convention))

    def winning_moves(
        self, position: cgt.Position, convention: cgt.Convention = cgt.Convention.NORMAL
    ) -> Sequence[int]:
        """The powers that leave a heap worth 0."""
        size = self._size(position, convention)
        return tuple(take for take in self.ruleset.takes(size) if self._value(size - take) == 0)

    def explain(self, position: cgt.Position, convention: cgt.Convention = cgt.Convention.NORMAL) -> str:
        """The remainder and what it is worth."""
        size = self._size(position, convention)
        modulus = self._modulus
        return f"{size} leaves {size % modulus} modulo {modulus}, which has the nim-value {self._value(size)}"

    @property
    def _modulus(self) -> int:
        return 2 if self.ruleset.base % 2 else self.ruleset.base + 1

    def _value(self, size: int) -> int:
        rest = size % self._modulus
        return 2 if rest == self.ruleset.base else rest % 2

    def _size(self, position: cgt.Position, convention: cgt.Convention) -> int:
        self.require(position, convention)
        return position.size if isinstance(position, cgt.Heap) else 0
