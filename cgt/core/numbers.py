"""Whole numbers: what counts as one, and their text at any length, for Python alone writes at most 4,300 digits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sized
from contextlib import suppress
from itertools import islice
from operator import index
from typing import SupportsIndex, TypeGuard

from cgt.core.errors import CGTError, NumberError
from cgt.core.language import _

_BLOCK = 4000
_LONG = re.compile(r"[0-9]{41,}")

FAR = 10**18


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is an int; True and False are answers, not numbers, though Python counts them among the ints.

    >>> is_whole(3), is_whole(-3), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def check_whole(
    value: object,
    needs: str,
    *,
    least: int | None = 0,
    most: int | None = None,
    error: type[CGTError] = NumberError,
) -> int:
    """The number that a user gave, an int or one of numpy's, as an int; `needs` says what would be right.

    Raises:
        CGTError: of the class `error`: it is no whole number, below `least`, or above `most`.

    >>> check_whole(True, "the bound is a whole number of at least 0")
    Traceback (most recent call last):
    cgt.core.errors.NumberError: the bound is a whole number of at least 0, not True
    """
    number = value if is_whole(value) else None
    if number is None and isinstance(value, SupportsIndex) and not _is_answer(value):
        with suppress(TypeError):  # an array may say that it is a number, and be none
            number = index(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        raise error(_("{needs}, not {value}").format(needs=_(needs), value=brief(value)))
    return number


def _is_answer(value: object) -> bool:
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"


def check_limit(limit: object, name: str = "max_positions") -> None:
    """Make sure that a limit is a whole number of at least 0, or None for no limit; raises `NumberError`."""
    if limit is not None and not (is_whole(limit) and limit >= 0):
        needs = _("{name} is a whole number of at least 0, or None for no limit").format(name=name)
        check_whole(limit, needs)


def measurable(size: int) -> int:
    """The size, for an estimate in floats: beyond 10^18 anything takes too long, and no float would hold it.

    >>> measurable(10**400) == measurable(10**18), measurable(7)
    (True, 7)
    """
    return min(size, FAR)


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


def written(value: object) -> str:
    """What `repr` writes, but for numbers of any length, in tuples too; for the `repr` of values that hold numbers.

    >>> written((3, -5)), written((3,)), len(written(10**5000)), written("x")
    ('(3, -5)', '(3,)', 5001, "'x'")
    """
    if is_whole(value):
        return f"{'-' if value < 0 else ''}{to_decimal(abs(value))}"
    if not isinstance(value, tuple):
        return repr(value)
    names = getattr(value, "_fields", None)  # of a named tuple
    if names is not None:
        pairs = zip(names, value, strict=True)
        return f"{type(value).__name__}({', '.join(f'{name}={written(entry)}' for name, entry in pairs)})"
    return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"


def shortened(number: int) -> str:
    """The digits of a number, or its ends and length when there are more than forty.

    >>> shortened(12345), shortened(10**1000 + 7)
    ('12345', '10000000…00000007 (1001 digits)')
    """
    return str(number) if abs(number) < 10**40 else with_short_numbers(to_decimal(number))


def with_short_numbers(text: str) -> str:
    """The text with each number in it as `shortened` shows it.

    >>> with_short_numbers(f"take {10**60} from heap 2")
    'take 10000000…00000000 (61 digits) from heap 2'
    """
    return _LONG.sub(lambda found: f"{found[0][:8]}…{found[0][-8:]} ({len(found[0])} digits)", text)


def brief(value: object) -> str:
    """Any value for an error message, its numbers cut short.

    >>> brief((3, 10**1000)), brief(-5), brief("x")
    ('(3, 10000000…00000000 (1001 digits))', '-5', "'x'")
    """
    if is_whole(value):
        return f"{'-' if value < 0 else ''}{shortened(abs(value))}"
    if isinstance(value, tuple) and len(value) < 20:
        return f"({', '.join(map(brief, value))}{',' if len(value) == 1 else ''})"
    try:
        text = repr(value)
    except ValueError:  # a number in it is too long for Python to write
        text = f"a {type(value).__name__} with a huge number"
    return text if len(text) <= 80 else f"{text[:79]}…"


def first_few(values: Iterable[object]) -> str:
    """The first six values of many, for an error message; empty for none.

    >>> first_few([1, 3, 4]), first_few(range(1, 10**100)), first_few([])
    ('1, 3, 4', '1, 2, 3, 4, 5, …', '')
    """
    few = [brief(value) for value in islice(values, 7)]
    return ", ".join(few if len(few) <= 6 else [*few[:5], "…"])


def outlined(values: Sized) -> str:
    """What a representation shows of many numbers: their shape, and never the numbers themselves.

    >>> outlined((1, 2, 3)), outlined([])
    ('<3 values>', '<0 values>')
    """
    shape = getattr(values, "shape", (len(values),))
    return f"<{' x '.join(map(str, shape))} values>"
