"""What the kernel of all-but games reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cgt.fast.subtraction.rule import TAKE

if TYPE_CHECKING:
    from cgt.core.code import HeapCode

CROSSOVER: Final = {"all-but": 200_000}
"""The heaps from which `auto` compiles."""


def excepted_of(code: HeapCode) -> tuple[int, ...] | None:
    """The amounts that may not be taken, if the code is an all-but game.

    >>> from cgt.core.code import HeapCode
    >>> excepted_of(HeapCode.parse("0.303[3]")), excepted_of(HeapCode.parse("0.77"))
    ((2,), None)
    """
    masks = [digit.mask for digit in code.digits]
    if [digit.mask for digit in code.tail] != [TAKE] or set(masks) - {0, TAKE}:
        return None
    return tuple(take for take, mask in enumerate(masks) if take and not mask)
