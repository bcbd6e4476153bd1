"""The articles' printed tables, in the CSV files of `data`: exactly as printed, slips included.

They are data to be refereed: a changed number is not an error here but turns the verdict, and the finding names its
file and line.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING

import attrs

from cgt.errors import TableError

if TYPE_CHECKING:
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


FOLDER: Traversable = files("cgt.apps.claims.articles") / "data"

# The columns of each table, and how many rows were transcribed.
TABLES: Mapping[str, tuple[str, int]] = {
    "000_2_positions": ("a,n,verdict,take,dots", 106),
    "000_4_winning_sequence": ("a,take", 55),
    "000_5_insertions": ("term,inserted,sequence", 4),
    "000_6_decompositions": ("a,indices,equal_to", 30),
    "000_10_triples": ("a,b,n,verdict,answer", 50),
    "000_13_base_3n": ("p,u", 12),
    "000_13_rule_3n": ("a,take", 50),
    "000_15_base_4n": ("p,u", 13),
    "000_15_rule_4n": ("a,take", 49),
    "000_18_rule_n_plus_1": ("a,n,verdict,take,dots", 113),
    "002_1_key_positions": ("rank,x,y", 9),
    "002_3_pairs": ("sequence,x,y", 7),
    "002_3_primitive_pairs": ("x,y", 4),
    "002_5_notation": ("number,notation", 18),
    "002_6_moves": ("x,y,case,from_x,from_y,to_x,to_y", 3),
    "002_7_misere_key_positions": ("rank,x,y", 9),
    "003_1_table_0": ("heap_1,heap_2,difference", 57),
    "003_1_table_1": ("heap_1,heap_2,difference", 57),
    "003_1_table_2": ("heap_1,heap_2,difference", 57),
    "003_1_table_t": ("heap_1,heap_2,difference", 8),
    "003_5_answers": ("heap_1,heap_2,take_1,take_2", 12),
    "004_3_line_of_play": ("coins,quota,take", 5),
}


def transcribed(name: str) -> tuple[Row, ...]:
    """The rows of a table, as printed.

    Raises:
        TableError: the file is missing, a line has too few or too many cells, or lines were added or lost.

    >>> row = transcribed("003_1_table_2")[51]
    >>> row.number("heap_1"), row.number("heap_2"), row.place
    (66, 218, '003_1_table_2.csv, line 53')
    """
    header, expected = TABLES[name]
    return read_table(FOLDER / f"{name}.csv", header, expected)
