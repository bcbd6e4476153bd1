"""An article's printed table, kept in a CSV file exactly as printed, slips included.

It is data to be refereed: a changed number is not an error here but turns the verdict, and the finding names its file
and line.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

import attrs

from cgt.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable


@attrs.frozen
class Row:
    """One line of a transcribed table; cells are kept as printed."""

    file: str
    line: int
    cells: Mapping[str, str]

    @property
    def place(self) -> str:
        """The file and the line, for a message."""
        return f"{self.file}, line {self.line}"

    def text(self, column: str) -> str:
        """A cell as printed."""
        return self.cells[column]

    def number(self, column: str, most: int = 300) -> int:
        """A cell as a number up to `most`; raises `TableError` when it holds anything else."""
        cell = self.cells[column]
        if not (cell.isascii() and cell.isdigit() and len(cell) < 10 and int(cell) <= most):
            raise TableError(f"{self.place}: {column} should be a number up to {most}, not {cell!r}")
        return int(cell)

    def is_winning(self) -> bool:
        """Whether the cell `verdict` is G, winning; raises `TableError` when it is neither G nor P."""
        cell = self.cells["verdict"]
        if cell not in {"G", "P"}:
            raise TableError(f"{self.place}: verdict should be G or P, not {cell!r}")
        return cell == "G"


def read_table(path: Traversable, header: str, expected: int) -> tuple[Row, ...]:
    """The rows of a transcribed table with that header and so many rows.

    Raises:
        TableError: the file is missing, a line has too few or too many cells, or lines were added or lost.
    """
    columns, file = header.split(","), path.name
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise TableError(f"{file} is missing: it should hold a header and {expected} rows") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise TableError(f"{file}, line {line}: not UTF-8 text") from None
    lines = list(csv.reader(StringIO(text)))
    if not lines or lines[0] != columns:
        raise TableError(f"{file}, line 1: the header should be {header!r}")
    rows = []
    for number, cells in enumerate(lines[1:], start=2):
        if len(cells) != len(columns):
            raise TableError(f"{file}, line {number}: {len(columns)} cells are wanted ({header}), not {len(cells)}")
        rows.append(Row(file, number, dict(zip(columns, cells, strict=True))))
    if len(rows) != expected:
        raise TableError(f"{file}, line {len(rows) + 1}: the table ends after {len(rows)} rows, not {expected}")
    return tuple(rows)
