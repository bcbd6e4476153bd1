"""Take a power of b: a game for `cgt` as a third party would write it.

Install this package, and `cgt games` lists the game; `cgt solve "powers(2)" 20` solves it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

import attrs

import cgt
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator


@attrs.frozen
class Powers(cgt.TakingRuleset):
    """Take 1, b, b², b³, … matches from one heap."""

    name = "powers"
    title = "Take a power"
    rules = "Take a power of b, 1 included, from one heap."
    references = ("the example plugin of cgt",)
    example_arguments = ("2",)
    argument_form = "a number b of at least 2, such as powers(3): the amounts that may be taken are its powers"
    example = "20,7"

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
    name = "remainder"
    reference = Powers.references[0]

    def answer(self, question: cgt.Question) -> cgt.Answer | None:
        """Of one heap of this game, in normal play."""
        heap = question.position
        if question.convention is not cgt.Convention.NORMAL or not isinstance(heap, cgt.Heap):
            return None
        if heap.game != self.ruleset:
            return None
        value = self._value(heap.size)
        rest = f"{heap.size} leaves {heap.size % self._modulus} modulo {self._modulus}"
        return self.build_answer(
            question,
            cgt.Outcome.N if value else cgt.Outcome.P,
            lambda: tuple(take for take in self.ruleset.takes(heap.size) if self._value(heap.size - take) == 0),
            lambda _moves: f"{rest}, which has the nim-value {value}",
            nim_value=value,
        )

    @property
    def _modulus(self) -> int:
        return 2 if self.ruleset.base % 2 else self.ruleset.base + 1

    def _value(self, size: int) -> int:
        rest = size % self._modulus
        return 2 if rest == self.ruleset.base else rest % 2
