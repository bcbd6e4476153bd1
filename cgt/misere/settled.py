"""What a misère quotient knows of one game: the element of each of its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from cgt.codes.code import HeapCode

Options = tuple[tuple[int, ...], ...]


@attrs.frozen
class SettledGame:
    """The positions of one game that a quotient settles.

    Attributes:
        code: its rule, whose heaps 0, 1, … are the positions; None for a finite set of positions.
        options: without a code, the options of each position, each a tuple of positions before it.
        elements: the element of each position.
        preperiod, period: with a code, where the elements are proved to repeat for ever, else None.
    """

    code: HeapCode | None
    options: tuple[Options, ...] = attrs.field(repr=False)
    elements: tuple[int, ...] = attrs.field(repr=False)
    preperiod: int | None = None
    period: int | None = None

    @property
    def last(self) -> int:
        """The last position that was settled one by one."""
        return len(self.elements) - 1

    @property
    def is_whole(self) -> bool:
        """Whether every position of the game is settled."""
        return self.code is None or self.period is not None

    def covers(self, position: int) -> bool:
        """Whether this position, or heap, is settled."""
        return position >= 0 and (self.period is not None or position < len(self.elements))

    def element(self, position: int) -> int:
        """The element of a position or of a heap of any size that is settled."""
        if position >= len(self.elements) and self.preperiod is not None and self.period is not None:
            position = self.preperiod + (position - self.preperiod) % self.period
        return self.elements[position]

    def record(self) -> dict[str, Any]:
        """As JSON."""
        rule = {"code": str(self.code)} if self.code is not None else {"options": self.options}
        return rule | {"elements": self.elements, "preperiod": self.preperiod, "period": self.period}
