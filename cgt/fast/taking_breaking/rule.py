"""The rule of a taking-and-breaking game as numbers."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Final, Literal

import attrs

from cgt.core.code import HeapCode
from cgt.core.digit import Constraint, Digit
from cgt.core.language import _
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Sequence

PairConstraint = Literal["any", "unequal", "equal"]
"""The sizes of the two heaps a heap may be broken into."""

CONSTRAINTS: Final[dict[PairConstraint, Constraint]] = {
    "any": Constraint.ANY,
    "unequal": Constraint.DISTINCT,
    "equal": Constraint.EQUAL,
}

CROSSOVER: Final = {"taking-breaking": 16_000, "taking-breaking-tail": 3_000, "taking-breaking-many": 300}
"""The heaps from which `auto` compiles: with pairs alone, with a tail, and where three heaps or more may be left."""


@attrs.frozen
class TakingBreakingRule:
    """Bit h of `digits[k]`: removing k may leave exactly h nonempty heaps; beyond the digits the `tail` repeats.

    >>> kayles = TakingBreakingRule.of([0, 7, 7])
    >>> kayles.most_heaps, kayles.splits
    (2, (1, 2))
    """

    digits: tuple[int, ...]
    tail: tuple[int, ...]
    parts: PairConstraint

    @classmethod
    def of(cls, digits: Sequence[int], tail: Sequence[int] = (), parts: PairConstraint = "any") -> TakingBreakingRule:
        """The rule with these digits, checked.

        Raises:
            RulesetError: a digit is negative, or lets a move change nothing, or breaks into three heaps or more while
                `parts` compares two.
        """
        head, rest = tuple(map(index, digits)), tuple(map(index, tail))
        if not any(rest):
            rest = ()
        if not head:  # the tail begins with the removal of nothing
            head, rest = rest[:1] or (0,), rest[1:] + rest[:1]
        for digit in head + rest:
            if digit < 0:
                raise RulesetError(f"a digit is a non-negative integer, not {digit}")
        if head[0] & 3:
            raise RulesetError(
                _("removing nothing must leave two heaps or more, or play need not end: d_0 = {head}").format(
                    head=head[0]
                )
            )
        if parts not in {"any", "unequal", "equal"}:
            raise RulesetError(f"parts are 'any', 'unequal' or 'equal', not {parts!r}")
        rule = cls(head, rest, parts)
        if parts != "any" and rule.most_heaps > 2:
            raise RulesetError(f"{parts} parts are two parts: no digit may have a bit above 4")
        return rule

    @classmethod
    def of_code(cls, code: HeapCode) -> TakingBreakingRule | None:
        """The code as numbers, if one constraint is on every pair, none on more heaps, and their number has a bound.

        >>> TakingBreakingRule.of_code(HeapCode.parse("4!.0")).parts
        'unequal'
        """
        on_pairs = {digit.constraint(2) for digit in (*code.digits, *code.tail)} - {None}
        parts = [parts for parts, constraint in CONSTRAINTS.items() if on_pairs <= {constraint}]
        heads, tail = [_mask(digit) for digit in code.digits], [_mask(digit) for digit in code.tail]
        if not parts or None in heads or None in tail or (parts[0] != "any" and (code.most_parts or 0) > 2):
            return None
        return cls.of([mask or 0 for mask in heads], [mask or 0 for mask in tail], parts[0])

    @property
    def code(self) -> HeapCode:
        pair = CONSTRAINTS[self.parts]
        return HeapCode.of(*([Digit.of_mask(digit, pair) for digit in part] for part in (self.digits, self.tail)))

    @property
    def most_heaps(self) -> int:
        """The most heaps one move can leave of a heap."""
        return max(digit.bit_length() for digit in self.digits + self.tail) - 1

    @property
    def splits(self) -> tuple[int, ...]:
        """The amounts within `digits` whose removal may leave two heaps."""
        return tuple(removed for removed, digit in enumerate(self.digits) if digit & 4)

    @property
    def crossover(self) -> int:
        """The heaps from which `auto` compiles."""
        kind = "-many" if self.most_heaps > 2 else "-tail" if self.tail else ""
        return CROSSOVER["taking-breaking" + kind]

    @property
    def plain_pairs(self) -> bool:
        """Whether pairs of parts are all the breaking there is: no more than two heaps, no tail, not equal parts."""
        return self.most_heaps == 2 and not self.tail and self.parts != "equal"


def count_of_pairs(total: int, *, unequal: bool) -> int:
    """How many i = 1, 2, … stand for the pairs of parts (i, total - i), each pair once.

    >>> count_of_pairs(6, unequal=False), count_of_pairs(6, unequal=True)
    (3, 2)
    """
    return max(total - unequal, 0) // 2


def _mask(digit: Digit) -> int | None:
    """The digit as a number, constraints on pairs left out; None for any other constraint, or no bound."""
    if digit.more or any(constraint not in {None, Constraint.ANY} for constraint in digit.allowed[3:]):
        return None
    return sum(1 << heaps for heaps, constraint in enumerate(digit.allowed) if constraint)
