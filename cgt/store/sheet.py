"""Results in files: JSON, CSV, numpy arrays and OEIS b-files, each written whole or not at all."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from cgt.core.atomic import replacing, suffix_of
from cgt.store.oeis import Indexed, csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
        suffix = suffix_of(path, self.suffixes)
        with replacing(Path(path)) as file:
            file.write(self._content(suffix))

    def _content(self, suffix: str) -> bytes:
        if suffix == ".csv" and self.columns is not None:
            return csv_text(self.columns, zip(*self.columns.values(), strict=True)).encode()
        if suffix == ".npy" and self.array is not None:
            return _npy(self.array)
        if suffix == ".txt" and self.terms is not None:
            return Indexed(0, self.terms).to_bfile().encode()
        return (json.dumps(versioned(self.record), ensure_ascii=False) + "\n").encode()


def _npy(array: Sequence[int] | Sequence[Sequence[int]]) -> bytes:
    import numpy as np

    numbers = np.asarray(array, dtype=np.int64)
    content = io.BytesIO()
    np.save(content, numbers, allow_pickle=False)
    return content.getvalue()
