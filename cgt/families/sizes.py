"""Heap sizes, read from text and checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cgt.core.errors import ParseError, PositionError
from cgt.core.language import _
from cgt.core.numbers import brief, check_whole, from_decimal
from cgt.core.reading import indentation

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile(r"\d+", re.ASCII)


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
    if not _NUMBER.fullmatch(number):
        what = brief(number) if number else "nothing"
        raise ParseError(
            _("{what} is not a whole number of at least 0 (expected {form})").format(what=what, form=_(form)),
            text,
            start + indentation(entry),
        )
    return from_decimal(number)


def check_sizes(sizes: Sequence[object], *, least: int = 0) -> tuple[int, ...]:
    """The sizes as a tuple of ints of at least `least`.

    Raises:
        PositionError: a size is not an int, or too small.

    >>> check_sizes([3, 5])
    (3, 5)
    """
    needs = f"a heap has a whole number of at least {least} matches"
    return tuple([check_whole(size, needs, least=least, error=PositionError) for size in sizes])
