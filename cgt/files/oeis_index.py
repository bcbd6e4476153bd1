"""Cross-references to the OEIS by its own index: the files `stripped` and `names`, which anyone can have from there."""

from __future__ import annotations

import gzip
import re
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import attrs

from cgt.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

LEAST_TERMS = 8
"""Fewer terms in common are chance."""

SKIPPED = 8
"""How many terms at the front of ours an entry may leave out."""

MOST_FOUND = 20

LONGEST_LINE = 100_000

_ENTRY = re.compile(r"(A\d{6,7}) ,((?:-?\d+,)*)")


@attrs.frozen
class CrossReference:
    """An entry of the OEIS whose terms are ours, as far as both go.

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
    found = [reference for number, theirs in entries if (reference := _compared(terms, needles, number, theirs))]
    found = sorted(found, key=lambda one: (-one.terms, one.number))[:MOST_FOUND]
    names = _names(index.parent, {one.number for one in found})
    return [attrs.evolve(one, name=names.get(one.number, "")) for one in found]


def _needles(terms: Sequence[int]) -> list[tuple[int, str]]:
    """What is looked for in a line: the first terms, those from the second on, and so on, each with its place."""
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
            both = list(zip(terms[start:], map(int, listed.split(",")[at:-1]), strict=False))
            if all(one == other for one, other in both):
                return CrossReference(number, "", start, at, len(both))
    return None


def _entries(index: Path) -> Iterator[tuple[str, str]]:
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
    """The lines of a text, packed or not, each cut where no line of the OEIS is so long."""
    try:
        with _opened(path) as file:
            while line := file.readline(LONGEST_LINE):
                yield line.decode("utf-8", errors="replace")
    except (OSError, EOFError, zlib.error) as error:
        raise ParseError(f"{path} cannot be read: {error.__class__.__name__}") from error


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    if not path.is_file():
        raise ParseError(f"there is no file {path}: the OEIS offers its index as `stripped.gz` and `names.gz`")
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        yield gzip.GzipFile(fileobj=raw) if packed else raw  # type: ignore[misc]
