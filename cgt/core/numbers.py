"""Whole numbers: validation, and their text at any length, where Python stops at 4,300 digits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sized
from contextlib import suppress
from itertools import islice
from numbers import Integral, Real
from operator import index
from typing import Any, SupportsIndex, TypeGuard, TypeVar, cast

from cgt.core.concurrency import raised_by_handler
from cgt.core.language import _, ngettext
from cgt.errors import CGTError, NumberError

N = TypeVar("N", int, float)

_BLOCK = 4000
_SHORT = 10**40
_LONG = re.compile(r"[0-9]{41,}")

FAR = 10**18


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is an int and not a truth value, which Python counts among the ints.

    >>> is_whole(3), is_whole(-3), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def plain_ints(value: Any) -> Any:  # noqa: ANN401 - a value of any kind, which is given back
    """The value, with each of numpy's integers as an int, in tuples too; a bool and a member of an enum stay.

    >>> plain_ints((3, (True, "a"), 2.0))
    (3, (True, 'a'), 2.0)
    """
    if type(value) is tuple:
        return tuple(map(plain_ints, value))
    return value if isinstance(value, int) or not isinstance(value, Integral) else int(value)


def check_whole(
    value: object,
    needs: str,
    *,
    least: int | None = 0,
    most: int | None = None,
    error: type[CGTError] = NumberError,
    **names: object,
) -> int:
    """The number that a user gave, an int or one of numpy's, as an int; `needs` says what would be right.

    `needs` is an English text, with further `names` in it in braces.

    Raises:
        CGTError: of the class `error`: it is no whole number, below `least`, or above `most`.

    >>> check_whole(True, "the bound is a whole number of at least 0")
    Traceback (most recent call last):
    cgt.errors.NumberError: the bound is a whole number of at least 0, not True
    """
    number = value if is_whole(value) else None
    if number is None and isinstance(value, SupportsIndex) and not is_truth_value(value):
        with suppress(TypeError):  # an array may say that it is a number, and be none
            number = index(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        raise error(needed_text(needs, value, **names))
    return number


def needed_text(needs: str, value: object, **names: object) -> str:
    """The message that something else is needed, in one language: English where `needs` has no translation.

    >>> needed_text("{name} is a whole number", 0.5, name="stop")
    'stop is a whole number, not 0.5'
    """
    text, joined = _(needs), "{needs}, not {value}"
    if text != needs:
        joined = _("{needs}, not {value}")
    return joined.format(needs=text.format(**names) if names else text, value=format_value(value))


def is_truth_value(value: object) -> bool:
    """Whether a value is True or False, or one of numpy's."""
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"


def check_limit(limit: object, name: str = "max_positions") -> int | None:
    """The limit that a user gave: a whole number of at least 0 as an int, or None for none; raises `NumberError`."""
    if limit is None or (type(limit) is int and limit >= 0):
        return limit
    return check_whole(limit, f"{name} is a whole number of at least 0, or None for no limit")


def check_seconds(seconds: object) -> float | None:
    """The limit in seconds that a user gave: a number of at least 0, or None for none; raises `NumberError`."""
    number = cast("float | None", seconds)
    if number is not None and not (isinstance(seconds, Real) and number >= 0):
        needs = "max_seconds is a number of at least 0, or None for no limit"
        raise NumberError(f"{needs}, not {format_value(seconds)}")
    return number


