"""Values of loopy impartial games: a nim-value, or infinity with the set of nim-values it can be led to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.errors import NumberError, ParseError
from cgt.core.numbers import brief, is_whole
from cgt.core.outcome import Outcome
from cgt.core.reading import check_text

if TYPE_CHECKING:
    from collections.abc import Iterable


def _reached(values: Iterable[int]) -> frozenset[int]:
    found = frozenset(values)
    if not all(is_whole(value) and value >= 0 for value in found):
        raise NumberError(f"the nim-values that infinity leads to are whole numbers of at least 0, not {brief(found)}")
    return found


@attrs.frozen
class LoopyValue:
    """What a position is worth in normal play that may go on for ever: the generalised Sprague-Grundy value.

    Either a nim-value, or ∞(K), where K holds the nim-values of the options that have one. Values add as positions do:
    a + b is the nim-sum, ∞(K) + b is ∞ of the nim-sums of K with b, and ∞(K) + ∞(L) is ∞(∅).

    Attributes:
        nim_value: the nim-value, or None for infinity.
        reached: K; empty for a nim-value.

    Source: Smith, "Graphs and composite games" (1966); Fraenkel and Perl, "Constructions in combinatorial games with
    cycles" (1975).

    >>> value = LoopyValue.infinity([0, 1]) + LoopyValue(2)
    >>> print(value, value.outcome, LoopyValue(3) + LoopyValue(1), LoopyValue.infinity([]))
    ∞(2,3) D 2 ∞(∅)
    """

    nim_value: int | None
    reached: frozenset[int] = attrs.field(default=frozenset(), converter=_reached)

    def __attrs_post_init__(self) -> None:
        if self.nim_value is not None and (not is_whole(self.nim_value) or self.nim_value < 0 or self.reached):
            raise NumberError(f"a loopy value is a nim-value of at least 0 or infinity, not {brief(self.nim_value)}")

    @classmethod
    def infinity(cls, reached: Iterable[int]) -> LoopyValue:
        """∞(K)."""
        return cls(None, frozenset(reached))

    @classmethod
    def parse(cls, text: str) -> LoopyValue:
        """The value of a text as `str` writes it; raises `ParseError`.

        >>> LoopyValue.parse("∞(0,12)") == LoopyValue.infinity([0, 12])
        True
        """
        check_text(text)
        body = text.strip()
        infinite = body.startswith("∞(") and body.endswith(")")
        inner = body[2:-1] if infinite else body
        numbers = [] if infinite and inner.strip() in {"", "∅"} else [part.strip() for part in inner.split(",")]
        if len(body) > 10_000 or not all(part.isascii() and part.isdigit() and len(part) < 20 for part in numbers):
            raise ParseError(f"a loopy value is written 3 or ∞(0,2), not {brief(text)}")
        if infinite:
            return cls.infinity(map(int, numbers))
        if len(numbers) != 1:
            raise ParseError(f"a loopy value is written 3 or ∞(0,2), not {brief(text)}")
        return cls(int(numbers[0]))

    @property
    def outcome(self) -> Outcome:
        """P for 0, N for another nim-value and for ∞(K) with 0 in K, else D, a draw."""
        if self.nim_value is not None:
            return Outcome.N if self.nim_value else Outcome.P
        return Outcome.N if 0 in self.reached else Outcome.D

    def __add__(self, other: LoopyValue) -> LoopyValue:
        if not isinstance(other, LoopyValue):
            return NotImplemented
        left, right = self.nim_value, other.nim_value
        if left is not None and right is not None:
            return LoopyValue(left ^ right)
        if left is not None:
            return LoopyValue.infinity(left ^ value for value in other.reached)
        if right is not None:
            return LoopyValue.infinity(right ^ value for value in self.reached)
        return LoopyValue.infinity(())

    def __str__(self) -> str:
        if self.nim_value is not None:
            return str(self.nim_value)
        return f"∞({','.join(map(str, sorted(self.reached))) or '∅'})"
