"""Integer sequences: OEIS b-files and CSV, read and written, comparison, and search in an index of the OEIS."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO

import attrs
from more_itertools import peekable

from cgt.core.atomic import path_of, read_text, write_text
from cgt.core.concurrency import raised_by_handler
from cgt.core.numbers import exact_repr, format_value
from cgt.core.reading import check_text
from cgt.errors import OutputError, ParseError


def csv_text(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    r"""The text of a CSV file: a line for the header and one for each row.

    >>> csv_text(["n", "value"], [(1, 5), (2, "a, b")])
    'n,value\n1,5\n2,"a, b"\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


MOST_DIGITS = 4_000
DATA_WIDTH = 260
"""The OEIS shows about so many characters of a sequence."""


def _integers(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(int, values))


@attrs.frozen
class Indexed:
    """A stretch of a sequence: `values[0]` stands at index `offset`.

    >>> Indexed(1, (1, 2, 3)).at(3), list(Indexed(1, (7, 8)))
    (3, [(1, 7), (2, 8)])
    """

    offset: int = attrs.field(repr=exact_repr)
    values: tuple[int, ...] = attrs.field(converter=_integers, repr=exact_repr)

    def at(self, index: int) -> int:
        """The value at an index; `IndexError` outside the stretch."""
        if not self.offset <= index < self.stop:
            raise IndexError(
                f"the sequence runs from {self.offset} to {self.stop - 1}, and {format_value(index)} is not there"
            )
        return self.values[index - self.offset]

    @property
    def stop(self) -> int:
        """The first index beyond the stretch."""
        return self.offset + len(self.values)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(count(self.offset), self.values, strict=False)

    def __len__(self) -> int:
        return len(self.values)

    def to_bfile(self) -> str:
        r"""The text of an OEIS b-file: a line `index value` each.

        >>> Indexed(0, (0, 1, 2)).to_bfile()
        '0 0\n1 1\n2 2\n'
        """
        return "".join(f"{index} {value}\n" for index, value in self)

    def to_csv(self) -> str:
        r"""A CSV table with the header `n,value`.

        >>> Indexed(1, (5,)).to_csv()
        'n,value\n1,5\n'
        """
        return csv_text(["n", "value"], self)

    def listing(self) -> str:
        """The values as the OEIS lists them, as many as fit into `DATA_WIDTH` characters.

        >>> Indexed(0, range(100)).listing()[-10:]
        '65, 66, 67'
        """
        shown, used = [], 0
        for value in self.values:
            used += len(str(value)) + 2
            if used - 2 > DATA_WIDTH:
                break
            shown.append(str(value))
        return ", ".join(shown)

    def save(self, path: Path | str) -> None:
        """Write a `.csv` file as CSV, any other as a b-file."""
        is_csv = path_of(path, OutputError).suffix.lower() == ".csv"
        write_text(path, self.to_csv() if is_csv else self.to_bfile())


def parse_bfile(text: str) -> Indexed:
    r"""Read the text of a b-file; comments (`#`) and empty lines are skipped.

    Raises:
        ParseError: a line is not `index value`, or the indices do not go up by ones; it names the line.

    >>> parse_bfile("# A071434\n1 1\n2 2\n")
    Indexed(offset=1, values=(1, 2))
    """
    check_text(text)
    lines = enumerate(io.StringIO(text), start=1)
    rows = ((number, line.partition("#")[0].split(maxsplit=2)) for number, line in lines)
    return _indexed(((number, fields) for number, fields in rows if fields), "an OEIS b-file", "index value")


def parse_csv(text: str) -> Indexed:
    r"""Read a CSV table with the columns n and value; a header is skipped.

    Raises:
        ParseError: as for a b-file.

    >>> parse_csv("n,value\n0,4\n1,5\n")
    Indexed(offset=0, values=(4, 5))
    """
    check_text(text)
    rows = peekable((number, row) for number, row in enumerate(csv.reader(io.StringIO(text)), start=1) if row)
    try:
        if rows and not any(map(_is_number, rows.peek()[1])):
            next(rows)
        return _indexed(rows, "a CSV of a sequence", "n,value")
    except csv.Error as error:  # a stray carriage return, a field of more than 131,072 characters
        raise ParseError(f"this is no CSV of a sequence: {error}") from None


def load(path: Path | str) -> Indexed:
    """Read a `.csv` file as CSV, any other as a b-file; a byte order mark, as spreadsheets write it, is skipped."""
    text = read_text(path, "sequence in an OEIS b-file or a .csv file")
    return parse_csv(text) if Path(path).suffix.lower() == ".csv" else parse_bfile(text)


@attrs.frozen
class Comparison:
    """Two sequences on the indices they share: from `start` to `stop` - 1, and the first difference, if any.

    `difference` is (index, ours, theirs).
    """

    start: int
    stop: int
    difference: tuple[int, int, int] | None

    @property
    def agrees(self) -> bool:
        """Whether every shared index has the same value; False if none is shared."""
        return self.difference is None and self.stop > self.start

    def __str__(self) -> str:
        if self.stop <= self.start:
            return "no index in common"
        if self.difference is None:
            return f"equal from {self.start} to {self.stop - 1}"
        index, ours, theirs = self.difference
        return f"first difference at {index}: {ours} here, {theirs} there"