def measurable(size: N) -> N | int:
    """The size, at most 10^18, for an estimate in floats, which hold no larger ones: anything beyond takes too long.

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


def _decimal(number: int) -> str:
    """The decimal digits of a number of at least 0, of any length."""
    if number.bit_length() <= 3 * _BLOCK:
        return str(number)
    low = number.bit_length() * 3 // 20  # about half of its digits: a bit is 0.301 digits
    power: int = 10**low
    high, rest = divmod(number, power)
    return _decimal(high) + _decimal(rest).rjust(low, "0")


def exact_repr(value: object) -> str:
    """The `repr` of a value, with ints of any length, in tuples too: what a program reads again.

    >>> exact_repr((3, -5)), exact_repr((3,)), len(exact_repr(10**5000)), exact_repr("x")
    ('(3, -5)', '(3,)', 5001, "'x'")
    """
    if is_whole(value):
        short = value.bit_length() <= 3 * _BLOCK
        return int.__repr__(value) if short else f"{'-' if value < 0 else ''}{_decimal(abs(value))}"
    if not isinstance(value, tuple):
        return repr(value)
    names = getattr(value, "_fields", None)  # of a named tuple
    if names is not None:
        pairs = zip(names, value, strict=True)
        return f"{type(value).__name__}({', '.join(f'{name}={exact_repr(entry)}' for name, entry in pairs)})"
    return f"({', '.join(map(exact_repr, value))}{',' if len(value) == 1 else ''})"


def as_shown(value: object) -> str:
    """The value as `str` shows it, with numbers of any length, in tuples too.

    >>> as_shown(3), as_shown((1, "x")), len(as_shown(10**5000)), as_shown("x")
    ('3', "(1, 'x')", 5001, 'x')
    """
    plain = isinstance(value, int | tuple) and type(value).__str__ is object.__str__
    return exact_repr(value) if plain else str(value)


def format_int(number: int, *, group: bool = False) -> str:
    """The digits of a number, for a person: in groups of three if so asked, the ends alone of more than forty.

    >>> format_int(12345), format_int(150000, group=True), format_int(10**1000 + 7)
    ('12345', '150,000', '10000000…00000007 (1001 digits)')
    """
    if abs(number) >= _SHORT:
        return shorten_ints(exact_repr(number))
    return f"{number:,}".replace(",", _(",")) if group else str(number)


def format_decimal(number: float, places: int) -> str:
    """A number with so many decimal places, for a person.

    >>> format_decimal(1.6180339, 4), format_decimal(-0.5, 1)
    ('1.6180', '-0.5')
    """
    return f"{number:.{places}f}".replace(".", _("."))


def bytes_text(count: int) -> str:
    """A number of bytes, for a person: in the greatest unit of which there is one.

    >>> bytes_text(1), bytes_text(500), bytes_text(1_999_999), bytes_text(2_000_000_000)
    ('1 byte', '500 bytes', '1.9 MB', '2.0 GB')
    """
    units = ((_("PB"), 10**15), (_("TB"), 10**12), (_("GB"), 10**9), (_("MB"), 10**6), (_("kB"), 10**3))
    for unit, scale in units:
        if count >= scale:
            tenths = count * 10 // scale
            return f"{format_decimal(tenths / 10, 1) if tenths < 10**7 else format_int(tenths // 10)} {unit}"
    return ngettext("{count} byte", "{count} bytes", count).format(count=count)


def shorten_ints(text: str) -> str:
    """The text with each of its numbers as `format_int` shows it.

    >>> shorten_ints(f"take {10**60} from heap 2")
    'take 10000000…00000000 (61 digits) from heap 2'
    """
    return _LONG.sub(_ends, text)


def _ends(digits: re.Match[str]) -> str:
    count = _("{count} digits").format(count=len(digits[0]))
    return f"{digits[0][:8]}…{digits[0][-8:]} ({count})"


def format_value(value: object) -> str:
    """Any value for a message, in a line: its numbers as `format_int` shows them, the end of a long text left out.

    >>> format_value((3, 10**1000)), format_value(-5), format_value("x")
    ('(3, 10000000…00000000 (1001 digits))', '-5', "'x'")
    """
    if is_whole(value):
        return format_int(value)
    if isinstance(value, tuple) and len(value) < 20:
        return f"({', '.join(map(format_value, value))}{',' if len(value) == 1 else ''})"
    try:
        text = repr(value)
    except ValueError as error:  # a number in it is too long for Python to write
        if raised_by_handler(error):
            raise
        text = f"a {type(value).__name__} with a huge number"
    return text if len(text) <= 80 else f"{text[:79]}…"


def first_few(values: Iterable[object]) -> str:
    """The first values, at most six, as text for an error message; the empty text if there are none.

    >>> first_few([1, 3, 4]), first_few(range(1, 10**100)), first_few([])
    ('1, 3, 4', '1, 2, 3, 4, 5, …', '')
    """
    few = [format_value(value) for value in islice(values, 7)]
    return ", ".join(few if len(few) <= 6 else [*few[:5], "…"])


def shape_text(values: Sized) -> str:
    """The shape of an array or sequence as text for a `repr`, such as `<3 x 4 values>`.

    >>> shape_text((1, 2, 3)), shape_text([])
    ('<3 values>', '<0 values>')
    """
    shape = getattr(values, "shape", (len(values),))
    return f"<{' x '.join(map(str, shape))} values>"
