"""Whole numbers as text, of any length: Python alone refuses to read or write more than 4,300 digits."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BLOCK = 4000


def from_decimal(digits: str) -> int:
    """The number that decimal digits stand for.

    >>> from_decimal("1" + "0" * 5000) == 10**5000
    True
    """
    if len(digits) <= _BLOCK:
        return int(digits)
    low = len(digits) // 2
    power: int = 10**low
    return from_decimal(digits[:-low]) * power + from_decimal(digits[-low:])


def to_decimal(number: int) -> str:
    """The decimal digits of a number of at least 0.

    >>> to_decimal(10**5000) == "1" + "0" * 5000
    True
    """
    if number.bit_length() <= 3 * _BLOCK:
        return str(number)
    low = number.bit_length() * 3 // 20  # about half of its digits: a bit is 0.301 digits
    power: int = 10**low
    high, rest = divmod(number, power)
    return to_decimal(high) + to_decimal(rest).rjust(low, "0")


def shortened(number: int) -> str:
    """The digits of a number, or its ends and length when there are more than forty.

    >>> shortened(12345), shortened(10**1000 + 7)
    ('12345', '10000000…00000007 (1001 digits)')
    """
    digits = to_decimal(number)
    return digits if len(digits) <= 40 else f"{digits[:8]}…{digits[-8:]} ({len(digits)} digits)"


def brief(value: object) -> str:
    """Any value for an error message, its numbers cut short.

    >>> brief((3, 10**1000)), brief(-5), brief("x")
    ('(3, 10000000…00000000 (1001 digits))', '-5', "'x'")
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{'-' if value < 0 else ''}{shortened(abs(value))}"
    if isinstance(value, tuple):
        return f"({', '.join(map(brief, value))}{',' if len(value) == 1 else ''})"
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def first_few(values: Iterable[object]) -> str:
    """The first six values of many, for an error message; empty for none.

    >>> first_few([1, 3, 4]), first_few(range(1, 10**100)), first_few([])
    ('1, 3, 4', '1, 2, 3, 4, 5, …', '')
    """
    few = [brief(value) for value in islice(values, 7)]
    return ", ".join(few if len(few) <= 6 else [*few[:5], "…"])
