"""The fields of a certificate's JSON, read with suspicion: the right keys, lines of text, whole numbers from 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgt.core.numbers import brief
from cgt.errors import CertificateError, ParseError
from cgt.files.json_text import parse_json

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CHARACTERS = 1_000
"""Longer than any text of a certificate but a code."""


def read_fields(text: str, form: str, keys: Sequence[str]) -> dict[str, Any]:
    """The JSON object of a certificate of this format with just these keys.

    Raises:
        CertificateError: it is none.

    >>> read_fields('{"format": "a", "rule": "nim"}', "a", ("format", "rule"))
    {'format': 'a', 'rule': 'nim'}
    """
    try:
        record = parse_json(text)
    except ParseError as error:
        raise CertificateError(f"a certificate is a JSON object: {error}") from None
    if not isinstance(record, dict) or set(record) != set(keys):
        raise CertificateError(f"a certificate has the keys {', '.join(keys)}")
    if record["format"] != form:
        raise CertificateError(f"the format is {brief(record['format'])}, and {form!r} is read here")
    return record


def read_text_field(record: dict[str, Any], key: str, most: int = MOST_CHARACTERS) -> str:
    """A field that is a text of one line.

    >>> read_text_field({"rule": "nim"}, "rule")
    'nim'
    """
    text: object = record[key]
    if not isinstance(text, str) or len(text) > most or not text.isprintable():
        raise CertificateError(f"{key} is a line of text, not {brief(text)}")
    return text


def read_counts(record: dict[str, Any], keys: Sequence[str]) -> list[int]:
    """Fields that are whole numbers from 0.

    >>> read_counts({"period": 12, "window": 167}, ("period", "window"))
    [12, 167]
    """
    for key in keys:
        if not _is_count(record[key]):
            raise CertificateError(f"{key} is a whole number from 0, not {brief(record[key])}")
    return [record[key] for key in keys]


def read_whole(record: dict[str, Any], key: str) -> int:
    """A field that is a whole number, below 0 too.

    >>> read_whole({"q": -1}, "q")
    -1
    """
    value: object = record[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise CertificateError(f"{key} is a whole number, not {brief(value)}")
    return value


def read_values(record: dict[str, Any], count: int) -> tuple[int, ...]:
    """The field `values`, a list of so many whole numbers from 0.

    >>> read_values({"values": [0, 1, 2]}, 3)
    (0, 1, 2)
    """
    values: object = record["values"]
    if not isinstance(values, list) or not all(map(_is_count, values)):
        raise CertificateError("the values are a list of whole numbers from 0")
    if len(values) != count:
        raise CertificateError("the values are those of the heaps 0 .. preperiod + period - 1")
    return tuple(values)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
