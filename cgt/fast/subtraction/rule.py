"""What the kernel of subtraction games reads."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Final

from cgt.core.language import _
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cgt.core.code import HeapCode

CROSSOVER: Final = {"subtraction": 1_000_000}
"""The heaps from which `auto` compiles."""

CHUNK: Final = {"python": 1 << 16, "compiled": 1 << 24}
"""Heaps between two reports of progress, where Ctrl-C is heard at the latest."""

TAKE: Final = 3
"""The digit of an amount that may be taken, whether something is left or not."""


def amounts_of(code: HeapCode) -> tuple[int, ...] | None:
    """The amounts that may be taken, if the code is a subtraction game.

    >>> from cgt.core.code import HeapCode
    >>> amounts_of(HeapCode.parse("0.3033")), amounts_of(HeapCode.parse("0.77"))
    ((1, 3, 4), None)
    """
    masks = code.masks
    if masks is None or set(masks) - {0, TAKE} or not any(masks):
        return None
    return tuple(take for take, mask in enumerate(masks) if mask)


def checked_amounts(amounts: Iterable[int]) -> tuple[int, ...]:
    """The amounts, each once, ascending; raises `RulesetError` for one below 1."""
    checked = tuple(sorted({index(amount) for amount in amounts}))
    if checked and checked[0] < 1:
        raise RulesetError(_("an amount to take is a positive integer, not {checked}").format(checked=checked[0]))
    return checked
