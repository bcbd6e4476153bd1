"""Parse and validate user input: texts, whole parameters, places of errors."""

from __future__ import annotations

import re

from cgt.core.language import _
from cgt.core.numbers import brief, check_whole
from cgt.errors import ParseError, RulesetError

_NUMBER = re.compile(r"\d+")


def check_text(text: object) -> None:
    """Make sure that what is to be read is text at all, and could be written; raises `ParseError`."""
    if not isinstance(text, str):
        raise ParseError(f"only text can be read here, not {brief(text)}")
    try:
        text.encode()
    except UnicodeEncodeError as error:  # a surrogate, as the system gives for bytes that are no UTF-8
        raise ParseError(_("{text!r} is half a character").format(text=text[error.start]), text, error.start) from None


def indentation(text: str) -> int:
    """How many blanks a text begins with; all of it when it is blank."""
    return len(text) - len(text.lstrip())


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
        raise RulesetError(_("{needs}, not {value}").format(needs=_(needs), value=repr(digits[:40])))
    return check_parameter(int(digits), needs, least=least)
