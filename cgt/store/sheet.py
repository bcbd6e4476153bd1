"""Results in files: JSON, CSV, numpy arrays and OEIS b-files, each written whole or not at all."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from cgt.core.atomic import check_writable, replacing
from cgt.core.errors import OutputError
from cgt.core.language import _
from cgt.store.oeis import Indexed, csv_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

FORMATS = {
    ".json": "JSON",
    ".csv": "CSV",
    ".npy": "a numpy array",
    ".txt": "an OEIS b-file",
    ".npz": "a table that can be continued",
}
"""The formats by the suffix that asks for them."""

TO_READ = {
    ".svg": "a picture",
    ".png": "a picture in pixels",
    ".html": "a page to print",
    ".md": "Markdown",
    ".tex": "LaTeX",
}
"""The formats for sheets of one's own, of positions and tables."""


SCHEMA = 1
"""The schema version of JSON results: raised when a field goes or changes its meaning, not when one is added."""


def versioned(record: Mapping[str, object]) -> dict[str, object]:
    """A JSON result with its schema version in front.

    >>> versioned({"outcome": "N"})
    {'schema': 1, 'outcome': 'N'}
    """
    return {"schema": SCHEMA, **record}


@attrs.frozen
class Sheet:
    """A result that can be saved, in as many formats as it has parts for.

    Attributes:
        record: all of it, for JSON, where `schema` stands in front.
        columns: columns of numbers by name, all of one length, for CSV; None for a result that is no table.
        array: numbers, or rows of numbers of one length, for numpy; None for a result that is neither.
        terms: the terms of a sequence from index 0, for a b-file; None for a result that is no sequence.
    """

    record: Mapping[str, object]
    columns: Mapping[str, Sequence[int]] | None = None
    array: Sequence[int] | Sequence[Sequence[int]] | None = None
    terms: Sequence[int] | None = None

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes of the formats there are for this result."""
        parts = {".json": self.record, ".csv": self.columns, ".npy": self.array, ".txt": self.terms}
        return tuple(suffix for suffix, part in parts.items() if part is not None)

    def save(self, path: str | Path) -> None:
        r"""Write the file in the format that its suffix names, whole or not at all.

        Raises:
            OutputError: the suffix names no format of this result, or the file cannot be written.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     target = Path(folder, "b000001.txt")
        ...     Sheet({}, terms=[5, 7]).save(target)
        ...     target.read_text()
        '0 5\n1 7\n'
        """
        target = Path(path)
        check_target(target, self.suffixes)
        with replacing(target) as file:
            file.write(self._content(target.suffix.lower()))

    def _content(self, suffix: str) -> bytes:
        if suffix == ".csv" and self.columns is not None:
            return csv_text(self.columns, zip(*self.columns.values(), strict=True)).encode()
        if suffix == ".npy" and self.array is not None:
            return _npy(self.array)
        if suffix == ".txt" and self.terms is not None:
            return Indexed(0, self.terms).to_bfile().encode()
        return (json.dumps(versioned(self.record), ensure_ascii=False) + "\n").encode()


def check_target(path: str | Path, suffixes: Collection[str] = tuple(FORMATS)) -> None:
    """Make sure that a file of one of these suffixes can be written there; to be asked before long work begins.

    Raises:
        OutputError: the suffix is another, the file is not a regular one, or its folder cannot be written to.
    """
    target = Path(path)
    if target.suffix.lower() not in suffixes:
        wanted = ", ".join(f"{suffix} ({(FORMATS | TO_READ)[suffix]})" for suffix in suffixes)
        raise OutputError(
            _("{target}: the suffix names the format, here one of {wanted}").format(target=target, wanted=wanted)
        )
    check_writable(target)


def _npy(array: Sequence[int] | Sequence[Sequence[int]]) -> bytes:
    import numpy as np

    numbers = np.asarray(array, dtype=np.int64)
    content = io.BytesIO()
    np.save(content, numbers, allow_pickle=False)
    return content.getvalue()
