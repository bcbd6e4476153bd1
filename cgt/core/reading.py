"""What a person typed, read and checked: whole numbers in a longer text, sizes, parameters, and places for errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cgt.core.numbers import brief, check_whole, from_decimal
from cgt.errors import ParseError, PositionError, RulesetError

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile(r"\d+")


def parse_sizes(text: str, form: str) -> list[int]:
    """Heap sizes from text such as `3,5,7`; `form` tells the error message what a position looks like.

    Raises:
        ParseError: an entry is not a plain whole number of at least 0.

    >>> parse_sizes("3, 5,7", "heaps separated by commas")
    [3, 5, 7]
    """
    sizes = []
    start = 0
    for entry in text.split(","):
        sizes.append(parse_size(entry, text, start, form))
        start += len(entry) + 1
    return sizes


def parse_size(entry: str, text: str, start: int, form: str) -> int:
    """One whole number of at least 0 out of a longer text, in which it begins at `start`; the error points at it."""
    number = entry.strip()
    if not _NUMBER.fullmatch(number) or not number.isascii():
        what = brief(number) if number else "nothing"
        raise ParseError(
            f"{what} is not a whole number of at least 0 (expected {form})", text, start + indentation(entry)
        )
    return from_decimal(number)


def check_text(text: object) -> None:
    """Make sure that what is to be read is text at all; raises `ParseError`."""
    if not isinstance(text, str):
        raise ParseError(f"only text can be read here, not {brief(text)}")


def indentation(text: str) -> int:
    """How many blanks a text begins with; all of it when it is blank."""
    return len(text) - len(text.lstrip())


def check_sizes(sizes: Sequence[object], *, least: int = 0) -> tuple[int, ...]:
    """The sizes as a tuple of ints of at least `least`.

    Raises:
        PositionError: a size is not an int, or too small.

    >>> check_sizes([3, 5])
    (3, 5)
    """
    needs = f"a heap has a whole number of at least {least} matches"
    return tuple(check_whole(size, needs, least=least, error=PositionError) for size in sizes)


def check_parameter(value: object, needs: str, *, least: int = 1) -> int:
    """A ruleset's whole-number parameter; `needs` says what would be right, for the error.

    Raises:
        RulesetError: it is not an int, or below `least`.

    >>> check_parameter(3, "bounded-nim(m) needs a whole number m of at least 1")
    3
    """
    return check_whole(value, needs, least=least, error=RulesetError)


def parse_parameter(text: str, needs: str, *, least: int = 1) -> int:
    """`check_parameter` for a parameter that is still text: plain digits, at most a hundred of them.

    >>> parse_parameter("3", "bounded-nim(m) needs a whole number m of at least 1")
    3
    """
    digits = text.strip()
    if not _NUMBER.fullmatch(digits) or not digits.isascii() or len(digits) > 100:
        raise RulesetError(f"{needs}, not {digits[:40]!r}")
    return check_parameter(int(digits), needs, least=least)
