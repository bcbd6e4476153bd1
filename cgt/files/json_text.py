"""JSON that a stranger may have written: no number that takes long to read, no depth that ends the interpreter."""

from __future__ import annotations

import json

from cgt.core.numbers import brief
from cgt.errors import ParseError

MOST_DIGITS = 18
"""Every number in our files fits into 8 bytes."""


def parse_json(text: str | bytes) -> object:
    """What a JSON text holds.

    Raises:
        ParseError: it is none, is nested too deep, or holds a number of more than `MOST_DIGITS` digits.

    >>> parse_json('{"period": 12}')
    {'period': 12}
    """
    if not isinstance(text, str | bytes):
        raise ParseError(f"JSON is read from text, not from {brief(text)}")
    try:
        return json.loads(text, parse_int=_parse_int)
    except json.JSONDecodeError as error:
        raise ParseError(f"line {error.lineno}, column {error.colno} is not JSON") from None
    except RecursionError:
        raise ParseError("the JSON is nested too deep") from None
    except ValueError as error:
        raise ParseError(str(error)) from None


def _parse_int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ParseError(f"a number has at most {MOST_DIGITS} digits here, not {len(digits)}")
    return int(digits)
