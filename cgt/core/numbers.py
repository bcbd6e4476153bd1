"""Whole numbers as text, of any length: Python alone refuses to read or write more than 4,300 digits."""

from __future__ import annotations

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