def compare(sequence: Sequence[int] | Indexed, bfile: Indexed | str) -> Comparison:
    r"""Compare values (of the heaps from 0, unless they are indexed) with a b-file or its text.

    >>> import cgt
    >>> kayles = cgt.nim_values("kayles", 20)
    >>> print(compare(kayles, "1 1\n2 2\n3 3\n4 1\n5 5\n"))
    first difference at 5: 4 here, 5 there
    """
    ours = sequence if isinstance(sequence, Indexed) else Indexed(0, sequence)
    theirs = parse_bfile(bfile) if isinstance(bfile, str) else bfile
    start, stop = max(ours.offset, theirs.offset), min(ours.stop, theirs.stop)
    for index in range(start, stop):
        if ours.at(index) != theirs.at(index):
            return Comparison(start, stop, (index, ours.at(index), theirs.at(index)))
    return Comparison(start, stop, None)


def _indexed(rows: Iterable[tuple[int, Sequence[str]]], what: str, form: str) -> Indexed:
    values: list[int] = []
    offset = 0
    for number, fields in rows:
        if len(fields) != 2 or not all(map(_is_number, fields)):
            shown = format_value(" ".join(field[:80] for field in fields[:9]))
            raise ParseError(f"line {number} of {what} reads {form!r}, not {shown}")
        index, value = map(int, fields)
        offset = offset if values else index
        if index != offset + len(values):
            follows = format_value(offset + len(values) - 1)
            raise ParseError(f"line {number} of {what}: index {format_value(index)} follows {follows}")
        values.append(value)
    return Indexed(offset, values)


def _is_number(text: str) -> bool:
    digits = text.strip().removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS


LEAST_TERMS = 8
"""The least number of common terms of a match: with fewer, it is chance."""

SKIPPED = 8
"""The greatest number of terms at the front of ours that an entry may leave out."""

MOST_MATCHES = 20

LONGEST_LINE = 100_000

_ENTRY = re.compile(r"(A\d{6,7}) ,((?:-?\d+,)*)")


@attrs.frozen
class CrossReference:
    """An entry of the OEIS that agrees with our terms, as far as both go.

    Attributes:
        number: such as `A002186`.
        name: its name, where the index has the names.
        ours: the place, from 0, of our first term in common.
        theirs: the place, from 0, of their first term in common.
        terms: how many terms agree: all from there to the end of the one or the other.
    """

    number: str
    name: str
    ours: int
    theirs: int
    terms: int

    def __str__(self) -> str:
        shift = f", from our term {self.ours} and theirs {self.theirs}" if self.ours or self.theirs else ""
        return f"{self.number}{f' {self.name}' if self.name else ''} ({self.terms} terms agree{shift})"


def cross_references(terms: Sequence[int], index: Path) -> list[CrossReference]:
    """The entries of the index with our terms, those with most in common first, at most 20.

    An entry may begin later than we do, or have more in front; every term from the first in common on agrees. The
    index is read as a stream, a second or two for all of it.

    Args:
        terms: a sequence; fewer than 8 terms, or terms that are all alike, have no cross-references.
        index: the OEIS's file `stripped` or `stripped.gz`; `names` or `names.gz` is read from the same folder.

    Raises:
        ParseError: the file cannot be read, or has no entry of that form.
    """
    needles = _needles(terms)
    entries = _entries(index)
    results = [reference for number, theirs in entries if (reference := _compared(terms, needles, number, theirs))]
    results = sorted(results, key=lambda one: (-one.terms, one.number))[:MOST_MATCHES]
    names = _names(index.parent, {one.number for one in results})
    return [attrs.evolve(one, name=names.get(one.number, "")) for one in results]


def _needles(terms: Sequence[int]) -> list[tuple[int, str]]:
    """The texts to search an index's lines for: the first terms, those from the second on, …, each with its offset."""
    starts = range(min(SKIPPED, len(terms) - LEAST_TERMS) + 1)
    windows = [(start, terms[start : start + LEAST_TERMS]) for start in starts]
    return [(start, f",{','.join(map(str, window))},") for start, window in windows if len(set(window)) > 1]


def _compared(terms: Sequence[int], needles: list[tuple[int, str]], number: str, listed: str) -> CrossReference | None:
    """The entry as a cross-reference, or None; `listed` are its terms, each with a comma behind it."""
    text = "," + listed
    for start, needle in needles:
        place = text.find(needle)
        if place >= 0:
            at = text.count(",", 0, place)
            both = list(zip(map(str, terms[start:]), listed.split(",")[at:-1], strict=False))
            if all(one == other for one, other in both):
                return CrossReference(number, "", start, at, len(both))
    return None


def _entries(index: Path) -> Iterator[tuple[str, str]]:
    if not index.is_file():
        raise ParseError(f"there is no file {index}: the OEIS offers its index as `stripped.gz` and `names.gz`")
    some = False
    for line in _lines(index):
        if entry := _ENTRY.match(line):
            some = True
            yield entry[1], entry[2]
    if not some:
        raise ParseError(f"{index} is no index of the OEIS: its file `stripped` has lines such as 'A000045 ,0,1,1,2,'")


def _names(folder: Path, wanted: set[str]) -> dict[str, str]:
    for file in (folder / "names", folder / "names.gz"):
        if wanted and file.is_file():
            pairs = (line.rstrip("\n").partition(" ") for line in _lines(file))
            return {number: name for number, _space, name in pairs if number in wanted}
    return {}


def _lines(path: Path) -> Iterator[str]:
    """The lines of a text, compressed or not; a line longer than any of the OEIS is cut."""
    with opened(path) as file:
        while line := file.readline(LONGEST_LINE):
            yield line.decode("utf-8", errors="replace")


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file that is read, compressed or not; raises `ParseError` where it cannot be."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            yield gzip.GzipFile(fileobj=raw) if packed else raw  # type: ignore[misc]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as error:
        if raised_by_handler(error):
            raise
        reason = getattr(error, "strerror", None) or error
        raise ParseError(f"{path} cannot be read: {reason}") from error
