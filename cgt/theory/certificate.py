"""The base of all certificates: a rule, a claim about it, the evidence, a hash, and a JSON form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cgt.core.card import Card, Shown
from cgt.core.numbers import format_value, is_whole
from cgt.errors import CertificateError, OutputError, ParseError

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.core.progress import Progress

MOST_CHARACTERS = 1_000
"""The longest text in a certificate, apart from a code."""


class Certificate(Shown, ABC):
    """A claim about a rule, with evidence by which anyone can verify it.

    A kind of certificate says what it claims by `str`, has its rule and its evidence in its attributes, writes them by
    `fields` and reads them by `read`. `cgt.solving.certificates` reads a certificate of any kind, and verifies it.

    Attributes:
        kind: what it is a certificate of, in a word or two.
        formats: what stands under the key `format` of its JSON object, followed by the other keys in order.
        compact: whether the JSON is written without spaces. Hashes are published, so it never changes.
    """

    kind: ClassVar[str]
    formats: ClassVar[tuple[tuple[str, ...], ...]]
    compact: ClassVar[bool] = False

    @abstractmethod
    def verify(self, rule: Any = None, progress: Progress | None = None) -> None:  # noqa: ANN401 - as the kind needs
        """Verify the claim, by code that shares nothing with the search.

        Args:
            rule: the rule itself, for those kinds whose file only names it.
            progress: called now and then with (done, total).

        Raises:
            CertificateError: it does not hold; the message says where.
        """

    @abstractmethod
    def fields(self) -> dict[str, Any]:
        """The fields of the JSON object, `format` first, in the order of `formats`."""

    @classmethod
    @abstractmethod
    def read(cls, record: Mapping[str, Any]) -> Self:
        """The certificate of an object that has the right keys; raises `CertificateError` for a wrong field."""

    @property
    def sha256(self) -> str:
        """The hash of the evidence, by default that of the whole JSON object."""
        from hashlib import sha256  # a heap is answered by a certificate without its hash, file or text

        return sha256(self.to_json().encode()).hexdigest()

    def card(self) -> Card:
        """The card of the claim, with the hash."""
        return Card(str(self), [("sha256", self.sha256)])

    def to_json(self) -> str:
        """The certificate as a JSON object."""
        import json

        return json.dumps(self.fields(), separators=(",", ":") if self.compact else None)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a certificate of this kind; it is not verified yet.

        Raises:
            CertificateError: the text is not a certificate of this kind.
        """
        return cls.from_record(read_object(text))

    @classmethod
    def from_record(cls, record: object) -> Self:
        """The certificate of a JSON object that is already parsed."""
        keys = set(record) if isinstance(record, dict) else set()
        fitting = [form for form, *names in cls.formats if keys == {"format", *names}]
        if not fitting or not isinstance(record, dict):
            keys_needed = ", ".join(("format", *cls.formats[0][1:]))
            raise CertificateError(f"a certificate has the keys {keys_needed}")
        if record["format"] not in fitting:
            given = format_value(record["format"])
            raise CertificateError(f"the format is {given}, and {fitting[0]!r} is read here")
        return cls.read(record)

    def save(self, path: Path | str) -> None:
        """Write the JSON to a file, whole or not at all; raises `OutputError` where it is longer than what is read."""
        from cgt.core.atomic import LONGEST_TEXT, write_text

        text = self.to_json()
        if len(text) > LONGEST_TEXT:
            raise OutputError(
                f"{path} is not written: the certificate has {len(text):,} characters, and of a file at most "
                f"{LONGEST_TEXT:,} are read again"
            )
        write_text(path, text)

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a file that `save` wrote; raises `ParseError` or `CertificateError` if it is not a certificate."""
        from cgt.core.atomic import read_text

        return cls.from_json(read_text(path, "certificate"))


def read_object(text: str | bytes) -> object:
    """Parse the text of a certificate; raises `CertificateError` if it is not JSON."""
    from cgt.core.atomic import parse_json

    try:
        return parse_json(text)
    except ParseError as error:
        raise CertificateError(f"a certificate is a JSON object: {error}") from None


def read_text_field(record: Mapping[str, Any], key: str, most: int = MOST_CHARACTERS) -> str:
    """The field `key` of a record, a text of one line.

    >>> read_text_field({"rule": "nim"}, "rule")
    'nim'
    """
    text: object = record[key]
    if not isinstance(text, str) or len(text) > most or not text.isprintable():
        raise CertificateError(f"{key} is a line of text, not {format_value(text)}")
    return text


def read_counts(record: Mapping[str, Any], keys: Sequence[str]) -> list[int]:
    """The fields of a record that are whole numbers from 0.

    >>> read_counts({"period": 12, "window": 167}, ("period", "window"))
    [12, 167]
    """
    for key in keys:
        if not is_count(record[key]):
            raise CertificateError(f"{key} is a whole number from 0, not {format_value(record[key])}")
    return [record[key] for key in keys]


def read_whole(record: Mapping[str, Any], key: str) -> int:
    """The field `key` of a record, a whole number of either sign.

    >>> read_whole({"q": -1}, "q")
    -1
    """
    value: object = record[key]
    if not is_whole(value):
        raise CertificateError(f"{key} is a whole number, not {format_value(value)}")
    return value


def read_values(record: Mapping[str, Any], count: int) -> tuple[int, ...]:
    """The field `values` of a record, a list of `count` whole numbers from 0.

    >>> read_values({"values": [0, 1, 2]}, 3)
    (0, 1, 2)
    """
    values: object = record["values"]
    if not isinstance(values, list) or not all(map(is_count, values)):
        raise CertificateError("the values are a list of whole numbers from 0")
    if len(values) != count:
        raise CertificateError("the values are those of the heaps 0 .. preperiod + period - 1")
    return tuple(values)


def is_count(value: object) -> bool:
    """Whether a value read from JSON is a whole number from 0.

    >>> is_count(0), is_count(True), is_count(-1)
    (True, False, False)
    """
    return is_whole(value) and value >= 0
